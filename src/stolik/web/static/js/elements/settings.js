/** Language, colours, pace, sounds, notifications and cards: each remembered by the browser. */
import { button, h } from '../dom.js';
import { LANGUAGES, speak, spoken, t } from '../i18n.js';
import { memory } from '../memory.js';
import { PACES } from '../pace.js';
import { play, soundsOn } from '../sound.js';
import { canNotify, notificationsOn, wantNotifications } from './attention.js';
import { notify } from './notices.js';

const THEMES = ['auto', 'light', 'dark'];

/** Puts what is remembered into effect. */
export function applySettings() {
  const theme = memory.get('theme');
  const root = document.documentElement;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  else delete root.dataset.theme;
  root.classList.toggle('four-colours', memory.get('fourColours') === 'on');
}

class PageSettings extends HTMLElement {
  connectedCallback() {
    this.panel = h('div', { class: 'panel', id: 'settings', hidden: true },
      this.choice('settings.language', Object.entries(LANGUAGES), spoken(), async (value) => {
        memory.set('language', value);
        await speak(value);
        this.dispatchEvent(new CustomEvent('language', { bubbles: true }));
      }),
      this.choice('settings.theme', THEMES.map((one) => [one, t(`theme.${one}`)]), memory.get('theme') ?? 'auto', (value) => {
        memory.set('theme', value);
        applySettings();
      }),
      this.choice('settings.pace', Object.keys(PACES).map((one) => [one, t(`pace.${one}`)]), memory.get('pace') ?? 'usual', (value) => memory.set('pace', value)),
      this.switch('settings.sounds', soundsOn(), (on) => {
        memory.set('sounds', on ? 'on' : 'off');
        play('yours');
      }),
      canNotify() ? this.switch('settings.notify', notificationsOn(), (on, box) => this.notifications(on, box)) : '',
      this.switch('settings.fourColours', memory.get('fourColours') === 'on', (on) => {
        memory.set('fourColours', on ? 'on' : 'off');
        applySettings();
      }));
    this.opener = button(h('span', { class: 'gear', 'aria-hidden': 'true' }, '⚙'), () => this.toggle(), {
      class: 'quiet', 'aria-label': t('settings'), 'aria-expanded': 'false', 'aria-controls': 'settings',
    });
    this.opener.append(h('span', { class: 'word', 'aria-hidden': 'true' }, t('settings')));
    this.replaceChildren(this.opener, this.panel);
    this.addEventListener('keydown', (event) => event.key === 'Escape' && this.toggle(false));
    this.addEventListener('focusout', ({ relatedTarget }) => relatedTarget && !this.contains(/** @type {Node} */ (relatedTarget)) && this.toggle(false));
  }

  /** The browser asks the person too, and may refuse. */
  async notifications(on, box) {
    if (!on) memory.set('notify', 'off');
    else if (!await wantNotifications()) {
      box.checked = false;
      notify(t('settings.notifyRefused'), 'bad');
    }
  }

  /** Whoever has changed the language is still there when all is built anew. */
  openAtLanguage() {
    this.toggle(true);
    this.panel.querySelector('select').focus();
  }

  toggle(open = this.panel.hidden) {
    this.panel.hidden = !open;
    this.opener.setAttribute('aria-expanded', String(open));
    if (!open && this.panel.contains(document.activeElement)) this.opener.focus();
  }

  choice(label, options, chosen, change) {
    return h('label', {}, h('span', {}, t(label)),
      h('select', { onchange: (event) => change(event.target.value) },
        ...options.map(([value, text]) => h('option', { value, selected: value === chosen }, text))));
  }

  switch(label, on, change) {
    return h('label', { class: 'switch' }, h('span', {}, t(label)),
      h('input', { type: 'checkbox', checked: on, onchange: (event) => change(event.target.checked, event.target) }));
  }
}

customElements.define('page-settings', PageSettings);
