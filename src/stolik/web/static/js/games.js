/** The games that the page can show. A fifth one is an entry here, a board and, for play at one screen, its rules. */
import { has, t } from './i18n.js';

export const GAMES = {
  othello: {
    seats: ['black', 'white'],
    board: () => import('./boards/othello.js'),
    rules: () => import('./rules/othello.js'),
    // Whoever plays may end it; the discs are counted then.
    mayEnd: true,
    // Programs come to the lobby and are invited there.
    lobbyCommand: (host, port) => `stolik join othello --host ${host} --port ${port} --name NAME`,
    // What a move must cost to be called a slip, in the game's own score.
    slip: 2,
    formats: ['json', 'transcript', 'ggf'],
  },
  kierki: {
    seats: ['N', 'E', 'S', 'W'],
    board: () => import('./boards/kierki.js'),
    // Nobody plays it at one screen, where all would see all cards; this only knows why a card is refused.
    refusals: () => import('./rules/kierki.js'),
    slip: 0.5,
    formats: ['json', 'kierki', 'report'],
    // Its tables can have ports of their own, where programs come to a seat.
    programs: true,
    // A seat sees cards that others do not: a replay can be seen with its eyes.
    hidden: true,
  },
  krazki: {
    seats: ['b', 'c'],
    board: () => import('./boards/krazki.js'),
    rules: () => import('./rules/krazki.js'),
    slip: 0.5,
    programs: true,
    // Nobody is ahead by nothing: at 0 whoever has just moved wins.
    winsAtZero: true,
    formats: ['json'],
  },
  graph: {
    seats: ['first', 'second'],
    board: () => import('./boards/graph.js'),
    rules: () => import('./rules/graph.js'),
    slip: 1,
    programs: true,
    formats: ['json'],
    // A start does not say whose turn it is: whoever begins has the first seat.
    firstBegins: true,
  },
};

export const isKnown = (game) => Object.hasOwn(GAMES, game);

/** The seats of a game in its own order, the given one first: whoever looks sees theirs first. */
export function seatsFrom(game, seat) {
  const { seats } = GAMES[game];
  const at = Math.max(0, seats.indexOf(seat));
  return [...seats.slice(at), ...seats.slice(0, at)];
}

/** What a bot is called in the reader's language. */
export const botName = (bot) => (has(`bot.${bot}`) ? t(`bot.${bot}`) : bot);

/** What somebody who sits is called; empty for nobody in particular. */
export const nameOf = (who) => (who?.kind === 'bot' ? botName(who.name) : who?.name ?? '');

/** The names of those who sit, by seat. */
export const namesAt = (table) => Object.fromEntries(Object.entries(table?.seats ?? {}).map(([seat, who]) => [seat, nameOf(who)]));
