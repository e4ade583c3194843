/** The door: type a name, or keep the one offered. */
import { comeIn, store } from '../client.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { memory } from '../memory.js';
import { Part } from './part.js';

const LONGEST = 32;

/** Why a name cannot be one; null when it can. */
export function objection(name) {
  if (!name) return 'name.none';
  if ([...name].length > LONGEST) return 'name.long';
  return /[\s~\p{C}]/u.test(name) ? 'name.word' : null;
}

const offered = () => t('name.guest') + Math.floor(1000 + Math.random() * 9000);

class ComeIn extends Part {
  setup() {
    this.field = h('input', {
      id: 'name', name: 'name', maxlength: 64, autocomplete: 'nickname', spellcheck: 'false', 'aria-describedby': 'name-why',
      value: memory.get('name') ?? offered(),
    });
    this.why = h('p', { id: 'name-why', class: 'why', role: 'alert' });
    this.send = h('button', { class: 'primary' }, t('name.comeIn'));
    this.replaceChildren(h('form', { class: 'come-in', novalidate: true, onsubmit: (event) => this.submit(event) },
      h('div', {}, h('h2', {}, t('name.welcome')), h('p', {}, t('name.explain'))),
      h('div', { class: 'row' },
        h('label', { for: 'name' }, t('name.label')), this.field, this.send),
      this.why));
  }

  render({ token }) {
    this.hidden = Boolean(token);
  }

  async submit(event) {
    event.preventDefault();
    const name = this.field.value.trim();
    const wrong = objection(name);
    this.complain(wrong ? t(wrong) : '');
    if (wrong) return;
    this.send.disabled = true;
    try {
      await comeIn(name);
    } catch (error) {
      this.complain(error.code === 'name_taken' ? t('name.taken', { name }) : error.message || t('error.unreachable'));
    }
    this.send.disabled = false;
  }

  complain(text) {
    this.why.textContent = text;
    this.field.setAttribute('aria-invalid', String(Boolean(text)));
    if (text) this.field.focus();
  }
}

customElements.define('come-in', ComeIn);

/** Whether somebody is in; if not, leads to the door and says so. */
export function mustBeIn() {
  if (store.state.token) return true;
  const field = /** @type {HTMLInputElement|null} */ (document.querySelector('come-in input'));
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
  return false;
}
