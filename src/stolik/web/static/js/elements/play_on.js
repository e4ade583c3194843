/** "Play on from here": a new game from a moment of a finished one, against a bot, or with a friend at this screen. */
import { api } from '../api.js';
import { store } from '../client.js';
import { button, h, link } from '../dom.js';
import { isLocal } from '../games.js';
import { gameText, t } from '../i18n.js';
import { botPauseWanted } from '../pace.js';
import { addresses, go } from '../router.js';
import { mustBeIn } from './come_in.js';
import { attempt } from './notices.js';
import { botChoice } from './seat_doors.js';

class PlayOn extends HTMLElement {
  /** @type {{source: import('../replay.js').Source, table: any, game: import('../games.js').GamePage}} set before it is put on the page */
  facts = null;

  connectedCallback() {
    const { table } = this.facts;
    this.bot = botChoice(table.game, t('seat.chooseBot'));
    this.start = button(t('fork.play'), () => this.play(), { class: 'primary' });
    this.local = isLocal(table.game) ? link(t('fork.local'), '/', {}) : null;
    this.over = h('p', { class: 'hint' }, t('fork.over'));
    this.ways = h('div', { class: 'fork-ways' }, h('div', { class: 'row' }, this.bot, this.start), this.local,
      h('p', { class: 'hint' }, gameText(table.game, 'fork.hint')));
    this.replaceChildren(h('h2', {}, t('fork.title')), this.ways, this.over);
  }

  /** @param {{ply: number, turn: string|null}} where */
  show(where) {
    this.where = where;
    this.ways.hidden = where.turn === null;
    this.over.hidden = where.turn !== null;
    if (this.local) this.local.setAttribute('href', addresses.local(this.facts.table.game, this.after()));
  }

  after() {
    const source = Object.entries(this.facts.source).filter(([, value]) => value);
    return { ...Object.fromEntries(source), ply: this.where.ply };
  }

  async play() {
    const { table, game: { seats, firstBegins } } = this.facts;
    if (!mustBeIn(() => this.play())) return;
    const mine = firstBegins ? seats[0] : this.where.turn;
    /** @type {Object<string, any>} */
    const after = this.after();
    if (after.number) after.number = Number(after.number);
    const made = await attempt(api.makeTable({ game: table.game, after, bot_pause: botPauseWanted(), seats: Object.fromEntries(seats.map((seat) =>
      [seat, seat === mine ? { kind: 'person', name: store.state.name } : { kind: 'bot', name: this.bot.value }])) }));
    if (made) go(addresses.table(made.id));
  }
}

customElements.define('play-on', PlayOn);
