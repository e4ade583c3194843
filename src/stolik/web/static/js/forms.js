/** What an operator did wrong, in the reader's language: the server's sentences are found by their English form. Pure. */
import { t } from './i18n.js';
import english from './lang/en.js';

/** @param {string} form a text with `{name}` where something else stands */
const pattern = (form) => new RegExp(`^${form.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+?)')}$`, 's');

const FORMS = Object.entries(english)
  .filter(([key]) => key.startsWith('form.'))
  .map(([key, text]) => ({ name: key.slice('form.'.length), fits: pattern(String(text)) }));

/**
 * The sentence, and those inside it, in the reader's language; what has no known form stays as it is.
 * @param {string} sentence
 * @returns {string}
 */
export function inWords(sentence) {
  for (const { name, fits } of FORMS) {
    const found = fits.exec(sentence);
    if (found) return t(`form.${name}`, Object.fromEntries(Object.entries(found.groups ?? {}).map(([fact, part]) => [fact, inWords(part)])));
  }
  return sentence;
}
