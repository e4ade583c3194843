/** What happened at a table, in words: seen beside the board, and read aloud. */
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { TableLog } from '../table_log.js';
import { announce, notify } from './notices.js';

class WhatHappened extends HTMLElement {
  /** @param {string} table its id */
  setup(table) {
    this.kept = new TableLog(table);
    this.lines = h('ol', { class: 'log', tabindex: '0', 'aria-label': t('table.log') });
    this.none = h('p', { class: 'empty' }, t('table.logEmpty'));
    this.replaceChildren(h('h2', {}, t('table.log')), this.lines, this.none);
    this.draw();
  }

  /** A position is shown now, as a seat sees it; `byMove`: a move led to it that is told. */
  reach(view, seat, byMove) {
    // A position that no move of the log leads to: moves were made before the page was here again.
    if (this.kept.reach(view, seat) && !byMove) this.write(t('told.gap'));
  }

  write(text) {
    this.keep(text);
    announce(text);
  }

  /** What nobody should miss is shown over the page, too. */
  note(text) {
    this.keep(text);
    notify(text);
  }

  keep(text) {
    this.kept.add(text);
    this.draw();
  }

  draw() {
    this.lines.replaceChildren(...this.kept.lines.map((line) => h('li', {}, line)));
    this.lines.hidden = this.kept.lines.length === 0;
    this.none.hidden = !this.lines.hidden;
  }
}

customElements.define('what-happened', WhatHappened);
