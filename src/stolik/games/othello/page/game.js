/** What the page alone needs to know of Othello. */
export default {
  // A few discs either way are noise.
  slip: 5,
  protocolPage: 'othello',
};
