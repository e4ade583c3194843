/** Before a game begins: how many seats are empty, and how people and programs come to them. */
import { clockWords } from '../clocks.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { commandLines } from './seat_doors.js';
import { shareLink } from './share_link.js';

class TableWaiting extends HTMLElement {
  /** @param {{table: any, mine: string|null, hasView: boolean}} facts */
  show({ table, mine, hasView }) {
    const gathering = table.stage === 'gathering';
    this.hidden = hasView && !gathering;
    if (this.hidden) return;
    const empty = Object.values(table.seats).filter((who) => !who?.here).length;
    const key = `${table.stage} ${empty} ${mine} ${JSON.stringify(table.commands)}`;
    if (this.dataset.key === key) return;
    this.dataset.key = key;
    this.replaceChildren(
      h('h2', {}, gathering ? t('table.gathering', { n: empty }) : t('loading')),
      h('p', { class: 'hint' }, [gathering ? t('table.begins') : '', clockWords(table)].filter(Boolean).join(' ')), h('p', {}, t('table.share')), shareLink(table.id), commandLines(table, mine));
  }
}

customElements.define('table-waiting', TableWaiting);
