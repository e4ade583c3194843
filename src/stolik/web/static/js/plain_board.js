/** The board of a game that brings none: the position as the game writes it, and a button for each move. */
import { Board } from './board.js';
import { childrenOf, focused, h, keep } from './dom.js';
import { t } from './i18n.js';

/** With more moves than this there is a field to choose among them. */
const FEW = 12;

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

class PlainBoard extends Board {
  text = h('pre', { class: 'plain-text', tabindex: '0', role: 'region', 'aria-label': t('plain.board') });

  last = h('p', { class: 'hint' });

  advice = h('p', { class: 'hint' });

  filter = h('input', { id: 'plain-filter', type: 'search', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false',
    oninput: () => this.drawMoves(), onkeydown: (event) => this.choose(event) });

  count = h('output', { for: 'plain-filter', class: 'hint' });

  chooser = h('div', { class: 'row plain-chooser' }, h('label', { for: 'plain-filter' }, t('plain.filter')), this.filter, this.count);

  buttons = h('div', { class: 'plain-moves', role: 'group', 'aria-label': t('plain.moves'), onkeydown: (event) => this.key(event) });

  state = h('p', { class: 'hint' });

  draw({ view, last, advised }, before) {
    if (!this.text.isConnected) this.replaceChildren(this.text, this.last, this.advice, this.chooser, this.buttons, this.state);
    this.text.textContent = view.text;
    this.last.textContent = last ? t('plain.last', { move: last.move }) : '';
    this.advice.textContent = advised.length ? t('plain.advised', { moves: advised.slice(0, 4).join(', ') }) : '';
    if (String(before?.view.moves) !== String(view.moves)) this.filter.value = '';
    this.drawMoves();
  }

  drawMoves() {
    const { view, playable, seat } = this.shown;
    const moves = playable ? view.moves : [];
    const wanted = this.filter.value.trimStart().toLowerCase();
    const matching = moves.filter((move) => move.toLowerCase().includes(wanted));
    const had = this.buttons.contains(focused()) || (this.waits && focused() === this.text);
    keep(this.buttons, matching, (move) => move, (move) => this.moveButton(move));
    this.buttons.hidden = moves.length === 0;
    const all = childrenOf(this.buttons);
    this.rove(all, all.find((one) => one.tabIndex === 0) ?? all[0], had && !this.buttons.contains(focused()));
    // While there is nothing to press, the focus waits on the position.
    this.waits = had && all.length === 0;
    if (this.waits) this.text.focus();
    this.chooser.hidden = moves.length <= FEW;
    this.count.textContent = t('plain.count', { shown: matching.length, n: moves.length });
    this.state.textContent = moves.length && !matching.length ? t('plain.none') : seat && view.turn && !playable ? t('move.notYours') : '';
  }

  moveButton(move) {
    return h('button', {
      type: 'button', onclick: () => this.offer(move), onfocus: (event) => this.rove(childrenOf(this.buttons), event.currentTarget),
    }, move);
  }

  /** Enter plays the move that is left, or goes on to those that are. */
  choose(event) {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const [first, ...others] = childrenOf(this.buttons);
    if (event.key === 'Enter' && first && !others.length) this.offer(first.dataset.key ?? '');
    else first?.focus();
  }

  key(event) {
    const all = childrenOf(this.buttons);
    const at = all.indexOf(/** @type {HTMLElement} */ (focused()));
    const to = { Home: 0, End: all.length - 1 }[event.key] ?? (at + STEPS[event.key] + all.length) % all.length;
    if (at < 0 || Number.isNaN(to)) return;
    event.preventDefault();
    this.rove(all, all[to], true);
  }
}

customElements.define('plain-board', PlainBoard);

export const make = () => document.createElement('plain-board');

export const describe = ({ move }) => t('told.plain', { move });

export const standing = () => '';

export const typed = (text) => text.trim();
