/** Logging out says what it does, and gives the code by which the name can be had again in any browser. */
import { seatOf } from '../arena.js';
import { goOut, store } from '../client.js';
import { button, h, openDialog } from '../dom.js';
import { t } from '../i18n.js';
import { copyable } from './seat_doors.js';

/** The code of this person, as a text that can be kept in a file. */
const fileText = (name, code) => `${t('code.file', { name, address: location.origin })}\n\n${code}\n`;

/** Shows the code, and logs out when that is wanted. */
export function openLogOut() {
  const { name, token, tables } = store.state;
  const plays = Object.values(tables).some((table) => seatOf(table, name));
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(fileText(name, token))}`;
  const dialog = h('dialog', { class: 'log-out', 'aria-labelledby': 'log-out-title' },
    h('h2', { id: 'log-out-title' }, t('code.title', { name })),
    h('p', {}, t('code.explain', { name })),
    plays ? h('p', {}, t('code.playing')) : '',
    copyable(token, t('code.label')),
    h('p', {}, h('a', { href: file, download: `stolik-${name}.txt` }, t('code.download'))),
    h('div', { class: 'row end' },
      button(t('code.stay'), () => dialog.close()),
      button(t('goOut'), () => {
        dialog.close();
        goOut();
      }, { class: 'primary' })));
  openDialog(dialog);
}
