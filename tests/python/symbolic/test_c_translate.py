# SPDX-License-Identifier: Apache-2.0
"""Programs of C, translated and run: what they compute and output, and what is wrong with them."""
import ast
import json
import pathlib
import sys
import unittest
import unittest.mock
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "python"))

from couplet.symbolic.answers import ReadList  # noqa: E402
from couplet.symbolic.c_arguments import claim_of, roles_of  # noqa: E402
from couplet.symbolic.c_mechanism import CFile, CMechanism  # noqa: E402
from couplet.symbolic.c_parse import noise_kind, parse  # noqa: E402
from couplet.symbolic.c_reading import CReader  # noqa: E402
from couplet.symbolic.c_types import CError  # noqa: E402
from couplet.symbolic.errors import NeedsNumber, Refused, Stop  # noqa: E402
from couplet.symbolic.explore import all_ways  # noqa: E402
from couplet.symbolic import loops  # noqa: E402
from couplet.symbolic.loops import Explorer, automaton_of  # noqa: E402
from couplet.symbolic.mechanism import Call  # noqa: E402
from couplet.symbolic.outputs import MARK  # noqa: E402
from couplet.symbolic.run import Draw, Limits, Output  # noqa: E402
from couplet.symbolic.settings import Settings  # noqa: E402

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "examples" / "c"


class Way:
    """What one run did: outputs, in their order, and rates."""

    def __init__(self, run):
        self.outputs = [shown for event in run.events if isinstance(event, Output) for shown in shown_by(event)]
        self.rates = [(event.kind, event.rate) for event in run.events if isinstance(event, Draw)]
        self.messages, self.how = list(run.understood.messages), list(run.understood.outputs)


def shown_by(event):
    """The text, if it is more than a mark, and the reals."""
    if event.text != MARK:
        try:
            yield ast.literal_eval(event.text)
        except (ValueError, SyntaxError):
            yield event.text
    yield from (real.text() for real in event.reals)


def mechanism(text, name=None, private=None, **values):
    """The last function of a file, or the one of this name."""
    program = parse(text, "f.c")
    function = program.functions[name or list(program.functions)[-1]]
    settings = Settings.of({key: json.dumps(value) for key, value in values.items()}, "c")
    if private:
        settings.options["private"] = private
    roles = roles_of(program, function, settings)
    made = CMechanism(CFile(program, function), function, settings, Limits(steps=20_000), roles=roles)
    made.epsilon = settings.epsilon_of([p.name for p in function.parameters])
    return made


def call_of(made):
    return Call(made.roles.private, "list" if made.roles.is_list else "number")


def place_of(error):
    """The line that an error is told with."""
    return getattr(error, "line", 0) or CReader("f.c", "", {}, print)._line_of(error)


def raised(work, *arguments, **values):
    """The error that a call ends with, and its place."""
    try:
        work(*arguments, **values)
    except Stop as error:
        return error, place_of(error)
    return None, 0


def runs(text, name=None, answers=2, private=None, immediate=False, **values):
    """All runs of a function."""
    made = mechanism(text, name, private, **values)

    def start(choices):
        run = made.start(choices)
        run.sites = {} if immediate else None
        return made._within(run, lambda module: made._call_once(run, module, call_of(made), answers))
    return [Way(run) for run in all_ways(start, 1000)]


def outputs(text, *arguments, **keywords):
    return [run.outputs for run in runs(text, *arguments, **keywords)]


def computed(body, before="", **values):
    """What statements print: one run, with no decision on answers."""
    (run,) = runs(f"#include <stdio.h>\n{before}\nvoid f(const double *q, int n) {{ double first = q[0];\n{body}\n}}",
                  **values)
    return "".join(map(str, run.outputs))


