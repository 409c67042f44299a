// @ts-check
"use strict";

/**
 * @typedef {{text: string, from: string | null, path: string[], captures: string[], placements?: string[],
 *   choices?: {name: string, values: string[]}[]}} Move
 * @typedef {{ply: number, player: string | null, redo: number, outcome: {winners: string[], reason: string} | null}} State
 * @typedef {{title: string, players: {name: string, side: string}[], kinds: string[], hides: boolean}} Rules
 * @typedef {{seat?: string}} Seat
 *
 * Whom requests of `draughtsman session` are sent to; one at a time. What was stopped answers no more.
 * @typedef {{ask(request: string, fields?: Record<string, unknown>): Promise<any>, stop(): void}} Asked
 * @typedef {() => Promise<{engine: Asked, another: () => Asked}>} Connect
 */

/** @param {string} id @returns {any} */
const by = (id) => document.getElementById(id);

/** Everything that the page remembers; what the game is, only the engine knows. */
const page = {
  /** What loads the rules. @type {{variant: string, rules?: string, options?: string[]}} */ start: { variant: "" },
  /** The only seat of this page, in a game that others keep. @type {string | null} */ only: null,
  /** @type {Asked} */ engine: /** @type {any} */ (null),
  /** Another one. @type {() => Asked} */ another: /** @type {any} */ (null),
  /** Who thinks for agents. @type {Asked | null} */ thinker: null,
  /** Whether it does so now. */ thinks: false,
  /** @type {Rules} */ rules: { title: "", players: [], kinds: [], hides: false },
  /** @type {State} */ state: { ply: 0, player: null, redo: 0, outcome: null },
  /** Who sits where: `person`, an agent, or `away` for somebody at another screen. @type {Record<string, string>} */ seats: {},
  /** @type {string[]} */ sites: [],
  /** @type {Move[]} */ moves: [],
  /** The squares of a move so far. @type {string[]} */ picked: [],
  /** A position was put on the board. */ placed: false,
  flip: false,
  /** The person for whom the board is shown. @type {string | null} */ shownTo: null,
};

/** Shows the first board. @param {Connect} connect */
async function begin(connect) {
  Object.assign(page, await connect());
  page.start = JSON.parse(by("start").textContent) ?? { variant: await asked() };
  listen();
  await act(async () => {
    await load();
    await fromLink();
  });
}

/** The end of what is being done. */
let last = Promise.resolve();

/** Does something as soon as all before it is done; what goes wrong is said. @param {() => unknown} what */
function act(what) {
  last = last.then(async () => {
    try {
      await what();
    } catch (problem) {
      say(problem instanceof Error ? problem.message : String(problem));
    }
  });
  return last;
}

/** @param {string} base64 */
function bytes(base64) {
  const letters = atob(base64);
  const all = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i += 1) all[i] = letters.charCodeAt(i);
  return all;
}

/** @param {Uint8Array<ArrayBuffer>} packed @param {CompressionFormat} format */
const unpacked = (packed, format) => new Blob([packed]).stream().pipeThrough(new DecompressionStream(format));

/** @param {string} text @returns {Promise<ArrayBuffer>} */
const deflated = (text) => new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();

/** The bundled variant that the address asks for. @returns {Promise<string>} */
const asked = async () => decodeURIComponent(location.search.slice(1)) || (await page.engine.ask("variants")).variants[0].name;

/** The request that loads the rules. @param {number} [seed] */
const rules = (seed = crypto.getRandomValues(new Uint32Array(1))[0]) => ({ ...page.start, seed });

/** A new game, or the one that others keep. @param {number} [seed] */
async function load(seed) {
  const loaded = await (page.only === null ? page.engine.ask("load", rules(seed)) : page.engine.ask("state"));
  page.rules = page.state = loaded;
  by("title").textContent = document.title = page.only === null ? page.rules.title : `${page.rules.title}: you are ${page.only}`;
  by("book").querySelector("iframe")?.remove();
  page.thinker?.stop();
  Object.assign(page, { thinker: null, thinks: false, placed: false });
  await restart();
}

