/** A card follows the pointer, and is played where it is let go on the table. */

/** Pixels that a press may move and still be a press. */
const SLACK = 10;

/**
 * @param {HTMLElement} card
 * @param {HTMLElement} felt where a card may be let go
 * @param {() => void} drop
 */
export function dragged(card, felt, drop) {
  let from = null;
  let moved = false;
  const end = () => {
    from = null;
    card.classList.remove('dragged');
    card.style.removeProperty('translate');
  };
  card.addEventListener('pointerdown', (event) => {
    moved = false;
    from = event.button === 0 && card.classList.contains('legal') ? { x: event.clientX, y: event.clientY } : null;
    // A quick hand leaves the card before it is seen to move.
    if (from) card.setPointerCapture(event.pointerId);
  });
  card.addEventListener('pointermove', (event) => {
    if (!from) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (!moved && Math.hypot(x, y) < SLACK) return;
    moved = true;
    card.classList.add('dragged');
    card.style.setProperty('translate', `${x}px ${y}px`);
  });
  card.addEventListener('pointerup', ({ clientX, clientY }) => {
    const { left, right, top, bottom } = felt.getBoundingClientRect();
    const on = from && moved && clientX > left && clientX < right && clientY > top && clientY < bottom;
    end();
    if (on) drop();
  });
  card.addEventListener('pointercancel', end);
  // A drag ends in a click too, which is not meant as one.
  card.addEventListener('click', (event) => {
    if (!moved) return;
    moved = false;
    event.stopImmediatePropagation();
  }, { capture: true });
}
