/** How a game ended, in words, and what one can do next. */
import { h } from '../dom.js';
import { seatName } from '../games.js';
import { has, t } from '../i18n.js';

/** The result as one sentence; `names` by seat. */
export function resultWords(game, { winners = [], ending }, names) {
  const who = (seat) => names[seat] || seatName(game, seat);
  if (ending === 'cancelled' || ending === 'broken' || winners.length === 0) return t('result.none');
  if (winners.length === 1) return t('result.won', { name: who(winners[0]) });
  return t('result.drawn', { names: winners.map(who).join(', ') });
}

/** Why a game ended, told to whoever has the seat `mine`; a foul is told in the referee's own words. */
export function endingWords({ ending, reason, by = null }, game = '', names = {}, mine = null) {
  if (by && has(`ending.${ending}.you`)) {
    return by === mine ? t(`ending.${ending}.you`) : t(`ending.${ending}.by`, { name: names[by] || seatName(game, by) });
  }
  return has(`ending.${ending}`) ? t(`ending.${ending}`) : reason;
}

/** How the game ended for whoever has the seat: they are told first how it ended for them. */
function headline(game, ended, names, mine) {
  const winners = ended.winners ?? [];
  if (!mine || winners.length === 0) return resultWords(game, ended, names);
  if (!winners.includes(mine)) return winners.length === 1 ? t('result.youLost', { name: names[winners[0]] || seatName(game, winners[0]) }) : t('result.youLostPlain');
  if (winners.length === Object.keys(ended.scores ?? {}).length) return t('result.youDrew');
  return t(winners.length === 1 ? 'result.youWon' : 'result.youShare');
}

/** The points of each seat. */
export function scoreWords(game, scores, names) {
  return Object.entries(scores ?? {}).map(([seat, n]) => `${names[seat] || seatName(game, seat)} ${n}`).join(' · ');
}

class ResultBanner extends HTMLElement {
  /** @param {{game: string, ended: any, names: Object<string, string>, mine: string|null, actions: Element[]}} facts */
  show({ game, ended, names, mine, actions }) {
    const won = mine && ended.winners?.includes(mine);
    const lost = mine && ended.winners?.length > 0 && !won;
    this.className = `result${won ? ' won' : ''}${lost ? ' lost' : ''}`;
    this.replaceChildren(
      h('h2', {}, headline(game, ended, names, mine)),
      h('p', {}, [endingWords(ended, game, names, mine), scoreWords(game, ended.scores, names), ended.rated === false ? t('result.unrated') : ''].filter(Boolean).join(' — ')),
      h('div', { class: 'row' }, ...actions));
  }
}

customElements.define('result-banner', ResultBanner);