class Numbers(unittest.TestCase):
    def test_widths(self):
        self.assertEqual(computed('unsigned u = 0; u--; printf("%u", u);'), "4294967295")
        self.assertEqual(computed('unsigned char c = 250; c += 10; printf("%d", c);'), "4")
        self.assertEqual(computed('uint8_t c = 255; c++; printf("%d", c);'), "0")
        self.assertEqual(computed('size_t z = 0; printf("%d", z - 1 > 0);'), "1")
        self.assertEqual(computed('int a = 3; unsigned b = 2; printf("%d", a - 4 < b);'), "0")
        self.assertEqual(computed('char c = (char)200; printf("%d", c);'), "-56")
        self.assertEqual(computed('long x = 2147483647; x = x + 1; printf("%ld", x);'), "2147483648")

    def test_members_with_a_number_of_bits(self):
        begin = "struct { unsigned done : 1; unsigned count : 2; int low : 3; } s = {0, 3, 0};"
        self.assertEqual(computed(begin + 's.count++; s.done++; s.done++; printf("%d %d", s.count, s.done);'), "0 0")
        self.assertEqual(computed(begin + 's.low = 4; printf("%d %d", s.low, s.count - 4 < 0);'), "-4 1")
        self.assertEqual(computed(begin + 'printf("%d", (int)sizeof(s));'), "4")

    def test_pointer_to_what_is_constant_may_be_moved(self):
        self.assertEqual(computed('const int a[] = {1, 2}; const int *p = a; p++; printf("%d", *p);'), "2")

    def test_overflow_names_the_line(self):
        for body in ("int x = 2147483647;\nx++;", "int x = 65536;\nx = x * x;", "int x = -2147483647 - 1;\nx = -x;"):
            error, place = raised(computed, body + ' printf("%d", x);')
            self.assertRegex(str(error), "does not fit into 'int'")
            self.assertEqual(place, 5)

    def test_division_truncates(self):
        self.assertEqual(computed('printf("%d %d %d", -7 / 2, -7 % 2, 7 / -2);'), "-3 -1 -3")
        self.assertEqual(computed('printf("%g", 1 / 2 + 1.0 / 2);'), "0.5")
        self.assertEqual(computed('double z = 0; printf("%f", 1 / z);'), "inf")

    def test_floats(self):
        self.assertEqual(computed('printf("%d", 0.1 + 0.2 == 0.3);'), "0")
        self.assertEqual(computed('float x = 0.1; printf("%d", x == 0.1);'), "0")
        self.assertEqual(computed('printf("%d %d", (int)2.9, (int)-2.9);'), "2 -2")
        self.assertEqual(computed('printf("%d %.3f %g", (int)floor(-0.5), sqrt(2), round(2.5));'), "-1 1.414 3")

    def test_operators(self):
        self.assertEqual(computed('int i = 1; int j = i++ + ++i; printf("%d %d", i, j);'), "3 4")
        self.assertEqual(computed('int a = 6; a <<= 2; a |= 1; a ^= 3; a &= ~2; printf("%d", a);'), "24")
        self.assertEqual(computed('int a = (1, 2); int b = a > 1 ? 5 : 6; printf("%d", a && !b || b == 5);'), "1")
        self.assertEqual(computed('int n2 = 0; if (0 && n2++) ; printf("%d %d", n2, (int)sizeof(double[3]));'), "0 24")
        self.assertEqual(computed("printf(\"%c%c\", 'a', '\\x41'); putchar('\\n'); puts(\"end\");"), "aA\nend\n")

    def test_dialect_has_exact_numbers(self):
        text = 'void f(float q[], int size, float epsilon) { "CHECK: epsilon"; int x = 0.1; CHECKDP_OUTPUT(q[0] + %s); }'
        self.assertEqual(outputs(text % "x * 3"), [["a0 + 3/10"]])
        with self.assertRaisesRegex(CError, "cut off by C, and is 1/2"):
            outputs(text % "1 / 2")


