/** Reads the golden playthroughs, which the Python rules wrote. */
import { readFileSync } from 'node:fs';

const PLY = /^(\S+) {2}(.+?) {2}of (\d+) {2}(.*)$/;

/** The start position's text, the plies and the last line of a game's playthrough. */
export function golden(game) {
  const lines = readFileSync(new URL(`../games/golden/${game}.txt`, import.meta.url), 'utf8').trimEnd().split('\n');
  // A start may take several lines.
  const begin = lines.indexOf('plies') + 1;
  const plies = lines.slice(begin, -1).map((line) => {
    const [, seat, move, choices, scores] = PLY.exec(line);
    return { seat, move, choices: Number(choices), scores };
  });
  return { start: lines.slice(1, begin - 1).join('\n'), plies, end: lines.at(-1) };
}
