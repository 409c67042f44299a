// @ts-check
"use strict";

/** @typedef {{owner: string, kind: string} & Record<string, string>} Piece
 * @typedef {string[] | Record<string, number>} Heap
 * @typedef {{player: string, board: Record<string, Piece | Piece[]>, piles: Record<string, Heap | Record<string, Heap>>,
 *   counters: Record<string, any>, tokens: Record<string, any>, pending: unknown, outcome: unknown}} Position
 * @typedef {{name: string, owners: string[]}} Owned
 * @typedef {{pieces: {owner: string, kind: string}[], slots: {name: string, kinds: string[], values: string[]}[],
 *   under: {name: string, values: string[], faces: string[]} | null, piles: (Owned & {values: string[]})[],
 *   counters: (Owned & {least: number, greatest: number})[]}} Equipment */

/** What there is to be placed, as the engine knows it. @type {Equipment} */
let equipment;

/** @param {string} name @param {string[]} values @param {string} [none] */
function list(name, values, none) {
  const select = document.createElement("select");
  select.name = name;
  if (none !== undefined) select.append(new Option(none, ""));
  select.append(...values.map((value) => new Option(value, value)));
  return select;
}

/** What can be put on a square, and beside the board. */
async function palette() {
  equipment = await page.engine.ask("equipment");
  const { pieces, slots, under, piles, counters } = equipment;
  const choice = (/** @type {string} */ value, /** @type {string} */ words, checked = false) => {
    const input = document.createElement("input");
    Object.assign(input, { type: "radio", name: "piece", value, checked });
    return element("label", "", input, ` ${words}`);
  };
  by("pieces").replaceChildren(
    ...pieces.map((piece, at) => choice(JSON.stringify(piece), `${piece.owner} ${piece.kind}`, at === 0)),
    ...(under ? [choice("under", under.name), choice("bare", `no ${under.name}`)] : []),
    choice("", "nothing"),
  );
  by("with").replaceChildren(
    ...slots.map(({ name, values }) => element("label", `${name} `, list(name, values, "none"))),
    ...(under ? [element("label", `${under.name} `, list("under", under.values, `unseen ${under.name}`))] : []),
    ...(under && under.faces.length > 0 ? [element("label", `it lies `, list("face", under.faces))] : []),
  );
  by("beside").replaceChildren(...piles.flatMap((pile) => owned(pile).map((owner) => heap(pile, owner))),
    ...counters.flatMap((counter) => owned(counter).map((owner) => number(counter, owner))));
  by("mover").replaceChildren(...page.rules.players.map(({ name }) => new Option(name, name, false, name === page.state.player)));
}

/** Whose there are. @param {Owned} thing @returns {(string | null)[]} */
const owned = ({ owners }) => (owners.length > 0 ? owners : [null]);

/** @param {Owned} thing @param {string | null} owner */
const called = ({ name }, owner) => (owner === null ? name : `${name} of ${owner}`);

/** A pile, into which things are put and out of which they are taken. @param {Equipment["piles"][0]} pile @param {string | null} owner */
function heap(pile, owner) {
  const name = called(pile, owner);
  const what = list(name, pile.values);
  what.setAttribute("aria-label", `What, ${name}`);
  const change = (/** @type {string} */ sign, /** @type {string} */ words, /** @type {(all: string[], one: string, of: Position) => void} */ how) => {
    const button = element("button", sign);
    button.setAttribute("aria-label", `${words}, ${name}`);
    button.addEventListener("click", guarded(() => edit((position) => {
      const all = listed(owner === null ? position.piles[pile.name] : /** @type {any} */ (position.piles[pile.name])?.[owner]);
      how(all, what.value, position);
      if (owner === null) position.piles[pile.name] = all;
      else position.piles[pile.name] = { .../** @type {any} */ (position.piles[pile.name]), [owner]: all };
    })));
    return button;
  };
  const out = (/** @type {string[]} */ all, /** @type {string} */ one) => {
    const at = all.findLastIndex((item) => plain(item) === one || one.endsWith(` ${item}`));
    if (at < 0) throw new Error(`There is no ${one} in ${name}.`);
    all.splice(at, 1);
  };
  const put = (/** @type {string[]} */ all, /** @type {string} */ one, /** @type {Position} */ position) => {
    all.push(one);
    seen(position, one);
  };
  return element("p", `${name} `, what, " ", change("+", "Put in", put), " ", change("−", "Take out", out));
}

