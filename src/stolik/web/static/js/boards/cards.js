/** Playing cards, drawn by us: a rank and a suit, readable at any size. */
import { svg } from '../dom.js';
import { t } from '../i18n.js';

const SUITS = {
  C: 'M12 2a5 5 0 0 0-4.2 7.7A5 5 0 1 0 10.700 16.500L9.500 22h5l-1.200-5.500A5 5 0 1 0 16.200 9.700 5 5 0 0 0 12 2z',
  D: 'M12 1.500 20 12l-8 10.500L4 12z',
  H: 'M12 21.500C5 15.500 2 12 2 8a5.200 5.200 0 0 1 10-2.200A5.200 5.200 0 0 1 22 8c0 4-3 7.500-10 13.500z',
  S: 'M12 2c5.500 5.200 9 8.200 9 12a4.700 4.700 0 0 1-7.700 3.500L14.500 22h-5l1.200-4.500A4.700 4.700 0 0 1 3 14c0-3.800 3.500-6.800 9-12z',
};

export const rankOf = (card) => card.slice(0, -1);
export const suitOf = (card) => card.slice(-1);

const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];
// Black and red suits alternate, so that the edge between two suits is seen.
const SUIT_ORDER = 'SHCD';

export const byHand = (a, b) => SUIT_ORDER.indexOf(suitOf(a)) - SUIT_ORDER.indexOf(suitOf(b))
  || RANKS.indexOf(rankOf(a)) - RANKS.indexOf(rankOf(b));

/** The card's name in words. */
export const nameOf = (card) => t('card', { rank: t(`rank.${rankOf(card)}`), suit: t(`suit.${suitOf(card)}`) });

const suit = (which, x, y, size) =>
  svg('path', { d: SUITS[which], transform: `translate(${x} ${y}) scale(${size / 24})`, class: 'pip' });

/** A card's picture. */
export function card(which) {
  const [rank, of] = [rankOf(which), suitOf(which)];
  return svg('svg', { class: `card suit-${of}`, viewBox: '0 0 60 84', 'aria-hidden': 'true', 'data-card': which },
    svg('rect', { class: 'paper', x: 1, y: 1, width: 58, height: 82, rx: 6 }),
    svg('text', { class: 'rank', x: 14, y: 21 }, rank),
    suit(of, 6, 26, 16),
    suit(of, 23, 42, 32));
}
