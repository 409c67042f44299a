// @ts-check
// Reports of balance in Chromium: node web/report/test.mjs DRAUGHTSMAN. Each kind of them by day, by night, on a phone, on paper.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { Tests, browser, same } from "../driver.mjs";

const [program = ""] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "draughtsman-report-"));
const axe = readFileSync(fileURLToPath(new URL("../node_modules/axe-core/axe.min.js", import.meta.url)), "utf8");

/** What is asked of `simulate`, by the name of the report. @type {Record<string, string[]>} */
const REPORTS = {
  one: ["english", "--agent", "level:2", "--opening", "4"],
  sweep: ["english", "--sweep", "idle-limit=20..60:20"],
  beside: ["english", "--beside", "russian"],
  options: ["collateral", "--options"],
  lines: ["collateral", "--lines"],
  thought: ["collateral", "--thought"],
  secrets: ["saving_private", "--report"],
};
for (const [name, asked] of Object.entries(REPORTS)) {
  execFileSync(program, ["simulate", ...asked, "--games", "20", "--seed", "1", "-o", join(folder, `${name}.html`)], { stdio: "pipe" });
}

const chromium = await browser(folder);
const { run } = chromium;
const tests = new Tests(chromium.picture);

/** How a report is looked at: its name, in dark colours, on a phone, on paper. @type {[string, boolean, boolean, boolean][]} */
const WAYS = [["day", false, false, false], ["night", true, false, false], ["phone", true, true, false], ["paper", true, false, true]];
for (const [way, dark, phone, paper] of WAYS) {
  await chromium.colours(dark ? "dark" : "light", paper);
  await chromium.phone(phone);
  for (const name of Object.keys(REPORTS)) {
    await tests.test(`${name}, ${way}`, async () => {
      await chromium.go(`file://${join(folder, `${name}.html`)}`);
      same(await run("return document.documentElement.scrollWidth <= innerWidth"), true, "nothing is wider than the screen");
      const [plots, named] = await run("const all = [...document.querySelectorAll('svg.plot')]; return [all.length, all.filter((one) => one.querySelector(':scope > title')?.textContent).length]");
      same([plots > 0, named], [true, plots], "each plot has a title");
      if (paper) {
        same(await run("return getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)", "paper is white, whatever a screen is");
      }
      await run(axe);
      const { violations } = await run("return axe.run(document, { resultTypes: ['violations'] })");
      same(violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes[0].html}`), [], "axe");
      await chromium.picture(`report-${name}-${way}`);
    });
  }
}
await chromium.phone(false);

await tests.test("nothing is asked for from elsewhere", async () => {
  same((await chromium.complaints()).filter((one) => one.level === "SEVERE"), [], "the browser's complaints");
});

await chromium.close();
rmSync(folder, { recursive: true, force: true });
console.log(`${tests.passed} passed, ${tests.failed} failed`);
process.exit(tests.failed > 0 ? 1 : 0);
