/**
 * What all boards share. A board is shown a position and offers moves; it knows nothing of servers, tables or clocks.
 *
 * `show({view, last, seat, playable, names, animate, memoryKey})`: `last` is `{by, move, before}`, `seat` whose eyes we look with,
 * `playable` whether a click is a move, `advised` the moves that the strongest player would make. A move is offered as a `move` event whose detail is the move's notation.
 */
export class Board extends HTMLElement {
  /** @type {object|null} */
  shown = null;

  show(scene) {
    const before = this.shown;
    this.shown = { seat: null, last: null, playable: false, names: {}, animate: true, memoryKey: null, advised: [], ...scene };
    this.classList.toggle('playable', this.shown.playable);
    this.draw(this.shown, before);
  }

  /** @abstract */
  draw() {}

  offer(move) {
    if (this.shown?.playable) this.dispatchEvent(new CustomEvent('move', { detail: move, bubbles: true }));
  }

  /** Makes one of the elements the board's place in the tab order; the others are reached by arrow keys. */
  rove(elements, current, focus = false) {
    for (const element of elements) element.setAttribute('tabindex', element === current ? '0' : '-1');
    if (focus) current?.focus();
  }
}

export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export const isPress = (event) => event.key === 'Enter' || event.key === ' ';
