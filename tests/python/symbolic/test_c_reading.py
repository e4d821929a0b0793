# SPDX-License-Identifier: Apache-2.0
"""Files of C: which functions have results, what costs what. COUPLET names the program that computes costs."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import helping  # noqa: F401

from c_programs import BASE as SVT, LIMIT, MAX, NOISY, TEST, counting
from couplet.symbolic.c_reading import CReader

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "examples" / "c"
COUPLET = os.environ.get("COUPLET", "")


def read(text, name="", **settings):
    """Models, and messages."""
    said = []
    settings = {key.replace("__", "."): value for key, value in settings.items()}
    CReader("program.c", text, settings, said.append).read(name)
    return ([one for one in said if "linear" in one or "automaton" in one],
            [one["message"] for one in said if "message" in one])


def least(model):
    """The least d that the program gives the model: a number, `none`, or `unknown`, and what it is at least."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(model.get("linear") or model["automaton"], file)
        run = subprocess.run([COUPLET, "verify", "--report", "json", path], capture_output=True, text=True, timeout=60)
    report = json.loads(run.stdout)
    if report["verdict"] == "private":
        return report["cost"]
    return {"not-private": "none", "unknown": f"unknown {report.get('at_least')}"}[report["verdict"]]


#: Of examples/c/checkdp.c: the least d of lists of 1, 2 and 3 answers, and of any.
COSTS = {
    "svt": "1/8 1/4 3/8 1", "gap_svt": "1/8 1/4 3/8 1", "svt_increasing": "1/4 1/2 1/2 1",
    "svt_decreasing": "1/4 1/2 1/2 1", "numeric_svt": "1/4 1/2 7/12 1", "adaptive_svt": "3/16 3/8 1/2 1",
    "noisy_max": "0 1 1 1", "partial_sum": "1 1 1 unknown 1", "smart_sum": "1 2 2 unknown 2",
    "bad_svt_no_noise": "1/2 none none none", "bad_svt_no_end": "1/2 1 3/2 none", "bad_svt_noise": "1/4 3/2 7/4 13/4",
    "bad_gap_svt": "1/8 1/4 3/8 none", "bad_adaptive_svt": "3/16 3/8 1/2 none",
    "bad_noisy_max": "1/2 1 3/2 unknown 5/2", "bad_partial_sum": "2 2 2 unknown 2", "bad_smart_sum": "1 none none none"}


@unittest.skipUnless(COUPLET, "COUPLET names no program")
class Costs(unittest.TestCase):
    def test_checkdp(self):
        text = (EXAMPLES / "checkdp.c").read_text()
        for name, expected in COSTS.items():
            found = []
            for answers in ("1", "2", "3", "0"):
                models, _ = read(text, name, NN="2", M="2", T="3" if "smart" in name else "0", c__answers=answers)
                found.append(least(models[0]))
            self.assertEqual(" ".join(found), expected, name)

    def test_any_threshold_costs_what_one_costs(self):
        text = (EXAMPLES / "checkdp.c").read_text()
        for name, expected in COSTS.items():
            if "svt" in name and name != "bad_adaptive_svt":  # whose outputs move in two ways
                models, _ = read(text, name, NN="2")
                self.assertEqual(models[0]["understood"]["values"]["T"], "any")
                self.assertEqual(least(models[0]), expected.split()[3], name)

    def test_noisy_max_of_a_known_number(self):
        for n, expected in (("1", "0"), ("2", "1"), ("7", "1")):
            for settings in ({"n": n}, {"c__answers": n}):
                models, messages = read(MAX, **settings)
                self.assertEqual((least(models[0]), models[0]["understood"]["answers"]), (expected, int(n)), messages)


COUNTING = counting()
STOP = "break;\n    }\n    CHECKDP_OUTPUT(0);"

