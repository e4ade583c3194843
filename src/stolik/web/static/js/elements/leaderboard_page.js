/** Who is best, by game. */
import { api } from '../api.js';
import { button, childrenOf, h, link } from '../dom.js';
import { GAMES, nameOf, titleOf } from '../games.js';
import { number, t } from '../i18n.js';
import { addresses } from '../router.js';
import { ratingCells } from './rating.js';

class LeaderboardPage extends HTMLElement {
  connectedCallback() {
    this.tabs = h('div', { class: 'row tabs', role: 'group', 'aria-label': t('make.game') },
      ...Object.keys(GAMES).map((game) => button(titleOf(game), () => this.load(game), { 'data-game': game })));
    this.place = h('div', { 'aria-live': 'polite' });
    this.replaceChildren(h('div', { class: 'heading' }, h('h1', {}, t('leaderboard.title'))), h('section', { class: 'paper' }, this.tabs, this.place));
    this.load(Object.keys(GAMES)[0]);
  }

  async load(game) {
    for (const tab of childrenOf(this.tabs)) tab.setAttribute('aria-pressed', String(tab.dataset.game === game));
    this.place.replaceChildren(h('p', { class: 'empty' }, t('loading')));
    try {
      const rows = await api.leaderboard(game);
      this.place.replaceChildren(...(rows.length ? [h('div', { class: 'wide' }, this.table(rows)), h('p', { class: 'hint' }, t('leaderboard.explain'))] : [h('p', { class: 'empty' }, t('leaderboard.none'))]));
    } catch (error) {
      this.place.replaceChildren(h('p', { class: 'empty bad' }, error.message));
    }
  }

  table(rows) {
    const counts = ['won', 'drawn', 'lost'];
    return h('table', { class: 'figures ranked' }, h('caption', { class: 'unseen' }, t('leaderboard.title')),
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, '#'), h('th', { scope: 'col' }, t('leaderboard.player')),
        h('th', { scope: 'col' }, t('player.rating')), h('th', { scope: 'col', class: 'rating-bar' }, t('contests.interval')),
        ...counts.map((count) => h('th', { scope: 'col' }, t(`count.${count}`))))),
      h('tbody', {}, ...rows.map((row, at) => h('tr', {}, h('td', {}, number(at + 1)),
        h('th', { scope: 'row' }, link(nameOf(row), addresses.player(row.name)), row.kind !== 'person' ? h('span', { class: 'you' }, t(`kind.${row.kind}`)) : ''),
        ...ratingCells(row, rows), ...counts.map((count) => h('td', {}, number(row[count])))))));
  }
}

customElements.define('leaderboard-page', LeaderboardPage);

export const show = () => ({ title: t('leaderboard.title'), element: h('leaderboard-page') });
