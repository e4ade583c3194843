/** The part of a contest's form that says from which positions its games start: drawn ones of some size, or those of a file. */
import { h } from '../dom.js';
import { GAMES } from '../games.js';
import { gameText, t } from '../i18n.js';

export class ContestStarts {
  constructor() {
    /** @type {Map<string, HTMLInputElement>} */
    this.numbers = new Map();
    this.sizes = h('div', { class: 'contest-size' });
    this.positions = h('textarea', { id: 'contest-positions', rows: 3, spellcheck: 'false', 'aria-describedby': 'contest-positions-hint' });
    this.file = h('input', { id: 'contest-positions-file', type: 'file', accept: '.txt', onchange: () => this.read() });
    this.element = h('fieldset', {}, h('legend', {}, t('contests.starts')), this.sizes,
      h('label', { for: this.file.id }, h('span', {}, t('contests.positionsFile')), this.file),
      h('label', { for: this.positions.id }, h('span', {}, t('contests.positions')), this.positions),
      h('p', { class: 'hint', id: 'contest-positions-hint' }, t('contests.positionsHint')));
  }

  /** Offers what the game has: the numbers of its size, if there is more than one. */
  offer(game) {
    this.game = game;
    this.numbers.clear();
    for (const [name, usual] of Object.entries(GAMES[game]?.size ?? {})) {
      this.numbers.set(name, h('input', { id: `contest-size-${name}`, inputmode: 'numeric', autocomplete: 'off', placeholder: String(usual) }));
    }
    this.sizes.replaceChildren(...[...this.numbers].map(([name, field]) => h('label', { for: field.id }, h('span', {}, this.label(name)), field)));
  }

  label(name) {
    return gameText(this.game, `size.${name}`, {}, name);
  }

  async read() {
    const [file] = this.file.files;
    if (file) this.positions.value = await file.text();
  }

  /** What is to be sent to the server; throws an Error, in words. A number that is not given is the usual one. */
  chosen() {
    const positions = this.positions.value.trim() ? { positions: this.positions.value } : {};
    const given = [...this.numbers.values()].some((field) => field.value.trim());
    if (!given) return positions;
    if (positions.positions) throw new Error(t('contests.sizeOrPositions'));
    return { size: [...this.numbers].map(([name, field]) => this.whole(name, field)) };
  }

  whole(name, field) {
    const text = field.value.trim() || field.placeholder;
    if (/^[1-9][0-9]{0,5}$/.test(text)) return Number(text);
    field.focus();
    throw new Error(t('contests.sizeWhole', { name: this.label(name), text }));
  }
}
