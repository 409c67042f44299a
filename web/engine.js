// @ts-check
"use strict";

/**
 * The engine: requests and answers of `draughtsman session` (docs/session.md), in a module of WebAssembly.
 */
class Engine {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    const { exports } = new WebAssembly.Instance(module);
    this.exports = /** @type {{memory: WebAssembly.Memory, line(n: number): number, answer(): number, answer_at(): number}} */ (
      /** @type {unknown} */ (exports)
    );
  }

  /**
   * The answer to a request.
   * @param {string} request
   * @param {Record<string, unknown>} [fields]
   * @returns {any}
   * @throws {Failure} there is none
   */
  ask(request, fields = {}) {
    return answered(this.line(JSON.stringify({ request, ...fields })));
  }

  /**
   * The line that answers a line.
   * @param {string} text
   */
  line(text) {
    const { memory, line, answer, answer_at } = this.exports;
    const bytes = new TextEncoder().encode(text);
    const at = line(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = answer();
    return new TextDecoder().decode(new Uint8Array(memory.buffer, answer_at(), length));
  }
}

/** The answer in a line. @param {string} line @returns {any} @throws {Failure} there is none */
function answered(line) {
  const reply = JSON.parse(line);
  if (reply.failure) throw new Failure(reply.failure);
  return reply.answer;
}

/** Why there is no answer. */
class Failure extends Error {
  /** @param {{errors: {text: string, accepted: string[]}[], diagnostics: {message: string}[]}} failure */
  constructor(failure) {
    super([...failure.errors.map((one) => one.text), ...failure.diagnostics.map((one) => one.message)].join("\n"));
    this.failure = failure;
  }
}
