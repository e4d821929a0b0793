/* SPDX-License-Identifier: Apache-2.0 */
/* What the .dipa reader makes of texts; tests/cli/inputs has a line for each of
 * its messages. */
#include "dipa_condition.h"
#include "dipa_reader.h"

#include "unit.h"

#define START "(q1, 1, 0): x := insample, y := insample; output o; goto q2\n"

/* Each transition on a line, `!` before each message, which have no places. */
static char *
read_text (const char *text, gsize length)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("text");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  g_autofree char *copy = g_memdup2 (text, length > 0 ? length : 1);
  CoupletSource source = {"text", copy, length};
  GString *result = g_string_new (NULL);
  gboolean good = dipa_read_automaton (&source, builder, diagnostics);
  g_autoptr (CoupletAutomaton) automaton = good ? couplet_builder_finish (builder) : NULL;
  guint n, errors = couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR);
  const CoupletDiagnostic *messages = couplet_diagnostics_get (diagnostics, &n);
  assert_int_equal (automaton == NULL, errors > 0);
  for (guint32 t = 0; automaton != NULL && t < automaton->n_transitions; t++) {
    g_autofree char *transition = couplet_transition_to_string (automaton, t);
    g_string_append_printf (result, "%s\n", transition);
  }
  for (guint i = 0; i < n; i++)
    if (automaton == NULL)
      g_string_append_printf (result, "! %s\n", messages[i].message);
  return g_string_free (result, FALSE);
}

static void
check_read (const char *text, const char *expected)
{
  g_autofree char *result = read_text (text, strlen (text));
  assert_string_equal (result, expected);
}

#define FIRST "q1 -> q2 on true, output o, x := insample, y := insample\n"

static void
test_comparisons (void **state)
{
  (void)state;
  check_read (START "(q2,1,0): if (insample<=x && insample>y) then output o;goto q2\n"
                    "elseif (insample < x) then output p; goto q3",
              FIRST "q2 -> q2 on insample < x && insample >= y, output o\n"
                    "q2 -> q3 on insample < x && insample < y, output p\n");
}

static void
test_layout_does_not_matter (void **state)
{
  static const char *const texts[] = {
      START "(q2,1,0):output insample';goto q2",
      START "\n\n( q2 , 1 , 0 , 1 , 0 ) : output insample' ; goto q2 ;\r\n\n",
      START "(q2,1,0,1/1,0e5)\n:\noutput\ninsampleprime\n;\ngoto\nq2\n# the end",
      "\xEF\xBB\xBF# first\n\t" START
      "(q2,1.0,-1,1 / 1,0): if true then output insample'; goto q2"};
  (void)state;
  for (guint i = 1; i < G_N_ELEMENTS (texts); i++)
    check_read (texts[i], FIRST "q2 -> q2 on true, output fresh\n");
  check_read (texts[0], "! transition 'q2 -> q2 on true, output fresh': it outputs a fresh sample, "
                        "but its state has no noise parameter 'd_fresh'\n");
}

static void
test_elseif_means_that_no_condition_before_holds (void **state)
{
  (void)state;
  check_read (START "(q2,1,0): if (insample < x && insample < y) then output a; goto q3"
                    " elseif (insample < x) then output b; goto q3 else output c; goto q3",
              FIRST "q2 -> q3 on insample < x && insample < y, output a\n"
                    "q2 -> q3 on insample < x && insample >= y, output b\n"
                    "q2 -> q3 on insample >= x, output c\n");
  check_read (START "(q2,1,0): if (insample < x && insample < y) then output a; goto q3"
                    " elseif (true) then output b; goto q3",
              FIRST "q2 -> q3 on insample < x && insample < y, output a\n"
                    "q2 -> q3 on insample >= x, output b\n"
                    "q2 -> q3 on insample < x && insample >= y, output b\n");
}

static void
test_branches_never_taken_are_left_out (void **state)
{
  (void)state;
  check_read (START "(q2,1,0): if (insample < x && insample >= x) then output a; goto q3"
                    " elseif (insample < x) then output b; goto q3"
                    " elseif (insample < x && insample < y) then output c; goto q3",
              FIRST "q2 -> q3 on insample < x, output b\n");
}

