// @ts-check
"use strict";

/** A page that needs nothing else: the engine is in it. @type {Connect} */
async function alone() {
  const packed = unpacked(bytes(by("engine").textContent), "gzip");
  const module = await WebAssembly.compileStreaming(new Response(packed, { headers: { "Content-Type": "application/wasm" } }));
  const engine = new Engine(module);
  const ask = async (/** @type {string} */ request, fields = {}) => engine.ask(request, fields);
  return { engine: { ask, stop() {} }, another: () => beside(module) };
}

/** An engine of its own that works while the page goes on. @param {WebAssembly.Module} module @returns {Asked} */
function beside(module) {
  const answer = `let engine;
onmessage = ({ data }) => {
  if (engine) postMessage(engine.line(data));
  else engine = new Engine(data);
};`;
  const worker = new Worker(URL.createObjectURL(new Blob([`${Engine}\n${answer}`], { type: "text/javascript" })));
  worker.postMessage(module);
  return {
    async ask(request, fields = {}) {
      worker.postMessage(JSON.stringify({ request, ...fields }));
      return answered(await new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); }));
    },
    stop: () => worker.terminate(),
  };
}
