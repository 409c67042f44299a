// @ts-check
"use strict";

/** A page of `draughtsman serve`: that server answers. @type {Connect} */
async function served() {
  /** @type {{seat?: string, events?: string | null}} */
  const about = JSON.parse(by("served").textContent);
  page.only = about.seat ?? null;
  // What a link of this server holds is of no use to others.
  by("link").hidden = true;
  for (const one of document.querySelectorAll(".whole")) if (page.only !== null) one.setAttribute("hidden", "");
  if (about.events) hear(about.events, page.only === null ? studied : moved);
  return { engine: table(), another: table };
}

/** What is said while nobody answers. */
const GONE = "The server does not answer: is `draughtsman serve` still running?";

/** The server is there again. */
function back() {
  if (by("why").textContent === GONE) say("");
}

/** An engine of its own, on the server. @returns {Asked} */
function table() {
  const name = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const unwanted = new AbortController();
  return {
    async ask(request, fields = {}) {
      const body = JSON.stringify({ request, ...fields });
      const asked = { method: "POST", headers: { "Content-Type": "application/json" }, body, signal: unwanted.signal };
      const reply = await fetch(`ask/${name}`, asked).catch(() => {
        throw new Error(GONE);
      });
      if (!reply.ok) throw new Error(`The server refuses: ${await reply.text()}`);
      return answered(await reply.text());
    },
    stop: () => unwanted.abort(),
  };
}

/** Hears what the server tells, as long as somebody looks: a browser has few streams. @param {string} address @param {(news: any) => unknown} told */
function hear(address, told) {
  /** @type {EventSource | null} */
  let stream = null;
  const listen = () => {
    stream?.close();
    stream = document.hidden ? null : new EventSource(address);
    stream?.addEventListener("open", () => act(back));
    stream?.addEventListener("message", ({ data }) => act(() => told(JSON.parse(data))));
  };
  document.addEventListener("visibilitychange", listen);
  listen();
}

/** Somebody has decided something. @param {{ply: number}} news */
async function moved({ ply }) {
  if (ply === page.state.ply) return;
  say("");
  page.state = await page.engine.ask("state");
  await goOn();
}

begin(served);
