/** A move can always be typed, in the game's own notation: nobody needs to see the board to play. */
import { h } from '../dom.js';
import { gameText, t } from '../i18n.js';

class MoveInput extends HTMLElement {
  /** @param {{game: string, typed: (text: string) => string}} facts */
  setup({ game, typed }) {
    this.field = h('input', {
      id: 'typed-move', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', placeholder: gameText(game, 'notation', {}, ''),
      'aria-describedby': 'move-why', maxlength: 64,
    });
    this.why = h('p', { id: 'move-why', class: 'why', role: 'alert' });
    this.options = h('p', { class: 'hint options' });
    this.replaceChildren(h('form', { onsubmit: (event) => {
      event.preventDefault();
      const move = typed(this.field.value);
      if (move) this.dispatchEvent(new CustomEvent('move', { detail: move, bubbles: true }));
    } },
    h('label', { for: 'typed-move' }, t('move.type')),
    h('div', { class: 'row' }, this.field, h('button', {}, t('move.play')))),
    this.why,
    h('details', {}, h('summary', {}, t('move.legal')), this.options));
  }

  show({ playable, moves, why }) {
    this.hidden = false;
    this.why.textContent = why ?? '';
    this.field.setAttribute('aria-invalid', String(Boolean(why)));
    this.options.textContent = playable ? moves.join(',  ') : t('move.notYours');
  }

  clear() {
    this.field.value = '';
  }
}

customElements.define('move-input', MoveInput);
