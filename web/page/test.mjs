// @ts-check
// Pages in Chromium: node web/page/test.mjs DRAUGHTSMAN [DECISIONS [VARIANT…]]. Games at random, every move by clicks on the squares or,
// where that is not enough, on its button; after each, the page holds what the program makes of it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

import { KEYS, Tests, browser, same, until } from "../driver.mjs";
import { editing } from "./editing.mjs";
import { secrets } from "./secrets.mjs";

const [program, decisions = "40", ...asked] = process.argv.slice(2);
const root = fileURLToPath(new URL("../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "draughtsman-page-"));
const { Engine } = new Function(readFileSync(root + "engine.js", "utf8") + "; return { Engine };")();
const own = new Engine(new WebAssembly.Module(gunzipSync(readFileSync(root + "dist/draughtsman.wasm.gz"))));
const variants = asked.length > 0 ? asked : own.ask("variants").variants.map((/** @type {{name: string}} */ one) => one.name);
const axe = readFileSync(root + "node_modules/axe-core/axe.min.js", "utf8");

/** Seeds of games. */
const SEEDS = [1, 2, 3];
/** The five, with each of their options and what it needs. @type {[string, string[]][]} */
const OPTIONS = JSON.parse(execFileSync(program, ["list", "--json"], { encoding: "utf8" })).variants
  .filter((/** @type {any} */ one) => ["collateral", "guerrilla", "saving_private", "chaos", "warp"].includes(one.name))
  .flatMap((/** @type {any} */ one) => one.options.map((/** @type {any} */ option) => [one.name, withNeeds(one.name, [option.name])]));
/** Milliseconds from opening a page to its board, and those that it works on a click. @type {{board: number[], click: number[]}} */
const took = { board: [], click: [] };

const chromium = await browser(folder);
const { run, click, type } = chromium;
const tests = new Tests(chromium.picture);
const test = tests.test.bind(tests);

/** Options with all that they need. @param {string} variant @param {string[]} options @returns {string[]} */
function withNeeds(variant, options) {
  try {
    own.ask("load", { variant, options });
    return options;
  } catch (problem) {
    const needed = /needs option `([^`]+)`/.exec(`${problem}`)?.[1];
    if (!needed) throw problem;
    return withNeeds(variant, [needed, ...options]);
  }
}

/** Opens the page of a variant, with persons at every seat. @param {string} variant @param {number} seed @param {string[]} options */
async function open(variant, seed, ...options) {
  const file = join(folder, `${variant}.html`);
  execFileSync(program, ["page", variant, "--force", ...options.flatMap((one) => ["--option", one]), "-o", file]);
  if (statSync(file).size > 2_500_000) throw new Error(`${statSync(file).size} bytes`);
  await chromium.go("about:blank");
  const begun = performance.now();
  await chromium.go(`file://${file}`);
  await until(() => run("return document.querySelector('#board .site') !== null"), "the first board");
  took.board.push(performance.now() - begun);
  await chromium.watch();
  await begin(seed);
}

/** A game from its beginning, with persons at every seat. @param {number} seed */
const begin = (seed) => run(`await load(arguments[0]); for (const one of page.rules.players) page.seats[one.name] = "person"; await seats(); await goOn();`, seed);

const played = () => run("return (await page.engine.ask('played')).played");
const why = () => run("return by('why').innerText");

/** What stands on the page, one of the moves, and where to click for it. @param {number} random @param {number} before @returns {Promise<any>} */
const look = (random, before) => run(`
  await last; // all that was clicked is done
  const { ply, player } = page.state;
  const all = page.moves.map(way), i = arguments[0] % Math.max(1, all.length), mine = all[i] ?? [];
  const begin = all.filter((one) => mine.every((site, at) => one[at] === site));
  const like = begin.filter((one) => one.length === mine.length).length;
  const sites = like === 1 && begin.length > 1 ? [...mine, mine.at(-1)] : mine;
  by("board").scrollIntoView({ block: "center" });
  // What is no square, a card, is chosen by the button.
  const places = !sites.every(area) ? [] : sites.map((site) => { const box = area(site).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round); });
  return { ply, over: player === null, pass: !by("pass").hidden, text: page.moves[i]?.text, places, like, why: by("why").innerText,
    was: (await page.engine.ask("played")).played[arguments[1]] };`, random, before);

/** Plays moves that look random, by clicks on the squares or, where that is not enough, on the button. @param {number} decisions @param {number} seed */
async function playOn(decisions, seed) {
  let random = seed;
  const next = () => (random = (random * 1103515245 + 12345) % 2 ** 31) >> 8;
  let now = await look(next(), 0);
  for (let i = 0; i < decisions && !now.over; i += 1) {
    if (now.pass) {
      await click("#passed");
      now = await look(next(), 0);
    }
    const { ply, places, text, like } = now;
    const onBoard = places.length > 0 && places.length < 12;
    if (onBoard) {
      const before = await chromium.worked();
      await chromium.tap(places);
      await run("await last");
      took.click.push((await chromium.worked() - before) / places.length);
    }
    now = await look(next(), ply);
    if (now.ply === ply) {
      if (onBoard && like === 1) throw new Error(`clicks on ${places} do not play ${text}`);
      await run(`[...document.querySelectorAll("#moves button")].find((button) => button.textContent === arguments[0]).click()`, text);
      now = await look(next(), ply);
    }
    if (like === 1) same(now.was, text, "what was played");
    same(now.why, "", "a problem");
  }
}

/** What the program answers to requests, a line each. @param {object[]} requests */
const native = (requests) =>
  execFileSync(program, ["session"], { input: requests.map((one) => `${JSON.stringify(one)}\n`).join(""), encoding: "utf8", maxBuffer: 2 ** 28 }).trim().split("\n");

/** The position on the page is what the program makes of the game. @param {string} variant @param {string[]} options */
async function holds(variant, ...options) {
  const { game, position } = await run("return { game: await saved(), position: JSON.stringify(await page.engine.ask('view')) }");
  const said = native([{ request: "load", variant, options }, { request: "position", position: game }, { request: "view" }]);
  same(JSON.stringify(JSON.parse(said[2]).answer), position, "the position");
}

for (const variant of variants) {
  await test(variant, async () => {
    await open(variant, SEEDS[0]);
    for (const seed of SEEDS) {
      if (seed !== SEEDS[0]) await begin(seed);
      await playOn(Number(decisions), seed);
      await holds(variant);
    }
    await chromium.picture(variant);
  });
}

await test("the engine for browsers answers as the program does, word for word", async () => {
  for (const variant of variants) {
    /** @type {object[]} */
    const games = [];
    for (const [agent, decisions] of /** @type {const} */ ([["random", 40], ["greedy", 8], ["alpha-beta:20", 3], ["mcts:20", 3]])) {
      games.push({ request: "load", variant, seed: 5 });
      for (let i = 0; i < decisions; i += 1) games.push({ request: "agent", agent, play: true }, { request: "moves" }, { request: "view" });
      games.push({ request: "view", form: "game" }, { request: "view", form: "svg" }, { request: "explain" }, { request: "perft", depth: 2 });
    }
    native(games).forEach((said, at) => same(own.line(JSON.stringify(games[at])), said, `${variant}: ${JSON.stringify(games[at])}`));
  }
});

// Options where there is time for long games.
for (const [variant, options] of OPTIONS.filter(([variant]) => Number(decisions) >= 100 && variants.includes(variant))) {
  await test(`${variant} with ${options}`, async () => {
    await open(variant, 1, ...options);
    await playOn(Number(decisions), 1);
    await holds(variant, ...options);
  });
}

await test("an illegal try is explained in the author's words", async () => {
  await open("english", 1);
  await click('[data-site="9"]');
  await click('[data-site="18"]');
  for (const words of ["9-18 is not a move", "A man steps forward, one square. (WCDF 1.15)"]) {
    if (!(await why()).includes(words)) throw new Error(await why());
  }
  await chromium.picture("why");
  await click('[data-site="9"]');
  await click('[data-site="13"]');
  same([await played(), await why()], [["9-13"], ""], "afterwards");
});

await test("undo, redo, flip, back to a move, a link that holds the game", async () => {
  await open("english", 1);
  for (const site of ["9", "13", "22", "18", "10", "14"]) await click(`[data-site="${site}"]`);
  await click("#undo");
  same(await played(), ["9-13", "22-18"], "taken back");
  await click("#redo");
  same(await played(), ["9-13", "22-18", "10-14"], "played again");
  await click("#played li:nth-child(2) button");
  same(await played(), ["9-13", "22-18"], "back to a move");
  const upright = await run("return area('1').getBoundingClientRect().y < area('32').getBoundingClientRect().y");
  await click("#flip");
  same([upright, await run("return area('1').getBoundingClientRect().y < area('32').getBoundingClientRect().y")], [true, false], "turned");
  await run("return link()");
  const link = await chromium.url();
  await chromium.go("about:blank");
  await chromium.go(link);
  await until(() => run("return typeof page === 'object' && page.state.ply === 2"), "the link");
  same(await played(), ["9-13", "22-18"], "the link");
  await chromium.go("about:blank");
  await chromium.go(link.slice(0, -9));
  await until(async () => (await why()).includes("link is broken"), "a broken link is told of");
});

await test("what was played last is shown until a piece is chosen", async () => {
  await open("english", 1);
  /** Arrows, frames around what has changed, crosses. @returns {Promise<number[]>} */
  const last = () => run("await last; return ['g[opacity]', 'rect[stroke=\"#1f5fa8\"]', 'path[stroke=\"#c0392b\"]'].map((one) => document.querySelectorAll(`#board ${one}`).length)");
  same(await last(), [0, 0, 0], "at the start");
  for (const site of ["11", "15", "22", "18", "15", "22"]) await click(`[data-site="${site}"]`);
  same(await last(), [1, 2, 1], "from 15 over 18 to 22");
  await chromium.picture("last");
  await click('[data-site="25"]');
  same((await last()).slice(0, 2), [0, 0], "a piece is chosen");
});

/** @param {string} site */
const middle = (site) => run(`area(arguments[0]).scrollIntoView({ block: "center" }); const box = area(arguments[0]).getBoundingClientRect();
  return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]`, site);

for (const pointer of /** @type {const} */ (["mouse", "touch"])) {
  await test(`pieces are dragged by ${pointer}`, async () => {
    await chromium.phone(pointer === "touch");
    await open("english", 1);
    await chromium.drag(pointer, await middle("11"), await middle("15"));
    same(await played(), ["11-15"], "dragged");
    await chromium.drag(pointer, await middle("22"), await middle("13"));
    same([(await played()).length, (await why()).includes("22-13 is not a move")], [1, true], "what cannot be is told");
    await chromium.drag(pointer, await middle("22"), await middle("22"));
    if (pointer === "touch") {
      same(await run("return document.documentElement.scrollWidth <= innerWidth"), true, "nothing is wider than the screen");
      await chromium.picture("phone");
    }
  });
}
await chromium.phone(false);

await test("the keyboard is enough", async () => {
  await open("english", 1);
  await run("area('1').focus()");
  await type(KEYS.down, KEYS.down);
  same(await run("return document.activeElement.dataset.site"), "9", "two rows down");
  await type(KEYS.right, KEYS.right, KEYS.enter, KEYS.down, KEYS.enter);
  same((await played()).length, 1, "played");
  const seen = [];
  for (let i = 0; i < 60; i += 1) {
    await type(KEYS.tab);
    seen.push(await run("return document.activeElement.id || document.activeElement.textContent"));
  }
  for (const id of ["undo", "flip", "new", "rules", "Set up a position"]) if (!seen.includes(id)) throw new Error(`Tab does not reach ${id}`);
});

await test("the rule book is a click away", async () => {
  await open("english", 1);
  await click("#rules");
  await until(() => run("return document.querySelector('#book iframe').contentDocument?.querySelector('h1')?.textContent"), "the book");
  await chromium.picture("rules");
});

await test("agents of every level answer from the worker", async () => {
  await open("english", 1);
  const levels = await run("return [...document.querySelectorAll('#seats select')[1].options].map((one) => one.value)");
  same([levels[0], levels.at(-1), levels.length], ["person", "level:8", 11], "who may sit there");
  await run("const select = document.querySelectorAll('#seats select')[1]; select.value = 'level:5'; select.dispatchEvent(new Event('change'))");
  await click('[data-site="11"]');
  await click('[data-site="15"]');
  await until(() => run("return page.state.ply === 2"), "the answer");
  await click("#undo");
  same(await played(), [], "back to the last decision of a person");
});

await editing({ test, open, run, click, played, why, picture: chromium.picture });

await test("FEN, PDN and pictures go out, and come in", async () => {
  await open("english", 1);
  for (const site of ["11", "15"]) await click(`[data-site="${site}"]`);
  await run("document.querySelectorAll('details').forEach((one) => { one.open = one.id !== 'editor' })");
  /** @param {string} id @param {string} words */
  const out = async (id, words) => {
    await click(`#${id}`);
    const text = await run("return by('text').value");
    if (!text.includes(words)) throw new Error(`${id}: ${text}`);
    return text;
  };
  await out("fen", "W:W21-32:B");
  await out("save", "11-15");
  await out("picture", "<svg");
  const handed = await run("return fetch(by('download').href).then((reply) => reply.text()).catch(() => by('download').href)");
  same([handed.startsWith("<svg") || handed.startsWith("blob:"), await run("return by('download').download")], [true, "game.svg"], "handed out");
  const pdn = await out("pdn", "1. 11-15");
  await click("#new");
  await run("by('text').value = arguments[0]", pdn);
  await click("#put");
  same(await played(), ["11-15"], "and in");
  await run("by('text').value = 'B:W99:B1'");
  await click("#put");
  if (!(await why()).includes("99")) throw new Error(await why());
});

await secrets({ test, open, run, click, playOn, own, picture: chromium.picture });

await test("the rules are changed on the page, and the game follows", async () => {
  await open("english", 1);
  for (const site of ["11", "15"]) await click(`[data-site="${site}"]`);
  await click("#source summary");
  /** @param {string} from @param {string} to */
  const change = async (from, to) => {
    same(await run("return by('rules-text').value.includes(arguments[0])", from), true, from);
    await run("const text = by('rules-text'); text.value = text.value.replace(arguments[0], arguments[1]); text.dispatchEvent(new Event('input'))", from, to);
  };
  await until(() => run("return by('rules-text').value.length > 100"), "the text");
  await change("man may step", "man may stp");
  await until(async () => (await run("return by('found').innerText")).includes("did you mean `step`"), "the mistake is told");
  await chromium.picture("rule-file");
  await click("#found p > button:first-child");
  same(await run("const text = by('rules-text'); return text.value.slice(text.selectionStart, text.selectionEnd)"), "stp", "its place");
  await click("#found p > button:last-child");
  await until(() => run("return by('found').innerText === ''"), "it is mended");
  await change('"English draughts"', '"My draughts"');
  await until(() => run("return by('title').innerText === 'My draughts'"), "the game follows");
  same((await run("return (await page.engine.ask('view', { form: 'fen' })).text")).split(':F')[0], "W:W21-32:B1-10,12,15", "from the same position");
});

await test("axe finds nothing, by day, by night and on a phone", async () => {
  for (const [name, variant, setUp] of /** @type {const} */ ([
    ["light", "english", () => chromium.colours("light")],
    ["dark", "chaos", () => chromium.colours("dark")],
    ["dark-phone", "english", () => chromium.phone(true)],
  ])) {
    await setUp();
    await open(variant, 1);
    await run("document.querySelectorAll('details').forEach((one) => { one.open = true })");
    await run(axe);
    const { violations } = await run("return axe.run(document, { resultTypes: ['violations'] })");
    const said = violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes[0].html} ${one.nodes[0].failureSummary}`);
    same(said, [], name);
    await run("document.querySelectorAll('details').forEach((one) => { one.open = false })");
    await chromium.picture(name);
  }
  await chromium.phone(false);
});

await test("nothing is asked for from elsewhere", async () => {
  const names = await run("return performance.getEntriesByType('resource').map((one) => one.name).filter((name) => !/^(blob|data):/.test(name))");
  same(names, [], "requests");
  const severe = (await chromium.complaints()).filter((one) => one.level === "SEVERE" && !one.message.includes("blob:"));
  same(severe, [], "the browser's complaints");
});

await test("the first board comes within a second, and a click is answered within 50 ms", async () => {
  /** @param {number[]} all @param {number} part */
  const within = (all, part) => Math.ceil(all.sort((a, b) => a - b)[Math.floor(all.length * part)] ?? 0);
  const [board, usual, click] = [within(took.board, 0.5), within(took.click, 0.5), within(took.click, 0.95)];
  console.log(`the first board after ${board} ms, of ${took.board.length} half; a click takes ${usual} ms, of ${took.click.length} half, and 19 of 20 at most ${click}`);
  if (click > 50) throw new Error(`a click takes ${click} ms`);
  // What else the machine does delays a board.
  if (board > 1000 && loadavg()[0] <= 2 * availableParallelism()) throw new Error(`a board takes ${board} ms`);
});

await chromium.close();
rmSync(folder, { recursive: true, force: true });
console.log(`${tests.passed} passed, ${tests.failed} failed`);
process.exit(tests.failed > 0 ? 1 : 0);
