/** A small observable state: one frozen object, replaced when something changes. */
export class Store {
  /** @param {object} state */
  constructor(state) {
    this.state = state;
    this.listeners = new Set();
  }

  /** Replaces the named parts, and tells whoever listens. */
  set(changes) {
    const before = this.state;
    this.state = { ...before, ...changes };
    for (const listener of [...this.listeners]) listener(this.state, before);
  }

  /**
   * Calls back now and after each change; answers how to stop.
   * @param {(state: object, before: object) => void} listener
   */
  subscribe(listener) {
    this.listeners.add(listener);
    listener(this.state, this.state);
    return () => this.listeners.delete(listener);
  }
}
