# SPDX-License-Identifier: Apache-2.0
"""The reader as a program: what a file tries is an error that names it, and the next request is answered."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from helping import HEAD, PYTHON

START = PYTHON / "couplet" / "symbolic" / "start.py"

GOOD = HEAD + """
def f(queries, epsilon):
    return queries[0] + np.random.laplace(scale=1 / epsilon)
"""


def with_line(line, head=""):
    return HEAD + head + f"""
def f(queries, epsilon):
    x = np.random.laplace(queries[0], 1 / epsilon)
    {line}
    return x
"""


class Asking(unittest.TestCase):

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.libraries = tempfile.TemporaryDirectory()
        self.addCleanup(self.libraries.cleanup)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(PYTHON), self.libraries.name]), "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        self.server = subprocess.Popen([sys.executable, str(START), "", "--serve"], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, text=True, env=environment)
        self.addCleanup(self._end)
        self.asked = 0

    def _end(self):
        self.server.stdin.close()
        self.server.stdout.close()
        self.server.wait(10)

    def ask(self, text, **settings):
        settings = {"limit.seconds": "10", **{key.replace("_", "."): value for key, value in settings.items()}}
        return [json.loads(line) for line in self.told(text, settings)]

    def told(self, text, settings):
        """The lines that are said of a file with this text."""
        file = pathlib.Path(self.folder.name) / "program.py"
        return self.send({"file": str(file), "text": text, "settings": settings})

    def send(self, request):
        """What is said: one line with the number of the request."""
        self.asked += 7
        self.server.stdin.write(json.dumps({"request": self.asked, **request}) + "\n")
        self.server.stdin.flush()
        line = self.server.stdout.readline()
        self.assertTrue(line, "the server ended")
        answer = json.loads(line)
        self.assertEqual(answer["request"], self.asked)
        return answer["said"]

    def memory(self):
        """The most MiB that the server had."""
        status = pathlib.Path(f"/proc/{self.server.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s*(\d+)", status)[1]) >> 10

    def refused(self, text, words, **settings):
        """An error that has these words, no model, and the next request is answered."""
        said = self.ask(text, **settings)
        errors = [one["message"]["message"] for one in said if "message" in one and
                  one["message"]["severity"] == "error"]
        self.assertTrue(any(words in error for error in errors), said)
        self.assertFalse([one for one in said if "linear" in one or "automaton" in one])
        said = self.ask(GOOD)
        self.assertTrue([one for one in said if "linear" in one or "automaton" in one], said)


class Server(Asking):

    def test_syntax_error(self):
        self.refused("def f(:\n", "it is not valid Python")

    def test_null_byte(self):
        self.refused("x = 1\0\n", "it is not valid Python")

    def test_deeply_nested_text(self):
        self.refused("x = " + "(" * 50_000 + ")" * 50_000, "it is not valid Python")

    def test_endless_loop(self):
        self.refused(with_line("while True: pass"), "time-limit", limit_seconds="2")

    def test_endless_loop_while_the_module_is_loaded(self):
        self.refused(with_line("pass", "while True: pass\n"), "time-limit", limit_seconds="2")

    def test_endless_loop_that_catches_everything(self):
        body = "while True:\n        try:\n            while True: pass\n        except BaseException: pass"
        self.refused(with_line(body), "limit", limit_seconds="2")

    def test_endless_work_in_c(self):
        self.refused(with_line("sum(iter(int, 1))"), "2 s", limit_seconds="2")

    def test_ends_its_process(self):
        self.refused(with_line("import os; os._exit(0)"), "ended its process")

    def test_ends_its_process_with_an_error(self):
        self.refused(with_line("import os; os._exit(7)"), "ended its process")

    def test_exit(self):
        self.refused(with_line("pass", "raise SystemExit\n"), "ends the program")
        self.assertIn("SystemExit(3", json.dumps(self.ask(with_line("raise SystemExit(3)"))))

    def test_kills_itself(self):
        self.refused(with_line("import os; os.kill(os.getpid(), 9)"), "os.kill")

    def test_crashes(self):
        self.refused(with_line("import ctypes; ctypes.string_at(0)"), "ctypes")

    def test_socket(self):
        self.refused(with_line("import socket; socket.socket()"), "socket.")

    def test_opens_for_writing(self):
        name = str(pathlib.Path(self.folder.name) / "written")
        self.refused(with_line(f"open({name!r}, 'w').write('x')"), "for writing")
        self.assertFalse(os.path.exists(name))

    def test_opens_for_writing_by_a_descriptor(self):
        name = str(pathlib.Path(self.folder.name) / "written")
        self.refused(with_line(f"import os; os.open({name!r}, os.O_CREAT | os.O_RDWR)"), "for writing")
        self.assertFalse(os.path.exists(name))

    def test_empties_a_file(self):
        name = pathlib.Path(self.folder.name) / "kept"
        name.write_text("kept")
        self.refused(with_line(f"import os; os.open({str(name)!r}, os.O_TRUNC)"), "for writing")
        self.assertEqual(name.read_text(), "kept")

    def test_writes_while_the_module_is_loaded(self):
        name = str(pathlib.Path(self.folder.name) / "written")
        self.refused(with_line("pass", f"open({name!r}, 'w')\n"), "for writing")
        self.assertFalse(os.path.exists(name))

    def test_removes_a_file(self):
        name = pathlib.Path(self.folder.name) / "kept"
        name.write_text("")
        self.refused(with_line(f"import os; os.remove({str(name)!r})"), "os.remove")
        self.assertTrue(name.exists())

    def test_subprocess(self):
        self.refused(with_line("import subprocess; subprocess.run(['true'])"), "subprocess.")

    def test_system(self):
        self.refused(with_line("import os; os.system('true')"), "os.system")

    def test_fork(self):
        self.refused(with_line("import os; os.fork()"), "os.fork")

    def test_thread(self):
        self.refused(with_line("import threading; threading.Thread(target=print).start()"), "thread")

    def test_libraries_that_do_more_when_they_are_imported(self):
        name = str(pathlib.Path(self.folder.name) / "made")
        for number, line in enumerate((f"import os; os.makedirs({name!r})", f"open({name!r}, 'w')", "import tempfile; tempfile.mkdtemp()",
                                       "import subprocess; subprocess.run(['true'])", "import socket; socket.socket()")):
            for catches in True, False:
                with self.subTest(line, catches=catches):
                    text = f"try:\n    {line}\nexcept OSError as error:\n    failed = error\n" if catches else line
                    module = f"library_{number}_{catches}"
                    (pathlib.Path(self.libraries.name) / f"{module}.py").write_text(text)
                    said = self.ask(f"import {module}\n" + GOOD)
                    self.assertTrue([one for one in said if "automaton" in one], said)
                    self.assertFalse(os.path.exists(name))
        (pathlib.Path(self.libraries.name) / "threads.py").write_text(
            "import threading\ntry:\n    threading.Thread(target=print).start()\nexcept RuntimeError:\n    pass\n")
        self.assertTrue([one for one in self.ask("import threads\n" + GOOD) if "automaton" in one])

    def test_what_a_library_does_when_it_is_called(self):
        name = str(pathlib.Path(self.folder.name) / "made")
        (pathlib.Path(self.libraries.name) / "writer.py").write_text(f"def write(): open({name!r}, 'w')\n")
        self.refused(with_line("writer.write()", "import writer\n"), "for writing")

    def test_seed(self):
        said = self.ask(with_line("np.random.seed(0)"))
        self.assertIn("seed", next(one["linear"]["reason"] for one in said if "linear" in one))

    def test_module_that_raises(self):
        self.refused(with_line("pass", "raise ValueError('this')\n"), "ValueError: this")

    def test_too_much_memory(self):
        self.refused(with_line("y = bytearray(1 << 33)"), "memory", limit_mebibytes="1000")

    def test_changes_of_numpy_are_gone_for_the_next_file(self):
        self.ask(with_line("np.random.laplace = None"))
        self.assertTrue([one for one in self.ask(GOOD) if "linear" in one or "automaton" in one])

    def test_prints_do_not_reach_the_host(self):
        said = self.ask(with_line("import os; os.write(1, b'{\"done\": 0}\\n')"))
        self.assertTrue(said)

    def test_no_mechanism(self):
        self.refused("x = 1\n", "no function of the file")

    def test_file_that_is_not_there(self):
        said = self.send({"file": "/nowhere.py", "settings": {}})
        self.assertIn("cannot be read", said[0])


#: Ends the guard, which is no wall: what the code says then is bounded by the server.
FREE = """
import os, sys
frame = sys._getframe()
while frame is not None:
    guard = frame.f_locals.get("guard")
    if guard is not None:
        guard.is_on = False
    frame = frame.f_back
