// @ts-check
"use strict";

/** @typedef {{start: number, end: number, line: number, column: number}} Span
 * @typedef {{code: string, severity: "error" | "warning", message: string, file: string, span: Span, help: string[],
 *   labels: {file: string, span: Span, text: string}[], fix: {file: string, span: Span, replacement: string} | null}} Finding */

/** The rule file is shown. */
async function opened() {
  const { rules, variant } = page.start;
  if (!by("source").open || by("rules-text").value !== "") return;
  by("rules-text").value = rules ?? (await page.engine.ask("source", { variant })).text;
}

/** What follows once nothing has been typed for a moment. @type {ReturnType<typeof setTimeout> | undefined} */
let waits;

function written() {
  clearTimeout(waits);
  waits = setTimeout(guarded(follow), 150);
}

/** Checks the text; if it can be played, the game goes on by it, from the same position if it still is one. */
async function follow() {
  const { variant, options } = page.start;
  const rules = by("rules-text").value;
  /** @type {{diagnostics: Finding[], text: string}} */
  const { diagnostics, text } = await page.engine.ask("check", { variant, rules, ...(options ? { options } : {}) });
  const full = text ? [element("details", "", element("summary", "In full"), element("pre", text))] : [];
  by("found").replaceChildren(...diagnostics.map(told), ...full);
  if (diagnostics.some((one) => one.severity === "error")) return;
  say("");
  page.start = { ...page.start, rules };
  await playOn();
}

/** Plays on by the rules as they are by now: from the same position, if it still is one. */
async function playOn() {
  const before = page.state.ply > 0 || page.placed ? JSON.stringify((await page.engine.ask("view")).position) : null;
  await load();
  if (before === null) return;
  try {
    await put(before);
  } catch {
    say("What stood on the board is no position by these rules: the game begins anew.");
  }
}

/** A mistake, with its place and what mends it. @param {Finding} one */
function told(one) {
  const own = `${page.start.variant}.draughts`;
  const place = element("button", `${one.span.line}:${one.span.column}`);
  place.title = "Go there";
  place.addEventListener("click", () => {
    by("rules-text").focus();
    by("rules-text").setSelectionRange(...letters(one.span));
  });
  const said = element("p", "", ...(one.file === own ? [place] : []), ` ${one.message} (${one.code})`);
  said.className = one.severity;
  for (const help of one.help) said.append(element("br"), element("small", help));
  const { fix } = one;
  if (fix && fix.file === own) {
    const mend = element("button", fix.replacement.trim() ? `Write ${fix.replacement.trim()}` : "Leave it out");
    mend.addEventListener("click", guarded(() => {
      by("rules-text").setRangeText(fix.replacement, ...letters(fix.span));
      return follow();
    }));
    said.append(" ", mend);
  }
  return said;
}

/** Where a stretch of bytes stands in the text. @param {Span} span */
function letters({ start, end }) {
  const bytes = new TextEncoder().encode(by("rules-text").value);
  const upTo = (/** @type {number} */ at) => new TextDecoder().decode(bytes.slice(0, at)).length;
  return [upTo(start), upTo(end)];
}