static void
test_several_errors_are_reported (void **state)
{
  (void)state;
  check_read ("(q1, 1, 0): x := insample output o; goto q2\n"
              "(q2, 1, 0): output o; goto q2\n"
              "(q3, 0, 0): output o goto q2\n"
              "(q2, 1, 0): output o; goto\n",
              "! expected ',' or ';', not 'output'\n"
              "! expected ';', not 'goto'\n"
              "! state 'q2' is declared twice, first on line 2\n"
              "! expected a state's name, not the end of the file\n");
}

/* ---- Conditions against all samples ------------------------------------------------------ */

enum { N_THRESHOLDS = 3, N_SAMPLES = 1 << N_THRESHOLDS };

/* Sample s is below threshold v when its bit v is set. */
static gboolean
holds (const GArray *condition, guint s)
{
  for (guint i = 0; i < condition->len; i++) {
    const CoupletLiteral *l = &g_array_index (condition, CoupletLiteral, i);
    if (((s >> l->threshold) & 1) != (l->comparison == COUPLET_LESS))
      return FALSE;
  }
  return TRUE;
}

/* A random condition that can hold. */
static GArray *
random_condition (GRand *random)
{
  GArray *condition = g_array_new (FALSE, FALSE, sizeof (CoupletLiteral));
  for (guint32 v = N_THRESHOLDS; v-- > 0;) {
    CoupletLiteral literal = {v, (guint32)g_rand_int_range (random, 0, 3)};
    if (literal.comparison != 0)
      g_array_append_val (condition, literal);
    if (literal.comparison != 0 && g_rand_int_range (random, 0, 4) == 0)
      g_array_append_val (condition, literal);
  }
  assert_true (dipa_condition_settle (condition));
  return condition;
}

static void
check_pieces (const GPtrArray *pieces, const GArray *condition, const GPtrArray *earlier)
{
  for (guint s = 0; s < N_SAMPLES; s++) {
    guint expected = holds (condition, s), met = 0;
    for (guint i = 0; i < earlier->len; i++)
      expected = expected && !holds (g_ptr_array_index (earlier, i), s);
    for (guint i = 0; i < pieces->len; i++)
      met += holds (g_ptr_array_index (pieces, i), s);
    assert_int_equal (met, expected);
  }
}

static void
test_pieces_hold_exactly_where_they_should (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (43);
  for (guint i = 0; i < 3000; i++) {
    g_autoptr (GPtrArray) earlier = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
    for (guint e = i % 4; e > 0; e--)
      g_ptr_array_add (earlier, random_condition (random));
    g_autoptr (GArray) condition = random_condition (random);
    gsize budget = 1000;
    g_autoptr (GPtrArray) pieces = dipa_condition_without (condition, earlier, &budget);
    assert_non_null (pieces);
    check_pieces (pieces, condition, earlier);
  }
}

/* ---- Hostile texts ----------------------------------------------------------------------- */

static const char ALL[] = START
    "(q2:non-input, 1/4, -0.5, 2e-1, 0): if ((insample <= x) && insample > y) then x:= insample; "
    "output insample; goto q3 elseif (insample >= x) then output insampleprime; goto q2 "
    "else output p; goto q1; # note\r\n(q3, 7, 0): output 12; goto q2";

static void
test_truncated_anywhere (void **state)
{
  (void)state;
  for (gsize length = 0; length < strlen (ALL); length++)
    g_free (read_text (ALL, length));
}

static void
test_random_changes (void **state)
{
  static const char bytes[] = "(),:;/<>=&|#'\n \t\r\0\xff\xc3qox019.-+e";
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (44);
  for (guint i = 0; i < 5000; i++) {
    g_autofree char *text = g_strdup (ALL);
    for (gint n = g_rand_int_range (random, 1, 5); n > 0; n--)
      text[g_rand_int_range (random, 0, (gint32)strlen (ALL))] =
          bytes[g_rand_int_range (random, 0, sizeof bytes)];
    g_free (read_text (text, strlen (ALL)));
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_comparisons),
      cmocka_unit_test (test_layout_does_not_matter),
      cmocka_unit_test (test_elseif_means_that_no_condition_before_holds),
      cmocka_unit_test (test_branches_never_taken_are_left_out),
      cmocka_unit_test (test_several_errors_are_reported),
      cmocka_unit_test (test_pieces_hold_exactly_where_they_should),
      cmocka_unit_test (test_truncated_anywhere),
      cmocka_unit_test (test_random_changes),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
