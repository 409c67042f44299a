// @ts-check
// A site in Chromium: node web/gallery/test.mjs DRAUGHTSMAN [EVERY]. Its first page, the games that it leads to, and the pages of the book,
// all of them or one in EVERY: by day, by night, on a phone.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { KEYS, Tests, browser, same, until } from "../driver.mjs";

const [program, every = "1"] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "draughtsman-gallery-"));
const site = join(folder, "site");
execFileSync(program, ["page", "--gallery", "-o", site]);
const variants = JSON.parse(execFileSync(program, ["list", "--json"], { encoding: "utf8" })).variants;
const axe = readFileSync(fileURLToPath(new URL("../node_modules/axe-core/axe.min.js", import.meta.url)), "utf8");

const chromium = await browser(folder);
const { run, click, type } = chromium;
const tests = new Tests(chromium.picture);
const test = tests.test.bind(tests);

/** @param {string} path */
const go = (path) => chromium.go(`file://${join(site, path)}`);

/** @param {string} name */
async function accessible(name) {
  await run(axe);
  const { violations } = await run("return axe.run(document, { resultTypes: ['violations'] })");
  same(violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes[0].html}`), [], `${name}: axe`);
}

await test("a gallery leads to every game", async () => {
  await go("index.html");
  const pictures = await until(() => run("const all = [...document.images]; return all.every((one) => one.complete) && all.map((one) => one.naturalWidth > 0)"), "pictures");
  same(pictures, variants.map(() => true), "pictures");
  await accessible("index.html");
  await chromium.picture("gallery");
  await click('a[href="play.html?lasca"]');
  await until(() => run("return document.querySelector('#board .site') !== null"), "the board");
  same(await run("return [document.title, page.start.variant]"), ["Lasca", "lasca"], "the game");
});

await test("the book is read from its first page to its last", async () => {
  await go("index.html");
  await click('a[href="book/index.html"]');
  const titles = [await run("return document.title")];
  while (await run("return document.querySelector('.after') !== null")) {
    await click(".after");
    titles.push(await run("return document.title"));
  }
  same(titles.length, await run("return document.querySelectorAll('#contents a').length"), "pages");
  same([titles[0], titles.at(-1)], ["Draughtsman", "Performance"], "the first and the last");
  await click('#contents a[href="language.html"]');
  await click('a[href="#6-directions-and-rows"]');
  const top = await run("return document.getElementById('6-directions-and-rows').getBoundingClientRect().top");
  same(top >= 0 && top < 100, true, "a place on a page");
  await run("document.querySelector('pre').focus()");
  same(await run("return document.activeElement.tagName"), "PRE", "code is reached by keys");
  await go("book/index.html");
  await type(KEYS.tab, KEYS.enter);
  await until(() => run("return document.images.length > 0"), "the way back to the games");
});

/** Pages of which pictures are made. */
const PICTURES = ["language.html", "codes/rules.html", "variants/lasca.html", "serve.html"];
const book = readdirSync(join(site, "book"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".html"))
  .sort()
  .filter((path, at) => at % Number(every) === 0 || PICTURES.includes(path));

for (const [name, dark, phone] of /** @type {const} */ ([["light", false, false], ["dark-phone", true, true]])) {
  await test(`pages of the book can be read by everybody: ${name}`, async () => {
    await chromium.colours(dark ? "dark" : "light");
    await chromium.phone(phone);
    for (const path of book) {
      await go(`book/${path}`);
      same(await run("return document.documentElement.scrollWidth <= innerWidth"), true, `${path}: nothing is wider than the screen`);
      await accessible(path);
      if (PICTURES.includes(path)) {
        await chromium.picture(`book-${path.replaceAll(/\W/g, "-")}-${name}`);
      }
    }
  });
}
await chromium.phone(false);

await test("nothing is asked for from elsewhere", async () => {
  same((await chromium.complaints()).filter((one) => one.level === "SEVERE"), [], "the browser's complaints");
});

await chromium.close();
rmSync(folder, { recursive: true, force: true });
console.log(`${tests.passed} passed, ${tests.failed} failed`);
process.exit(tests.failed > 0 ? 1 : 0);