class Statements(unittest.TestCase):
    def test_switch_falls_through(self):
        body = """for (int i = 0; i < 4; i++) switch (i) { case 0: printf("a"); case 1: printf("b"); break;
                  default: printf("d"); continue; case 2: printf("c"); }"""
        self.assertEqual(computed(body), "abbcdd"[:5])

    def test_loops(self):
        self.assertEqual(computed('int i = 0; do { i += 2; if (i == 4) continue; printf("%d", i); } while (i < 6);'), "26")
        self.assertEqual(computed('for (int i = 0, j = 5; ; i++, j--) { if (i >= j) break; printf("%d", i); }'), "012")

    def test_static_and_globals(self):
        before = "int total; static int next(void) { static int count = 10; return ++count; }"
        text = f"{before}\nint f(double *q, int n) {{ total += 2; next(); return q[0] > 0 ? next() : 0; }}"
        self.assertEqual(outputs(text), [[2, '[return, 12]'], [2, '[return, 0]']])
        self.assertIn("'count' is static", runs(text)[0].messages[0][2])

    def test_pointers_and_arrays(self):
        body = 'int a[3] = {1, 2, 3}; int *p = a + 1; *p++ = 7; p[0] = 8; printf("%d%d%d %d", a[0], a[1], *p, (int)(p - a));'
        self.assertEqual(computed(body), "178 2")
        self.assertEqual(computed('int m[2][3] = {{1, 2, 3}, {4, 5}}; printf("%d%d", m[1][1], m[1][2]);'), "50")
        self.assertEqual(computed('int x = 1; set(&x); printf("%d", x);', "void set(int *p) { *p = 9; }"), "9")
        self.assertEqual(computed("""double *d = malloc(2 * sizeof *d); d[1] = 3; double e[2]; memcpy(e, d + 1, sizeof(double));
                                     printf("%g", e[0]); free(d);"""), "3")
        self.assertEqual(computed('int *z = calloc(3, sizeof(int)); printf("%d", z[2]); char s[] = "ab"; puts(s);'), "0ab\n")

    def test_structures(self):
        before = "typedef struct { int x; double y[2]; } point; enum { RED, BLUE = 5, GREEN };"
        body = """point a = {1, {2, 3}}, b = a, *p = &b; p->x = GREEN; p->y[1] += 1; point c = {.x = 4};
                  printf("%d %g %d %g %d", a.x, a.y[1], b.x, b.y[1], c.x);"""
        self.assertEqual(computed(body, before), "1 3 6 4 4")

    def test_functions(self):
        before = "int twice(int x) { return 2 * x; } int apply(int (*g)(int), int x) { return g(x); }"
        self.assertEqual(computed('printf("%d", apply(twice, 4)); int (*h)(int) = &twice; printf("%d", (*h)(1));', before), "82")
        self.assertEqual(computed('printf("%d", fact(5));', "int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }"), "120")

    def test_macros(self):
        before = """#define TWO 2
#define MOST(a, b) ((a) > (b) ? \\
  (a) : (b))
#ifdef TWO
#define FOUR (TWO * 2)
#else
#error no
#endif
#if FOUR_OF && defined(TWO) || TWO > 1
int three(void) { return 3; }
#endif"""
        self.assertEqual(computed('printf("%d %d", MOST(three(),\n FOUR), FOUR /* TWO */);', before), "4 4")


