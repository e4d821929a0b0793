# SPDX-License-Identifier: Apache-2.0
"""The reader as a program: what a file tries is an error that names it, and the next request is answered."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from helping import HEAD, PYTHON

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


class Server(unittest.TestCase):

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        environment = {**os.environ, "PYTHONPATH": str(PYTHON), "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        self.server = subprocess.Popen([sys.executable, "-m", "couplet.symbolic", "--serve"], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, text=True, env=environment)
        self.addCleanup(self._end)

    def _end(self):
        self.server.stdin.close()
        self.server.stdout.close()
        self.server.wait(10)

    def ask(self, text, **settings):
        file = pathlib.Path(self.folder.name) / "program.py"
        settings = {"limit.seconds": "10", **{key.replace("_", "."): value for key, value in settings.items()}}
        self.server.stdin.write(json.dumps({"file": str(file), "text": text, "settings": settings}) + "\n")
        self.server.stdin.flush()
        said = []
        while True:
            line = self.server.stdout.readline()
            self.assertTrue(line, "the server ended")
            answer = json.loads(line)
            if "done" in answer:
                return said
            said.append(answer)

    def refused(self, text, words, **settings):
        """An error that has these words, no model, and the next request is answered."""
        said = self.ask(text, **settings)
        errors = [one["message"]["message"] for one in said if "message" in one and
                  one["message"]["severity"] == "error"]
        self.assertTrue(any(words in error for error in errors), said)
        self.assertFalse([one for one in said if "linear" in one or "automaton" in one])
        said = self.ask(GOOD)
        self.assertTrue([one for one in said if "linear" in one or "automaton" in one], said)

    def test_syntax_error(self):
        self.refused("def f(:\n", "it is no Python")

    def test_null_byte(self):
        self.refused("x = 1\0\n", "it is no Python")

    def test_deeply_nested_text(self):
        self.refused("x = " + "(" * 50_000 + ")" * 50_000, "it is no Python")

    def test_endless_loop(self):
        self.refused(with_line("while True: pass"), "time limit", limit_seconds="2")

    def test_endless_loop_while_the_module_is_loaded(self):
        self.refused(with_line("pass", "while True: pass\n"), "time limit", limit_seconds="2")

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
        self.refused(with_line("raise SystemExit"), "ends the program")

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
        self.server.stdin.write(json.dumps({"file": "/nowhere.py", "settings": {}}) + "\n")
        self.server.stdin.flush()
        self.assertIn("cannot be read", self.server.stdout.readline())
        self.assertIn("done", self.server.stdout.readline())


if __name__ == "__main__":
    unittest.main()
