// @ts-check
// What is hidden on the page of a game: a part of page/test.mjs.

import { same } from "../driver.mjs";

/** @param {Record<string, any>} tools What test.mjs does with a page. */
export async function secrets({ test, open, run, click, playOn, own, picture }) {
  await test("who sits at one screen sees what is theirs", async () => {
    await open("saving_private", 3);
    /** What the page shows, tags and all. */
    const shown = () => run("return by('board').innerHTML + by('played').innerHTML + by('moves').innerHTML");
    for (let i = 0; i < 12; i += 1) {
      if (await run("return page.state.player === null")) break;
      if (await run("return !by('pass').hidden")) {
        same(await run("return [by('board').hidden, by('moves').textContent, by('played').textContent]"), [true, "", ""], "between two persons");
        await picture("pass");
        await click("#passed");
      }
      const seat = await run("return page.state.player");
      const mine = await run(`return (await page.engine.ask("view", { form: "svg", areas: true, seat: arguments[0] })).text`, seat);
      const words = await run(`const all = new DOMParser().parseFromString(arguments[0], "image/svg+xml");
        return [all, by("board")].map((one) => one.querySelector("desc").textContent)`, mine);
      same(words[1], words[0], `what ${seat} sees`);
      const named = await run("return [...document.querySelectorAll('#board title, #board .site')].map((one) => one.getAttribute('aria-label') ?? one.textContent)");
      same(named.filter((/** @type {string} */ one) => one.includes("?")), [], "what is not seen has a name");
      same(named.includes("card face-down"), true, "a card face down");
      const unknown = await run("return (await page.engine.ask('played', seat())).played.filter((one) => one === null).length");
      same((await shown()).split("…").length > unknown, true, "what is not known is not told");
      await picture("secrets");
      await playOn(1, i * 7 + 1);
    }
  });

  /** A game that chance has dealt, from here by the options that a choice takes from each list, and who is to decide then.
   * @param {(numbers: number) => number} choice */
  function dealt(choice) {
    own.ask("load", { variant: "saving_private", seed: 1 });
    let { player } = own.ask("state");
    while (player === "chance") ({ player } = own.ask("play", { move: choice(own.ask("moves").moves.length) }));
    return { player, game: own.ask("view", { form: "game" }).text, all: JSON.stringify(own.ask("view").position) };
  }

  /** Two games with different cards in the other hand, and who cannot tell them apart. */
  function alike() {
    const one = dealt(() => 1);
    let decision = -1;
    const told = own.ask("played", { seat: one.player }).played;
    const two = dealt((numbers) => (told[(decision += 1)] === null ? numbers : 1));
    same(one.all === two.all, false, "the games differ");
    return { seat: one.player, games: [one.game, two.game] };
  }

  await test("of games that look alike to who sits there the page is the same, byte for byte", async () => {
    const { seat, games } = alike();
    await open("saving_private", 3);
    await run("document.querySelectorAll('details').forEach((one) => { one.open = one.id !== 'editor' })");
    /** @type {string[][]} */
    const pages = [];
    /** What the other one is shown. @type {string[]} */
    const others = [];
    for (const game of games) {
      await run("by('text').value = arguments[0]", game);
      await click("#put");
      await run("await last");
      /** @type {string[]} */
      const shown = [];
      // What is chosen and typed is no part of the text of a page.
      const page = () => run(`await last;
        for (const one of document.querySelectorAll("input, select")) one.dataset.is = one.type === "checkbox" || one.type === "radio" ? one.checked : one.value;
        return document.body.innerHTML`);
      for (let i = 0; i < 6 && (await run("return page.state.player")) === seat; i += 1) {
        if (await run("return !by('pass').hidden")) await click("#passed");
        await run("await explain('a1-a1')");
        shown.push(await page());
        await playOn(1, 5 * i);
      }
      shown.push(await page());
      pages.push(shown);
      await click("#passed");
      others.push(await page());
    }
    same(pages[1], pages[0], "the page");
    same([pages[0].length > 1, others[0] === others[1]], [true, false], "somebody sat there, and the other one's cards differ");
  });
}
