/** What waits for the person at the page: their turns and their invitations. Pure: no page, no server. */
import { seatOf } from './arena.js';

/**
 * The tables where it is their turn.
 * @param {typeof import('./arena.js').nowhere} arena
 */
export const turnsOf = ({ name, seen, tables }) => Object.entries(seen).filter(([id, { asked, ended, table }]) => {
  const seat = seatOf(tables[id] ?? table, name);
  return seat !== null && asked?.seat === seat && !ended;
}).map(([id]) => ({ id, game: (tables[id] ?? seen[id].table).game }));

/** Whether a message means that it has just become their turn: a question that is only repeated does not. */
export function isNewTurn(message, before, after) {
  return message.type === 'asked' && !before.seen[message.table]?.asked && turnsOf(after).some(({ id }) => id === message.table);
}
