/** The live tables: mine, those with a seat to take, and those to watch; with filters, a search, and not more than can be looked at. */
import { api } from '../api.js';
import { seatOf } from '../arena.js';
import { lookAt, store } from '../client.js';
import { button, h, keep, link } from '../dom.js';
import { GAMES, isKnown, namesAt, titleOf } from '../games.js';
import { t } from '../i18n.js';
import { addresses } from '../router.js';
import { best, chosen, rank } from '../table_order.js';
import { Part } from './part.js';

/** Rows that are shown before somebody asks for more. */
const PAGE = 20;
/** The longest list that the server shows. */
const MOST = 200;
/** Fewer tables need no filters. */
const FEW = 8;

class TableList extends Part {
  setup() {
    this.shown = PAGE;
    this.ratings = {};
    const again = () => {
      this.shown = PAGE;
      this.look();
    };
    this.game = h('select', { 'aria-label': t('tables.game'), onchange: again }, h('option', { value: '' }, t('tables.allGames')),
      ...Object.keys(GAMES).map((game) => h('option', { value: game }, titleOf(game))));
    this.order = h('select', { 'aria-label': t('tables.order'), onchange: () => this.reorder() },
      ...['usual', 'rating', 'watched'].map((one) => h('option', { value: one }, t(`tables.order.${one}`))));
    this.search = h('input', { type: 'search', 'aria-label': t('tables.search'), placeholder: t('tables.search'), maxlength: 32, oninput: again });
    this.open = h('input', { type: 'checkbox', onchange: again });
    this.filters = h('div', { class: 'row filters' }, this.game, this.order, this.search, h('label', { class: 'row' }, this.open, h('span', {}, t('tables.open'))));
    this.count = h('span', { class: 'count' });
    this.list = h('ul', { class: 'tables' });
    this.empty = h('p', { class: 'empty' });
    this.more = button(t('tables.more'), () => {
      this.shown += PAGE;
      this.look();
    }, { class: 'small' });
    this.rest = h('p', { class: 'hint' }, t('tables.rest', { n: MOST }));
    this.replaceChildren(h('div', { class: 'heading' }, h('h2', {}, t('tables.title')), this.count), this.filters, this.list, this.empty, this.more, this.rest);
    this.look();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    lookAt('tables', null);
  }

  wishes() {
    return { game: this.game.value, open: this.open.checked, search: this.search.value.trim(), order: this.order.value };
  }

  /** Asks the server for the part of the list that is shown. */
  look() {
    lookAt('tables', { ...this.wishes(), count: Math.min(this.shown, MOST) });
    this.render(store.state);
  }

  render({ tables, listed, tablesTotal, name }) {
    const wishes = this.wishes();
    const isWished = Boolean(wishes.game || wishes.open || wishes.search || wishes.order !== 'usual');
    const shown = Object.values(tables).filter((table) => isKnown(table.game) && (listed.has(table.id) || seatOf(table, name)));
    const found = chosen(shown, name, wishes, this.ratings);
    const total = Math.max(tablesTotal ?? 0, found.length);
    this.filters.hidden = !isWished && total <= FEW;
    this.count.textContent = total ? String(total) : '';
    this.empty.hidden = found.length > 0;
    this.empty.textContent = t(tablesTotal === null ? 'loading' : isWished ? 'tables.noneLike' : 'tables.none');
    keep(this.list, found, ({ id }) => id, (table) => this.row(table), (row, table) => this.update(row, table, rank(table, name)));
    const hasMore = tablesTotal > listed.size;
    this.more.hidden = !hasMore || this.shown >= MOST;
    this.rest.hidden = !hasMore || this.shown < MOST;
  }

  /** Ratings are asked for when somebody wants the order that needs them. */
  async reorder() {
    if (this.order.value === 'rating') {
      // Of all games: the tables that come first in this order may not be on the screen yet.
      const games = Object.keys(GAMES);
      const lists = await Promise.all(games.map((game) => api.leaderboard(game).catch(() => [])));
      this.ratings = Object.fromEntries(games.map((game, at) => [game, Object.fromEntries(lists[at].map((one) => [one.name, one.rating]))]));
    }
    this.look();
  }

  row(table) {
    return h('li', { class: `table-row game-${table.game}` },
      h('span', { class: 'what' }, h('strong', {}, titleOf(table.game)), h('span', { class: 'stage' })),
      h('span', { class: 'who' }),
      link('', addresses.table(table.id), { class: 'button' }));
  }

  update(row, table, place) {
    const sitters = Object.entries(namesAt(table)).filter(([seat]) => table.seats[seat]).map(([seat, name]) => name || t(`kind.${table.seats[seat].kind}`));
    const free = Object.keys(table.seats).length - sitters.length;
    const names = free ? [...sitters, t('tables.free', { n: free })] : sitters;
    const rating = best(table, this.ratings);
    row.querySelector('.stage').textContent = [t(`stage.${table.stage}`), table.watchers ? t('tables.watched', { n: table.watchers }) : '',
      this.order.value === 'rating' && rating ? t('tables.rated', { rating: Math.round(rating * 10) / 10 }) : ''].filter(Boolean).join(' · ');
    row.querySelector('.who').textContent = names.join(' · ');
    const door = row.querySelector('a');
    door.textContent = t(['tables.return', 'tables.join', 'tables.watch'][place]);
    door.classList.toggle('primary', place < 2);
    door.setAttribute('aria-label', `${door.textContent}: ${titleOf(table.game)}, ${names.join(', ')}`);
  }
}

customElements.define('table-list', TableList);
