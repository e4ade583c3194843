/** A better line: what would have been better than a move of a finished game, and what would have followed. It grows while it is thought of. */
import { api } from './api.js';

const ASK_EVERY = 700;

/**
 * @typedef {object} Seen a game that is looked at
 * @property {import('./replay.js').Source} source
 * @property {any[]} steps as somebody sees them
 * @property {string|null} [seat] with whose eyes; null for everyone's
 * @property {[string, any[]][]|null} [all] the steps as each seat sees them, where all are open
 */

export class BetterLine {
  done = false;

  /** Counts up whenever it is asked for anew, or not wanted any more: earlier questions then end. */
  turn = 0;

  /** @type {string|null} */
  why = null;

  /**
   * @param {Seen} game
   * @param {number} ply the move that was not the best
   */
  constructor(game, ply) {
    this.game = game;
    this.ply = ply;
    /** The position before the move, and then the line as far as it is known. @type {any[]} */
    this.steps = [game.steps[ply - 1]];
    this.all = game.all?.map(([seat, steps]) => [seat, [steps[ply - 1]]]) ?? null;
  }

  /** Asks until all of it is known; `told` is called after every answer. Raises ApiError. */
  async follow(told) {
    this.turn += 1;
    const { turn } = this;
    while (turn === this.turn) {
      await this.ask();
      if (turn !== this.turn) return;
      told();
      if (this.done) return;
      await new Promise((resolve) => {
        setTimeout(resolve, ASK_EVERY);
      });
    }
  }

  close() {
    this.turn += 1;
  }

  async ask() {
    const { source, steps, seat = null, all = null } = this.game;
    /** @type {[string|null, any[]][]} */
    const eyes = [[seat, steps], ...(all ?? [])];
    const answers = await Promise.all(eyes.map(([one]) => api.better(source, this.ply, one)));
    // Answers of different moments: what all of them know is shown.
    const known = Math.min(...answers.map((answer) => answer.steps.length));
    const seen = answers.map((answer, at) => [eyes[at][1][this.ply - 1], ...answer.steps.slice(0, known)]);
    [this.steps] = seen;
    this.all = all?.map(([one], at) => [one, seen[at + 1]]) ?? null;
    this.done = answers.every(({ state }) => state !== 'running');
    this.why = answers[0].why;
  }
}
