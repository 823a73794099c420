// Start `rulewright lsp` for the rulebooks of a window, and say what to do if it does not start.

"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const WAY_OUT = 'It comes with `pip install "rulewright[lsp]"`; the setting `rulewright.command` says where it is.';

/** A client that lets us say that there is no server. */
class Client extends LanguageClient {
  starting = true;

  error(message, data, show = true) {
    super.error(message, data, this.starting ? false : show);
  }
}

/** The client of this window, while there is one. */
let client;

/** Start the server; if that fails, colours remain, and a message says what to do. */
async function start() {
  const [command, ...args] = vscode.workspace.getConfiguration("rulewright").get("command");
  const started = new Client("rulewright", "Rulewright", { command, args }, { documentSelector: [{ language: "rulewright" }] });
  client = started;
  try {
    await started.start();
    started.starting = false;
  } catch {
    client = undefined;
    const settings = "Open the settings";
    const shown = `\`${[command, ...args].join(" ")}\` does not start. ${WAY_OUT}`;
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
