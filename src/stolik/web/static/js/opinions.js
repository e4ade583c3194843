/** Marks for moves and the course of a game, from the strongest player's opinions. Pure: no page, no server. */

/** @typedef {Pick<import('./games.js').GamePage, 'seats'|'slip'|'winsAtZero'>} Judged what must be known of a game */
/** @typedef {{ply: number, seat: string, move: string, best: string[], value: number, best_value: number, cost: number, exact: boolean}} Opinion */

const wins = (game, value) => (game.winsAtZero ? value >= 0 : value > 0);

/**
 * How bad a move was: null for a good one, `slip` for one that cost something, `blunder` for one that gave the game away.
 * @param {Judged} game
 * @param {Opinion|undefined} opinion
 */
export function grade(game, opinion) {
  if (!opinion || opinion.cost <= 0) return null;
  const lost = game.seats.length === 2 && wins(game, opinion.best_value) && opinion.value < 0;
  // An estimate that goes a little to the other side is no change of the result.
  if (lost && (opinion.exact || opinion.cost >= game.slip / 2)) return 'blunder';
  return opinion.cost >= game.slip ? 'slip' : null;
}

/**
 * The moves that decided a game: those that gave it away, and then those that cost most; in the order played.
 * @param {Judged} game
 * @param {Opinion[]} opinions
 */
export function decisive(game, opinions, count = 3) {
  const weight = (opinion) => opinion.cost + (grade(game, opinion) === 'blunder' ? 1000 : 0);
  return opinions.filter((opinion) => grade(game, opinion)).sort((a, b) => weight(b) - weight(a) || a.ply - b.ply)
    .slice(0, count).sort((a, b) => a.ply - b.ply);
}

/** The next move, that way, that was not good enough; null when there is none. */
export function nextSlip(game, opinions, at, way) {
  for (let ply = at + way; ply >= 1 && ply <= opinions.length; ply += way) if (grade(game, opinions[ply - 1])) return ply;
  return null;
}

/**
 * The value after each move as the first seat sees it, for games of two; what each move cost, for others.
 * @param {Judged} game
 * @param {Opinion[]} opinions
 */
export function course(game, opinions) {
  const [first, ...others] = game.seats;
  if (others.length > 1) return opinions.map(({ cost }) => cost);
  return opinions.map(({ seat, value }) => (seat === first ? value : -value));
}

/** How often a seat slipped, and what that cost it. */
export function faultsOf(game, opinions, seat) {
  const slips = opinions.filter((opinion) => opinion.seat === seat && grade(game, opinion));
  return { n: slips.length, cost: slips.reduce((sum, { cost }) => sum + cost, 0) };
}
