/* SPDX-License-Identifier: Apache-2.0 */
/* The checker's sums of tables, against what they say shift by shift. */
#include "take.h"

#include "text_automaton.h"

#include "unit.h"

typedef struct {
  CoupletAutomaton *automaton;
  CoupletEvidence *evidence;
  Check check;
} Fixture;

/* automaton, which f takes over, and a walk of it. */
static void
fixture_init_of (Fixture *f, CoupletAutomaton *automaton)
{
  f->automaton = automaton;
  f->evidence = couplet_evidence_new (COUPLET_EVIDENCE_ATTAINED, f->automaton);
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  couplet_evidence_set_cost (f->evidence, &cost);
  check_init (&f->check, f->evidence);
  assert_true (cost_find_unit (&f->check));
}

static void
fixture_init (Fixture *f, CoupletSampling sampling)
{
  static const char *const lines[] = {
      "state i public 1", "state q private 2",   "state e private 1",
      "i j true s x",     "state j public 1",    "j q true u y",
      "q q <x&<y below",  "q e >=x&>=y above y", NULL};
  fixture_init_of (f, text_automaton (sampling, "x y", lines));
}

static void
fixture_clear (Fixture *f)
{
  g_free (f->check.why);
  check_clear (&f->check);
  couplet_evidence_free (f->evidence);
  couplet_automaton_free (f->automaton);
}

static gboolean
take (Fixture *f, Vector *vector, const char *output, int difference)
{
  check_stand_at (&f->check, "step", 0, COUPLET_NONE, transition_with_output (f->automaton, output),
                  difference);
  return check_take (&f->check, vector);
}

/* x and y are assigned: each may shift by 1 either way, for 1. */
static void
take_start (Fixture *f, Vector *vector)
{
  assert_true (take (f, vector, "s", 0));
  assert_true (take (f, vector, "u", 0));
}

/* The least value of vector, which stays as it is; -1 = infinite. */
static long
least (const Fixture *f, const Vector *vector)
{
  g_autoptr (Vector) rest = vector_copy (vector);
  const Cost *cost = vector_extreme (rest, &f->check, -1);
  return cost->infinite > 0 ? -1 : cost->small;
}

static void
test_a_comparison_is_paid_for_or_obeyed (void **state)
{
  (void)state;
  for (CoupletSampling sampling = COUPLET_INDEPENDENT; sampling <= COUPLET_SHARED; sampling++) {
    Fixture f;
    fixture_init (&f, sampling);
    g_autoptr (Vector) vector = vector_new ();
    /* a sample that stays at 0 costs 2, and one that follows D asks x and y to */
    take_start (&f, vector);
    assert_int_equal (least (&f, vector), 0);
    assert_true (take (&f, vector, "below", 1));
    assert_int_equal (least (&f, vector), 2);
    /* and above it one of -1, which costs more the higher x and y are */
    assert_true (take (&f, vector, "above", -1));
    assert_int_equal (least (&f, vector), sampling == COUPLET_SHARED ? 4 : 8);
    fixture_clear (&f);
  }
}

static void
test_on_a_cycle_what_is_not_free_is_impossible (void **state)
{
  (void)state;
  Fixture f;
  fixture_init (&f, COUPLET_SHARED);
  g_autoptr (Vector) vector = vector_new ();
  take_start (&f, vector);
  f.check.on_cycle = TRUE;
  assert_true (take (&f, vector, "below", 1));
  assert_int_equal (least (&f, vector), 2);
  assert_true (take (&f, vector, "below", -1));
  assert_int_equal (least (&f, vector), 2);
  f.check.on_cycle = FALSE;
  assert_true (take (&f, vector, "above", -1));
  assert_int_equal (least (&f, vector), 6);
  fixture_clear (&f);
}

static void
test_what_was_minimised_out_cannot_be_compared_with (void **state)
{
  (void)state;
  Fixture f;
  fixture_init (&f, COUPLET_SHARED);
  g_autoptr (Vector) vector = vector_new ();
  take_start (&f, vector);
  assert_true (vector_mentions (vector, 0));
  assert_true (vector_drop (vector, &f.check, 0, -1));
  assert_false (vector_mentions (vector, 0));
  assert_true (vector_mentions (vector, 1));
  assert_false (take (&f, vector, "below", 1));
  assert_non_null (f.check.why);
  fixture_clear (&f);
}

static void
test_a_difference_of_vectors_has_a_greatest_value (void **state)
{
  (void)state;
  Fixture f;
  fixture_init (&f, COUPLET_INDEPENDENT);
  g_autoptr (Vector) vector = vector_new (), other = vector_new ();
  take_start (&f, vector);
  vector_add (other, &f.check, vector);
  vector_add (other, &f.check, vector);
  const Cost *greatest = vector_extreme (other, &f.check, 1);
  assert_int_equal (greatest->small, 4); /* x and y both shifted, twice */
  fixture_clear (&f);
}

