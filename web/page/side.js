// @ts-check
"use strict";

/** @param {string} name @param {string} [text] @param {...(Node | string)} inside */
function element(name, text = "", ...inside) {
  const made = document.createElement(name);
  made.append(text, ...inside);
  return made;
}

/** @param {(event?: any) => unknown} what @returns {(event?: any) => Promise<void>} */
const guarded = (what) => (event) => act(() => what(event));

/** @param {string} text */
function say(text) {
  by("why").replaceChildren(...(text ? [element("p", text)] : []));
}

/** Why a move cannot be played, in the words of the rules. @param {string} move */
async function explain(move) {
  const said = await page.engine.ask("explain", { move, ...seat() });
  /** @type {{words?: string, text: string, place: string, fails?: string | null}[]} */
  const lines = [
    ...(said.barred_by ? [said.barred_by] : []),
    ...said.compulsory.map((/** @type {{by: object}} */ one) => one.by),
    ...said.related.flatMap((/** @type {{rule: object, fails: string | null, required_by?: object}} */ one) =>
      [{ ...one.rule, fails: one.fails }, ...(one.required_by ? [one.required_by] : [])]),
  ];
  const quotes = lines.slice(0, 3).map(({ words, text, place, fails }) =>
    element("blockquote", words ?? text, element("br"), element("small", `${fails ? `${fails}; ` : ""}${place}`)));
  by("why").replaceChildren(
    element("p", said.text.split("\n")[0].replaceAll("`", "")),
    ...quotes,
    element("details", "", element("summary", "In full"), element("pre", said.text)),
  );
}

/** Draws everything anew. */
async function show() {
  const { state } = page;
  const person = isPerson(state.player);
  const turned = passes();
  by("pass").hidden = !turned;
  by("board").hidden = turned;
  by("pass-to").textContent = `It is ${state.player}'s turn.`;
  if (person && !turned) page.shownTo = state.player;
  page.moves = person && !turned ? (await page.engine.ask("moves", seat())).moves : [];
  const found = turned ? [] : await showBoard();
  const won = state.outcome && (state.outcome.winners.length > 0 ? `${state.outcome.winners.join(" and ")} won` : "Draw");
  by("status").textContent = state.outcome ? `${won}: ${state.outcome.reason}`
    : person || page.only !== null ? `${state.player} to move`
    : `${state.player} (${page.seats[state.player ?? ""]}) thinks`;
  const most = 200;
  by("moves").replaceChildren(
    ...found.slice(0, most).map(({ move, index }) => {
      const button = element("button", move.text);
      button.addEventListener("click", guarded(() => play(index)));
      return button;
    }),
    found.length > most ? `and ${found.length - most} more` : "",
  );
  await showPlayed(turned);
  if (page.only === null && by("editor").open) await standing();
  by("undo").disabled = state.ply === 0;
  by("redo").disabled = state.redo === 0;
}

/** @param {boolean} turned */
async function showPlayed(turned) {
  /** @type {(string | null)[]} */
  const played = turned ? [] : (await page.engine.ask("played", seat())).played;
  by("played").replaceChildren(
    ...played.map((text, at) => {
      const said = `${at + 1}. ${text ?? "…"}`;
      if (page.only !== null) return element("li", said);
      const button = element("button", said);
      button.title = "Go back to here";
      button.addEventListener("click", guarded(() => at + 1 < page.state.ply && takeBack(page.state.ply - at - 1)));
      return element("li", "", button);
    }),
  );
  by("played").scrollTop = by("played").scrollHeight;
}

/** Who sits where. */
async function seats() {
  /** @type {string[]} */
  const kinds = ["person", ...(await page.engine.ask("agents")).agents];
  by("seats").replaceChildren(
    ...page.rules.players.map(({ name }) => {
      const select = document.createElement("select");
      for (const kind of kinds) select.append(new Option(kind.replace(":", " "), kind, false, page.seats[name] === kind));
      select.addEventListener("change", guarded(() => {
        page.seats[name] = select.value;
        return goOn();
      }));
      return element("label", name, select);
    }),
  );
}

/** @param {string} text @param {string} ending */
function hand(text, ending) {
  by("text").value = text;
  by("text").select();
  by("download").hidden = false;
  by("download").href = URL.createObjectURL(new Blob([text], { type: ending === "svg" ? "image/svg+xml" : "text/plain" }));
  by("download").download = `game.${ending}`;
}

/** @param {string} form @param {string} ending */
const form = (form, ending) => async () => {
  const told = await page.engine.ask("view", { form, flip: page.flip, ...(page.rules.hides && form === "svg" ? seat() : {}) });
  hand(told.text, ending);
  if (told.left_out) say(`It does not say ${told.left_out.join(", ")}.`);
};

/** What the buttons do. @type {Record<string, (event?: any) => unknown>} */
const buttons = {
  undo: () => takeBack(1),
  async redo() {
    page.state = await page.engine.ask("redo");
    while (page.state.redo > 0 && !isPerson(page.state.player)) page.state = await page.engine.ask("redo");
    await goOn();
  },
  flip() {
    page.flip = !page.flip;
    return show();
  },
  new() {
    history.replaceState(null, "", location.pathname + location.search);
    return load();
  },
  async rules() {
    const book = by("book");
    if (!book.querySelector("iframe")) {
      const frame = document.createElement("iframe");
      frame.title = "Rules";
      frame.srcdoc = (await page.engine.ask("book")).text;
      book.append(frame);
    }
    book.showModal();
  },
  passed() {
    page.shownTo = page.state.player;
    return show();
  },
  put: () => put(by("text").value),
  fen: form("fen", "fen"),
  pdn: form("pdn", "pdn"),
  save: form("game", "toml"),
  picture: form("svg", "svg"),
  link: async () => hand(await link(), "txt"),
  clear: () => edit("clear"),
};

/** Everything that a person can do. */
function listen() {
  for (const [id, done] of Object.entries(buttons)) {
    by(id).addEventListener("click", guarded((event) => {
      say("");
      return done(event);
    }));
  }
  /** @param {string} kind @param {(event: any) => unknown} done */
  const on = (kind, done) => by("board").addEventListener(kind, done);
  on("click", clicked);
  on("keydown", pressed);
  on("pointerdown", grabbed);
  on("pointermove", dragged);
  on("pointerup", dropped);
  on("pointercancel", dropped);
  // A finger on a piece that may go drags it, and elsewhere the page.
  by("board").addEventListener("touchmove", (/** @type {TouchEvent} */ event) => {
    if (drag && area(drag.site)?.classList.contains("begins")) event.preventDefault();
  }, { passive: false });
  by("mover").addEventListener("change", guarded(() => edit({ mover: by("mover").value })));
  by("editor").addEventListener("toggle", guarded(show));
  by("source").addEventListener("toggle", guarded(opened));
  by("rules-text").addEventListener("input", written);
  window.addEventListener("hashchange", guarded(fromLink));
}
