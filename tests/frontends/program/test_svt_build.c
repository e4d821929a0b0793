/* SPDX-License-Identifier: Apache-2.0 */
/* A tree that no parser of the mechanism language made, but a front end of another language: it
 * becomes the automaton that the same program in the mechanism language does, and messages point
 * into the text that it was made from. */
#include "svt_build.h"
#include "svt_check.h"
#include "svt_compile.h"
#include "svt_text.h"

#include <couplet/host.h>

#include "unit.h"

/* line by line the same program, in words of our own */
static const char FOREIGN[] = "def above(c = 3):\n"
                              "    x = 0 + laplace(2 / eps)\n"
                              "    count = 0\n"
                              "    while True:\n"
                              "        q = answer() + laplace(4 * c / eps)\n"
                              "        if q >= x: yield q - x; count += 1\n"
                              "        else: yield 'bot'\n"
                              "        if count >= c: return\n";
static const char PROGRAM[] = "mechanism above(c = 3) {\n"
                              "  threshold x = public + lap(2/eps);\n"
                              "  int count = 0;\n"
                              "  loop {\n"
                              "    q = private + lap(4*c/eps);\n"
                              "    if q >= x { output q - x; count = count + 1; }\n"
                              "    else { output bot; }\n"
                              "    if count >= c { halt; }\n"
                              "  }\n"
                              "}\n";

/* The place of the first occurrence of word in the foreign text. */
static SvtPlace
place_of (const char *word)
{
  const char *at = strstr (FOREIGN, word);
  assert_non_null (at);
  SvtPlace place = {1, 1, (guint32)(at - FOREIGN), (guint32)strlen (word)};
  for (const char *c = FOREIGN; c < at; c++) {
    place.column = *c == '\n' ? 1 : place.column + 1;
    place.line += *c == '\n';
  }
  return place;
}

static SvtName *
name (SvtFile *file, const char *text)
{
  return svt_file_intern (file, text, strlen (text));
}

static SvtExpression
number (SvtFile *file, const char *text)
{
  return svt_build_number (file, COUPLET_TEXT (text), place_of (text));
}

static SvtExpression
variable (SvtFile *file, const char *text)
{
  return svt_build_name (file, name (file, text), place_of (text));
}

/* first times second, over eps; first NULL = second alone. */
static SvtExpression
scale (SvtFile *file, const char *first, SvtExpression (*second) (SvtFile *, const char *),
       const char *text)
{
  SvtPlace place = place_of (text);
  SvtExpression sum = first != NULL ? number (file, first) : second (file, text);
  if (first != NULL) {
    second (file, text);
    sum = svt_build_operation (file, SVT_MULTIPLY, sum, place);
  }
  svt_build_eps (file, place);
  return svt_build_operation (file, SVT_DIVIDE, sum, place);
}

static SvtStatement *
reading (SvtFile *file, CoupletInput input, const char *into, const char *at, SvtExpression noise)
{
  SvtPlace place = place_of (at);
  SvtDraw *draw = svt_build_draw (file, input, place);
  svt_build_add (file, draw, COUPLET_LAPLACE, noise, FALSE, place);
  return svt_build_read (file, input == COUPLET_PUBLIC, name (file, into), place, draw, place);
}

static SvtStatement *
set (SvtFile *file, SvtStatementKind kind, const char *at, SvtExpression value)
{
  SvtPlace place = place_of (at);
  return svt_build_set (file, kind, name (file, "count"), place, place, value, place);
}

static SvtCondition
at_least (SvtFile *file, const char *left, const char *right, const char *at)
{
  SvtExpression a = variable (file, left), b = variable (file, right);
  return svt_build_comparison (file, a, SVT_AT_LEAST, place_of (at), b, place_of (at));
}

static SvtBlock
block (SvtStatement *first, SvtStatement *second)
{
  SvtStatements list = {NULL, NULL};
  svt_build_append (&list, first);
  svt_build_append (&list, second);
  return (SvtBlock){list.first, first->place};
}

