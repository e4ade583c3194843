/** What the page alone needs to know of Krążki. */
export default {
  slip: 0.5,
  // Nobody is ahead by nothing: at 0 whoever has just moved wins.
  winsAtZero: true,
};
