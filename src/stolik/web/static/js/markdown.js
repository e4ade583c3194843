/** The small part of Markdown that guides are written in, as elements: headings, paragraphs, lists, tables, bold, code. */
import { h } from './dom.js';

/** Bold and code inside a line. */
const inline = (text) => text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).filter(Boolean).map((part) => {
  if (part.startsWith('**')) return h('strong', {}, part.slice(2, -2));
  return part.startsWith('`') ? h('code', {}, part.slice(1, -1)) : part;
});

const cells = (line) => line.replace(/^\||\|$/g, '').split('|').map((one) => one.trim());

function table([head, , ...rows]) {
  return h('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': cells(head).join(', ') }, h('table', { class: 'figures' },
    h('thead', {}, h('tr', {}, ...cells(head).map((one) => h('th', { scope: 'col' }, ...inline(one))))),
    h('tbody', {}, ...rows.map((row) => h('tr', {}, ...cells(row).map((one) => h('td', {}, ...inline(one))))))));
}

/** Lines that begin with a mark are items; others go on with the one before. */
function list(lines) {
  const items = [];
  for (const line of lines) {
    const mark = /^(?:-|\d+\.) (.*)$/.exec(line);
    if (mark) items.push(mark[1]);
    else items.push(`${items.pop()} ${line.trim()}`);
  }
  return h(lines[0].startsWith('-') ? 'ul' : 'ol', {}, ...items.map((item) => h('li', {}, ...inline(item))));
}

function block(lines) {
  const heading = /^(#{1,3}) (.*)$/.exec(lines[0]);
  if (heading) return [h(`h${heading[1].length}`, {}, heading[2]), ...(lines.length > 1 ? [block(lines.slice(1))].flat() : [])];
  if (lines[0].startsWith('|')) return [table(lines)];
  if (/^(-|\d+\.) /.test(lines[0])) return [list(lines)];
  return [h('p', {}, ...inline(lines.join(' ')))];
}

/**
 * The elements of a text.
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export const markdown = (text) => text.trim().split(/\n\s*\n/).flatMap((part) => block(part.split('\n')));
