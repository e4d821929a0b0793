// SPDX-License-Identifier: Apache-2.0
// What VS Code does with the extension, without VS Code: the part of its interface that the
// extension uses, a document that is typed, and the real server.
//
// usage: node vscode_host.js EXTENSION-FOLDER COUPLET
"use strict";

const assert = require("assert");
const childProcess = require("child_process");
const Module = require("module");
const path = require("path");

const [folder, couplet] = process.argv.slice(2);
const manifest = require(path.join(folder, "package.json"));
const handlers = {}, providers = {}, commands = {}, shown = [], published = [];
const settings = { path: couplet, arguments: ["--time-limit=20"] };
const documents = [];
let wake = () => {};

function listenTo(name) {
  return (handler) => {
    handlers[name] = handler;
    return { dispose() {} };
  };
}

class Uri {
  constructor(text) { this.text = text; }
  static parse(text) { return new Uri(text); }
  toString() { return this.text; }
  get scheme() { return this.text.split(":")[0]; }
  get path() { return this.text.slice(this.scheme.length + 1); }
}

const vscode = {
  Uri,
  Range: class { constructor(...numbers) { this.numbers = numbers; } },
  Diagnostic: class { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } },
  Hover: class { constructor(contents, range) { Object.assign(this, { contents, range }); } },
  MarkdownString: class { constructor(value) { this.value = value; } },
  TextEdit: class { constructor(range, newText) { Object.assign(this, { range, newText }); } },
  languages: {
    createDiagnosticCollection: () => ({
      set(uri, diagnostics) { published.push([uri.toString(), diagnostics]); wake(); },
      clear() {}, dispose() {},
    }),
    registerHoverProvider: (languages, provider) => { providers.hover = provider; return {}; },
    registerDocumentFormattingEditProvider: (language, provider) => { providers.format = provider; return {}; },
  },
  workspace: {
    textDocuments: documents,
    getConfiguration: (section) => {
      assert.strictEqual(section, "couplet");
      for (const key of Object.keys(settings)) assert(`couplet.${key}` in manifest.contributes.configuration.properties);
      return { get: (key) => settings[key] };
    },
    onDidOpenTextDocument: listenTo("open"),
    onDidChangeTextDocument: listenTo("change"),
    onDidCloseTextDocument: listenTo("close"),
    onDidChangeConfiguration: listenTo("configuration"),
  },
  commands: { registerCommand: (name, run) => { commands[name] = run; return {}; } },
  window: { showErrorMessage: (text) => { shown.push(text); wake(); } },
};

// The servers that were started: which methods each was sent, and when it has ended.
const servers = [];

function spawn(...words) {
  const process = childProcess.spawn(...words);
  const server = { methods: [], ended: new Promise((resolve) => process.on("close", resolve)) };
  const write = process.stdin.write;
  process.stdin.write = (bytes, ...rest) => {
    if (bytes[0] === "{".charCodeAt(0)) server.methods.push(JSON.parse(bytes).method);
    return write.call(process.stdin, bytes, ...rest);
  };
  servers.push(server);
  return process;
}

const load = Module._load;
const replaced = { vscode, child_process: { ...childProcess, spawn } };
Module._load = (name, ...rest) => replaced[name] ?? load(name, ...rest);
const extension = require(path.join(folder, manifest.main));

async function until(condition) {
  while (!condition()) await new Promise((resolve) => { wake = resolve; });
}

// The next messages that are published about a document.
async function messagesOf(uri) {
  await until(() => published.some(([about]) => about === uri));
  return published.splice(published.findIndex(([about]) => about === uri), 1)[0][1];
}

function documentOf(uri, languageId, text) {
  return { uri: new Uri(uri), languageId, text, version: 1, getText() { return this.text; } };
}

function type(document, text) {
  document.text = text;
  document.version++;
  handlers.change({ document, contentChanges: [{ text }] });
}

const GOOD = "mechanism m() {\n  threshold x = public + lap(2/eps);\n  q = private + lap(4/eps);\n" +
  "  if q >= x { output top; } else { output bot; }\n}\n";

async function main() {
  const program = "file:///a.svt", other = "git:/a.svt";
  const document = documentOf(program, "svt", GOOD.replace("public", "pubic"));
  documents.push(document);  // open before the extension is there
  documents.push(documentOf(other, "svt", "mechanism"));  // a version in history: not read
  await extension.activate({ subscriptions: [] });

  const [wrong] = await messagesOf(program);
  assert.deepStrictEqual(wrong.range.numbers, [1, 16, 1, 21]);
  assert.strictEqual(wrong.severity, 0);
  assert.strictEqual(wrong.source, "couplet");
  type(document, GOOD.replace("  q", " q"));
  assert.deepStrictEqual(await messagesOf(program), []);

  const hover = await providers.hover.provideHover(document, { line: 0, character: 10 }, undefined);
  assert.match(hover.contents.value, /^\*\*private\*\*: least d /);
  assert.deepStrictEqual(hover.range.numbers, [0, 10, 0, 11]);
  assert.strictEqual(await providers.hover.provideHover(document, { line: 1, character: 0 }), undefined);
  const [edit] = await providers.format.provideDocumentFormattingEdits(document, { tabSize: 8 });
  assert.strictEqual(edit.newText, GOOD);

  const automaton = documentOf("file:///a.json", "json", '{"couplet": 1}');
  handlers.open(automaton);
  assert.notDeepStrictEqual(await messagesOf("file:///a.json"), []);
  handlers.close(automaton);
  assert.deepStrictEqual(await messagesOf("file:///a.json"), []);

  // cancelled as soon as it is asked: no answer, or one, but no error
  const stop = { onCancellationRequested: (cancel) => cancel() };
  type(document, GOOD);
  await providers.hover.provideHover(document, { line: 0, character: 10 }, stop);

  // a document that is saved is told by an event without changes
  const changes = () => servers.at(-1).methods.filter((method) => method === "textDocument/didChange").length;
  const before = changes();
  handlers.change({ document, contentChanges: [] });
  assert.strictEqual(changes(), before);

  await commands["couplet.restart"]();
  assert.deepStrictEqual(await messagesOf(program), []);

  // started twice at once: one server stays, to which each document is told once
  await Promise.all([commands["couplet.restart"](), commands["couplet.restart"]()]);
  await Promise.all(servers.slice(0, -1).map((server) => server.ended));
  assert.deepStrictEqual(servers.at(-1).methods, ["initialize", "initialized", "textDocument/didOpen"]);
  assert.strictEqual(shown.length, 0);
  published.length = 0;
  type(document, GOOD.replace("public", "pubic"));
  assert.strictEqual((await messagesOf(program)).length, 1);

  assert.deepStrictEqual(Object.keys(commands), manifest.contributes.commands.map(({ command }) => command));

  settings.path = "/no/such/program";
  handlers.configuration({ affectsConfiguration: () => true });
  await until(() => shown.length > 0);
  assert.match(shown[0], /^couplet lsp: .*ENOENT.*couplet\.path/);
  assert.strictEqual(await providers.hover.provideHover(document, { line: 0, character: 10 }), undefined);
  settings.path = "/bin/false";
  await commands["couplet.restart"]();
  await until(() => shown.length > 1);
  assert.match(shown[1], /ended with status 1/);
  settings.path = couplet;
  await commands["couplet.restart"]();
  await extension.deactivate();
  await Promise.all(servers.map((server) => server.ended));
  assert.strictEqual(shown.length, 2);
  assert(!published.some(([about]) => about === other));
  console.log("passed");
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
