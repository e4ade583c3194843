/** A finished game, step by step: slider, arrow keys, play and pause, forks, what the strongest player thinks, and the record. */
import { api } from '../api.js';
import { seatOf } from '../arena.js';
import { store } from '../client.js';
import { button, childrenOf, h, link, svg } from '../dom.js';
import { GAMES, isKnown, load, namesAt, seatName, seatsFrom, shortNamesAt, sittersAt, titleOf } from '../games.js';
import { gameText, moment, t } from '../i18n.js';
import { loadReplay, nextFork } from '../replay.js';
import { addresses } from '../router.js';
import { exchange, hasLines } from './exchange.js';
import { announce } from './notices.js';
import './play_on.js';
import './replay_opinions.js';
import './result_banner.js';
import './seat_panel.js';

const PACE = 900;

/** With everybody's eyes at once. */
const ALL = 'all';

const SIGNS = {
  first: 'M5 4h2.500v16H5zM20 4v16L8.500 12z',
  back: 'M18 4v16L6 12z',
  play: 'M6 3.500v17L20 12z',
  pause: 'M5 4h5v16H5zM14 4h5v16h-5z',
  forward: 'M6 4v16l12-8z',
  last: 'M16.500 4H19v16h-2.500zM4 4v16l11.500-8z',
  // An arrow that splits in two, backwards and forwards.
  forkBack: 'M21 10.800h-7.500L8 5.300l2.300-2.300H3v7.300l2.300-2.300L9.300 12l-4 4L3 13.700V21h7.300L8 18.700l5.500-5.500H21z',
  forkForward: 'M3 10.800h7.500L16 5.300 13.700 3H21v7.300l-2.300-2.300-4 4 4 4 2.300-2.300V21h-7.300l2.300-2.300-5.500-5.500H3z',
};
const sign = (name) => svg('svg', { class: 'sign', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: SIGNS[name] }));

class ReplayPage extends HTMLElement {
  /** @type {any} as docs/api.md has it */
  table = null;

  /** @type {any[]} */
  steps = [];

  async connectedCallback() {
    this.source = { record: this.getAttribute('record'), contest: this.getAttribute('contest'), number: this.getAttribute('number') };
    this.replaceChildren(h('p', { class: 'empty' }, t('loading')));
    try {
      const { table, steps } = await loadReplay(this.source);
      this.table = table;
      this.steps = steps;
      if (!isKnown(table.game)) throw new Error(t('replay.unknown', { game: table.game }));
      this.page = await load(table.game);
      this.shape = await this.page.board();
      if (this.isConnected) this.build();
    } catch (error) {
      this.replaceChildren(h('div', { class: 'paper nowhere' }, h('h1', {}, t('replay.missing')),
        h('p', {}, error.message || t('error.unreachable')), link(t('table.toLobby'), addresses.lobby(), { class: 'button primary' })));
    }
  }

