import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { preferred, speak, t } from '../../src/stolik/web/static/js/i18n.js';

const PAGE = new URL('../../src/stolik/web/static/js/', import.meta.url);
const languages = Object.fromEntries(await Promise.all(['en', 'pl', 'cs'].map(async (one) =>
  [one, (await import(new URL(`lang/${one}.js`, PAGE))).default])));

const sources = readdirSync(PAGE, { recursive: true }).map(String)
  .filter((name) => name.endsWith('.js') && !name.startsWith('lang'))
  .map((name) => readFileSync(new URL(name, PAGE), 'utf8'));

/** What is written in braces, whatever the plural. */
const facts = (text) => [...new Set(JSON.stringify(text).match(/\{\w+\}/g) ?? [])].sort();

for (const [name, words] of Object.entries(languages)) {
  test(`${name} has every text that English has, and no other`, () => {
    assert.deepEqual(Object.keys(words).sort(), Object.keys(languages.en).sort());
  });

  test(`${name} mentions the same facts as English`, () => {
    for (const key of Object.keys(languages.en)) assert.deepEqual(facts(words[key]), facts(languages.en[key]), key);
  });

  test(`${name} has every plural that its grammar needs`, () => {
    const needed = new Intl.PluralRules(name).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(words)) {
      if (typeof text === 'object') {
        assert.ok('other' in text, key);
        if (needed.includes('few')) assert.ok('few' in text, key);
      }
    }
  });
}

test('every text that the page names is there', () => {
  const named = sources.flatMap((source) => [...source.matchAll(/\bt\('([^']+)'/g)].map((match) => match[1]));
  assert.ok(named.length > 100);
  for (const key of named) assert.ok(key in languages.en, key);
});

test('every reason for which the rules refuse a move has a text', () => {
  const reasons = sources.flatMap((source) => [...source.matchAll(/new Refusal\('(\w+)'/g)].map((match) => match[1]));
  assert.ok(reasons.length > 10);
  for (const reason of reasons) assert.ok(`why.${reason}` in languages.en, reason);
});

test('every text is named somewhere in the page', () => {
  const whole = sources.join('\n');
  const unused = Object.keys(languages.en).filter((key) => {
    const stem = key.includes('.') ? key.slice(0, key.lastIndexOf('.')) : key;
    return !whole.includes(`'${key}'`) && !whole.includes(`\`${stem}.$`) && !whole.includes(`\`${stem.split('.')[0]}.$`);
  });
  assert.deepEqual(unused, []);
});

test('numbers choose the plural as the language wants it', async () => {
  await speak('pl');
  assert.equal(t('standing.kierki', { n: 1 }), '1 punkt');
  assert.equal(t('standing.kierki', { n: 3 }), '3 punkty');
  assert.equal(t('standing.kierki', { n: 25 }), '25 punktów');
  await speak('en');
  assert.equal(t('told.othello', { n: 3, move: 'f5' }), 'plays f5, 3 discs turned');
});

test('the first of the browser\'s languages that we speak is chosen', () => {
  assert.equal(preferred(['de-AT', 'cs-CZ', 'en']), 'cs');
  assert.equal(preferred(['de']), 'en');
});

test('no module writes markup or styles of its own into the page', () => {
  for (const source of sources) assert.doesNotMatch(source, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\bstyle:/);
});
