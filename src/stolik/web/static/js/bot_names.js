/** Names for bots, so that several at one table can be told apart. A record keeps how strong a bot is; the name is the page's alone. */

/** @type {[string, 'f'|'m'][]} each with its grammatical gender, which Polish and Czech need; none looks like another */
export const BOT_NAMES = [
  ['Ada', 'f'], ['Bruno', 'm'], ['Dora', 'f'], ['Emil', 'm'], ['Flora', 'f'], ['Hugo', 'm'],
  ['Iga', 'f'], ['Kamil', 'm'], ['Lena', 'f'], ['Oskar', 'm'], ['Pola', 'f'], ['Viktor', 'm'],
];

/** A number that is the same for the same text, in every browser. */
function numberOf(text) {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + /** @type {number} */ (letter.codePointAt(0))) % 1_000_003;
  return sum;
}

/**
 * The name of a bot at a table, and its gender: the same wherever the table is shown, and another for each seat.
 * @param {string} table its id
 * @param {number} place the number of the seat at the table
 * @param {string[]} taken the names of people and programs at the table
 */
export function botAt(table, place, taken = []) {
  const free = BOT_NAMES.filter(([name]) => !taken.includes(name));
  return free[(numberOf(table) + place) % free.length];
}
