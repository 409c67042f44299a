// @ts-check
// Chromium by its driver (WebDriver), for tests.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--window-size=1200,1000",
];

/** The keys of WebDriver that have no letter. */
export const KEYS = { left: "\uE012", up: "\uE013", right: "\uE014", down: "\uE015", enter: "\uE007", tab: "\uE004", escape: "\uE00C" };

/** A browser with an empty profile in this folder. @param {string} folder */
export async function browser(folder) {
  const driver = spawn("chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "inherit"] });
  /** @type {string} */
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
  const drive = async (method, path, body) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body === undefined ? undefined : JSON.stringify(body) });
    const { value } = /** @type {{value: any}} */ (await reply.json());
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const options = { args: [...FLAGS, `--user-data-dir=${folder}/profile`] };
  const { sessionId } = await drive("POST", "/session", {
    capabilities: { alwaysMatch: { browserName: "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": { browser: "ALL" } } },
  });
  const at = `/session/${sessionId}`;
  /** @param {string} cmd @param {object} params */
  const tell = (cmd, params) => drive("POST", `${at}/goog/cdp/execute`, { cmd, params });

  return {
    /** The value of a script, once it is known. @param {string} script @param {unknown[]} args */
    run: (script, ...args) => drive("POST", `${at}/execute/sync`, { script: `return (async () => { ${script}\n })()`, args }),
    /** @param {string} url */
    go: (url) => drive("POST", `${at}/url`, { url }),
    /** The window at hand. @returns {Promise<string>} */
    window: () => drive("GET", `${at}/window`),
    /** Opens another one. @returns {Promise<string>} */
    newWindow: async () => (await drive("POST", `${at}/window/new`, { type: "window" })).handle,
    /** @param {string} handle */
    turnTo: (handle) => drive("POST", `${at}/window`, { handle }),
    /** @returns {Promise<string>} */
    url: () => drive("GET", `${at}/url`),
    /** @param {string} selector */
    async click(selector) {
      const found = await drive("POST", `${at}/element`, { using: "css selector", value: selector });
      await drive("POST", `${at}/element/${Object.values(found)[0]}/click`, {});
    },
    /** @param {string[]} keys */
    type: (...keys) =>
      drive("POST", `${at}/actions`, {
        actions: [{ type: "key", id: "keys", actions: keys.flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]) }],
      }),
    /** Clicks on places, one after another. @param {number[][]} places */
    tap: (places) =>
      drive("POST", `${at}/actions`, {
        actions: [{
          type: "pointer", id: "mouse", parameters: { pointerType: "mouse" },
          actions: places.flatMap(([x, y]) => [
            { type: "pointerMove", duration: 0, x, y }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 },
          ]),
        }],
      }),
    /** Drags between two places. @param {"mouse" | "touch"} pointerType @param {number[]} from @param {number[]} to */
    drag: (pointerType, [x, y], [toX, toY]) =>
      drive("POST", `${at}/actions`, {
        actions: [{
          type: "pointer", id: pointerType, parameters: { pointerType },
          actions: [
            { type: "pointerMove", duration: 0, x, y },
            { type: "pointerDown", button: 0 },
            { type: "pointerMove", duration: 50, x: Math.round((x + toX) / 2), y: Math.round((y + toY) / 2) },
            { type: "pointerMove", duration: 50, x: toX, y: toY },
            { type: "pointerUp", button: 0 },
          ],
        }],
      }),
    /** From now on tells how long the page has worked. */
    watch: () => tell("Performance.enable", { timeDomain: "threadTicks" }),
    /** Milliseconds that the page has worked: processor time, so what else the machine does is not in it. @returns {Promise<number>} */
    async worked() {
      /** @type {{metrics: {name: string, value: number}[]}} */
      const { metrics } = await tell("Performance.getMetrics", {});
      const found = metrics.find(({ name }) => name === "TaskDuration");
      if (!found) throw new Error("the browser does not tell how long a page has worked");
      return 1000 * found.value;
    },
    /** A phone, or not. @param {boolean} is */
    phone: (is) =>
      is ? tell("Emulation.setDeviceMetricsOverride", { width: 390, height: 844, deviceScaleFactor: 2, mobile: true })
        : tell("Emulation.clearDeviceMetricsOverride", {}),
    /** The colours that are asked for, on a screen or on paper. @param {"dark" | "light"} value @param {boolean} [paper] */
    colours: (value, paper = false) =>
      tell("Emulation.setEmulatedMedia", { media: paper ? "print" : "", features: [{ name: "prefers-color-scheme", value }] }),
    /** A picture, where pictures are asked for. @param {string} name */
    async picture(name) {
      const { PICTURES } = process.env;
      if (PICTURES) writeFileSync(join(PICTURES, `${name}.png`), await drive("GET", `${at}/screenshot`), "base64");
    },
    /** What the browser complains about. @returns {Promise<{level: string, message: string}[]>} */
    complaints: () => drive("POST", `${at}/se/log`, { type: "browser" }),
    async close() {
      await drive("DELETE", at);
      driver.kill();
    },
  };
}

/** Waits until something is so. @template T @param {() => Promise<T>} what @param {string} name */
export async function until(what, name) {
  for (let i = 0; i < 800; i += 1) {
    const found = await what();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`${name}: it does not happen`);
}

/** Tests one after another; how they ended. */
export class Tests {
  passed = 0;
  failed = 0;

  /** @param {(name: string) => Promise<void>} atFailure */
  constructor(atFailure) {
    this.atFailure = atFailure;
  }

  /** @param {string} name @param {() => Promise<void>} what */
  async test(name, what) {
    try {
      await what();
      this.passed += 1;
    } catch (problem) {
      this.failed += 1;
      console.error(`${name}: ${problem instanceof Error ? problem.message : problem}`);
      await this.atFailure(`failed-${name.replaceAll(/\W/g, "-")}`);
    }
  }
}

/** @param {unknown} is @param {unknown} should @param {string} what */
export function same(is, should, what) {
  if (JSON.stringify(is) !== JSON.stringify(should)) throw new Error(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`);
}
