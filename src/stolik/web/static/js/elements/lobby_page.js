/** The lobby: come in, play at once, meet people, find a table, look at finished games. */
import { h } from '../dom.js';
import { t } from '../i18n.js';
import './game_tiles.js';
import './make_table.js';
import './players.js';
import { recordList } from './records.js';
import './tables.js';

class LobbyPage extends HTMLElement {
  connectedCallback() {
    this.replaceChildren(
      h('h1', { class: 'unseen' }, t('lobby.title')),
      h('come-in'),
      h('div', { class: 'lobby' },
        h('section', { class: 'games', 'aria-labelledby': 'games-title' },
          h('div', { class: 'heading' }, h('h2', { id: 'games-title' }, t('lobby.playNow')), h('make-table')),
          h('tables-left'),
          h('game-tiles')),
        h('section', { class: 'people paper' }, h('player-list')),
        h('section', { class: 'live paper' }, h('table-list')),
        h('section', { class: 'finished paper' }, h('div', { class: 'heading' }, h('h2', {}, t('records.title'))), recordList())));
  }
}

customElements.define('lobby-page', LobbyPage);

export const show = () => ({ title: t('lobby.title'), element: h('lobby-page') });