/* ---- Steps over four thresholds, against all their shifts ------------------------------------ */

#define K 4
#define N_SHIFTS 81 /* of K thresholds */
#define N_STEPS 9
#define N_TAKEN 8

/* Steps that compare, assign, and replace what they compare with; with noise and without. */
static CoupletAutomaton *
many_steps (void)
{
  static const char *const steps[] = {"<w&>=x t0",   "<x&>=y t1 w", ">=w&<y&<z t2",
                                      "<z&>=y t3 z", "true t4 x,z", ">=z t5 w,y",
                                      "<y&>=z t6",   "<x t7 y,z",   ">=w&<x t8 w"};
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (lines, g_strdup ("state i public 1"));
  g_ptr_array_add (lines, g_strdup ("i q0 true start w,x,y,z"));
  for (guint i = 0; i < N_STEPS; i++) {
    g_ptr_array_add (lines, g_strdup_printf ("state q%u private %s", i, i < 6 ? "2" : "none"));
    g_ptr_array_add (lines, g_strdup_printf ("q%u q%u %s", i, (i + 1) % N_STEPS, steps[i]));
  }
  g_ptr_array_add (lines, NULL);
  return text_automaton (COUPLET_SHARED, "w x y z", (const char *const *)lines->pdata);
}

static void
shifts_of (guint i, gint8 x[K])
{
  for (guint v = K; v-- > 0; i /= 3)
    x[v] = (gint8)((int)(i % 3) - 1);
}

static guint
place_of (const gint8 x[K])
{
  guint place = 0;
  for (guint v = 0; v < K; v++)
    place = place * 3 + (guint)(x[v] + 1);
  return place;
}

/* Sets *least to what the present transition costs with shift g from x, if it may, and after. */
static void
lower (const Fixture *f, const Sample *sample, gint8 g, guint from, const long *before, long *after)
{
  gint8 x[K];
  shifts_of (from, x);
  if (before[from] < 0 || check_forbids (&f->check, sample, g, x) != NULL)
    return;
  for (guint32 i = 0; i < sample->n_assigned; i++)
    x[sample->assigned[i]] = g;
  long *least = &after[place_of (x)], cost = before[from] + 2 * labs (g - f->check.difference);
  if (*least < 0 || cost < *least)
    *least = cost;
}

/* The costs of all shifts after the present transition; -1 = infinite. */
static void
take_all (const Fixture *f, long costs[N_SHIFTS])
{
  Sample sample;
  long after[N_SHIFTS];
  for (guint i = 0; i < N_SHIFTS; i++)
    after[i] = -1;
  assert_true (check_sample (&f->check, 0, &sample));
  for (guint i = 0; i < N_SHIFTS; i++)
    for (int g = -1; g <= 1; g++)
      lower (f, &sample, (gint8)g, i, costs, after);
  memcpy (costs, after, sizeof after);
}

static void
assert_values (const Fixture *f, const Vector *vector, const long costs[N_SHIFTS])
{
  static const Scope all = {K, {0, 1, 2, 3}};
  Cost values[N_SHIFTS] = {{0}};
  vector_values (vector, &f->check, &all, values);
  for (guint i = 0; i < N_SHIFTS; i++)
    assert_int_equal (values[i].infinite > 0 ? -1 : values[i].small, costs[i]);
}

static void
test_tables_that_share_thresholds_add_up (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (20261122);
  for (guint walk = 0; walk < 500; walk++) {
    Fixture f;
    long costs[N_SHIFTS];
    fixture_init_of (&f, many_steps ());
    g_autoptr (Vector) vector = vector_new ();
    assert_true (take (&f, vector, "start", 0));
    for (guint i = 0; i < N_SHIFTS; i++)
      costs[i] = i % 40 != 0 ? -1 : i == 40 ? 0 : 1; /* all four have one shift */
    assert_values (&f, vector, costs);
    for (guint i = 0; i < N_TAKEN; i++) {
      g_autofree char *output = g_strdup_printf ("t%d", g_rand_int_range (random, 0, N_STEPS));
      f.check.on_cycle = g_rand_int_range (random, 0, 4) == 0;
      assert_true (take (&f, vector, output, g_rand_int_range (random, -1, 2)));
      take_all (&f, costs);
      assert_values (&f, vector, costs);
    }
    fixture_clear (&f);
  }
}

/* ---- One table against another ------------------------------------------------------------- */

#define N_VALUES 3 /* of an entry: 0, 1, infinite */

/* Adds a factor over n thresholds, from number first on: its entries are the digits of code. */
static void
add_table (CoupletEvidence *evidence, guint32 first, guint32 n, guint code)
{
  static const guint32 values[N_VALUES] = {0, 1, COUPLET_NUMBER_INFINITE};
  guint32 entries[3];
  for (gsize i = 0; i < couplet_factor_size (n); i++, code /= N_VALUES)
    entries[i] = values[code % N_VALUES];
  couplet_evidence_add_factor (
      evidence, &(CoupletEvidenceFactor){.n = n, .thresholds = &first, .values = entries});
}

