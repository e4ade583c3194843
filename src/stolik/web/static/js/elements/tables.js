/** The live tables: mine, those with a seat to take, and those to watch; with filters, a search, and not more than can be looked at. */
import { api } from '../api.js';
import { store } from '../client.js';
import { button, h, keep, link } from '../dom.js';
import { GAMES, isKnown, nameOf, titleOf } from '../games.js';
import { t } from '../i18n.js';
import { addresses } from '../router.js';
import { best, chosen, rank } from '../table_order.js';
import { Part } from './part.js';

/** Rows that are shown before somebody asks for more. */
const PAGE = 20;
/** Fewer tables need no filters. */
const FEW = 8;

class TableList extends Part {
  setup() {
    this.shown = PAGE;
    this.ratings = {};
    const again = () => {
      this.shown = PAGE;
      this.render(store.state);
    };
    this.game = h('select', { 'aria-label': t('tables.game'), onchange: again }, h('option', { value: '' }, t('tables.allGames')),
      ...Object.keys(GAMES).map((game) => h('option', { value: game }, titleOf(game))));
    this.order = h('select', { 'aria-label': t('tables.order'), onchange: () => this.reorder() },
      ...['usual', 'rating', 'watched'].map((one) => h('option', { value: one }, t(`tables.order.${one}`))));
    this.search = h('input', { type: 'search', 'aria-label': t('tables.search'), placeholder: t('tables.search'), oninput: again });
    this.open = h('input', { type: 'checkbox', onchange: again });
    this.filters = h('div', { class: 'row filters' }, this.game, this.order, this.search, h('label', { class: 'row' }, this.open, h('span', {}, t('tables.open'))));
    this.count = h('span', { class: 'count' });
    this.list = h('ul', { class: 'tables' });
    this.empty = h('p', { class: 'empty' });
    this.more = button(t('tables.more'), () => {
      this.shown += PAGE;
      this.render(store.state);
    }, { class: 'small' });
    this.replaceChildren(h('div', { class: 'heading' }, h('h2', {}, t('tables.title')), this.count), this.filters, this.list, this.empty, this.more);
  }

  render({ tables, name, welcomed }) {
    const all = Object.values(tables).filter((table) => isKnown(table.game));
    this.filters.hidden = all.length <= FEW;
    const wishes = this.filters.hidden ? {} : { game: this.game.value, open: this.open.checked, search: this.search.value, order: this.order.value };
    const found = chosen(all, name, wishes, this.ratings);
    this.count.textContent = all.length ? String(all.length) : '';
    this.empty.hidden = found.length > 0;
    this.empty.textContent = t(!welcomed ? 'loading' : all.length ? 'tables.noneLike' : 'tables.none');
    keep(this.list, found.slice(0, this.shown), ({ id }) => id, (table) => this.row(table), (row, table) => this.update(row, table, rank(table, name)));
    this.more.hidden = found.length <= this.shown;
  }

  /** Ratings are asked for when somebody wants the order that needs them. */
  async reorder() {
    if (this.order.value === 'rating') {
      const games = [...new Set(Object.values(store.state.tables).map(({ game }) => game))].filter(isKnown);
      const lists = await Promise.all(games.map((game) => api.leaderboard(game).catch(() => [])));
      this.ratings = Object.fromEntries(games.map((game, at) => [game, Object.fromEntries(lists[at].map((one) => [one.name, one.rating]))]));
    }
    this.render(store.state);
  }

  row(table) {
    return h('li', { class: `table-row game-${table.game}` },
      h('span', { class: 'what' }, h('strong', {}, titleOf(table.game)), h('span', { class: 'stage' })),
      h('span', { class: 'who' }),
      link('', addresses.table(table.id), { class: 'button' }));
  }

  update(row, table, place) {
    const names = Object.values(table.seats).map((who) => nameOf(who) || t(who ? `kind.${who.kind}` : 'seat.free'));
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
