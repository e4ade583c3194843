import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { gameText, preferred, speak, t, teach, wordsOf } from '../../src/stolik/web/static/js/i18n.js';

const LANGUAGES = ['en', 'pl', 'cs'];
const PAGE = new URL('../../src/stolik/web/static/js/', import.meta.url);
const GAMES = new URL('../../src/stolik/games/', import.meta.url);

const house = Object.fromEntries(await Promise.all(LANGUAGES.map(async (one) =>
  [one, (await import(new URL(`lang/${one}.js`, PAGE))).default])));

const read = (path, base) => readFileSync(new URL(path, base), 'utf8');

const modulesIn = (folder) => readdirSync(folder, { recursive: true }).map(String)
  .filter((name) => name.endsWith('.js') && !name.startsWith('lang') && name !== 'report.js')
  .map((name) => read(name, folder));

const sources = modulesIn(PAGE);

/** The words and the modules of each game that has any. */
const games = Object.fromEntries(readdirSync(GAMES).filter((name) => existsSync(new URL(`${name}/page/words.en.json`, GAMES))).map((name) => {
  const folder = new URL(`${name}/page/`, GAMES);
  return [name, { sources: modulesIn(folder), words: Object.fromEntries(LANGUAGES.map((one) => [one, JSON.parse(read(`words.${one}.json`, folder))])) }];
}));

/** What is written in braces, whatever the plural. */
const facts = (text) => [...new Set(JSON.stringify(text).match(/\{\w+\}/g) ?? [])].sort();

const namedIn = (texts) => texts.flatMap((source) => [...source.matchAll(/\bt\('([^']+)'/g)].map((match) => match[1]));

for (const [whose, all] of [['the page', house], ...Object.entries(games).map(([name, { words }]) => [name, words])]) {
  for (const [name, words] of Object.entries(all)) {
    test(`${whose} in ${name} has every text that it has in English, and no other`, () => {
      assert.deepEqual(Object.keys(words).sort(), Object.keys(all.en).sort());
    });

    test(`${whose} in ${name} mentions the same facts as in English`, () => {
      for (const key of Object.keys(all.en)) assert.deepEqual(facts(words[key]), facts(all.en[key]), key);
    });

    test(`${whose} in ${name} has every plural that the grammar needs`, () => {
      const needed = new Intl.PluralRules(name).resolvedOptions().pluralCategories;
      for (const [key, text] of Object.entries(words)) {
        if (typeof text === 'object') {
          assert.ok('other' in text, key);
          if (needed.includes('few')) assert.ok('few' in text, key);
        }
      }
    });
  }
}

test('every text that the page names is there', () => {
  const named = namedIn(sources);
  assert.ok(named.length > 100);
  for (const key of named) assert.ok(key in house.en, key);
});

/** Keys that the house asks of every game; see docs/adding-a-game.md. */
const ASKED = /^(title|about|notation|standing|fork\.hint|how\.protocol|example\.\d+|opinion\.(value|costs)|ending\.rules(\.you|\.by)?|(seat|format|size|why)\..+)$/;

for (const [name, { sources: own, words }] of Object.entries(games)) {
  test(`every text that ${name} names is its own or the page's`, () => {
    for (const key of namedIn(own)) assert.ok(key in words.en || key in house.en, key);
  });

  test(`every reason for which ${name} refuses a move has a text`, () => {
    const reasons = own.flatMap((source) => [...source.matchAll(/new Refusal\('(\w+)'/g)].map((match) => match[1]));
    assert.ok(reasons.length > 1);
    for (const reason of reasons) assert.ok(`why.${reason}` in words.en, reason);
  });

  test(`every text of ${name} is named somewhere`, () => {
    const whole = own.join('\n');
    const unused = Object.keys(words.en).filter((key) => !ASKED.test(key) && !whole.includes(`'${key}'`) && !whole.includes(`\`${key.split('.')[0]}.$`));
    assert.deepEqual(unused, []);
  });
}

test('every text of the page is named somewhere in it', () => {
  const whole = sources.join('\n');
  const unused = Object.keys(house.en).filter((key) => {
    const stem = key.includes('.') ? key.slice(0, key.lastIndexOf('.')) : key;
    return !whole.includes(`'${key}'`) && !whole.includes(`\`${stem}.$`) && !whole.includes(`\`${stem.split('.')[0]}.$`);
  });
  assert.deepEqual(unused, []);
});

test('numbers choose the plural as the language wants it', async () => {
  await speak('pl');
  assert.equal(t('clock.seconds', { n: 1 }), '1 sekunda');
  assert.equal(t('clock.seconds', { n: 3 }), '3 sekundy');
  assert.equal(t('clock.seconds', { n: 25 }), '25 sekund');
  await speak('en');
  assert.equal(t('clock.seconds', { n: 3 }), '3 seconds');
});

test('a game\'s own text goes before the page\'s, and what nobody has is said as it is', async () => {
  await speak('en');
  teach({ nim: { 'fork.hint': 'From here.', heap: { one: '{n} match', other: '{n} matches' } } });
  const say = wordsOf('nim');
  assert.equal(say('fork.hint'), 'From here.');
  assert.equal(say('heap', { n: 3 }), '3 matches');
  assert.equal(say('told.plain', { move: '2' }), 'plays 2');
  assert.equal(gameText('nim', 'seat.first', {}, 'first'), 'first');
  assert.equal(gameText('constructor', 'name', {}, 'none'), 'none');
});

test('the first of the browser\'s languages that we speak is chosen', () => {
  assert.equal(preferred(['de-AT', 'cs-CZ', 'en']), 'cs');
  assert.equal(preferred(['de']), 'en');
});

test('no module writes markup or styles of its own into the page', () => {
  for (const source of [...sources, ...Object.values(games).flatMap(({ sources: own }) => own)]) {
    assert.doesNotMatch(source, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\bstyle:/);
  }
});

test('every reason of the server has words on the page', () => {
  const problems = read('../../messages/problems.py', PAGE);
  const [reasons] = /class Reason\(StrEnum\):.*?\n\n\n/s.exec(problems);
  const values = [...reasons.matchAll(/^ {4}[A-Z_]+ = "([a-z_]+)"/gm)].map((match) => match[1]);
  assert.ok(values.length > 15);
  for (const value of values) assert.ok(`reason.${value}` in house.en, value);
});
