// Every bundled rule file, coloured twice: by the TextMate grammar, as VS Code does before the server answers, and by the server's
// semantic tokens. Keywords, texts, comments and numbers have to be the same words; so have words of the language and its verbs.
// node test/colours.mjs [the command draughtsman]

import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const { INITIAL, Registry, parseRawGrammar } = require('vscode-textmate');
const oniguruma = require('vscode-oniguruma');
const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '../../..');
const command = process.argv[2] ?? path.join(root, 'target/release/draughtsman');

/** A conversation with the server. */
function server() {
  const child = spawn(command, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map();
  let heard = Buffer.alloc(0);
  child.stdout.on('data', (data) => {
    heard = Buffer.concat([heard, data]);
    for (;;) {
      const end = heard.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(heard.subarray(0, end))[1]);
      if (heard.length < end + 4 + length) return;
      const message = JSON.parse(heard.subarray(end + 4, end + 4 + length));
      heard = heard.subarray(end + 4 + length);
      waiting.get(message.id)?.(message.result);
    }
  });
  const say = (message) => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  let id = 0;
  return {
    note: (method, params) => say({ method, params }),
    ask: (method, params) => new Promise((done) => { waiting.set(++id, done); say({ id, method, params }); }),
  };
}

/** What a stretch is called by its scopes. */
function ofScopes(scopes) {
  const has = (begin) => scopes.some((scope) => scope.startsWith(begin));
  if (has('comment')) return 'comment';
  if (has('string')) return 'string';
  if (has('constant.numeric')) return 'number';
  if (has('keyword.operator')) return 'operator';
  if (has('keyword') || has('constant.language')) return 'keyword';
  if (has('support.function')) return 'library verb';
  if (has('support.variable.library')) return 'library word';
  if (has('support.variable')) return 'word';
  if (has('support.type.property-name') || has('entity.name.section')) return 'key';
  return has('variable.other') || has('entity.name') ? 'name' : undefined;
}

/** What it is called by the server. */
function ofServer(type, given) {
  if (['comment', 'string', 'number', 'keyword', 'operator'].includes(type)) return type;
  if (type === 'function' && given) return 'library verb';
  if (type === 'macro' && given) return 'library word';
  if (type === 'variable' && given) return 'word';
  return 'name';
}

/** Whether the two may stand for one thing: a file's own name may be spelt as a word of the language, and names are keys too. */
function agree(grammar, tokens) {
  if (grammar === tokens) return true;
  if (tokens === 'name') return ['key', 'word', 'library verb', 'library word'].includes(grammar);
  return tokens === undefined && ['word', 'key', 'name', 'library verb', 'library word'].includes(grammar);
}

await oniguruma.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer);
const onigLib = Promise.resolve({
  createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
  createOnigString: (text) => new oniguruma.OnigString(text),
});
const file = path.join(here, '../syntaxes/draughtsman.tmLanguage.json');
const registry = new Registry({ onigLib, loadGrammar: async () => parseRawGrammar(readFileSync(file, 'utf8'), file) });
const grammar = await registry.loadGrammar('source.draughts');
const { ask, note } = server();
const { capabilities } = await ask('initialize', { capabilities: {} });
const legend = capabilities.semanticTokensProvider.legend;
note('initialized', {});

const wrong = [];
let compared = 0;
const folder = path.join(root, 'variants');
for (const name of readdirSync(folder).filter((name) => name.endsWith('.draughts'))) {
  const text = readFileSync(path.join(folder, name), 'utf8');
  const uri = pathToFileURL(path.join(folder, name)).href;
  note('textDocument/didOpen', { textDocument: { uri, languageId: 'draughts', version: 1, text } });
  const { data } = await ask('textDocument/semanticTokens/full', { textDocument: { uri } });
  const lines = text.split('\n');
  const byServer = lines.map((line) => new Array(line.length));
  let [line, column] = [0, 0];
  for (let i = 0; i < data.length; i += 5) {
    if (data[i] > 0) column = 0;
    line += data[i];
    column += data[i + 1];
    const given = (data[i + 4] >> legend.tokenModifiers.indexOf('defaultLibrary')) & 1;
    byServer[line].fill(ofServer(legend.tokenTypes[data[i + 3]], given), column, column + data[i + 2]);
  }
  let stack = INITIAL;
  lines.forEach((line, number) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      const byGrammar = ofScopes(scopes);
      for (let i = startIndex; i < Math.min(endIndex, line.length); i++) {
        if (/\s/.test(line[i])) continue;
        compared++;
        if (agree(byGrammar, byServer[number][i])) continue;
        wrong.push(`${name}:${number + 1}:${i + 1}: grammar ${byGrammar}, server ${byServer[number][i]}: ${line.trim()}`);
        break;
      }
    }
  });
}
await ask('shutdown');
note('exit');
console.log(wrong.slice(0, 40).join('\n'));
console.log(`${compared} letters compared, ${wrong.length} stretches differ`);
process.exit(wrong.length > 0 || compared < 10000 ? 1 : 0);