class Outputs(unittest.TestCase):
    def test_final_contents_of_an_output_array(self):
        text = """void f(double *q, int n, double epsilon, int *out) {
                    for (int i = 0; i < n; i++) { out[i] = 5; out[i] = q[i] + laplace(1 / epsilon) > 0; } }"""
        self.assertEqual(outputs(text), [[1, 1], [1, 0], [0, 1], [0, 0]])
        with self.assertRaises(ReadList):
            outputs(text, immediate=True)
        self.assertEqual(outputs(text.replace("out[i] = 5; ", ""), immediate=True), [[1, 1], [1, 0], [0, 1], [0, 0]])

    def test_returned_arrays_and_structures(self):
        text = """struct r { int index; double *v; };
                  double *f(double *q, int n, double epsilon) { double *v = malloc(n * sizeof(double));
                    for (int i = 0; i < n; i++) v[i] = q[i] + Lap(1 / epsilon); return v; }"""
        self.assertEqual(outputs(text), [["a0 + z0", "a1 + z1"]])

    def test_answers_that_are_changed_in_place(self):
        text = "void f(double *q, size_t len, double eps) { for (size_t i = 0; i < len; ++i) q[i] += Lap(1 / eps); }"
        self.assertEqual(outputs(text, answers=1), [["a0 + z0"]])

    def test_printf(self):
        text = 'void f(double q[], int n, double eps) { printf("%d: %f\\n", n, q[0] + Lap(1 / eps)); fprintf(stderr, "x"); }'
        self.assertEqual(outputs(text), [["2: ", "a0 + z0", "\n", "x"]])

    def test_exit_ends_the_run(self):
        self.assertEqual(outputs("void f(double q[], int n) { if (q[0] > 1) exit(3); puts(\"on\"); }"), [["exit 3"], ["on\n"]])

    def test_lines_are_told(self):
        run = runs("int f(double q[], int n, double eps)\n{\n  return q[0] +\n    Lap(1 / eps) > 0;\n}")[0]
        self.assertEqual(run.how, [(3, "return")])


class Noise(unittest.TestCase):
    def test_names(self):
        for name, kind in (("Lap", "laplace"), ("sample_laplace", "laplace"), ("laplace_noise", "laplace"),
                           ("rlaplace", "laplace"), ("discrete_laplace", "discrete-laplace"),
                           ("exponential", "exponential"), ("exp", None), ("overlap", None), ("collapse", None)):
            self.assertEqual(noise_kind(name), kind, name)

    def test_location_and_scale(self):
        text = "double f(double *q, int n, double eps) { return laplace(q[0], 2 / eps); }"
        run = runs(text)[0]
        self.assertEqual((run.outputs, run.rates), (["a0 + z0"], [("laplace", Fraction(1, 2))]))

    def test_scale_in_floats(self):
        text = "float f(float *q, int n, float eps) { float b = 0.1; return q[0] + Lap(b / eps) + Lap(1.0 / 3 / eps); }"
        self.assertEqual([rate for _, rate in runs(text)[0].rates], [10, 3])

    def test_defined_functions_are_run(self):
        text = "double Lap(double b) { return 0.0; }\ndouble f(double *q, int n, double eps) { return q[0] + Lap(1 / eps); }"
        self.assertEqual(outputs(text), [["a0"]])

    def test_declared_noise(self):
        text = """/* couplet: noise laplace(b) */
                  double mine(int seed, double b) { return b * rand(); }
                  double f(double *q, int n, double eps) { return q[0] + mine(3, 4 / eps); }"""
        run = runs(text)[0]
        self.assertEqual((run.outputs, run.rates[0][1]), (["a0 + z0"], Fraction(1, 4)))
        self.assertIn("believed", run.messages[0][2])
        self.assertEqual([f.name for f in parse(text, "f.c").drawing()], ["f"])

    def test_shadowdp(self):
        text = """int f(float epsilon, int size, float q[]) { "ALL_DIFFER; assume(size > 0);"; "q: <*, *>; size: <0, 0>";
                  int x = q[0] + Lap(2 / epsilon, "ALIGNED; 1"); return x; }"""
        run = runs(text)[0]
        self.assertEqual((run.outputs, run.rates[0][1], run.messages[0][0]), (["a0 + z0"], Fraction(1, 2), "warning"))


def roles(text, **options):
    """The roles of the function f."""
    program = parse(text, "f.c")
    return roles_of(program, program.functions["f"], Settings(options=options, language="c"))


def claim(text, **values):
    program = parse(text, "f.c")
    return claim_of(program, program.functions["f"], "epsilon", Settings.of(values, "c"))


