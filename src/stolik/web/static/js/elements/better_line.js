/** Says that a better line is on the board instead of the game, what its current move is, and leads back to the game. */
import { button, h } from '../dom.js';
import { t } from '../i18n.js';

class BetterLineBar extends HTMLElement {
  connectedCallback() {
    if (this.words) return;
    this.setAttribute('role', 'group');
    this.setAttribute('aria-label', t('better.title'));
    this.words = h('p', {});
    this.back = button(t('better.back'), () => this.dispatchEvent(new CustomEvent('back', { bubbles: true })), { class: 'small', 'aria-keyshortcuts': 'Escape' });
    this.append(h('strong', {}, t('better.title')), this.words, this.back);
    this.hidden = true;
  }

  /** @param {string} words */
  show(words) {
    this.hidden = false;
    this.words.textContent = words;
  }
}

customElements.define('better-line', BetterLineBar);
