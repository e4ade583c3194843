/**
 * The WebSocket, kept open: it reconnects by itself, waits longer after each failure, and says in which state it is.
 * A connection on which nothing arrives, not even the answer to a ping, counts as lost.
 */

const FIRST_WAIT = 0.5;
const LONGEST_WAIT = 15;
const PING_EVERY = 10;
// Two pings unanswered: the network is gone, or the lid was closed.
const SILENCE = 25;

export class Line {
  /**
   * @param {string} address
   * @param {{hello: () => object, heard: (message: object) => void, changed: (state: object) => void}} ears
   * @param {{make?: (address: string) => WebSocket, now?: () => number, random?: () => number}} [world]
   */
  constructor(address, ears, world = {}) {
    this.address = address;
    this.ears = ears;
    this.make = world.make ?? ((to) => new WebSocket(to));
    this.now = world.now ?? (() => Date.now() / 1000);
    this.random = world.random ?? Math.random;
    this.failures = 0;
    this.socket = null;
    this.timer = null;
    this.heardAt = 0;
  }

  open() {
    clearTimeout(this.timer);
    this.close();
    this.ears.changed({ line: 'connecting', retryAt: null });
    const socket = this.make(this.address);
    this.socket = socket;
    this.heardAt = this.now();
    socket.addEventListener('open', () => socket === this.socket && this.say(this.ears.hello()));
    socket.addEventListener('message', (event) => socket === this.socket && this.receive(event.data));
    socket.addEventListener('close', () => socket === this.socket && this.lost());
    this.beat();
  }

  receive(data) {
    this.heardAt = this.now();
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return;
    }
    if (message.type === 'welcome') {
      this.failures = 0;
      this.ears.changed({ line: 'open', retryAt: null });
    }
    if (message.type !== 'pong') this.ears.heard(message);
  }

  /** Sends when that is possible; tells whether it was. */
  say(message) {
    if (this.socket?.readyState !== 1) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  beat() {
    clearInterval(this.pulse);
    this.pulse = setInterval(() => {
      if (this.now() - this.heardAt > SILENCE) this.lost();
      else this.say({ type: 'ping' });
    }, PING_EVERY * 1000);
  }

  lost() {
    this.close();
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures) * (0.75 + this.random() / 2);
    this.failures += 1;
    this.ears.changed({ line: 'waiting', retryAt: this.now() + wait });
    this.timer = setTimeout(() => this.open(), wait * 1000);
  }

  /** When the lid opens or the network returns there is no reason to wait any longer. */
  hurry() {
    if (this.timer && this.socket?.readyState !== 1) {
      this.failures = 0;
      this.open();
    } else if (!this.say({ type: 'ping' })) {
      this.open();
    }
  }

  close() {
    clearInterval(this.pulse);
    clearTimeout(this.timer);
    this.timer = null;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }
}
