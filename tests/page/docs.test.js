import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { leads } from '../../src/stolik/web/static/js/docs.js';
import { learn } from '../../src/stolik/web/static/js/games.js';
import { blocks } from '../../src/stolik/web/static/js/markdown.js';

learn([{ name: 'nim', title: 'Nim', seats: [], bots: [], page: [] }]);

test('a link of the documentation leads to its page, to the guide of a game, outside, or nowhere', () => {
  assert.equal(leads('api.md'), '/docs/api');
  assert.equal(leads('operations.md#backup'), '/docs/operations#backup');
  assert.equal(leads('bot-tutorial.pl.md'), '/docs/bot-tutorial');
  assert.equal(leads('#limits'), '#limits');
  assert.equal(leads('https://example.org/x'), 'https://example.org/x');
  assert.equal(leads('../src/stolik/games/nim/play.en.md'), '/how/nim');
  for (const nowhere of ['../src/stolik/games/chess/play.en.md', '../examples/client.py', 'research/notes.md', 'javascript:alert(1)']) {
    assert.equal(leads(nowhere), null);
  }
});

test('an empty line ends a block, but not inside a fence', () => {
  assert.deepEqual(blocks('# One\n\ntwo\nlines\n```\na\n\nb\n```\nthen'), [['# One'], ['two', 'lines'], ['```', 'a', '', 'b'], ['then']]);
});

test('every page of the documentation has as many fences that open as close', () => {
  const folder = new URL('../../docs/', import.meta.url);
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.md'))) {
    const text = readFileSync(new URL(name, folder), 'utf-8');
    assert.equal(text.split('\n').filter((line) => line.startsWith('```')).length % 2, 0, name);
  }
});
