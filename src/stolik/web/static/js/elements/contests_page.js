/** Contests of programs: those that were held, and, for the operator, a new one. */
import { api } from '../api.js';
import { lookAt, messages } from '../client.js';
import { contestWords } from '../contest_state.js';
import { h, link } from '../dom.js';
import { GAMES, titleOf } from '../games.js';
import { t } from '../i18n.js';
import { addresses, go } from '../router.js';
import { ContestStarts } from './contest_starts.js';
import { operatorField, operatorToken } from './operator.js';
import { Part } from './part.js';

const FORMATS = ['cyclic', 'round-robin', 'gauntlet', 'swiss'];

/** A players file that can be played as it is: the house's own players, as many as sit at a table. */
function example(game, bots) {
  const seats = GAMES[game].seats.length;
  const chosen = Array.from({ length: Math.max(seats, Math.min(bots.length, 4)) }, (_, at) => bots[at % bots.length]);
  const times = (bot, at) => chosen.slice(0, at).filter((one) => one === bot).length;
  return chosen.map((bot, at) => JSON.stringify({ name: times(bot, at) ? `${bot}-${times(bot, at) + 1}` : bot, builtin: bot })).join('\n');
}

class ContestsPage extends Part {
  setup() {
    this.list = h('div', {}, h('p', { class: 'empty' }, t('loading')));
    this.why = h('p', { class: 'why', role: 'alert' });
    this.game = this.choice('contest-game', Object.keys(GAMES).map((game) => [game, titleOf(game)]));
    this.game.addEventListener('change', () => this.offer());
    this.format = this.choice('contest-format', FORMATS.map((format) => [format, t(`contests.format.${format}`)]));
    this.players = h('textarea', { id: 'contest-players', rows: 6, spellcheck: 'false', oninput: () => { this.written = true; } });
    this.file = h('input', { id: 'contest-file', type: 'file', accept: '.jsonl,.json,.txt', onchange: () => this.read() });
    this.rounds = h('input', { id: 'contest-rounds', type: 'number', min: 1, max: 1000, value: 1 });
    this.paired = h('input', { id: 'contest-paired', type: 'checkbox' });
    this.moveTime = h('input', { id: 'contest-time', type: 'number', min: 0.01, max: 600, step: 'any', placeholder: '0.3' });
    this.starts = new ContestStarts();
    this.seed = h('input', { id: 'contest-seed', autocomplete: 'off' });
    this.folder = h('input', { id: 'contest-folder', autocomplete: 'off', spellcheck: 'false' });
    this.replaceChildren(h('div', { class: 'heading' }, h('h1', {}, t('contests.title')), link(t('operator.title'), addresses.operator(), { class: 'button' })), h('section', { class: 'paper' }, this.list),
      h('details', { class: 'paper' }, h('summary', {}, t('contests.start')),
        h('form', { class: 'contest-form', onsubmit: (event) => this.start(event) },
          this.row('make.game', this.game), this.row('contests.format', this.format), this.row('contests.rounds', this.rounds),
          this.row('contests.paired', this.paired), this.row('contests.file', this.file), this.row('contests.players', this.players),
          this.row('contests.folder', this.folder), this.row('contests.moveTime', this.moveTime), this.starts.element, this.row('contests.seedField', this.seed), operatorField('contest-operator'),
          h('p', { class: 'hint' }, t('contests.explain')), this.why, h('button', { class: 'primary' }, t('contests.go')))));
    this.listen(messages, 'contest', () => this.load());
    lookAt('contests', true);
    this.undo.push(() => lookAt('contests', null));
    this.offer();
    this.load();
  }

  /** What the game has to choose from, and players to begin with, as long as nobody has written others. */
  offer() {
    this.starts.offer(this.game.value);
    const bots = GAMES[this.game.value]?.bots ?? [];
    if (!this.written && bots.length) this.players.value = example(this.game.value, bots);
  }

  async read() {
    const [file] = this.file.files;
    if (!file) return;
    this.players.value = await file.text();
    this.written = true;
  }

  choice(id, options) {
    return h('select', { id }, ...options.map(([value, text]) => h('option', { value }, text)));
  }

  row(label, field) {
    return h('label', { for: field.id }, h('span', {}, t(label)), field);
  }

  async load() {
    try {
      const contests = await api.contests();
      this.list.replaceChildren(contests.length ? h('ul', {}, ...contests.map((contest) => this.contest(contest)))
        : h('p', { class: 'empty' }, t('contests.none')));
    } catch (error) {
      this.list.replaceChildren(h('p', { class: 'empty bad' }, error.message));
    }
  }

  contest(contest) {
    const { id, game, format, players } = contest;
    return h('li', { class: 'table-row' },
      h('span', { class: 'what' }, h('strong', {}, `${titleOf(game)}, ${t(`contests.format.${format}`)}`),
        h('span', { class: 'stage' }, contestWords(contest))),
      h('span', { class: 'who' }, players.join(' · ')), link(t('contests.standings'), addresses.contest(id), { class: 'button' }));
  }

  async start(event) {
    event.preventDefault();
    this.why.textContent = '';
    try {
      const contest = await api.startContest({
        game: this.game.value, format: this.format.value, rounds: Number(this.rounds.value), paired: this.paired.checked, players: this.players.value,
        ...(this.moveTime.value ? { move_time: Number(this.moveTime.value) } : {}), ...(this.seed.value ? { seed: this.seed.value } : {}), ...(this.folder.value ? { folder: this.folder.value } : {}), ...this.starts.chosen(),
      }, operatorToken());
      go(addresses.contest(contest.id));
    } catch (error) {
      this.why.textContent = error.message;
    }
  }
}

customElements.define('contests-page', ContestsPage);

export const show = () => ({ title: t('contests.title'), element: h('contests-page') });