#: A text, changes of it, the least d; all with -D N=2. Others stand in tests/frontends/code/c_programs.py.
CHANGED = [
    (SVT, [(TEST, "if (noisy - 3 >= limit) {")], "1"),
    (SVT, [("q[i]", "q[i++]"), ("    i++;\n", "")], "1"),
    (SVT, [("q[i]", "*(q + i)")], "1"),
    (SVT, [("  while (i < n) {", "  if (n > 0) do {"), ("    i++;\n  }", "    i++;\n  } while (i < n);")], "1"),
    (SVT, [("  while (i < n)", "  bool found = false;\n  while (i < n && !found)"), (STOP, "found = true;\n    } else\n CHECKDP_OUTPUT(0);")], "1"),
    (SVT, [("void f", "#define S 8\nvoid f"), ("Lap(4", "Lap(S")], "3/4"),
    (SVT, [("void f", "float noise(float e) { return Lap(4 / e); }\nvoid f"), ("Lap(4 / epsilon)", "noise(epsilon)")], "1"),
    (SVT, [("void f", "#define NOISE(x) Lap(4 / (x))\nvoid f"), ("Lap(4 / epsilon)", "NOISE(epsilon)")], "1"),
    (SVT, [(LIMIT, "float limit = T;"), (STOP, "} else\n CHECKDP_OUTPUT(0);")], "none"),
    (SVT, [(NOISY, NOISY + " limit = T + Lap(2 / epsilon);"), (STOP, "} else\n CHECKDP_OUTPUT(0);")], "none"),
    (COUNTING, [("count = count + 1;", "count = count + 1;\n limit = T + Lap(2 * N / epsilon);"),
                ("Lap(2 / epsilon)", "Lap(2 * N / epsilon)")], "1"),
    (MAX, [("most = q[i] + eta", "most = q[i] + eta + 1")], "unknown 1"),
    (MAX, [(" || i == 0", "")], "unknown 1"),
    (MAX, [("CHECKDP_OUTPUT(best)", "CHECKDP_OUTPUT(best); CHECKDP_OUTPUT(most)")], "unknown 5/2"),
]


def changed(text, changes):
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


@unittest.skipUnless(COUPLET, "COUPLET names no program")
class Changed(unittest.TestCase):
    def test_variations_of_mechanisms_that_are_right(self):
        for text, changes, expected in CHANGED:
            with self.subTest(changes):
                models, messages = read(changed(text, changes), "f", N="2")
                self.assertTrue(models, messages)
                self.assertEqual(least(models[0]), expected)


AGAIN = """double laplace(double);
int f(const double *q, int n, double epsilon)
{
  double bar = laplace(2 / epsilon);
  int i = 0;
again:
  if (i == n) return -1;
  if (q[i] + laplace(4 / epsilon) >= bar) return i;
  i++;
  goto again;
}
"""
COUNTED = """double laplace(double);
void f(const double *q, int n, double epsilon, int *out)
{
  double bar = laplace(2 / epsilon);
  int hits = 0;
  for (int i = 0; i < n; i++) {
    out[i] = q[i] + laplace(4 / epsilon) >= bar;
    hits += out[i];
    if (hits > 2) REST;
  }
}
"""


@unittest.skipUnless(COUPLET, "COUPLET names no program")
class Jumps(unittest.TestCase):
    def check(self, expected, text):
        models, messages = read(text, "f")
        self.assertTrue(models, messages)
        self.assertEqual(least(models[0]), expected)

    def test_goto(self):
        self.check("1", AGAIN)
        self.check("1", AGAIN.replace("goto again", "if (i < n) { { goto again; } } goto again"))

    def test_counters_that_are_only_tested(self):
        for rest, expected in (("continue", "none"), ("break", "2"), ("hits = 0", "none"), ("hits += 3", "none"), ("hits -= 1", "none"),
                               ("hits += -1", "none"), ("hits += hits > 4 ? -1 : 1", "none")):
            with self.subTest(rest):
                self.check(expected, COUNTED.replace("REST", rest))
        told = COUNTED.replace("out[i] = ", "int x = ").replace("out[i]", "x").replace("if (hits > 2) REST", "out[i] = REST")
        self.check("2", told.replace("REST", "hits > 2"))
        self.check("none", told.replace("REST", "hits"))


