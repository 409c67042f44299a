// @ts-check
// Perft facts in WebAssembly: node web/facts.mjs MODULE. The facts are those of tests/facts/perft.toml, up to some size.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const MOST_LEAVES = 200_000;

const here = fileURLToPath(new URL(".", import.meta.url));
const read = (/** @type {string} */ path) => readFileSync(here + path, "utf8");
const { Engine } = new Function(read("engine.js") + "; return { Engine };")();
const engine = new Engine(new WebAssembly.Module(readFileSync(process.argv[2])));

let [passed, failed] = [0, 0];
/** @param {string} name @param {unknown} is @param {unknown} should */
function check(name, is, should) {
  const right = JSON.stringify(is) === JSON.stringify(should);
  right ? (passed += 1) : (failed += 1);
  if (!right) console.error(`${name}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`);
}

const variants = engine.ask("variants").variants.map((/** @type {{name: string}} */ one) => one.name);
check("as many variants as files", variants.length > 20, true);
for (const part of read("../tests/facts/perft.toml").split("\n[variant.").slice(1)) {
  const variant = part.slice(0, part.indexOf("]"));
  if (!variants.includes(variant)) continue;
  const text = part.split("\n[")[0];
  const numbers = (/** @type {string} */ key) => JSON.parse(new RegExp(`^${key} = (\\[.*\\])$`, "m").exec(text)?.[1] ?? "[]");
  const [keep, drop] = [numbers("perft_keep"), numbers("perft_drop")];
  engine.ask("load", { variant });
  drop.forEach((/** @type {number} */ leaves, /** @type {number} */ at) => {
    // How routes are counted is for each rule file to say: these numbers are the same either way.
    if (leaves > MOST_LEAVES || (keep.length > 0 && keep[at] !== leaves)) return;
    check(`${variant} ${at + 1}`, engine.ask("perft", { depth: at + 1 }).nodes, leaves);
  });
}
for (const variant of variants) {
  engine.ask("load", { variant, seed: 3 });
  for (let i = 0; i < 30 && engine.ask("agent", { agent: "random", play: true }).player; i += 1);
  check(`${variant} from its own text`, engine.ask("position", { position: engine.ask("view", { form: "game" }).text }).notes, []);
}
check("an answer to no request", JSON.parse(engine.line("{")).failure.errors.length, 1);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed < 40 ? 1 : 0);
