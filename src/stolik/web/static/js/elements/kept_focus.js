/** Whoever uses the keyboard keeps a place on the page: when what had the focus is gone, the page's content has it. */

const isUsable = (element) => element.isConnected && element.checkVisibility() && !element.matches(':disabled');

export function startKeepingFocus() {
  /** @type {Element|null} */
  let last = null;
  document.addEventListener('focusin', ({ target }) => {
    last = /** @type {Element} */ (target);
  });
  const look = () => {
    const elsewhere = document.activeElement !== document.body && document.activeElement !== last;
    if (!last || elsewhere || isUsable(last)) return;
    // Behind an open dialog this does nothing; what closes the dialog is looked at again.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['hidden', 'disabled'] });
}
