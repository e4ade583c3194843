/** A link is a seat: whoever follows one is asked for a name, if they have none, and sits down. */
import { seatOf } from '../arena.js';
import { clockWords } from '../clocks.js';
import { say, store } from '../client.js';
import { nameOf, titleOf } from '../games.js';
import { t } from '../i18n.js';
import { ask } from './ask.js';
import { openDoor } from './come_in.js';
import { notify } from './notices.js';

const freeSeat = (table) => Object.keys(table.seats).find((seat) => table.seats[seat] === null);

/** Offers the first free seat of a table to somebody who came by its link. */
export async function offerSeat(table) {
  const seat = freeSeat(table);
  if (!location.pathname.startsWith('/t/') || !seat || seatOf(table, store.state.name)) return;
  const host = Object.values(table.seats).find((who) => who?.kind === 'person');
  const words = [host ? t('offer.by', { name: nameOf(host), game: titleOf(table.game) }) : t('offer.plain', { game: titleOf(table.game) }), clockWords(table)]
    .filter(Boolean).join(' ');
  const sit = () => {
    // Somebody else may have taken it while the name was typed.
    const free = freeSeat(store.state.tables[table.id] ?? table);
    if (!free) notify(t('offer.full'));
    else if (!say({ type: 'sit', table: table.id, seat: free })) notify(t('line.not'), 'bad');
  };
  if (!store.state.token) {
    openDoor(words, t('offer.sit'), sit, t('offer.watch'));
    return;
  }
  if (await ask(words, t('offer.sit'), t('offer.watch'))) sit();
}
