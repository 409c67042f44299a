// @ts-check
"use strict";

/** @typedef {{games: number, wins: Record<string, number>, draws: number, cut_off: number, plies: {mean: number}, branching: number}} Balance
 * @typedef {{version: number, file: string, playable: boolean, found: string, unread: string | null, games: number,
 *   pinned: {name: string, state: string, text: string}[], balance: Balance | null,
 *   difference: {state: "none" | "sought"} | {state: "found", pictures: string[], text: string}}} Study */

/** The version of the file by which the page plays. */
let version = 0;

/** What each part of the page shows. @type {Record<string, string>} */
const parts = {};

/** The file was saved, or more is known of it. @param {Study} study */
async function studied(study) {
  part("found-in-file", `The file ${study.file}`, study, ({ found }) => [found ? wide(found) : element("p", "No mistakes.")]);
  part("pinned", "Pinned positions", [study.pinned, study.unread], () => pinned(study));
  part("difference", "What the last save has changed", study.difference, () => difference(study));
  part("balance", "Who wins at random", study.balance, () => balance(study));
  by("rules-text").readOnly = true;
  /** @type {HTMLElement} */ (document.querySelector("label[for=rules-text]")).textContent = "As it was last saved: change it in your editor.";
  if (study.version === version) return;
  const isFirst = version === 0;
  version = study.version;
  if (isFirst || !study.playable) return;
  by("rules-text").value = "";
  await opened();
  say("");
  await playOn();
}

/**
 * A part of the page: nothing, where there is nothing to show; drawn anew only if something of it is new.
 * @template T @param {string} id @param {string} title @param {T} of @param {(of: T) => Node[]} show
 */
function part(id, title, of, show) {
  const text = JSON.stringify(of);
  if (parts[id] === text) return;
  parts[id] = text;
  const shown = show(of);
  const section = by(id) ?? element("section");
  section.id = id;
  section.hidden = shown.length === 0;
  section.setAttribute("aria-label", title);
  section.replaceChildren(element("h2", title), ...shown);
  // Behind the other parts, before the moves.
  if (!section.isConnected) by("moves").parentElement.before(section);
}

/** Lines as they are; who has no mouse goes to their ends by keys. @param {string} text */
function wide(text) {
  const lines = element("pre", text);
  lines.tabIndex = 0;
  return lines;
}

/** @param {Study} study */
function pinned({ pinned, unread }) {
  if (unread) return [element("p", unread)];
  return pinned.map(({ name, state, text }) => {
    const good = state === "as pinned";
    const line = element(good ? "p" : "details");
    line.className = good ? "good" : "bad";
    const head = `${good ? "✓" : "✗"} ${name}: ${state}`;
    line.append(...(good ? [head] : [element("summary", head), element("pre", text)]));
    return line;
  });
}

/** @param {Study} study */
function difference({ difference }) {
  if (difference.state !== "found") return difference.state === "none" ? [] : [element("p", "Looking for the smallest position …")];
  const pictures = difference.pictures.map((svg) => {
    const picture = element("div");
    picture.className = "picture";
    picture.innerHTML = svg;
    picture.firstElementChild?.setAttribute("aria-label", "A position, before and now; in full below");
    return picture;
  });
  const full = element("details", "", element("summary", "In full"), element("pre", difference.text));
  return [...pictures, ...(pictures.length > 0 ? [] : [element("p", "No position was found that is played differently.")]), full];
}

/** @param {Study} study */
function balance({ balance, games }) {
  if (!balance) return [];
  const share = (/** @type {number} */ count) => `${((100 * count) / Math.max(1, balance.games)).toFixed(1)} %`;
  const rows = [
    ...Object.entries(balance.wins).map(([side, wins]) => [side, share(wins)]),
    ["drawn", share(balance.draws)],
    ...(balance.cut_off > 0 ? [["cut off", share(balance.cut_off)]] : []),
    ["decisions a game", balance.plies.mean.toFixed(1)],
    ["moves a decision", balance.branching.toFixed(1)],
  ];
  const row = (/** @type {string[]} */ [name, value]) => {
    const head = element("th", name);
    head.setAttribute("scope", "row");
    return element("tr", "", head, element("td", value));
  };
  return [element("table", "", ...rows.map(row)), element("p", `${balance.games} of ${games} games`)];
}
