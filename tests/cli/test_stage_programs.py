# SPDX-License-Identifier: Apache-2.0
"""Deciders, optimizers and reports that are programs: test_stage_programs.py COUPLET EXAMPLES GUIDE"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest

COUPLET, EXAMPLES, GUIDE = (os.path.abspath(word) for word in sys.argv[1:4])
PRIVATE = os.path.join(EXAMPLES, "automata", "lyu-algorithm-1-c1.dot")  # its least d is 1
LOOPS = os.path.join(EXAMPLES, "automata", "svt-star.json")
ONE = "[pipeline]\ndeciders =\noptimizers = mine\n[optimizer mine]\ncommand = python3 mine.py\n"
READ = "import json, os, sys, time\nasked = json.loads(sys.stdin.readline())\n"


def is_running(pid):
    """Whether the process runs a program still."""
    try:
        return bool(os.readlink("/proc/%s/exe" % pid))
    except FileNotFoundError:
        return False


class Folder(unittest.TestCase):
    """Each test has a folder of its own, with a program that is a stage."""

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)

    def write(self, name, text):
        with open(os.path.join(self.temporary.name, name), "w", encoding="utf-8") as file:
            file.write(text)

    def run_couplet(self, *words):
        return subprocess.run([COUPLET, *words], cwd=self.temporary.name, capture_output=True, text=True, timeout=100,
                              check=False)

    def results(self, *words):
        done = self.run_couplet("verify", "-c", "c.conf", "--report", "json", *words)
        return done, [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"file"')]

    def answer(self, program, *words, configuration=ONE):
        """What the stage `mine` says of PRIVATE when its program is READ and program; the file's result."""
        self.write("mine.py", READ + program + "\n")
        self.write("c.conf", configuration)
        _, (result,) = self.results(PRIVATE, *words)
        return next(stage for stage in result["stages"] if stage["stage"] == "mine"), result


class Guide(Folder):
    """The examples of docs/plugins.md."""

    def setUp(self):
        super().setUp()
        with open(GUIDE, encoding="utf-8") as file:
            section = file.read().split("## A decider, an optimizer or a report that is any program\n")[1]
        blocks = re.findall(r"```(\w+)\n(.*?)```", section, re.S)
        self.write("c.conf", next(text for language, text in blocks if language == "ini"))
        self.programs = [text for language, text in blocks if language == "python"]
        for text in self.programs:
            self.write(text.split("\n")[0].lstrip("# "), text)

    def test_each_kind_has_a_program_of_about_twenty_lines(self):
        self.assertEqual(len(self.programs), 3)
        self.assertLessEqual(max(len(text.splitlines()) for text in self.programs), 20)

    def test_the_decider_and_the_optimizer_answer(self):
        _, results = self.results(PRIVATE, LOOPS)
        stages = [{stage["stage"]: stage for stage in result["stages"]} for result in results]
        self.assertEqual(stages[1]["finite"]["verdict"], "unknown")
        self.assertIn("there is a cycle through", stages[1]["finite"]["reason"])
        self.assertEqual(stages[1]["heaviest"]["reason"].split(";")[0], "there is a cycle")
        self.assertEqual([stage[name]["plugin"] for stage in stages for name in ("finite", "heaviest")],
                         ["finite", "heaviest"] * 2)

    def test_the_report_prints_a_line_for_each_file(self):
        done = self.run_couplet("verify", "-c", "c.conf", "--self-check=false", PRIVATE, LOOPS)
        self.assertEqual([line.split()[0] for line in done.stdout.splitlines()], [PRIVATE, LOOPS])

    def test_compare_asks_programs_too(self):
        done = self.run_couplet("compare", "-c", "c.conf", "--report", "json", PRIVATE)
        names = [stage["stage"] for stage in json.loads(done.stdout.splitlines()[0])["stages"]]
        self.assertTrue({"finite", "heaviest", "frontier"} <= set(names), names)

    def test_they_are_listed_and_described(self):
        done = self.run_couplet("plugins", "-c", "c.conf", "--json")
        listed = [json.loads(line) for line in done.stdout.splitlines()][-3:]
        self.assertEqual([(one["kind"], one["name"]) for one in listed],
                         [("decider", "finite"), ("optimizer", "heaviest"), ("report", "lines")])
        self.assertIn("optimizer 'heaviest', a program", self.run_couplet("describe", "-c", "c.conf", "heaviest").stdout)

    def test_a_report_names_them_and_rerun_runs_them_again(self):
        done, (result,) = self.results(PRIVATE)
        programs = result["provenance"]["programs"]
        self.assertEqual([program["kind"] for program in programs], ["decider", "optimizer", "report"])
        tool = next(one for one in result["provenance"]["plugins"] if one["name"] == "heaviest")
        self.assertRegex(tool["sha256"], "^[0-9a-f]{64}$")
        self.write("report.json", done.stdout)
        again = self.run_couplet("rerun", "report.json")
        self.assertEqual(again.returncode, 0, again.stdout + again.stderr)
        self.write("heaviest.py", "import sys\nsys.exit(3)\n")
        again = self.run_couplet("rerun", "report.json")
        self.assertIn("heaviest", again.stdout)
        self.assertNotEqual(again.returncode, 0)


