/** A game on a small graph: for the page that says how to play it. */
import { play, view } from './rules.js';

/** What is shown one after another; the words are `example.0` and so on. */
export function steps() {
  /** @type {any} */
  let position = { vertices: 5, token: 0, edges: [[0, 1], [0, 2], [1, 2], [2, 3], [2, 4]], mover: 'first' };
  /** @type {any[]} */
  const shown = [{ view: view(position), advised: ['1', '2'] }];
  for (const move of ['2', '1', '0']) {
    const before = view(position);
    position = play(position, move);
    shown.push({ view: view(position), last: { by: before.turn, move, before } });
  }
  return shown;
}
