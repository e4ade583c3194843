/** The part of Markdown that guides and documentation are written in, as elements: headings, lists, tables, code, links, bold. */
import { h } from './dom.js';

/** @typedef {(address: string) => string|null} Leads where a link leads on the page; null: nowhere, and only its words are shown */

const INLINE = /(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`|\[[^\]]+\]\([^)\s]+\)|<https?:[^>\s]+>)/;

/** An address outside the page opens beside it. */
const outside = (address) => (/^https?:/.test(address) ? { target: '_blank', rel: 'noopener' } : {});

function linked(words, address, leads) {
  const to = leads(address);
  return to ? h('a', { href: to, ...outside(to) }, ...words) : h('span', {}, ...words);
}

/**
 * Bold, code and links inside a line.
 * @param {string} text
 * @param {Leads} leads
 */
const inline = (text, leads) => text.split(INLINE).filter(Boolean).map((part) => {
  const link = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part);
  if (link) return linked(inline(link[1], leads), link[2], leads);
  if (part.startsWith('<http')) return linked([part.slice(1, -1)], part.slice(1, -1), leads);
  if (part.startsWith('**')) return h('strong', {}, ...inline(part.slice(2, -2), leads));
  if (/^\*[^*\s]/.test(part) && part.endsWith('*')) return h('em', {}, part.slice(1, -1));
  return part.startsWith('`') && part.length > 1 ? h('code', {}, part.slice(1, -1)) : part;
});

const cells = (line) => line.replace(/^\||\|\s*$/g, '').split(/(?<!\\)\|/).map((one) => one.trim().replaceAll('\\|', '|'));

function table([head, , ...rows], leads) {
  return h('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': cells(head).filter(Boolean).join(', ') }, h('table', { class: 'figures' },
    h('thead', {}, h('tr', {}, ...cells(head).map((one) => h('th', { scope: 'col' }, ...inline(one, leads))))),
    h('tbody', {}, ...rows.map((row) => h('tr', {}, ...cells(row).map((one) => h('td', {}, ...inline(one, leads))))))));
}

/** Lines that begin with a mark are items; others go on with the one before. */
function list(lines, leads) {
  const items = [];
  for (const line of lines) {
    const mark = /^(?:-|\d+\.) (.*)$/.exec(line);
    if (mark) items.push(mark[1]);
    else items.push(`${items.pop()} ${line.trim()}`);
  }
  return h(lines[0].startsWith('-') ? 'ul' : 'ol', {}, ...items.map((item) => h('li', {}, ...inline(item, leads))));
}

/** The name of a heading in an address, as the documentation's own site makes it. */
const anchor = (words) => words.toLowerCase().normalize('NFKD').replace(/[^a-z0-9\s_-]/g, '').trim().replace(/[\s-]+/g, '-');

/** @returns {HTMLElement[]} */
function block(lines, leads) {
  const heading = /^(#{1,4}) (.*)$/.exec(lines[0]);
  if (heading) {
    return [h(`h${heading[1].length}`, { id: anchor(heading[2]) }, ...inline(heading[2], leads)), ...(lines.length > 1 ? block(lines.slice(1), leads) : [])];
  }
  if (lines[0].startsWith('```')) return [h('pre', { tabindex: '0' }, h('code', {}, lines.slice(1).join('\n')))];
  if (lines[0].startsWith('![')) return [];
  if (lines[0].startsWith('|')) return [table(lines, leads)];
  if (/^(-|\d+\.) /.test(lines[0])) return [list(lines, leads)];
  if (lines[0].startsWith('> ')) return [h('blockquote', {}, ...inline(lines.map((line) => line.replace(/^> ?/, '')).join(' '), leads))];
  return [h('p', {}, ...inline(lines.join(' '), leads))];
}

/** The blocks of a text, each as its lines: an empty line ends a block, except between two fences. */
export function blocks(text) {
  /** @type {string[][]} */
  const found = [[]];
  let fenced = false;
  for (const line of text.trim().split('\n')) {
    if (line.startsWith('```')) {
      fenced = !fenced;
      found.push(fenced ? [line] : []);
    } else if (!fenced && !line.trim()) found.push([]);
    else found[found.length - 1].push(line);
  }
  return found.filter((lines) => lines.length);
}

/**
 * The elements of a text.
 * @param {string} text
 * @param {Leads} [leads]
 * @returns {HTMLElement[]}
 */
export const markdown = (text, leads = () => null) => blocks(text).flatMap((lines) => block(lines, leads));
