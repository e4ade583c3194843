/** The first moves of a game of Othello: for the page that says how to play it. */
import { play, start, view } from './rules.js';

/** What is shown one after another; the words are `example.0` and so on. */
export function steps() {
  /** @type {any} */
  let position = start();
  /** @type {any[]} */
  const shown = [{ view: view(position), seat: 'black', advised: view(position).moves }];
  for (const move of ['f5', 'd6', 'c3']) {
    const before = view(position);
    position = play(position, move);
    shown.push({ view: view(position), seat: 'black', last: { by: before.turn, move, before } });
  }
  return shown;
}
