/** A player's page: results in each game, and the games themselves. */
import { api } from '../api.js';
import { store } from '../client.js';
import { button, h } from '../dom.js';
import { isKnown, playerTitle, titleOf } from '../games.js';
import { moment, number, t } from '../i18n.js';
import { openLogOut } from './log_out.js';
import { ratingCells } from './rating.js';
import { recordList } from './records.js';

const COUNTS = ['won', 'drawn', 'lost'];

class PlayerPage extends HTMLElement {
  async connectedCallback() {
    const name = this.getAttribute('name');
    const results = h('section', { class: 'paper' }, h('p', { class: 'empty' }, t('loading')));
    const isMe = store.state.token && store.state.name === name;
    this.replaceChildren(h('div', { class: 'heading' }, h('h1', {}, playerTitle(name)), isMe ? button(t('code.elsewhere'), openLogOut, { class: 'small' }) : ''), results,
      h('section', { class: 'paper' }, h('div', { class: 'heading' }, h('h2', {}, t('records.title'))), recordList({ player: name })));
    try {
      const player = await api.player(name);
      results.replaceChildren(...this.results(player));
    } catch (error) {
      results.replaceChildren(h('p', { class: 'empty' }, error.code === 'not_found' ? t('player.none') : error.message));
    }
  }

  results({ since, tallies }) {
    const known = tallies.filter(({ game }) => isKnown(game));
    return [
      h('p', { class: 'hint' }, since ? t('player.since', { when: moment(since) }) : ''),
      known.length ? h('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': t('player.results') }, h('table', { class: 'figures' }, h('caption', { class: 'unseen' }, t('player.results')),
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('make.game')), h('th', { scope: 'col' }, t('player.rating')),
          h('th', { scope: 'col', class: 'rating-bar' }, t('contests.interval')), ...COUNTS.map((count) => h('th', { scope: 'col' }, t(`count.${count}`))))),
        h('tbody', {}, ...known.map((tally) => h('tr', {}, h('th', { scope: 'row' }, titleOf(tally.game), tally.kind !== 'person' ? h('span', { class: 'you' }, t(`kind.${tally.kind}`)) : ''),
          ...ratingCells(tally, known), ...COUNTS.map((count) => h('td', {}, number(tally[count]))))))))
        : h('p', { class: 'empty' }, t('player.none')),
      known.length ? h('p', { class: 'hint' }, t('leaderboard.explain')) : '',
    ];
  }
}

customElements.define('player-page', PlayerPage);

export const show = ({ name }) => ({ title: playerTitle(name), element: h('player-page', { name }) });
