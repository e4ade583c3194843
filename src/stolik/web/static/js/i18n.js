/** The page's words, in the reader's language. */
import { memory } from './memory.js';

export const LANGUAGES = { en: 'English', pl: 'Polski', cs: 'Čeština' };

let language = 'en';
let words = {};

/** What was chosen before, or else the first of the browser's languages that we speak. */
export function preferred(wanted = navigator.languages ?? []) {
  const chosen = memory.get('language');
  const spoken = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  return [chosen, ...spoken].find((one) => Object.hasOwn(LANGUAGES, one ?? '')) ?? 'en';
}

export async function speak(wanted) {
  words = (await import(`./lang/${wanted}.js`)).default;
  language = wanted;
  if (globalThis.document) document.documentElement.lang = wanted;
}

export const spoken = () => language;

/**
 * The text of a key; `{name}` in it is replaced by what `facts` has. A key with `one`, `few`, `many` or `other` below it is
 * chosen by `facts.n`, as the language's grammar wants it.
 */
export function t(key, facts = {}) {
  let text = words[key];
  if (text !== null && typeof text === 'object') {
    text = text[new Intl.PluralRules(language).select(facts.n)] ?? text.other;
  }
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in facts ? String(facts[name]) : whole));
}

export const has = (key) => Object.hasOwn(words, key);

export const number = (value) => new Intl.NumberFormat(language).format(value);

export const moment = (seconds) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(seconds * 1000));
