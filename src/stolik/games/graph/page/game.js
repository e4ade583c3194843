/** What the page alone needs to know of the graph game. */
export default {
  // A start does not say whose turn it is: whoever begins has the first seat.
  firstBegins: true,
};
