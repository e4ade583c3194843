/** The graph after some moves, as a picture. For the report of a tournament, which is one file: this script is written into it. */
globalThis.drawPosition = (game, count, { draw }) => {
  const [size, token, , ...ends] = game.position.split(" ");
  const edges = [];
  for (let i = 0; i < ends.length; i += 2) edges.push({ ends: [ends[i], ends[i + 1]], gone: false });
  let at = token;
  for (const vertex of game.moves.slice(0, count)) {
    edges.find((edge) => !edge.gone && edge.ends.includes(at) && edge.ends.includes(vertex)).gone = true;
    at = vertex;
  }
  const place = (vertex) => {
    const angle = (2 * Math.PI * vertex) / size;
    return [200 + 180 * Math.sin(angle), 200 - 180 * Math.cos(angle)];
  };
  const picture = draw("svg", { viewBox: "0 0 400 400", role: "img", "aria-label": `the token is at ${at}` });
  for (const { ends: [u, v], gone } of edges) {
    const [[x1, y1], [x2, y2]] = [place(u), place(v)];
    const open = [u, v].includes(at) ? "open" : "";
    picture.append(draw("line", { x1, y1, x2, y2, class: `edge ${gone ? "gone" : open}` }));
  }
  for (let vertex = 0; vertex < size; vertex += 1) {
    const [x, y] = place(vertex);
    picture.append(draw("circle", { cx: x, cy: y, r: 9, class: `vertex ${String(vertex) === at ? "token" : ""}` }));
    picture.append(draw("text", { x, y: y + 3 }, vertex));
  }
  return picture;
};
