/* SPDX-License-Identifier: Apache-2.0 */
/* Where the sampling makes a difference, and which input differences matter. */
#include <couplet/internal/step.h>

#include "fees.h"
#include "text_automaton.h"

#include "unit.h"

/* x and y are drawn, then lines, which begin in state `ask`, are added. */
static gboolean
matters (CoupletSampling sampling, const char *line, const char *other)
{
  const char *const lines[] = {"state first public 1",
                               "state second public 1",
                               "state ask private 1",
                               "state next private 1",
                               "first second true a x",
                               "second ask true b y",
                               line,
                               other,
                               NULL};
  g_autoptr (CoupletAutomaton) automaton = text_automaton (sampling, "x y", lines);
  const char *text = couplet_sampling_to_string (automaton);
  if (text != NULL)
    assert_string_equal (text, sampling == COUPLET_SHARED ? "shared" : "independent");
  return text != NULL;
}

static void
test_one_threshold_for_each_reading (void **state)
{
  (void)state;
  assert_false (matters (COUPLET_INDEPENDENT, "ask next >=x c", "next next >=y d"));
  assert_false (matters (COUPLET_SHARED, "ask next >=x c x", "ask ask <x d"));
  assert_false (matters (COUPLET_INDEPENDENT, "ask next true c", NULL));
}

static void
test_two_thresholds_in_a_guard (void **state)
{
  (void)state;
  assert_true (matters (COUPLET_INDEPENDENT, "ask next >=x&<y c", NULL));
  assert_true (matters (COUPLET_SHARED, "ask next >=x&<y c", NULL));
  assert_true (matters (COUPLET_INDEPENDENT, "ask next <x|>=y c", NULL));
}

static void
test_compared_with_one_and_stored_in_another (void **state)
{
  (void)state;
  assert_true (matters (COUPLET_INDEPENDENT, "ask next >=x c y", NULL));
  assert_true (matters (COUPLET_SHARED, "ask next true c x,y", NULL));
}

static void
test_the_copy_of_another_threshold_is_output (void **state)
{
  (void)state;
  assert_true (matters (COUPLET_INDEPENDENT, "ask next >=x insample(y)", NULL));
  assert_false (matters (COUPLET_INDEPENDENT, "ask next >=x insample(x)", NULL));
}

static void
test_two_transitions_of_one_state (void **state)
{
  (void)state;
  assert_true (matters (COUPLET_INDEPENDENT, "ask next >=x c y", "ask ask <x d"));
}

static void
test_what_no_run_reaches (void **state)
{
  (void)state;
  assert_false (matters (COUPLET_INDEPENDENT, "next next >=x&<y c", NULL));
}

/* With independent sampling each of them is compared with a draw of its own. */
static void
test_each_literal_is_that_of_one_sample (void **state)
{
  (void)state;
  enum { N = 3 };
  static const char *const lines[] = {"state a public 1",       "state b public 1",
                                      "state c public 1",       "state ask private 1",
                                      "state next public 1",    "a b true first u",
                                      "b c true second v",      "c ask true third w",
                                      "ask next <u&>=v&<w out", NULL};
  g_autoptr (CoupletAutomaton) a = text_automaton (COUPLET_INDEPENDENT, "u v w", lines);
  CoupletSample samples[N];
  guint32 t = transition_with_output (a, "out");
  assert_int_equal (couplet_samples_load (samples, a, NULL, NULL, t), N);
  for (guint32 i = 0; i < N; i++) {
    assert_int_equal (samples[i].slot, i);
    assert_int_equal (samples[i].n_literals, 1);
    assert_int_equal (samples[i].literals->threshold, i);
    assert_int_equal (samples[i].literals->comparison,
                      i % 2 == 0 ? COUPLET_LESS : COUPLET_GREATER_EQUAL);
  }
}

/* ---- Differences -------------------------------------------------------------------------- */

typedef struct {
  CoupletSampling sampling;
  const char *input;
  const char *transition; /* after "q r " */
  CoupletShifts worst;    /* bit D + 1 */
} Case;

/* The differences that matter, bit D + 1 for D. */
static CoupletShifts
worst_of (const Case *one)
{
  g_autofree char *read = g_strdup_printf ("state q %s 1", one->input);
  g_autofree char *last = g_strdup_printf ("q r %s", one->transition);
  const char *lines[] = {"state s public 1", "state p public 1",  read, "state r public 1",
                         "s p true start u", "p q true second v", last, NULL};
  g_autoptr (CoupletAutomaton) automaton = text_automaton (one->sampling, "u v", lines);
  guint32 t = transition_with_output (automaton, "out");
  CoupletSample samples[2];
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  CoupletShifts worst = 0;
  guint32 n = couplet_samples_load (samples, automaton, NULL, NULL, t);
  n = couplet_worst_differences (automaton, NULL, t, samples, n, differences);
  for (guint32 i = 0; i < n; i++)
    worst |= couplet_shift (differences[i]);
  return worst;
}

static void
test_differences_that_cost_no_more_are_left_out (void **state)
{
  (void)state;
  enum { DOWN = 1, NONE = 2, UP = 4, BOTH = DOWN | UP };
  static const Case cases[] = {
      {COUPLET_SHARED, "private", "true out", UP},
      {COUPLET_SHARED, "private", "<u out", UP},
      {COUPLET_SHARED, "private", ">=u out", DOWN},
      {COUPLET_SHARED, "private", "<u&<v out", UP},
      {COUPLET_SHARED, "private", ">=u&>=v out", DOWN},
      {COUPLET_SHARED, "private", "<u&>=v out", BOTH},
      {COUPLET_SHARED, "private", "<u out v", BOTH},
      {COUPLET_SHARED, "private", "true out u,v", BOTH},
      {COUPLET_SHARED, "public", "<u&>=v out", NONE},
      {COUPLET_INDEPENDENT, "private", "<u&<v out", UP},
      {COUPLET_INDEPENDENT, "private", "<u&>=v out", BOTH},
      {COUPLET_INDEPENDENT, "private", "<u|>=v out", BOTH},
      {COUPLET_INDEPENDENT, "private", "<u out v", BOTH},
      {COUPLET_INDEPENDENT, "public", "<u out v", NONE},
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_int_equal (worst_of (&cases[i]), cases[i].worst);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_one_threshold_for_each_reading),
      cmocka_unit_test (test_two_thresholds_in_a_guard),
      cmocka_unit_test (test_compared_with_one_and_stored_in_another),
      cmocka_unit_test (test_the_copy_of_another_threshold_is_output),
      cmocka_unit_test (test_two_transitions_of_one_state),
      cmocka_unit_test (test_what_no_run_reaches),
      cmocka_unit_test (test_each_literal_is_that_of_one_sample),
      cmocka_unit_test (test_differences_that_cost_no_more_are_left_out),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
