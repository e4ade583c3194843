/** What a player can do at a table beside moving: leave, resign, offer a draw and answer one, claim the win. */
import { api } from '../api.js';
import { waitText } from '../clocks.js';
import { messages, say, secondsUntil, store } from '../client.js';
import { button, h, link } from '../dom.js';
import { seatName } from '../games.js';
import { t } from '../i18n.js';
import { addresses, go } from '../router.js';
import { ask } from './ask.js';
import { openDoorByCode } from './come_in.js';
import { notify } from './notices.js';
import { Part } from './part.js';

/** The other people who are still in the game: only people agree on a draw, or are waited for. */
const peopleBeside = (table, mine) => Object.entries(table.seats)
  .filter(([seat, who]) => seat !== mine && who?.kind === 'person' && !who.stand_in).map(([seat]) => seat);

class TableControls extends Part {
  /** @type {{table: any, mine: string|null, known: any, names: Object<string, string>, hint: (() => void)|null}} */
  facts = null;

  setup() {
    this.className = 'table-controls';
    this.every(0.2, () => this.tick());
    for (const type of ['draw_offered', 'draw_declined', 'taken_over']) {
      this.listen(messages, type, ({ detail: { message, before } }) => message.table === this.facts?.table.id && this.tell(message, before));
    }
  }

  show(facts) {
    this.facts = facts;
    const { table, mine, known, hint } = facts;
    const key = JSON.stringify([mine, store.state.token, Boolean(hint), Boolean(known.ended), table.stage, table.seats, known.draw, known.absent]);
    if (this.dataset.key === key) return;
    this.dataset.key = key;
    this.claimIn = null;
    this.replaceChildren(...(known.ended ? [] : mine ? this.parts(table, mine) : this.wayBack(table)));
    this.tick();
  }

  /** For somebody without a name, who may have a seat here in another browser. */
  wayBack(table) {
    if (store.state.token || table.stage === 'gathering' || !Object.values(table.seats).some((who) => who?.kind === 'person')) return [];
    return [h('p', { class: 'hint' }, t('code.seat')), button(t('code.have'), openDoorByCode, { class: 'quiet' })];
  }

  parts(table, mine) {
    if (table.stage === 'gathering') return [this.leave()];
    if (table.seats[mine]?.stand_in !== 'resigned') return [...this.news(), ...this.choices()];
    return [h('p', { class: 'hint' }, t('control.resigned')), link(t('table.toLobby'), addresses.lobby(), { class: 'button' })];
  }

  who(seat) {
    return this.facts.names[seat] || seatName(this.facts.table.game, seat);
  }

  choices() {
    const { table, mine, known, hint } = this.facts;
    const draw = button(t('control.draw'), () => this.send({ type: 'offer_draw' }), { class: 'quiet', disabled: known.draw === mine });
    const canDraw = peopleBeside(table, mine).length > 0 && table.stage === 'playing' && !Object.values(table.seats).some((who) => who?.kind === 'program');
    return [hint ? button(t('table.hint'), () => this.facts.hint?.()) : '', canDraw ? draw : '', button(t('control.resign'), () => this.resign(), { class: 'quiet' })];
  }

  leave() {
    return button(t('table.leave'), () => {
      const { id } = this.facts.table;
      this.send({ type: 'leave' });
      // Its maker can close a table that never began; the server refuses anybody else.
      api.dropTable(id).catch(() => {});
      go(addresses.lobby());
    }, { class: 'quiet' });
  }

  /** What waits for an answer: a draw, or the claim to a win. */
  news() {
    const { table, mine, known } = this.facts;
    const cards = [];
    if (known.draw === mine) cards.push(card([h('p', {}, t('control.drawWaits'))]));
    else if (known.draw) {
      cards.push(card([h('p', {}, t('control.drawBy', { name: this.who(known.draw) })),
        h('div', { class: 'row' },
          button(t('invitation.accept'), () => this.send({ type: 'answer_draw', accept: true }), { class: 'primary small' }),
          button(t('invitation.decline'), () => this.send({ type: 'answer_draw', accept: false }), { class: 'small' }))]));
    }
    const [gone] = Object.entries(known.absent ?? {}).filter(([seat, until]) => seat !== mine && until);
    const playing = Object.values(table.seats).filter((who) => !who?.stand_in).length;
    if (gone && peopleBeside(table, mine).includes(gone[0])) cards.push(this.claim(gone, playing));
    return cards;
  }

  /** With two players the win can be claimed; where more play, a bot plays on by itself. */
  claim([seat, until], playing) {
    this.claimIn = until;
    this.claimWords = playing > 2 ? ['control.botIn', 'control.botSoon'] : ['control.claimIn', 'control.claimNow'];
    this.gone = this.who(seat);
    this.claimText = h('p', {});
    this.claimButton = button(t('control.claim'), () => this.send({ type: 'claim' }), { class: 'primary small', disabled: true });
    return card([this.claimText, playing > 2 ? '' : this.claimButton]);
  }

  tick() {
    if (!this.claimIn) return;
    const left = secondsUntil(this.claimIn);
    this.claimButton.disabled = left > 0;
    const words = t(this.claimWords[left > 0 ? 0 : 1], { name: this.gone, time: waitText(left) });
    if (this.claimText.textContent !== words) this.claimText.textContent = words;
  }

  async resign() {
    const { table, mine } = this.facts;
    const others = Object.entries(table.seats).filter(([seat, who]) => seat !== mine && who && !who.stand_in);
    const goesOn = others.length > 1 && others.some(([, who]) => who.kind !== 'bot');
    if (await ask(t(goesOn ? 'control.resignOn' : 'control.resignSure'), t('control.resign'))) this.send({ type: 'resign' });
  }

  send(message) {
    if (!say({ ...message, table: this.facts.table.id })) notify(t('line.not'), 'bad');
  }

  /** Tells what happened, for the table's log. */
  tell(message, before) {
    const { table, mine } = this.facts;
    const offered = before.seen[table.id]?.draw;
    const words = {
      draw_offered: () => t('told.drawOffered', { name: this.who(message.seat) }),
      draw_declined: () => (offered ? t('told.drawDeclined', { name: this.who(message.seat) }) : ''),
      taken_over: () => t(message.resigned ? 'told.resigned' : 'told.takenOver', { name: this.who(message.seat) }),
    }[message.type]();
    if (!words) return;
    this.dispatchEvent(new CustomEvent('told', { bubbles: true, detail: words }));
    // An offer has a card with its answers.
    if (message.seat !== mine && message.type !== 'draw_offered') notify(words);
  }
}

const card = (children) => h('section', { class: 'control-card', role: 'status' }, ...children);

customElements.define('table-controls', TableControls);
