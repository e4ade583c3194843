/** A small picture of a game for the lobby: its own, or a plain one with the first letter of its title. */
import { h, svg } from '../dom.js';
import { pictureAddress, titleOf } from '../games.js';

/** How many plain pictures there are that differ in colour and shape. */
const KINDS = 4;

/** Shapes in a square of 100. */
const SHAPES = [
  { tag: 'circle', cx: 50, cy: 50, r: 44 },
  { tag: 'rect', x: 8, y: 8, width: 84, height: 84, rx: 18 },
  { tag: 'path', d: 'M50 4 96 50 50 96 4 50z' },
  { tag: 'path', d: 'M28 8h44l24 42-24 42H28L4 50z' },
];

/** Always the same one for a game. */
const kindOf = (game) => [...game].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % KINDS;

function plainPicture(game) {
  const { tag, ...shape } = SHAPES[kindOf(game)];
  const [letter] = titleOf(game);
  return svg('svg', { class: `game-picture plain-picture kind-${kindOf(game)}`, viewBox: '0 0 100 100', 'aria-hidden': 'true' },
    svg(tag, shape), svg('text', { x: 50, y: 52 }, letter.toUpperCase()));
}

export function pictureOf(game) {
  const address = pictureAddress(game);
  return address ? h('img', { class: 'game-picture', src: address, alt: '', width: 104, height: 104 }) : plainPicture(game);
}
