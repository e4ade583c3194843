/** Finished games, newest first, each with its address. */
import { api } from '../api.js';
import { button, h, link } from '../dom.js';
import { isKnown, namesAt, seatName, titleOf } from '../games.js';
import { moment, t } from '../i18n.js';
import { addresses } from '../router.js';

/** How many the server tells at once. */
const PAGE = 20;

/** A table where a seat was never taken is not a game that anybody played. */
const began = (table) => Object.values(table.seats).every(Boolean);

/** A list of finished games that grows on demand. */
export function recordList(wishes = {}) {
  const list = h('ul', { class: 'records' });
  const state = h('p', { class: 'empty' }, t('loading'));
  let before;
  const more = button(t('records.more'), () => load(), { class: 'small', hidden: true });
  const load = async () => {
    try {
      const found = await api.records({ ...wishes, before });
      before = found.at(-1)?.id;
      list.append(...found.filter((table) => isKnown(table.game) && began(table)).map(row));
      more.hidden = found.length < PAGE;
      state.hidden = list.children.length > 0;
      state.textContent = t('records.none');
    } catch (error) {
      state.hidden = false;
      state.textContent = error.message;
    }
  };
  load();
  return h('div', {}, list, state, more);
}

function row(table) {
  const names = Object.entries(namesAt(table)).map(([seat, name]) => {
    const winners = table.outcome?.winners ?? [];
    const won = winners.includes(seat) && winners.length < Object.keys(table.seats).length;
    return h('span', { class: won ? 'won' : 'not-won' }, name || seatName(table.game, seat), won ? h('span', { class: 'crown', title: t('result.winner') }, ' ★') : '');
  });
  const when = table.ended ?? table.created;
  return h('li', { 'data-id': table.id, class: `table-row game-${table.game}` },
    h('span', { class: 'what' }, h('strong', {}, titleOf(table.game)), when ? h('span', { class: 'stage' }, moment(when)) : ''),
    h('span', { class: 'who' }, ...names.flatMap((name, at) => (at ? [' · ', name] : [name]))),
    link(t('records.replay'), addresses.replay(table.id), { class: 'button' }));
}
