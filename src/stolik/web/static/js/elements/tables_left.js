/** Says how many more tables one may make, before that is refused. Nothing while there are many. */
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { Part } from './part.js';

const FEW = 3;

class TablesLeft extends Part {
  setup() {
    this.words = h('p', { class: 'hint', role: 'status' });
    this.replaceChildren(this.words);
  }

  render({ tablesLeft, name }) {
    const few = Boolean(name) && tablesLeft !== null && tablesLeft <= FEW;
    const text = !few ? '' : tablesLeft > 0 ? t('make.left', { n: tablesLeft }) : t('make.noneLeft');
    if (this.words.textContent !== text) this.words.textContent = text;
    this.hidden = !few;
  }
}

customElements.define('tables-left', TablesLeft);
