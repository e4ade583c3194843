/** What the browser remembers between visits. Where it may remember nothing, the page works all the same. */

const PREFIX = 'stolik.';
const held = new Map();

export const memory = {
  get(key) {
    try {
      return localStorage.getItem(PREFIX + key) ?? held.get(key) ?? null;
    } catch {
      return held.get(key) ?? null;
    }
  },
  set(key, value) {
    held.set(key, value);
    try {
      localStorage.setItem(PREFIX + key, value);
    } catch {
      // Private windows may refuse; `held` lasts as long as the tab.
    }
  },
  forget(key) {
    held.delete(key);
    try {
      localStorage.removeItem(PREFIX + key);
    } catch {
      // As above.
    }
  },
};
