/** Chance that is passed in, so that a test can choose it. */

/**
 * The items in a random order.
 * @template T
 * @param {Iterable<T>} items
 * @param {() => number} random from 0 to 1
 * @returns {T[]}
 */
export function shuffled(items, random) {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}