class Arguments(unittest.TestCase):
    def test_private(self):
        for head, private in (("double *out, const double *q, double *T, int n", "q"), ("double *q, double *T, int n", "q")):
            text = f"void f({head}) {{ for (int i = 0; i < n; i++) q[i] > T[i] ? g(1) : g(0); }}"
            self.assertEqual(roles(text).private, private)
        found = roles("double g(double *v, int i) { return *(v + i); }\nvoid f(double *out, double *x, int m) "
                      "{ for (int i = 0; i < m; i++) out[i] = g(x, i); }")
        self.assertEqual((found.private, found.length), ("x", "m"))
        with self.assertRaisesRegex(CError, "no array of 'f' is read; -o c.private=NAME"):
            roles("void f(int x) { }")
        with self.assertRaisesRegex(CError, "has no parameter 'z'"):
            roles("void f(int x) { }", private="z")
        with self.assertRaisesRegex(CError, "'a' is private here, and -o c.private=b says another"):
            roles('void f(double *a, double *b) { "TYPES: a: <*, *>"; }', private="b")

    def test_values(self):
        text = """struct s { double t; int c[2]; };
                  int f(double *q, int n, struct s *state, double T[]) { state->t = 3; return q[0] > T[1] + state->c[1]; }"""
        run = runs(text, private="q", state={"c": [1, 2]}, T=[0, 5.5])[0]
        self.assertEqual(run.outputs, [3, '[return, 1]'])
        with self.assertRaisesRegex(Refused, r"the argument 'T' needs a value: -D T="):
            runs(text.replace("q[0] >", "3 >"), private="q", state={"c": [1, 2]})
        with self.assertRaisesRegex(CError, "has no member 'd'"):
            runs(text, private="q", state={"d": 1})
        with self.assertRaisesRegex(CError, "its value is a list"):
            runs("int f(double *q, int n, int c) { return c; }", private="q", c=[1])

    def test_claim_and_assumptions(self):
        text = 'void f(float q[], int n, float epsilon, int N) { "PRECONDITION: ONE_DIFFER; ASSUME(N > 1)"; "CHECK: N * epsilon"; }'
        self.assertEqual(claim(text, N="3"), 3)
        self.assertEqual(parse(text, "f.c").functions["f"].annotations.adjacency, "one")
        with self.assertRaisesRegex(CError, "needs a value of 'N'"):
            claim(text)
        self.assertIn("does not hold", runs(text, private="q", N=1)[0].messages[0][2])
        for said, message in (("2", "not a multiple of epsilon"), ("2 *", "no expression of C"),
                              ("epsilon % 2", "not a multiple of epsilon")):
            with self.assertRaisesRegex(CError, message):
                claim(text.replace("N * epsilon", said))