/** A number that is kept. @param {Equipment["counters"][0]} counter @param {string | null} owner */
function number(counter, owner) {
  const input = document.createElement("input");
  Object.assign(input, { type: "number", min: counter.least, max: counter.greatest, name: called(counter, owner) });
  input.addEventListener("change", guarded(() => edit(({ counters }) => {
    const value = Number(input.value);
    counters[counter.name] = owner === null ? value : { ...counters[counter.name], [owner]: value };
  })));
  return element("label", `${called(counter, owner)} `, input);
}

/** Everything in a pile, one after another. @param {any} heap @returns {string[]} */
const listed = (heap) => (Array.isArray(heap) ? [...heap]
  : Object.entries(heap ?? {}).flatMap(([what, count]) => Array(count).fill(what)));

/** A token without the shuffle that it comes from. @param {unknown} item */
const plain = (item) => String(item).replace(/ \?\d+$/, "");

/** Tokens that nobody has seen, together, of the shuffles of a position. @param {Position} position @returns {[string, Record<string, number>][]} */
const unseen = ({ tokens }) => Object.entries(tokens).flatMap(([place, of]) =>
  place.startsWith("?") ? Object.values(of).map((all) => /** @type {[string, Record<string, number>]} */ ([place, all])) : []);

/** What lies open somewhere is no longer among what nobody has seen. @param {Position} position @param {string} token */
function seen(position, token) {
  const among = unseen(position).find(([, all]) => all[token] > 0)?.[1];
  if (among && (among[token] -= 1) === 0) delete among[token];
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

/** What is chosen beside the pieces. @param {string} name @returns {string} */
const chosenFor = (name) => by("with").querySelector(`[name="${CSS.escape(name)}"]`)?.value ?? "";

/** Puts what is chosen on a square. @param {string} site */
function place(site) {
  /** @type {HTMLInputElement | null} */
  const chosen = by("pieces").querySelector("input:checked");
  const what = chosen?.value ?? "";
  if (what === "under" || what === "bare") return edit((position) => lay(position, site, what === "bare"));
  return edit(({ board }) => {
    const there = board[site] === undefined ? [] : [board[site]].flat();
    const piece = what ? [made(JSON.parse(what))] : [];
    const tower = piece.length === 0 ? there.slice(0, -1) : by("on-top").checked ? [...there, ...piece] : piece;
    if (tower.length === 0) delete board[site];
    else board[site] = tower.length === 1 ? tower[0] : tower;
  });
}

/** A piece with what is chosen for it. @param {Piece} piece @returns {Piece} */
function made(piece) {
  const has = equipment.slots.filter(({ name, kinds }) => kinds.includes(piece.kind) && chosenFor(name));
  return { ...piece, ...Object.fromEntries(has.map(({ name }) => [name, chosenFor(name)])) };
}

/** Lays the chosen token under a square, or takes away what lies there. @param {Position} position @param {string} site @param {boolean} bare */
function lay(position, site, bare) {
  const { tokens } = position;
  const was = /** @type {string | undefined} */ (tokens[site]);
  const token = chosenFor("under");
  if (bare) {
    delete tokens[site];
  } else if (token) {
    const first = equipment.under?.faces[0];
    const face = chosenFor("face");
    tokens[site] = face && face !== first ? `${token} ${face}` : token;
    const open = was?.replace(/ \?\d+/, "") ?? "";
    if (open !== token && !open.startsWith(`${token} `)) seen(position, token);
  } else {
    const known = equipment.under?.values.find((one) => was === one || was?.startsWith(`${one} `));
    const [shuffle, all] = unseen(position).find(() => true) ?? ["?1", {}];
    tokens[site] = shuffle;
    if (known) all[known] = (all[known] ?? 0) + 1;
  }
}
