// @ts-check
// Positions that are set up on the page: a part of page/test.mjs.

import { same } from "../driver.mjs";

/** @param {Record<string, any>} tools What test.mjs does with a page. */
export async function editing({ test, open, run, click, played, why, picture }) {
  await test("a position is set up", async () => {
    await open("english", 1);
    await click("#editor summary");
    await click("#clear");
    await click('#pieces input[value*="White"][value*="king"]');
    await click('[data-site="18"]');
    await click('#pieces input[value*="Black"][value*="man"]');
    for (const site of ["14", "6"]) await click(`[data-site="${site}"]`);
    await click('#pieces input[value=""]');
    await click('[data-site="6"]');
    await run("by('mover').value = 'White'; by('mover').dispatchEvent(new Event('change'))");
    await picture("editor");
    same(await run("return (await page.engine.ask('view', { form: 'fen' })).text"), "W:WK18:B14", "the position");
    await click("#editor summary");
    await click('[data-site="18"]');
    await click('[data-site="9"]');
    same([await played(), await run("return page.state.outcome.winners")], [["18x9"], ["White"]], "and played from");
  });

  await test("all that a game has is set up: what pieces hold, cards, piles, counters", async () => {
    const position = () => run("await last; return (await page.engine.ask('view')).position");
    /** @param {string} selector @param {string} value */
    const choose = (selector, value) => run("const one = document.querySelector(arguments[0]); one.value = arguments[1]; one.dispatchEvent(new Event('change'))", selector, value);
    await open("chaos", 1);
    await click("#editor summary");
    await click("#clear");
    await click('#pieces input[value*="South"][value*="king"]');
    await choose('#with [name="colour"]', "red");
    await choose('#with [name="potion"]', "ghost");
    await click('[data-site="c3"]');
    same([(await position()).board, (await why()).includes("6 of `ghost`, of which there are 5")], [{}, true], "one too many");
    await choose('#with [name="potion"]', "sacrifice");
    await click('[data-site="c3"]');
    same((await position()).board, { c3: { colour: "red", kind: "king", owner: "South", potion: "sacrifice" } }, "a piece with what it holds");
    await open("saving_private", 3);
    await click("#editor summary");
    const before = await position();
    const pool = "?1";
    const [hidden] = Object.keys(before.tokens[pool].card);
    const site = Object.keys(before.tokens).find((one) => before.tokens[one] === pool);
    await click('#pieces input[value="under"]');
    await choose('#with [name="under"]', hidden);
    await choose('#with [name="face"]', "face-up");
    await click(`[data-site="${site}"]`);
    same((await position()).tokens[`${site}`], `${hidden} face-up`, "a card face up");
    await choose('#with [name="under"]', "");
    await click(`[data-site="${site}"]`);
    same((await position()).tokens, before.tokens, "and as before");
    await click('#pieces input[value="bare"]');
    await click(`[data-site="${site}"]`);
    same((await position()).tokens[`${site}`], undefined, "no card");
    await picture("editor-cards");
    await open("guerrilla", 1);
    await click("#editor summary");
    await click("#beside button:last-child");
    same((await position()).piles, { supply: { stone: 65 } }, "taken out");
    await click("#beside button:first-of-type");
    same((await position()).piles, { supply: { stone: 66 } }, "and put in");
    await open("international", 1);
    await click("#editor summary");
    const counters = await run("return [...document.querySelectorAll('#beside input')].map((one) => one.name)");
    if (counters.length === 0) throw new Error("no counter");
    await choose("#beside input", "7");
    same(Object.values((await position()).counters)[0], 7, `${counters[0]} is set`);
    await click("#clear");
    same(await run("return document.querySelector('#beside input').value"), "7", "it is shown, and no piece");
    await choose("#beside input", "100000");
    same([(await why()) !== "", await run("return document.querySelector('#beside input').value")], [true, "7"], "what is refused does not stay");
  });

  await test("who is to move and where the counters stand is shown", async () => {
    /** What is shown. @returns {Promise<{mover: string, counters: string[]}>} */
    const shown = () => run("await last; return { mover: by('mover').value, counters: [...document.querySelectorAll('#beside input')].map((one) => one.value) }");
    await open("english", 1);
    await click("#editor summary");
    const { mover, counters } = await shown();
    same([mover, counters.length > 0, counters.includes("")], ["Black", true, false], "at the start");
    await click("#editor summary");
    for (const site of ["11", "15"]) await click(`[data-site="${site}"]`);
    await click("#editor summary");
    same((await shown()).mover, "White", "after a move");
    await run("by('mover').value = 'Black'; by('mover').dispatchEvent(new Event('change'))");
    same([(await shown()).mover, await run("return page.state.player")], ["Black", "Black"], "chosen");
    await click("#undo");
    await click("#new");
    same((await shown()).mover, "Black", "a new game");
  });

  await test("a counter's name and its number stand on one line, also of three players", async () => {
    await open("english", 1);
    await run(`document.querySelector("#editor").open = true;
      equipment.counters = [{ name: "points", owners: ["First", "Second", "Third"], least: 0, greatest: 9, start: 4 }];
      by("beside").replaceChildren(...owned(equipment.counters[0]).map((owner) => number(equipment.counters[0], owner)));
      await show()`);
    const beside = () => run(`return [...document.querySelectorAll("#beside label")].map((label) => {
      const words = document.createRange();
      words.selectNodeContents(label.firstChild);
      const [text, field] = [words.getBoundingClientRect(), label.lastChild.getBoundingClientRect()];
      return text.right <= field.left && text.top < field.bottom && field.top < text.bottom;
    })`);
    same([await beside(), await run("return [...document.querySelectorAll('#beside input')].map((one) => one.value)")], [[true, true, true], ["4", "4", "4"]], "three");
    await picture("counters");
  });
}
