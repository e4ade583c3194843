import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

import { Line } from '../../src/stolik/web/static/js/socket.js';

/** A WebSocket that a test holds the other end of. */
class Wire extends EventTarget {
  readyState = 0;

  sent = [];

  send(text) { this.sent.push(JSON.parse(text)); }

  close() { this.readyState = 3; }

  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  tell(message) {
    const event = new Event('message');
    event.data = typeof message === 'string' ? message : JSON.stringify(message);
    this.dispatchEvent(event);
  }

  break() {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
}

function begin() {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  const wires = [];
  const states = [];
  const heard = [];
  const line = new Line('ws://here', {
    hello: () => ({ type: 'hello', token: 'secret' }),
    heard: (message) => heard.push(message.type),
    changed: ({ line: state }) => states.push(state),
  }, { make: () => wires[wires.push(new Wire()) - 1], random: () => 0.5 });
  line.open();
  return { line, wires, states, heard };
}

/** Time passes step by step: a tick of the mock moves its clock first, and then fires all that was due. */
function pass(seconds) {
  for (let half = 0; half < seconds * 2; half += 1) mock.timers.tick(500);
}

const world = (name, body) => test(name, () => {
  try {
    body(begin());
  } finally {
    mock.timers.reset();
  }
});

world('it says hello, and is open once it is welcome', ({ wires, states, heard }) => {
  wires[0].open();
  assert.deepEqual(wires[0].sent, [{ type: 'hello', token: 'secret' }]);
  assert.deepEqual(states, ['connecting']);
  wires[0].tell({ type: 'welcome' });
  assert.deepEqual(states, ['connecting', 'open']);
  assert.deepEqual(heard, ['welcome']);
});

world('a lost connection is tried again, each time after a longer wait', ({ wires, states }) => {
  wires[0].break();
  assert.equal(states.at(-1), 'waiting');
  mock.timers.tick(499);
  assert.equal(wires.length, 1);
  mock.timers.tick(2);
  assert.equal(wires.length, 2);
  wires[1].break();
  mock.timers.tick(600);
  assert.equal(wires.length, 2);
  mock.timers.tick(500);
  assert.equal(wires.length, 3);
});

world('after a welcome the waits are short again', ({ wires }) => {
  wires[0].break();
  mock.timers.tick(600);
  wires[1].open();
  wires[1].tell({ type: 'welcome' });
  wires[1].break();
  mock.timers.tick(600);
  assert.equal(wires.length, 3);
});

world('a server that does not answer is noticed within five seconds, and nothing more is sent to it', ({ line, wires, states }) => {
  wires[0].open();
  wires[0].tell({ type: 'welcome' });
  pass(2);
  assert.equal(wires[0].sent.at(-1).type, 'ping');
  assert.equal(states.at(-1), 'open');
  pass(3);
  assert.equal(states.at(-1), 'silent');
  assert.equal(line.say({ type: 'play' }), false);
  assert.equal(wires.length, 1);
});

world('a server that answers late is open again, without a new connection', ({ line, wires, states }) => {
  wires[0].open();
  wires[0].tell({ type: 'welcome' });
  pass(5);
  wires[0].tell({ type: 'pong' });
  assert.equal(states.at(-1), 'open');
  assert.equal(line.say({ type: 'play' }), true);
  assert.equal(wires.length, 1);
});

world('a server that answers is never called silent', ({ wires, states }) => {
  wires[0].open();
  wires[0].tell({ type: 'welcome' });
  for (let second = 0; second < 30; second += 1) {
    pass(1);
    if (wires[0].sent.at(-1).type === 'ping') wires[0].tell({ type: 'pong' });
  }
  assert.deepEqual(states, ['connecting', 'open']);
});

world('a connection that brings nothing for long is given up', ({ wires, states }) => {
  wires[0].open();
  wires[0].tell({ type: 'welcome' });
  pass(10);
  assert.equal(states.at(-1), 'waiting');
  mock.timers.tick(600);
  assert.equal(wires.length, 2);
});

world('the first answer may take longer', ({ wires, states }) => {
  wires[0].open();
  pass(20);
  assert.deepEqual(states, ['connecting']);
  pass(8);
  assert.equal(wires.length, 2);
});

world('when the network returns there is no waiting', ({ line, wires }) => {
  wires[0].break();
  line.hurry();
  assert.equal(wires.length, 2);
});

world('nothing is said while there is no connection', ({ line, wires }) => {
  assert.equal(line.say({ type: 'play' }), false);
  wires[0].open();
  assert.equal(line.say({ type: 'play' }), true);
});

world('garbage and pongs are not passed on', ({ wires, heard }) => {
  wires[0].open();
  wires[0].tell('{');
  wires[0].tell({ type: 'pong' });
  assert.deepEqual(heard, []);
});
