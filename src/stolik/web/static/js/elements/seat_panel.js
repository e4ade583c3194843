/** One seat at a table: who sits there, whether it is their turn, their clock, and how long an absent one is waited for. */
import { secondsUntil } from '../client.js';
import { waitText } from '../clocks.js';
import { h, link } from '../dom.js';
import { seatName } from '../games.js';
import { gameText, t } from '../i18n.js';
import { addresses } from '../router.js';

/** Minutes and seconds, or seconds with a tenth when there are few. */
function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return left.toFixed(1);
  return `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, '0')}`;
}

const HURRY = 10;

class SeatPanel extends HTMLElement {
  connectedCallback() {
    if (this.label) return;
    this.label = h('span', { class: 'seat-label' });
    this.who = h('span', { class: 'seat-name' });
    this.standing = h('span', { class: 'standing' });
    this.state = h('span', { class: 'seat-state' });
    this.clock = h('span', { class: 'clock', role: 'timer' });
    this.doors = h('div', { class: 'seat-doors' });
    this.replaceChildren(
      h('div', { class: 'seat-top' }, this.label, this.standing),
      this.who, h('div', { class: 'seat-bottom' }, this.state, this.clock), this.doors);
  }

  /**
   * @param {{game: string, seat: string, who: any, name?: string, strength?: string, mine: boolean, turn: boolean, deadline: number|null,
   *   absentUntil: number|null|undefined, left?: number|null, standing: string, doors: Element[], won: boolean, over?: boolean, nameless?: boolean, turnWords?: string}} facts
   */
  show(facts) {
    this.connectedCallback();
    const { game, seat, who, mine, turn, absentUntil } = facts;
    this.facts = facts;
    this.className = `seat seat-${seat}${turn ? ' turn' : ''}${mine ? ' mine' : ''}${facts.won ? ' won' : ''}`;
    this.label.textContent = seatName(game, seat);
    this.who.hidden = Boolean(facts.nameless);
    this.who.replaceChildren(facts.name ? link(facts.name, addresses.player(who.name)) : h('i', {}, t(who ? `kind.${who.kind}` : 'seat.free')),
      mine ? h('span', { class: 'you' }, t('you')) : '', who && who.kind !== 'person' && facts.name ? h('span', { class: 'you' }, [t(`kind.${who.kind}`), facts.strength].filter(Boolean).join(' · ')) : '');
    this.standing.textContent = facts.standing;
    // A bare figure says little: what it counts is read aloud, and shown to whoever points at it.
    const counted = facts.standing ? gameText(game, 'standing', { n: Number(facts.standing) }, facts.standing) : '';
    this.standing.title = counted;
    this.standing.setAttribute('role', counted ? 'img' : 'none');
    this.standing.setAttribute('aria-label', counted);
    this.away = absentUntil !== undefined;
    this.doors.replaceChildren(...(facts.doors ?? []));
    this.tick();
  }

  /** Called again and again while a clock runs. */
  tick() {
    if (!this.facts) return;
    const { turn, mine, deadline, absentUntil, who, over } = this.facts;
    const running = turn && deadline && !this.away ? secondsUntil(deadline) : null;
    const left = running ?? this.facts.left ?? null;
    this.clock.textContent = left === null ? '' : clockText(left);
    this.clock.classList.toggle('hurry', running !== null && running < HURRY);
    this.clock.classList.toggle('resting', running === null);
    let state = '';
    if (who?.stand_in) state = t(`seat.standIn.${who.stand_in}`);
    else if (this.away) state = absentUntil ? t('seat.waiting', { time: waitText(secondsUntil(absentUntil)) }) : t('seat.away');
    else if (who && who.here === false && !over) state = t('seat.notHere');
    else if (turn) state = t(this.facts.turnWords ?? (mine ? 'seat.yourTurn' : 'seat.turn'));
    if (this.state.textContent !== state) this.state.textContent = state;
  }
}

customElements.define('seat-panel', SeatPanel);
