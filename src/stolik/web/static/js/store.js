/** A small observable state: one frozen object, replaced when something changes. */
/** @template {object} State */
export class Store {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** @type {Set<(state: State, before: State) => void>} */
    this.listeners = new Set();
  }

  /**
   * Replaces the named parts, and tells whoever listens.
   * @param {Partial<State>} changes
   */
  set(changes) {
    const before = this.state;
    this.state = { ...before, ...changes };
    for (const listener of [...this.listeners]) listener(this.state, before);
  }

  /**
   * Calls back now and after each change; answers how to stop.
   * @param {(state: State, before: State) => void} listener
   */
  subscribe(listener) {
    this.listeners.add(listener);
    listener(this.state, this.state);
    return () => this.listeners.delete(listener);
  }
}
