/** A part of the page that shows the store's state: `setup` builds it once, `render` follows each change. */
import { store } from '../client.js';

export class Part extends HTMLElement {
  connectedCallback() {
    this.undo = [];
    this.setup();
    this.undo.push(store.subscribe((state, before) => this.render(state, before)));
  }

  disconnectedCallback() {
    for (const stop of this.undo) stop();
  }

  setup() {}

  /**
   * @param {any} _state
   * @param {any} _before
   */
  render(_state, _before) {}

  /** Listens as long as the part is on the page. */
  listen(target, type, listener) {
    target.addEventListener(type, listener);
    this.undo.push(() => target.removeEventListener(type, listener));
  }

  /** Does something every so often as long as the part is on the page. */
  every(seconds, what) {
    const timer = setInterval(what, seconds * 1000);
    this.undo.push(() => clearInterval(timer));
  }
}
