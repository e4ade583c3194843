/** Asks before something that cannot be taken back. */
import { button, h } from '../dom.js';
import { t } from '../i18n.js';

/**
 * Shows a question and waits for the answer; closing the question is a no.
 * @param {string} question
 * @param {string} yes what the button says that agrees
 * @returns {Promise<boolean>}
 */
export function ask(question, yes) {
  return new Promise((resolve) => {
    const dialog = h('dialog', { class: 'ask', 'aria-label': question },
      h('p', {}, question),
      h('div', { class: 'row end' },
        button(t('cancel'), () => dialog.close()),
        button(yes, () => dialog.close('yes'), { class: 'primary' })));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