#: What stands in a function of (double *q, int n, double epsilon), and what is said of it.
ERRORS = [
    ("int a[2]; a[2] = 1;", "element 2 of 'a' is used, which has 2"),
    ("double x = q[5];", "element 5 of 'q' is used, which has 2"),
    ("double x = q[-1];", "element -1 of 'q'"),
    ("int *p = NULL; *p = 1;", "NULL is followed"),
    ("int *p = malloc(4); free(p); *p = 1;", "used after it was freed"),
    ("int x; free(&x);", "freed that was not allocated"),
    ("int x; x++; g(x);", "'x' has no value here"),
    ("y = 1;", "'y' is not declared here"),
    ("double y = z;", "'z' is not declared here"),
    ("const int c = 1; c = 2;", "'c' is constant"),
    ("int a[2], b[2]; a = b;", "assigned to an array"),
    ("3 = 4;", "assigned to what is not a variable"),
    ("-n = 4;", "assigned to what is not a variable"),
    ("int x = 1 / 0;", "a division by 0"),
    ("int x = 1 % 0;", "a division by 0"),
    ("double x = q[0] / 0;", "a division by 0"),
    ("int x = 1 << 40;", "a shift by 40"),
    ("int x = 2.5 % 2;", "'%' on what is not a whole number"),
    ("int x = q[0];", "is cut off to a whole number of type 'int'"),
    ("int x = (int)(q[0] + Lap(1 / epsilon));", "is cut off to a whole number"),
    ("int x = 1e10;", "does not fit into 'int'"),
    ("double x = floor(q[0]);", "'floor' of a private value"),
    ("double x = pow(q[0], 2);", "a power of a private value"),
    ("int a[3]; a[1.5] = 0;", "an index is not a whole number"),
    ("int a[-1];", "an array of -1 elements"),
    ("int a[2] = {1, 2, 3};", "a value too many for 'a'"),
    ("goto in; { in: ; }", "'goto' into a block is not followed"),
    ("union { int a; } u;", "a union is not followed"),
    ("struct { int a : 40; } u;", "a member of 40 bits"),
    ("struct { double a : 3; } u;", "a member of 3 bits of type 'double'"),
    ("double *const p = 0; p = 0;", "'p' is constant"),
    ("real x;", None),
    ("unsigned float x;", "the type 'unsigned float' is not known"),
    ("send(q[0]);", "'send' is neither defined in the file nor known"),
    ("double x = lrand48();", "couplet: noise laplace"),
    ("double x = gaussian(1);", "draws noise that cannot be followed"),
    ("double x = Lap();", "'Lap' has 0 arguments"),
    ("double x = Lap(q[0]);", "the scale of 'Lap' depends on a private answer"),
    ("double x = Lap(\"a\");", "the scale of 'Lap' is not a number"),
    ("double x = g();", "'g' has 1 parameters and gets 0"),
    ("n();", "what is called is not a function"),
    ("n[0];", "what is not a pointer"),
    ("n.x = 1;", "no structure"),
    ("struct { int a; } u; u.b = 1;", "has no member 'b'"),
    ("int *p = &n, *r = &n; struct { int a; } u; int x = u + 1;", "'\\+' on what is not a number"),
    ("int a, b; int x = &a < &b;", "not to elements of one array"),
    ("int *p = 3;", "becomes 'int \\*'"),
    ("int x = *\"ab\" + *printf;", None),
    ("int x = g(1) + h(1);", "a value that is not there"),
    ("h(h(1));", "a value that is not there is passed on"),
    ("printf();", "'printf' without a text"),
    ('printf("%d");', "fewer values than its text"),
    ('printf("%d", 1, 2);', "more values than its text"),
    ('printf("%*d", 1);', "a width of '\\*'"),
    ('printf("%p", q);', "a pointer is printed"),
    ("int x = strlen(q);", "not an array of characters"),
    ("malloc(-1);", "bytes of memory are asked for"),
    ("int a[1]; memset(a, 1, 4);", "to another value than 0"),
    ("sqrt(1, 2);", "'sqrt' gets 2 arguments"),
    ("fabs(1, 2);", "'fabs' gets 2 arguments; expected 1"),
    ("for (;;) ;", "more than 20000 steps"),
    ("return 1;", "'f' is void and returns a value"),
    ("long x = 99999999999999999999;", "too large for every type"),
    ("double x = epsilon + q[0];", "epsilon is added to a private value"),
]

#: Texts that are no program.
NO_PROGRAM = [
    ("int f( { }", "no C: found '{'", 1), ("int f(void) {", "the file ends inside", 1),
    ("int f(void) { /* }", "a comment without an end", 1), ("char *s = \"a;", "a text without an end", 1),
    ("#if 1\nint x;", "#if without #endif", 2), ("#endif", "#endif without #if", 1),
    ("#error stop", "#error stop", 1), ("#import <a>", "#import is not known", 1),
    ("#define\nint x;", "#define without a name", 1), ("#define S(x) #x", "makes texts or names by '#'", 1),
    ("#if f(2).x\n#endif", "this condition of #if is not followed", 1),
    ("#define M(x) x\nint y = M(1, 2);", "'M' has 1 parameters and gets 2", 2),
    ("#define M(x) x\nint y = M(1;", "the macro 'M' has no '\\)'", 2),
    ("#define A(x) x x x x x x x x x x\n#define B(x) A(A(A(A(x))))\nint y = B(B(1));", "macros expand to too much", 3),
    ("int f(void) { }\nint f(void) { }", "'f' is defined twice", 2),
    ("int f(a) int a; { }", "types after them", 1), ("int f(int a, ...) { }", "with '...' is not read", 1),
    ("#define ABC 1\nint f(void) { return ABC + @; }", "no C: illegal character", 2),
    ("// couplet: noise laplace\nint f(int b) { }", "expected 'noise laplace\\(b\\)'", 1),
    ("// couplet: noise laplace(c)\nint f(int b) { }", "'f' has no parameter 'c'", 1),
    ('int f(int b) { "TYPES: c: <0, 0>"; }', "no parameter 'c'", 1),
    ('int f(int b) { "TYPES: b: <1, 0>"; }', "the distance '<1, 0>' is not read", 1),
    ('int f(int b, int c) { "TYPES: b: <*, *>; c: <*, *>"; }', "'c' is private beside 'b'", 1),
    ('int f(int b) { "SOME_DIFFER"; }', "the annotation 'SOME_DIFFER' is not read", 1),
    ('int f(int b) { "ALL_DIFFER; ONE_DIFFER"; }', "how answers differ is said twice", 1),
    ('int f(int b) { "CHECK: 1"; "CHECK: 2"; }', "several claims", 1),
]


