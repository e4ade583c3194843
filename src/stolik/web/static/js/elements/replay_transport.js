/** The buttons and the slider that lead through the steps of a replay, and the clock that goes through them by itself. */
import { button, h } from '../dom.js';
import { t } from '../i18n.js';
import { nextFork } from '../replay.js';
import { sign } from '../signs.js';

const PACE = 900;

class ReplayTransport extends HTMLElement {
  /** @param {{at: number, shown: {steps: any[]}, go: (to: number) => void}} replay */
  setup(replay) {
    this.replay = replay;
    this.timer = null;
    this.setAttribute('role', 'group');
    this.setAttribute('aria-label', t('replay.controls'));
    this.slider = h('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': t('replay.position'), oninput: () => this.lead(Number(this.slider.value)) });
    this.playing = button(sign('play'), () => this.toggle(), { 'aria-label': t('replay.play'), class: 'primary' });
    this.where = h('output', { class: 'where' });
    this.forks = [this.step('forkBack', (at) => this.fork(-1) ?? at), this.step('forkForward', (at) => this.fork(1) ?? at)];
    this.replaceChildren(this.step('first', () => 0), this.forks[0], this.step('back', (at) => at - 1), this.playing,
      this.step('forward', (at) => at + 1), this.forks[1], this.step('last', () => replay.shown.steps.length - 1),
      h('div', { class: 'track' }, this.slider, this.where));
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  step(name, where) {
    const label = t(`replay.${name}`);
    return button(sign(name), () => this.lead(where(this.replay.at)), { 'aria-label': label, title: label });
  }

  /** A person goes somewhere: what plays by itself stops. */
  lead(to) {
    this.toggle(false);
    this.replay.go(to);
  }

  /** The next place, that way, where the game could have gone otherwise. */
  fork(way) {
    return nextFork(this.replay.shown.steps, this.replay.at, way);
  }

  /** @param {string} words what the current step is */
  show(words) {
    const { at, shown: { steps } } = this.replay;
    this.slider.max = String(steps.length - 1);
    this.slider.value = String(at);
    this.slider.setAttribute('aria-valuetext', words);
    this.where.textContent = t('replay.at', { at, of: steps.length - 1 });
    [-1, 1].forEach((way, index) => {
      this.forks[index].disabled = this.fork(way) === null;
    });
  }

  toggle(on = !this.timer) {
    const { replay } = this;
    clearInterval(this.timer);
    this.timer = null;
    if (on) {
      if (replay.at > 0 && replay.at === replay.shown.steps.length - 1) replay.go(0);
      this.timer = setInterval(() => replay.at < replay.shown.steps.length - 1 && replay.go(replay.at + 1), PACE);
    }
    this.playing.replaceChildren(sign(this.timer ? 'pause' : 'play'));
    this.playing.setAttribute('aria-label', t(this.timer ? 'replay.pause' : 'replay.play'));
  }
}

customElements.define('replay-transport', ReplayTransport);
