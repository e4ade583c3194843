/** What the page alone needs to know of Kierki. */
export default {
  slip: 0.5,
  protocolPage: 'kierki',
};
