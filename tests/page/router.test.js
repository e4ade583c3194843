import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addresses, route } from '../../src/stolik/web/static/js/router.js';

test('each address leads to its page', () => {
  assert.deepEqual(route('/'), { page: 'lobby', facts: {} });
  assert.deepEqual(route(addresses.invite('abc')), { page: 'table', facts: { id: 'abc' } });
  assert.deepEqual(route('/table/abc'), { page: 'table', facts: { id: 'abc' } });
  assert.deepEqual(route('/local/krazki'), { page: 'local', facts: { game: 'krazki' } });
  assert.deepEqual(route('/docs'), { page: 'docs', facts: {} });
  assert.deepEqual(route(addresses.docs('codes')), { page: 'docs', facts: { name: 'codes' } });
  assert.deepEqual(route('/contests/7'), { page: 'contest', facts: { id: '7' } });
});

test('a name of any characters finds its way there and back', () => {
  for (const name of ['Ada', 'Żółw', '<b>', 'a/b', '100%', '?x#y', '.', '..', '...']) {
    assert.deepEqual(route(addresses.player(name)), { page: 'player', facts: { name } });
  }
});

test('a name of dots alone is not taken for a folder', () => {
  for (const name of ['.', '..']) {
    const { pathname } = new URL(addresses.player(name), 'http://localhost/');
    assert.deepEqual(route(pathname), { page: 'player', facts: { name } });
  }
});

test('an address that cannot be decoded is taken as it is', () => {
  assert.deepEqual(route('/player/%E0%A4%A'), { page: 'player', facts: { name: '%E0%A4%A' } });
});
