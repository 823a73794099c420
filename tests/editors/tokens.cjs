// Split files by the TextMate grammar with VS Code's own engine, and print their tokens as JSON.
// node tokens.cjs GRAMMAR MODULES FILE...

"use strict";

const fs = require("fs");
const path = require("path");

const [grammarFile, modules, ...files] = process.argv.slice(2);
const textmate = require(path.join(modules, "vscode-textmate"));
const oniguruma = require(path.join(modules, "vscode-oniguruma"));

async function main() {
  await oniguruma.loadWASM(fs.readFileSync(path.join(modules, "vscode-oniguruma", "release", "onig.wasm")).buffer);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(grammarFile, "utf8"), grammarFile),
  });
  const grammar = await registry.loadGrammar("source.rulewright");
  const found = {};
  for (const file of files) {
    let stack = textmate.INITIAL;
    found[file] = fs
      .readFileSync(file, "utf8")
      .split("\n")
      .map((line) => {
        const cut = grammar.tokenizeLine(line, stack);
        stack = cut.ruleStack;
        return cut.tokens.map((token) => [token.startIndex, Math.min(token.endIndex, line.length), token.scopes.slice(1)]);
      });
  }
  process.stdout.write(JSON.stringify(found));
}

main();
