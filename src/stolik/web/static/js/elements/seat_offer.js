/** A link is a seat: whoever follows one is asked for a name, if they have none, and sits down. */
import { seatOf } from '../arena.js';
import { clockWords } from '../clocks.js';
import { say, store } from '../client.js';
import { button, h } from '../dom.js';
import { nameOf, titleOf } from '../games.js';
import { t } from '../i18n.js';
import { openDoor } from './come_in.js';
import { notify } from './notices.js';

const freeSeat = (table) => Object.keys(table.seats).find((seat) => table.seats[seat] === null);

/** Offers the first free seat of a table to somebody who came by its link. */
export function offerSeat(table) {
  const seat = freeSeat(table);
  if (!location.pathname.startsWith('/t/') || !seat || seatOf(table, store.state.name)) return;
  const hosts = Object.values(table.seats).filter((who) => who?.kind === 'person').map(nameOf);
  const words = [hosts.length ? t('offer.by', { name: hosts.join(', '), game: titleOf(table.game) }) : t('offer.plain', { game: titleOf(table.game) }), clockWords(table)]
    .filter(Boolean).join(' ');
  const sit = () => {
    // Somebody else may have taken it while the name was typed.
    const free = freeSeat(store.state.tables[table.id] ?? table);
    if (!free) notify(t('offer.full'));
    else if (!say({ type: 'sit', table: table.id, seat: free })) notify(t('line.not'), 'bad');
  };
  if (!store.state.token) {
    openDoor(words, t('offer.sit'), sit);
    return;
  }
  const dialog = h('dialog', { class: 'ask', 'aria-label': words }, h('p', {}, words), h('div', { class: 'row end' },
    button(t('offer.watch'), () => dialog.close()),
    button(t('offer.sit'), () => {
      dialog.close();
      sit();
    }, { class: 'primary' })));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
