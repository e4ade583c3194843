/** Who is here and whether they are free: by a mark of its own shape and colour, and in words. */
import { clockOf, clockOptions } from '../clocks.js';
import { say, store } from '../client.js';
import { button, h, keep, link } from '../dom.js';
import { GAMES, seatName, titleOf } from '../games.js';
import { t } from '../i18n.js';
import { addresses } from '../router.js';
import { mustBeIn } from './come_in.js';
import { notify } from './notices.js';
import { Part } from './part.js';

const MARKS = { ready: '●', busy: '■' };

// An invitation is between two people, so it is to a game of two seats.
const PAIRED = Object.keys(GAMES).filter((game) => GAMES[game].seats.length === 2);

class PlayerList extends Part {
  setup() {
    this.count = h('span', { class: 'count' });
    this.list = h('ul', { class: 'players' });
    this.empty = h('p', { class: 'empty' });
    this.side = h('select', { id: 'invite-side' });
    this.clock = h('select', { id: 'invite-clock' }, ...clockOptions(2).map(([value, text]) => h('option', { value }, text)));
    this.game = h('select', { id: 'invite-game', onchange: () => this.drawSides() }, ...PAIRED.map((game) => h('option', { value: game }, titleOf(game))));
    this.replaceChildren(
      h('div', { class: 'heading' }, h('h2', {}, t('players.title')), this.count),
      h('label', { class: 'invite-game', for: 'invite-game' }, h('span', {}, t('players.inviteTo')), this.game),
      h('details', { class: 'invite-terms' }, h('summary', {}, t('players.terms')),
        h('label', { class: 'invite-game', for: 'invite-side' }, h('span', {}, t('friend.side')), this.side),
        h('label', { class: 'invite-game', for: 'invite-clock' }, h('span', {}, t('make.clock')), this.clock)),
      this.list, this.empty);
    this.drawSides();
  }

  drawSides() {
    const game = this.game.value;
    this.side.replaceChildren(...(GAMES[game]?.seats ?? []).map((seat) => h('option', { value: seat }, seatName(game, seat))));
  }

  render({ players, name, inviting, invited, welcomed }) {
    const others = Object.entries(players).filter(([one]) => one !== name).sort(([a], [b]) => a.localeCompare(b));
    const mine = name && players[name] ? [[name, players[name]]] : [];
    this.count.textContent = welcomed ? String(mine.length + others.length) : '';
    this.empty.hidden = others.length > 0;
    this.empty.textContent = t(welcomed ? 'players.none' : 'loading');
    const waiting = new Set([...inviting.map(({ to }) => to), ...invited.map(({ by }) => by)]);
    keep(this.list, [...mine, ...others], ([one]) => one, ([one]) => this.player(one), (element, [one, status]) => {
      const mark = element.querySelector('.status');
      mark.className = `status ${status}`;
      mark.replaceChildren(h('span', { 'aria-hidden': 'true' }, MARKS[status] ?? '●'), ` ${t(`status.${status}`)}`);
      element.querySelector('button').hidden = one === name || status !== 'ready' || waiting.has(one);
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
