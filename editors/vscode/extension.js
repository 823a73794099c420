// Starts `rulewright lsp` for the rulebooks of a window, and tells it apart from a command that is not there.

"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const INSTALLING = 'It comes with `pipx install "rulewright[lsp]"`; the setting `rulewright.command` says where it is.';

/** The client of this window, while there is one. */
let client;

/** Start the server; where it cannot be started, colours remain, and a message says what to do. */
async function start() {
  const [command, ...args] = vscode.workspace.getConfiguration("rulewright").get("command");
  const server = { command, args };
  client = new LanguageClient("rulewright", "Rulewright", server, {
    documentSelector: [{ language: "rulewright" }],
  });
  try {
    await client.start();
  } catch (problem) {
    client = undefined;
    const settings = "Open the settings";
    const shown = `\`${[command, ...args].join(" ")}\` does not start: ${problem.message}. ${INSTALLING}`;
    if ((await vscode.window.showErrorMessage(shown, settings)) === settings) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "rulewright.command");
    }
  }
}

async function stop() {
  const ending = client;
  client = undefined;
  await ending?.stop();
}

async function restart() {
  await stop();
  await start();
}

/** VS Code calls this when the first rulebook is opened; it does not wait for the server. */
function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("rulewright.restart", restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("rulewright.command")) {
        void restart();
      }
    }),
  );
  void start();
}

module.exports = { activate, deactivate: stop };