/** Another game or position by these rules. @param {string} position */
async function put(position) {
  page.state = await page.engine.ask("position", { position });
  page.placed = true;
  await restart();
}

async function restart() {
  Object.assign(page, { shownTo: null });
  const { only } = page;
  page.rules.players.forEach(({ name }, at) => {
    if (only !== null) page.seats[name] = name === only ? "person" : "away";
    else page.seats[name] ??= at === 0 ? "person" : "level:3";
  });
  page.sites = await sites();
  if (only === null) await seats();
  if (only === null) await palette();
  await goOn();
}

/** The whole game, as text. @returns {Promise<string>} */
const saved = async () => (await page.engine.ask("view", { form: "game" })).text;

/** A link that holds the game. */
async function link() {
  const packed = new Uint8Array(await deflated(await saved()));
  const letters = btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  history.replaceState(null, "", location.search + "#" + letters);
  return location.href;
}

async function fromLink() {
  if (location.hash.length < 2) return;
  try {
    const letters = location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/");
    await put(await new Response(unpacked(bytes(letters), "deflate-raw")).text());
  } catch (problem) {
    say(problem instanceof Failure ? problem.message : "The link is broken: it holds no game.");
  }
}

const isPerson = (/** @type {string | null} */ player) => player !== null && page.seats[player] === "person";

const persons = () => page.rules.players.map((one) => one.name).filter(isPerson);

/** The player whose view is shown; nobody where all see the same, or nobody looks. @returns {Seat} */
function seat() {
  const all = persons();
  if (!page.rules.hides || all.length === 0) return {};
  const { player } = page.state;
  const looks = isPerson(player) ? player : all.includes(page.shownTo ?? "") ? page.shownTo : all[0];
  return { seat: looks ?? all[0] };
}

/** Whether the board waits for another person to sit down. */
function passes() {
  const { player } = page.state;
  return page.rules.hides && isPerson(player) && persons().length > 1 && page.shownTo !== player;
}

/** Plays what nobody at the screen decides, and shows what comes then. */
async function goOn() {
  page.picked = [];
  stopThinking();
  if (page.state.player === "chance") page.state = await page.engine.ask("chance");
  const { player } = page.state;
  await show();
  if (player && !isPerson(player) && page.seats[player] !== "away") think(page.seats[player], await saved());
}

/** @param {number} index */
async function play(index) {
  page.state = await page.engine.ask("play", { move: index + 1, ply: page.state.ply, ...seat() });
  await goOn();
}

function stopThinking() {
  if (!page.thinks) return;
  page.thinker?.stop();
  Object.assign(page, { thinker: null, thinks: false });
}

/** Asks an agent; the page goes on meanwhile. @param {string} agent @param {string} position */
async function think(agent, position) {
  const isNew = page.thinker === null;
  const thinker = (page.thinker ??= page.another());
  page.thinks = true;
  const isWanted = () => page.thinks && page.thinker === thinker;
  try {
    if (isNew) await thinker.ask("load", rules(0));
    await thinker.ask("position", { position });
    const { move } = await thinker.ask("agent", { agent });
    await act(async () => {
      if (!isWanted()) return;
      page.thinks = false;
      page.state = await page.engine.ask("play", { move });
      await goOn();
    });
  } catch (problem) {
    if (isWanted()) say(String(problem instanceof Error ? problem.message : problem));
  }
}

/** Takes decisions back, to one of a person where one sits at the screen. @param {number} count */
async function takeBack(count) {
  do {
    page.state = await page.engine.ask("undo", { count, revealed: !page.rules.hides });
    count = 1;
  } while (page.state.ply > 0 && persons().length > 0 && !isPerson(page.state.player));
  await goOn();
}
