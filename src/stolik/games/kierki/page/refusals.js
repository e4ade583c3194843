/** Why a card of Kierki may not be played, by what its player sees. */
import { Refusal } from 'stolik/refusal.js';
import { suitOf, written } from './cards.js';

const CARD = /^(?:10|[2-9JQKA])[CDHS]$/;


/**
 * Refuses a card that may not be played.
 * @param {{hand: string[], trick: {seat: string, card: string}[]}} seen
 * @param {string} card such as `10C`
 */
export function play({ hand, trick }, card) {
  if (!CARD.test(card)) throw new Refusal('noCard');
  if (!hand.includes(card)) throw new Refusal('notHeld', { card: written(card) });
  const following = hand.filter((one) => trick.length && suitOf(one) === suitOf(trick[0].card));
  if (following.length && !following.includes(card)) throw new Refusal('followSuit', { cards: following.map(written).join(', ') });
}

/** What the server shows to a seat. */
export const fromView = ({ hand, trick }) => ({ hand, trick });
