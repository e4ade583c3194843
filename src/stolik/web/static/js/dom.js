/** Makes elements. Text is always text: nothing here reads markup, so a hostile name is only an odd name. */

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/**
 * Makes an HTML element. An attribute that is null, undefined or false is left out; one whose name begins with `on` is a listener.
 * @template {string} Tag
 * @param {Tag} tag
 * @param {Object<string, any>} [attributes]
 * @param {...any} children nodes and texts, in lists too; null, undefined and false are left out
 * @returns {Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : any}
 */
export const h = (tag, attributes, ...children) => /** @type {any} */ (fill(document.createElement(tag), attributes, children));

/**
 * Makes an SVG element, in the same way.
 * @param {string} tag
 * @param {Object<string, any>} [attributes]
 * @param {...any} children
 * @returns {SVGElement}
 */
export const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/**
 * A button that does something.
 * @param {string|Node} text
 * @param {(event: any) => unknown} onclick
 * @param {Object<string, any>} [attributes]
 */
export const button = (text, onclick, attributes) => h('button', { type: 'button', onclick, ...attributes }, text);

/**
 * The children of an element, typed as HTML elements.
 * @param {Element} parent
 */
export const childrenOf = (parent) => /** @type {HTMLElement[]} */ ([...parent.children]);

/** The element that has the focus. */
export const focused = () => /** @type {HTMLElement|null} */ (document.activeElement);

/**
 * A link inside the page; the router follows it without loading anything.
 * @param {string|Node} text
 * @param {string} href
 * @param {Object<string, any>} [attributes]
 */
export const link = (text, href, attributes) => h('a', { href, ...attributes }, text);

/**
 * Keeps a list's elements in step with its items, moving and updating what is there: focus survives.
 * @param {Element} parent
 * @param {Iterable<any>} items
 * @param {(item: any) => string} keyOf
 * @param {(item: any) => HTMLElement} make
 * @param {(element: any, item: any) => void} [update]
 */
export function keep(parent, items, keyOf, make, update = () => {}) {
  const before = new Map(childrenOf(parent).map((child) => [child.dataset.key, child]));
  let place = parent.firstElementChild;
  for (const item of items) {
    const key = keyOf(item);
    let child = before.get(key);
    before.delete(key);
    if (!child) {
      child = make(item);
      child.dataset.key = key;
    }
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
    update(child, item);
  }
  for (const child of before.values()) child.remove();
}

/**
 * Shows a dialog over the page; once closed it is gone.
 * @param {HTMLDialogElement} dialog
 */
export function openDialog(dialog) {
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Copies a text, and tells whether that worked. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
