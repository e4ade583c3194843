/** Says that a better line is on the board instead of the game, what its current move is, and leads back to the game. */
import { button, h } from '../dom.js';
import { t } from '../i18n.js';

class BetterLineBar extends HTMLElement {
  connectedCallback() {
    if (this.words) return;
    this.setAttribute('role', 'group');
    this.setAttribute('aria-label', t('better.title'));
    this.words = h('p', {});
    this.state = h('p', { class: 'hint' });
    this.back = button(t('better.back'), () => this.dispatchEvent(new CustomEvent('back', { bubbles: true })),
      { class: 'small', title: `${t('better.back')} (Esc)`, 'aria-keyshortcuts': 'Escape' });
    this.append(h('div', { class: 'heading' }, h('strong', {}, t('better.title')), this.back), this.words, this.state);
    this.hidden = true;
  }

  /**
   * @param {string} words what the current move is
   * @param {string} state whether there is more; empty where that is plain to see
   */
  show(words, state) {
    this.hidden = false;
    this.words.textContent = words;
    this.state.textContent = state;
  }
}

customElements.define('better-line', BetterLineBar);
