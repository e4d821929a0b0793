# SPDX-License-Identifier: Apache-2.0
"""Programs for test_c.py: variations of one that is right."""

BASE = """void f(float q[], int n, float T, float epsilon)
{
  float limit = T + Lap(2 / epsilon);
  int i = 0;
  while (i < n) {
    float noisy = q[i] + Lap(4 / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(1);
      break;
    }
    CHECKDP_OUTPUT(0);
    i++;
  }
}
"""


def vary(*changes):
    """BASE with each (old, new) of changes, which come in pairs."""
    text = BASE
    for old, new in zip(changes[::2], changes[1::2]):
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    return text


HEAD = "void f(float q[], int n, float T, float epsilon)\n{\n"
LIMIT = "float limit = T + Lap(2 / epsilon);"
NOISY = "float noisy = q[i] + Lap(4 / epsilon);"
TEST = "if (noisy >= limit) {"
FIRST, LAST = "CHECKDP_OUTPUT(1);", "CHECKDP_OUTPUT(0);"
LOOP = "int i = 0;\n  while (i < n) {"
FOR = "for (int i = 0; i < n; i++) {"
STEP = "    i++;\n"


def counting(*changes):
    """A loop with a count, as CheckDP's examples have it; with changes."""
    text = """void f(float q[], int n, float T, float epsilon, int N)
{
  "TYPES: q: <*, *>; n: <0, 0>; T: <0, 0>; epsilon: <0, 0>; N: <0, 0>";
  "PRECONDITION: ALL_DIFFER; ASSUME(N > 0); ASSUME(N <= n); ASSUME(T <= 10)";
  "CHECK: epsilon";
  float limit = T + Lap(2 / epsilon);
  int i = 0, count = 0;
  while (count < N && i < n) {
    float eta = Lap(4 * N / epsilon);
    if (q[i] + eta >= limit) {
      CHECKDP_OUTPUT(1);
      count = count + 1;
    } else {
      CHECKDP_OUTPUT(0);
    }
    i = i + 1;
  }
}
"""
    for old, new in zip(changes[::2], changes[1::2]):
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    return text


def svt(threshold="lap(2/eps)", noise="lap(4/eps)", above="output top; halt;", top="",
        below="output bot;", relation=">="):
    """The same mechanism, written by hand in the language of .svt."""
    return ("mechanism m() {\n%s  threshold x = public + %s;\n  loop {\n    q = private + %s;\n"
            "    if q %s x { %s } else { %s }\n  }\n}\n"
            % (top, threshold, noise, relation, above, below))


def svt_count(n, above="output top;", noise="lap(%d/eps)", top=""):
    """... that stops after n answers."""
    return ("mechanism m() {\n%s  threshold x = public + lap(2/eps);\n  int c = 0;\n  loop {\n"
            "    q = private + %s;\n    if q >= x { c = c + 1; %s if c >= %d { halt; } }\n"
            "    else { output bot; }\n  }\n}\n"
            % (top, noise % (4 * n) if "%" in noise else noise, above, n))


MAX = """int f(float q[], int n, float epsilon)
{
  int best = 0, i = 0;
  float most = 0;
  while (i < n) {
    float eta = Lap(2 / epsilon);
    if (q[i] + eta > most || i == 0) {
      best = i;
      most = q[i] + eta;
    }
    i = i + 1;
  }
  CHECKDP_OUTPUT(best);
}
"""
SVT_ALL = ("mechanism m() {\n  threshold x = public + lap(0);\n"
           "  %s {\n    q = private + lap(2/eps);\n    output q;\n  }\n}\n")
SVT_MAX = "mechanism m() { output argmax(3, private + lap(2/eps)); }\n"

ADAPTIVE = """void f(float q[], int n, float T, float epsilon, int N)
{
  float limit = T + Lap(2 / epsilon);
  float spent = 2 * N * epsilon;
  int i = 0;
  while (i < n) {
    float far = q[i] + Lap(8 * N / epsilon);
    if (far - limit >= 16) {
      CHECKDP_OUTPUT(far - limit);
      spent = spent + epsilon;
    } else {
      float near = q[i] + Lap(4 * N / epsilon);
      if (near - limit >= 0) {
        CHECKDP_OUTPUT(near - limit);
        spent = spent + 2 * epsilon;
      } else {
        CHECKDP_OUTPUT(0);
      }
    }
    i = i + 1;
    if (spent > 4 * N * epsilon - 2 * epsilon) {
      break;
    }
  }
}
"""
SVT_ADAPTIVE = """mechanism m(n = 2) {
  sampling shared;
  threshold x = public + lap(2/eps);
  int spent = 2*n;
  loop {
    q = private + -16 + lap(8*n/eps);
    if q >= x { output q - x; spent = spent + 1; }
    else {
      r = again + lap(4*n/eps);
      if r >= x { output r - x; spent = spent + 2; } else { output zero; }
    }
    if spent > 4*n - 2 { halt; }
  }
}
"""

