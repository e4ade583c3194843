/** "Make a table": the game, the clock, and who sits where: a person, a bot, or a program that comes over the network. */
import { ApiError, api } from '../api.js';
import { clockOf, clockOptions } from '../clocks.js';
import { store } from '../client.js';
import { button, h } from '../dom.js';
import { GAMES, botName, firstBot, seatName, titleOf } from '../games.js';
import { t } from '../i18n.js';
import { BOT_PAUSES, botPauseWanted } from '../pace.js';
import { addresses, go } from '../router.js';
import { mustBeIn } from './come_in.js';
import { commandLine, copyable } from './seat_doors.js';
import './tables_left.js';

class MakeTable extends HTMLElement {
  connectedCallback() {
    this.why = h('p', { class: 'why', role: 'alert' });
    this.game = h('select', { id: 'make-game', onchange: () => this.drawSeats() },
      ...Object.keys(GAMES).map((game) => h('option', { value: game }, titleOf(game))));
    this.clock = h('select', { id: 'make-clock' });
    this.silence = h('select', { id: 'make-silence' }, h('option', { value: 'stand in' }, t('silence.bot')), h('option', { value: 'ask again' }, t('silence.wait')));
    this.silenceRow = h('label', { for: 'make-silence' }, h('span', {}, t('make.silence')), this.silence);
    this.secret = h('input', { id: 'make-private', type: 'checkbox' });
    this.pause = h('select', { id: 'make-pause' },
      ...Object.entries(BOT_PAUSES).map(([pace, seconds]) => h('option', { value: seconds, selected: seconds === botPauseWanted() }, t(`botPause.${pace}`))));
    this.practice = h('input', { id: 'make-practice', type: 'checkbox' });
    this.seats = h('div', { class: 'seat-choices' });
    this.hint = h('div', { class: 'hint' });
    this.dialog = h('dialog', { class: 'make', 'aria-labelledby': 'make-title' },
      h('form', { method: 'dialog', onsubmit: (event) => this.submit(event) },
        h('h2', { id: 'make-title' }, t('make.title')),
        h('label', { for: 'make-game' }, h('span', {}, t('make.game')), this.game),
        h('label', { for: 'make-clock' }, h('span', {}, t('make.clock')), this.clock),
        this.silenceRow,
        h('label', { for: 'make-pause' }, h('span', {}, t('make.botPause')), this.pause),
        h('fieldset', {}, h('legend', {}, t('make.seats')), this.seats),
        h('label', { class: 'switch', for: 'make-private' }, h('span', {}, t('friend.private')), this.secret),
        h('label', { class: 'switch', for: 'make-practice' }, h('span', {}, t('make.practice')), this.practice),
        this.hint,
        h('tables-left'),
        this.why,
        h('div', { class: 'row end' },
          button(t('cancel'), () => this.dialog.close()), h('button', { class: 'primary' }, t('make.make')))));
    this.replaceChildren(button(t('make.open'), () => this.open(), { class: 'wood' }), this.dialog);
  }

  open() {
    if (!mustBeIn(() => this.open())) return;
    this.why.textContent = '';
    this.drawSeats();
    this.dialog.showModal();
  }

  drawSeats() {
    const game = this.game.value;
    const { seats, bots, programs, lobby_command: command, port } = GAMES[game];
    this.clock.replaceChildren(...clockOptions(seats.length).map(([value, text]) => h('option', { value }, text)));
    this.silenceRow.hidden = seats.length === 2;
    this.choices = seats.map((seat, at) => {
      const who = h('select', { id: `seat-${seat}` },
        h('option', { value: 'me', selected: at === 0 }, t('make.me')),
        h('option', { value: 'open', selected: at > 0 && seats.length === 2 }, t('make.anybody')),
        ...bots.map((bot) => h('option', { value: `bot ${bot}`, selected: at > 0 && seats.length > 2 && bot === firstBot(game) }, t('make.bot', { name: botName(bot) }))),
        programs ? h('option', { value: 'program' }, t('make.program')) : '');
      return { seat, who, row: h('label', { for: `seat-${seat}` }, h('span', {}, seatName(game, seat)), who) };
    });
    this.seats.replaceChildren(...this.choices.map(({ row }) => row));
    this.hint.hidden = !programs && !port;
    this.hint.replaceChildren(...(programs ? [t('make.programs')]
      : command && port ? [h('p', {}, t('program.lobby')), copyable(commandLine(command, port), titleOf(game))] : []));
  }

  wishes() {
    const seats = {};
    for (const { seat, who } of this.choices) {
      const [kind, name] = who.value.split(' ');
      if (kind === 'me') seats[seat] = { kind: 'person', name: store.state.name };
      else if (kind === 'bot') seats[seat] = { kind, name };
      else if (kind === 'program') seats[seat] = { kind };
    }
    const silence = this.silenceRow.hidden ? {} : { on_silence: this.silence.value };
    return { game: this.game.value, seats, ...clockOf(this.clock.value), ...silence, private: this.secret.checked, bot_pause: Number(this.pause.value), practice: this.practice.checked };
  }

  async submit(event) {
    event.preventDefault();
    if (this.choices.filter(({ who }) => who.value === 'me').length > 1) {
      this.why.textContent = t('make.oneSeat');
      return;
    }
    try {
      const table = await api.makeTable(this.wishes());
      this.dialog.close();
      go(addresses.table(table.id));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.why.textContent = error.message;
      this.why.scrollIntoView({ block: 'nearest' });
    }
  }
}

customElements.define('make-table', MakeTable);
