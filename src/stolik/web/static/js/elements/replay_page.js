/** A finished game, step by step: slider, arrow keys, play and pause, forks, what the strongest player thinks, and the record. */
import { ApiError, api } from '../api.js';
import { seatOf } from '../arena.js';
import { BetterLine } from '../better_line.js';
import { store } from '../client.js';
import { causeText, explainer } from '../cause.js';
import { button, childrenOf, focused, h, link } from '../dom.js';
import { GAMES, isKnown, load, namesAt, seatName, seatsFrom, shortNamesAt, sittersAt, titleOf } from '../games.js';
import { gameText, moment, t } from '../i18n.js';
import { loadReplay } from '../replay.js';
import { END, addresses } from '../router.js';
import { exchange, hasLines } from './exchange.js';
import { announce, attempt, notify } from './notices.js';
import './better_line.js';
import './play_on.js';
import './replay_opinions.js';
import './replay_transport.js';
import './result_banner.js';
import './seat_panel.js';

/** With everybody's eyes at once. */
const ALL = 'all';

class ReplayPage extends HTMLElement {
  /** @type {any} as docs/api.md has it */
  table = null;

  /** @type {any[]} */
  steps = [];

  /** With whose eyes the game is seen; null: everyone's, or all at once. @type {string|null} */
  seat = null;

  /** The steps as each seat sees them, where all hands are open. @type {[string, any[]][]|null} */
  all = null;

  /** The better line that is on the board instead of the game. @type {BetterLine|null} */
  line = null;

  async connectedCallback() {
    this.source = { record: this.getAttribute('record'), contest: this.getAttribute('contest'), number: this.getAttribute('number') };
    this.replaceChildren(h('p', { class: 'empty' }, t('loading')));
    try {
      const { table, steps } = await loadReplay(this.source);
      this.table = table;
      this.steps = steps;
      this.mine = seatOf(table, store.state.name);
      if (!isKnown(table.game)) throw new Error(t('replay.unknown', { game: table.game }));
      // Whoever played sees what they saw.
      if (this.hasEyes && this.mine) await this.look(this.mine);
      this.page = await load(table.game);
      this.shape = await this.page.board();
      this.cause = await this.causeOf(table.outcome);
      if (this.isConnected) this.build();
    } catch (error) {
      this.replaceChildren(h('div', { class: 'paper nowhere' }, h('h1', {}, t('replay.missing')),
        h('p', {}, error.message), link(t('table.toLobby'), addresses.lobby(), { class: 'button primary' })));
    }
  }

  /** Why a game of a contest was lost; empty where that is not kept in a way that can be told in any language. */
  async causeOf(outcome) {
    const { game } = this.table;
    if (!outcome?.cause) return '';
    const rules = GAMES[game].hidden ? null : await this.page.refusals?.();
    return causeText(outcome.cause, explainer(game, rules, this.steps.at(-1).view));
  }

  disconnectedCallback() {
    this.line?.close();
    document.removeEventListener('keydown', this.keys);
  }

  /** The keys work everywhere on the page but in fields that use them themselves. */
  keys = (event) => {
    if (this.contains(event.target) || event.target.matches('body, main')) this.key(event);
  };

