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

/** Why a game ended; a foul is told in the referee's own words. */
export const endingWords = ({ ending, reason }) => (has(`ending.${ending}`) ? t(`ending.${ending}`) : reason);

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
      h('h2', {}, won && ended.winners.length === 1 ? t('result.youWon') : resultWords(game, ended, names)),
      h('p', {}, [scoreWords(game, ended.scores, names), ended.ending === 'rules' ? '' : endingWords(ended)].filter(Boolean).join(' — ')),
      h('div', { class: 'row' }, ...actions));
  }
}

customElements.define('result-banner', ResultBanner);
