/** How a game ended, in words, and what one can do next. */
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { causeWords, endingWords, headline, scoreWords } from '../result.js';

/** The server's own words: at a table they are what the program was told, and are quoted. */
const inEnglish = (words, refereed) => (refereed ? [h('span', { lang: 'en' }, words)] : [`${t('result.told')} `, h('q', { lang: 'en' }, words)]);

class ResultBanner extends HTMLElement {
  /** @param {{game: string, ended: any, names: Object<string, string>, mine: string|null, actions: Element[], refereed?: boolean, cause?: string}} facts */
  show({ game, ended, names, mine, actions, refereed = false, cause = '' }) {
    const english = causeWords(ended, refereed);
    const words = cause ? [cause] : english && inEnglish(english, refereed);
    const won = mine && ended.winners?.includes(mine);
    const lost = mine && ended.winners?.length > 0 && !won;
    this.className = `result${won ? ' won' : ''}${lost ? ' lost' : ''}`;
    this.replaceChildren(
      h('h2', {}, headline(game, ended, names, mine)),
      h('p', {}, [endingWords(ended, game, names, mine), scoreWords(game, ended, names), ended.rated === false ? t('result.unrated') : ''].filter(Boolean).join(' — ')),
      words ? h('p', { class: 'cause' }, ...words) : '', h('div', { class: 'row' }, ...actions));
  }
}

customElements.define('result-banner', ResultBanner);
