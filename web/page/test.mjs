// @ts-check
// Pages in Chromium, by its driver: node web/page/test.mjs DRAUGHTSMAN [DECISIONS [VARIANT…]]. Games at random, every move by clicks on
// the squares or, where that is not enough, on its button; after each, the page holds what an engine of our own holds.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const [program, decisions = "40", ...asked] = process.argv.slice(2);
const root = fileURLToPath(new URL("../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "draughtsman-page-"));
const { Engine } = new Function(readFileSync(root + "engine.js", "utf8") + "; return { Engine };")();
const module = new WebAssembly.Module(gunzipSync(readFileSync(root + "dist/draughtsman.wasm.gz")));
const own = new Engine(module);
const variants = asked.length > 0 ? asked : own.ask("variants").variants.map((/** @type {{name: string}} */ one) => one.name);

const driver = spawn("chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "inherit"] });
const port = await new Promise((resolve, reject) => {
  driver.on("error", reject);
  driver.on("exit", () => reject(new Error("chromedriver has ended")));
  let said = "";
  driver.stdout.on("data", (text) => {
    said += text;
    const found = /on port (\d+)\./.exec(said);
    if (found && found[1] !== "0") resolve(found[1]);
  });
});

/** @param {string} method @param {string} path @param {unknown} [body] */
async function drive(method, path, body) {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body === undefined ? undefined : JSON.stringify(body) });
  const { value } = /** @type {{value: any}} */ (await reply.json());
  if (value?.error) throw new Error(`${value.error}: ${value.message}`);
  return value;
}
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
const options = { args: [...flags, "--disable-component-update", "--disable-sync", `--user-data-dir=${folder}/profile`, "--window-size=1200,1000"] };
const { sessionId } = await drive("POST", "/session", {
  capabilities: { alwaysMatch: { browserName: "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": { browser: "ALL" } } },
});
const at = `/session/${sessionId}`;
/** @param {string} script @param {unknown[]} args */
const run = (script, ...args) => drive("POST", `${at}/execute/sync`, { script, args });
/** @param {string} selector */
async function click(selector) {
  const found = await drive("POST", `${at}/element`, { using: "css selector", value: selector });
  await drive("POST", `${at}/element/${Object.values(found)[0]}/click`, {});
}
/** @param {() => Promise<any>} what @param {string} name */
async function until(what, name) {
  for (let i = 0; i < 400; i += 1) {
    const found = await what();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`${name}: it does not happen`);
}
/** @param {string} name */
async function picture(name) {
  if (process.env.PICTURES) writeFileSync(join(process.env.PICTURES, `${name}.png`), await drive("GET", `${at}/screenshot`), "base64");
}

let [passed, failed] = [0, 0];
/** @param {string} name @param {() => Promise<void>} what */
async function test(name, what) {
  try {
    await what();
    passed += 1;
  } catch (problem) {
    failed += 1;
    console.error(`${name}: ${problem instanceof Error ? problem.message : problem}`);
    await picture(`failed-${name.replaceAll(/\W/g, "-")}`);
  }
}
/** @param {unknown} is @param {unknown} should @param {string} what */
function same(is, should, what) {
  if (JSON.stringify(is) !== JSON.stringify(should)) throw new Error(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`);
}

/** Opens the page of a variant, with persons at every seat. @param {string} variant @param {number} seed */
async function open(variant, seed) {
  const file = join(folder, `${variant}.html`);
  execFileSync(program, ["page", variant, "-o", file]);
  if (statSync(file).size > 2_500_000) throw new Error(`${statSync(file).size} bytes`);
  await drive("POST", `${at}/url`, { url: "about:blank" });
  await drive("POST", `${at}/url`, { url: `file://${file}#${encodeURIComponent(JSON.stringify({ seed }))}` });
  await until(() => run("return document.querySelector('#board .site') !== null"), "the first board");
  await run(`for (const one of page.game.players) page.seats[one.name] = "person";
    document.querySelectorAll("#seats select").forEach((select) => { select.value = "person"; }); goOn();`);
}

/** Plays one of the moves on the board by clicks; its text. @param {number} random */
async function clickOne(random) {
  if (await run("return !by('pass').hidden")) await click("#passed");
  const move = await run(`const i = arguments[0] % page.moves.length, all = page.moves.map(squares), text = String(all[i]);
    return { text: page.moves[i].text, squares: all[i], alone: all.filter((one) => String(one).startsWith(text)).length === 1, i };`, random);
  const ply = await run("return page.state.ply");
  const onBoard = move.squares.length > 0 && move.squares.length < 12;
  if (onBoard) for (const square of move.squares) await click(`[data-site="${square}"]`);
  if ((await run("return page.state.ply")) === ply) {
    if (onBoard && move.alone) throw new Error(`clicks on ${move.squares} do not play ${move.text}`);
    await run(`[...document.querySelectorAll("#moves button")].find((button) => button.textContent === arguments[0]).click()`, move.text);
  }
  const played = await run("return page.played[arguments[0]]", ply);
  if (onBoard && move.alone) same(played, move.text, "what was played");
}

for (const [number, variant] of variants.entries()) {
  await test(variant, async () => {
    await open(variant, number + 1);
    let random = 12345 + number;
    for (let i = 0; i < Number(decisions); i += 1) {
      if (await run("return page.state.player === null")) break;
      random = (random * 1103515245 + 12345) % 2 ** 31;
      await clickOne(random >> 8);
      same(await run("return by('why').textContent"), "", "a problem");
    }
    const { game, position } = await run(`return { game: page.engine.ask("view", { form: "game" }).text, position: page.engine.ask("view") }`);
    own.ask("load", { variant });
    own.ask("position", { position: game });
    same(own.ask("view"), position, "the position");
    await picture(variant);
  });
}

await test("an illegal try is explained, undo, redo, flip, link", async () => {
  await open("english", 1);
  await click('[data-site="9"]');
  await click('[data-site="18"]');
  const why = await run("return by('why').textContent");
  if (!why.includes("9-18")) throw new Error(`why: ${why}`);
  await picture("why");
  for (const square of ["9", "13"]) await click(`[data-site="${square}"]`);
  same(await run("return page.played"), ["9-13"], "played");
  await click("#undo");
  same(await run("return page.played"), [], "taken back");
  await click("#redo");
  same(await run("return page.played"), ["9-13"], "played again");
  await click("#flip");
  await run("buttons.link()");
  const link = await drive("GET", `${at}/url`);
  await drive("POST", `${at}/url`, { url: "about:blank" });
  await drive("POST", `${at}/url`, { url: link });
  await until(() => run("return typeof page === 'object' && page.played.length === 1"), "the link");
  same(await run("return page.state.player"), "White", "the link");
});

await test("the rule book is a click away", async () => {
  await open("english", 1);
  await click("#rules");
  await until(() => run("return document.querySelector('#book iframe').contentDocument?.querySelector('h1')?.textContent"), "the book");
  await picture("rules");
});

await test("agents answer from the worker", async () => {
  await open("english", 1);
  await run("page.seats.White = 'greedy'; goOn()");
  for (const square of ["11", "15"]) await click(`[data-site="${square}"]`);
  await until(() => run("return page.state.ply === 2"), "the answer");
});

await test("the keyboard is enough", async () => {
  await open("english", 1);
  await run(`document.querySelector('[data-site="11"]').focus()`);
  /** @param {string[]} keys */
  const type = (keys) =>
    drive("POST", `${at}/actions`, {
      actions: [{ type: "key", id: "keys", actions: keys.flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]) }],
    });
  const [left, right, up, down, enter] = ["\uE012", "\uE014", "\uE013", "\uE015", "\uE007"];
  await type([enter]);
  const to = await run(`const all = ["15", "16"].map((one) => document.querySelector('[data-site="' + one + '"]').getBoundingClientRect());
    const here = document.activeElement.getBoundingClientRect(); return [all[0].x < here.x, all[0].y < here.y]`);
  await type([to[1] ? up : down, to[0] ? left : right]);
  for (let i = 0; i < 3 && !["15", "16"].includes(await run("return document.activeElement.dataset.site")); i += 1) await type([left]);
  await type([enter]);
  same((await run("return page.played")).length, 1, "played");
});

await test("nothing is asked for from elsewhere", async () => {
  const asked = await run("return performance.getEntriesByType('resource').map((one) => one.name).filter((name) => !/^(blob|data):/.test(name))");
  same(asked, [], "requests");
  const log = await drive("POST", `${at}/se/log`, { type: "browser" });
  same(log.filter((/** @type {{level: string}} */ one) => one.level === "SEVERE"), [], "the browser's complaints");
});

await drive("DELETE", at);
driver.kill();
rmSync(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
