/**
 * What all boards share. A board is shown a position and offers moves; it knows nothing of servers, tables or clocks.
 *
 * A move is offered as a `move` event whose detail is the move's notation.
 */

/**
 * @typedef {object} Scene what a board is shown
 * @property {any} view the position, as the game's `shown` makes it
 * @property {string|null} seat with whose eyes we look
 * @property {{by: string, move: string, before: any}|null} last the last move, and the view before it
 * @property {boolean} playable whether a click is a move
 * @property {boolean} over whether the game has ended, in whatever way
 * @property {Object<string, string>} names of those who sit, by seat
 * @property {boolean} animate
 * @property {string|null} memoryKey under which a drawing may be remembered
 * @property {string[]} advised the moves that the strongest player would make
 * @property {number} pace how long things stay, as a multiple of the usual; 0 for whoever does not want to wait
 * @property {Object<string, any>|null} eyes the views of all seats, where nothing is hidden any more
 */

export class Board extends HTMLElement {
  /** What is drawn; nothing before the first call of `show`, which comes before everything else. @type {Scene} */
  shown = /** @type {any} */ (null);

  /** @param {Partial<Scene> & {view: any}} scene */
  show(scene) {
    const before = this.shown;
    this.shown = { seat: null, last: null, playable: false, over: false, names: {}, animate: true, memoryKey: null, advised: [], pace: 1, eyes: null, ...scene };
    this.classList.toggle('playable', this.shown.playable);
    this.draw(this.shown, before);
  }

  /**
   * What belongs to the board and need not be seen at every moment: the page puts it beside the board.
   * @returns {HTMLElement|null}
   */
  beside() {
    return null;
  }

  /**
   * Draws the scene; `before` is the one that was drawn last.
   * @abstract
   * @param {Scene} _scene
   * @param {Scene|null} _before
   */
  draw(_scene, _before) {}

  /**
   * Offers a move to whoever listens.
   * @param {string} move
   */
  offer(move) {
    if (this.shown?.playable) this.dispatchEvent(new CustomEvent('move', { detail: move, bubbles: true }));
  }

  /** Asks to be shown at once what is still to be shown. */
  hurry() {
    this.dispatchEvent(new CustomEvent('hurry', { bubbles: true }));
  }

  /**
   * Makes one of the elements the board's place in the tab order; the others are reached by arrow keys.
   * @param {(HTMLElement|SVGElement)[]} elements
   * @param {HTMLElement|SVGElement|undefined} current
   * @param {boolean} [focus]
   */
  rove(elements, current, focus = false) {
    for (const element of elements) element.setAttribute('tabindex', element === current ? '0' : '-1');
    if (focus) current?.focus();
  }
}

export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export const isPress = (event) => event.key === 'Enter' || event.key === ' ';
