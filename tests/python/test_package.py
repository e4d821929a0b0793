#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Python package against the built program: answers, errors, options, where the program is
found, what is installed, and that its documentation is right.

usage: test_package.py COUPLET SOURCE BUILD CMAKE"""
import contextlib
import csv
import dataclasses
import importlib.metadata
import io
import json
import math
import os
import pathlib
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest
from fractions import Fraction
from unittest import mock

PROGRAM, SOURCE, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
CMAKE = sys.argv[4]
sys.path.insert(0, str(SOURCE / "python"))
sys.path.insert(0, str(SOURCE / "tests" / "support"))
os.environ["COUPLET"] = str(PROGRAM)
import couplet
from one_answer import ONE_ANSWER

MECHANISMS = SOURCE / "examples" / "mechanisms"
SPARSE = MECHANISMS / "numeric-sparse.svt"
STAR = MECHANISMS / "svt-star.svt"
ALGORITHM_4 = MECHANISMS / "lyu-algorithm-4.svt"
BROKEN = "mechanism a() {\n  x }"


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def script(self, name, text):
        path = self.write(name, "#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path


class Sweep(InFolder):
    def test_each_value_is_a_result(self):
        for values in (range(1, 4), [1, 2, 3], "1..3", (Fraction(c) for c in (1, 2, 3))):
            results = couplet.sweep(ALGORITHM_4, {"c": values})
            self.assertEqual([result.parameters["c"] for result in results], ["1", "2", "3"])
            self.assertEqual([result.least_d for result in results],
                             [Fraction(1 + 6 * c, 4) for c in (1, 2, 3)])

    def test_several_are_the_product(self):
        text = ALGORITHM_4.read_text().replace("(c = 3)", "(c = 3, s = 1)").replace("4/eps", "s*4/eps")
        for source in (text, text.encode(), self.write("scaled.svt", text)):
            results = couplet.sweep(source, {"c": [1, 2], "s": [Fraction(1, 2), 1]}, format="svt", jobs=2)
            self.assertEqual([(result.parameters["c"], result.parameters["s"]) for result in results],
                             [("1", "1/2"), ("1", "1"), ("2", "1/2"), ("2", "1")])
            self.assertEqual({result.file for result in results},
                             {str(source) if isinstance(source, pathlib.Path) else "-"})

    def test_a_value_that_is_refused_is_an_error_among_the_results(self):
        results = couplet.sweep(ALGORITHM_4, {"c": ["1/2", 1]})
        self.assertEqual([result.verdict for result in results], ["error", "private"])

    def test_no_values_and_what_is_no_range_are_refused(self):
        for values, text in (([], "empty"), ("3..1", "ends before"), ([1, 1], "given twice")):
            with self.assertRaisesRegex(couplet.CoupletError, text) as raised:
                couplet.sweep(ALGORITHM_4, {"c": values})
            self.assertEqual(raised.exception.status, 2)

    def test_a_comparison_has_columns_for_what_is_swept(self):
        comparison = couplet.compare(ALGORITHM_4, {"c": [1, 2]}, deciders=[], optimizers="frontier")
        self.assertEqual([(row["c"], row["c_decimal"], row["cost"]) for row in comparison.rows],
                         [(1, 1.0, Fraction(7, 4)), (2, 2.0, Fraction(13, 4))])
        self.assertNotIn("c", couplet.compare(ALGORITHM_4, {"c": 1}, optimizers=[]).rows[0])


class Solve(InFolder):
    def test_the_largest_number_of_answers(self):
        for within in (None, "1..100"):
            solution = couplet.solve(ALGORITHM_4, "c", 10, within=within)
            self.assertEqual((solution.found, solution.which, solution.value, solution.beyond),
                             ("exact", "largest", 6, 7))
            self.assertIn((6, Fraction(37, 4)), [(point.value, point.cost) for point in solution.points])

    def test_the_least_scale(self):
        text = ALGORITHM_4.read_text().replace("(c = 3)", "(c = 3, s = 1)")
        text = text.replace("lap(4", "lap(s*4").replace("lap((4", "lap(s*(4")
        solution = couplet.solve(text, "s", 1, {"c": 3})
        self.assertEqual((solution.found, solution.which, solution.value), ("exact", "least", Fraction(19, 4)))

    def test_what_is_nowhere_is_no_error(self):
        solution = couplet.solve(ALGORITHM_4, "c", 1, within="1..9")
        self.assertEqual((solution.found, solution.value, solution.beyond), ("nowhere", None, 1))

    def test_one_answer_is_taken(self):
        text = ALGORITHM_4.read_text().replace("(c = 3)", "(c = 3, s = 1)").replace("lap(4", "lap(s*4")
        with self.assertRaisesRegex(couplet.CoupletError, "one value of each other parameter; there are 3"):
            couplet.solve(text, "s", 20, {"c": "1..3"}, within="1..2")

    def test_wrong_questions_are_errors(self):
        for arguments, text in ((("c", 0), "positive"), (("x", 1), "no file has a parameter")):
            with self.assertRaisesRegex(couplet.CoupletError, text):
                couplet.solve(ALGORITHM_4, *arguments)
        with self.assertRaises(couplet.CoupletError) as raised:
            couplet.solve(BROKEN, "c", 1)
        self.assertEqual(raised.exception.status, 4)


class Verify(InFolder):
    def test_a_private_mechanism_has_its_least_d(self):
        result = couplet.verify(SPARSE)
        self.assertEqual(result.verdict, "private")
        self.assertIs(result.verdict, couplet.Verdict.PRIVATE)
        self.assertEqual((result.cost, result.at_least, result.least_d), (Fraction(7, 4),) * 3)
        self.assertEqual((result.file, result.automaton), (str(SPARSE), "numeric_sparse"))
        frontier = result.stage("frontier")
        self.assertEqual((frontier.kind, frontier.guarantee, frontier.cost, frontier.ratio),
                         ("optimizer", "exact", Fraction(7, 4), 1))
        self.assertTrue(frontier.certified)
        self.assertGreater(frontier.statistics["vectors"], 0)
        self.assertGreaterEqual(result.seconds, frontier.seconds)
        self.assertIsNone(result.claim)
        self.assertRaises(KeyError, result.stage, "none")

    def test_a_mechanism_that_is_not_private_has_no_least_d_and_a_reason(self):
        result = couplet.verify(str(STAR))
        self.assertEqual((result.verdict, result.cost, result.least_d), ("not-private", None, None))
        self.assertIn("leaking pair", result.reason)
        self.assertEqual(result.stage("graph").structure, "leaking pair")
        self.assertTrue(result.stage("frontier").infinite)
        self.assertEqual(result.stage("frontier").violating_path, ())

    def test_evidence_shows_the_violating_path_and_passes_the_checker(self):
        result = couplet.verify(STAR, evidence=True)
        path = result.stage("graph").violating_path
        self.assertEqual(path[0]["from"], "line 5")
        evidence = result.stage("frontier").evidence[0]
        self.assertEqual((evidence.kind, evidence.cost), ("violation", None))
        file = self.write("evidence.json", json.dumps(evidence.data))
        subprocess.run([PROGRAM, "check", STAR, file], check=True, capture_output=True)

    def test_evidence_of_a_cost_has_the_cost(self):
        costs = {evidence.kind: evidence.cost
                 for evidence in couplet.verify(SPARSE, evidence=True).stage("frontier").evidence}
        self.assertEqual(costs, {"attained": Fraction(7, 4), "bound": Fraction(7, 4)})

    def test_a_claim_that_fails_is_a_result_with_a_path(self):
        claim = couplet.verify(ALGORITHM_4, {"c": 3}, claim=1).claim
        self.assertEqual((claim.d, claim.verdict, claim.reason),
                         (1, "fails", "the least d is 19/4 (4.75)"))
        self.assertIn("threshold", claim.path)
        self.assertEqual((claim.counterexample.claim, claim.counterexample.refutes), (1, True))
        self.assertGreater(claim.counterexample.loss, 1)
        self.assertGreater(len(claim.counterexample.steps), 2)

    def test_a_claim_may_be_a_fraction_and_hold(self):
        claim = couplet.verify(SPARSE, claim=Fraction(7, 4)).claim
        self.assertEqual((claim.d, claim.verdict, claim.path), (Fraction(7, 4), "holds", None))

    def test_parameters_change_the_answer(self):
        for c, least in ((1, Fraction(7, 4)), ("2", Fraction(13, 4)), (Fraction(3), Fraction(19, 4))):
            self.assertEqual(couplet.verify(ALGORITHM_4, parameters={"c": c}).least_d, least)

    def test_several_values_are_for_sweep(self):
        for values in ([1, 2], range(1, 3), "1..3", "1,2"):
            with self.assertRaisesRegex(couplet.CoupletError, "sweep"):
                couplet.verify(ALGORITHM_4, {"c": values})

    def test_text_bytes_a_dictionary_and_a_path_are_the_same_mechanism(self):
        text = SPARSE.read_text()
        for source in (text, text.encode(), SPARSE, str(SPARSE)):
            self.assertEqual(couplet.verify(source).least_d, Fraction(7, 4))
        for source in (ONE_ANSWER, json.dumps(ONE_ANSWER), json.dumps(ONE_ANSWER).encode()):
            self.assertEqual(couplet.verify(source).least_d, Fraction(1, 4))

    def test_a_format_may_be_said_of_text(self):
        self.assertEqual(couplet.verify(ONE_ANSWER, format="json").automaton, "once")
        with self.assertRaises(couplet.CoupletError) as raised:
            couplet.verify(ONE_ANSWER, format="svt")
        self.assertEqual(raised.exception.status, 4)

    def test_a_path_with_signs_of_text_in_it_is_a_path_when_it_is_a_pathlib_path(self):
        path = self.write("{odd};name.json", json.dumps(ONE_ANSWER))
        self.assertEqual(couplet.verify(path).least_d, Fraction(1, 4))

    def test_files_may_be_called_like_options_and_like_standard_input(self):
        for name in ("-", "--help"):
            self.write(name, json.dumps(ONE_ANSWER))
            with contextlib.chdir(self.folder):
                self.assertEqual(couplet.verify(name).least_d, Fraction(1, 4))

    def test_deciders_optimizers_and_their_options_are_chosen(self):
        result = couplet.verify(SPARSE, deciders=[], optimizers=["segment"],
                                options={"segment.strategy": "fixed"})
        self.assertEqual([stage.stage for stage in result.stages], ["segment"])
        result = couplet.verify(SPARSE, deciders="graph", optimizers="")
        self.assertEqual([(stage.stage, stage.cost) for stage in result.stages], [("graph", None)])

    def test_a_configuration_is_used(self):
        pipeline = self.write("p.conf", "[pipeline]\ndeciders =\noptimizers = tight\n"
                                        "[stage tight]\nplugin = segment\n")
        self.assertEqual([stage.stage for stage in
                          couplet.verify(SPARSE, configuration=pipeline).stages], ["tight"])

    def test_every_keyword_reaches_the_program(self):
        program = self.script("couplet", 'echo "$@" >&2; exit 2\n')
        with self.assertRaises(couplet.CoupletError) as raised:
            couplet.verify("a.svt", {"n": 2}, format="svt", claim="3/2", deciders=("graph", "z3"),
                           optimizers=[], options={"z3.x": True}, configuration=pathlib.Path("c"),
                           time_limit=0.5, evidence=True, self_check=False, require_evidence=True,
                           plugin_path=["p"], program=program)
        self.assertEqual(raised.exception.message.split(), [
            "verify", "--report", "json", "--from=svt", "--claim=3/2", "--config=c",
            "--deciders=graph,z3", "--optimizers=", "--self-check=false", "--option=z3.x=true",
            "--option=*.time-limit-ms=500", "--define=n=2", "--plugin-path=p", "--output=-", "--evidence",
            "--require-evidence", "--", "a.svt"])

    def test_warnings_are_diagnostics_with_their_place(self):
        text = ("(q0:non-input, 1/4, 0): x := insample; output oa; goto q1\n"
                "(q1, 1/4, 0): if (true) then output ob; goto q2 else output oc; goto q2\n")
        warnings = couplet.verify(self.write("w.dipa", text)).warnings
        self.assertEqual([warning.line for warning in warnings], [2])
        self.assertEqual(couplet.verify(SPARSE).diagnostics, ())

    def test_what_an_answer_was_made_by_is_read(self):
        from couplet import reading
        provenance = {"version": "0.1.0", "commit": None, "libraries": {"GMP": "6.2.1"},
                      "options": ["--deciders=graph", "--option=graph.x=a b"], "date": "2026-01-02T03:04:05Z"}
        report = dict(couplet.verify(SPARSE).raw, sha256="ab", adjacency="one",
                      parameters={"c": "3", "python.function": "f"}, provenance=provenance)
        result = reading.result_of(report)
        self.assertEqual((result.sha256, result.adjacency, result.parameters["c"]), ("ab", "one", "3"))
        self.assertEqual((result.provenance.libraries, result.provenance.options[1]),
                         ({"GMP": "6.2.1"}, "--option=graph.x=a b"))
        row = couplet.Comparison((result,), (), 0, "").rows[0]
        self.assertEqual((row["parameters"], row["libraries"], row["options"], row["version"]),
                         ("-D c=3 -o python.function=f", "GMP 6.2.1",
                          "--deciders=graph '--option=graph.x=a b'", "0.1.0"))

    def test_unknown_is_a_result(self):
        result = couplet.verify(SPARSE, deciders=[], optimizers=[])
        self.assertEqual((result.verdict, result.least_d), ("unknown", None))


class Errors(InFolder):
    def raised(self, *arguments, **options):
        with self.assertRaises(couplet.CoupletError) as raised:
            couplet.verify(*arguments, **options)
        return raised.exception

    def test_a_refused_text_says_line_column_and_message(self):
        error = self.raised(BROKEN)
        self.assertEqual((error.status, error.file, error.line), (4, "-", 2))
        self.assertGreater(error.column, 1)
        self.assertIn("expected", error.message)
        self.assertIn(":2:%d: " % error.column, str(error))
        self.assertEqual(error.diagnostics[0].severity, "error")

    def test_a_refused_file_says_its_name(self):
        path = self.write("broken.svt", BROKEN)
        self.assertEqual(self.raised(path).file, str(path))

    def test_a_missing_file_has_no_line(self):
        error = self.raised("missing.svt")
        self.assertEqual((error.status, error.file, error.line), (4, "missing.svt", None))

    def test_a_folder_is_for_compare(self):
        self.assertIn("compare()", str(self.raised(self.folder)))

    def test_a_parameter_that_no_file_has_is_an_error_of_usage(self):
        error = self.raised(SPARSE, {"k": 1})
        self.assertEqual((error.status, error.message),
                         (2, "-D k: no file has a parameter of that name; choose from mechanism"))

    def test_a_wrong_option_and_a_wrong_stage_are_errors_of_the_configuration(self):
        self.assertEqual(self.raised(SPARSE, options={"graph.colour": 1}).status, 3)
        self.assertIn(self.raised(SPARSE, deciders=["oracle"]).status, (3, 5))

    def test_an_error_can_be_pickled(self):
        error = pickle.loads(pickle.dumps(self.raised(BROKEN)))
        self.assertEqual((error.status, error.line), (4, 2))

    def test_a_program_that_ends_without_an_answer_is_an_error(self):
        for text, message in (("exit 6\n", "status 6"), ("echo '{' ; exit 0\n", "not whole"),
                              ("kill -9 $$\n", "status -9")):
            error = self.raised(SPARSE, program=self.script("couplet", text))
            self.assertIn(message, str(error))

    def test_a_comparison_without_its_summary_is_an_error(self):
        program = self.script("couplet", "echo '{}'; echo 'couplet: cut short' >&2; exit 6\n")
        with self.assertRaisesRegex(couplet.CoupletError, "^cut short$"):
            couplet.compare(SPARSE, program=program)


class Program(InFolder):
    def test_the_argument_comes_before_the_environment(self):
        program = self.script("mine", "exit 0\n")
        self.assertEqual(couplet.find_program(program), str(program))
        self.assertEqual(couplet.find_program(), str(PROGRAM))

    def test_a_program_that_is_not_there_is_an_error(self):
        for named in (self.folder / "none", self.write("file", "")):
            with self.assertRaises(couplet.ProgramNotFound):
                couplet.find_program(named)

    def test_a_program_that_cannot_be_run_is_an_error(self):
        program = self.write("odd", "#!/no/such/interpreter\n")
        program.chmod(0o755)
        with self.assertRaisesRegex(couplet.ProgramNotFound, "cannot be run"):
            couplet.verify(SPARSE, program=program)

    def find(self, package, **environment):
        """find_program() of a copy of the package, in a process of its own."""
        shutil.copytree(SOURCE / "python" / "couplet", package)
        text = "import couplet; print(couplet.find_program())"
        done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True,
                              env={"PYTHONPATH": str(package.parent), "PATH": "", **environment})
        return done.stdout.strip() or done.stderr.splitlines()[-1]

    def test_the_program_of_the_same_installation_is_found_before_the_path(self):
        program = self.script("prefix/bin/couplet", "exit 0\n")
        other = self.script("other/couplet", "exit 0\n")
        package = self.folder / "prefix" / "lib" / "python3" / "dist-packages" / "couplet"
        self.assertEqual(self.find(package, PATH=str(other.parent)), str(program.resolve()))

    def test_the_program_of_a_checkout_is_found(self):
        program = self.script("source/build/couplet", "exit 0\n")
        self.write("source/GNUmakefile", "")
        self.assertEqual(self.find(self.folder / "source" / "python" / "couplet"),
                         str(program.resolve()))

    def test_else_the_path_is_searched(self):
        other = self.script("other/couplet", "exit 0\n")
        package = self.folder / "venv" / "lib" / "python3" / "site-packages" / "couplet"
        self.assertEqual(self.find(package, PATH=str(other.parent)), str(other))

    def test_where_there_is_none_the_message_says_what_to_do(self):
        package = self.folder / "venv" / "lib" / "python3" / "site-packages" / "couplet"
        self.assertIn("set COUPLET", self.find(package, PATH=str(self.folder)))


class Compare(InFolder):
    def setUp(self):
        super().setUp()
        shutil.copy(SPARSE, self.folder)
        shutil.copy(STAR, self.folder)
        self.broken = self.write("broken.svt", BROKEN)

    def test_every_file_has_a_result_and_every_stage_a_row(self):
        comparison = couplet.compare([self.folder])
        self.assertEqual([result.verdict for result in comparison.results],
                         ["error", "private", "not-private"])
        self.assertEqual(comparison.status, 4)
        self.assertEqual(len(comparison.rows),
                         1 + sum(len(result.stages) for result in comparison.results))
        self.assertEqual(comparison.results[0].errors[0].line, 2)

    def test_rows_are_records_with_fractions(self):
        rows = {(os.path.basename(row["file"]), row["stage"]): row
                for row in couplet.compare(self.folder).rows}
        row = rows["numeric-sparse.svt", "frontier"]
        self.assertEqual((row["verdict"], row["cost"], row["cost_decimal"], row["at_least"]),
                         ("private", Fraction(7, 4), 1.75, Fraction(7, 4)))
        self.assertEqual((row["ratio_decimal"], row["at_least_decimal"]), (1.0, 1.75))
        endless = rows["svt-star.svt", "frontier"]
        self.assertEqual((endless["cost"], endless["cost_decimal"]), (math.inf, math.inf))
        self.assertEqual((endless["at_least"], endless["at_least_decimal"]), (None, math.inf))
        self.assertIn("expected", rows["broken.svt", None]["reason"])
        self.assertEqual(len({tuple(row) for row in rows.values()}), 1)

    def test_costs_of_any_length_are_exact_and_have_a_decimal(self):
        for digits, decimal in ((200, 1e200), (400, math.inf), (9000, math.inf)):
            path = self.write("huge.json", json.dumps(self.costing("1" + digits * "0")))
            row, = couplet.compare(path, deciders=[], optimizers=["frontier"]).rows
            self.assertEqual((row["cost"], row["at_least"]), (Fraction(10 ** digits),) * 2)
            self.assertEqual(row["cost_decimal"], decimal)

    def costing(self, d):
        """An automaton of which d is the least d."""
        states = [dict(state, d=d) if state["name"] != "done" else state
                  for state in ONE_ANSWER["states"]]
        return dict(ONE_ANSWER, states=states)

    def test_the_keys_of_rows_are_the_columns_of_the_csv_report(self):
        text = subprocess.run([PROGRAM, "verify", "--report", "csv", SPARSE], capture_output=True,
                              check=True, text=True).stdout
        columns = set(next(csv.reader([text.splitlines()[0]])))
        self.assertEqual(columns - set(couplet.compare(SPARSE).rows[0]), set())

    def test_methods_are_summed_up_over_all_files(self):
        methods = {method.stage: method for method in
                   couplet.compare([SPARSE, STAR], deciders=["graph"],
                                   optimizers=["frontier", "segment"]).methods}
        self.assertEqual(set(methods), {"graph", "frontier", "segment"})
        self.assertEqual((methods["graph"].answered, methods["graph"].agreeing), (2, 2))
        self.assertEqual(methods["segment"].worst_ratio, 1)

    def test_what_is_known_of_lists_of_each_length(self):
        plain = couplet.verify(SPARSE)
        self.assertEqual((plain.answers, plain.lengths), (None, None))
        lengths = [{"answers": 1, "cost": "1/4", "cost_decimal": "0.25", "at_least": "1/8"},
                   {"answers": 2, "cost": None, "cost_decimal": "inf", "at_least": None},
                   {"answers": 3, "cost": None, "cost_decimal": None, "at_least": "1"}]
        result = couplet.reading.result_of({**plain.raw, "answers": {"up_to": 3}, "lengths": lengths})
        self.assertEqual(result.answers, {"up_to": 3})
        self.assertEqual(result.lengths, (couplet.LengthCost(1, Fraction(1, 4), True, Fraction(1, 8)),
                                          couplet.LengthCost(2, None, False, None), couplet.LengthCost(3, None, True, Fraction(1))))
        linear = couplet.verify(SOURCE / "examples" / "linear" / "above_threshold_up_to.json")
        self.assertEqual((linear.answers, [one.answers for one in linear.lengths]), ({"up_to": 3}, [1, 2, 3]))

    def test_processes_do_not_change_the_answer(self):
        one, two = (couplet.compare([SPARSE, STAR], {}, jobs=jobs) for jobs in (1, 2))
        self.assertEqual([result.least_d for result in one.results],
                         [result.least_d for result in two.results])

    def test_everything_that_is_shipped_is_read(self):
        comparison = couplet.compare([SOURCE / "examples" / "mechanisms", SOURCE / "examples" / "library"],
                                     claim=1, deciders=["graph"], optimizers=["frontier"], evidence=True)
        results = comparison.results
        self.assertGreater(len(results), 60)
        self.assertEqual({result.verdict for result in results}, {"private", "not-private"})
        shown = [result for result in results if result.claim_counterexample is not None]
        self.assertIn(None, {result.claim_counterexample.loss for result in shown})
        paths = [stage.violating_path for result in results for stage in result.stages
                 if result.verdict == "not-private"]
        self.assertTrue(any(paths))

    def test_a_wrong_request_is_an_error(self):
        with self.assertRaises(couplet.CoupletError) as raised:
            couplet.compare([SPARSE], jobs=-1)
        self.assertEqual(raised.exception.status, 2)


class Documentation(unittest.TestCase):
    """Every field that docs/formats.md has of the JSON report is an attribute."""

    def table(self, heading):
        """The rows of the first table after heading."""
        text = (SOURCE / "docs" / "formats.md").read_text()
        table = re.search(r"(?:^\|.*\n)+", text[text.index(heading):], re.M).group()
        return re.findall(r"^\| ((?:`\w+`(?:, )?)+) \| (.*) \|$", table, re.M)

    def attributes(self, *classes):
        return {name for kind in classes for name in dir(kind)} | {
            field.name for kind in classes for field in dataclasses.fields(kind)}

    def test_the_fields_of_a_file_and_its_stages(self):
        rows = self.table("## JSON report")
        names = {name for cell, _ in rows for name in re.findall(r"`(\w+)`", cell)}
        self.assertGreater(len(names), 12)
        self.assertEqual(names - self.attributes(couplet.Result), set())
        stages = next(text for cell, text in rows if cell == "`stages`")
        names = set(re.findall(r"`([a-z_]+)`", stages.replace("`exact`", "")))
        self.assertGreater(len(names), 15)
        self.assertEqual(names - self.attributes(couplet.Stage), set())

    def test_the_fields_of_a_counterexample(self):
        rows = self.table("A `counterexample`")
        names = {name for cell, _ in rows for name in re.findall(r"`(\w+)`", cell)}
        self.assertEqual(names, {field.name for field in dataclasses.fields(couplet.Counterexample)})
        steps = next(text for cell, text in rows if cell == "`steps`")
        self.assertEqual({field.name for field in dataclasses.fields(couplet.CounterexampleStep)},
                         set(re.findall(r"`(\w+)`", steps)))

    def test_an_answer_of_a_sweep_and_a_shard_says_which_it_is(self):
        done = subprocess.run([PROGRAM, "verify", "-q", "--report", "json", "--shard", "1/2", "-D",
                               "c=1..40", ALGORITHM_4], capture_output=True, text=True)
        results = [couplet.reading.result_of(json.loads(line)) for line in done.stdout.splitlines()]
        self.assertGreater(len(results), 0)  # the name of the file decides which; not one of 40 would be odd
        for result in results:
            self.assertIn(int(result.swept["c"]), range(1, 41))
            self.assertEqual((result.part["shard"], result.part["shards"], result.part["items"]), (1, 2, 40))

    def test_a_counterexample_is_read(self):
        json_report = {
            "epsilon": "1/2", "claim": "1", "probability": "[1 +/- 2e-3]",
            "adjacent_probability": "[1 +/- 0]", "density": False, "loss": "5/4", "refutes": True,
            "pairs": None,
            "steps": [{"transition": 1, "input": "0", "adjacent": "-1", "output": None}]}
        from couplet.reading import read_object
        found = read_object(couplet.Counterexample, json_report)
        self.assertEqual((found.epsilon, found.loss), (Fraction(1, 2), Fraction(5, 4)))
        self.assertEqual(found.steps[0].adjacent, -1)

    def test_the_examples_of_the_documentation_run(self):
        text = (SOURCE / "docs" / "python-package.md").read_text()
        first, second, third, fourth = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(first, "first", "exec"), {})
        self.assertIn("`%s`" % said.getvalue().strip(), text)
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            os.mkdir("mechanisms")
            for file in (SPARSE, STAR, ALGORITHM_4):
                shutil.copy(file, "mechanisms")
            pathlib.Path("mechanisms/broken.svt").write_text(BROKEN)
            with contextlib.redirect_stdout(said), self.assertRaises(SystemExit) as ended:
                exec(compile(second, "second", "exec"), {})
            self.assertEqual(ended.exception.code, True)
            self.assertIn("mechanisms/broken.svt:2:", said.getvalue())
            frames = mock.MagicMock()
            with mock.patch.dict(sys.modules, pandas=frames), contextlib.redirect_stdout(said):
                exec(compile(third, "third", "exec"), {})
            shutil.copy(ALGORITHM_4, ".")
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                exec(compile(fourth, "fourth", "exec"), {})
            self.assertIn("# %s" % said.getvalue().strip(), fourth)
            rows = frames.DataFrame.call_args.args[0]
            for column in set(re.findall(r"table\.(\w+)|\"(\w+)\"", third)):
                self.assertTrue("".join(column) in rows[0] or "".join(column) in (
                    "pivot_table", "exact", "mechanisms"), column)


class Installation(InFolder):
    def install(self, prefix):
        subprocess.run([CMAKE, "--install", BUILD, "--prefix", prefix, "--component", "python"],
                       check=True, capture_output=True)

    def test_it_is_installed_where_debian_looks(self):
        for name, folder in (("usr", "python3"), ("opt", r"python3\.\d+")):
            self.install(self.folder / name)
            files = {str(path.relative_to(self.folder / name)) for path in
                     (self.folder / name).rglob("*") if path.is_file()}
            sources = {path.name for path in (SOURCE / "python" / "couplet").rglob("*")
                       if path.is_file() and path.suffix != ".pyc"}
            self.assertEqual({os.path.basename(file) for file in files} - {"METADATA", "INSTALLER", "entry_points.txt"}, sources)
            self.assertTrue(all(re.fullmatch(r"lib/%s/dist-packages/couplet(-[\d.]+\.dist-info)?/(symbolic/)?[^/]*" % folder, file)
                                for file in files), files)

    def test_the_installed_package_answers(self):
        self.install(self.folder / "usr")
        done = subprocess.run(
            [sys.executable, "-c", "import couplet, sys; print(couplet.__file__);"
             "print(couplet.verify(sys.argv[1]).least_d)", SPARSE], check=True, text=True,
            capture_output=True,
            env=dict(os.environ, PYTHONPATH=str(self.folder / "usr/lib/python3/dist-packages")))
        file, least = done.stdout.split()
        self.assertTrue(file.startswith(str(self.folder)))
        self.assertEqual(least, "7/4")

    def test_what_is_installed_says_what_the_project_file_says(self):
        self.install(self.folder / "usr")
        packages = self.folder / "usr/lib/python3/dist-packages"
        found, = importlib.metadata.distributions(name="couplet", path=[str(packages)])
        project = tomllib.loads((SOURCE / "python" / "pyproject.toml").read_text())["project"]
        self.assertEqual({key: found.metadata[key] for key in ("Version", "Summary", "License", "Requires-Python")},
                         {"Version": project["version"], "Summary": project["description"],
                          "License": project["license"]["text"], "Requires-Python": project["requires-python"]})
        self.assertEqual(found.metadata.get_all("Classifier"), project["classifiers"])
        self.assertEqual(found.requires, [f"{one}; extra == '{extra}'" for extra, names in
                                          project["optional-dependencies"].items() for one in names])
        self.assertEqual({(one.group, one.name): one.value for one in found.entry_points},
                         {(group, name): value for group, names in project["entry-points"].items()
                          for name, value in names.items()})

    def test_what_says_that_another_version_is_installed_goes(self):
        self.install(self.folder / "usr")
        packages = self.folder / "usr/lib/python3/dist-packages"
        next(packages.glob("couplet-*.dist-info")).rename(packages / "couplet-0.0.9.dist-info")
        self.install(self.folder / "usr")
        self.assertEqual([path.name for path in packages.glob("*.dist-info")],
                         ["couplet-%s.dist-info" % couplet.__version__])

    def test_pytest_finds_the_installed_plugin_by_itself(self):
        self.install(self.folder / "usr")
        done = subprocess.run([sys.executable, "-m", "pytest", "--help"], cwd=self.folder, capture_output=True, text=True, check=False,
                              env=dict(os.environ, PYTHONPATH=str(self.folder / "usr/lib/python3/dist-packages")))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("--couplet-program=PATH", done.stdout)

    def test_the_project_file_names_the_package_and_the_version_of_couplet(self):
        project = tomllib.loads((SOURCE / "python" / "pyproject.toml").read_text())
        version = re.search(r"^project\(couplet VERSION (\S+)",
                            (SOURCE / "CMakeLists.txt").read_text(), re.M).group(1)
        self.assertEqual((project["project"]["version"], couplet.__version__), (version, version))
        for package in project["tool"]["setuptools"]["packages"]:
            self.assertTrue((SOURCE / "python" / package.replace(".", "/") / "__init__.py").exists())
        self.assertTrue((SOURCE / "python" / "couplet" / "py.typed").exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
