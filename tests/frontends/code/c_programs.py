# SPDX-License-Identifier: Apache-2.0
"""Programs for test_code.py: variations of one that is right."""

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

N2, N3 = ["-D", "N=2"], ["-D", "N=3"]

# name, text, options, verdict, least d, the same mechanism as .svt
READ = [
    ("plain", BASE, [], "private", "1"),
    ("turned round", vary(TEST, "if (limit <= noisy) {"), [], "private", "1"),
    ("negated", vary(TEST, "if (!(noisy < limit)) {"), [], "private", "1"),
    ("difference with offsets", vary(TEST, "if (noisy - 3 >= limit + 2 * T) {"), [], "private", "1"),
    ("all in the condition",
     vary(NOISY, "", TEST, "if (q[i] + Lap(4 / epsilon) - limit > 0) {"),
     [], "private", "1"),
    ("negative threshold", vary(TEST, "if (-noisy <= -limit) {"), [], "private", "1"),
    ("first below", vary(TEST, "if (noisy < limit) {"), [], "private", "1"),
    ("a for loop", vary(LOOP, FOR, STEP, ""), [], "private", "1"),
    ("a for loop with an index declared before",
     vary(LOOP, "int i;\n  for (i = 0; i < n; i++) {", STEP, ""),
     [], "private", "1"),
    ("a for loop without end", vary(LOOP, "int i = 0;\n  for (;;) {"), [], "private", "1"),
    ("a for loop of several conditions",
     counting("  int i = 0, count = 0;\n  while (count < N && i < n) {",
              "  int count = 0;\n  for (int i = 0; count < N && i < n; i += 1) {",
              "    i = i + 1;\n", ""),
     N2, "private", "1"),
    ("continue in a for loop",
     vary(LOOP, FOR, STEP, "", TEST, "if (noisy < limit) {\n      CHECKDP_OUTPUT(0);\n      continue;"
          "\n    }\n    {", "    }\n    CHECKDP_OUTPUT(0);\n", "    }\n"),
     [], "private", "1"),
    ("while (1)", vary("while (i < n)", "while (1)"), [], "private", "1"),
    ("while (true)", vary("while (i < n)", "while (true)"), [], "private", "1"),
    ("given number of answers", BASE, ["-D", "n=4"], "private", "1"),
    ("count", counting(), N3, "private", "1"),
    ("count with half the noise", counting("4 * N", "2 * N"), N2, "private", "3/2"),
    ("count with the noise of one", counting("4 * N", "4"), N2, "private", "3/2"),
    ("rising", counting("ALL_DIFFER", "INCREASING"), N2, "private", "3/4"),
    ("falling", counting("ALL_DIFFER", "DECREASING"), N2, "private", "3/4"),
    ("one differs", counting("ALL_DIFFER", "ONE_DIFFER"), N2, "private", "1/8"),
    ("adjacency by option", counting(), N2 + ["-o", "c.adjacency=monotonic"], "private", "3/4"),
    ("gap", counting("CHECKDP_OUTPUT(1)", "CHECKDP_OUTPUT(q[i] + eta - limit)"), N2, "private", "1"),
    ("noisy value", counting("CHECKDP_OUTPUT(1)", "CHECKDP_OUTPUT(q[i] + eta)"), N2, "not-private", None),
    ("fresh value",
     counting("CHECKDP_OUTPUT(1)", "CHECKDP_OUTPUT(q[i] + Lap(4 * N / epsilon))"),
     N2, "private", "5/4"),
    ("no end", counting("count < N && ", ""), N2, "not-private", None),
    ("no noise on answers", counting("Lap(4 * N / epsilon)", "0"), N2, "not-private", None),
    ("noise is 0.0", counting("Lap(4 * N / epsilon)", "0.0"), N2, "not-private", None),
    ("no noise on the threshold",
     vary(LIMIT, "float limit = T;", "break;\n    }\n    " + LAST, "} else\n      " + LAST),
     [], "not-private", None),
    ("threshold redrawn",
     vary(NOISY, NOISY + "\n    limit = T + Lap(2 / epsilon);", "break;\n    }\n    " + LAST, "} else\n      " + LAST),
     [], "not-private", None),
    ("threshold redrawn after each answer above",
     counting("count = count + 1;", "count = count + 1;\n      limit = T + Lap(2 * N / epsilon);",
              "Lap(2 / epsilon)", "Lap(2 * N / epsilon)"),
     N2, "private", "1"),
    ("noisy max", MAX, [], "private", "1"),
    ("noisy max of a given number", MAX, ["-D", "n=7"], "private", "1"),
    ("noisy max, returned", MAX.replace("CHECKDP_OUTPUT(best)", "return best"), [], "private", "1"),
    ("noisy max with the first round first",
     MAX.replace("q[i] + eta > most || i == 0", "i == 0 || q[i] + eta > most"),
     [], "private", "1"),
    ("noisy max from below all",
     MAX.replace(" || i == 0", "").replace("most = 0", "most = -INFINITY"),
     [], "private", "1"),
    ("the largest answer itself", MAX.replace("best = i", "best = q[i] + eta"), [], "unknown", None),
    ("the largest of three itself", MAX.replace("best = i", "best = q[i] + eta"), ["-D", "n=3"], "private", "3/2"),
    ("the largest of two itself, of which one differs",
     MAX.replace("      best = i;\n", "").replace("OUTPUT(best)", "OUTPUT(most)")
     .replace("int best = 0, i = 0", "int i = 0"),
     ["-D", "n=2", "-o", "c.adjacency=one"], "private", "1/2"),
    ("noisy max of counts", MAX, ["-o", "c.adjacency=monotonic"], "private", "1/2"),
    ("budget", ADAPTIVE, N2, "private", "1"),
    ("budget by updates",
     ADAPTIVE.replace("spent = spent + epsilon", "spent += epsilon")
     .replace("spent = spent + 2 * epsilon", "spent += 2 * epsilon"),
     N2, "private", "1"),
    ("budget that is left",
     ADAPTIVE.replace("float spent = 2 * N * epsilon", "float left = 2 * N * epsilon")
     .replace("spent = spent + epsilon", "left -= epsilon")
     .replace("spent = spent + 2 * epsilon", "left -= 2 * epsilon")
     .replace("spent > 4 * N * epsilon - 2 * epsilon", "left < 2 * epsilon"),
     N2, "private", "1"),
    ("budget in the condition of the loop",
     ADAPTIVE.replace("while (i < n)", "while (i < n && spent <= 4 * N * epsilon - 2 * epsilon)")
     .replace("    if (spent > 4 * N * epsilon - 2 * epsilon) {\n      break;\n    }\n", ""),
     N2, "private", "1"),
    ("a number by #define",
     "#include <stdio.h>\n#define S 4 // scale\n" + vary("Lap(4", "Lap(S"),
     [], "private", "1"),
    ("a number by const", "static const int S = 8;\n" + vary("Lap(4", "Lap(S"), [], "private", "3/4"),
    ("a part of epsilon",
     vary(LIMIT, "const float part = epsilon / 2;\n  float limit = T + Lap(1 / part);"),
     [], "private", "1"),
    ("casts that change nothing",
     vary("Lap(4 / epsilon)", "Lap((float)4 / (double)epsilon)", "int i = 0", "int i = (int)0"),
     [], "private", "1"),
    ("a private number",
     'float f(float x, float epsilon)\n{\n  "TYPES: x: <*, *>";\n  return x + Lap(1 / epsilon);\n}\n',
     [], "private", "1"),
    ("a pointer to the answers", vary("float q[]", "const float *q"), [], "private", "1"),
    ("thresholds for each",
     vary("float T", "float T[]", LIMIT, "float rho = Lap(2 / epsilon);", TEST,
                                 "if (noisy >= T[i] + rho) {", "float q[]", "float q[]"),
     ["-o", "c.private=q"], "private", "1"),
    ("a conditional expression",
     vary(TEST + "\n      " + FIRST + "\n      break;\n    }\n    " + LAST,
          "CHECKDP_OUTPUT(noisy < limit ? 0 : 1);\n    if (noisy >= limit) break;"),
     [], "private", "1"),
    ("a comparison in a bool",
     vary(NOISY, NOISY + "\n    bool above = noisy >= limit;", TEST, "if (above) {"),
     [], "private", "1"),
    ("a flag",
     vary("  while (i < n)", "  bool found = false;\n  while (i < n && !found)",
                    "break;\n    }\n    " + LAST, "found = true;\n    } else\n      " + LAST),
     [], "private", "1"),
    ("comments and blanks",
     vary(LIMIT, "float /* a */ limit = T // '\"'\n\t+ Lap(2 /* x\n y */ / epsilon);"),
     [], "private", "1"),
    ("carriage returns", BASE.replace("\n", "\r\n"), [], "private", "1"),
    ("byte order mark", "\ufeff" + BASE, [], "private", "1"),
    ("other functions",
     "int g(int *p) { return *p++; }\n" + BASE + "int main(void) { goto x; x: ; }\n",
     [], "private", "1"),
    ("a variable that gets its value in both branches",
     vary(LAST, "int shown;\n    if (T > 0) shown = 1; else shown = 2;\n    " + LAST),
     ["-D", "T=1"], "private", "1"),
]
