/** Calls the person at the page when it is their turn or somebody invites them: by the title, a sound and a notification. */
import { messages, store } from '../client.js';
import { titleOf } from '../games.js';
import { t } from '../i18n.js';
import { memory } from '../memory.js';
import { addresses, go } from '../router.js';
import { play } from '../sound.js';
import { isNewTurn, turnsOf } from '../waiting.js';
import { invitationWords } from './invitations.js';

/** The page's title, with what waits for the person before it. */
export function titleWith(title, state) {
  const [turn] = turnsOf(state);
  const [invitation] = state.invited;
  const words = turn ? `${t('seat.yourTurn')}: ${titleOf(turn.game)}` : invitation ? invitationWords(invitation) : '';
  return words ? `● ${words} · Stolik` : `${title} · Stolik`;
}

export const canNotify = () => 'Notification' in globalThis;
export const notificationsOn = () => canNotify() && memory.get('notify') === 'on' && Notification.permission === 'granted';

/** Asks the browser for leave to notify; tells whether it is given. */
export async function wantNotifications() {
  const given = (await Notification.requestPermission()) === 'granted';
  memory.set('notify', given ? 'on' : 'off');
  return given;
}

/** Only whoever looks elsewhere needs a notification; the tag keeps several tabs from repeating it. */
function call(words, tag, path) {
  if (!notificationsOn() || (!document.hidden && document.hasFocus())) return;
  try {
    const note = new Notification('Stolik', { body: words, tag, icon: '/static/icon-192.png' });
    note.addEventListener('click', () => {
      focus();
      go(path);
      note.close();
    });
  } catch {
    // Some phones allow it to installed pages only.
  }
}

export function startAttention() {
  messages.addEventListener('asked', (event) => {
    const { message, before } = /** @type {CustomEvent} */ (event).detail;
    if (!isNewTurn(message, before, store.state)) return;
    play('yours');
    const { game } = turnsOf(store.state).find(({ id }) => id === message.table);
    call(`${t('seat.yourTurn')}: ${titleOf(game)}`, message.table, addresses.table(message.table));
  });
  messages.addEventListener('invited', (event) => {
    const { message } = /** @type {CustomEvent} */ (event).detail;
    play('invited');
    call(invitationWords(message), `by ${message.by}`, location.pathname);
  });
}
