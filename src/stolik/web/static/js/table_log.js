/** What happened at a table, in words, newest first. The tab keeps it, so that it is still there after a reload. */
import { spoken } from './i18n.js';

const KEY = 'stolik.logs';
const LENGTH = 80;
// Whoever plays at more tables than this in one tab loses the oldest log, and nothing else.
const TABLES = 4;

/** @typedef {{lines: string[], position: string, seat: string|null, language: string}} Kept the lines and their language, and the position after the newest of them as the seat saw it */

/** @returns {Storage|null} the tab's own memory, where the browser has one */
function tabMemory() {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}

export class TableLog {
  /**
   * @param {string} table
   * @param {Pick<Storage, 'getItem'|'setItem'>|null} [storage]
   */
  constructor(table, storage = tabMemory()) {
    this.table = table;
    this.storage = storage;
    /** @type {Kept} */
    this.kept = { lines: [], position: '', seat: null, language: spoken(), ...this.all().find(([id]) => id === table)?.[1] };
    // Lines in another language than the page's are of no use to its reader.
    if (this.kept.language !== spoken()) this.kept = { ...this.kept, lines: [], language: spoken() };
  }

  get lines() {
    return this.kept.lines;
  }

  /** @param {string} line */
  add(line) {
    this.keep({ ...this.kept, lines: [line, ...this.lines].slice(0, LENGTH) });
  }

  /**
   * Notes the position that is shown; tells whether it is another than the one that the log ends with.
   * @param {any} view
   * @param {string|null} seat whose view it is: another seat sees the same position in another way
   */
  reach(view, seat) {
    const position = JSON.stringify(view);
    const { position: before, seat: whose } = this.kept;
    if (before !== position || whose !== seat) this.keep({ ...this.kept, position, seat });
    return before !== '' && before !== position && whose === seat;
  }

  /** @param {Kept} kept */
  keep(kept) {
    this.kept = kept;
    const others = this.all().filter(([id]) => id !== this.table);
    try {
      this.storage?.setItem(KEY, JSON.stringify([...others, [this.table, kept]].slice(-TABLES)));
    } catch {
      // A full or forbidden memory: the log lasts as long as the page.
    }
  }

  /** @returns {[string, Kept][]} */
  all() {
    try {
      return JSON.parse(this.storage?.getItem(KEY) ?? '[]');
    } catch {
      return [];
    }
  }
}