class Reading(unittest.TestCase):
    def one(self, text, name="", **settings):
        models, messages = read(text, name, **settings)
        self.assertEqual(len(models), 1, messages)
        return models[0]

    def refuse(self, text, words, line=None, name="f", **settings):
        models, messages = read(text, name, **settings)
        self.assertEqual(models, [])
        self.assertRegex(messages[-1]["message"], words)
        if line is not None:
            self.assertEqual(messages[-1]["line"], line)

    def test_what_is_understood(self):
        found = self.one(COUNTING, N="2")
        self.assertEqual(found["understood"], {
            "private": "q", "private_as": "list", "noise": [
                {"line": 6, "call": "Lap", "kind": "laplace", "rate": "1/2"},
                {"line": 9, "call": "Lap", "kind": "laplace", "rate": "1/8"}],
            "epsilon": "epsilon", "sensitivity": "1", "values": {"N": "2", "T": "any"},
            "outputs": [{"line": 11, "how": "CHECKDP_OUTPUT"}, {"line": 14, "how": "CHECKDP_OUTPUT"}],
            "answers": None, "stand_ins": []})
        self.assertEqual((found["name"], found["line"], found["used"]), ("f", 1, ["N"]))
        self.assertEqual(found["automaton"]["claim"], "1")

    def test_every_function_that_draws_noise(self):
        helper = "float noisy(float x, float eps) { return x + Lap(1 / eps); }\n"
        other = "float g(float q[], int n, float eps) { return noisy(q[0], eps); }\n"
        models, messages = read(helper + SVT + other)
        self.assertEqual(([one["name"] for one in models], messages), (["f", "g"], []))
        self.assertEqual(self.one(helper + SVT + other, "noisy", c__private="x")["understood"]["private_as"], "number")
        self.assertEqual(self.one(helper + SVT + other, c__function="g")["name"], "g")
        self.refuse(SVT, "defines no function 'h'; it defines f", name="h")
        self.refuse("int main(void) { return 0; }", "no function of the file takes answers", name="")

    def test_comments(self):
        text = "// couplet: claim 2*epsilon\n/* couplet: private r\n * couplet: -D N=3 */\n" + \
            COUNTING.replace("q", "r").replace('  "CHECK: epsilon";\n', "  // couplet: adjacency one\n")
        found = self.one(text)
        self.assertEqual((found["automaton"]["claim"], found["automaton"]["adjacency"]), ("2", "one"))
        self.assertEqual(found["understood"]["values"]["N"], "3")
        self.assertEqual(self.one("// couplet: answers 2\n" + SVT)["linear"]["answers"], 2)
        self.refuse("// couplet: something\n" + SVT, "'something' is none of")

    def lines_of(self, text):
        """What each function has, and the lines of comments that are not heeded."""
        said = []
        CReader("program.c", text, {}, said.append).read("")
        return ({one["name"]: "error" if one.get("error") else "model" for one in said if "message" not in one},
                [one["message"]["line"] for one in said if "not heeded" in one.get("message", {}).get("message", "")])

    def test_comments_that_belong_to_no_function(self):
        far = "// couplet: claim 1"
        for text, lines in ((f"{far}\n\n{SVT}", [1]), (f"{SVT}\n{far}\n", [SVT.count("\n") + 2]), (f"{far}\n{SVT}", []),
                            (f"{far}\n// This releases.\nstatic\n{SVT}", []), (f"int g; {far}\n{SVT}", [1]),
                            (f"/* couplet: claim 1 */\n#define X 1\n{SVT}", [1]), (f"/*\n * couplet: claim 1\n */\n\n{SVT}", [2]),
                            (f"/*\n * couplet: claim 1\n */\n{SVT}", []), (f"// Couplet: claim 1\n{SVT}", [1]),
                            (f"// couplet claim 1\n{SVT}", [1]), (f"// couplet verifies this\n{SVT}", []),
                            (f"{far}\nint g;\n{SVT}", [1]), (f"{far}\nstruct s {{ int x; }};\n{SVT}", [1])):
            with self.subTest(text[:60]):
                self.assertEqual(self.lines_of(text)[1], lines)

    def test_each_function_that_draws_has_a_line(self):
        helper = "float draw(float b) { return Lap(b); }\n"
        for text, lines in ((helper + SVT, {"draw": "error", "f": "model"}),
                            (helper + SVT.replace("Lap", "draw"), {"f": "model"}),
                            (helper + SVT.replace("Lap(2", "strlen(2) + draw(2"), {"draw": "error", "f": "error"}),
                            (SVT + "int main(void) { f(0, 0, 0, 0); return 0; }\n", {"f": "model"}),
                            (SVT + "int main(void) { return Lap(1) > 0; }\n", {"f": "model", "main": "error"}),
                            ("double g(double q[], double epsilon) { return q[0] + gsl_ran_laplace(0, 1 / epsilon); }", {"g": "error"}),
                            ("double g(double q[], double epsilon) { return q[0] + drand48(); }", {"g": "error"}),
                            ("double g(double q[], double epsilon) { double (*h)(double) = Lap; return q[0] + h(1 / epsilon); }", {"g": "model"}),
                            ("// couplet: claim 1\ndouble g(double q[], double epsilon) { return q[0]; }", {"g": "model"}),
                            ("double add(double q[]) { return q[0] + q[1]; }\nint operand(int seed) { return seed; }", {})):
            with self.subTest(text):
                self.assertEqual(self.lines_of(text)[0], lines)

    SAMPLERS = (("", "double u = drand48() - 0.5; return u < 0 ? b * log(1 + 2 * u) : -b * log(1 - 2 * u);"),
                ("", "double u = drand48() - 0.5; return -b * (u < 0 ? -1 : 1) * log(1 - 2 * fabs(u));"),
                ("double uniform(void) { return (rand() + 0.5) / (RAND_MAX + 1.0); }",
                 "double u = uniform() - 0.5; return u < 0 ? b * log(1 + 2 * u) : -b * log(1 - 2 * u);"),
                ("double expo(double b) { return -b * log(drand48()); }", "return expo(b) - expo(b);"))
    #: What is no Laplace noise, and noise that everyone knows.
    NO_SAMPLERS = ("return b * drand48();", "double u = drand48(); return u < 0.3 ? b * u : -b;", "return b * log(2 * drand48());",
                   "double u = drand48() - 0.5; return u < 0 ? b * log(1 + 2 * u) : -b * log(1 - u);", "return rand() % 7;", "return drand48() * drand48();")

    def test_samplers_of_random_numbers(self):
        text = "#include <math.h>\n#include <stdlib.h>\n%s\nstatic double lap(double b) { %s }\n" \
               "int f(const double *q, int n, double eps) { %s double t = lap(2 / eps);\n" \
               "for (int i = 0; i < n; i++) if (q[i] + lap(4 / eps) >= t) return i; return -1; }"
        for before, body in self.SAMPLERS:
            with self.subTest(body):
                found = self.one(text % (before, body, ""), "f")
                self.assertIn("automaton", found)
                self.assertEqual({rate for row in found["understood"]["noise"] for rate in row["rate"].split(", ")}, {"1/2", "1/4"})
                self.assertIn("fixed seed", self.one(text % (before, body, "srand48(7);"), "f")["linear"]["reason"])
        for body in self.NO_SAMPLERS:
            with self.subTest(body):
                self.assertEqual(read(text % ("", body, ""), "f")[0], [])

    def test_a_pointer_behind_the_last_answer(self):
        text = "int f(const double *q, const double *end, double epsilon) { double bar = Lap(2 / epsilon); %s }"
        test = "if (*q + Lap(4 / epsilon) >= bar) return 1;"
        for loop in (f"for (; q < end; q++) {test} return 0;", f"for (; q != end; ++q) {test} return 0;", f"while (end > q) {{ {test} q++; }} return 0;",
                     "int n = end - q; for (int i = 0; i < n; i++) if (q[i] + Lap(4 / epsilon) >= bar) return i; return -1;",
                     f"for (int k = 0; q < end; q++, k++) {test.replace('1', 'k')} return -1;"):
            with self.subTest(loop):
                self.assertIn("automaton", self.one(text % loop))
        self.assertIn("distance", self.one(text % f"const double *b = q; for (; q < end; q++) {{ if (q - b == 7) return 5; {test} }} return 0;")["linear"]["reason"])

    def test_options(self):
        text = SVT.replace("float epsilon", "float eps1, float eps2").replace("4 / epsilon", "4 / eps2").replace(
            "epsilon", "eps1")
        self.refuse(text, "which is epsilon\\? -o c.epsilon=NAME")
        self.refuse(text, "'eps2' needs a value, a multiple of eps1", c__epsilon="eps1")
        found = self.one(text, c__epsilon="eps1", eps2="1/2")
        self.assertEqual([row["rate"] for row in found["understood"]["noise"]], ["1/2", "1/8"])
        self.refuse(SVT, "-o c.answers=two: this is not a number", c__answers="two")
        self.refuse(SVT, "-D epsilon=-1: it must be above 0", epsilon="-1")
        self.assertEqual(self.one(SVT, epsilon="1/2")["epsilon"], "epsilon = 1/2")
        self.assertNotIn("adjacency", self.one(SVT, python__adjacency="one")["automaton"])

    def test_a_length_that_is_given(self):
        self.assertEqual(self.one(SVT, n="4")["linear"]["answers"], 4)
        text = "void f(float q[], float epsilon) { for (int i = 0; i < 3; i++) CHECKDP_OUTPUT(q[i] + Lap(1 / epsilon)); }"
        self.assertEqual(self.one(text)["linear"]["answers"], 3)
        text = "float f(float q[], float epsilon) { return q[0] + q[1] + q[0] + Lap(1 / epsilon); }"
        self.assertEqual(self.one(text)["linear"]["answers"], 2)
        self.refuse("float f(float q[], float epsilon) { float s = 0; for (int i = 0; ; i++) s += q[i]; return Lap(s); }",
                    "element 1 of 'q' is used, which has 1")

    def test_epsilon_must_be_a_number(self):
        text = """#include <math.h>
            double f(double *q, int n, double epsilon) { double b = 1 / epsilon; return q[0] + Lap(sqrt(b * b)); }"""
        found = self.one(text)
        self.assertIn("1/10", found["epsilon"])

    def test_output_that_is_read_back_before_the_next_answer(self):
        text = """void f(float *q, int n, float epsilon, int *out) {
              float rho = Lap(2 / epsilon);
              for (int i = 0; i < n; i++) {
                out[i] = q[i] + Lap(4 / epsilon) >= rho;
                if (out[%s]) return;
              } }"""
        self.assertIn("automaton", self.one(text % "i"))
        self.assertIn("linear", self.one(text % "i > 0 ? i - 1 : i"))

    def test_parameters_that_need_a_value(self):
        for change in ((TEST, "if (noisy * T >= limit) {"), (TEST, "if (noisy >= limit && noisy > 5) {"),
                       (TEST, "if (limit > 0) {"), (TEST, "if (limit >= 2 * noisy || noisy > limit) {"),
                       ("Lap(4 /", "Lap(T /"),
                       (LIMIT, "float limit = T > 3 ? 1 : 2; limit += Lap(2 / epsilon);"),
                       ("while (i < n)", "while (i < T)")):
            with self.subTest(change):
                self.refuse(changed(SVT, [change, (TEST, TEST + " if (noisy >= limit) ;")] if TEST not in change else [change]),
                            "the argument 'T' needs a value: -D T=")
        self.one(changed(SVT, [(TEST, "if (noisy * T >= limit) {")]), T="2")

    def test_whole_thresholds_of_whole_answers(self):
        text = "void f(int q[], int n, %s T, double epsilon) { double z = Lap(1 / epsilon); for (int i = 0; i < n; i++) " \
               "printf(\"%%d\", q[i] + z > T); }"
        self.one(text % "int")
        self.refuse(text % "double", "'T' needs a value")

    def test_functions_that_take_no_answers(self):
        start = "struct s { double t; }; void start(struct s *s, double eps) { s->t = Lap(2 / eps); }\n"
        self.assertEqual(self.one(start + SVT)["name"], "f")
        self.refuse(start, "no array of 'start' is read; -o c.private=NAME", name="")

    def test_positions(self):
        text = """int f(const double *q, int n, double T, double eps) { double t = T + Lap(2 / eps);
                    for (int i = 0; i < n; i++) { if (q[i] + Lap(4 / eps) > t) return i%s; } return %s; }"""
        for shift, end in (("", "-1"), (" + 1", "n"), (" - 1", "-2")):
            found = self.one(text % (shift, end))
            self.assertIn("automaton", found)
        found = self.one(text % (" * 2", "-1"))
        self.assertEqual(found["linear"]["answers"], {"up_to": 5})
        calls = "int g(int i) { return i; }\n" + (text % ("", "-1")).replace("return i", "if (g(i) == 3) return 7; else return 8")
        self.assertEqual(least(self.one(calls)), "1")

    def test_elements_that_differ(self):
        text = """double w[] = {1, 2, 3, 4, 5, 6};
                  void f(const double *q, int n, const double *T, double eps, int *out) { %s double t = Lap(2 / eps);
                    for (int i = 0; i < n; i++) out[i] = q[i] + Lap(4 / eps) > t + %s; }"""
        for local, value, given in (("", "w[i]", {}), ("double v[6] = {3, 1};", "v[i]", {}), ("", "*(w + i)", {}),
                                    ("", "T[i]", {"T": "[1, 2, 3, 4, 5, 6]"}), ("double *p = w;", "*p++", {})):
            with self.subTest(value):
                self.assertEqual(self.one(text % (local, value), c__private="q", **given)["linear"]["answers"], {"up_to": 5})
        self.assertIn("automaton", self.one(text % ("", "T[i]"), c__private="q"))

    def test_structures_are_part_of_the_state(self):
        text = """struct s { double t; int c; };
                  void f(struct s *s, double *q, int n, double eps, int *out) { s->t = Lap(2 / eps); s->c = 0;
                    for (int i = 0; i < n; i++) { out[i] = q[i] + Lap(4 / eps) > s->t; s->c++; } }"""
        self.assertEqual(self.one(text, c__private="q")["linear"]["answers"], {"up_to": 5})

    def test_what_was_written_is_told_at_the_end(self):
        """No variable leads to it any more when later answers are asked for."""
        text = """struct r { int first; };
                  int f(const double *q, int n, double eps, struct r *r) { double bar = Lap(2 / eps); int i = 0; r->first = 0;
                    if (i < n && q[i] + Lap(4 / eps) >= bar) r->first = 1;
                    for (i++; i < n; i++) if (q[i] + Lap(4 / eps) >= bar) return i;
                    return -1; }"""
        told = {step["output"] for step in self.one(text, c__private="q")["automaton"]["transitions"]}
        self.assertTrue({"0", "1"} <= told, told)

    def test_outputs_that_could_be_taken_for_each_other(self):
        for body in ("if (x) a[0] = 1; else b[0] = 1;", "if (x) a[1] = 1; else a[2] = 1;", "if (x) a[0] = 1; else g = 1;",
                     'if (x) a[0] = 1; else printf("%d", 1);', "if (x) p->x = 1; else p->y = 1;",
                     "if (x) m[0].x = 1; else m[1].x = 1;", "if (x) *r = a + 1; else *r = a + 2;",
                     "static double w[2]; if (x) w[1] = 1; else w[0] = 1; w[0] = w[0]; *r = w;"):
            text = f"""int g; struct s {{ int x, y; }};
                       void f(double *q, int n, double eps, double *a, double *b, struct s *p, struct s *m, double **r)
                       {{ int x = q[0] + Lap(1 / eps) > 0; {body} }}"""
            with self.subTest(body):
                tree = self.one(text, c__private="q", c__answers="1")["linear"]["lists"][0]["nodes"]
                self.assertEqual(sum("decide" in node for node in tree), 1)
                shown = [json.dumps([node["output"] for node in part if "output" in node])
                         for part in (tree[:tree[1]["otherwise"]], tree[tree[1]["otherwise"]:])]
                self.assertNotEqual(*shown)

    def test_endless_loops(self):
        for body in ("while (1) ;", "for (int k = 0; k < 3; k--) { k++; }", "do { i = 0; } while (i == 0);"):
            with self.subTest(body):
                self.refuse(SVT.replace("int i = 0;", "int i = 0; " + body), "takes too long|more than \\d+ steps", 4,
                            limit__seconds="1")

    def answered(self, text):
        """A model, or an error with its words."""
        models, messages = read(text, N="1")
        self.assertTrue(models or messages[-1]["message"])

    def test_deep_nesting(self):
        for body in ("(" * 5000 + "1" + ")" * 5000, "- " * 5000 + "1", "1" + " + 1" * 5000):
            with self.subTest(body[:10]):
                self.answered(SVT.replace("int i = 0;", f"int i = 0; float x = {body};"))
        self.answered(SVT.replace("int i = 0;", "int i = 0; " + "{" * 5000 + "}" * 5000))
        self.answered(SVT.replace("int i = 0;", "int i = 0; " + "if (1) " * 5000 + ";"))
        self.answered("int " + "*" * 3000 + "g;\n" + SVT)

    def test_every_beginning_of_a_file(self):
        for end in range(0, len(COUNTING), 3):
            self.answered(COUNTING[:end])

    def test_assumptions_that_are_left_aside(self):
        _, messages = read(COUNTING.replace("ASSUME(N <= n)", "ASSUME(q[0] > 3)"), N="2")
        self.assertIn("the assumption 'q[0] > 3' is left aside", [one["message"] for one in messages])

    def test_comments_leave_functions_out(self):
        for comment in ("/* couplet: ignore */\n{}", "// couplet: ignore, it is slow\n{}", "/*\n * couplet: ignore\n */\n{}"):
            with self.subTest(comment):
                text = comment.format(SVT.lstrip())
                said = []
                CReader("program.c", text, {}, said.append).read("")
                self.assertEqual(said, [{"ignored": True}])
                self.assertEqual([one["name"] for one in read(text, "f")[0]], ["f"])


if __name__ == "__main__":
    unittest.main()
