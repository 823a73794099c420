// Imitate a window of VS Code with one rulebook in it, for the extension and its client, which are the real ones.
// node window.cjs EXTENSION RULEBOOK COMMAND... prints what is shown and marked, as JSON.

"use strict";

const Module = require("module");
const fs = require("fs");

const [extension, rulebook, ...command] = process.argv.slice(2);
const nothing = { dispose() {} };
const shown = [];

/** Every other property exists, and does nothing. */
function anything() {
  return new Proxy(function () {}, {
    get: (target, name) => {
      if (name === "then") return undefined;
      if (name === "prototype") return target.prototype;
      if (name === Symbol.toPrimitive) return () => "";
      if (name === Symbol.iterator) return function* () {};
      return (target[`_${String(name)}`] ??= anything());
    },
    apply: anything,
    construct: anything,
    set: () => true,
  });
}

/** These parts, and stand-ins for all others, whose events never happen. */
const holding = (parts) =>
  new Proxy(parts, {
    get: (target, name) => {
      if (name in target) return target[name];
      return /^on|^register/.test(String(name)) ? () => nothing : anything();
    },
  });

class Uri {
  constructor(text) {
    this.text = text;
    this.scheme = "file";
    this.fsPath = decodeURIComponent(text.replace("file://", ""));
  }
  static parse(text) {
    return new Uri(text);
  }
  static file(path) {
    return new Uri(`file://${path}`);
  }
  toString() {
    return this.text;
  }
}

class Emitter {
  listeners = [];
  event = (listener) => {
    this.listeners.push(listener);
    return nothing;
  };
  fire(one) {
    this.listeners.forEach((listener) => listener(one));
  }
  dispose() {}
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class Range {
  constructor(...places) {
    this.places = places;
  }
}

class Empty {}

const text = fs.readFileSync(rulebook, "utf8");
const document = {
  uri: Uri.file(rulebook), languageId: "rulewright", version: 1, getText: () => text, fileName: rulebook, isClosed: false,
};
let main;

/** Print all that is visible, and close the window. */
async function end(marked) {
  await main.deactivate();
  fs.writeSync(1, JSON.stringify({ shown, marked }));
  process.exit(0);
}

const parts = {
  version: "1.95.0", Uri, EventEmitter: Emitter, Diagnostic, Range, CompletionItem: Empty, CodeLens: Empty, DocumentLink: Empty,
  CallHierarchyItem: Empty, TypeHierarchyItem: Empty, SymbolInformation: Empty, InlayHint: Empty, CodeAction: Empty,
  CancellationError: class extends Error {},
  Disposable: class {
    static from = () => nothing;
    dispose() {}
  },
  CancellationTokenSource: class {
    token = { isCancellationRequested: false, onCancellationRequested: () => nothing };
    cancel() {}
    dispose() {}
  },
  env: { language: "en", appName: "window", appHost: "desktop", uiKind: 1 },
  workspace: holding({
    getConfiguration: () => ({ get: (name, otherwise) => (name === "command" ? command : otherwise), has: () => false, inspect() {} }),
    textDocuments: [document], notebookDocuments: [], workspaceFolders: [],
  }),
  window: holding({
    showErrorMessage: async (message) => {
      shown.push(message);
      setTimeout(() => end([]), 200);
    },
    visibleTextEditors: [], activeTextEditor: undefined,
    tabGroups: { all: [], onDidChangeTabs: () => nothing, onDidChangeTabGroups: () => nothing },
  }),
  languages: holding({
    createDiagnosticCollection: () => ({
      set: (_, found) => {
        if (found?.length) void end(found.map((one) => one.message));
      },
      delete() {}, clear() {}, dispose() {}, has() {}, get() {},
    }),
    match: () => 10,
  }),
  commands: holding({ executeCommand: async () => {} }),
};

const vscode = holding(parts);
const load = Module._load;
Module._load = function (name, ...more) {
  return name === "vscode" ? vscode : load.call(this, name, ...more);
};
main = require(extension);
main.activate({ subscriptions: [] });
setTimeout(() => process.exit(3), 60000);