  build() {
    const { game, outcome } = this.table;
    this.names = namesAt(this.table);
    this.shortNames = shortNamesAt(this.table);
    this.sitters = sittersAt(this.table);
    this.board = this.shape.make();
    this.panels = seatsFrom(game, null).map(() => h('seat-panel'));
    this.seats = h('div', { class: 'seats' }, ...this.panels);
    this.list = h('ol', { class: 'moves' }, ...this.steps.slice(1).map((step, at) => this.row(step, at + 1)));
    this.opinions = h('replay-opinions');
    this.opinions.setup({ source: this.source, game: this.page, spoken: this.shape.spoken ?? ((move) => move), names: this.names, moves: this.steps.length - 1 });
    this.better = h('better-line');
    this.playOn = h('play-on');
    this.playOn.facts = { source: this.source, table: this.table, game: this.page };
    this.end = h('result-banner');
    this.transport = h('replay-transport', { class: 'transport' });
    this.transport.setup(this);
    this.replaceChildren(h('div', { class: `at-table replay game-${game}` },
      h('div', { class: 'front' }, h('div', { class: 'heading' }, h(this.source.contest ? 'h2' : 'h1', {}, titleOf(game)),
        h('span', { class: 'stage' }, [t('replay.title'), this.table.ended ? moment(this.table.ended) : '', this.table.counts === false ? t('table.practice') : ''].filter(Boolean).join(' · ')),
        this.hasEyes ? this.eyes() : ''),
      this.seats, h('div', { class: 'board-room' }, this.board), this.transport, this.opinions.now, this.better, this.end),
      h('aside', { class: 'paper side' }, this.board.beside(), this.opinions, h('h2', {}, t('replay.moves')),
        this.steps.length > 1 ? this.list : h('p', { class: 'empty' }, t('replay.noMoves')), hasLines(this.table) && this.source.record ? exchange(this.table) : '', this.playOn, ...this.downloads())));
    if (outcome) this.end.show({ game, ended: outcome, names: this.names, mine: this.mine, actions: [], refereed: Boolean(this.source.contest), cause: this.cause });
    this.end.hidden = !outcome;
    document.addEventListener('keydown', this.keys);
    this.addEventListener('ply', (event) => this.goInGame(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener('better', (event) => this.showBetter(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener('back', () => this.leaveLine());
    this.addEventListener('opinions', () => this.go(this.at));
    this.go(location.hash === END ? this.steps.length - 1 : Number(location.hash.slice(1)) || 0);
  }

  downloads() {
    const { game, id } = this.table;
    if (!this.source.record) return [];
    return [h('h2', {}, t('replay.download')), h('ul', { class: 'downloads' }, ...GAMES[game].formats.map((format) =>
      h('li', {}, link(gameText(game, `format.${format}`, {}, format), api.exportAddress(id, format), { download: true }))))];
  }

  /** Whether a seat knows more than everyone. */
  get hasEyes() {
    return Boolean(GAMES[this.table.game]?.hidden && this.source.record);
  }

  /** The choice with whose eyes the game is seen. */
  eyes() {
    const { game } = this.table;
    const change = async ({ target }) => {
      await attempt(this.look(target.value));
      // Whoever was refused still sees what they saw.
      target.value = this.all ? ALL : this.seat ?? '';
      if (this.line) await this.follow();
      else this.go(this.at);
    };
    const option = (value, words) => h('option', { value, selected: value === (this.seat ?? '') }, words);
    return h('label', { class: 'row actions' }, h('span', {}, t('replay.seenBy')), h('select', { onchange: change },
      option('', t('replay.everyone')), option(ALL, t('replay.all')), ...GAMES[game].seats.map((seat) => option(seat, `${seatName(game, seat)} ${this.names[seat]}`))));
  }

  /** Takes the steps as somebody sees them: a seat, all of them, or, without a value, everyone. */
  async look(value) {
    const seen = async (seat) => (await loadReplay(this.source, seat)).steps;
    const seat = value && value !== ALL ? value : null;
    const seats = value === ALL ? GAMES[this.table.game].seats : [];
    const [steps, ...all] = await Promise.all([seat, ...seats].map(seen));
    this.seat = seat;
    this.steps = steps;
    this.all = value === ALL ? seats.map((one, at) => [one, all[at]]) : null;
  }

  row({ seat, move }, at) {
    return h('li', {}, button(h('span', { class: 'move-text' }, move), () => this.goInGame(at), { class: 'move-button', 'aria-label': this.lineName(seat, move, at) }));
  }

  lineName(seat, move, at) {
    return `${at}. ${this.names[seat] || seat}: ${move}`;
  }

  /** What is stepped through: the game, or the better line. */
  get shown() {
    return this.line ?? this;
  }

  go(to) {
    const { line } = this;
    const { steps, all } = this.shown;
    this.at = Math.min(Math.max(0, to), steps.length - 1);
    const { view, seat, move } = steps[this.at];
    const before = steps[this.at - 1]?.view ?? null;
    // What led to the start of a line is not part of it.
    const last = move && !(line && this.at === 0) ? { by: seat, move, before } : null;
    const eyes = all ? Object.fromEntries(all.map(([one, seen]) => [one, seen[this.at].view])) : null;
    const inGame = line ? line.ply - 1 : this.at;
    const advised = line && this.at > 0 ? [] : this.opinions.best(inGame);
    this.board.show({ view, last, seat: this.seat, names: this.shortNames, advised, eyes });
    const words = this.wordsFor(last, view);
    this.transport.show(words);
    this.firstElementChild.classList.toggle('at-end', !line && this.at === steps.length - 1);
    // What is drawn again, because there are more opinions, is not read aloud again.
    const place = `${line?.ply ?? ''} ${this.at}`;
    if (document.activeElement !== this.transport.slider && this.told !== place) announce(words);
    this.told = place;
    this.drawSeats(view);
    this.drawList(inGame);
    this.better.hidden = !line;
    this.opinions.now.hidden = Boolean(line);
    // The result is that of the game, not of the line, and the board needs the room.
    this.end.hidden = Boolean(line) || !this.table.outcome;
    if (line) this.better.show(words, this.endOfLine());
    else this.showMoment(view);
    if (this.at === steps.length - 1 && (line?.done ?? true)) this.transport.toggle(false);
  }

  wordsFor(last, view) {
    const { game } = this.table;
    const said = last ? `${this.names[last.by] || seatName(game, last.by)} ${this.shape.describe(last, view, this.names)}` : '';
    if (!this.line) return said || t('replay.start');
    const { ply } = this.line;
    const spoken = this.shape.spoken ?? ((move) => move);
    if (!last) return t('better.start', { ply, move: spoken(this.steps[ply].move) });
    return this.at === 1 ? t('better.instead', { words: said }) : said;
  }

  /** At the last step of a line that is known: whether more comes. */
  endOfLine() {
    const { done, why, steps } = this.line;
    if (this.at < steps.length - 1) return '';
    return why ? t('better.unavailable') : done ? t('better.end') : t('better.thinking');
  }

  /** What the rest of the page tells of a moment of the game. */
  showMoment({ turn }) {
    this.opinions.show(this.at);
    this.playOn.show({ ply: this.at, turn });
    // Every moment has an address; going back leads to the page before, not through all of them.
    if (this.isConnected) history.replaceState(null, '', `#${this.at}`);
  }

  goInGame(ply) {
    this.closeLine();
    this.go(ply);
    this.showBoard();
  }

  /** On a phone, what was pressed may lie far below the board. */
  showBoard() {
    this.board.scrollIntoView({ block: 'nearest' });
  }

  /** Plays out on the board what would have been better than a move; the way back leads to where the reader is now. */
  async showBetter(ply) {
    const back = this.line ? this.back : { ply: this.at, focus: this.contains(focused()) ? focused() : null };
    this.goInGame(ply - 1);
    this.back = back;
    this.line = new BetterLine(this, ply);
    this.go(0);
    this.better.back.focus();
    this.showBoard();
    this.transport.toggle(true);
    await this.follow();
  }

  async follow() {
    const { line } = this;
    try {
      await line.follow(() => this.go(this.at));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      line.done = true;
      line.why = error.code;
      notify(error.message, 'bad');
      if (this.line === line) this.go(this.at);
    }
  }

  closeLine() {
    this.line?.close();
    this.line = null;
    this.transport.toggle(false);
  }

  leaveLine() {
    const { ply, focus } = this.back;
    this.goInGame(ply);
    // The list of deciding moves may have been drawn anew since; its buttons are known by their moves.
    const again = focus?.isConnected ? focus : this.querySelector(`[data-better="${focus?.dataset.better}"]`);
    if (again) /** @type {HTMLElement} */ (again).focus();
    else this.transport.slider.focus();
  }

  drawList(at) {
    childrenOf(this.list).forEach((line, index) => {
      line.classList.toggle('current', index === at - 1);
      const { seat, move } = this.steps[index + 1];
      const mark = this.opinions.mark(index + 1);
      const [pressed] = childrenOf(line);
      if (pressed.dataset.mark === (mark?.sign ?? '')) return;
      pressed.dataset.mark = mark?.sign ?? '';
      pressed.replaceChildren(h('span', { class: 'move-text' }, move), mark ? h('span', { class: `mark-${mark.grade}` }, mark.sign) : '');
      pressed.setAttribute('aria-label', [this.lineName(seat, move, index + 1), mark?.words].filter(Boolean).join(', '));
    });
    const current = childrenOf(this.list)[at - 1];
    if (current) this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
  }

  drawSeats(view) {
    for (const [index, seat] of seatsFrom(this.table.game, null).entries()) {
      this.panels[index].show({
        game: this.table.game, seat, who: this.table.seats[seat] && { ...this.table.seats[seat], here: true }, ...this.sitters[seat], mine: false,
        turn: view.turn === seat, deadline: null, absentUntil: undefined, standing: this.shape.standing(view, seat), doors: [], won: false, turnWords: 'seat.toMove',
      });
    }
  }

  key(event) {
    if (event.target.matches?.('input:not([type=range]), select, textarea') || event.ctrlKey || event.altKey || event.metaKey) return;
    const act = this.actOf(event);
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** What a key does: steps, jumps, and the way into a better line and back. */
  actOf({ key, shiftKey }) {
    const { steps } = this.shown;
    const way = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (way) return () => this.transport.lead(shiftKey ? this.transport.fork(way) ?? this.at : this.at + way);
    if (key === 'Home' || key === 'End') return () => this.transport.lead(key === 'Home' ? 0 : steps.length - 1);
    if (this.line) return key === 'Escape' ? () => this.leaveLine() : null;
    if (key === '[' || key === ']') return () => this.transport.lead(this.opinions.nextSlip(this.at, key === ']' ? 1 : -1) ?? this.at);
    return key === 'b' && this.opinions.mark(this.at) ? () => this.showBetter(this.at) : null;
  }
}

customElements.define('replay-page', ReplayPage);

export const show = ({ id }) => ({ title: t('replay.title'), element: h('replay-page', { record: id }) });
