// @ts-check
// The engine for browsers answers as the program does: node web/alike.mjs MODULE PROGRAM. It has code of its own for some forms of game
// (`SMALL` in src/engine/kernel/mod.rs); the order of options, and with it what a seed and an agent come to, is the same.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Who plays each bundled game against itself, and how many decisions. */
const AGENTS = /** @type {const} */ ([["random", 80], ["greedy", 14], ["alpha-beta:400", 10]]);

const here = fileURLToPath(new URL(".", import.meta.url));
const { Engine } = new Function(readFileSync(here + "engine.js", "utf8") + "; return { Engine };")();
const engine = new Engine(new WebAssembly.Module(readFileSync(process.argv[2])));

const lines = [];
for (const { name } of engine.ask("variants").variants) {
  for (const [agent, decisions] of AGENTS) {
    lines.push({ request: "load", variant: name, seed: 5 });
    for (let i = 0; i < decisions; i += 1) lines.push({ request: "agent", agent, play: true });
    lines.push({ request: "view", form: "game" });
  }
}
const asked = lines.map((line) => JSON.stringify(line));
const most = { maxBuffer: 1 << 28 };
const answers = execFileSync(process.argv[3], ["session"], { input: asked.join("\n") + "\n", encoding: "utf8", ...most }).trimEnd().split("\n");
const other = asked.findIndex((line, at) => engine.line(line) !== answers[at]);
if (other >= 0) console.error(`line ${other + 1}, ${asked[other]}: the program says ${answers[other]}`);
console.log(`${asked.length} requests, ${other < 0 ? "answered alike" : "not alike"}`);
process.exit(other >= 0 || answers.length !== asked.length || asked.length < 1000 ? 1 : 0);
