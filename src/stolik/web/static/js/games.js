/**
 * The games that the server has: what it tells of them, and what their own folders bring to the page. No game is named here: a game is
 * known by what the served page says of it, and its files are at `/static/games/NAME/`.
 */
import { botAt } from './bot_names.js';
import { gameText, has, t } from './i18n.js';

/**
 * @typedef {object} GameFacts what the server tells of a game; see docs/api.md
 * @property {string} name
 * @property {string} title
 * @property {string[]} seats
 * @property {string[]} bots
 * @property {number|null} turn_time seconds for a move, as usual among people
 * @property {number|null} game_time seconds for all moves of a player, as usual among people
 * @property {number} increment seconds that a move adds to it
 * @property {number|null} port
 * @property {string[]} formats
 * @property {boolean} hidden whether seats see different things
 * @property {boolean} programs whether a program can be asked to a table
 * @property {string|null} lobby_command how a program comes to the lobby
 * @property {boolean} low_score_wins
 * @property {boolean} judged whether finished games can be judged
 * @property {string[]} variants
 * @property {Object<string, number>} size the numbers of a start's size, and what they usually are
 * @property {Object<string, string>} missing_bots those that cannot play here, and what is missing
 * @property {string[]} page the files of its page folder
 */

/**
 * @typedef {object} GamePage what the page alone needs to know of a game: the default export of its game.js, over these defaults
 * @property {number} slip what a move must cost to be called a slip, in the game's own score
 * @property {boolean} winsAtZero whether a value of 0 is a win of whoever has just moved
 * @property {string} protocolPage the page of the documentation about its messages
 * @property {boolean} firstBegins whether whoever begins has the first seat: a start then does not say whose turn it is
 * @property {string} name
 * @property {string[]} seats
 * @property {() => Promise<any>} board
 * @property {(() => Promise<any>)|null} rules for play at one screen
 * @property {(() => Promise<any>)|null} example played through on the page that says how to play
 * @property {(() => Promise<any>)|null} refusals tells why a move is refused; the rules do, where there are any
 */

/** @type {Object<string, GameFacts>} */
export const GAMES = {};

/** Takes what the server tells of its games. */
export function learn(games) {
  for (const name of Object.keys(GAMES)) delete GAMES[name];
  for (const game of games) GAMES[game.name] = game;
}

const told = globalThis.document?.getElementById('games')?.textContent;
if (told) learn(JSON.parse(told));

export const isKnown = (game) => Object.hasOwn(GAMES, game);

/** Whether two people can play it at one screen: the page then has its rules. */
export const isLocal = (game) => isKnown(game) && GAMES[game].page.includes('rules.js');

const addressOf = (game, file) => `/static/games/${encodeURIComponent(game)}/${file}`;

/** The address of a game's picture; null where it has none. */
export const pictureAddress = (game) => (GAMES[game].page.includes('picture.svg') ? addressOf(game, 'picture.svg') : null);

/** @type {Map<string, Promise<GamePage>>} */
const loaded = new Map();

/** What the page needs to show a game, loaded once: its module, its style and, at the same time, what it will import. */
export function load(game) {
  if (!loaded.has(game)) loaded.set(game, open(GAMES[game]));
  return /** @type {Promise<GamePage>} */ (loaded.get(game));
}

async function open({ name, seats, page }) {
  const module = (file) => (page.includes(file) ? () => import(addressOf(name, file)) : null);
  for (const file of page.filter((one) => one.endsWith('.js') && one !== 'report.js')) {
    addLink({ rel: 'modulepreload', href: addressOf(name, file) });
  }
  const [facts] = await Promise.all([module('game.js')?.(), page.includes('style.css') ? style(addressOf(name, 'style.css')) : null]);
  return {
    slip: 1,
    winsAtZero: false,
    firstBegins: false,
    protocolPage: 'codes',
    ...facts?.default,
    name,
    seats,
    board: module('board.js') ?? (() => import('./plain_board.js')),
    rules: module('rules.js'),
    example: module('example.js'),
    refusals: module('refusals.js') ?? module('rules.js'),
  };
}

function addLink(attributes) {
  const link = Object.assign(document.createElement('link'), attributes);
  document.head.append(link);
  return link;
}

/** A board without its style would be drawn wrongly first; one whose style is missing is still a board. */
const style = (href) => new Promise((resolve) => {
  const link = addLink({ rel: 'stylesheet', href });
  for (const type of ['load', 'error']) link.addEventListener(type, resolve);
});

/** What a game is called in the reader's language. */
export const titleOf = (game) => gameText(game, 'title', {}, GAMES[game]?.title ?? game);

/** What a seat is called in the reader's language. */
export const seatName = (game, seat) => gameText(game, `seat.${seat}`, {}, seat);

/** The seats of a game in its own order, the given one first: whoever looks sees theirs first. */
export function seatsFrom(game, seat) {
  const { seats } = GAMES[game];
  const at = Math.max(0, seats.indexOf(seat));
  return [...seats.slice(at), ...seats.slice(0, at)];
}

/** How strong a bot is, in the reader's language; of a named bot, in the gender of its name. */
export function botName(bot, gender = 'm') {
  const key = gender === 'f' ? `bot.${bot}.f` : `bot.${bot}`;
  return has(key) ? t(key) : bot;
}

/** What the page of a player is called: no person or program can have the name of a bot. */
export function playerTitle(name) {
  const isBot = Object.values(GAMES).some(({ bots }) => bots.includes(name));
  return isBot ? botName(name) : name;
}

/** The bot to meet first: one that can be beaten. */
export const firstBot = (game) => GAMES[game].bots.find((bot) => bot === 'easy') ?? GAMES[game].bots[0] ?? null;

/** A program that says no name is known by the address that it came from: that is no name for people. */
const isAddress = (name) => /^(\d+(\.\d+){3}|\[[\da-f:.]+\]|[\da-f]*:[\da-f:.]+):\d+$/i.test(name);

/** What a player is called wherever no table is meant; empty for nobody in particular. */
export function nameOf(who) {
  if (who?.kind === 'bot') return botName(who.name);
  return who?.kind === 'program' && isAddress(who.name) ? '' : who?.name ?? '';
}

/**
 * Those who sit, by seat: what they are called, and how strong they are if they are bots.
 * @returns {Object<string, {name: string, strength: string}>}
 */
export function sittersAt(table) {
  const seats = Object.entries(table?.seats ?? {});
  const taken = seats.filter(([, who]) => who && who.kind !== 'bot').map(([, who]) => who.name);
  return Object.fromEntries(seats.map(([seat, who], place) => {
    if (who?.kind !== 'bot' || !table.id) return [seat, { name: nameOf(who), strength: '' }];
    const [name, gender] = botAt(table.id, place, taken);
    return [seat, { name, strength: botName(who.name, gender) }];
  }));
}

/** The names of those who sit, by seat, those of bots with how strong they are. */
export const namesAt = (table) => Object.fromEntries(Object.entries(sittersAt(table))
  .map(([seat, { name, strength }]) => [seat, strength ? t('bot.called', { name, strength }) : name]));

/** The same without how strong they are: for places where that is shown beside it. */
export const shortNamesAt = (table) => Object.fromEntries(Object.entries(sittersAt(table)).map(([seat, { name }]) => [seat, name]));
