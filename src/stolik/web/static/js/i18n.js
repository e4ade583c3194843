/** The page's words and those of the games, in the reader's language. */
import { memory } from './memory.js';

/**
 * @typedef {string|Object<string, string>} Text one text, or one for each plural that the language has
 * @typedef {Object<string, Text>} Words
 * @typedef {Object<string, string|number>} Facts what a text mentions
 */

export const LANGUAGES = { en: 'English', pl: 'Polski', cs: 'Čeština' };

let language = 'en';
/** @type {Words} the page's own */
let words = {};
/** @type {Object<string, Words>} those of each game */
let gameWords = {};

/** What was chosen before, or else the first of the browser's languages that we speak. */
export function preferred(wanted = navigator.languages ?? []) {
  const chosen = memory.get('language');
  const spoken = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  return [chosen, ...spoken].find((one) => Object.hasOwn(LANGUAGES, one ?? '')) ?? 'en';
}

/** Changes the language; the words of all games come together in one answer. */
export async function speak(wanted) {
  const [house, games] = await Promise.all([import(`./lang/${wanted}.js`), wordsOfGames(wanted)]);
  words = house.default;
  teach(games);
  language = wanted;
  if (globalThis.document) document.documentElement.lang = wanted;
}

/** The words of all games; none when they cannot be had: titles, seats and moves are then shown as the server writes them. */
async function wordsOfGames(wanted) {
  if (!globalThis.document) return {};
  try {
    const response = await fetch(`/static/games/words.${wanted}.json`);
    return response.ok ? await response.json() : {};
  } catch {
    return {};
  }
}

/** @param {Object<string, Words>} games the words of each game */
export function teach(games) {
  gameWords = games;
}

export const spoken = () => language;

/**
 * The text of a key; `{name}` in it is replaced by what `facts` has. A key with `one`, `few`, `many` or `other` below it is
 * chosen by `facts.n`, as the language's grammar wants it.
 * @param {string} key
 * @param {Facts} [facts]
 */
export const t = (key, facts = {}) => (has(key) ? written(words[key], facts) : key);

export const has = (key) => Object.hasOwn(words, key);

/**
 * The text of a game's key; where the game has none, the page's own text of that key, and then what is given.
 * @param {string} game
 * @param {string} key
 * @param {Facts} [facts]
 * @param {string} [otherwise]
 */
export function gameText(game, key, facts = {}, otherwise = key) {
  const own = Object.hasOwn(gameWords, game) ? gameWords[game] : {};
  if (Object.hasOwn(own, key)) return written(own[key], facts);
  return has(key) ? t(key, facts) : otherwise;
}

/**
 * The words of one game, as a function that is called like `t`.
 * @param {string} game
 * @returns {(key: string, facts?: Facts) => string}
 */
export const wordsOf = (game) => (key, facts) => gameText(game, key, facts);

/**
 * @param {Text} text
 * @param {Facts} facts
 */
function written(text, facts) {
  const chosen = typeof text === 'string' ? text : text[new Intl.PluralRules(language).select(Number(facts.n))] ?? text.other;
  return chosen.replace(/\{(\w+)\}/g, (whole, name) => (name in facts ? String(facts[name]) : whole));
}

export const number = (value) => new Intl.NumberFormat(language).format(value);

export const moment = (seconds) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(seconds * 1000));
