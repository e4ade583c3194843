/** The door: type a name, or keep the one offered. */
import { comeBack, comeIn, messages, store } from '../client.js';
import { button, h, openDialog } from '../dom.js';
import { t } from '../i18n.js';
import { memory } from '../memory.js';
import { Part } from './part.js';

const LONGEST = 32;

/** Why a name cannot be one; null when it can. */
function objection(name) {
  if (!name) return 'name.none';
  if ([...name].length > LONGEST) return 'name.long';
  return /[\s~\p{C}]/u.test(name) ? 'name.word' : null;
}

const offered = () => t('name.guest') + Math.floor(1000 + Math.random() * 9000);

class ComeIn extends Part {
  setup() {
    // In a dialog there may be a second one on the page.
    const id = this.getAttribute('field') ?? 'name';
    this.field = h('input', {
      id, name: 'name', maxlength: 64, autocomplete: 'nickname', spellcheck: 'false', 'aria-describedby': `${id}-why`,
      value: memory.get('name') ?? offered(),
    });
    this.why = h('p', { id: `${id}-why`, class: 'why', role: 'alert' });
    this.send = h('button', { class: 'primary' }, this.getAttribute('send') ?? t('name.comeIn'));
    this.replaceChildren(h('form', { class: 'come-in', novalidate: true, onsubmit: (event) => this.submit(event) },
      h('div', {}, h('h2', {}, this.getAttribute('title-text') ?? t('name.welcome')), h('p', { class: 'explain' }, t('name.explain'))),
      h('div', { class: 'row' },
        h('label', { for: id }, t('name.label')), this.field, this.send),
      this.why,
      h('button', { type: 'button', class: 'quiet small has-code', onclick: () => this.useCode() }, t('code.have'))));
    this.byCode = false;
  }

  /** Changes between a new name and the code of one that is mine already. */
  useCode() {
    this.byCode = !this.byCode;
    this.querySelector('form').classList.toggle('by-code', this.byCode);
    this.querySelector('.explain').textContent = t(this.byCode ? 'code.type' : 'name.explain');
    this.querySelector('label').textContent = t(this.byCode ? 'code.label' : 'name.label');
    this.querySelector('.has-code').textContent = t(this.byCode ? 'code.haveNot' : 'code.have');
    this.field.value = this.byCode ? '' : memory.get('name') ?? offered();
    this.field.setAttribute('autocomplete', this.byCode ? 'off' : 'nickname');
    this.complain('');
    this.field.focus();
  }

  render({ token }) {
    this.hidden = Boolean(token);
  }

  async submit(event) {
    event.preventDefault();
    const name = this.field.value.trim();
    const wrong = this.byCode ? null : objection(name);
    this.complain(wrong ? t(wrong) : '');
    if (wrong) return;
    this.send.disabled = true;
    try {
      await (this.byCode ? comeBack(name) : comeIn(name));
    } catch (error) {
      if (this.byCode && error.code === 'unknown_token') this.complain(t('code.wrong'));
      else this.complain(error.code === 'name_taken' ? t('name.taken', { name }) : error.message);
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

/**
 * Asks for a name in a dialog, and goes on when there is one and the server knows it.
 * @param {string} title why a name is needed
 * @param {string} send what the button says
 * @param {() => void} then
 * @param {string} [no] what the other button says
 */
export function openDoor(title, send, then, no = t('cancel')) {
  const door = h('come-in', { field: 'door-name', 'title-text': title, send });
  const dialog = h('dialog', { class: 'door', 'aria-label': title }, door, h('div', { class: 'row end' }, button(no, () => dialog.close())));
  const welcomed = () => {
    if (!store.state.token) return;
    dialog.close();
    then();
  };
  messages.addEventListener('welcome', welcomed);
  dialog.addEventListener('close', () => messages.removeEventListener('welcome', welcomed));
  openDialog(dialog);
  door.field.select();
  return door;
}

/** Asks for the code of a name that plays here already, in another browser. */
export const openDoorByCode = () => openDoor(t('code.seat'), t('name.comeIn'), () => {}).useCode();

/**
 * Whether somebody is in; if not, asks for a name and then does what was wanted.
 * @param {() => void} then
 */
export function mustBeIn(then) {
  if (store.state.token) return true;
  openDoor(t('name.first'), t('name.goOn'), then);
  return false;
}