"""


class Forged(Asking):
    """What the code itself writes to the server, or does to it."""

    def forged(self, code):
        """What is said where a module begins so; the next file has its own answer."""
        said = self.told(FREE + code + GOOD, {})
        self.assertTrue([one for one in self.ask(GOOD) if "automaton" in one])
        return said

    def refused_module(self, code, words, **settings):
        self.refused(FREE + code + GOOD, words, **settings)

    def test_ends_of_answers(self):
        said = self.forged("os.write(3, b'{\"done\": 0}\\n{\"request\": 14, \"status\": 0, \"said\": []}\\n]}\\n')\n")
        self.assertEqual(said[:3], ['{"done": 0}', '{"request": 14, "status": 0, "said": []}', "]}"])
        self.assertIn("automaton", json.loads(said[-1]))

    def test_half_a_line(self):
        self.refused_module("os.write(3, b'{\"name')\nos._exit(0)\n", "before it had said all")

    def test_nothing_and_closes_the_channel(self):
        self.refused_module("os.close(3)\nwhile True: pass\n", "did not end within", limit_seconds="1")

    def test_closes_the_channel_and_ends(self):
        self.refused_module("os.close(3)\nos._exit(0)\n", "ended its process")

    def test_flood(self):
        self.refused_module("while True: os.write(3, b'x' * 65536)\n", "says more than 64 MiB")
        self.assertLess(self.memory(), 300)

    def test_flood_of_lines_that_grow_when_they_are_wrapped(self):
        self.forged("for _ in range(1000): os.write(3, b'\"' * 65000 + b'\\n')\nos._exit(0)\n")
        self.assertLess(self.memory(), 600)
        self.refused_module("os.write(3, b'\\x01' * 65000 + b'\\n')\nos._exit(0)\n", "no answer")

    def test_a_process_of_its_own_holds_the_channel(self):
        self.refused_module("if os.fork(): os._exit(0)\nimport time; time.sleep(20)\n", "ended its process")

    def test_a_process_of_its_own_floods(self):
        self.refused_module("if os.fork(): os._exit(0)\nwhile True: os.write(3, b'x' * 65536)\n", "")
        self.assertLess(self.memory(), 300)

    def test_other_descriptors(self):
        said = self.forged("open_ones = [fd for fd in range(1000) if os.path.exists(f'/proc/self/fd/{fd}')]\n"
                           "raise ValueError(open_ones)\n")
        self.assertIn("[0, 1, 2, 3]", json.loads(said[0])["message"]["message"])

    def test_channels_of_other_processes(self):
        said = self.forged("for fd in os.listdir(f'/proc/{os.getppid()}/fd'):\n"
                           "    if os.readlink(f'/proc/{os.getppid()}/fd/{fd}').startswith('socket'):\n"
                           "        os.open(f'/proc/{os.getppid()}/fd/{fd}', os.O_RDONLY)\n")
        self.assertIn("No such device", json.loads(said[0])["message"]["message"])


if __name__ == "__main__":
    unittest.main()
