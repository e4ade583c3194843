/** Which of the live tables are shown, and in which order. Pure: no page, no server. */
import { seatOf } from './arena.js';

/** @typedef {{game?: string, open?: boolean, search?: string, order?: string}} Wishes */

const isOpen = (table) => table.stage === 'gathering' && Object.values(table.seats).some((who) => who === null);

/** 0 for a table of mine, 1 for one with a seat to take, 2 for one to watch. */
export function rank(table, name) {
  if (seatOf(table, name)) return 0;
  return isOpen(table) ? 1 : 2;
}

/** The highest rating of those who sit; 0 when nobody has one. */
export const best = (table, ratings) =>
  Math.max(0, ...Object.values(table.seats).map((who) => ratings[table.game]?.[who?.name] ?? 0));

/** Mine first, then those with a free seat; within each the order that was wished for, or else the newest first. */
export function chosen(tables, name, { game = '', open = false, search = '', order = 'usual' } = {}, ratings = {}) {
  const wanted = search.trim().toLowerCase();
  const by = { rating: (table) => best(table, ratings), watched: (table) => table.watchers ?? 0 }[order] ?? (() => 0);
  const matches = (table) => (!game || table.game === game) && (!open || isOpen(table))
    && (!wanted || Object.values(table.seats).some((who) => who?.name?.toLowerCase().includes(wanted)));
  return tables.filter(matches)
    .sort((a, b) => rank(a, name) - rank(b, name) || by(b) - by(a) || (a.id < b.id ? 1 : -1));
}