/* Adds vectors of a constant and a table over x, y or neither. Returns their number. */
static guint32
add_vectors (CoupletEvidence *evidence)
{
  guint32 n = 0;
  for (guint constant = 0; constant < N_VALUES; constant++)
    for (guint32 threshold = 0; threshold < 3; threshold++)
      for (guint code = 0; code < (threshold < 2 ? 27 : 1); code++, n++) {
        couplet_evidence_begin_vector (evidence);
        add_table (evidence, 0, 0, constant);
        if (threshold < 2)
          add_table (evidence, threshold, 1, code);
      }
  return n;
}

/* Whether vector is below bound, both over x and y at most, by their values for all shifts. */
static gboolean
is_below_by_values (const Fixture *f, const Vector *vector, const Vector *bound)
{
  static const Scope both = {2, {0, 1}};
  Cost own[9] = {{0}}, other[9] = {{0}};
  gboolean keeps[] = {vector_mentions (bound, 0), vector_mentions (bound, 1)};
  vector_values (vector, &f->check, &both, own);
  vector_values (bound, &f->check, &both, other);
  for (guint32 v = 0; v < 2; v++)
    if (keeps[v] && !vector_mentions (vector, v))
      return FALSE;
  for (guint i = 0; i < 9; i++) {
    gboolean good = FALSE;
    for (guint j = 0; j < 9; j++)
      good |= (!keeps[0] || j / 3 == i / 3) && (!keeps[1] || j % 3 == i % 3) &&
              cost_compare (&own[j], &other[i]) <= 0;
    if (!good)
      return FALSE;
  }
  return TRUE;
}

/* The evidence becomes a bound with one entry, whose vectors follow, and the numbers 0 and 1. */
static void
begin_bound (Fixture *f)
{
  couplet_evidence_free (f->evidence);
  f->evidence = couplet_evidence_new (COUPLET_EVIDENCE_BOUND, f->automaton);
  f->check.evidence = f->evidence;
  for (guint number = 0; number < 2; number++) {
    g_auto (CoupletRational) value;
    couplet_rational_init (&value);
    mpq_set_ui (value.value, number, 1);
    couplet_evidence_add_number (f->evidence, &value);
  }
  couplet_evidence_begin_entry (f->evidence, 0);
}

static void
test_what_one_table_tells_is_what_all_values_say (void **state)
{
  (void)state;
  Fixture f;
  guint told = 0, below_any = 0;
  fixture_init (&f, COUPLET_INDEPENDENT);
  begin_bound (&f);
  guint32 n = add_vectors (f.evidence);
  for (guint32 i = 0; i < n; i++) {
    g_autoptr (Vector) vector = vector_new ();
    vector_add_given (vector, &f.check, i, 1);
    for (guint32 j = 0; j < n; j++) {
      g_autoptr (Vector) bound = vector_new ();
      gboolean below = FALSE;
      vector_add_given (bound, &f.check, j, 1);
      if (!vector_tells_below (vector, &f.check, j, &below))
        continue;
      told++;
      below_any += below;
      assert_int_equal (below, is_below_by_values (&f, vector, bound));
    }
  }
  /* over the same threshold, or without one in the bound */
  assert_int_equal (told, 2 * 81 * 81 + 165 * 3);
  assert_true (below_any > 0 && below_any < told);
  fixture_clear (&f);
}

static void
test_the_first_of_two_tables_tells_nothing (void **state)
{
  (void)state;
  Fixture f;
  gboolean below;
  fixture_init (&f, COUPLET_INDEPENDENT);
  begin_bound (&f);
  for (guint32 n = 1; n <= 2; n++) { /* a table over x, then one over y besides */
    couplet_evidence_begin_vector (f.evidence);
    for (guint32 threshold = 0; threshold < n; threshold++)
      add_table (f.evidence, threshold, 1, 0);
  }
  g_autoptr (Vector) vector = vector_new ();
  vector_add_given (vector, &f.check, 0, 1);
  assert_true (vector_tells_below (vector, &f.check, 0, &below));
  assert_true (below);
  assert_false (vector_tells_below (vector, &f.check, 1, &below));
  fixture_clear (&f);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_comparison_is_paid_for_or_obeyed),
      cmocka_unit_test (test_on_a_cycle_what_is_not_free_is_impossible),
      cmocka_unit_test (test_what_was_minimised_out_cannot_be_compared_with),
      cmocka_unit_test (test_a_difference_of_vectors_has_a_greatest_value),
      cmocka_unit_test (test_tables_that_share_thresholds_add_up),
      cmocka_unit_test (test_what_one_table_tells_is_what_all_values_say),
      cmocka_unit_test (test_the_first_of_two_tables_tells_nothing),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
