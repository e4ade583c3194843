/** "Play on from here": a new game from a moment of a finished one, against a bot, or with a friend at this screen. */
import { ApiError, api } from '../api.js';
import { store } from '../client.js';
import { button, h, link } from '../dom.js';
import { GAMES, botName, isLocal } from '../games.js';
import { gameText, t } from '../i18n.js';
import { botPauseWanted } from '../pace.js';
import { addresses, go } from '../router.js';
import { mustBeIn } from './come_in.js';
import { notify } from './notices.js';

class PlayOn extends HTMLElement {
  /** @type {{source: import('../replay.js').Source, table: any, game: import('../games.js').GamePage}} set before it is put on the page */
  facts = null;

  connectedCallback() {
    const { table } = this.facts;
    const { bots } = GAMES[table.game];
    this.bot = h('select', { 'aria-label': t('seat.chooseBot') }, ...bots.toReversed().map((bot) => h('option', { value: bot }, botName(bot))));
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
    try {
      const made = await api.makeTable({ game: table.game, after, bot_pause: botPauseWanted(), seats: Object.fromEntries(seats.map((seat) =>
        [seat, seat === mine ? { kind: 'person', name: store.state.name } : { kind: 'bot', name: this.bot.value }])) });
      go(addresses.table(made.id));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify(error.message || t('error.unreachable'), 'bad');
    }
  }
}

customElements.define('play-on', PlayOn);
