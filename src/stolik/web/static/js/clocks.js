/** Clocks that people choose from, and clocks in words. */
import { t } from './i18n.js';

/** @typedef {{turn_time?: number, game_time?: number, increment?: number, untimed?: boolean}} Clock as the API has it */

/** @type {Object<string, Clock>} by the value of their options; the first is left to the server */
const CLOCKS = {
  usual: {},
  'game 60 2': { game_time: 60, increment: 2 },
  'game 180 2': { game_time: 180, increment: 2 },
  'game 300 5': { game_time: 300, increment: 5 },
  'game 900 10': { game_time: 900, increment: 10 },
  'move 15': { turn_time: 15 },
  'move 30': { turn_time: 30 },
  'move 60': { turn_time: 60 },
  'move 300': { turn_time: 300 },
  'move 86400': { turn_time: 86400 },
  none: { untimed: true },
};

/** What is written beside a time: seconds, minutes, or a day. */
function span(seconds) {
  if (seconds >= 86400) return t('clock.day');
  return seconds % 60 || seconds === 60 ? t('clock.seconds', { n: seconds }) : t('clock.minutes', { n: seconds / 60 });
}

/** A time to wait for, in whole seconds: it needs no tenths. */
export function waitText(seconds) {
  const left = Math.ceil(Math.max(0, seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

/**
 * A clock in words; nothing for the usual one.
 * @param {Clock} clock
 */
export function clockWords({ turn_time: move, game_time: game, increment = 0, untimed }) {
  if (untimed) return t('clock.none');
  if (game) return increment ? t('clock.game', { time: span(game), n: increment }) : span(game);
  return move ? t('clock.move', { time: span(move) }) : '';
}

/**
 * The options of a choice of clocks. Where more than two play, each move has its time: nobody else should lose by a slow one.
 * @param {number} seats
 * @param {Clock} usual what the first option means, where that is known before it is known who plays
 * @returns {[string, string][]}
 */
export function clockOptions(seats, usual = {}) {
  const words = clockWords(usual);
  return Object.entries(CLOCKS).filter(([key]) => seats === 2 || !key.startsWith('game'))
    .map(([key, clock]) => [key, clockWords(clock) || (words ? t('clock.usualIs', { clock: words }) : t('clock.usual'))]);
}

/**
 * The clock behind an option.
 * @returns {Clock}
 */
export const clockOf = (key) => CLOCKS[key] ?? {};
