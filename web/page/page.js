// @ts-check
"use strict";

/**
 * @typedef {{text: string, from: string | null, path: string[], captures: string[], placements?: string[],
 *   choices?: {name: string, values: string[]}[]}} Move
 * @typedef {{ply: number, player: string | null, redo: number, outcome: {winners: string[], reason: string} | null}} State
 */

/** @param {string} id @returns {any} */
const by = (id) => document.getElementById(id);

/** Everything that the page remembers; what the game is, only the engine knows. */
const page = {
  /** @type {Engine} */ engine: /** @type {any} */ (null),
  /** @type {WebAssembly.Module} */ module: /** @type {any} */ (null),
  /** @type {Worker | null} */ worker: null,
  /** @type {{players: {name: string}[], hides: boolean}} */ game: { players: [], hides: false },
  /** @type {State} */ state: { ply: 0, player: null, redo: 0, outcome: null },
  /** @type {Record<string, string>} */ seats: {},
  /** @type {Move[]} */ moves: [],
  /** @type {string[]} */ picked: [],
  /** @type {(string | null)[]} */ played: [],
  /** @type {string | null} */ position: null,
  seed: 0,
  flip: false,
  /** @type {string | null} */ shownTo: null,
};

/** Unpacks the engine, and shows the first board. */
async function begin() {
  const packed = Uint8Array.from(atob(by("engine").textContent), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  page.module = await WebAssembly.compile(await new Response(unpacked).arrayBuffer());
  page.engine = new Engine(page.module);
  for (const [id, done] of Object.entries(buttons)) by(id).addEventListener("click", guarded(done));
  by("board").addEventListener("click", guarded((event) => chosen(event.target.dataset?.site)));
  by("board").addEventListener("keydown", guarded(pressed));
  window.addEventListener("hashchange", guarded(fromLink));
  guarded(fromLink)();
}

/** @param {(event?: any) => any} what @returns {(event?: any) => void} */
function guarded(what) {
  return (event) => {
    try {
      what(event);
    } catch (problem) {
      by("why").textContent = problem instanceof Error ? problem.message : String(problem);
    }
  };
}

/** The request that loads the rules. @param {number} seed */
const rules = (seed) => ({ ...JSON.parse(by("start").textContent), seed });

/** @param {{seed: number, position?: string | null, moves?: (string | null)[]}} from */
function load({ seed, position = null, moves = [] }) {
  page.game = page.state = page.engine.ask("load", rules(seed));
  Object.assign(page, { seed, position, played: [], picked: [], shownTo: null });
  by("title").textContent = document.title;
  if (position) page.state = page.engine.ask("position", { position, seed });
  for (const move of moves) take({ move });
  seats();
  goOn();
}

function fromLink() {
  const text = decodeURIComponent(location.hash.slice(1));
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  load(text ? JSON.parse(text) : { seed });
}

/** The person who looks, where that makes a difference. @returns {Record<string, string>} */
function seat() {
  const { player } = page.state;
  const looks = page.game.hides && player && player !== "chance" ? player : null;
  return looks ? { seat: looks } : {};
}

/** @param {Record<string, unknown>} fields */
function take(fields) {
  page.state = page.engine.ask("play", fields);
  page.played.push(.../** @type {any} */ (page.state).played);
}

/** Plays what nobody at the screen decides, and shows what comes then. */
function goOn() {
  page.picked = [];
  if (page.state.player === "chance") {
    page.state = page.engine.ask("chance");
    page.played.push(.../** @type {any} */ (page.state).played);
  }
  const { player } = page.state;
  show();
  if (player && page.seats[player] !== "person") think(page.seats[player]);
}

/** Asks an agent, in a worker so that the page goes on. @param {string} agent */
function think(agent) {
  const { ply } = page.state;
  const seed = page.seed;
  const game = page.engine.ask("view", { form: "game" }).text;
  page.worker ??= worker();
  page.worker.onmessage = ({ data }) => {
    // Meanwhile the game may have become another.
    if (page.seed !== seed || page.state.ply !== ply || page.seats[page.state.player ?? ""] !== agent) return;
    guarded(() => {
      if (data.problem) throw new Error(data.problem);
      take({ move: data.move });
      goOn();
    })();
  };
  page.worker.postMessage({ module: page.module, load: rules(seed), game, agent });
}

/** An engine of its own, which is asked for moves. */
function worker() {
  const answer = `let engine;
onmessage = ({ data }) => {
  try {
    if (!engine) { engine = new Engine(data.module); engine.ask("load", data.load); }
    engine.ask("position", { position: data.game });
    postMessage({ move: engine.ask("agent", { agent: data.agent }).move });
  } catch (problem) { postMessage({ problem: String(problem) }); }
};`;
  const text = `${Engine}\n${Failure}\n${answer}`;
  return new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
}

/** The squares of a move, in the order in which it is shown. @param {Move} move */
function squares(move) {
  /** @type {string[]} */
  const all = [];
  const add = (/** @type {string | null} */ site) => {
    if (site && all[all.length - 1] !== site) all.push(site);
  };
  [move.from, ...move.path, ...(move.placements ?? [])].forEach(add);
  for (const choice of move.choices ?? []) choice.values.filter((value) => by("board").querySelector(`[data-site="${CSS.escape(value)}"]`)).forEach(add);
  if (all.length < 2) move.captures.forEach(add);
  return all;
}

/** How many squares of a move are used up by those picked; -1 if it is another move. @param {string[]} all @param {string[]} picked */
function usedUp(all, picked) {
  let at = 0;
  for (const [i, site] of picked.entries()) {
    const found = all.indexOf(site, at);
    if (found < 0 || (i === 0 && found > 0)) return -1;
    at = found + 1;
  }
  return at;
}

/** The moves that begin with what is picked. @param {string[]} picked */
function candidates(picked) {
  const all = page.moves.map((move, index) => ({ move, index, all: squares(move) }));
  return all.map((one) => ({ ...one, used: usedUp(one.all, picked) })).filter((one) => one.used >= 0);
}

/** A square was chosen. @param {string | undefined} site */
function chosen(site) {
  if (!site || !page.state.player || page.seats[page.state.player] !== "person") return;
  by("why").textContent = "";
  const picked = page.picked[page.picked.length - 1] === site && page.picked.length === 1 ? [] : [...page.picked, site];
  const found = candidates(picked);
  if (found.length === 0 && page.picked.length > 0 && candidates([site]).length === 0) {
    const typed = picked.join("-");
    page.picked = [];
    show();
    by("why").textContent = page.engine.ask("explain", { move: typed, ...seat() }).text;
    return;
  }
  page.picked = found.length > 0 ? picked : candidates([site]).length > 0 ? [site] : [];
  if (found.length === 1 && picked.length > 0 && found[0].used === found[0].all.length) return play(found[0].index);
  if (page.picked.length === 0 && picked.length > 0) by("why").textContent = page.engine.ask("explain", { move: site, ...seat() }).text;
  show();
}

/** @param {number} index */
function play(index) {
  take({ move: index + 1, ...seat() });
  goOn();
}

/** Enter chooses; arrows go to the next square that way. @param {KeyboardEvent} event */
function pressed(event) {
  const here = /** @type {SVGGraphicsElement} */ (event.target);
  if (!here.dataset.site) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    const { site } = here.dataset;
    chosen(site);
    by("board").querySelector(`[data-site="${CSS.escape(site ?? "")}"]`)?.focus();
    return;
  }
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const way = ways[/** @type {keyof typeof ways} */ (event.key)];
  if (!way) return;
  event.preventDefault();
  const middle = (/** @type {Element} */ of) => {
    const box = of.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(here);
  const far = (/** @type {Element} */ of) => {
    const [dx, dy] = [middle(of)[0] - x, middle(of)[1] - y];
    const along = dx * way[0] + dy * way[1];
    return along > 1 ? along + 3 * Math.abs(dx * way[1] + dy * way[0]) : Infinity;
  };
  const all = /** @type {SVGGraphicsElement[]} */ ([...by("board").querySelectorAll(".site")]);
  const next = all.reduce((best, one) => (far(one) < far(best) ? one : best));
  if (far(next) < Infinity) next.focus();
}

/** Draws everything anew. */
function show() {
  const { state, game } = page;
  const person = state.player && page.seats[state.player] === "person";
  const turned = game.hides && person && page.shownTo !== state.player && game.players.filter((one) => page.seats[one.name] === "person").length > 1;
  by("pass").hidden = !turned;
  by("board").hidden = turned;
  by("pass-to").textContent = `It is ${state.player}'s turn.`;
  if (!turned && person) page.shownTo = state.player;
  const looks = game.hides && !person ? { seat: page.shownTo ?? game.players[0].name } : seat();
  page.moves = person && !turned ? page.engine.ask("moves", looks).moves : [];
  if (!by("board").firstChild) draw(looks, [], [], []);
  const found = candidates(page.picked);
  const next = found.map((one) => one.all[one.used]).filter(Boolean);
  const frames = page.picked.length > 0 ? page.picked.slice(0, 1) : next;
  draw(looks, frames, page.picked.length > 0 ? next : [], page.picked.length > 0 ? found.flatMap((one) => one.move.captures) : []);
  by("status").textContent = state.outcome
    ? `${state.outcome.winners.join(" and ") || "Nobody"} won: ${state.outcome.reason}`
    : person ? `${state.player} to move` : `${state.player} thinks`;
  const most = 200;
  by("moves").replaceChildren(
    ...found.slice(0, most).map(({ move, index }) => {
      const button = document.createElement("button");
      button.textContent = move.text;
      button.addEventListener("click", guarded(() => play(index)));
      return button;
    }),
    found.length > most ? `and ${found.length - most} more` : "",
  );
  by("played").replaceChildren(
    ...page.played.map((text) => {
      const item = document.createElement("li");
      item.textContent = game.hides ? "…" : text;
      return item;
    }),
  );
  by("played").scrollTop = by("played").scrollHeight;
  by("undo").disabled = page.played.length === 0;
  by("redo").disabled = state.redo === 0;
}

/** @param {Record<string, string>} looks @param {string[]} highlight @param {string[]} dots @param {string[]} crosses */
function draw(looks, highlight, dots, crosses) {
  const once = (/** @type {string[]} */ all) => [...new Set(all)];
  const fields = { form: "svg", areas: true, flip: page.flip, ...looks };
  const view = page.engine.ask("view", { ...fields, highlight: once(highlight), dots: once(dots), crosses: once(crosses) });
  by("board").innerHTML = view.text;
  // What is in a picture cannot be chosen; here it can.
  by("board").firstElementChild.setAttribute("role", "group");
  for (const site of by("board").querySelectorAll(".site")) site.setAttribute("tabindex", "0");
}

/** Who sits where. */
function seats() {
  const kinds = { person: "a person", greedy: "greedy", random: "random" };
  by("seats").replaceChildren(
    ...page.game.players.map(({ name }, at) => {
      page.seats[name] ??= at === 0 ? "person" : "greedy";
      const label = document.createElement("label");
      const select = document.createElement("select");
      label.append(name, select);
      for (const [value, text] of Object.entries(kinds)) select.append(new Option(text, value, false, page.seats[name] === value));
      select.addEventListener("change", guarded(() => {
        page.seats[name] = select.value;
        goOn();
      }));
      return label;
    }),
  );
}

/** @param {string} form */
const text = (form) => {
  by("text").value = page.engine.ask("view", { form, flip: page.flip }).text;
  by("text").select();
};

/** What the buttons do. @type {Record<string, (event?: any) => void>} */
const buttons = {
  undo() {
    // Back to the last decision of a person, where one sits at the screen.
    do {
      page.state = page.engine.ask("undo", { revealed: !page.game.hides });
      page.played.pop();
    } while (page.played.length > 0 && (page.state.player === "chance" || page.seats[page.state.player ?? ""] !== "person"));
    page.picked = [];
    show();
  },
  redo() {
    page.state = page.engine.ask("redo");
    page.played.push(.../** @type {any} */ (page.state).played);
    goOn();
  },
  flip() {
    page.flip = !page.flip;
    show();
  },
  new() {
    history.replaceState(null, "", location.pathname);
    load({ seed: crypto.getRandomValues(new Uint32Array(1))[0] });
  },
  rules() {
    const book = by("book");
    if (!book.querySelector("iframe")) {
      const frame = document.createElement("iframe");
      frame.title = "Rules";
      frame.srcdoc = JSON.parse(by("book-text").textContent);
      book.append(frame);
    }
    book.showModal();
  },
  passed() {
    page.shownTo = page.state.player;
    show();
  },
  put() {
    load({ seed: page.seed, position: by("text").value });
  },
  fen: () => text("fen"),
  pdn: () => text("pdn"),
  save: () => text("game"),
  picture: () => text("svg"),
  link() {
    const { seed, position, played } = page;
    history.replaceState(null, "", "#" + encodeURIComponent(JSON.stringify({ seed, position, moves: played })));
    by("text").value = location.href;
    by("text").select();
  },
};
