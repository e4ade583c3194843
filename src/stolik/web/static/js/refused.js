/** Why the server refused a move, in the reader's language. Pure: no page, no server. */
import { gameText, t } from './i18n.js';

/**
 * @param {string} game
 * @param {any} rules the game's rules.js or refusals.js, which find the reason; without them the server's English words are repeated
 * @param {{refused?: {code: string, why: string}|null, view?: any}} known of the table
 * @param {string} tried the move
 * @returns {string} empty when nothing was refused
 */
export function whyRefused(game, rules, { refused, view }, tried) {
  if (!refused) return '';
  if (refused.code !== 'bad_move') return t(`refusal.${refused.code}`);
  if (!rules) return refused.why;
  return (view?.turn && reasonIn(game, rules, view, tried)) || t('refusal.bad_move');
}

/**
 * Why the rules refuse a move; empty where they allow it.
 * @param {string} game
 * @param {any} rules
 * @param {any} view
 * @param {string} tried
 */
export function reasonIn(game, rules, view, tried) {
  try {
    rules.play(rules.fromView(view), tried);
  } catch (error) {
    if (!error.why) throw error;
    return gameText(game, `why.${error.why}`, error.facts, error.message);
  }
  return '';
}
