// @ts-check
// Pages of `draughtsman serve` in Chromium: node web/page/served.mjs DRAUGHTSMAN. A game by the engine of the program, a file that is saved
// while it is played, two people in two windows.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { Tests, browser, same, until } from "../driver.mjs";

const program = resolve(process.argv[2]);
const root = fileURLToPath(new URL("../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "draughtsman-served-"));
const axe = readFileSync(root + "node_modules/axe-core/axe.min.js", "utf8");

const chromium = await browser(folder);
const { run, click } = chromium;
const tests = new Tests(chromium.picture);
const test = tests.test.bind(tests);

/** @type {import("node:child_process").ChildProcess[]} */
const children = [];

/** Starts a server, and waits until it says where. @param {string[]} words */
async function serve(...words) {
  const child = spawn(program, ["serve", "--json", ...words], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  children.push(child);
  let said = "";
  child.stdout.on("data", (text) => (said += text));
  await until(async () => said.includes("\n"), "the server");
  /** @type {{gallery: string, pages: {name: string, address: string}[], seats: {name: string, address: string}[]}} */
  const serving = JSON.parse(said);
  /** Ends it, as Ctrl-C does. */
  const end = () => new Promise((resolve) => {
    child.on("exit", resolve);
    child.kill("SIGINT");
  });
  return { ...serving, end };
}

/** @param {string} address */
async function open(address) {
  // A server that has ended is missed by the page before.
  await chromium.go("about:blank");
  await chromium.complaints();
  await chromium.go(address);
  await until(() => run("return document.querySelector('#board .site') !== null"), "the board");
  await idle();
}

/** Waits until all that was done is done. */
const idle = () => run("await act(() => {})");

/** @param {string[]} sites */
async function choose(...sites) {
  for (const site of sites) {
    await click(`[data-site="${site}"]`);
    await idle();
  }
}

const played = () => run("return (await page.engine.ask('played')).played");
const why = () => run("return by('why').innerText");
/** @param {string} id */
const text = (id) => run("return by(arguments[0])?.innerText ?? ''", id);
/** @param {string} id @param {string} words */
const says = (id, words) => until(async () => (await text(id)).includes(words), `#${id} says ${words}`);

/** Axe, and what the browser complains of. @param {string} what */
async function sound(what) {
  await run("document.querySelectorAll('details').forEach((one) => { one.open = true })");
  await run(axe);
  const { violations } = await run("return axe.run(document, { resultTypes: ['violations'] })");
  same(violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes[0].html}`), [], `${what}: axe`);
  await run("document.querySelectorAll('details').forEach((one) => { one.open = false })");
  const severe = (await chromium.complaints()).filter((one) => one.level === "SEVERE");
  same(severe, [], `${what}: the browser's complaints`);
}

const POND = `+++
name    = "Pond draughts"
extends = "english"
+++

## Men of the pond look both ways.
capture {
  replace man may jump by man may jump diagonal over an enemy
}
`;

await test("the gallery leads to a game, which the engine of the program plays", async () => {
  const { gallery, end } = await serve();
  await chromium.go(gallery);
  const pictures = await until(() => run("const all = [...document.images]; return all.every((one) => one.complete) && all.map((one) => one.naturalWidth > 0)"), "pictures");
  same([pictures.length > 20, pictures.every(Boolean)], [true, true], "pictures");
  await sound("gallery");
  await chromium.picture("served-gallery");
  await click('a[href="play.html?english"]');
  await until(() => run("return document.querySelector('#board .site') !== null"), "the board");
  await idle();
  await run("for (const one of page.rules.players) page.seats[one.name] = 'person'; await seats(); await goOn();");
  await choose("11", "15", "22", "18", "15", "22");
  same(await played(), ["11-15", "22-18", "15x22"], "by clicks");
  await choose("25", "16");
  if (!(await why()).includes("25-16 is not a move")) throw new Error(await why());
  await click("#undo");
  await idle();
  same(await played(), ["11-15", "22-18"], "taken back");
  await run("const select = document.querySelectorAll('#seats select')[0]; select.value = 'level:2'; select.dispatchEvent(new Event('change'))");
  await until(() => run("return page.state.ply === 3"), "an agent answers");
  await click("#rules");
  await until(() => run("return document.querySelector('#book iframe')?.contentDocument?.querySelector('h1')?.textContent"), "the book");
  await run("by('book').close()");
  await sound("page");
  await end();
  await choose("25");
  await until(async () => (await why()).includes("does not answer"), "who has gone is missed");
  // What the browser says of that is expected.
  await chromium.complaints();
});

await test("a file is saved, and the game follows", async () => {
  writeFileSync(join(folder, "pond.draughts"), POND);
  execFileSync(program, ["snapshot", "add", "pond.draughts", "--name", "backward", "--position", "W:W10:B15"], { cwd: folder, env: { ...process.env, CI: "" } });
  const { pages, end } = await serve("pond.draughts");
  await open(pages[0].address);
  same(await text("title"), "Pond draughts", "the title");
  await says("found-in-file", "No mistakes");
  await says("pinned", "✓ backward: as pinned");
  await says("balance", "games");
  await run("for (const one of page.rules.players) page.seats[one.name] = 'person'; await seats(); await goOn();");
  await choose("11", "15");
  writeFileSync(join(folder, "pond.draughts"), POND.replace("jump diagonal", "jmp diagonal"));
  await says("found-in-file", "did you mean `jump`?");
  same(await played(), ["11-15"], "the game goes on by the rules before");
  await chromium.picture("served-mistake");
  writeFileSync(join(folder, "pond.draughts"), POND.replace("jump diagonal", "jump forward diagonal").replace("Pond", "Lake"));
  await until(async () => (await text("title")) === "Lake draughts", "the new rules");
  await idle();
  same((await run("return (await page.engine.ask('view', { form: 'fen' })).text")).split(":F")[0], "W:W21-32:B1-10,12,15", "from the same position");
  await says("pinned", "✗ backward: changed");
  await until(() => run("return document.querySelector('#difference svg') !== null"), "the smallest position that is played differently");
  if (!(await run("return by('difference').textContent")).includes("only in before")) throw new Error(await text("difference"));
  await sound("study");
  await run("scrollTo(0, 0)");
  await chromium.picture("served-study");
  await end();
});

await test("two people, two windows, one game, and a new start in its midst", async () => {
  const first = await serve("saving_private", "--game", "evening.toml", "--seed", "4");
  const windows = [await chromium.window()];
  windows.push(await chromium.newWindow());
  for (const [at, window] of windows.entries()) {
    await chromium.turnTo(window);
    await open(first.seats[at].address);
    const shown = await run("return [...document.querySelectorAll('.whole')].filter((one) => one.checkVisibility()).map((one) => one.id)");
    same(shown, [], "a seat takes nothing back and sets nothing up");
  }
  /** Plays the first move, in the window of whoever is to move. @param {{seats: {name: string}[]}} of */
  const decide = async ({ seats }) => {
    for (const [at, window] of windows.entries()) {
      await chromium.turnTo(window);
      await idle();
      if ((await run("return page.state.player")) !== seats[at].name) continue;
      await until(() => run("return page.moves.length > 0"), "moves");
      const ply = await run("return page.state.ply");
      await run("document.querySelector('#moves button').click()");
      await until(() => run("return page.state.ply > arguments[0]", ply), "it is played");
      return ply;
    }
    throw new Error("it is nobody's turn");
  };
  /** Every window holds what the server holds. */
  const level = async () => {
    const all = new Set();
    for (const window of windows) {
      await chromium.turnTo(window);
      await until(() => run("return (await page.engine.ask('state')).ply === page.state.ply"), "the window follows");
      all.add(await run("return page.state.ply"));
    }
    same(all.size, 1, "as many decisions");
  };
  for (let i = 0; i < 4; i += 1) {
    await decide(first);
    await level();
  }
  await chromium.turnTo(windows[0]);
  await chromium.picture("served-seat");
  await sound("seat");
  await first.end();
  await run("await act(() => explain('a1-a1'))");
  await says("why", "does not answer");
  const again = await serve("saving_private", "--game", "evening.toml");
  same(again.seats, first.seats, "the same links");
  await until(async () => (await why()) === "", "that is no longer said");
  // What the browser says of who had gone is expected.
  await chromium.complaints();
  await decide(again);
  await level();
  await again.end();
});

for (const child of children) child.kill();
await chromium.close();
rmSync(folder, { recursive: true, force: true });
console.log(`${tests.passed} passed, ${tests.failed} failed`);
process.exit(tests.failed > 0 ? 1 : 0);
