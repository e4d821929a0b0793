#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`couplet lsp` as an editor sees it: a program is typed step by step, messages come and go,
hover, layout, other formats; wrong messages, bad frames, the end of the input.

usage: test_lsp.py COUPLET SOURCE [CLASS...]"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from one_answer import ONE_ANSWER

COUPLET, SOURCE = (os.path.abspath(argument) for argument in sys.argv[1:3])

ABOVE = """mechanism above(c = 1) {
  threshold x = public + lap(2/eps);
  loop {
    q = private + lap(4/eps);
    if q >= x { output top; break; } else { output bot; }
  }
}
"""
LEAKS = ABOVE.replace("break; ", "")
DIPA = """(q0:non-input, 1/4, 0): x := insample; output oa; goto q1
(q1, 1/4, 0): if (insample < x) then output ob; goto q2
"""
SWITCH = "file:///m/above.svt"


def frame(message):
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


class Client:
    def __init__(self, *options):
        self.server = subprocess.Popen([COUPLET, "lsp", *options], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE)
        self.number = 0
        self.waiting = []  # what was received and not asked for

    def send(self, message):
        self.server.stdin.write(message if isinstance(message, bytes) else frame(message))
        self.server.stdin.flush()

    def receive(self):
        length = None
        while (line := self.server.stdout.readline()) not in (b"\r\n", b""):
            name, value = line.decode("ascii").split(": ")
            length = int(value) if name == "Content-Length" else length
        return json.loads(self.server.stdout.read(length)) if length is not None else None

    def find(self, wanted):
        """The next message that is wanted."""
        for message in self.waiting:
            if wanted(message):
                self.waiting.remove(message)
                return message
        while True:
            message = self.receive()
            if message is None:
                raise EOFError("the server is gone")
            if wanted(message):
                return message
            self.waiting.append(message)

    def notify(self, method, **parameters):
        self.send({"jsonrpc": "2.0", "method": method, "params": parameters})

    def ask(self, method, **parameters):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": parameters})
        return self.number

    def answer(self, number):
        return self.find(lambda message: message.get("id", ()) == number and "method" not in message)

    def call(self, method, **parameters):
        answer = self.answer(self.ask(method, **parameters))
        return answer["result"] if "result" in answer else answer["error"]["code"]

    def start(self):
        result = self.call("initialize", processId=None, rootUri=None, capabilities={})
        self.notify("initialized")
        return result

    def open(self, uri, text, language="svt"):
        self.notify("textDocument/didOpen", textDocument={
            "uri": uri, "languageId": language, "version": 1, "text": text})

    def change(self, uri, version, text):
        self.notify("textDocument/didChange", textDocument={"uri": uri, "version": version},
                    contentChanges=[{"text": text}])

    def save(self, uri):
        self.notify("textDocument/didSave", textDocument={"uri": uri})

    def published(self, uri, version=None):
        """The next messages about a document of that version."""
        return self.find(lambda message:
                         message.get("method") == "textDocument/publishDiagnostics" and
                         message["params"]["uri"] == uri and
                         version in (None, message["params"].get("version")))["params"]["diagnostics"]

    def hover(self, uri, line, character):
        return self.call("textDocument/hover", textDocument={"uri": uri},
                         position={"line": line, "character": character})

    def layout(self, uri):
        return self.call("textDocument/formatting", textDocument={"uri": uri},
                         options={"tabSize": 2, "insertSpaces": True})

    def end(self):
        """The exit status after the end of the input."""
        self.server.stdin.close()
        rest = self.server.stdout.read()
        self.server.stdout.close()
        return self.server.wait(timeout=100), rest


class Served(unittest.TestCase):
    options = ()

    def setUp(self):
        self.client = Client(*self.options)
        self.addCleanup(self.stop)

    def stop(self):
        if self.client.server.poll() is None:
            self.client.server.kill()
            self.client.server.wait()
        self.client.server.stdin.close()
        self.client.server.stdout.close()


