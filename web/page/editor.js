// @ts-check
"use strict";

/** @typedef {{owner: string, kind: string}} Piece
 * @typedef {{player: string, board: Record<string, Piece | Piece[]>, pending: unknown, outcome: unknown}} Position */

/** What can be put on a square. */
function palette() {
  const sides = [...new Set(page.rules.players.map((one) => one.side))];
  const pieces = sides.flatMap((owner) => page.rules.kinds.map((kind) => ({ owner, kind })));
  const choice = (/** @type {string} */ value, /** @type {string} */ words, /** @type {boolean} */ checked) => {
    const input = document.createElement("input");
    Object.assign(input, { type: "radio", name: "piece", value, checked });
    return element("label", "", input, ` ${words}`);
  };
  by("pieces").replaceChildren(
    ...pieces.map((piece, at) => choice(JSON.stringify(piece), `${piece.owner} ${piece.kind}`, at === 0)),
    choice("", "nothing", false),
  );
  by("mover").replaceChildren(...page.rules.players.map(({ name }) => new Option(name, name, false, name === page.state.player)));
}

/** Changes the position; what is no position stays as it was. @param {(position: Position) => void} how */
async function edit(how) {
  const position = /** @type {Position} */ ((await page.engine.ask("view")).position);
  how(position);
  Object.assign(position, { pending: null, outcome: null });
  page.state = await page.engine.ask("position", { position: JSON.stringify(position) });
  page.placed = true;
  await goOn();
}

/** Puts what is chosen on a square. @param {string} site */
function place(site) {
  /** @type {HTMLInputElement | null} */
  const chosen = by("pieces").querySelector("input:checked");
  return edit(({ board }) => {
    const there = board[site] === undefined ? [] : [board[site]].flat();
    const piece = chosen?.value ? [JSON.parse(chosen.value)] : [];
    const tower = piece.length === 0 ? there.slice(0, -1) : by("on-top").checked ? [...there, ...piece] : piece;
    if (tower.length === 0) delete board[site];
    else board[site] = tower.length === 1 ? tower[0] : tower;
  });
}