  disconnectedCallback() {
    clearInterval(this.timer);
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
    this.list = h('ol', { class: 'moves' }, ...this.steps.slice(1).map((step, at) => this.line(step, at + 1)));
    this.opinions = h('replay-opinions');
    this.opinions.setup({ source: this.source, game: this.page, spoken: this.shape.spoken ?? ((move) => move), names: this.names, moves: this.steps.length - 1 });
    this.playOn = h('play-on');
    this.playOn.facts = { source: this.source, table: this.table, game: this.page };
    const end = h('result-banner');
    this.replaceChildren(h('div', { class: `at-table replay game-${game}` },
      h('div', { class: 'front' }, h('div', { class: 'heading' }, h(this.source.contest ? 'h2' : 'h1', {}, titleOf(game)),
        h('span', { class: 'stage' }, [t('replay.title'), this.table.ended ? moment(this.table.ended) : '', this.table.counts === false ? t('table.practice') : ''].filter(Boolean).join(' · ')),
        GAMES[game].hidden && this.source.record ? this.eyes() : ''),
      this.seats, h('div', { class: 'board-room' }, this.board), this.transport(), this.opinions.now, end),
      h('aside', { class: 'paper side' }, this.board.beside(), this.opinions, h('h2', {}, t('replay.moves')),
        this.steps.length > 1 ? this.list : h('p', { class: 'empty' }, t('replay.noMoves')), hasLines(this.table) && this.source.record ? exchange(this.table) : '', this.playOn, ...this.downloads())));
    if (outcome) end.show({ game, ended: outcome, names: this.names, mine: seatOf(this.table, store.state.name), actions: [] });
    else end.hidden = true;
    document.addEventListener('keydown', this.keys);
    this.addEventListener('ply', (event) => this.go(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener('better', (event) => this.showBetter(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener('opinions', () => this.go(this.at));
    this.go(Math.min(Math.max(0, Number(location.hash.slice(1)) || 0), this.steps.length - 1));
  }

  transport() {
    this.slider = h('input', { type: 'range', min: 0, max: this.steps.length - 1, value: 0, 'aria-label': t('replay.position'), oninput: () => this.go(Number(this.slider.value)) });
    this.playing = button(sign('play'), () => this.toggle(), { 'aria-label': t('replay.play'), class: 'primary' });
    this.where = h('output', { class: 'where' });
    this.forks = [this.step('forkBack', (at) => nextFork(this.steps, at, -1) ?? at), this.step('forkForward', (at) => nextFork(this.steps, at, 1) ?? at)];
    return h('div', { class: 'transport', role: 'group', 'aria-label': t('replay.controls') },
      this.step('first', () => 0), this.forks[0], this.step('back', (at) => at - 1), this.playing,
      this.step('forward', (at) => at + 1), this.forks[1], this.step('last', () => this.steps.length - 1),
      h('div', { class: 'track' }, this.slider, this.where));
  }

  downloads() {
    const { game, id } = this.table;
    if (!this.source.record) return [];
    return [h('h2', {}, t('replay.download')), h('ul', { class: 'downloads' }, ...GAMES[game].formats.map((format) =>
      h('li', {}, link(gameText(game, `format.${format}`, {}, format), api.exportAddress(id, format), { download: true }))))];
  }

  /** With whose eyes the game is seen, where a seat knows more than everyone. */
  eyes() {
    const { game } = this.table;
    const look = async ({ target }) => {
      const { value } = target;
      this.seat = value && value !== ALL ? value : null;
      const { seats } = GAMES[game];
      this.all = value === ALL ? await Promise.all(seats.map(async (seat) => [seat, (await loadReplay(this.source, seat)).steps])) : null;
      this.steps = (await loadReplay(this.source, this.seat)).steps;
      this.go(this.at);
    };
    return h('label', { class: 'row actions' }, h('span', {}, t('replay.seenBy')), h('select', { onchange: look },
      h('option', { value: '' }, t('replay.everyone')), h('option', { value: ALL }, t('replay.all')),
      ...GAMES[game].seats.map((seat) => h('option', { value: seat }, `${seatName(game, seat)} ${this.names[seat]}`))));
  }

  step(name, where) {
    const label = t(`replay.${name}`);
    return button(sign(name), () => this.go(where(this.at)), { 'aria-label': label, title: label });
  }

  line({ seat, move }, at) {
    return h('li', {}, button(h('span', { class: 'move-text' }, move), () => this.go(at), { class: 'move-button', 'aria-label': this.lineName(seat, move, at) }));
  }

  lineName(seat, move, at) {
    return `${at}. ${this.names[seat] || seat}: ${move}`;
  }

  go(to) {
    this.at = Math.min(Math.max(0, to), this.steps.length - 1);
    const { view, seat, move } = this.steps[this.at];
    const before = this.steps[this.at - 1]?.view ?? null;
    const last = move ? { by: seat, move, before } : null;
    const eyes = this.all ? Object.fromEntries(this.all.map(([one, steps]) => [one, steps[this.at].view])) : null;
    this.board.show({ view, last, seat: this.seat ?? null, names: this.shortNames, advised: this.opinions.best(this.at), eyes });
    this.slider.value = String(this.at);
    this.where.textContent = t('replay.at', { at: this.at, of: this.steps.length - 1 });
    const words = last ? `${this.names[seat] || seatName(this.table.game, seat)} ${this.shape.describe(last, view)}` : t('replay.start');
    this.slider.setAttribute('aria-valuetext', words);
    if (document.activeElement !== this.slider) announce(words);
    this.drawSeats(view);
    this.drawList();
    this.forks[0].disabled = nextFork(this.steps, this.at, -1) === null;
    this.forks[1].disabled = nextFork(this.steps, this.at, 1) === null;
    this.opinions.show(this.at);
    this.playOn.show({ ply: this.at, turn: view.turn });
    // Every moment has an address; going back leads to the page before, not through all of them.
    if (this.isConnected) history.replaceState(null, '', `#${this.at}`);
    if (this.at === this.steps.length - 1) this.toggle(false);
  }

  /** Plays the better move on the board instead of the one that was made. */
  async showBetter(ply) {
    const rules = await this.page.rules();
    this.go(ply - 1);
    const { view } = this.steps[ply - 1];
    const [move] = this.opinions.best(ply - 1);
    const after = rules.view(rules.play(rules.fromView(view), move));
    const last = { by: view.turn, move, before: view };
    this.board.show({ view: after, last, seat: this.seat ?? null, names: this.shortNames });
    const words = t('opinion.instead', { who: this.names[view.turn] || seatName(this.table.game, view.turn), words: this.shape.describe(last, after) });
    this.opinions.now.textContent = words;
    announce(words);
  }

  drawList() {
    childrenOf(this.list).forEach((line, index) => {
      line.classList.toggle('current', index === this.at - 1);
      const { seat, move } = this.steps[index + 1];
      const mark = this.opinions.mark(index + 1);
      const [pressed] = childrenOf(line);
      if (pressed.dataset.mark === (mark?.sign ?? '')) return;
      pressed.dataset.mark = mark?.sign ?? '';
      pressed.replaceChildren(h('span', { class: 'move-text' }, move), mark ? h('span', { class: `mark-${mark.grade}` }, mark.sign) : '');
      pressed.setAttribute('aria-label', [this.lineName(seat, move, index + 1), mark?.words].filter(Boolean).join(', '));
    });
    const current = childrenOf(this.list)[this.at - 1];
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

  toggle(on = !this.timer) {
    clearInterval(this.timer);
    this.timer = null;
    if (on) {
      if (this.at === this.steps.length - 1) this.go(0);
      this.timer = setInterval(() => this.go(this.at + 1), PACE);
    }
    this.playing.replaceChildren(sign(this.timer ? 'pause' : 'play'));
    this.playing.setAttribute('aria-label', t(this.timer ? 'replay.pause' : 'replay.play'));
  }

  key(event) {
    if (event.target.matches?.('input:not([type=range]), select, textarea') || event.ctrlKey || event.altKey || event.metaKey) return;
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const to = way && event.shiftKey ? nextFork(this.steps, this.at, way) ?? this.at
      : way ? this.at + way
        : { Home: 0, End: this.steps.length - 1, '[': this.opinions.nextSlip(this.at, -1) ?? this.at, ']': this.opinions.nextSlip(this.at, 1) ?? this.at }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(to);
  }
}

customElements.define('replay-page', ReplayPage);

export const show = ({ id }) => ({ title: t('replay.title'), element: h('replay-page', { record: id }) });
