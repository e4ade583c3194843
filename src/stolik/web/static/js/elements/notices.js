/** Short notices: seen for a while in a corner, and read aloud by screen readers. */
import { ApiError } from '../api.js';
import { h } from '../dom.js';

const SHOWN_FOR = 6000;
/** More of them at once would cover the board of a phone. */
const MOST = 2;

let tray = null;
let voice = null;

/** @param {'plain'|'bad'} mood */
export function notify(text, mood = 'plain') {
  if (!text || !tray) return;
  const note = h('div', { class: `notice ${mood}` }, text);
  tray.append(note);
  while (tray.children.length > MOST) tray.firstElementChild.remove();
  setTimeout(() => note.remove(), SHOWN_FOR);
  announce(text);
}

/**
 * Waits for an answer of the server; a refusal is shown in words.
 * @template Answer
 * @param {Promise<Answer>} asked
 * @returns {Promise<Answer|null>} null when it was refused
 */
export async function attempt(asked) {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notify(error.message, 'bad');
    return null;
  }
}

/** Only read aloud: what can be seen elsewhere on the page. */
export function announce(text) {
  if (!voice) return;
  // A new element each time: the same words twice in a row are then read twice.
  voice.append(h('p', {}, text));
  while (voice.children.length > 4) voice.firstElementChild.remove();
}

class PageNotices extends HTMLElement {
  connectedCallback() {
    tray = h('div', { class: 'tray', 'aria-hidden': 'true' });
    voice = h('div', { class: 'unseen', role: 'log', 'aria-live': 'polite' });
    this.replaceChildren(tray, voice);
  }
}

customElements.define('page-notices', PageNotices);