N2, N3 = ["-D", "N=2"], ["-D", "N=3"]

# name, text, options, verdict, least d, the same mechanism as .svt
READ = [
    ("plain", BASE, [], "private", "1", svt()),
    ("turned round", vary(TEST, "if (limit <= noisy) {"), [], "private", "1", svt()),
    ("negated", vary(TEST, "if (!(noisy < limit)) {"), [], "private", "1", svt()),
    ("difference with offsets", vary(TEST, "if (noisy - 3 >= limit + 2 * T) {"), [], "private", "1",
     svt(noise="-3 + lap(4/eps)")),
    ("all in the condition",
     vary(NOISY, "", TEST, "if (q[i] + Lap(4 / epsilon) - limit > 0) {"), [], "private", "1", svt()),
    ("negative threshold", vary(TEST, "if (-noisy <= -limit) {"), [], "private", "1", svt()),
    ("first below", vary(TEST, "if (noisy < limit) {"), [], "private", "1", svt(relation="<")),
    ("a for loop", vary(LOOP, FOR, STEP, ""), [], "private", "1", svt()),
    ("a for loop with an index declared before",
     vary(LOOP, "int i;\n  for (i = 0; i < n; i++) {", STEP, ""), [], "private", "1", svt()),
    ("a for loop without end",
     vary(LOOP, "int i = 0;\n  for (;;) {"), [], "private", "1", svt()),
    ("a for loop of several conditions",
     counting("  int i = 0, count = 0;\n  while (count < N && i < n) {",
              "  int count = 0;\n  for (int i = 0; count < N && i < n; i += 1) {",
              "    i = i + 1;\n", ""), N2, "private", "1", svt_count(2)),
    ("continue in a for loop",
     vary(LOOP, FOR, STEP, "", TEST, "if (noisy < limit) {\n      CHECKDP_OUTPUT(0);\n      continue;"
          "\n    }\n    {", "    }\n    CHECKDP_OUTPUT(0);\n", "    }\n"), [], "private", "1", svt()),
    ("while (1)", vary("while (i < n)", "while (1)"), [], "private", "1", svt()),
    ("while (true)", vary("while (i < n)", "while (true)"), [], "private", "1", svt()),
    ("given number of answers", BASE, ["-D", "n=4"], "private", "1",
     svt().replace("loop", "repeat 4")),
    ("count", counting(), N3, "private", "1", svt_count(3)),
    ("count with half the noise", counting("4 * N", "2 * N"), N2, "private", "3/2",
     svt_count(2, noise="lap(4/eps)")),
    ("count with the noise of one", counting("4 * N", "4"), N2, "private", "3/2",
     svt_count(2, noise="lap(4/eps)")),
    ("rising", counting("ALL_DIFFER", "INCREASING"), N2, "private", "3/4",
     svt_count(2, top="  queries monotonic;\n")),
    ("falling", counting("ALL_DIFFER", "DECREASING"), N2, "private", "3/4",
     svt_count(2, top="  queries monotonic;\n")),
    ("one differs", counting("ALL_DIFFER", "ONE_DIFFER"), N2, "private", "1/8",
     svt_count(2, top="  queries one;\n")),
    ("adjacency by option", counting(), N2 + ["-o", "c.adjacency=monotonic"], "private", "3/4",
     svt_count(2, top="  queries monotonic;\n")),
    ("gap", counting("CHECKDP_OUTPUT(1)", "CHECKDP_OUTPUT(q[i] + eta - limit)"), N2, "private", "1",
     svt_count(2, above="output q - x;")),
    ("noisy value", counting("CHECKDP_OUTPUT(1)", "CHECKDP_OUTPUT(q[i] + eta)"), N2, "not-private",
     "infinite", svt_count(2, above="output q;")),
    ("fresh value", counting("CHECKDP_OUTPUT(1)", "CHECKDP_OUTPUT(q[i] + Lap(4 * N / epsilon))"),
     N2, "private", "5/4", svt_count(2, above="output fresh lap(8/eps);")),
    ("no end", counting("count < N && ", ""), N2, "not-private", "infinite",
     svt(noise="lap(8/eps)", above="output top;")),
    ("no noise on answers", counting("Lap(4 * N / epsilon)", "0"), N2, "not-private", "infinite",
     svt_count(2, noise="lap(0)")),
    ("noise is 0.0", counting("Lap(4 * N / epsilon)", "0.0"), N2, "not-private", "infinite",
     svt_count(2, noise="lap(0)")),
    ("no noise on the threshold", vary(LIMIT, "float limit = T;", "break;\n    }\n    " + LAST, "} else\n      " + LAST), [], "not-private",
     "infinite", svt(threshold="lap(0)", above="output top;")),
    ("threshold redrawn", vary(NOISY, NOISY + "\n    limit = T + Lap(2 / epsilon);", "break;\n    }\n    " + LAST, "} else\n      " + LAST),
     [], "not-private", "infinite",
     "mechanism m() {\n  loop {\n    threshold x = public + lap(2/eps);\n    q = private + lap(4/eps);"
     "\n    if q >= x { output top; } else { output bot; }\n  }\n}\n"),
    ("threshold redrawn after each answer above",
     counting("count = count + 1;", "count = count + 1;\n      limit = T + Lap(2 * N / epsilon);",
              "Lap(2 / epsilon)", "Lap(2 * N / epsilon)"), N2, "private", "1",
     "mechanism m() {\n  threshold x = public + lap(4/eps);\n  int c = 0;\n  loop {\n"
     "    q = private + lap(8/eps);\n    if q >= x { output top; c = c + 1; if c >= 2 { halt; }\n"
     "      threshold x = public + lap(4/eps); } else { output bot; }\n  }\n}\n"),
    ("noisy max", MAX, [], "private", "1", SVT_MAX),
    ("noisy max of a given number", MAX, ["-D", "n=7"], "private", "1", SVT_MAX),
    ("noisy max, returned", MAX.replace("CHECKDP_OUTPUT(best)", "return best"), [], "private", "1",
     SVT_MAX),
    ("noisy max with the first round first",
     MAX.replace("q[i] + eta > most || i == 0", "i == 0 || q[i] + eta > most"), [], "private", "1",
     SVT_MAX),
    ("noisy max from below all",
     MAX.replace(" || i == 0", "").replace("most = 0", "most = -INFINITY"), [], "private", "1",
     SVT_MAX),
    ("the largest answer itself", MAX.replace("best = i", "best = q[i] + eta"), [], "not-private",
     "infinite", SVT_ALL % "loop"),
    ("the largest of three itself", MAX.replace("best = i", "best = q[i] + eta"), ["-D", "n=3"],
     "private", "3/2", SVT_ALL % "repeat 3"),
    ("the largest of two itself, of which one differs",
     MAX.replace("      best = i;\n", "").replace("OUTPUT(best)", "OUTPUT(most)")
     .replace("int best = 0, i = 0", "int i = 0"), ["-D", "n=2", "-o", "c.adjacency=one"], "private",
     "1/2", "queries one;\n" + SVT_ALL % "repeat 2"),
    ("noisy max of counts", MAX, ["-o", "c.adjacency=monotonic"], "private", "1/2",
     SVT_MAX.replace("{ ", "{ queries monotonic; ")),
    ("budget", ADAPTIVE, N2, "private", "1", SVT_ADAPTIVE),
    ("budget by updates",
     ADAPTIVE.replace("spent = spent + epsilon", "spent += epsilon")
     .replace("spent = spent + 2 * epsilon", "spent += 2 * epsilon"), N2, "private", "1",
     SVT_ADAPTIVE),
    ("budget that is left",
     ADAPTIVE.replace("float spent = 2 * N * epsilon", "float left = 2 * N * epsilon")
     .replace("spent = spent + epsilon", "left -= epsilon")
     .replace("spent = spent + 2 * epsilon", "left -= 2 * epsilon")
     .replace("spent > 4 * N * epsilon - 2 * epsilon", "left < 2 * epsilon"), N2, "private", "1",
     SVT_ADAPTIVE),
    ("budget in the condition of the loop",
     ADAPTIVE.replace("while (i < n)", "while (i < n && spent <= 4 * N * epsilon - 2 * epsilon)")
     .replace("    if (spent > 4 * N * epsilon - 2 * epsilon) {\n      break;\n    }\n", ""), N2,
     "private", "1", SVT_ADAPTIVE),
    ("a number by #define", "#include <stdio.h>\n#define S 4 // scale\n" + vary("Lap(4", "Lap(S"), [],
     "private", "1", svt()),
    ("a number by const", "static const int S = 8;\n" + vary("Lap(4", "Lap(S"), [], "private", "3/4",
     svt(noise="lap(8/eps)")),
    ("a part of epsilon",
     vary(LIMIT, "const float part = epsilon / 2;\n  float limit = T + Lap(1 / part);"), [],
     "private", "1", svt()),
    ("casts that change nothing",
     vary("Lap(4 / epsilon)", "Lap((float)4 / (double)epsilon)", "int i = 0", "int i = (int)0"), [],
     "private", "1", svt()),
    ("a private number",
     'float f(float x, float epsilon)\n{\n  "TYPES: x: <*, *>";\n  return x + Lap(1 / epsilon);\n}\n',
     [], "private", "1", "mechanism m() {\n  threshold x = public + lap(0);\n"
     "  q = private + lap(1/eps);\n  output q;\n}\n"),
    ("a pointer to the answers", vary("float q[]", "const float *q"), [], "private", "1", svt()),
    ("thresholds for each", vary("float T", "float T[]", LIMIT, "float rho = Lap(2 / epsilon);", TEST,
                                 "if (noisy >= T[i] + rho) {", "float q[]", "float q[]"),
     ["-o", "c.private=q"], "private", "1", svt()),
    ("a conditional expression",
     vary(TEST + "\n      " + FIRST + "\n      break;\n    }\n    " + LAST,
          "CHECKDP_OUTPUT(noisy < limit ? 0 : 1);\n    if (noisy >= limit) break;"), [], "private",
     "1", svt()),
    ("a comparison in a bool",
     vary(NOISY, NOISY + "\n    bool above = noisy >= limit;", TEST, "if (above) {"), [], "private",
     "1", svt()),
    ("a flag", vary("  while (i < n)", "  bool found = false;\n  while (i < n && !found)",
                    "break;\n    }\n    " + LAST, "found = true;\n    } else\n      " + LAST), [],
     "private", "1", svt()),
    ("comments and blanks",
     vary(LIMIT, "float /* a */ limit = T // '\"'\n\t+ Lap(2 /* x\n y */ / epsilon);"), [],
     "private", "1", svt()),
    ("carriage returns", BASE.replace("\n", "\r\n"), [], "private", "1", svt()),
    ("byte order mark", "\ufeff" + BASE, [], "private", "1", svt()),
    ("other functions", "int g(int *p) { return *p++; }\n" + BASE + "int main(void) { goto x; x: ; }\n",
     [], "private", "1", svt()),
    ("a variable that gets its value in both branches",
     vary(LAST, "int shown;\n    if (T > 0) shown = 1; else shown = 2;\n    " + LAST), ["-D", "T=1"],
     "private", "1", svt()),
]

