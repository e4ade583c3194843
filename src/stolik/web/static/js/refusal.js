/** A move that the rules refuse. The reason is a key of the texts, so that it can be told in any language. */
export class Refusal extends Error {
  /**
   * @param {string} why the last part of a key `why.…`
   * @param {Object<string, string|number>} facts what the text mentions
   */
  constructor(why, facts = {}) {
    super(`${why} ${JSON.stringify(facts)}`);
    this.why = why;
    this.facts = facts;
  }
}
