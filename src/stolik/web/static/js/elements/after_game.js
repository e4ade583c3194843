/** Where one can go from a finished game: another one, its replay, its rules, the lobby. */
import { say, store } from '../client.js';
import { button, h, link } from '../dom.js';
import { t } from '../i18n.js';
import { addresses } from '../router.js';
import { LINES, hasLines } from './exchange.js';

/** To the rules, in a tab of its own: whoever plays does not lose sight of the game. */
export const howLink = (game, words) => link(words, addresses.how(game), { target: '_blank', class: 'how-link' });

/**
 * @param {any} table
 * @param {any} known what the page knows of it
 * @param {string|null} mine my seat
 */
export function afterGame(table, { ended, rematch = [], rematchAsked = false }, mine) {
  const others = rematch.filter((name) => name !== store.state.name);
  return [
    others.length ? h('strong', { class: 'whole-line' }, t('result.wantsRematch', { name: others.join(', ') })) : '',
    mine ? button(t(rematchAsked ? 'result.rematchAsked' : 'result.rematch'), () => say({ type: 'rematch', table: table.id }), { class: 'primary', disabled: rematchAsked }) : '',
    link(t('records.replay'), addresses.replay(table.id), { class: 'button' }),
    hasLines(table) ? link(t('replay.lines'), `${addresses.replay(table.id)}?${LINES}`, { class: 'button' }) : '',
    mine && !ended.winners?.includes(mine) ? howLink(table.game, t('result.why')) : '',
    link(t('table.toLobby'), addresses.lobby(), { class: 'button' }),
  ];
}
