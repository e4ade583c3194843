/** Who is here and whether they are free: by a mark of its own shape and colour, and in words. */
import { seatOf } from '../arena.js';
import { clockOf, clockOptions } from '../clocks.js';
import { lookAt, say, store } from '../client.js';
import { button, h, keep, link } from '../dom.js';
import { GAMES, seatName, titleOf } from '../games.js';
import { t } from '../i18n.js';
import { addresses } from '../router.js';
import { mustBeIn } from './come_in.js';
import { notify } from './notices.js';
import { Part } from './part.js';

/** How many people are listed; others are found by their names. */
const SHOWN = 60;

const MARKS = { ready: '●', busy: '■' };

// An invitation is between two people, so it is to a game of two seats.
const PAIRED = Object.keys(GAMES).filter((game) => GAMES[game].seats.length === 2);

/** Whether somebody plays with others than bots: until the game ends, the server takes no invitation from them. */
const plays = (tables, name) => Object.values(tables).some((table) => {
  const mine = table.stage === 'gathering' ? null : seatOf(table, name);
  return mine && Object.entries(table.seats).some(([seat, who]) => seat !== mine && who?.kind !== 'bot');
});

class PlayerList extends Part {
  setup() {
    this.count = h('span', { class: 'count' });
    this.list = h('ul', { class: 'players' });
    this.empty = h('p', { class: 'empty' });
    this.side = h('select', { id: 'invite-side' });
    this.clock = h('select', { id: 'invite-clock' });
    this.game = h('select', { id: 'invite-game', onchange: () => this.drawTerms() }, ...PAIRED.map((game) => h('option', { value: game }, titleOf(game))));
    this.search = h('input', { type: 'search', 'aria-label': t('players.search'), placeholder: t('players.search'), maxlength: 32, oninput: () => this.look() });
    this.replaceChildren(
      h('div', { class: 'heading' }, h('h2', {}, t('players.title')), this.count), this.search,
      h('label', { class: 'invite-game', for: 'invite-game' }, h('span', {}, t('players.inviteTo')), this.game),
      h('details', { class: 'invite-terms' }, h('summary', {}, t('players.terms')),
        h('label', { class: 'invite-game', for: 'invite-side' }, h('span', {}, t('friend.side')), this.side),
        h('label', { class: 'invite-game', for: 'invite-clock' }, h('span', {}, t('make.clock')), this.clock)),
      this.list, this.empty);
    this.drawTerms();
    this.look();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    lookAt('players', null);
  }

  /** Asks the server for the part of the list that is shown. */
  look() {
    lookAt('players', { search: this.search.value.trim(), count: SHOWN });
  }

  drawTerms() {
    const game = this.game.value;
    const chosen = this.clock.value || 'usual';
    this.clock.replaceChildren(...clockOptions(2, GAMES[game]).map(([value, text]) => h('option', { value, selected: value === chosen }, text)));
    this.side.replaceChildren(...(GAMES[game]?.seats ?? []).map((seat) => h('option', { value: seat }, seatName(game, seat))));
  }

  render({ players, playersTotal, tables, name, inviting, invited }) {
    const others = Object.entries(players).filter(([one]) => one !== name).sort(([a], [b]) => a.localeCompare(b));
    // In a long list I may be in a part that is not shown.
    const mine = name && playersTotal ? [[name, players[name] ?? (Object.values(tables).some((table) => seatOf(table, name)) ? 'busy' : 'ready')]] : [];
    this.search.hidden = !this.search.value && (playersTotal ?? 0) <= SHOWN;
    this.count.textContent = playersTotal === null ? '' : String(playersTotal);
    this.empty.hidden = others.length > 0;
    this.empty.textContent = t(playersTotal === null ? 'loading' : this.search.value ? 'players.noneLike' : 'players.none');
    const waiting = new Set([...inviting.map(({ to }) => to), ...invited.map(({ by }) => by)]);
    const canInvite = !plays(tables, name);
    keep(this.list, [...mine, ...others], ([one]) => one, ([one]) => this.player(one), (element, [one, status]) => {
      const mark = element.querySelector('.status');
      mark.className = `status ${status}`;
      mark.replaceChildren(h('span', { 'aria-hidden': 'true' }, MARKS[status] ?? '●'), ` ${t(`status.${status}`)}`);
      element.querySelector('button').hidden = one === name || status !== 'ready' || waiting.has(one) || !canInvite;
    });
  }

  player(name) {
    const me = name === store.state.name;
    return h('li', {},
      link(name, addresses.player(name), { class: 'name' }), me ? h('span', { class: 'you' }, t('you')) : null,
      h('span', { class: 'status' }),
      button(t('players.invite'), () => this.invite(name), { class: 'small', 'aria-label': t('players.inviteName', { name }) }));
  }

  invite(to) {
    if (!mustBeIn(() => this.invite(to))) return;
    const terms = { ...clockOf(this.clock.value), ...(this.side.value ? { side: this.side.value } : {}) };
    if (!say({ type: 'invite', to, game: this.game.value, terms })) notify(t('line.not'), 'bad');
  }
}

customElements.define('player-list', PlayerList);