def value(text):
    """BASE with a value in a variable of its own, on line 3."""
    return BASE.replace("{\n", "{\n  float v = %s;\n" % text, 1)


def statement(text, *changes):
    """BASE with a statement on line 3."""
    return vary(*changes).replace("{\n", "{\n  %s\n" % text, 1)


# name, text, line:column, part of the message
REFUSED = [
    # no C, or none that is read
    ("no C", BASE.replace("while (i < n) {", "while (i < n {"), "5:16", "no C: found '{'"),
    ("an end that is missing", BASE[:-2], "14:1", "no C: the file ends inside"),
    ("an unknown type", BASE.replace("float T", "real_t T"), "1:26", "no C: found 'real_t'"),
    ("a letter that C has not", BASE.replace("Lap(2 /", "Lap(2 @"), "3:27", "no C: "),
    ("an octal number", BASE.replace("Lap(4", "Lap(010"), "6:30", "a number that is octal"),
    ("a hexadecimal number", BASE.replace("Lap(4", "Lap(0x10"), "6:30", "a number that is octal"),
    ("an unsigned number", BASE.replace("Lap(4", "Lap(4u"), "6:30", "an unsigned number"),
    ("a letter as a number", BASE.replace("OUTPUT(0)", "OUTPUT('0')"), "11:20", "a letter or text"),
    ("a text as a value", BASE.replace("OUTPUT(0)", 'OUTPUT("no")'), "11:20", "a text is not read"),
    ("a comment without an end", BASE + "/* ", "15:1", "a comment without an end"),
    ("a text without an end", BASE.replace("OUTPUT(0)", 'OUTPUT("0)'), "11:20",
     "a text without an end"),
    ("a line that goes on", BASE.replace("epsilon);", "epsilon); // \\\n", 1), "3:42",
     "a line that goes on behind '\\'"),
    ("a trigraph", BASE.replace("[]", "??(??)"), "1:15", "a character by '?"),
    # the preprocessor
    ("a macro with arguments", "#define HALF(x) ((x) / 2)\n" + BASE, "1:9",
     "a macro with arguments is not read"),
    ("a macro that is no number", "#define N n\n" + BASE, "1:9", "a macro that is no number"),
    ("a macro that is a sum", "#define N 2 + 3\n" + BASE, "1:9", "a macro that is no number"),
    ("a macro twice", "#define N 2\n#define N 3\n" + BASE, "2:9", "a macro that is defined twice"),
    ("a macro for a word of C", "#define while 2\n" + BASE, "1:9", "with the name of a word of C"),
    ("a macro for noise", "#define Lap 2\n" + BASE, "1:9", "with the name of a word of C, of noise"),
    ("a macro and a variable", "#define limit 2\n" + BASE, "4:9", "'limit' is a macro of line 1"),
    ("a macro behind its use", BASE.replace("Lap(4", "Lap(S") + "#define S 4\n", "6:30",
     "'S' is not declared here"),
    ("an undefined macro", "#undef N\n" + BASE, "1:1", "'#undef' is not read"),
    ("a condition of the preprocessor", "#ifdef N\n#endif\n" + BASE, "1:1", "'#ifdef' is not read"),
    ("a comment over lines behind #", "#define N 2 /*\n*/ ;\n" + BASE, "1:13",
     "a comment over several lines behind '#'"),
    ("a pragma", "#pragma push_macro(\"N\")\n" + BASE, "1:1", "'#pragma' is not read"),
    ("a line number", "# line 7\n" + BASE, "1:1", "'#line' is not read"),
    # types and declarations
    ("a local array", statement("float a[3];"), "3:9", "a declaration of this type"),
    ("a local pointer", statement("float *p = q;"), "3:9", "a declaration of this type"),
    ("a number in a bool", statement("bool b = T;"), "3:8", "'b' is a bool and gets a number"),
    ("a bool that counts", statement("bool b = 0;\n  b += 2;"), "4:3",
     "'b' is a bool and gets a number"),
    ("a structure", statement("struct { int a; } s;"), "3:21", "a declaration of this type"),
    ("an unsigned variable", statement("unsigned k = 0;"), "3:12", "a declaration of this type"),
    ("size_t", statement("size_t k = 0;"), "3:10", "a declaration of this type"),
    ("a letter variable", statement("char k = 0;"), "3:8", "a declaration of this type"),
    ("a static variable", statement("static int k = 0;"), "3:14", "static, extern or volatile"),
    ("an extern variable", statement("extern int k;"), "3:14", "static, extern or volatile"),
    ("a volatile variable", statement("volatile int k = 0;"), "3:16", "static, extern or volatile"),
    ("a type definition", statement("typedef float real;"), "3:17", "'typedef' is not read"),
    ("a pointer to pointers", vary("float q[]", "float **q"), "1:15", "a parameter of this type"),
    ("an array of arrays", vary("float q[]", "float q[][4]"), "1:14", "a parameter of this type"),
    ("a parameter of any type", vary("int n", "void *n"), "1:24", "a parameter of this type"),
    ("more parameters", vary("float epsilon", "float epsilon, ..."), "1:50", "a parameter of this type"),
    ("types behind the parameters",
     "void f(q, epsilon)\n  float q[], epsilon;\n{\n  CHECKDP_OUTPUT(q[0] + Lap(1 / epsilon));\n}\n",
     "1:6", "types behind it"),
    ("a name that hides one", vary(NOISY, NOISY + "\n    { int T = 3; CHECKDP_OUTPUT(T); }"), "7:11",
     "'T' is declared on line 1 already"),
    ("a name that hides a variable", vary(NOISY, NOISY + "\n    int i = 0;"), "7:9",
     "'i' is declared on line 4 already"),
    ("a counter that hides one", statement("for (int n = 0; n < 3; n++) { }"), "3:12",
     "'n' is declared on line 1 already"),
    ("noise as a name", statement("float Lap = 2;"), "3:9", "'Lap' has a meaning of its own"),
    ("a variable that is used outside its block", vary(LAST, "CHECKDP_OUTPUT(i);", STEP, STEP)
     .replace("  while", "  { int m = 1; }\n  while").replace("OUTPUT(i)", "OUTPUT(m)"), "12:20",
     "'m' is not declared here"),
    ("a variable that nobody declared", vary("float noisy", "noisy"), "6:5",
     "'noisy' is not declared here"),
    ("a global variable", "int count = 0;\n" + statement("count = count + 1;"), "4:3",
     "'count' is not declared here"),
    # values that may be missing
    ("no value", vary("int i = 0", "int i"), "5:10", "'i' has no value here on some way"),
    ("its own value", value("v + 1"), "3:13", "'v' has no value here"),
    ("a value on some way", vary(TEST, "float x;\n    if (T > 0) x = limit;\n    if (noisy >= x) {"),
     "9:18", "'x' has no value here on some way"),
    ("a value of a round that may not be",
     vary("  while", "  float x;\n  while (i < 3) { x = limit; i++; }\n  while", TEST,
          "if (noisy >= x) {"), "9:18", "'x' has no value here on some way"),
    # side effects
    ("an assignment in a condition", vary(TEST, "float m;\n    if ((m = noisy) >= limit) {"), "8:10",
     "an assignment inside an expression"),
    ("a single =", vary("while (i < n)", "while (i = n)"), "5:10",
     "an assignment inside an expression"),
    ("counting in a condition", vary("while (i < n)", "while (i++ < n)", STEP, ""), "5:10",
     "'++' inside an expression"),
    ("counting in an index", vary("q[i]", "q[i++]", STEP, ""), "6:21", "'++' inside an expression"),
    ("counting down in a value", value("n--"), "3:13", "'--' inside an expression"),
    ("a comma", vary(NOISY, NOISY + "\n    i++, i++;"), "7:5", "',' is not read"),
    ("a comma in a value", value("(n, 3)"), "3:14", "',' is not read"),
    ("two values at once", statement("int a, b;\n  a = b = 0;"), "4:7",
     "an assignment inside an expression"),
    ("noise in a condition behind another", vary(TEST, "if (T > 0 && q[i] + Lap(1 / epsilon) > T) {"),
     "7:25", "whether this noise is drawn depends on the value before it"),
    # pointers and names of the same thing
    ("an address", value("*&T"), "3:15", "a pointer is not read"),
    ("an address of a variable", value("&limit"), "3:13", "an address is not read"),
    ("what a pointer points to", vary("q[i]", "*q"), "6:19", "a pointer is not read"),
    ("an array without an index", vary("q[i]", "q"), "6:19",
     "'q' is an array that stands without an index"),
    ("an index of a number", vary("T + Lap", "T[0] + Lap"), "3:17",
     "'T' is no array among the parameters"),
    ("two indexes", vary("q[i]", "q[i][0]"), "6:19", "an array of arrays"),
    ("an array that gets a value", vary(NOISY, "q[i] = 0;\n    " + NOISY), "6:5",
     "an item of an array that gets a value"),
    ("an array that is counted up", vary(NOISY, "q[i]++;\n    " + NOISY), "6:5",
     "an item of an array that gets a value"),
    ("a member", vary("T + Lap", "T.x + Lap"), "3:17", "a member of a structure"),
    ("a parameter that gets a value", vary(LIMIT, "T = 2;\n  " + LIMIT), "3:3",
     "'T' is a parameter and gets another value"),
    ("a constant that gets a value", statement("const int c = 1;\n  c = 2;"), "4:3",
     "'c' is constant and gets a value"),
    # statements
    ("do", vary("while (i < n) {", "do {", STEP + "  }", STEP + "  } while (i < n);"), "5:3",
     "'do' is not read"),
    ("switch", statement("switch (n) { case 1: break; }"), "3:3", "'switch' is not read"),
    ("goto", statement("goto end;", STEP + "  }", STEP + "  }\n  end: ;"), "3:3",
     "'goto' is not read"),
    ("a label", vary(STEP + "  }", STEP + "  }\n  end: ;"), "14:3", "a label is not read"),
    ("a statement that does nothing", statement("T;"), "3:3", "an expression that does nothing"),
    ("a comparison that does nothing", statement("n == 3;"), "3:3", "an expression that does nothing"),
    ("a call", statement("setup();"), "3:3", "'setup' is called, which is not read"),
    ("printf", vary(FIRST, 'printf("1");'), "8:7", "'printf' is called, which is not read"),
    ("a call in a value", value("fabs(T)"), "3:13", "'fabs' is called, which is not read"),
    ("the function itself", statement("f(q, n, T, epsilon);"), "3:3", "'f' is called"),
    ("a call through a pointer", value("(*g)(1)"), "3:15", "a call through a pointer"),
    ("an output inside an expression", value("CHECKDP_OUTPUT(1)"), "3:13",
     "'CHECKDP_OUTPUT' stands inside an expression"),
    ("an output of two values", vary(LAST, "CHECKDP_OUTPUT(0, i);"), "11:5",
     "an output of several values"),
    ("an output of nothing", vary(LAST, "CHECKDP_OUTPUT();"), "11:5", "an output of several values"),
    ("noise that nothing gets", statement("Lap(1 / epsilon);"), "3:3", "noise that nothing gets"),
    ("a seed", statement("srand(1);"), "3:3", "'srand' is called"),
    # numbers
    ("a quotient of whole numbers", vary("Lap(4", "Lap(1 / 2"), "6:30",
     "the quotient of two whole numbers"),
    ("a quotient of parameters", value("n / 2"), "3:13", "the quotient of two whole numbers"),
    ("a whole number that is divided", statement("int a = 4;\n  a /= 2;"), "4:3",
     "the quotient of two whole numbers"),
    ("a cast that cuts off", value("(int)T"), "3:13", "a cast that cuts decimals off"),
    ("a cast to a pointer", value("(long *)n"), "3:13", "a cast to this type"),
    ("decimals in a whole number", statement("int a = 0.5;"), "3:7",
     "'a' is a whole number and gets decimals"),
    ("a remainder", vary(TEST, "if (noisy >= limit && i % 2 == 0) {"), "7:27", "'%' is not read"),
    ("bits", vary(TEST, "if ((noisy >= limit) & 1) {"), "7:10", "'&' is not read"),
    ("a shift", value("n << 1"), "3:13", "'<<' is not read"),
    ("a comparison of a comparison", vary(TEST, "if (0 < noisy < limit) {"), "7:9",
     "a condition as a number"),
    ("a comparison in a sum", value("n + (n > 2)"), "3:13", "a condition as a number"),
    ("the complement", value("~n"), "3:13", "'~' is not read"),
    ("a size", value("sizeof(n)"), "3:13", "'sizeof' is not read"),
    # private answers
    ("an answer that is multiplied", vary("q[i] + Lap", "2 * q[i] + Lap"), "6:19",
     "a private answer is multiplied"),
    ("two answers", vary("q[i] + Lap", "q[i] + q[i] + Lap"), "6:19", "two private answers"),
    ("the next answer", vary("q[i]", "q[i + 1]"), "6:19", "which of the private answers this is"),
    ("answers in two loops", vary("  while", "  for (int j = 0; j < n; j++) { if (q[j] + Lap(1 / epsilon)"
                                  " >= limit) CHECKDP_OUTPUT(1); else CHECKDP_OUTPUT(0); }\n  while"),
     "7:19", "the private answers are read here, and on line 5 already"),
    ("answers in a loop", vary(LOOP, "for (int k = 0; k < 3; k++)\n  " + FOR, STEP, ""), "6:19",
     "gone through from the beginning in each round"),
    ("an answer behind another",
     HEAD + "  CHECKDP_OUTPUT(q[0] + Lap(1 / epsilon));\n  CHECKDP_OUTPUT(q[1] + Lap(9 / epsilon));\n"
     "  CHECKDP_OUTPUT(q[0] + Lap(1 / epsilon));\n}\n", "5:18",
     "another answer was read since this one was used first"),
    ("an answer as a condition", vary(TEST, "if (q[i]) {"), "7:9", "this condition is not read"),
    ("an answer that is compared for equality", vary(TEST, "if (noisy == limit) {"), "7:9",
     "an answer is compared for equality"),
    ("an answer as a scale", vary("Lap(4 / epsilon)", "Lap(q[i] / epsilon)"), "6:30",
     "is no number made of numbers"),
    ("an answer as an index", vary("T + Lap", "T + Lap").replace("q[i] + Lap", "q[q[i]] + Lap"), "6:19",
     "which of the private answers this is"),
    ("an answer of an earlier round",
     vary("  while", "  float old = 0;\n  while", TEST, "if (old >= limit) {", STEP, STEP +
          "    old = noisy;\n"), "8:9", "'old' cannot be followed here"),
    ("a sum of answers", vary("  while", "  float sum = 0;\n  while", NOISY, NOISY +
                              "\n    sum = sum + q[i];"), "8:5", "private answers are added up in 'sum'"),
    ("noise for several answers",
     vary(NOISY, "float noisy = q[i] + nu;", LIMIT, LIMIT + "\n  float nu = Lap(4 / epsilon);"), "8:9",
     "an answer is compared together with several noises"),
    ("noise twice", vary("q[i] + Lap(4 / epsilon);", "q[i];\n    float nu = Lap(1 / epsilon);\n"
                         "    noisy = noisy + nu + nu;"), "8:13", "the same noise twice"),
    ("noise for both sides", vary(TEST, "if (noisy >= limit && noisy <= T - limit) {"), "7:27",
     "noise is added to an answer here and to a threshold elsewhere"),
    ("a threshold under another name",
     vary(LIMIT, LIMIT + "\n  float kept = limit;", STEP, STEP + "    limit = T + Lap(2 / epsilon);\n",
          TEST, "if (noisy >= kept) {\n      CHECKDP_OUTPUT(2);\n      break;\n    }\n    " + TEST),
     "8:18", "'kept' cannot be followed here: its noise has been drawn anew"),
    ("a running maximum that is shown with more", MAX.replace("OUTPUT(best)", "OUTPUT(most + 1)"),
     "7:22", "'most' cannot be followed here: it holds an answer on some ways only"),
    ("a running maximum from 0", MAX.replace(" || i == 0", ""), "7:22",
     "'most' cannot be followed here: it holds an answer on some ways only"),
    ("a running maximum that is changed", MAX.replace("most = q[i] + eta", "most = q[i] + eta + 1"),
     "7:22", "'most' cannot be followed here: it holds an answer on some ways only"),
    ("a branch that shows nothing", vary(LAST, "", "break;", ""), "7:5",
     "nothing is output before the next answer"),
    ("an index on some way", vary(STEP, "    if (noisy >= limit + 3) i++;\n"), "12:29",
     "'i' counts through the private answers"),
    ("an index in steps of 2", vary("i++;", "i += 2;"), "12:5", "counts through the private answers"),
    ("a counter that gets another value", vary(LOOP, FOR, STEP, "    i = i + 1;\n"), "4:3",
     "'i' counts the rounds and gets another value"),
    # epsilon
    ("a budget among numbers", ADAPTIVE.replace("spent = spent + epsilon", "spent = spent + 1"), "10:7",
     "'spent' gets numbers and multiples of epsilon"),
    ("a budget beside a number", ADAPTIVE.replace("spent > 4 * N * epsilon - 2 * epsilon", "spent > 4"),
     "21:9", "a number is compared with a multiple of epsilon"),
    ("a budget as a scale", ADAPTIVE.replace("Lap(8 * N / epsilon)", "Lap(1 / spent)"), "7:32",
     "changes and is a multiple of epsilon"),
    ("parts of a budget", ADAPTIVE.replace("spent + epsilon", "spent + epsilon / 3"), "10:15",
     "'spent' gets the value '13/3'; expected a whole number"),
    ("no scale", vary("Lap(4 / epsilon)", "Lap()"), "6:26", "noise without a scale"),
    ("Gaussian noise", vary("Lap(4 / epsilon)", "normal(4 / epsilon)"), "6:26",
     "noise by 'normal' is not read"),
    # annotations
    ("an unknown annotation", counting("CHECK: epsilon", "CHEK: epsilon"), "5:4",
     "it begins with TYPES:, PRECONDITION: or CHECK:"),
    ("an annotation that is cut", counting('"CHECK: epsilon"', '"CHECK: " "epsilon"'), "5:3",
     "an annotation in pieces"),
    ("a type of nothing", counting("T: <0, 0>", "U: <0, 0>"), "3:33",
     "the function has no parameter 'U'"),
    ("a distance", counting("T: <0, 0>", "T: <1, 0>"), "3:33", "this distance is not read"),
    ("two private parameters", counting("T: <0, 0>", "T: <*, *>"), "3:33", "'T' is private beside 'q'"),
    ("types twice", counting('"CHECK: epsilon"', '"TYPES: T: <0, 0>"'), "5:11", "'TYPES:' is said twice"),
    ("an unknown precondition", counting("ALL_DIFFER", "SOME_DIFFER"), "4:18",
     "this precondition is not read"),
    ("two adjacencies", counting("ALL_DIFFER", "ALL_DIFFER; ONE_DIFFER"), "4:30",
     "how answers differ is said twice"),
    ("an assumption about answers", counting("N > 0", "q[0] > 0"), "4:37",
     "what is said here of the private answers"),
    ("an assumption that does not hold", counting("N > 0", "N > 2"), "4:37",
     "does not hold for the values that -D gives"),
    ("an assumption by computing", counting("N > 0", "2 * N - 1 <= 2 / 1.0"), "4:37",
     "does not hold for the values that -D gives"),
    ("an assumption that bounds the answers", counting("N <= n", "n <= 5"), "4:52",
     "bounds the number of answers"),
    ("an assumption by or", counting("N > 0", "N > 0 || T > 0"), "4:37", "this assumption is not read"),
    ("an assumption that is no C", counting("N > 0", "N >"), "4:37", "this is no expression of C"),
    ("an assumption with more behind it", counting("N > 0", "N > 0); int x = (3"), "4:45",
     "this precondition is not read"),
    ("a claim of nothing", counting("CHECK: epsilon", "CHECK: delta"), "5:11",
     "'delta' is not declared here"),
    ("a claim without epsilon", counting("CHECK: epsilon", "CHECK: 2"), "5:11",
     "the claim is a multiple of the argument epsilon"),
    ("two claims", counting("CHECK: epsilon", "CHECK: epsilon; 2 * epsilon"), "5:11",
     "there are several claims"),
    # nothing to verify, or too much
    ("no noise", "int f(int a) { return a; }\n", "1:1", "no function draws noise"),
    ("no function", "", "1:1", "no function draws noise"),
    ("no private answers", "void f(float epsilon)\n{\n  CHECKDP_OUTPUT(Lap(1 / epsilon));\n}\n", "1:6",
     "it goes through no argument"),
    ("two arrays", vary("float T", "float T[]", "T + Lap", "Lap", TEST, "if (noisy >= limit + T[i]) {"),
     "1:6", "it goes through several arguments, 'q', 'T'"),
    ("a count without a value", counting("int N)", "int N, int K)", "count < N", "count < K"), "1:61",
     "'K' has no value"),
    ("UTF-8", BASE.replace("float noisy", "float \u00fcber"), "6:11",
     "a letter that is not one of ASCII"),
    ("a NUL byte", BASE.replace("float noisy", "float \0noisy"), "6:11", "found a NUL byte"),
]
