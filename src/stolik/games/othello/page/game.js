/** What the page alone needs to know of Othello. */
export default {
  // A disc either way is noise; two are a slip.
  slip: 2,
};
