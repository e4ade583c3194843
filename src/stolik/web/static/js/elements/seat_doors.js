/** How an empty seat can be filled: by oneself, by a bot, or by a program with the command line shown. */
import { api } from '../api.js';
import { say } from '../client.js';
import { button, copy, h } from '../dom.js';
import { GAMES, botName, firstBot, seatName } from '../games.js';
import { t } from '../i18n.js';
import { mustBeIn } from './come_in.js';
import { attempt, notify } from './notices.js';

/** A choice of the bots of a game; first offered is one that can be beaten. */
export const botChoice = (game, label, chosen = firstBot(game)) => h('select', { 'aria-label': label },
  ...GAMES[game].bots.map((bot) => h('option', { value: bot, selected: bot === chosen }, botName(bot))));

/** A text that can be copied with one press. */
export function copyable(text, label) {
  return h('div', { class: 'copyable' }, h('code', {}, text),
    button(t('copy'), async () => notify(t(await copy(text) ? 'copied' : 'copyFailed')), { class: 'small', 'aria-label': `${t('copy')}: ${label}` }));
}

/** A command line of the server, with the name under which we reach it: only the browser knows that. */
export const commandLine = (line, port) => line.replaceAll('HOST', location.hostname).replaceAll('PORT', port);

/** What can be done about a seat where nobody is. */
export function seatDoors(table, seat, mine, ended) {
  const who = table.seats[seat];
  if (ended || who?.here) return [];
  const doors = [];
  if (who === null && !mine) doors.push(button(t('seat.sit'), () => sit(table, seat), { class: 'primary small' }));
  if (who === null && mine) doors.push(botDoor(table, seat));
  return doors;
}

/** The command lines with which programs take the empty seats, or, for one who sits there, a button that asks for them. */
export function commandLines(table, mine) {
  const lines = Object.entries(table.commands ?? {});
  if (!lines.length) return mine ? programDoor(table) : '';
  return h('div', { class: 'programs' }, h('p', {}, t('table.programs')), h('ul', { class: 'commands' }, ...lines.map(([seat, line]) => {
    const name = seatName(table.game, seat);
    return h('li', {}, h('strong', {}, name), copyable(commandLine(line, table.port), name));
  })));
}

function sit(table, seat) {
  if (!mustBeIn(() => sit(table, seat))) return;
  if (!say({ type: 'sit', table: table.id, seat })) notify(t('line.not'), 'bad');
}

/** A table has a port only when a program is to come. */
function programDoor(table) {
  const { programs, lobby_command: command, port } = GAMES[table.game];
  if (!Object.values(table.seats).includes(null) || table.port) return '';
  if (!programs) {
    return command && port ? h('div', { class: 'programs' }, h('p', {}, t('program.lobby')), copyable(commandLine(command, port), t('program.lobby'))) : '';
  }
  return button(t('table.openPort'), () => attempt(api.openPort(table.id)), { class: 'small' });
}

function botDoor(table, seat) {
  const choice = botChoice(table.game, t('seat.chooseBot'));
  const place = () => attempt(api.seatBot(table.id, seat, choice.value));
  return choice.value ? h('div', { class: 'row bot-door' }, choice, button(t('seat.placeBot'), place, { class: 'small' })) : '';
}
