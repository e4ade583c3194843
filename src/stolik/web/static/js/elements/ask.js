/** Asks before something that cannot be taken back. */
import { button, h, openDialog } from '../dom.js';
import { t } from '../i18n.js';

/**
 * Shows a question and waits for the answer; closing the question is a no.
 * @param {string} question
 * @param {string} yes what the button says that agrees
 * @param {string} [no] what the other one says
 * @returns {Promise<boolean>}
 */
export function ask(question, yes, no = t('cancel')) {
  return new Promise((resolve) => {
    const dialog = h('dialog', { class: 'ask', 'aria-label': question },
      h('p', {}, question),
      h('div', { class: 'row end' },
        button(no, () => dialog.close()),
        button(yes, () => dialog.close('yes'), { class: 'primary' })));
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'));
    openDialog(dialog);
  });
}
