/** Ratings: a figure with its error, and a bar that shows the same on one scale for all. */
import { h, svg } from '../dom.js';
import { number, t } from '../i18n.js';

const [WIDTH, HEIGHT] = [120, 16];

const short = (value) => number(Math.round(value * 10) / 10);

/** The rating and half of its interval, such as 27.2 ± 4.1. */
const ratingWords = ({ rating, interval: [low, high] }) => t('rating.words', { rating: short(rating), off: short((high - low) / 2) });

/** Where a rating probably lies, on the scale of all that are shown. */
function ratingBar({ rating, interval }, all) {
  const ends = all.flatMap((one) => one.interval);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const at = (value) => 6 + ((WIDTH - 12) * (value - low)) / (high - low || 1);
  return svg('svg', { class: 'interval', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': interval.map(short).join(' – ') },
    svg('line', { x1: at(interval[0]), x2: at(interval[1]), y1: 8, y2: 8 }), svg('circle', { cx: at(rating), cy: 8, r: 5 }));
}

/** Both, for a cell of a table. */
export const ratingCells = (one, all) => [h('td', { class: 'rating' }, ratingWords(one)), h('td', { class: 'rating-bar' }, ratingBar(one, all))];
