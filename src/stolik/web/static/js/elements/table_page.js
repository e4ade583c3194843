/** A table: its seats, its board, what was played, and what one can do there, with a seat or without one. */
import { ApiError, api } from '../api.js';
import { heard, seatOf } from '../arena.js';
import { attend, messages, say, secondsUntil, stopAttending, store } from '../client.js';
import { focused, h, keep, link } from '../dom.js';
import { isKnown, load, nameOf, namesAt, seatName, seatsFrom, shortNamesAt, sittersAt, titleOf } from '../games.js';
import { t } from '../i18n.js';
import { Pace, paceWanted } from '../pace.js';
import { whyRefused } from '../refused.js';
import { addresses, goOn } from '../router.js';
import { play as sound } from '../sound.js';
import { afterGame, howLink } from './after_game.js';
import './move_input.js';
import { announce, attempt, notify } from './notices.js';
import { Part } from './part.js';
import { endingWords } from '../result.js';
import './result_banner.js';
import { seatDoors } from './seat_doors.js';
import { offerSeat } from './seat_offer.js';
import './seat_panel.js';
import './table_controls.js';
import './table_waiting.js';
import './what_happened.js';

class TablePage extends Part {
  /** @type {any} the game's board.js */
  shape = null;

  /** @type {(() => void)|null} */
  tellEnd = null;

  /** @type {{move: string, view: any}|null} a move that waits for the connection, and the position that it was made in */
  held = null;

  /** @type {any} its rules.js or refusals.js, where it has one */
  rules = null;

  setup() {
    this.id = this.getAttribute('table');
    this.pace = new Pace((scene) => this.showScene(scene));
    this.undo.push(() => this.pace.reset());
    this.state = h('p', { class: 'empty' }, t('loading'));
    this.replaceChildren(this.state);
    this.every(0.2, () => {
      for (const panel of /** @type {NodeListOf<any>} */ (this.querySelectorAll('seat-panel'))) panel.tick();
    });
    for (const type of ['refused', 'left', 'sat', 'ended', 'asked', 'rematch']) {
      this.listen(messages, type, ({ detail: { message } }) => message.table === this.id && this.tell(message));
    }
    // The game may have ended while the connection was lost.
    this.listen(messages, 'welcome', () => this.find());
    this.find();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    stopAttending(this.id);
  }

  /** A table that is not live may be one that is over: then its record is what there is to see. */
  async find() {
    try {
      const table = await api.table(this.id);
      const known = store.state.seen[this.id];
      if (table.stage !== 'over') {
        this.meet(table);
        this.begin(table);
      } else if (!known?.view) goOn(addresses.replayEnd(this.id));
      else if (!known.ended) store.set(heard(store.state, { ...table.outcome, type: 'ended', table: this.id }, 0));
    } catch (error) {
      if (this.table) return;
      if (error instanceof ApiError && error.code === 'not_found') this.replaceChildren(missing());
      else this.state.textContent = error.message;
    }
  }

  /** Makes the table known: it may be so new, or so private, that the socket has not told of it. */
  meet(table) {
    if (store.state.tables[this.id]) return;
    store.set(heard(store.state, { type: 'table', table }, 0));
    if (this.table) attend(this.id);
  }

