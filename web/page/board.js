// @ts-check
"use strict";

/** @typedef {{index: number, move: Move, way: string[], used: number}} Candidate */

/** @param {string} site @returns {SVGGraphicsElement | null} */
const area = (site) => by("board").querySelector(`[data-site="${CSS.escape(site)}"]`);

/** What says which square it is, and where. */
const PLACE = ["data-site", "x", "y", "cx", "cy", "points"];

/** The squares that can be chosen. @returns {Promise<string[]>} */
async function sites() {
  await draw(seat(), {});
  return [...by("board").querySelectorAll(".site")].map((one) => /** @type {SVGElement} */ (one).dataset.site ?? "");
}

/** @param {Seat & {last?: boolean}} looks @param {{highlight?: string[], dots?: string[], crosses?: string[], arrows?: string[][]}} marks */
async function draw(looks, marks) {
  const once = Object.fromEntries(Object.entries(marks).map(([name, all]) => [name, [...new Set(/** @type {unknown[]} */ (all))]]));
  const made = document.createElement("div");
  made.innerHTML = (await page.engine.ask("view", { form: "svg", areas: true, flip: page.flip, ...looks, ...once })).text;
  const [old, next] = [by("board").firstElementChild, /** @type {Element} */ (made.firstElementChild)];
  const areas = (/** @type {Element} */ of) => [...of.querySelectorAll(".site")];
  for (const site of areas(next)) site.setAttribute("tabindex", "0");
  // What is in a picture cannot be chosen; here it can.
  next.setAttribute("role", "group");
  const place = (/** @type {Element} */ one) => PLACE.map((name) => one.getAttribute(name)).join();
  if (!old || areas(old).map(place).join() !== areas(next).map(place).join()) return by("board").replaceChildren(next);
  // Squares stay, for who points at one or drags from it.
  const fresh = areas(next);
  areas(old).forEach((site, at) => {
    site.classList.remove("begins");
    site.setAttribute("aria-label", fresh[at].getAttribute("aria-label") ?? "");
    fresh[at].remove();
  });
  for (const { name, value } of next.attributes) old.setAttribute(name, value);
  for (const child of [...old.childNodes]) if (!(child instanceof Element && child.classList.contains("site"))) child.remove();
  old.prepend(...next.childNodes);
}

/** The squares of a move, in the order in which they are chosen. @param {Move} move */
function way(move) {
  /** @type {string[]} */
  const all = [];
  const add = (/** @type {string | null} */ site) => {
    if (site && all[all.length - 1] !== site) all.push(site);
  };
  [move.from, ...move.path, ...(move.placements ?? [])].forEach(add);
  for (const choice of move.choices ?? []) choice.values.filter((value) => page.sites.includes(value)).forEach(add);
  if (all.length < 2) move.captures.forEach(add);
  return all;
}

/**
 * How many squares of a way go by those picked, one after another; nothing if it is another way.
 * @param {string[]} way @param {string[]} picked
 */
function straight(way, picked) {
  return picked.every((site, at) => way[at] === site) ? picked.length : undefined;
}

/** The same where squares between may be left out. @param {string[]} way @param {string[]} picked */
function inShort(way, picked) {
  let at = 0;
  for (const [i, site] of picked.entries()) {
    const found = way.indexOf(site, at);
    if (found < 0 || (i === 0 && found > 0)) return undefined;
    at = found + 1;
  }
  return at;
}

/** The moves that begin with what is picked. @param {string[]} picked @returns {Candidate[]} */
function candidates(picked) {
  const all = page.moves.map((move, index) => ({ move, index, way: way(move) }));
  for (const follows of [straight, inShort]) {
    const found = all.flatMap((one) => {
      const used = follows(one.way, picked);
      return used === undefined ? [] : [{ ...one, used }];
    });
    if (found.length > 0) return found;
  }
  return [];
}

/** @param {Candidate} one */
const isWhole = (one) => one.used === one.way.length && one.used > 0;

/** A square was chosen. @param {string | undefined} site */
async function chosen(site) {
  if (!site) return;
  if (by("editor").open) return place(site);
  if (!isPerson(page.state.player) || passes()) return;
  say("");
  const { picked } = page;
  if (picked[picked.length - 1] === site) {
    // Once more: the chain ends here; or this piece is not meant.
    const whole = candidates(picked).filter(isWhole);
    if (whole.length === 1) return play(whole[0].index);
    page.picked = [];
    return show();
  }
  const tried = [...picked, site];
  const [longer, anew] = [candidates(tried), candidates([site])];
  const found = longer.length > 0 ? longer : anew;
  page.picked = longer.length > 0 ? tried : anew.length > 0 ? [site] : [];
  if (found.length === 1 && isWhole(found[0])) return play(found[0].index);
  await show();
  if (found.length === 0) await explain(tried.join("-"));
}