def states(text, name, **values):
    """How many states there are at requests for answers, where they come back."""
    made, explored = mechanism(text, name, **values), []

    class Recorded(Explorer):
        def explore(self):
            explored.append(self)
            super().explore()
    with unittest.mock.patch.object(loops, "Explorer", Recorded):
        automaton, reason = automaton_of(made, call_of(made))
    assert automaton is not None or "states" not in reason, reason
    return len(explored[-1].states)


class States(unittest.TestCase):
    def test_states_come_back(self):
        text = (EXAMPLES / "checkdp.c").read_text()
        for name, number, values in (("svt", 2, {"NN": 2}), ("gap_svt", 3, {"NN": 3}),
                                     ("adaptive_svt", 1, {"NN": 1})):
            self.assertEqual(states(text, name, T=0, **values), number)

    def test_outputs_by_pointer(self):
        text = """int above(double x, double t) { return x > t; }
                  void f(const double *q, size_t n, double epsilon, bool *out) {
                    double t = Lap(2 / epsilon), noisy; size_t i;
                    for (i = 0; i != n; ++i) { noisy = Lap(4 / epsilon) + q[i]; out[i] = above(noisy, t); } }"""
        self.assertEqual(states(text, "f"), 2)
        self.refuse(text.replace("noisy = Lap", "noisy += Lap").replace("noisy;", "noisy = 0;", 1))

    def refuse(self, text):
        made = mechanism(text, "f")
        automaton, reason = automaton_of(made, call_of(made))
        self.assertTrue(automaton is None and reason)

    def test_names_that_hide_others(self):
        self.refuse("""void f(double *q, int n, double epsilon) { double x = 0; for (int i = 0; i < n; i++) {
                         if (x + q[i] >= 0) CHECKDP_OUTPUT(1); x = Lap(1 / epsilon) + x; { double x = 3; x = 4; } } }""")

    def test_where_the_run_is(self):
        text = """void f(double *q, int n) { int i = 0, j = 0;
                    while (i < n) { j = q[i] >= 0; i++; if (i < n) { j = 0; q[i] >= 0; i++; } } }"""
        self.assertEqual(states(text, "f"), 2)

    def test_a_length_that_is_computed_with(self):
        for body in ("int k = n * 2;", "if (n) ;", "double x = n;", "if (n > q[0]) ;"):
            with self.subTest(body):
                self.refuse(f"void f(double *q, int n) {{ for (int i = 0; i < n; i++) {{ q[i] >= 0; }} {body} }}")

    def test_answers_that_are_not_the_next(self):
        for index in ("i + 1", "i - 1", "0", "n - 1 - i"):
            with self.subTest(index):
                self.refuse("void f(double *q, int n) { for (int i = 0; i < n; i++) { q[i] >= 0; "
                            f"if (i > 2) q[{index}] > 1; }} }}")


    def test_answers_by_their_numbers(self):
        text = """void f(const double *q, int n, double epsilon) { double t = Lap(2 / epsilon); CHECKDP_OUTPUT(q[0] + Lap(4 / epsilon) > t);
                    for (int i = 1; i < n; i++) { CHECKDP_OUTPUT(q[%s] + Lap(4 / epsilon) > t); } }"""
        self.assertEqual(states(text % "i", "f"), 2)
        self.refuse(text % "0")
        self.refuse(text % "n - i")
        self.assertEqual(states(text.replace("q[0]", "*q++").replace("q[%s]", "*q++"), "f"), 2)

    def test_variables_that_are_dead_where_an_answer_is_asked_for(self):
        text = """void f(const double *q, int n, double epsilon) { double t = Lap(2 / epsilon), x = 0, y = 0;
                    for (int i = 0; i < n; i++) { %s } }"""
        for body in ("x = q[i] + Lap(4 / epsilon); CHECKDP_OUTPUT(x > t);", "y = 1; do { x = q[i] + Lap(4 / epsilon); if (x > t) continue; y = 2; } while (0); CHECKDP_OUTPUT(y);"):
            with self.subTest(body):
                self.assertLess(states(text % body, "f"), 3)
        self.refuse(text % "CHECKDP_OUTPUT(q[i] + Lap(4 / epsilon) > y); y = Lap(1 / epsilon) + y;")


