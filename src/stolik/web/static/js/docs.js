/** Links of the documentation, which is written for readers of its files. Pure: no page, no server. */
import { isKnown } from './games.js';
import { addresses } from './router.js';

/** Where a link of the documentation leads on the page; null: nowhere. */
export function leads(address) {
  if (/^(#|https?:)/.test(address)) return address;
  const page = /^([a-z][a-z-]*)(?:\.[a-z]{2})?\.md(#.*)?$/.exec(address);
  if (page) return addresses.docs(page[1]) + (page[2] ?? '');
  const guide = /\/games\/(\w+)\/play\.\w+\.md$/.exec(address);
  return guide && isKnown(guide[1]) ? addresses.how(guide[1]) : null;
}