  async begin(table) {
    if (this.table) return;
    if (!isKnown(table.game)) {
      this.state.textContent = t('replay.unknown', { game: table.game });
      return;
    }
    this.table = table;
    this.game = table.game;
    attend(this.id);
    const { board, refusals } = await load(this.game);
    [this.shape, this.rules] = await Promise.all([board(), refusals?.()]);
    this.board = this.shape.make();
    this.seats = h('div', { class: 'seats' });
    this.typed = h('move-input');
    this.typed.setup({ game: this.game, typed: this.shape.typed });
    this.banner = h('result-banner', { hidden: true, role: 'status', tabindex: '-1' });
    this.happened = h('what-happened');
    this.happened.setup(this.id);
    this.controls = h('table-controls');
    this.waiting = h('table-waiting', { class: 'waiting paper' });
    this.replaceChildren(h('div', { class: `at-table game-${this.game}` },
      h('div', { class: 'front' },
        h('div', { class: 'heading' }, h('h1', {}, titleOf(this.game)), h('span', { class: 'stage' }), howLink(this.game, t('how.link'))),
        this.seats, h('div', { class: 'board-room' }, this.waiting, this.board), this.banner, h('div', { class: 'row actions controls' }, this.controls)),
      h('aside', { class: 'paper side' }, this.board.beside(), this.typed, this.happened)));
    this.addEventListener('hurry', () => this.pace.skip());
    // Whoever does not want to wait clicks.
    this.board.addEventListener('click', () => this.pace.skip());
    this.addEventListener('told', (event) => this.happened.write(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener('move', (event) => this.play(/** @type {CustomEvent} */ (event).detail));
    this.render(store.state);
    if (table.stage === 'gathering') offerSeat(table);
  }

  whyRefused(known) {
    return whyRefused(this.game, this.rules, known, this.tried ?? '');
  }

  play(move) {
    this.tried = move;
    this.pace.skip();
    if (say({ type: 'play', table: this.id, move })) return;
    this.held = { move, view: this.latest };
    notify(t('line.held'), 'bad');
  }

  /** Sends the move that waited for the connection, if the position is still the same. */
  sendHeld(view) {
    if (!this.held) return;
    const { move, view: then } = this.held;
    this.held = null;
    if (JSON.stringify(view) === JSON.stringify(then)) this.play(move);
    else notify(t('line.heldLost'), 'bad');
  }

  render(state, before = state) {
    // After a reconnection the position comes anew; after a mere silence nothing does.
    if (before.line === 'silent' && state.line === 'open') this.sendHeld(this.latest);
    if (!this.board) {
      if (state.tables[this.id]) this.begin(state.tables[this.id]);
      return;
    }
    const known = state.seen[this.id] ?? {};
    this.table = state.tables[this.id] ?? known.table ?? this.table;
    const mine = seatOf(this.table, state.name) ?? known.seat ?? null;
    const names = namesAt(this.table);
    this.rendering = true;
    this.follow(known);
    this.rendering = false;
    const view = this.scene?.view ?? null;
    const isLatest = view === (known.view ?? null);
    const ended = this.pace.isBehind ? null : known.ended;
    const playable = Boolean(isLatest && mine && view && !known.ended && view.turn === mine && view.moves.length);
    this.querySelector('.stage').textContent = [mine ? '' : t('table.watching'), t(`stage.${this.table.stage}`), this.table.counts === false ? t('table.practice') : '']
      .filter(Boolean).join(' · ');
    this.drawSeats({ ...known, ended, asked: isLatest ? known.asked : { seat: view?.turn, deadline: null } }, mine, view);
    this.waiting.show({ table: this.table, mine, hasView: Boolean(view) });
    this.board.hidden = !view;
    if (view && this.isNew(playable, names, Boolean(ended))) {
      this.board.show({ ...this.scene, seat: mine, playable, over: Boolean(ended), names: shortNamesAt(this.table), memoryKey: this.id, pace: paceWanted() });
    }
    this.typed.hidden = !mine || !view || Boolean(ended);
    if (!this.typed.hidden) this.typed.show({ playable, moves: view.moves, why: this.whyRefused(known) });
    // The end is told when the moves before it have been shown.
    if (ended && this.tellEnd) {
      this.tellEnd();
      this.tellEnd = null;
    }
    this.drawEnd({ ...known, ended }, mine, names);
    this.drawActions(known, mine);
  }

  /** Takes what the server has told of the position: each move is looked at for a while, anything else is shown at once. */
  follow(known) {
    if (!known.view || known.view === this.latest) return;
    const isMove = known.last?.before && known.last.before === this.latest;
    this.latest = known.view;
    const scene = { view: known.view, last: known.last ?? null, told: isMove };
    if (!isMove) this.pace.reset();
    this.pace.add(scene, isMove ? (this.shape.stays?.(scene.last, scene.view) ?? 0) * paceWanted() : 0);
  }

  /** What is on the board from now on, with its words and its sound. */
  showScene(scene) {
    this.scene = scene;
    this.happened.reach(scene.view, seatOf(this.table, store.state.name), scene.told);
    if (scene.told) {
      const { by } = scene.last;
      this.happened.write(`${this.whoIs(by)} ${this.shape.describe(scene.last, scene.view, shortNamesAt(this.table))}`);
      const noted = this.shape.noted?.(scene.last, scene.view);
      if (noted) this.happened.note(noted);
      if (by === seatOf(this.table, store.state.name)) this.typed.clear();
      sound('move');
    }
    if (!this.rendering) this.render(store.state);
  }

  whoIs(seat) {
    return namesAt(this.table)[seat] || seatName(this.game, seat);
  }

  /** Who has just sat down: the table may still be the one before, and an address is no name for people. */
  whoSat({ seat, name }) {
    return this.table.seats[seat]?.name === name ? this.whoIs(seat) : nameOf({ kind: 'program', name }) || seatName(this.game, seat);
  }

  /** The board is drawn again only for something new: a pointer that rests on it is not disturbed. */
  isNew(playable, names, over) {
    const drawn = [this.scene, playable, JSON.stringify(names), over];
    const same = this.drawn?.every((one, at) => one === drawn[at]);
    this.drawn = drawn;
    return !same;
  }

  drawSeats(known, mine, view) {
    const asked = known.asked?.seat ?? this.table.turn ?? view?.turn;
    const sitters = sittersAt(this.table);
    const deadline = known.asked ? known.asked.deadline : this.table.deadline ?? null;
    keep(this.seats, seatsFrom(this.game, mine), (seat) => seat, () => h('seat-panel'), (panel, seat) => {
      const facts = {
        game: this.game, seat, who: this.table.seats[seat], ...sitters[seat], mine: seat === mine, deadline,
        turn: !known.ended && this.table.stage === 'playing' && asked === seat,
        over: Boolean(known.ended),
        absentUntil: known.absent?.[seat],
        left: known.clocks?.[seat] ?? this.table.game_time ?? null,
        standing: view ? this.shape.standing(view, seat) : '',
        won: known.ended?.winners?.includes(seat) ?? false,
      };
      const key = JSON.stringify([facts, this.table.stage, mine]);
      if (panel.dataset.facts === key) return;
      panel.dataset.facts = key;
      panel.show({ ...facts, doors: seatDoors(this.table, seat, mine, known.ended) });
    });
  }

  drawEnd(known, mine, names) {
    this.banner.hidden = !known.ended;
    const key = known.ended ? `${known.rematchAsked} ${known.rematch?.join()}` : '';
    if (!known.ended || this.banner.dataset.key === key) return;
    const isNew = !this.banner.dataset.key;
    this.banner.dataset.key = key;
    this.banner.show({ game: this.game, ended: known.ended, names, mine, actions: afterGame(this.table, known, mine) });
    // The last card takes the focus with it: whoever plays by keyboard goes on at the result.
    if (isNew && focused()?.matches('body, main')) this.banner.focus({ preventScroll: true });
  }

  drawActions(known, mine) {
    const onlyBots = Object.entries(this.table.seats).every(([seat, who]) => seat === mine || who?.kind === 'bot');
    const canHint = mine && onlyBots && this.table.counts === false && this.table.stage === 'playing';
    this.controls.show({ table: this.table, mine, known, names: namesAt(this.table), hint: canHint ? () => this.hint() : null });
  }

  /** Shows the strongest player's move on the board, and says it. */
  async hint() {
    const scene = this.scene;
    const answer = await attempt(api.hint(this.id));
    if (!answer || this.scene !== scene) return;
    this.scene = { ...scene, told: false, advised: [answer.move] };
    notify(t('table.hintMove', { move: this.shape.spoken?.(answer.move) ?? answer.move }));
    this.render(store.state);
  }

  /** Tells what happened: in the log, by a sound and to screen readers. */
  tell(message) {
    if (!this.board) return;
    const mine = seatOf(this.table, store.state.name);
    const known = store.state.seen[this.id];
    switch (message.type) {
      case 'asked':
        if (message.seat !== mine) break;
        this.sendHeld(known.view);
        // Nobody loses more than a quarter of their time to looking.
        if (message.deadline && secondsUntil(message.deadline) * 250 < this.pace.behind) this.pace.skip();
        announce(t('seat.yourTurn'));
        break;
      case 'refused':
        notify(t('table.refused', { why: this.whyRefused(known) }), 'bad');
        sound('refused');
        break;
      case 'left':
        this.happened.write(t('told.left', { name: this.whoIs(message.seat) }));
        break;
      case 'sat':
        this.happened.write(t('told.sat', { name: this.whoSat(message) }));
        break;
      case 'rematch':
        if (message.name !== store.state.name) announce(t('result.wantsRematch', { name: message.name }));
        break;
      case 'ended':
        this.tellEnd = () => {
          this.happened.write(t('told.ended', { why: endingWords(message, this.game, namesAt(this.table), mine) }));
          sound('ended');
        };
        this.render(store.state);
        break;
      default:
    }
  }
}

customElements.define('table-page', TablePage);

const missing = () => h('div', { class: 'paper nowhere' }, h('h1', {}, t('table.missing')), h('p', {}, t('table.missingWhy')),
  link(t('table.toLobby'), addresses.lobby(), { class: 'button primary' }));

export const show = ({ id }) => ({ title: t('table.title'), element: h('table-page', { table: id }) });
