/**
 * The WebSocket, kept open: it reconnects by itself, waits longer after each failure, and says in which state it is.
 * A server that does not answer a ping soon is `silent`: nothing is sent to it. After a longer silence the connection counts as lost.
 */

const FIRST_WAIT = 0.5;
const LONGEST_WAIT = 15;
const BEAT = 0.5;
// Seconds without a message until the server is asked whether it is there; nobody looks at a hidden tab.
const QUIET = 1.5;
const QUIET_HIDDEN = 10;
// Seconds for its answer: with QUIET and two beats, people are told of a frozen line within five seconds.
const ANSWER = 2.5;
// A slow network may still answer; only after this the connection is made anew. The first answer is long and may take longer.
const GIVE_UP = 8;
const GIVE_UP_FIRST = 25;

export class Line {
  /**
   * @param {string} address
   * @param {{hello: () => object, heard: (message: object) => void, changed: (state: object) => void}} ears
   * @param {{make?: (address: string) => WebSocket, now?: () => number, random?: () => number, hidden?: () => boolean}} [world]
   */
  constructor(address, ears, world = {}) {
    this.address = address;
    this.ears = ears;
    this.make = world.make ?? ((to) => new WebSocket(to));
    this.now = world.now ?? (() => Date.now() / 1000);
    this.random = world.random ?? Math.random;
    this.hidden = world.hidden ?? (() => globalThis.document?.hidden ?? false);
    this.failures = 0;
    this.socket = null;
    this.timer = null;
    this.heardAt = 0;
    /** @type {number|null} when the ping was sent that is not answered yet */
    this.askedAt = null;
    this.silent = false;
    this.welcomed = false;
  }

  open() {
    clearTimeout(this.timer ?? undefined);
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
    this.askedAt = null;
    if (this.silent) {
      this.silent = false;
      this.ears.changed({ line: 'open', retryAt: null });
    }
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return;
    }
    if (message.type === 'welcome') {
      this.failures = 0;
      this.welcomed = true;
      this.ears.changed({ line: 'open', retryAt: null });
    }
    if (message.type !== 'pong') this.ears.heard(message);
  }

  /** Sends when that is possible; tells whether it was. */
  say(message) {
    if (this.socket?.readyState !== 1 || this.silent) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  beat() {
    clearInterval(this.pulse);
    this.pulse = setInterval(() => this.listen(), BEAT * 1000);
  }

  /** Asks a quiet server whether it is there, and notices when it does not answer. */
  listen() {
    const now = this.now();
    if (this.askedAt === null) {
      if (now - this.heardAt >= (this.hidden() ? QUIET_HIDDEN : QUIET)) {
        this.askedAt = now;
        this.say({ type: 'ping' });
      }
    } else if (now - this.askedAt > (this.welcomed ? GIVE_UP : GIVE_UP_FIRST)) {
      this.lost();
    } else if (now - this.askedAt > ANSWER && this.welcomed && !this.silent) {
      this.silent = true;
      this.ears.changed({ line: 'silent', retryAt: null });
    }
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
    } else {
      this.askedAt ??= this.now();
    }
  }

  close() {
    clearInterval(this.pulse);
    clearTimeout(this.timer ?? undefined);
    this.timer = null;
    const socket = this.socket;
    this.socket = null;
    this.askedAt = null;
    this.silent = false;
    this.welcomed = false;
    socket?.close();
  }
}
