// @ts-check
"use strict";

/** @typedef {{owner: string, kind: string} & Record<string, string>} Piece
 * @typedef {{name: string, owners: string[]}} Owned
 * @typedef {{pieces: {owner: string, kind: string}[], slots: {name: string, kinds: string[], values: string[]}[],
 *   under: {name: string, values: string[], faces: string[]} | null, piles: (Owned & {values: string[]})[],
 *   counters: (Owned & {least: number, greatest: number, start: number})[]}} Equipment */

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
  by("mover").replaceChildren(...page.rules.players.map(({ name }) => new Option(name, name)));
}

/** Shows in the fields who is to move and where the counters stand; nobody is chosen where no player decides. */
async function standing() {
  by("mover").value = page.state.player ?? "";
  /** @type {{position: {counters: Record<string, any>}}} */
  const { position } = await page.engine.ask("view", seat());
  for (const counter of equipment.counters) {
    for (const owner of owned(counter)) {
      const held = position.counters[counter.name];
      const field = by("beside").querySelector(`[name="${CSS.escape(called(counter, owner))}"]`);
      field.value = (owner === null ? held : held?.[owner]) ?? counter.start;
    }
  }
}

/** Whose there are. @param {Owned} thing @returns {(string | null)[]} */
const owned = ({ owners }) => (owners.length > 0 ? owners : [null]);

/** @param {Owned} thing @param {string | null} owner */
const called = ({ name }, owner) => (owner === null ? name : `${name} of ${owner}`);

/** A pile, into which things are put and out of which they are taken. @param {Equipment["piles"][0]} pile @param {string | null} of */
function heap(pile, of) {
  const name = called(pile, of);
  const what = list(name, pile.values);
  what.setAttribute("aria-label", `What, ${name}`);
  const change = (/** @type {string} */ sign, /** @type {string} */ words, /** @type {string} */ how) => {
    const button = element("button", sign);
    button.setAttribute("aria-label", `${words}, ${name}`);
    button.addEventListener("click", guarded(() => edit({ [how]: { pile: pile.name, of, what: what.value } })));
    return button;
  };
  return element("p", `${name} `, what, " ", change("+", "Put in", "put"), " ", change("−", "Take out", "take"));
}

/** A number that is kept. @param {Equipment["counters"][0]} counter @param {string | null} of */
function number(counter, of) {
  const input = document.createElement("input");
  Object.assign(input, { type: "number", min: counter.least, max: counter.greatest, name: called(counter, of) });
  input.addEventListener("change", guarded(() => edit({ counter: { name: counter.name, of, is: Number(input.value) } })));
  return element("label", `${called(counter, of)} `, input);
}

/** Changes the position; what is no position stays as it was, and the fields say so. @param {unknown} change */
async function edit(change) {
  try {
    page.state = await page.engine.ask("edit", { change });
  } catch (problem) {
    await standing();
    throw problem;
  }
  page.placed = true;
  await goOn();
}

/** What is chosen beside the pieces. @param {string} name @returns {string} */
const chosenFor = (name) => by("with").querySelector(`[name="${CSS.escape(name)}"]`)?.value ?? "";

/** Puts what is chosen on a square. @param {string} at */
function place(at) {
  /** @type {HTMLInputElement | null} */
  const chosen = by("pieces").querySelector("input:checked");
  switch (chosen?.value ?? "") {
    case "": return edit({ lift: { at } });
    case "bare": return edit({ bare: { at } });
    case "under": return edit({ token: { at, is: token() } });
    default: return edit({ piece: { at, is: made(JSON.parse(chosen?.value ?? "")), on_top: by("on-top").checked } });
  }
}

/** A piece with what is chosen for it. @param {Piece} piece @returns {Piece} */
function made(piece) {
  const has = equipment.slots.filter(({ name, kinds }) => kinds.includes(piece.kind) && chosenFor(name));
  return { ...piece, ...Object.fromEntries(has.map(({ name }) => [name, chosenFor(name)])) };
}

/** The token that is chosen, as it is to lie; null: one that nobody has seen. */
function token() {
  const [what, face] = [chosenFor("under"), chosenFor("face")];
  return what && face && face !== equipment.under?.faces[0] ? `${what} ${face}` : what || null;
}
