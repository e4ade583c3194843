/** Invitations pop up here, wherever one is on the page; and those that one has sent can be taken back. */
import { clockWords } from '../clocks.js';
import { messages, say, store } from '../client.js';
import { button, h, keep } from '../dom.js';
import { GAMES, seatName, titleOf } from '../games.js';
import { has, t } from '../i18n.js';
import { addresses, go } from '../router.js';
import { announce, notify } from './notices.js';
import { Part } from './part.js';

/**
 * Who invites to what, and on which terms.
 * @param {{by: string, game: string, terms?: any}} invitation
 */
export function invitationWords({ by, game, terms = {} }) {
  const side = GAMES[game]?.seats.find((seat) => seat !== (terms.side ?? GAMES[game].seats[0]));
  return [t('invitation.by', { name: by, game: titleOf(game) }), side ? t('invitation.side', { side: seatName(game, side) }) : '', clockWords(terms)]
    .filter(Boolean).join(' ');
}

class PageInvitations extends Part {
  /** @type {{table: string, name: string}[]} who wants to play again, while another page is shown than that game's */
  rematches = [];

  setup() {
    this.list = h('div', { class: 'invitations' });
    this.replaceChildren(this.list);
    this.listen(messages, 'invited', ({ detail: { message } }) => announce(invitationWords(message)));
    this.listen(messages, 'withdrawn', ({ detail: { message, before } }) => {
      // The server tells us of our own answer too; that needs no words.
      const stood = before.inviting.some(({ to }) => to === message.other) || before.invited.some(({ by }) => by === message.other);
      if (stood) notify(t(has(`invitation.off.${message.why}`) ? `invitation.off.${message.why}` : 'invitation.off', { name: message.other }));
    });
    this.listen(messages, 'followed', ({ detail: { message } }) => {
      if (location.pathname.endsWith(`/${message.table}`)) go(addresses.table(message.new.id));
    });
    this.listen(messages, 'rematch', ({ detail: { message: { table, name } } }) => {
      if (name === store.state.name || location.pathname.endsWith(`/${table}`)) return;
      announce(t('result.wantsRematch', { name }));
      this.showRematches([...this.rematches.filter((one) => one.table !== table), { table, name }]);
    });
    this.listen(messages, 'matched', ({ detail: { message } }) => {
      this.showRematches([]);
      go(addresses.table(message.table.id));
    });
  }

  showRematches(rematches) {
    this.rematches = rematches;
    this.render(store.state);
  }

  render({ invited, inviting }) {
    const again = this.rematches.map((one) => ({ ...one, key: `again ${one.table} ${one.name}` }));
    const cards = [...again, ...invited.map((one) => ({ ...one, key: `by ${one.by}` })), ...inviting.map((one) => ({ ...one, key: `to ${one.to}` }))];
    keep(this.list, cards, ({ key }) => key, (one) => (one.table ? this.rematch(one) : one.by ? this.incoming(one) : this.outgoing(one)));
  }

  rematch({ table, name }) {
    const put = () => this.showRematches(this.rematches.filter((one) => one.table !== table));
    const accept = () => say({ type: 'rematch', table }) && put();
    return h('section', { class: 'invitation', 'aria-label': t('invitation') },
      h('p', {}, t('result.wantsRematch', { name })),
      h('div', { class: 'row' }, button(t('result.rematch'), accept, { class: 'primary' }), button(t('close'), put)));
  }

  incoming(invitation) {
    const answer = (accept) => () => say({ type: 'answer', to: invitation.by, accept });
    return h('section', { class: 'invitation', 'aria-label': t('invitation') },
      h('p', {}, invitationWords(invitation)),
      h('div', { class: 'row' },
        button(t('invitation.accept'), answer(true), { class: 'primary' }), button(t('invitation.decline'), answer(false))));
  }

  outgoing({ to, game }) {
    return h('section', { class: 'invitation sent', 'aria-label': t('invitation') },
      h('p', {}, t('invitation.to', { name: to, game: titleOf(game) })),
      h('div', { class: 'row' }, button(t('invitation.takeBack'), () => say({ type: 'cancel', to }))));
  }
}

customElements.define('page-invitations', PageInvitations);