class Session(Served):
    def test_it_says_what_it_can_and_ends_when_told(self):
        result = self.client.start()
        self.assertEqual(result["serverInfo"]["name"], "couplet")
        self.assertEqual(result["capabilities"]["textDocumentSync"]["change"], 1)
        self.assertTrue(result["capabilities"]["hoverProvider"])
        self.assertTrue(result["capabilities"]["documentFormattingProvider"])
        self.assertIsNone(self.client.call("shutdown"))
        self.client.notify("exit")
        self.assertEqual(self.client.server.wait(timeout=100), 0)

    def test_exit_without_shutdown_is_a_failure(self):
        self.client.start()
        self.client.notify("exit")
        self.assertEqual(self.client.server.wait(timeout=100), 1)

    def test_the_end_of_the_input_is_the_end(self):
        self.client.start()
        self.assertEqual(self.client.end(), (1, b""))

    def test_the_end_of_the_input_behind_shutdown_is_no_failure(self):
        self.client.start()
        self.client.call("shutdown")
        self.assertEqual(self.client.end(), (0, b""))

    def test_the_end_of_the_input_ends_what_runs(self):
        self.client.start()
        self.client.open(SWITCH, ABOVE)
        self.assertEqual(self.client.end()[0], 1)

    def test_half_a_message_is_no_message(self):
        self.client.start()
        self.client.send(frame({"jsonrpc": "2.0", "id": 7, "method": "shutdown"})[:-4])
        self.assertEqual(self.client.end(), (1, b""))

    def test_it_takes_no_files(self):
        done = subprocess.run([COUPLET, "lsp", "a.svt"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("it takes no files", done.stderr)

    def test_a_time_limit_out_of_range_is_an_error(self):
        for limit in ("0", "3601", "soon"):
            done = subprocess.run([COUPLET, "lsp", "--time-limit", limit], capture_output=True)
            self.assertEqual(done.returncode, 2)


class Protocol(Served):
    def error(self, message):
        self.client.send(message)
        return self.client.receive()

    def test_before_initialize_requests_are_refused_and_notifications_dropped(self):
        self.client.open(SWITCH, ABOVE)
        self.assertEqual(self.client.call("textDocument/hover"), -32002)
        self.assertEqual(self.client.call("nonsense"), -32002)
        self.client.start()

    def test_after_shutdown_requests_are_refused(self):
        self.client.start()
        self.client.call("shutdown")
        self.assertEqual(self.client.call("shutdown"), -32600)

    def test_a_second_initialize_is_refused(self):
        self.client.start()
        self.assertEqual(self.client.call("initialize"), -32600)

    def test_an_unknown_method_is_refused_an_unknown_notification_is_not(self):
        self.client.start()
        self.client.notify("$/setTrace", value="off")
        self.client.notify("workspace/didChangeConfiguration")
        self.assertEqual(self.client.call("textDocument/rename"), -32601)
        self.assertEqual(self.client.call("exit"), -32601)

    def test_what_is_no_json_is_refused_and_the_next_message_read(self):
        for body in (b"", b"{", b"\xff\xfe", b"[" * 5000, b'{"a":1} 2'):
            answer = self.error(frame(body))
            self.assertEqual((answer["id"], answer["error"]["code"]), (None, -32700), body)
        self.client.start()

    def test_what_is_no_message_is_refused(self):
        for message in ({}, [], 3, {"jsonrpc": "2.0"}, {"jsonrpc": "1.0", "method": "m"},
                        {"jsonrpc": "2.0", "method": 3}, {"jsonrpc": "2.0", "method": "m", "id": {}},
                        [{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}]):
            answer = self.error(frame(json.dumps(message).encode()))
            self.assertEqual((answer["id"], answer["error"]["code"]), (None, -32600), message)
        self.client.send({"jsonrpc": "2.0", "id": 9, "result": None})  # an answer: dropped
        self.client.start()

    def test_an_id_may_be_a_string(self):
        answer = self.error({"jsonrpc": "2.0", "id": "a", "method": "initialize"})
        self.assertEqual(answer["id"], "a")

    def test_a_request_with_wrong_parameters_is_refused(self):
        self.client.start()
        self.client.open(SWITCH, ABOVE)
        document = {"uri": SWITCH}
        for parameters in ({}, {"textDocument": 3}, {"textDocument": document},
                           {"textDocument": {"uri": "file:///other"},
                            "position": {"line": 0, "character": 0}},
                           {"textDocument": document, "position": {"line": -1, "character": 0}},
                           {"textDocument": document, "position": {"line": "0", "character": 0}}):
            self.assertEqual(self.client.call("textDocument/hover", **parameters), -32602)
        self.assertEqual(self.client.call("textDocument/formatting"), -32602)

    def test_a_notification_with_wrong_parameters_is_logged(self):
        self.client.start()
        self.client.open(SWITCH, ABOVE)
        document = {"uri": SWITCH, "version": 2}
        change = {"range": {"start": {"line": 0, "character": 0},
                            "end": {"line": 0, "character": 1}}, "text": "x"}
        for method, parameters in (
                ("textDocument/didOpen", {"textDocument": {"uri": SWITCH}}),
                ("textDocument/didOpen", {"textDocument": {"uri": SWITCH, "text": 3}}),
                ("textDocument/didChange", {"textDocument": document, "contentChanges": []}),
                ("textDocument/didChange", {"textDocument": document, "contentChanges": [change]}),
                ("textDocument/didClose", {"textDocument": {"uri": "file:///other"}}),
                ("$/cancelRequest", {})):
            self.client.notify(method, **parameters)
            logged = self.client.find(lambda message: message.get("method") == "window/logMessage")
            self.assertIn(method, logged["params"]["message"])

    def test_headers_may_come_in_any_case_and_order_and_in_pieces(self):
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize"}).encode()
        text = (b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n"
                b"content-length:%d\r\n\r\n%s" % (len(body), body))
        for byte in range(len(text)):
            self.client.send(text[byte:byte + 1])
        self.assertEqual(self.client.receive()["id"], 1)

    def test_a_header_without_length_ends_the_session_with_an_error(self):
        for text in (b"Content-Type: x\r\n\r\n{}", b"Content-Length: ten\r\n\r\n{}",
                     b"Content-Length: -1\r\n\r\n", b"Content-Length: 99999999999999999999\r\n\r\n",
                     b"a" * 5000, b"\0\r\n\r\n", b"{}\r\n\r\n"):
            client = Client()
            client.send(text)
            self.assertEqual(client.receive()["error"]["code"], -32600, text)
            self.assertEqual(client.end()[0], 1)

    def test_a_message_that_is_too_long_is_passed_over(self):
        length = (64 << 20) + 1
        self.client.send(b"Content-Length: %d\r\n\r\n" % length)
        for _ in range(64):
            self.client.send(b" " * (1 << 20))
        self.client.send(b" ")
        self.assertIn("too long", self.client.receive()["error"]["message"])
        self.client.start()


class Typing(Served):
    def setUp(self):
        super().setUp()
        self.client.start()

    def test_a_program_that_is_typed_step_by_step(self):
        """Every prefix of the program gets its messages; the whole has none."""
        self.client.open(SWITCH, "")
        self.assertNotEqual(self.client.published(SWITCH, 1), [])
        steps = [ABOVE[:end] for end in range(10, len(ABOVE), 10)] + [ABOVE]
        for number, text in enumerate(steps, 2):
            self.client.change(SWITCH, number, text)
            found = self.client.published(SWITCH, number)
            self.assertEqual(found == [], text.strip() == ABOVE.strip(), (text, found))
            for message in found:
                self.assertEqual((message["severity"], message["source"]), (1, "couplet"))

    def test_a_message_stands_at_its_place_and_goes_when_it_is_mended(self):
        self.client.open(SWITCH, ABOVE.replace("public", "pubic"))
        message, = self.client.published(SWITCH)
        self.assertEqual(message["range"], {"start": {"line": 1, "character": 16},
                                            "end": {"line": 1, "character": 21}})
        self.assertIn("public", message["message"])
        self.assertNotIn("\n ", message["message"])
        self.client.change(SWITCH, 2, ABOVE)
        self.assertEqual(self.client.published(SWITCH), [])

    def test_places_count_utf_16_code_units(self):
        self.client.open(SWITCH, ABOVE.replace("  threshold", "\u00a0\U0001d11e threshold"))
        places = [message["range"]["start"] for message in self.client.published(SWITCH)]
        self.assertIn({"line": 1, "character": 0}, places)
        self.client.change(SWITCH, 2, "mechanism a() { # 𝄞𝄞 é\r\n  x; }")
        self.assertEqual(self.client.published(SWITCH, 2)[0]["range"]["start"],
                         {"line": 1, "character": 3})
        automaton = json.dumps(dict(ONE_ANSWER, name="𝄞é"), ensure_ascii=False)
        wrong = automaton.replace('"initial"', '"inital"')
        self.client.open("file:///a.json", wrong, "json")
        start = self.client.published("file:///a.json")[0]["range"]["start"]
        self.assertEqual(start, {"line": 0,
                                 "character": len(wrong[:wrong.index('"inital"')].encode(
                                     "utf-16-le")) // 2})

    def test_warnings_are_warnings(self):
        text = DIPA.replace("(insample < x) then output ob; goto q2",
                            "(true) then output ob; goto q2 else output oc; goto q2")
        self.client.open("file:///a.dipa", text, "dipa")
        message, = self.client.published("file:///a.dipa")
        self.assertEqual((message["severity"], message["range"]["start"]["line"]), (2, 1))

    def test_only_the_last_of_many_changes_is_verified(self):
        self.client.open(SWITCH, "")
        for number in range(2, 200):
            self.client.change(SWITCH, number, ABOVE[:number])
        self.client.change(SWITCH, 200, ABOVE)
        self.assertEqual(self.client.published(SWITCH, 200), [])
        self.assertIn("private", self.client.hover(SWITCH, 0, 12)["contents"]["value"])

    def test_a_document_that_is_closed_has_no_messages(self):
        self.client.open(SWITCH, "mechanism")
        self.assertNotEqual(self.client.published(SWITCH), [])
        self.client.notify("textDocument/didClose", textDocument={"uri": SWITCH})
        self.assertEqual(self.client.published(SWITCH), [])
        self.assertEqual(self.client.hover(SWITCH, 0, 0), -32602)

    def test_two_documents_do_not_disturb_each_other(self):
        other = "untitled:Untitled-1"
        self.client.open(SWITCH, ABOVE)
        self.client.open(other, LEAKS)
        self.assertIn("least d", self.client.hover(SWITCH, 0, 12)["contents"]["value"])
        self.assertIn("not private", self.client.hover(other, 0, 12)["contents"]["value"])

    def test_a_saved_document_stays_as_it_is(self):
        self.client.open(SWITCH, ABOVE)
        self.client.notify("textDocument/didSave", textDocument={"uri": SWITCH})
        self.assertIsNotNone(self.client.hover(SWITCH, 0, 12))

    def test_a_text_with_a_nul_is_refused(self):
        self.client.open(SWITCH, ABOVE + "\0")
        self.assertEqual(self.client.published(SWITCH)[0]["severity"], 1)


class Hover(Served):
    def setUp(self):
        super().setUp()
        self.client.start()

    def test_the_name_tells_the_verdict_and_the_least_d(self):
        self.client.open(SWITCH, ABOVE)
        found = self.client.hover(SWITCH, 0, 12)
        self.assertEqual(found["contents"], {"kind": "markdown", "value": "**private**: least d 1"})
        self.assertEqual(found["range"], {"start": {"line": 0, "character": 10},
                                          "end": {"line": 0, "character": 15}})

    def test_nothing_else_tells_it(self):
        self.client.open(SWITCH, ABOVE)
        for line, character in ((0, 3), (1, 0), (99, 99), (3, 4)):
            self.assertIsNone(self.client.hover(SWITCH, line, character))

    def test_a_mechanism_that_is_not_private_says_why(self):
        self.client.open(SWITCH, LEAKS)
        value = self.client.hover(SWITCH, 0, 10)["contents"]["value"]
        self.assertTrue(value.startswith("**not private**\n\n"), value)
        self.assertIn("can repeat", value)

    def test_a_claim_that_fails_is_told_and_marked(self):
        text = ABOVE.replace("threshold", "claim 1/2*eps;\n  threshold", 1)
        self.client.open(SWITCH, text)
        self.assertEqual(self.client.published(SWITCH), [])
        message, = self.client.published(SWITCH)
        self.assertEqual((message["severity"], message["range"]["start"]["character"]), (1, 10))
        self.assertIn("fails: the least d is 1", message["message"])
        first, _, rest = self.client.hover(SWITCH, 0, 10)["contents"]["value"].partition("\n\n")
        self.assertIn("claim 1/2 \\(0\\.5\\) fails", first)
        self.assertTrue(rest.startswith("**private**: least d 1"), rest)

    def test_a_refused_text_has_no_verdict(self):
        self.client.open(SWITCH, "mechanism above( {")
        self.assertIsNone(self.client.hover(SWITCH, 0, 12))

    def test_after_a_change_the_new_text_is_told(self):
        self.client.open(SWITCH, LEAKS)
        numbers = []
        for version in range(2, 8):
            numbers.append(self.client.ask("textDocument/hover", textDocument={"uri": SWITCH},
                                           position={"line": 0, "character": 10}))
            self.client.change(SWITCH, version, ABOVE if version % 2 else LEAKS)
        values = [self.client.answer(number)["result"]["contents"]["value"] for number in numbers]
        self.assertEqual(values[-1], "**private**: least d 1")

    def test_a_request_can_be_cancelled(self):
        self.client.open(SWITCH, ABOVE)
        number = self.client.ask("textDocument/hover", textDocument={"uri": SWITCH},
                                 position={"line": 0, "character": 10})
        self.client.notify("$/cancelRequest", id=number)
        answer = self.client.answer(number)
        self.assertTrue("result" in answer or answer["error"]["code"] == -32800)
        self.assertIsNotNone(self.client.hover(SWITCH, 0, 12))


def long_automaton():
    """k answers of which the least and the largest are kept: many vectors."""
    states = 40
    automaton = {
        "couplet": 1, "name": "long", "initial": "s0", "sampling": "shared",
        "thresholds": ["min", "max"],
        "states": [{"name": "s%d" % i, "d": "1/%d" % (i + 4)} for i in range(states)],
        "transitions": [{"from": "s0", "to": "s1", "output": "read", "assign": ["min", "max"]}]}
    for i in range(1, states - 1):
        for guard, assigned in (("insample >= max && insample >= min", ["max"]),
                                ("insample < max && insample < min", ["min"]),
                                ("insample < max && insample >= min", [])):
            automaton["transitions"].append(
                {"from": "s%d" % i, "to": "s%d" % (i + 1), "guard": guard,
                 "output": "out%d" % len(automaton["transitions"]),
                 **({"assign": assigned} if assigned else {})})
    return json.dumps(automaton, indent=1)


class Limits(Served):
    options = ("--time-limit", "1", "--deciders", "", "--optimizers", "frontier")

    def test_what_takes_too_long_gives_bounds(self):
        self.client.start()
        self.client.open("file:///long.json", long_automaton(), "json")
        self.assertEqual(self.client.published("file:///long.json"), [])
        self.assertIn("d between", self.client.hover("file:///long.json", 2, 10)["contents"]["value"])


class LongVerification(Served):
    """A stage may run for so long that an answer that waits for it comes too late."""
    options = ("--time-limit", "30", "--deciders", "", "--optimizers", "frontier")
    LONG = "file:///long.json"

    def setUp(self):
        super().setUp()
        self.client.start()
        self.client.open(self.LONG, long_automaton(), "json")
        self.assertEqual(self.client.published(self.LONG), [])
        self.verdict = self.client.ask("textDocument/hover", textDocument={"uri": self.LONG},
                                       position={"line": 2, "character": 10})

    def check_that_it_runs(self):
        self.assertEqual([message for message in self.client.waiting
                          if message.get("id") == self.verdict], [])

    def test_another_document_is_read_meanwhile(self):
        self.client.open(SWITCH, "mechanism")
        self.assertNotEqual(self.client.published(SWITCH), [])
        self.check_that_it_runs()

    def test_another_document_is_laid_out_meanwhile(self):
        self.client.open(SWITCH, ABOVE)
        self.assertEqual(self.client.layout(SWITCH), [])
        self.check_that_it_runs()

    def test_the_document_itself_is_laid_out_meanwhile(self):
        self.assertIsNone(self.client.layout(self.LONG))
        self.check_that_it_runs()

    def test_a_change_ends_it(self):
        self.client.change(self.LONG, 2, json.dumps(ONE_ANSWER))
        self.assertEqual(self.client.published(self.LONG, 2), [])
        column = json.dumps(ONE_ANSWER).index('once"')
        self.assertIn("least d 1/4", self.client.hover(self.LONG, 0, column)["contents"]["value"])


class Layout(Served):
    def setUp(self):
        super().setUp()
        self.client.start()

    def test_a_text_is_laid_out_by_one_edit(self):
        text = ABOVE.replace("  ", "\t").replace(" {", "{") + "# 𝄞"
        self.client.open(SWITCH, text)
        edit, = self.client.layout(SWITCH)
        self.assertEqual(edit["range"], {"start": {"line": 0, "character": 0},
                                         "end": {"line": 7, "character": 4}})
        self.assertEqual(edit["newText"], ABOVE + "\n# 𝄞\n")

    def test_a_text_that_is_laid_out_so_needs_no_edit(self):
        self.client.open(SWITCH, ABOVE)
        self.assertEqual(self.client.layout(SWITCH), [])

    def test_what_cannot_be_parsed_or_has_no_layout_is_left_alone(self):
        self.client.open(SWITCH, "mechanism a() {")
        self.assertIsNone(self.client.layout(SWITCH))
        self.client.open("file:///a.json", json.dumps(ONE_ANSWER), "json")
        self.assertIsNone(self.client.layout("file:///a.json"))
        self.client.open("file:///a.txt", "text", "text")
        self.assertIsNone(self.client.layout("file:///a.txt"))


class Formats(Served):
    def setUp(self):
        super().setUp()
        self.client.start()

    def test_an_automaton_in_json(self):
        self.client.open("file:///a.json", json.dumps(ONE_ANSWER), "json")
        self.assertEqual(self.client.published("file:///a.json"), [])
        column = json.dumps(ONE_ANSWER).index('once"')
        self.assertIn("least d 1/4", self.client.hover("file:///a.json", 0, column)["contents"]["value"])

    def test_an_automaton_without_a_name_tells_in_its_first_line(self):
        self.client.open("file:///a.dipa", DIPA, "plaintext")
        self.assertIsNotNone(self.client.hover("file:///a.dipa", 0, 3))
        self.assertIsNone(self.client.hover("file:///a.dipa", 1, 3))

    def test_other_json_and_other_files_are_left_alone(self):
        for uri, text in (("file:///package.json", '{"name": 3'), ("file:///a.txt", "mechanism"),
                          ("file:///a", "x"), ("file:///b.py", "def f(:\n"),
                          ("file:///c.dot", "digraph { a -> ")):
            self.client.open(uri, text, "none")
            self.assertEqual(self.client.published(uri), [], uri)
            self.assertIsNone(self.client.hover(uri, 0, 0))

    def test_the_language_tells_where_there_is_no_ending(self):
        for uri in ("untitled:Untitled-2", "file:///mechanism"):
            self.client.open(uri, "mechanism", "svt")
            self.assertNotEqual(self.client.published(uri), [], uri)

    def test_the_language_tells_of_an_untitled_text_whatever_its_name(self):
        self.client.open("untitled:notes.json", "mechanism", "svt")
        self.assertNotEqual(self.client.published("untitled:notes.json"), [])
        self.client.open("untitled:above.svt", "mechanism", "plaintext")
        self.assertNotEqual(self.client.published("untitled:above.svt"), [])

    def test_a_comment_sets_parameters_and_a_claim(self):
        text = "# couplet verify -D c=3 --claim 1\n" + ABOVE.replace("loop {", "repeat c { loop {").replace(
            "}\n}\n", "}}\n}\n").replace("4/eps", "4*c/eps").replace("c = 1", "c")
        self.client.open(SWITCH, text)
        self.assertIn("claim 1 holds", self.client.hover(SWITCH, 1, 12)["contents"]["value"])

    def test_a_comment_that_is_wrong_is_marked(self):
        for words, said in (("-D ", "expected -D NAME=VALUE"), ("-D 'c=3", "quote"),
                            ("--dump /tmp", "'--dump': expected"),
                            ("-o z3.dump-dir=/tmp", "-o svt.OPTION"),
                            ("--plugin-path .", "expected"), ("-D k=1", "no file has a parameter"),
                            ("--claim 0", "must be positive"),
                            ("-D c=" + 200000 * "9", "Argument list too long")):
            uri = "file:///%d.svt" % len(words)
            self.client.open(uri, ABOVE + "  # couplet verify " + words)
            message, = self.client.published(uri)
            self.assertIn(said, message["message"])
            self.assertEqual((message["severity"], message["range"]["start"]),
                             (1, {"line": 7, "character": 0}))

    def test_a_comment_may_end_on_its_line(self):
        self.client.open(SWITCH, "# couplet verify -D c=1 */ \r\n" + ABOVE)
        self.assertEqual(self.client.published(SWITCH), [])

    def test_blanks_without_end_do_not_make_it_wait(self):
        self.client.open(SWITCH, ABOVE + "# couplet verify -D" + 1000000 * " " + ".")
        self.assertIn("expected", self.client.published(SWITCH)[0]["message"])

    def test_a_comment_may_name_the_command_in_passing(self):
        self.client.open(SWITCH, "# couplet verify says: private\n#couplet: nothing\n" + ABOVE)
        self.assertEqual(self.client.published(SWITCH), [])


class Code(Served):
    """Needs the sandbox that code is run in."""

    SVT = """import numpy as np

def svt(queries, epsilon, T):
    noisy_T = T + np.random.laplace(scale=2 / epsilon)
    for q in queries:
        if q + np.random.laplace(scale=4 / epsilon) >= noisy_T:
            return True
        else:
            print(False)

class Worse:
    def __init__(self, epsilon):
        self.epsilon = epsilon

    def answer(self, value):
        return value + np.random.laplace(scale=2 / self.epsilon), value
"""

    def setUp(self):
        super().setUp()
        self.client.start()

    def test_code_is_run_only_when_it_is_saved(self):
        self.client.open("file:///a.py", "# couplet: claim 1\n# couplet: -D T=0\n" + self.SVT, "python")
        self.assertEqual(self.client.published("file:///a.py"), [])
        self.assertIsNone(self.client.hover("file:///a.py", 4, 5))
        self.client.save("file:///a.py")
        self.client.published("file:///a.py")
        self.assertIn("least d 1", self.client.hover("file:///a.py", 4, 5)["contents"]["value"])

    def test_a_file_that_does_not_ask_for_it_is_left_alone(self):
        self.client.open("file:///a.py", self.SVT, "python")
        self.client.save("file:///a.py")
        self.assertEqual(self.client.published("file:///a.py"), [])
        self.assertIsNone(self.client.hover("file:///a.py", 2, 5))

    def test_a_file_that_comments_leave_out_has_no_messages(self):
        text = "# couplet: ignore\n" + self.SVT[self.SVT.index("def svt"):self.SVT.index("class")]
        for comment, expected in ("# couplet: ignored\n", 1), ("# couplet: ignore\n", 0):
            uri = f"file:///{expected}.py"
            self.client.open(uri, "import numpy as np\n\n" + text.replace("# couplet: ignore\n", comment), "python")
            self.client.published(uri)
            self.client.save(uri)
            self.assertEqual(len(self.client.published(uri)), expected)

    def test_each_mechanism_of_a_file_has_its_verdict(self):
        self.client.open("file:///a.py", "# couplet verify -D T=0 --claim 1\n" + self.SVT, "python")
        self.client.published("file:///a.py")
        self.client.save("file:///a.py")
        while True:
            messages = self.client.published("file:///a.py")
            if any("claim 1 fails" in message["message"] for message in messages):
                break
        value = self.client.hover("file:///a.py", 3, 5)["contents"]["value"]
        self.assertIn("least d 1", value)
        self.assertIn("claim 1 holds", value)
        self.assertIn("not private", self.client.hover("file:///a.py", 15, 9)["contents"]["value"])

    def test_what_a_file_writes_is_no_answer_about_another(self):
        forged = json.dumps({"request": 2, "status": 0, "said": []}) + "\n" + json.dumps({"done": 0}) + "\n"
        self.client.open("file:///a.py", f"# couplet:\nimport os\nos.write(3, {forged.encode()!r} * 9)\nos._exit(0)\n", "python")
        self.client.published("file:///a.py")
        self.client.open("file:///b.py", "# couplet: -D T=0\n" + self.SVT, "python")
        self.client.published("file:///b.py")
        for uri in "file:///a.py", "file:///b.py":
            self.client.save(uri)
            self.client.published(uri)
        self.assertIn("least d 1", self.client.hover("file:///b.py", 3, 5)["contents"]["value"])

    def test_an_untitled_text_is_read_by_its_language(self):
        for uri in ("untitled:Untitled-1", "untitled:Untitled-1.c"):
            self.client.open(uri, "# couplet:\ndef f(queries, epsilon:\n", "python")
            self.client.published(uri)
            self.client.save(uri)
            message, = self.client.published(uri)
            self.assertEqual((message["severity"], message["range"]["start"]["line"]), (1, 1))

    def test_a_file_of_c_is_verified(self):
        text = """/* couplet: claim 1 */
void svt(float *q, int size, float epsilon, int *out) {
  float rho = Lap(2 / epsilon);
  for (int i = 0; i < size; i++) {
    out[i] = q[i] + Lap(4 / epsilon) >= rho;
    if (out[i])
      return;
  }
}
"""
        self.client.open("file:///a.c", text, "c")
        self.client.published("file:///a.c")
        self.client.save("file:///a.c")
        self.client.published("file:///a.c")
        self.assertIn("claim 1 holds", self.client.hover("file:///a.c", 1, 6)["contents"]["value"])


if __name__ == "__main__":
    # by name, what needs a front end that may be missing
    usual = (Session, Protocol, Typing, Hover, Limits, LongVerification, Layout, Formats)
    unittest.main(argv=sys.argv[:1], defaultTest=sys.argv[3:] or [kind.__name__ for kind in usual])
