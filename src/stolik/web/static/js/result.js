/** How a game ended, in words: who won, why, and the points. Pure: no page, no server. */
import { seatName } from './games.js';
import { gameText, has, t } from './i18n.js';

/** The result as one sentence; `names` by seat. */
function resultWords(game, { winners = [], ending }, names) {
  const who = (seat) => names[seat] || seatName(game, seat);
  if (ending === 'cancelled' || ending === 'broken' || winners.length === 0) return t('result.none');
  if (winners.length === 1) return t('result.won', { name: who(winners[0]) });
  return t('result.drawn', { names: winners.map(who).join(', ') });
}

/** Why a game ended, told to whoever has the seat `mine`. */
export function endingWords({ ending, reason, by = null, winners = [], scores = {} }, game = '', names = {}, mine = null) {
  const words = (whom, facts = {}) => gameText(game, `ending.${ending}${whom}`, facts, '');
  const losers = Object.keys(scores).filter((seat) => !winners.includes(seat));
  const about = by ?? (winners.length && losers.length === 1 ? losers[0] : null);
  const told = about && (about === mine ? words('.you') : words('.by', { name: names[about] || seatName(game, about) }));
  return told || words('') || faultWords(ending, reason);
}

/** What a program did wrong, as one word or two; `otherwise` where the page has none. */
export const faultWords = (ending, otherwise) => (has(`contests.ending.${ending}`) ? t(`contests.ending.${ending}`) : otherwise);

/**
 * What exactly was wrong, in English words: at a table, and in contests that kept no more of it. Empty where nothing was.
 * @param {any} ended
 * @param {boolean} refereed whether the referee of a contest says how each game ended
 */
export const causeWords = ({ ending, reason = '' }, refereed) => (ending === 'foul' || (refereed && ending !== 'rules') ? reason : '');

/** How the game ended for whoever has the seat: they are told first how it ended for them. */
export function headline(game, ended, names, mine) {
  const winners = ended.winners ?? [];
  if (!mine || winners.length === 0) return resultWords(game, ended, names);
  if (!winners.includes(mine)) return winners.length === 1 ? t('result.youLost', { name: names[winners[0]] || seatName(game, winners[0]) }) : t('result.youLostPlain');
  if (winners.length === Object.keys(ended.scores ?? {}).length) return t('result.youDrew');
  return t(winners.length === 1 ? 'result.youWon' : 'result.youShare');
}

/** The points of each seat; nothing where they decided nothing, or are 1 and 0 and say no more than who won. */
export function scoreWords(game, { scores, ending, winners = [] }, names) {
  const points = Object.entries(scores ?? {});
  if (ending !== 'rules' || points.every(([seat, n]) => n === Number(winners.includes(seat)))) return '';
  return points.map(([seat, n]) => `${names[seat] || seatName(game, seat)} ${n}`).join(' · ');
}
