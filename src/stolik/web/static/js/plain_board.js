/** The board of a game that brings none: the position as the game writes it, and a button for each move. */
import { Board } from './board.js';
import { childrenOf, focused, h, keep } from './dom.js';
import { t } from './i18n.js';

/** With more moves than this there is a field to choose among them. */
const FEW = 12;

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

class PlainBoard extends Board {
  build() {
    this.text = h('pre', { class: 'plain-text', tabindex: '0', role: 'region', 'aria-label': t('plain.board') });
    this.last = h('p', { class: 'hint' });
    this.advice = h('p', { class: 'hint' });
    this.filter = h('input', { id: 'plain-filter', type: 'search', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
    this.filter.addEventListener('input', () => this.drawMoves());
    this.filter.addEventListener('keydown', (event) => this.choose(event));
    this.count = h('output', { for: 'plain-filter', class: 'hint' });
    this.chooser = h('div', { class: 'row plain-chooser' }, h('label', { for: 'plain-filter' }, t('plain.filter')), this.filter, this.count);
    this.buttons = h('div', { class: 'plain-moves', role: 'group', 'aria-label': t('plain.moves') });
    this.buttons.addEventListener('keydown', (event) => this.key(event));
    this.state = h('p', { class: 'hint' });
    this.replaceChildren(this.text, this.last, this.advice, this.chooser, this.buttons, this.state);
  }

  draw({ view, last, advised }, before) {
    if (!this.text) this.build();
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
    const was = this.buttons.contains(document.activeElement);
    keep(this.buttons, matching, (move) => move, (move) => this.moveButton(move));
    const all = childrenOf(this.buttons);
    this.rove(all, all.find((one) => one.tabIndex === 0) ?? all[0], was && document.activeElement === document.body);
    this.buttons.hidden = moves.length === 0;
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
    if (event.key === 'Enter' && first && !others.length) this.offer(first.dataset.key);
    else first?.focus();
  }

  key(event) {
    const all = childrenOf(this.buttons);
    const at = all.indexOf(focused());
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