class Errors(unittest.TestCase):
    def test_runs(self):
        before = "int g(int x) { return x; } void h(int x) { } int loop(int x) { return loop(x); }\n"
        for body, message in ERRORS:
            if message is None:
                continue
            with self.subTest(body):
                text = f"{before}void f(double *q, int n, double epsilon) {{ if (n < 0) n = q[0] > 0;\n{body} }}"
                error, place = raised(runs, text, "f", private="q")
                self.assertRegex(str(error), message)
                self.assertEqual(place, 3)

    def test_places_of_what_values_raise(self):
        error, place = raised(runs, "int f(double *q, int n) {\n  return\n    1 + q[0] * q[1] > 0; }")
        self.assertIsInstance(error, Refused)
        self.assertEqual(place, 3)
        with self.assertRaises(NeedsNumber):
            runs("int f(double *q, int n, double eps) { return q[0] > exp(eps); }")

    def test_texts(self):
        for text, message, line in NO_PROGRAM:
            with self.subTest(text), self.assertRaisesRegex(CError, message) as caught:
                parse(text, "f.c")
            self.assertEqual((caught.exception.file, caught.exception.line), ("f.c", line), text)


class Mechanisms(unittest.TestCase):
    def test_examples_run(self):
        values = {"N": 2, "NN": 2, "M": 2, "c": 2, "T": 1, "low": 0, "high": 5}
        for file in sorted(EXAMPLES.glob("*.c")):
            program = parse(file.read_text(), file.name)
            self.assertGreater(len(program.drawing()), 5, file)
            for name in (function.name for function in program.drawing()):
                given = {key: value for key, value in values.items() if program.functions[name].parameter(key)}
                if name == "algorithm_1" and file.name == "variants.c":
                    given["T"] = [1, 1]
                with self.subTest(f"{file.name}::{name}"):
                    made = runs(file.read_text(), name, **given)
                    self.assertTrue(all(run.outputs and run.rates for run in made))

    def test_budget_in_multiples_of_epsilon(self):
        made = runs((EXAMPLES / "checkdp.c").read_text(), "adaptive_svt", answers=3, T=0, NN=1)
        self.assertEqual({len(run.outputs) for run in made}, {1, 2, 3})

    def test_smart_sum(self):
        (run,) = runs((EXAMPLES / "checkdp.c").read_text(), "smart_sum", answers=4, T=3, M=2)
        self.assertEqual(run.outputs, ["a0 + z0", "a1 + a0 + z1", "a2 + a1 + a0 + z1 + z2", "a3 + a2 + z3"])


if __name__ == "__main__":
    unittest.main()
