/** The operator's token, for as long as the tab is open: it starts programs, so the browser does not store it. */
import { h } from '../dom.js';
import { t } from '../i18n.js';

let token = '';

export const operatorToken = () => token;

/** A field for it. */
export const operatorField = (id) => h('label', { for: id }, h('span', {}, t('contests.operator')),
  h('input', { id, type: 'password', autocomplete: 'off', value: token, oninput: (event) => { token = event.target.value.trim(); } }));
