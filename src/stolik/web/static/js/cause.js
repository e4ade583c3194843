/** Why a game of a contest was lost, in the reader's language. Pure: no page, no server. */
import { number, t } from './i18n.js';
import { reasonIn } from './refused.js';

/** @typedef {{kind: string, facts?: Object<string, string|number>, because?: Cause[]}} Cause as docs/api.md has it */

/**
 * The cause as a sentence.
 * @param {Cause} cause
 * @param {(move: string) => string} explain why the rules refuse a move; empty where they do not say
 * @returns {string}
 */
export function causeText({ kind, facts = {}, because = [] }, explain = () => '') {
  const inner = because.map((one) => causeText(one, explain)).join('; ');
  const told = Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'number' ? number(fact) : fact]));
  return t(`cause.${kind}`, { ...told, because: (facts.move && explain(String(facts.move))) || inner });
}

/**
 * Says why a game's rules refuse a move in the position where its game ended.
 * @param {string} game
 * @param {any} rules the game's rules.js or refusals.js
 * @param {any} view the last one
 */
export const explainer = (game, rules, view) => (/** @type {string} */ move) => (rules && view?.turn ? reasonIn(game, rules, view, move) : '');