class Answers(Folder):
    """What counts of what a program says."""

    def test_a_program_is_told_the_automaton_the_file_and_its_options(self):
        stage, _ = self.answer("print(json.dumps({'verdict': 'unknown', 'reason': '%s %s %s %s %s' % (asked['kind'], asked['name'], "
                               "asked['options'], len(asked['automaton']['states']), asked['file'])}))", "-o", "mine.depth=3")
        self.assertTrue(stage["reason"].startswith("optimizer mine {'depth': '3'} "), stage)
        self.assertIn(PRIVATE, stage["reason"])

    def test_a_program_is_told_linear_mechanisms_too(self):
        self.write("mine.py", READ + "print(json.dumps({'verdict': 'unknown', 'reason': asked['linear']['name']}))\n")
        self.write("c.conf", ONE)
        _, (result,) = self.results(os.path.join(EXAMPLES, "linear", "noisy_max.json"))
        self.assertEqual(result["stages"][0]["reason"].split(";")[0], "noisy_max")

    def test_a_cost_without_evidence_is_only_claimed(self):
        stage, result = self.answer("print('{\"verdict\": \"private\", \"cost\": \"1/2\", \"guarantee\": \"upper-bound\"}')")
        self.assertTrue(stage["claimed"])
        self.assertEqual((result["verdict"], result["cost"]), ("unknown", None))

    def test_accepted_evidence_counts(self):
        self.write("c.conf", "[pipeline]\ndeciders =\noptimizers = frontier\n")
        _, (shown,) = self.results("--evidence", PRIVATE)
        told = {key: shown["stages"][0][key] for key in ("verdict", "cost", "guarantee", "evidence")}
        stage, result = self.answer("print(json.dumps(%r))" % told)
        self.assertEqual((stage["cost"], result["verdict"], result["cost"]), ("1", "private", "1"))
        self.assertNotIn("claimed", stage)

    def test_evidence_for_another_cost_is_rejected(self):
        self.write("c.conf", "[pipeline]\ndeciders =\noptimizers = frontier\n")
        _, (shown,) = self.results("--evidence", PRIVATE)
        told = {key: shown["stages"][0][key] for key in ("verdict", "guarantee", "evidence")}
        _, result = self.answer("print(json.dumps(%r))" % dict(told, cost="1/2"))
        self.assertNotEqual(result["cost"], "1/2")

    def test_a_wrong_claim_costs_its_own_answer_only(self):
        configuration = ONE.replace("deciders =", "deciders = graph").replace("= mine", "= frontier, mine")
        for claim in "{'verdict': 'not-private'}", "{'verdict': 'private', 'cost': '1/7', 'guarantee': 'exact'}":
            with self.subTest(claim):
                stage, result = self.answer("print(json.dumps(%s))" % claim, configuration=configuration)
                self.assertTrue(stage["claimed"])
                self.assertEqual((result["verdict"], result["cost"]), ("private", "1"))
                done = self.run_couplet("verify", "-c", "c.conf", PRIVATE)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("what the program 'mine' only claims does not count", done.stderr)

    def test_rejected_evidence_costs_its_own_answer_only(self):
        self.write("c.conf", "[pipeline]\ndeciders =\noptimizers = frontier\n")
        _, (shown,) = self.results("--evidence", PRIVATE)
        told = {key: shown["stages"][0][key] for key in ("verdict", "cost", "guarantee", "evidence")}
        told = json.loads(json.dumps(told).replace('[null, null, "1"]', '[null, null, "0"]'))
        configuration = ONE.replace("= mine", "= frontier, mine")
        stage, result = self.answer("print(json.dumps(%r))" % told, configuration=configuration)
        self.assertTrue(stage["claimed"])
        self.assertEqual((result["verdict"], result["cost"]), ("private", "1"))
        self.assertIn("what the program 'mine' says does not count", self.run_couplet("verify", "-c", "c.conf", PRIVATE).stderr)

    def test_an_optimizer_leaves_linear_mechanisms_to_others(self):
        mechanism = os.path.join(EXAMPLES, "linear", "noisy_max.json")
        self.write("mine.py", "print('{\"verdict\": \"unknown\"}')\n")
        self.write("c.conf", ONE.replace("= mine", "= frontier, mine"))
        _, (result,) = self.results(mechanism)
        self.write("c.conf", "[pipeline]\ndeciders =\noptimizers = frontier\n")
        _, (alone,) = self.results(mechanism)
        self.assertEqual([result[key] for key in ("verdict", "cost", "at_least")],
                         [alone[key] for key in ("verdict", "cost", "at_least")])

    def test_two_processes_ask_it_of_many_files(self):
        self.write("mine.py", READ + "print(json.dumps({'verdict': 'unknown', 'reason': asked['file']}))\n")
        self.write("c.conf", ONE)
        _, results = self.results("-j", "2", *[PRIVATE, LOOPS] * 5)
        self.assertEqual(len(results), 10)
        for result in results:
            self.assertEqual(result["stages"][0]["reason"].split(";")[0], result["file"])

    def test_a_store_asks_again_when_the_program_has_changed(self):
        for said in "one", "one", "two":
            stage, _ = self.answer("open('asked', 'a').write('x')\nprint(json.dumps({'verdict': 'unknown', 'reason': '%s'}))"
                                   % said, "--store", "s.db")
            self.assertIn(said, stage["reason"])
        with open(os.path.join(self.temporary.name, "asked"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "xx")


class Faults(Folder):
    """What a program does by fault costs its answer only."""

    FAULTS = {
        "sys.exit(3)": "its program ended with status 3",
        "print('first', file=sys.stderr); sys.exit('the last line')": "ended with status 1: the last line",
        "os.kill(os.getpid(), 9)": "its program was ended by signal 9",
        "print('nonsense')": "its program prints no JSON object as its answer",
        "print('first', file=sys.stderr); sys.exit('é' * 500)": "ended with status 1: " + "é" * 400,
        "pass": "its program prints no JSON object as its answer",
        "print('{\"verdict\": \"private\"}\\0 more')": "its program prints no JSON object as its answer",
        "print('[' * 100000)": "its program prints no JSON object as its answer",
        "print('{\"verdict\": \"private\"} x')": "expected nothing more after the document, but found 'x'",
        "print('{}')": "\"verdict\" is missing",
        "print('{\"verdict\": \"perhaps\"}')": "\"verdict\"",
        "print('{\"verdict\": \"private\", \"stage\": \"graph\"}')": "key 'stage' stands twice",
        "print('{\"verdict\": \"private\", \"cost\": \"-1\", \"guarantee\": \"exact\"}')": "\"cost\" is no number",
        "print('{\"verdict\": \"private\", \"cost\": \"1\", \"lower\": \"2\", \"guarantee\": \"exact\"}')":
            "its cost is outside its own bounds",
        "print('{\"verdict\": \"private\", \"evidence\": [{\"kind\": \"bound\"}]}')": "the answer of the program 'mine'",
    }

    def test_each_fault_is_told_and_others_answer(self):
        configuration = ONE.replace("deciders =", "deciders = graph").replace("= mine", "= frontier, mine")
        for program, reason in self.FAULTS.items():
            with self.subTest(program):
                stage, result = self.answer(program, configuration=configuration)
                self.assertTrue(stage.get("failed"), stage)
                self.assertIn(reason, stage["reason"])
                self.assertEqual((result["verdict"], result["cost"]), ("private", "1"))

    def test_a_program_that_is_not_there_fails_its_stage(self):
        stage, _ = self.answer("", configuration=ONE.replace("python3 mine.py", "no-such-program-anywhere"))
        self.assertIn("its program cannot be started", stage["reason"])

    def test_an_optional_program_that_is_not_there_is_skipped(self):
        stage, result = self.answer("", configuration=ONE.replace("= mine", "= frontier, mine").replace(
            "python3 mine.py", "no-such-program-anywhere\noptional = true"))
        self.assertIn("there is no program 'no-such-program-anywhere'", stage["reason"])
        self.assertFalse(stage.get("failed"), stage)
        self.assertEqual(result["cost"], "1")

    def test_an_optional_program_that_is_there_answers(self):
        stage, _ = self.answer("print('{\"verdict\": \"unknown\", \"reason\": \"asked\"}')",
                               configuration=ONE + "optional = true\n")
        self.assertEqual(stage["reason"], "asked")

    def test_one_that_hangs_is_ended_with_what_it_started(self):
        stage, _ = self.answer("import subprocess\nchild = subprocess.Popen(['sleep', '77'])\n"
                               "open('pid', 'w').write(str(child.pid))\ntime.sleep(100)", "-o", "mine.time-limit-ms=1500")
        self.assertIn("stopped after the time limit of 1.5 s", stage["reason"])
        with open(os.path.join(self.temporary.name, "pid"), encoding="utf-8") as file:
            pid = file.read()
        while is_running(pid):  # until the signal has come
            time.sleep(0.01)

    def test_one_that_is_never_done_complaining_needs_no_memory_for_that(self):
        stage, _ = self.answer("for i in range(64): os.write(2, b'x' * 1048576)\n"
                               "print(json.dumps({'verdict': 'unknown', 'reason': str(os.fstat(2).st_size)}))")
        self.assertLess(int(stage["reason"].split(";")[0]), 1 << 20)

    def test_one_that_prints_too_much_is_ended(self):
        stage, _ = self.answer("import signal\nsignal.signal(signal.SIGPIPE, signal.SIG_IGN)\nwhile True:\n"
                               "  try: os.write(1, b'x' * 1048576)\n  except OSError: pass")
        self.assertIn("its program prints more than 512 MiB", stage["reason"])

    def test_what_it_leaves_behind_is_not_waited_for(self):
        stage, _ = self.answer("import subprocess\nsubprocess.Popen(['sleep', '1000'])\n"
                               "print('{\"verdict\": \"unknown\", \"reason\": \"' + 'x' * 200000 + '\"}')")
        self.assertIn("x" * 200000, stage["reason"])

    def test_it_ends_with_couplet(self):
        self.write("mine.py", READ + "open('new', 'w').write(str(os.getpid()))\nos.rename('new', 'pid')\ntime.sleep(100)\n")
        self.write("c.conf", ONE)
        file = os.path.join(self.temporary.name, "pid")
        with subprocess.Popen([COUPLET, "verify", "-c", "c.conf", PRIVATE], cwd=self.temporary.name) as couplet:
            while not os.path.exists(file):
                time.sleep(0.01)
            couplet.kill()
        with open(file, encoding="utf-8") as stream:
            pid = stream.read()
        while is_running(pid):  # until the signal has come
            time.sleep(0.01)

    def test_a_report_that_fails_is_told(self):
        self.write("lines.py", "import sys\nprint('half')\nsys.exit('no paper')\n")
        self.write("c.conf", "[pipeline]\nreport = lines\n[report lines]\ncommand = python3 lines.py\n")
        done = self.run_couplet("verify", "-c", "c.conf", PRIVATE)
        self.assertIn("report 'lines' failed: its program ended with status 1: no paper", done.stderr)
        self.assertNotEqual(done.returncode, 0)


class Configurations(Folder):
    """What is wrong in a configuration is told with its line."""

    WRONG = {
        "[decider mine]\nverbose = yes\n": "c.conf:1: 'command' is missing",
        "[decider mine]\ncomand = x\n": "c.conf:1: unknown key 'comand'; did you mean 'command'?",
        "[decider mine]\ncommand = 'x\n": "c.conf:2: 'command':",
        "[pipeline]\ndeciders = graph\n[decider graph]\ncommand = x\n":
            "the program 'graph' is called like a plugin; give it another name",
        "[pipeline]\noptimizers = dot\n[optimizer dot]\ncommand = x\n":
            "the program 'dot' is called like a plugin; give it another name",
        "[optimizer mine]\ncommand = x\na = 1\n[report mine]\ncommand = x\nb = 2\n":
            "c.conf:1: both a program of kind optimizer and one of kind report are called 'mine'",
        "[pipeline]\ndeciders = mine\n[decider mine]\ncommand = x\nplugin = graph\n":
            "c.conf:5: 'mine' is a program, which has 'command' in place of 'plugin'",
        "[pipeline]\ndeciders = mine\n[decider mine]\ncommand = x\noptional = perhaps\n": "c.conf:5: optional:",
        "[decider ]\ncommand = x\n": "unknown group",
    }

    def test_each_mistake_has_a_message(self):
        for text, message in self.WRONG.items():
            with self.subTest(text):
                self.write("c.conf", text)
                done = self.run_couplet("verify", "-c", "c.conf", PRIVATE)
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertIn(message, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
