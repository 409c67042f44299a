// @ts-check
"use strict";

/**
 * @typedef {{text: string, from: string | null, path: string[], captures: string[], placements?: string[],
 *   choices?: {name: string, values: string[]}[]}} Move
 * @typedef {{ply: number, player: string | null, redo: number, outcome: {winners: string[], reason: string} | null}} State
 * @typedef {{title: string, players: {name: string, side: string}[], kinds: string[], hides: boolean}} Rules
 * @typedef {{seat?: string}} Seat
 */

/** @param {string} id @returns {any} */
const by = (id) => document.getElementById(id);

/** Everything that the page remembers; what the game is, only the engine knows. */
const page = {
  /** What loads the rules. @type {{variant: string, rules?: string, options?: string[]}} */ start: { variant: "" },
  /** @type {Engine} */ engine: /** @type {any} */ (null),
  /** @type {WebAssembly.Module} */ module: /** @type {any} */ (null),
  /** The engine that thinks. @type {Worker | null} */ worker: null,
  /** @type {Rules} */ rules: { title: "", players: [], kinds: [], hides: false },
  /** @type {State} */ state: { ply: 0, player: null, redo: 0, outcome: null },
  /** Who sits where: `person`, or an agent. @type {Record<string, string>} */ seats: {},
  /** @type {string[]} */ sites: [],
  /** @type {Move[]} */ moves: [],
  /** The squares of a move so far. @type {string[]} */ picked: [],
  /** A position was put on the board. */ placed: false,
  flip: false,
  /** The person for whom the board is shown. @type {string | null} */ shownTo: null,
};

/** Unpacks the engine, and shows the first board. */
async function begin() {
  const engine = unpacked(bytes(by("engine").textContent), "gzip");
  page.module = await WebAssembly.compileStreaming(new Response(engine, { headers: { "Content-Type": "application/wasm" } }));
  page.engine = new Engine(page.module);
  page.start = JSON.parse(by("start").textContent) ?? { variant: asked() };
  listen();
  load();
  await fromLink();
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

/** The bundled variant that the address asks for. @returns {string} */
const asked = () => decodeURIComponent(location.search.slice(1)) || page.engine.ask("variants").variants[0].name;

/** The request that loads the rules. @param {number} [seed] */
const rules = (seed = crypto.getRandomValues(new Uint32Array(1))[0]) => ({ ...page.start, seed });

/** A new game. @param {number} [seed] */
function load(seed) {
  const loaded = page.engine.ask("load", rules(seed));
  page.rules = page.state = loaded;
  by("title").textContent = document.title = page.rules.title;
  by("book").querySelector("iframe")?.remove();
  page.worker?.terminate();
  Object.assign(page, { worker: null, placed: false });
  restart();
}

/** Another game or position by these rules. @param {string} position */
function put(position) {
  page.state = page.engine.ask("position", { position });
  page.placed = true;
  restart();
}

function restart() {
  Object.assign(page, { shownTo: null });
  page.rules.players.forEach(({ name }, at) => (page.seats[name] ??= at === 0 ? "person" : "level:3"));
  page.sites = sites();
  seats();
  palette();
  goOn();
}

/** The whole game, as text. @returns {string} */
const saved = () => page.engine.ask("view", { form: "game" }).text;

/** A link that holds the game. */
async function link() {
  const packed = new Uint8Array(await deflated(saved()));
  const letters = btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  history.replaceState(null, "", location.search + "#" + letters);
  return location.href;
}

async function fromLink() {
  if (location.hash.length < 2) return;
  try {
    const letters = location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/");
    put(await new Response(unpacked(bytes(letters), "deflate-raw")).text());
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
function goOn() {
  page.picked = [];
  stopThinking();
  if (page.state.player === "chance") page.state = page.engine.ask("chance");
  const { player } = page.state;
  show();
  if (player && !isPerson(player)) think(page.seats[player]);
}

/** @param {number} index */
function play(index) {
  page.state = page.engine.ask("play", { move: index + 1, ...seat() });
  goOn();
}

function stopThinking() {
  if (page.worker?.onmessage) {
    page.worker.terminate();
    page.worker = null;
  }
}

/** Asks an agent, in a worker so that the page goes on. @param {string} agent */
function think(agent) {
  const worker = (page.worker ??= thinker());
  worker.onmessage = ({ data }) => {
    worker.onmessage = null;
    guarded(() => {
      if (data.problem) throw new Error(data.problem);
      page.state = page.engine.ask("play", { move: data.move });
      goOn();
    })();
  };
  worker.postMessage({ module: page.module, load: rules(0), game: saved(), agent });
}

/** An engine of its own, which is asked for moves. */
function thinker() {
  const answer = `let engine;
onmessage = ({ data }) => {
  try {
    if (!engine) { engine = new Engine(data.module); engine.ask("load", data.load); }
    engine.ask("position", { position: data.game });
    postMessage({ move: engine.ask("agent", { agent: data.agent }).move });
  } catch (problem) { postMessage({ problem: String(problem) }); }
};`;
  return new Worker(URL.createObjectURL(new Blob([`${Engine}\n${Failure}\n${answer}`], { type: "text/javascript" })));
}

/** Takes decisions back, to one of a person where one sits at the screen. @param {number} count */
function takeBack(count) {
  do {
    page.state = page.engine.ask("undo", { count, revealed: !page.rules.hides });
    count = 1;
  } while (page.state.ply > 0 && persons().length > 0 && !isPerson(page.state.player));
  goOn();
}
