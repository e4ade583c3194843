/** A finished game, step by step: slider, arrow keys, play and pause, and the record to take away. */
import { api } from '../api.js';
import { button, h, link, svg } from '../dom.js';
import { GAMES, isKnown, namesAt, seatsFrom } from '../games.js';
import { moment, t } from '../i18n.js';
import { addresses } from '../router.js';
import { announce } from './notices.js';
import './result_banner.js';
import './seat_panel.js';

const PACE = 900;

const SIGNS = {
  first: 'M5 4h2.500v16H5zM20 4v16L8.500 12z',
  back: 'M18 4v16L6 12z',
  play: 'M6 3.500v17L20 12z',
  pause: 'M5 4h5v16H5zM14 4h5v16h-5z',
  forward: 'M6 4v16l12-8z',
  last: 'M16.500 4H19v16h-2.500zM4 4v16l11.500-8z',
};
const sign = (name) => svg('svg', { class: 'sign', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: SIGNS[name] }));

class ReplayPage extends HTMLElement {
  async connectedCallback() {
    this.replaceChildren(h('p', { class: 'empty' }, t('loading')));
    try {
      const answer = await this.load();
      this.table = answer.table;
      this.steps = answer.steps;
      if (!isKnown(this.table.game)) throw new Error(t('replay.unknown', { game: this.table.game }));
      this.shape = await GAMES[this.table.game].board();
      if (this.isConnected) this.build();
    } catch (error) {
      this.replaceChildren(h('div', { class: 'paper nowhere' }, h('h1', {}, t('replay.missing')),
        h('p', {}, error.message || t('error.unreachable')), link(t('table.toLobby'), addresses.lobby(), { class: 'button primary' })));
    }
  }

  /** A finished table, or a game of a contest, which has no record of its own. */
  async load() {
    const contest = this.getAttribute('contest');
    if (!contest) {
      const { steps, ...table } = await api.record(this.getAttribute('record'));
      return { steps, table };
    }
    const { seats, steps, winner, ...outcome } = await api.contestGame(contest, this.getAttribute('number'));
    const entries = Object.entries(seats);
    return { steps, table: {
      id: contest, game: this.getAttribute('game'),
      seats: Object.fromEntries(entries.map(([seat, name]) => [seat, { name, kind: 'program' }])),
      outcome: { ...outcome, winners: entries.filter(([, name]) => name === winner).map(([seat]) => seat) },
    } };
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  build() {
    const { game } = this.table;
    this.names = namesAt(this.table);
    this.board = this.shape.make();
    this.seats = h('div', { class: 'seats' }, ...seatsFrom(game, null).map(() => h('seat-panel')));
    this.slider = h('input', { type: 'range', min: 0, max: this.steps.length - 1, value: 0, 'aria-label': t('replay.position'), oninput: () => this.go(Number(this.slider.value)) });
    this.playing = button(sign('play'), () => this.toggle(), { 'aria-label': t('replay.play'), class: 'primary' });
    this.where = h('output', { class: 'where' });
    this.list = h('ol', { class: 'moves' }, ...this.steps.slice(1).map((step, at) => this.line(step, at + 1)));
    const end = h('result-banner');
    this.replaceChildren(h('div', { class: `at-table replay game-${game}` },
      h('div', { class: 'heading' }, h('h1', {}, t(`game.${game}`)),
        h('span', { class: 'stage' }, [t('replay.title'), this.table.ended ? moment(this.table.ended) : ''].filter(Boolean).join(' · ')),
        GAMES[game].hidden && !this.hasAttribute('contest') ? this.eyes() : ''),
      this.seats, end,
      h('div', { class: 'board-room' }, this.board,
        h('div', { class: 'transport', role: 'group', 'aria-label': t('replay.controls') },
          this.step('first', () => 0), this.step('back', (at) => at - 1), this.playing,
          this.step('forward', (at) => at + 1), this.step('last', () => this.steps.length - 1), this.slider, this.where)),
      h('aside', { class: 'paper side' }, h('h2', {}, t('replay.moves')), this.list,
        this.hasAttribute('contest') ? '' : h('h2', {}, t('replay.download')), this.hasAttribute('contest') ? '' : h('ul', { class: 'downloads' }, ...GAMES[game].formats.map((format) =>
          h('li', {}, link(t(`format.${format}`), api.exportAddress(this.table.id, format), { download: true })))))));
    if (this.table.outcome) end.show({ game, ended: this.table.outcome, names: this.names, mine: null, actions: [] });
    else end.hidden = true;
    this.addEventListener('keydown', (event) => this.key(event));
    this.go(Math.min(Math.max(0, Number(location.hash.slice(1)) || 0), this.steps.length - 1));
  }

  /** With whose eyes the game is seen, where a seat knows more than everyone. */
  eyes() {
    const { game, id } = this.table;
    const look = async ({ target }) => {
      this.seat = target.value || null;
      this.steps = (await api.record(id, this.seat)).steps;
      this.go(this.at);
    };
    return h('label', { class: 'row actions' }, h('span', {}, t('replay.seenBy')), h('select', { onchange: look },
      h('option', { value: '' }, t('replay.everyone')),
      ...GAMES[game].seats.map((seat) => h('option', { value: seat }, `${t(`seat.${game}.${seat}`)} ${this.names[seat]}`))));
  }

  step(name, where) {
    const label = t(`replay.${name}`);
    return button(sign(name), () => this.go(where(this.at)), { 'aria-label': label, title: label });
  }

  line({ seat, move }, at) {
    return h('li', {}, button(move, () => this.go(at), { class: 'move-button', 'aria-label': `${at}. ${this.names[seat] || seat}: ${move}` }));
  }

  go(to) {
    this.at = Math.min(Math.max(0, to), this.steps.length - 1);
    const { view, seat, move } = this.steps[this.at];
    const before = this.steps[this.at - 1]?.view ?? null;
    const last = move ? { by: seat, move, before } : null;
    this.board.show({ view, last, seat: this.seat ?? null, names: this.names });
    this.slider.value = String(this.at);
    this.where.textContent = t('replay.at', { at: this.at, of: this.steps.length - 1 });
    const words = last ? `${this.names[seat] || t(`seat.${this.table.game}.${seat}`)} ${this.shape.describe(last, view)}` : t('replay.start');
    this.slider.setAttribute('aria-valuetext', words);
    if (document.activeElement !== this.slider) announce(words);
    this.drawSeats(view);
    [...this.list.children].forEach((line, index) => line.classList.toggle('current', index === this.at - 1));
    const current = this.list.children[this.at - 1];
    if (current) this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
    if (this.at === this.steps.length - 1) this.toggle(false);
  }

  drawSeats(view) {
    seatsFrom(this.table.game, null).forEach((seat, index) => this.seats.children[index].show({
      game: this.table.game, seat, who: this.table.seats[seat] && { ...this.table.seats[seat], here: true }, mine: false,
      turn: view.turn === seat, deadline: null, absentUntil: undefined, standing: this.shape.standing(view, seat), doors: [], won: false, turnWords: 'seat.toMove',
    }));
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
    if (event.target.matches?.('input[type=text]')) return;
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.steps.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(to);
  }
}

customElements.define('replay-page', ReplayPage);

export const show = ({ id }) => ({ title: t('replay.title'), element: h('replay-page', { record: id }) });