/** Shows whose turn it is on the board: what was played last and what may be chosen, then what was chosen. */
async function showBoard() {
  const { picked } = page;
  const found = candidates(picked);
  const next = found.map((one) => one.way[one.used]).filter(Boolean);
  const arrows = picked.slice(1).map((to, at) => [picked[at], to]);
  await draw({ ...seat(), last: picked.length === 0 }, picked.length === 0 ? { highlight: next } : {
    highlight: picked.slice(0, 1), dots: next, arrows, crosses: found.flatMap((one) => one.move.captures),
  });
  const begins = new Set([...next, ...picked.slice(0, 1)]);
  for (const site of begins) area(site)?.classList.add("begins");
  return found;
}

/** A piece that is being dragged. @type {{site: string, x: number, y: number, moves: boolean} | null} */
let drag = null;

/** A drag ends with a click that is none. */
let wasDrag = false;

/** @param {MouseEvent} event */
function clicked(event) {
  const site = event.detail > 0 ? under(event) : /** @type {SVGElement} */ (event.target).dataset.site;
  if (!wasDrag) act(() => chosen(site));
}

/** The square at that place of the screen. @param {MouseEvent} event */
function under(event) {
  const site = document.elementsFromPoint(event.clientX, event.clientY).find((one) => one.classList.contains("site"));
  return /** @type {SVGElement | undefined} */ (site)?.dataset.site;
}

/** @param {PointerEvent} event */
function grabbed(event) {
  wasDrag = false;
  const site = under(event);
  drag = site && event.isPrimary && event.button === 0 ? { site, x: event.clientX, y: event.clientY, moves: false } : null;
  // The square itself is drawn anew on the way.
  if (drag) by("board").setPointerCapture(event.pointerId);
}

/** @param {PointerEvent} event */
function dragged(event) {
  if (!drag || !event.isPrimary) return;
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moves) {
    if (Math.hypot(dx, dy) < 8 || by("editor").open) return;
    drag.moves = true;
    const { site } = drag;
    act(() => page.picked[page.picked.length - 1] !== site && chosen(site));
  }
  const piece = by("board").querySelector(`[data-on="${CSS.escape(page.picked[0] ?? drag.site)}"]`);
  if (!piece) return;
  const scale = by("board").firstElementChild.getScreenCTM().a;
  piece.classList.add("lifted");
  piece.setAttribute("transform", `translate(${dx / scale} ${dy / scale})`);
}

/** @param {PointerEvent} event */
function dropped(event) {
  const was = drag;
  drag = null;
  if (!was?.moves) return;
  wasDrag = true;
  const site = under(event);
  const isUp = event.type === "pointerup";
  act(() => {
    if (isUp && site && site !== was.site && page.picked.length > 0) return chosen(site);
    page.picked = [];
    return show();
  });
}

/** Enter chooses; arrows go to the next square that way. @param {KeyboardEvent} event */
function pressed(event) {
  const here = /** @type {SVGGraphicsElement} */ (event.target);
  if (!here.dataset.site) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    return act(() => chosen(here.dataset.site));
  }
  if (event.key === "Escape") {
    return act(() => {
      page.picked = [];
      return show();
    });
  }
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const to = ways[/** @type {keyof typeof ways} */ (event.key)];
  if (!to) return;
  event.preventDefault();
  const middle = (/** @type {Element} */ of) => {
    const box = of.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2, box.width];
  };
  const [x, y, width] = middle(here);
  // Sideways along the row; up and down to the next row, and there to the nearest.
  const far = (/** @type {Element} */ of) => {
    const [dx, dy] = [middle(of)[0] - x, middle(of)[1] - y];
    const [along, aside] = [dx * to[0] + dy * to[1], Math.abs(dx * to[1] + dy * to[0])];
    if (along < width / 4) return Infinity;
    return to[1] === 0 ? along + 100 * aside : 100 * Math.round(along) + aside;
  };
  const all = /** @type {SVGGraphicsElement[]} */ ([...by("board").querySelectorAll(".site")]);
  const next = all.reduce((best, one) => (far(one) < far(best) ? one : best));
  if (far(next) < Infinity) next.focus();
}
