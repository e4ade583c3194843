/** "Invite a friend": a table with one seat for me, the others for whoever has the link. */
import { ApiError, api } from '../api.js';
import { clockOf, clockOptions } from '../clocks.js';
import { store } from '../client.js';
import { button, h, openDialog } from '../dom.js';
import { GAMES, seatName, titleOf } from '../games.js';
import { t } from '../i18n.js';
import { addresses, go } from '../router.js';
import { mustBeIn } from './come_in.js';

/** Opens the choice of side and clock, and makes the table. */
export function inviteFriend(game) {
  if (!mustBeIn(() => inviteFriend(game))) return;
  const { seats } = GAMES[game];
  const side = h('select', { id: 'friend-side' }, ...seats.map((seat) => h('option', { value: seat }, seatName(game, seat))), h('option', { value: '' }, t('friend.drawn')));
  const clock = h('select', { id: 'friend-clock' }, ...clockOptions(seats.length, GAMES[game]).map(([value, text]) => h('option', { value }, text)));
  const secret = h('input', { id: 'friend-private', type: 'checkbox', checked: true });
  const why = h('p', { class: 'why', role: 'alert' });
  const make = async (event) => {
    event.preventDefault();
    const mine = side.value || seats[Math.floor(Math.random() * seats.length)];
    try {
      const table = await api.makeTable({ game, seats: { [mine]: { kind: 'person', name: store.state.name } }, private: secret.checked, ...clockOf(clock.value) });
      dialog.close();
      go(addresses.table(table.id));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      why.textContent = error.message;
    }
  };
  const dialog = h('dialog', { class: 'friend', 'aria-labelledby': 'friend-title' },
    h('form', { method: 'dialog', onsubmit: make },
      h('h2', { id: 'friend-title' }, `${t('friend.invite')}: ${titleOf(game)}`),
      h('label', { for: 'friend-side' }, h('span', {}, t('friend.side')), side),
      h('label', { for: 'friend-clock' }, h('span', {}, t('make.clock')), clock),
      h('label', { class: 'switch', for: 'friend-private' }, h('span', {}, t('friend.private')), secret),
      why,
      h('div', { class: 'row end' }, button(t('cancel'), () => dialog.close()), h('button', { class: 'primary' }, t('friend.make')))));
  openDialog(dialog);
}
