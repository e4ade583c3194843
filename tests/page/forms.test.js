import assert from 'node:assert/strict';
import { test } from 'node:test';

import { inWords } from '../../src/stolik/web/static/js/forms.js';
import { speak } from '../../src/stolik/web/static/js/i18n.js';

const line = 'players, line 3: \'Ada\' needs a program or a builtin, and not both';

test('what an operator did wrong is told in the reader’s language, with the sentence inside', async () => {
  await speak('pl');
  assert.equal(inWords(line), 'gracze, wiersz 3: \'Ada\': trzeba podać `program` albo `builtin`, a nie oba naraz');
  assert.equal(inWords('start positions: line 2: nobody can move there'), 'pozycje początkowe: wiersz 2: nikt nie ma w niej ruchu');
  await speak('cs');
  assert.equal(inWords('players, line 1: the name is empty'), 'hráči, řádek 1: jméno je prázdné');
});

test('a sentence of no known form, and one in English, stay as they are', async () => {
  await speak('pl');
  assert.equal(inWords('something else'), 'something else');
  await speak('en');
  assert.equal(inWords(line), line);
});
