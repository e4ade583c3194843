/** The end of a game of Krążki: for the page that says how to play it. */
import { play, view } from './rules.js';

/** What is shown one after another; the words are `example.0` and so on. */
export function steps() {
  /** @type {any} */
  let position = { stacks: ['', 'bcb', '', 'cbbc', '', '', 'bb', '', 'cc', ''], mover: 'b' };
  /** @type {any[]} */
  const shown = [{ view: view(position), advised: ['1'] }];
  for (const move of ['1', '3', '6 b', '8 c', '6', '8']) {
    const before = view(position);
    position = play(position, move);
    shown.push({ view: view(position), last: { by: before.turn, move, before } });
  }
  return shown;
}
