/** What is shown where there is nothing. */
import { h, link } from '../dom.js';
import { t } from '../i18n.js';
import { addresses } from '../router.js';

export const nowhere = () => ({
  title: t('nowhere.title'),
  element: h('div', { class: 'paper nowhere' }, h('h1', {}, t('nowhere.title')), h('p', {}, t('nowhere.words')),
    link(t('table.toLobby'), addresses.lobby(), { class: 'button primary' })),
});
