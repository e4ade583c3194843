/** The exchange of lines between the server and the programs of a finished game, read when it is opened. */
import { api } from '../api.js';
import { h } from '../dom.js';
import { GAMES } from '../games.js';
import { t } from '../i18n.js';

/** The part of an address that opens it. */
export const LINES = 'lines';

/** Whether a finished table has such an exchange to look at: a program played there, in a language of lines. */
export const hasLines = (table) => GAMES[table.game].formats.includes('report') && Object.values(table.seats).some((who) => who?.kind === 'program');

/** @param {any} table a finished one that is in the records */
export function exchange(table) {
  const lines = h('pre', { class: 'lines', tabindex: '0' }, t('loading'));
  const whole = h('details', { class: 'exchange', id: LINES, ontoggle: () => whole.open && read() },
    h('summary', {}, t('replay.lines')), h('p', { class: 'hint' }, t('replay.linesWords')), lines);
  let asked = false;
  const read = async () => {
    if (asked) return;
    asked = true;
    try {
      lines.textContent = await api.lines(table.id);
    } catch (error) {
      asked = false;
      lines.textContent = error.message;
    }
  };
  whole.open = location.search === `?${LINES}`;
  return whole;
}
