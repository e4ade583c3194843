/**
 * What happens is shown at a pace that people can follow. Only the page waits: nothing that is sent waits for it, and whoever does not
 * want to wait skips to what is true now. Pure but for the timer, which can be passed in.
 */
import { memory } from './memory.js';

/** How long things stay, as a multiple of the usual. */
export const PACES = { off: 0, usual: 1, calm: 1.8 };

/** The pace that this browser's reader has chosen. */
export const paceWanted = () => PACES[memory.get('pace') ?? 'usual'] ?? 1;

/** Seconds that a bot takes at least for a move. */
export const BOT_PAUSES = { off: 0, usual: 0.7, calm: 1.5 };

/** The same, at a table that is made here. */
export const botPauseWanted = () => BOT_PAUSES[memory.get('pace') ?? 'usual'] ?? BOT_PAUSES.usual;

/** Nobody looks at more than this many things one after another: they came back from elsewhere. */
const MOST = 12;

/** @template Scene */
export class Pace {
  /**
   * @param {(scene: Scene) => void} show
   * @param {{wait: (what: () => void, milliseconds: number) => any, clear: (timer: any) => void, isAway: () => boolean}} [world]
   */
  constructor(show, world = { wait: setTimeout.bind(globalThis), clear: clearTimeout.bind(globalThis), isAway: () => globalThis.document?.hidden ?? false }) {
    this.show = show;
    this.world = world;
    /** @type {{scene: Scene, stays: number}[]} */
    this.ahead = [];
    this.timer = null;
    this.stays = 0;
  }

  /** Whether something has happened that is not shown yet. */
  get isBehind() {
    return this.ahead.length > 0;
  }

  /** Milliseconds until what has happened is shown. */
  get behind() {
    return this.ahead.reduce((sum, { stays }) => sum + stays, this.ahead.length ? this.stays : 0);
  }

  /**
   * Shows a scene when those before it have been looked at.
   * @param {Scene} scene
   * @param {number} stays milliseconds that it is looked at
   */
  add(scene, stays) {
    this.ahead.push({ scene, stays });
    if (this.ahead.length > MOST || this.world.isAway()) this.skip();
    else if (this.timer === null) this.next();
  }

  next() {
    this.timer = null;
    const first = this.ahead.shift();
    if (!first) return;
    this.stays = first.stays;
    if (first.stays > 0) this.timer = this.world.wait(() => this.next(), first.stays);
    this.show(first.scene);
    if (this.timer === null) this.next();
  }

  /** Shows what is true now. */
  skip() {
    this.world.clear(this.timer);
    this.timer = null;
    const all = this.ahead.splice(0);
    for (const { scene } of all) this.show(scene);
  }

  /** Forgets what was to be shown. */
  reset() {
    this.world.clear(this.timer);
    this.timer = null;
    this.ahead = [];
  }
}