static SvtStatement *
comparison (SvtFile *file, const char *threshold)
{
  SvtPlace gap = place_of ("q - x");
  SvtCondition above = at_least (file, "q", threshold, "q >= x");
  SvtStatement *shown = svt_build_output_of (file, SVT_OUTPUT_GAP, name (file, "q"), gap,
                                             name (file, threshold), gap, gap);
  SvtExpression sum = variable (file, "count");
  number (file, "1");
  sum = svt_build_operation (file, SVT_ADD, sum, place_of ("count += 1"));
  SvtStatement *more = set (file, SVT_SET, "count += 1", sum);
  SvtStatement *bot =
      svt_build_output (file, name (file, "bot"), place_of ("bot"), place_of ("yield 'bot'"));
  SvtBranch *first = svt_build_branch (file, place_of ("if q"), &above, block (shown, more));
  first->next = svt_build_branch (file, place_of ("else"), NULL, block (bot, NULL));
  return svt_build_if (file, first);
}

static SvtStatement *
stop (SvtFile *file)
{
  SvtCondition enough = at_least (file, "count", "c", "count >= c");
  SvtStatement *halt = svt_build_jump (file, SVT_HALT, place_of ("return"));
  return svt_build_if (file,
                       svt_build_branch (file, place_of ("if count"), &enough, block (halt, NULL)));
}

/* compared: what q is compared with, x or something that is not a threshold. */
static SvtFile *
build (const char *compared)
{
  SvtFile *file = svt_file_new ();
  SvtMechanism *mechanism = svt_build_mechanism (file, name (file, "above"), place_of ("above"));
  SvtExpression three = number (file, "3");
  mechanism->parameters = svt_build_parameter (file, name (file, "c"), place_of ("c = 3"), &three);
  SvtStatements body = {NULL, NULL}, round = {NULL, NULL};
  svt_build_append (
      &round, reading (file, COUPLET_PRIVATE, "q", "q = answer", scale (file, "4", variable, "c")));
  svt_build_append (&round, comparison (file, compared));
  svt_build_append (&round, stop (file));
  svt_build_append (&body,
                    reading (file, COUPLET_PUBLIC, "x", "x = 0", scale (file, NULL, number, "2")));
  svt_build_append (&body, set (file, SVT_DECLARE, "count = 0", number (file, "0")));
  svt_build_append (&body, svt_build_loop (file, (SvtBlock){round.first, place_of ("while")},
                                           place_of ("while")));
  mechanism->body = (SvtBlock){body.first, place_of ("def")};
  svt_file_append (file, mechanism);
  return file;
}

/* The automaton of the tree; NULL with errors in diagnostics. */
static CoupletAutomaton *
compile (SvtFile *file, CoupletDiagnostics *diagnostics)
{
  const SvtReporter reporter = {diagnostics, FOREIGN, strlen (FOREIGN)};
  CoupletHost host = {0};
  g_autoptr (CoupletContext) context = couplet_context_new (NULL, NULL, &host, "");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  g_autoptr (SvtProgram) program = svt_check (context, &reporter, file);
  if (program == NULL || !svt_compile (context, program, builder))
    return NULL;
  return couplet_builder_finish (builder);
}

static void
test_a_tree_becomes_the_automaton_of_its_program (void **state)
{
  (void)state;
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("foreign");
  g_autoptr (SvtFile) file = build ("x");
  g_autoptr (CoupletAutomaton) built = compile (file, diagnostics);
  g_autofree char *messages = describe_diagnostics (diagnostics);
  assert_string_equal (messages, "");
  g_autoptr (CoupletAutomaton) read = read_svt (PROGRAM, strlen (PROGRAM), NULL, diagnostics);
  g_autofree char *expected = describe_automaton (read, FALSE);
  g_autofree char *actual = describe_automaton (built, FALSE);
  assert_string_equal (actual, expected);
  assert_string_equal (built->states[1].name, "line 5 count=0");
}

static void
test_messages_point_into_the_text_of_the_tree (void **state)
{
  (void)state;
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("foreign");
  g_autoptr (SvtFile) file = build ("eps");
  assert_null (compile (file, diagnostics));
  g_autofree char *messages = describe_diagnostics (diagnostics);
  assert_non_null (strstr (messages, "'eps' is not a threshold"));
  assert_non_null (strstr (messages, "     6 |         if q >= x: yield q - x; count += 1"));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_tree_becomes_the_automaton_of_its_program),
      cmocka_unit_test (test_messages_point_into_the_text_of_the_tree),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
