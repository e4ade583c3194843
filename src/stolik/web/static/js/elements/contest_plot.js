/** How ratings went from round to round: a picture for the eye, and a table with the same figures for everybody. */
import { h, svg } from '../dom.js';
import { number, t } from '../i18n.js';

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [720, 300, 44, 150, 16, 34];
const COLOURS = 8;
/** Lines that differ by more than their colour. */
const DASHES = ['', '8 4', '2 4', '12 4 2 4'];
const APART = 17;

const round = (value) => number(Math.round(value * 10) / 10);

/** Steps of 1, 2 or 5 times a power of ten, five or so of them. */
function ticks(low, high) {
  const raw = (high - low || 1) / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= raw);
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, at) => first + at * step);
}

/** Moves names apart that would lie on each other. */
function spread(ends) {
  const ordered = [...ends].sort((a, b) => a.y - b.y);
  ordered.forEach((end, at) => {
    if (at) end.y = Math.max(end.y, ordered[at - 1].y + APART);
  });
  const over = (ordered.at(-1)?.y ?? 0) - (HEIGHT - 6);
  if (over > 0) for (const end of ordered) end.y -= over;
  return ends;
}

/**
 * @param {string[]} names in the order of the standings
 * @param {Object<string, number>[]} course the ratings after each round
 */
export function contestPlot(names, course) {
  if (course.length < 2) return '';
  const values = course.flatMap((after) => names.map((name) => after[name]));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (at) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / (course.length - 1);
  const y = (value) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - value)) / (high - low || 1);
  const rule = (value) => [
    svg('line', { class: 'plot-rule', x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }),
    svg('text', { class: 'plot-figure end', x: LEFT - 8, y: y(value) }, round(value)),
  ];
  const every = Math.ceil(course.length / 12);
  const rounds = course.map((_, at) => (at % every === 0 || at === course.length - 1
    ? svg('text', { class: 'plot-figure middle', x: x(at), y: HEIGHT - 14 }, String(at + 1)) : ''));
  const line = (name, at) => svg('polyline', { class: `plot-line colour-${at % COLOURS}`, 'stroke-dasharray': DASHES[Math.floor(at / COLOURS) % DASHES.length],
    points: course.map((after, place) => `${x(place).toFixed(1)},${y(after[name]).toFixed(1)}`).join(' ') });
  const ends = spread(names.map((name, at) => ({ name, at, y: y(course.at(-1)[name]) })));
  const label = ({ name, at, y: height }) => svg('text', { class: `plot-name colour-${at % COLOURS}`, x: WIDTH - RIGHT + 10, y: height },
    name.length > 16 ? `${name.slice(0, 15)}…` : name);
  return h('section', { class: 'paper' }, h('h2', {}, t('contests.course')),
    h('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': t('contests.course') }, svg('svg', { class: 'plot', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': t('contests.courseLabel') },
      ...ticks(low, high).flatMap(rule), ...rounds, ...names.map(line), ...ends.map(label))),
    h('ul', { class: 'plot-legend', 'aria-hidden': 'true' }, ...names.map((name, at) => h('li', {}, svg('svg', { viewBox: '0 0 30 10', class: 'plot-sample' }, svg('line', {
      class: `plot-line colour-${at % COLOURS}`, 'stroke-dasharray': DASHES[Math.floor(at / COLOURS) % DASHES.length], x1: 0, x2: 30, y1: 5, y2: 5 })), name))),
    h('details', {}, h('summary', {}, t('contests.asTable')), h('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': t('contests.asTable') }, table(names, course))));
}

const table = (names, course) => h('table', { class: 'figures' }, h('caption', { class: 'unseen' }, t('contests.course')),
  h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('contests.round')), ...names.map((name) => h('th', { scope: 'col' }, name)))),
  h('tbody', {}, ...course.map((after, at) => h('tr', {}, h('th', { scope: 'row' }, String(at + 1)), ...names.map((name) => h('td', {}, round(after[name])))))));
