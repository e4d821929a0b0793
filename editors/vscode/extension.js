// SPDX-License-Identifier: Apache-2.0
// The client of `couplet lsp`: sends it the texts of documents, shows its messages, hovers
// and layout. It needs nothing but VS Code and the program.
"use strict";

const childProcess = require("child_process");
const vscode = require("vscode");

// What the server may read; it leaves alone what is not meant for Couplet.
const ENDINGS = /\.(svt|dipa|json|dot|gv|py|c)$/i;
const LANGUAGES = ["svt", "dipa", "json", "dot", "python", "c"];

// Messages of the protocol over the pipes of a process.
class Connection {
  constructor(command, args, onNotification, onEnd) {
    this.onNotification = onNotification;
    this.onEnd = onEnd;
    this.input = Buffer.alloc(0);
    this.waiting = new Map(); // by the request's number: [resolve, reject]
    this.number = 0;
    this.process = childProcess.spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
    this.process.stdout.on("data", (bytes) => this.receive(bytes));
    this.process.stdin.on("error", () => {}); // the end is told by "close"
    this.process.on("error", (error) => this.end(error.message));
    this.closed = new Promise((resolve) => this.process.on("close", resolve));
    this.closed.then((status) => this.end(`it ended with status ${status}`));
  }

  // Tells the server to end, which the end of its input makes sure of.
  leave() {
    this.ask("shutdown").catch(() => {}); // it is gone
    this.notify("exit");
    this.process.stdin.end();
    return this.closed;
  }

  end(reason) {
    for (const [, reject] of this.waiting.values()) reject(new Error(reason));
    this.waiting.clear();
    const onEnd = this.onEnd;
    this.onEnd = () => {};
    onEnd(reason);
  }

  send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  ask(method, params, cancellation) {
    const id = ++this.number;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, [resolve, reject]));
    this.send({ id, method, params });
    cancellation?.onCancellationRequested(() => this.notify("$/cancelRequest", { id }));
    return answer;
  }

  receive(bytes) {
    this.input = Buffer.concat([this.input, bytes]);
    for (;;) {
      const end = this.input.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = /content-length: *(\d+)/i.exec(this.input.toString("latin1", 0, end));
      const begin = end + 4, next = begin + Number(length[1]);
      if (this.input.length < next) return;
      const message = JSON.parse(this.input.toString("utf8", begin, next));
      this.input = this.input.subarray(next);
      this.take(message);
    }
  }

  take(message) {
    if (message.method !== undefined) {
      this.onNotification(message.method, message.params);
      return;
    }
    const [resolve, reject] = this.waiting.get(message.id) ?? [];
    this.waiting.delete(message.id);
    if (message.error !== undefined) reject?.(new Error(message.error.message));
    else resolve?.(message.result);
  }
}

function rangeOf(range) {
  return new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
}

function diagnosticOf(message) {
  // the protocol counts severities from 1, VS Code from 0
  const diagnostic = new vscode.Diagnostic(rangeOf(message.range), message.message, message.severity - 1);
  diagnostic.source = message.source;
  return diagnostic;
}

function isWanted(document) {
  return ["file", "untitled"].includes(document.uri.scheme) &&
    (LANGUAGES.includes(document.languageId) || ENDINGS.test(document.uri.path));
}

class Client {
  constructor() {
    this.diagnostics = vscode.languages.createDiagnosticCollection("couplet");
    this.connection = undefined;
  }

  // Starts the server anew and tells it what is open, unless it is started again meanwhile.
  async start() {
    this.stop();
    const settings = vscode.workspace.getConfiguration("couplet");
    const connection = new Connection(settings.get("path"), ["lsp", ...settings.get("arguments")],
      (method, params) => this.connection === connection && this.take(method, params),
      (reason) => this.ended(connection, reason));
    this.connection = connection;
    try {
      await connection.ask("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
    } catch {
      return; // ended() has told
    }
    if (this.connection !== connection) return;
    connection.notify("initialized", {});
    vscode.workspace.textDocuments.forEach((document) => this.opened(document));
  }

  // The promise that the server has ended; undefined when there is none.
  stop() {
    const connection = this.connection;
    this.connection = undefined;
    this.diagnostics.clear();
    return connection?.leave();
  }

  ended(connection, reason) {
    if (this.connection !== connection) return;
    this.connection = undefined;
    this.diagnostics.clear();
    vscode.window.showErrorMessage(`couplet lsp: ${reason}. Is the program installed? See the setting couplet.path.`);
  }

  take(method, params) {
    if (method !== "textDocument/publishDiagnostics") return;
    this.diagnostics.set(vscode.Uri.parse(params.uri), params.diagnostics.map(diagnosticOf));
  }

  notify(method, document, params) {
    if (isWanted(document)) this.connection?.notify(method, params);
  }

  opened(document) {
    this.notify("textDocument/didOpen", document, {
      textDocument: {
        uri: document.uri.toString(), languageId: document.languageId, version: document.version,
        text: document.getText(),
      },
    });
  }

  // An event without changes tells that the document was saved or is to be.
  changed({ document, contentChanges }) {
    if (contentChanges.length === 0) return;
    this.notify("textDocument/didChange", document, {
      textDocument: { uri: document.uri.toString(), version: document.version },
      contentChanges: [{ text: document.getText() }],
    });
  }

  closed(document) {
    this.notify("textDocument/didClose", document, { textDocument: { uri: document.uri.toString() } });
  }

  // The answer to a request about document; undefined when there is none.
  async ask(method, document, params, cancellation) {
    if (!isWanted(document)) return undefined;
    try {
      const textDocument = { uri: document.uri.toString() };
      return (await this.connection?.ask(method, { textDocument, ...params }, cancellation)) ?? undefined;
    } catch {
      return undefined; // cancelled, or overtaken by a change
    }
  }

  async provideHover(document, position, cancellation) {
    const { line, character } = position;
    const hover = await this.ask("textDocument/hover", document, { position: { line, character } }, cancellation);
    return hover && new vscode.Hover(new vscode.MarkdownString(hover.contents.value), rangeOf(hover.range));
  }

  async provideDocumentFormattingEdits(document, options, cancellation) {
    const edits = await this.ask("textDocument/formatting", document, { options }, cancellation);
    return edits?.map((edit) => new vscode.TextEdit(rangeOf(edit.range), edit.newText));
  }
}

let client;

exports.activate = async (context) => {
  client = new Client();
  context.subscriptions.push(
    client.diagnostics,
    vscode.workspace.onDidOpenTextDocument((document) => client.opened(document)),
    vscode.workspace.onDidChangeTextDocument((event) => client.changed(event)),
    vscode.workspace.onDidCloseTextDocument((document) => client.closed(document)),
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("couplet") && client.start()),
    vscode.commands.registerCommand("couplet.restart", () => client.start()),
    vscode.languages.registerHoverProvider(LANGUAGES, client),
    vscode.languages.registerDocumentFormattingEditProvider("svt", client));
  await client.start();
};

exports.deactivate = () => client?.stop();
