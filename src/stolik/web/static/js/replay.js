/** Finished games to be stepped through, wherever they were played: at a table, or in a contest. */
import { api } from './api.js';
import { addresses } from './router.js';

/** @typedef {{record?: string, contest?: string, number?: string}} Source what a replay is of */

/** The part of an address that says what a replay is of. */
export function sourceIn(search) {
  const wanted = new URLSearchParams(search);
  const names = ['record', 'contest', 'number'].filter((name) => wanted.has(name));
  return names.length ? Object.fromEntries(names.map((name) => [name, wanted.get(name)])) : null;
}

/**
 * Where a replay is seen, at one of its moves.
 * @param {Source} source
 * @param {number} ply
 */
export const replayAddress = ({ record, contest, number }, ply) =>
  `${record ? addresses.replay(record) : `${addresses.contest(contest)}?number=${number}`}#${ply}`;

/**
 * The table and its steps, as the API tells them of a record.
 * @param {Source} source
 * @param {string|null} seat with whose eyes; null for everyone's
 */
export async function loadReplay({ record, contest, number }, seat = null) {
  if (record) {
    const { steps, ...table } = await api.record(record, seat);
    return { steps, table };
  }
  const { game, seats, steps, winners, ...outcome } = await api.contestGame(contest, number);
  const players = Object.fromEntries(Object.entries(seats).map(([at, name]) => [at, { name, kind: 'program' }]));
  return { steps, table: { game, seats: players, outcome: { ...outcome, winners } }, papers: outcome };
}

/** The next place where the game could have gone otherwise, that way; null when there is none. */
export function nextFork(steps, at, way) {
  for (let to = at + way; to >= 0 && to < steps.length; to += way) if (steps[to].choices > 1) return to;
  return null;
}
