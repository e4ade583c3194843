/** The operator's list of all live tables, each of which can be closed. */
import { ApiError, api } from '../api.js';
import { button, h, link } from '../dom.js';
import { nameOf, seatName, titleOf } from '../games.js';
import { t } from '../i18n.js';
import { addresses } from '../router.js';
import { notify } from './notices.js';
import { operatorField, operatorToken } from './operator.js';
import { Part } from './part.js';

const MINUTE = 60;

/** Whole minutes since a time of the server. */
const minutesSince = (time) => Math.max(0, Math.floor((Date.now() / 1000 - time) / MINUTE));

class OperatorPage extends Part {
  setup() {
    this.why = h('p', { class: 'why', role: 'alert' });
    this.list = h('div', { 'aria-live': 'polite' });
    this.replaceChildren(h('div', { class: 'heading' }, h('h1', {}, t('operator.title'))),
      h('section', { class: 'paper' },
        h('form', { class: 'contest-form', onsubmit: (event) => { event.preventDefault(); this.load(); } },
          operatorField('operator-token'), h('p', { class: 'hint' }, t('contests.explain')), this.why,
          h('button', { class: 'primary' }, t('operator.show')))),
      h('section', { class: 'paper' }, h('p', { class: 'hint' }, t('operator.explain')), this.list));
    if (operatorToken()) this.load();
  }

  async load() {
    await this.attempt(async () => {
      const tables = await api.operatorTables(operatorToken());
      this.list.replaceChildren(tables.length ? h('ul', {}, ...tables.map((table) => this.row(table))) : h('p', { class: 'empty' }, t('operator.none')));
    });
  }

  row(table) {
    const { id, game, seats, opened, deserted_since: empty, maker, watchers, port } = table;
    const facts = [t('operator.opened', { n: minutesSince(opened) }), empty === null ? '' : t('operator.empty', { n: minutesSince(empty) }),
      maker === null ? '' : t('operator.maker', { name: maker }), watchers ? t('operator.watchers', { n: watchers }) : '', port === null ? '' : t('operator.port', { port })];
    const players = Object.entries(seats).filter(([, who]) => who)
      .map(([seat, who]) => `${seatName(game, seat)}: ${who.here ? nameOf(who) : `(${nameOf(who)})`}`);
    return h('li', { class: 'table-row' },
      h('span', { class: 'what' }, h('strong', {}, link(titleOf(game), addresses.table(id))), h('span', { class: 'stage' }, facts.filter(Boolean).join(' · '))),
      h('span', { class: 'who' }, players.join(' · ')),
      button(t('operator.close'), () => this.close(table), { class: 'small', 'aria-label': `${t('operator.close')}: ${titleOf(game)} ${id}` }));
  }

  async close(table) {
    await this.attempt(async () => {
      await api.closeTable(table.id, operatorToken());
      notify(t('operator.closed'));
      await this.load();
    });
  }

  async attempt(act) {
    this.why.textContent = '';
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.why.textContent = error.message;
    }
  }
}

customElements.define('operator-page', OperatorPage);

export const show = () => ({ title: t('operator.title'), element: h('operator-page') });
