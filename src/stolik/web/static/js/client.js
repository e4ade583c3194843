/** The page's one connection to the arena: what it knows, what it says, and who it is. */
import { ApiError, api } from './api.js';
import { heard, nowhere, said, seatOf } from './arena.js';
import { memory } from './memory.js';
import { Line } from './socket.js';
import { Store } from './store.js';

export const store = new Store({
  ...nowhere,
  line: 'connecting',
  retryAt: null,
  token: memory.get('token'),
  // Known before the server has answered: whoever presses Play at once makes a table for themselves.
  name: memory.get('token') ? memory.get('name') : null,
});

/** Each message of the server, as an event of its type, after the store has taken it in. */
export const messages = new EventTarget();

const attended = new Set();

/** What the screen shows of the lobby: the server tells us of nothing else there. */
const looking = {};
let looked = '';

const line = new Line(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/ws`, {
  hello: () => {
    looked = JSON.stringify(looking);
    return { type: 'hello', look: looking, ...(store.state.token ? { token: store.state.token } : {}) };
  },
  heard: hear,
  changed: (state) => store.set(state),
});

function hear(message) {
  // A token is forgotten only when the server does not know it; too many tabs is no reason.
  if (message.type === 'error' && store.state.line !== 'open' && message.code === 'unknown_token') {
    renew();
    return;
  }
  const before = store.state;
  store.set(heard(before, message, Date.now() / 1000));
  if (message.type === 'welcome') {
    returnToSeats(message);
    sayLook();
  }
  messages.dispatchEvent(new CustomEvent(message.type, { detail: { message, before } }));
}

/** After a lost connection: take back every seat of ours, and watch what we watched. */
function returnToSeats(message) {
  const mine = new Set(message.mine ?? []);
  for (const id of new Set([...mine, ...attended])) attendNow(id);
}

function attendNow(id) {
  const { tables, name, token } = store.state;
  if (!tables[id]) return;
  const seat = token ? seatOf(tables[id], name) : null;
  say(seat ? { type: 'sit', table: id, seat } : { type: 'watch', table: id });
}

/** The server does not know our token any more: ask for the same name again, and let the person choose when it is taken. */
async function renew() {
  const name = memory.get('name');
  forgetMe();
  try {
    if (name) remember(await api.session(name));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  line.open();
}

function remember({ name, token }) {
  memory.set('token', token);
  memory.set('name', name);
  store.set({ token, name });
}

function forgetMe() {
  memory.forget('token');
  store.set({ token: null, name: null });
}

/** Claims a name and comes in under it; throws an ApiError that says why not. */
export async function comeIn(name) {
  remember(await api.session(name));
  line.open();
}

/** Comes in under the name that a code proves; throws an ApiError that says why not. */
export async function comeBack(code) {
  remember(await api.restore(code));
  line.open();
}

/** Leaves the lobby; the name can be claimed again. */
export function goOut() {
  forgetMe();
  memory.forget('name');
  line.open();
}

/** Says something to the server; tells whether it could be said. */
export function say(message) {
  const could = line.say(message);
  if (could) store.set(said(store.state, message));
  return could;
}

/**
 * Hears of a part of the lobby as long as the screen shows it.
 * @param {'tables'|'players'|'contests'} part
 * @param {object|boolean|null} wish which part of the list; null: the screen shows it no more
 */
export function lookAt(part, wish) {
  if (wish) looking[part] = wish;
  else delete looking[part];
  if (store.state.line === 'open') sayLook();
}

function sayLook() {
  const wanted = JSON.stringify(looking);
  if (wanted !== looked && say({ type: 'look', ...looking })) looked = wanted;
}

/** Hears what happens at a table, now and after every reconnection, from our own seat if we have one. */
export function attend(id) {
  attended.add(id);
  if (store.state.line === 'open') attendNow(id);
}

export function stopAttending(id) {
  attended.delete(id);
  const { tables, name } = store.state;
  if (!seatOf(tables[id], name)) say({ type: 'unwatch', table: id });
}

/** The seconds until a deadline of the server; while it saves, its clocks stand still. */
export const secondsUntil = (deadline) => deadline - ((store.state.saving ?? Date.now() / 1000) + store.state.ahead);

export function startClient() {
  line.open();
  addEventListener('online', () => line.hurry());
  document.addEventListener('visibilitychange', () => document.hidden || line.hurry());
  // Another tab of the same person came in or went out: this one follows.
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== 'stolik.token' || newValue === store.state.token) return;
    store.set({ token: newValue, name: newValue ? memory.get('name') : null });
    line.open();
  });
}
