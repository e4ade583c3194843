/** The signs on the buttons of a replay. */
import { svg } from './dom.js';

const SIGNS = {
  first: 'M5 4h2.500v16H5zM20 4v16L8.500 12z',
  back: 'M18 4v16L6 12z',
  play: 'M6 3.500v17L20 12z',
  pause: 'M5 4h5v16H5zM14 4h5v16h-5z',
  forward: 'M6 4v16l12-8z',
  last: 'M16.500 4H19v16h-2.500zM4 4v16l11.500-8z',
  // An arrow that splits in two, backwards and forwards.
  forkBack: 'M21 10.800h-7.500L8 5.300l2.300-2.300H3v7.300l2.300-2.300L9.300 12l-4 4L3 13.700V21h7.300L8 18.700l5.500-5.500H21z',
  forkForward: 'M3 10.800h7.500L16 5.300 13.700 3H21v7.300l-2.300-2.300-4 4 4 4 2.300-2.300V21h-7.300l2.300-2.300-5.500-5.500H3z',
};

/** @param {string} name */
export const sign = (name) => svg('svg', { class: 'sign', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: SIGNS[name] }));
