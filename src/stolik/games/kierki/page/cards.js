/** Playing cards, drawn by us: a rank and a suit in the corner, readable at any size, and pips or a crown beside them. */
import { svg } from 'stolik/dom.js';
import { wordsOf } from 'stolik/i18n.js';

const t = wordsOf('kierki');

const SUITS = {
  C: 'M12 2a5 5 0 0 0-4.2 7.7A5 5 0 1 0 10.700 16.500L9.500 22h5l-1.200-5.500A5 5 0 1 0 16.200 9.700 5 5 0 0 0 12 2z',
  D: 'M12 1.500 20 12l-8 10.500L4 12z',
  H: 'M12 21.500C5 15.500 2 12 2 8a5.200 5.200 0 0 1 10-2.200A5.200 5.200 0 0 1 22 8c0 4-3 7.500-10 13.500z',
  S: 'M12 2c5.500 5.200 9 8.200 9 12a4.700 4.700 0 0 1-7.700 3.500L14.500 22h-5l1.200-4.500A4.700 4.700 0 0 1 3 14c0-3.800 3.500-6.800 9-12z',
};

export const rankOf = (card) => card.slice(0, -1);
export const suitOf = (card) => card.slice(-1);

/** The suits as people write them, in the order of a hand. */
export const SIGNS = { S: '♠', H: '♥', C: '♣', D: '♦' };

/** A card as people write it in every language, such as 10♣. */
export const written = (card) => rankOf(card) + SIGNS[suitOf(card)];

const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];
// Black and red suits alternate, so that the edge between two suits is seen.
const SUIT_ORDER = 'SHCD';

export const byHand = (a, b) => SUIT_ORDER.indexOf(suitOf(a)) - SUIT_ORDER.indexOf(suitOf(b))
  || RANKS.indexOf(rankOf(a)) - RANKS.indexOf(rankOf(b));

/** The card's name in words. */
export const nameOf = (card) => t('card', { rank: t(`rank.${rankOf(card)}`), suit: t(`suit.${suitOf(card)}`) });

/** Where the pips of a rank lie: left, middle, right; from 0 at the top to 1. */
const [L, M, R] = [28, 38, 48];
const PIPS = {
  2: [[M, 0], [M, 1]],
  3: [[M, 0], [M, 0.5], [M, 1]],
  4: [[L, 0], [R, 0], [L, 1], [R, 1]],
  5: [[L, 0], [R, 0], [M, 0.5], [L, 1], [R, 1]],
  6: [[L, 0], [R, 0], [L, 0.5], [R, 0.5], [L, 1], [R, 1]],
  7: [[L, 0], [R, 0], [M, 0.25], [L, 0.5], [R, 0.5], [L, 1], [R, 1]],
  8: [[L, 0], [R, 0], [M, 0.25], [L, 0.5], [R, 0.5], [M, 0.75], [L, 1], [R, 1]],
  9: [[L, 0], [R, 0], [L, 0.33], [R, 0.33], [M, 0.5], [L, 0.67], [R, 0.67], [L, 1], [R, 1]],
  10: [[L, 0], [R, 0], [M, 0.17], [L, 0.33], [R, 0.33], [L, 0.67], [R, 0.67], [M, 0.83], [L, 1], [R, 1]],
};
const CROWNS = {
  K: 'M-12 7-13-6l7 6 6-11 6 11 7-6-1 13zM-12 9h24v3h-24z',
  Q: 'M-11 7l-3-9 7 5 2-9 5 8 5-8 2 9 7-5-3 9zM-11 9h22v3h-22z',
  J: 'M-12 5C-13-5-6-10 1-10S12-5 12 5zM-13 7h26v4h-26zM3-9c2-6 8-8 12-6-1 5-6 8-10 8z',
};

const suit = (which, x, y, size) =>
  svg('path', { d: SUITS[which], transform: `translate(${x} ${y}) scale(${size / 24})`, class: 'pip' });

/** A pip whose middle is there; those of the lower half stand on their heads, as on real cards. */
const pip = (of, x, part, size = 11.5) => {
  const turn = part > 0.5 ? ' rotate(180)' : '';
  return svg('g', { transform: `translate(${x} ${15 + part * 54})${turn}` }, suit(of, -size / 2, -size / 2, size));
};

function face(rank, of) {
  if (rank === 'A') return [suit(of, 22.500, 26, 32)];
  if (PIPS[rank]) return PIPS[rank].map(([x, part]) => pip(of, x, part));
  return [
    svg('rect', { class: 'court', x: 22, y: 7, width: 33, height: 70, rx: 4 }),
    svg('path', { class: 'crown', d: CROWNS[rank], transform: 'translate(38.500 27)' }),
    suit(of, 26.500, 44, 24),
  ];
}

/** A card's picture. */
export function card(which) {
  const [rank, of] = [rankOf(which), suitOf(which)];
  return svg('svg', { class: `card suit-${of}`, viewBox: '0 0 60 84', 'aria-hidden': 'true', 'data-card': which },
    svg('rect', { class: 'paper', x: 1, y: 1, width: 58, height: 82, rx: 6 }),
    svg('text', { class: 'rank', x: 11, y: 20, ...(rank.length > 1 ? { textLength: 17, lengthAdjust: 'spacingAndGlyphs' } : {}) }, rank),
    suit(of, 4.500, 24.500, 13),
    ...face(rank, of));
}
