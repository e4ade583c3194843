/** Short beeps of our own making. Off unless somebody wants them. */
import { memory } from './memory.js';

const TUNES = {
  move: [[440, 0.06]],
  yours: [[523, 0.08], [659, 0.1]],
  invited: [[659, 0.1], [784, 0.1], [880, 0.14]],
  refused: [[220, 0.14]],
  ended: [[523, 0.12], [659, 0.12], [784, 0.2]],
};

/** @type {AudioContext|null} */
let context = null;

export const soundsOn = () => memory.get('sounds') === 'on';

/** @param {keyof typeof TUNES} name */
export function play(name) {
  if (!soundsOn()) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [pitch, length] of TUNES[name]) {
    const voice = context.createOscillator();
    const loudness = context.createGain();
    voice.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.08, at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + length);
    voice.connect(loudness).connect(context.destination);
    voice.start(at);
    voice.stop(at + length);
    at += length;
  }
}
