/** The live tables: those with a seat to take, and those to watch. */
import { seatOf } from '../arena.js';
import { h, keep, link } from '../dom.js';
import { isKnown, nameOf, titleOf } from '../games.js';
import { t } from '../i18n.js';
import { addresses } from '../router.js';
import { Part } from './part.js';

const free = (table) => Object.values(table.seats).some((who) => who === null);

/** Mine first, then those with a free seat, then those to watch. */
function rank(table, name) {
  if (seatOf(table, name)) return 0;
  return table.stage === 'gathering' && free(table) ? 1 : 2;
}

class TableList extends Part {
  setup() {
    this.list = h('ul', { class: 'tables' });
    this.empty = h('p', { class: 'empty' });
    this.replaceChildren(h('div', { class: 'heading' }, h('h2', {}, t('tables.title'))), this.list, this.empty);
  }

  render({ tables, name, welcomed }) {
    const all = Object.values(tables).filter((table) => isKnown(table.game))
      .sort((a, b) => rank(a, name) - rank(b, name) || (a.id < b.id ? 1 : -1));
    this.empty.hidden = all.length > 0;
    this.empty.textContent = t(welcomed ? 'tables.none' : 'loading');
    keep(this.list, all, ({ id }) => id, (table) => this.row(table), (row, table) => this.update(row, table, rank(table, name)));
  }

  row(table) {
    return h('li', { class: `table-row game-${table.game}` },
      h('span', { class: 'what' }, h('strong', {}, titleOf(table.game)), h('span', { class: 'stage' })),
      h('span', { class: 'who' }),
      link('', addresses.table(table.id), { class: 'button' }));
  }

  update(row, table, place) {
    const names = Object.values(table.seats).map((who) => nameOf(who) || t(who ? `kind.${who.kind}` : 'seat.free'));
    row.querySelector('.stage').textContent = t(`stage.${table.stage}`);
    row.querySelector('.who').textContent = names.join(' · ');
    const door = row.querySelector('a');
    door.textContent = t(['tables.return', 'tables.join', 'tables.watch'][place]);
    door.classList.toggle('primary', place < 2);
    door.setAttribute('aria-label', `${door.textContent}: ${titleOf(table.game)}, ${names.join(', ')}`);
  }
}

customElements.define('table-list', TableList);
