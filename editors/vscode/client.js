// Starts the language server `draughtsman lsp` for rule files and for files of positions. It decides nothing.

const { existsSync } = require('node:fs');
const path = require('node:path');
const { commands, window, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

/** The command: the one in the settings, the one that came with the extension, or the one on the path. */
function command(context) {
  const own = path.join(context.extensionPath, 'server', process.platform === 'win32' ? 'draughtsman.exe' : 'draughtsman');
  return workspace.getConfiguration('draughtsman').get('path') || (existsSync(own) ? own : 'draughtsman');
}

async function start(context) {
  const server = { command: command(context), args: ['lsp'] };
  client = new LanguageClient('draughtsman', 'Draughtsman', server, {
    documentSelector: [{ language: 'draughts' }, { scheme: 'file', pattern: '**/*.positions.toml' }],
    synchronize: { fileEvents: workspace.createFileSystemWatcher('**/*.draughts') },
  });
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(`Draughtsman: \`${server.command} lsp\` did not start: ${error.message ?? error}`);
  }
}

exports.activate = async (context) => {
  context.subscriptions.push(
    commands.registerCommand('draughtsman.restart', async () => {
      await exports.deactivate();
      await start(context);
    }),
  );
  await start(context);
};

exports.deactivate = async () => {
  if (client?.needsStop()) await client.stop();
  client = undefined;
};
