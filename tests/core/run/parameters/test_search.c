/* SPDX-License-Identifier: Apache-2.0 */
/* The largest or least value at which a made cost is at most a bound. */
#include "search.h"

#include <math.h>
#include <string.h>

#include "unit.h"

/* A made mechanism: what its cost is, whether it can be read, what is not decided. */
typedef struct {
  /* Sets cost; FALSE = no d is enough. */
  gboolean (*cost) (const CoupletRational *value, CoupletRational *cost);
  gboolean whole;                  /* only whole numbers can be read */
  const char *open_from, *open_to; /* where nothing is known; NULL = nowhere */
  const char *read_from, *read_to; /* where values can be read; NULL = everywhere */
  guint n_runs, most_runs;         /* 0 = no limit */
  guint n_data;
} Made;

static void
set (CoupletRational *number, const char *text)
{
  assert_true (couplet_rational_parse (number, text, strlen (text), NULL));
}

/* Sign of value - text. */
static int
against (const CoupletRational *value, const char *text)
{
  g_auto (CoupletRational) other;
  couplet_rational_init (&other);
  set (&other, text);
  return couplet_rational_compare (value, &other);
}

static gboolean
fill (gpointer data, Sample *sample)
{
  Made *made = data;
  sample->readable = !made->whole || mpz_cmp_ui (mpq_denref (sample->value.value), 1) == 0;
  if (made->read_from != NULL && (against (&sample->value, made->read_from) < 0 ||
                                  against (&sample->value, made->read_to) > 0))
    sample->readable = FALSE;
  if (made->open_from != NULL && against (&sample->value, made->open_from) >= 0 &&
      against (&sample->value, made->open_to) <= 0)
    return TRUE;
  sample->data = &made->n_data;
  made->n_data++;
  if (sample->readable) {
    sample->infinite = !made->cost (&sample->value, &sample->lower);
    sample->has_lower = sample->has_upper = !sample->infinite;
    mpq_set (sample->upper.value, sample->lower.value);
  }
  return ++made->n_runs != made->most_runs;
}

static void
free_data (gpointer data)
{
  (*(guint *)data)--;
}

/* Runs the search and checks what it finds, as text: `exact largest 7 beyond 8`, with `near` for
 * a value beyond that need only be near. */
static void
expect (Made *made, RangeKind kind, const char *first, const char *last, const char *step,
        const char *bound, const char *expected)
{
  SearchTask task = {.fill = fill, .data = made, .free_data = free_data};
  g_auto (Search) search;
  range_init (&task.range);
  couplet_rational_init (&task.bound);
  task.range.kind = kind;
  set (&task.range.first, first);
  set (&task.range.last, last);
  set (&task.range.step, step);
  set (&task.bound, bound);
  search_run (&task, &search);
  g_autoptr (GString) text = g_string_new (couplet_solution_kind_to_string (search.kind));
  const char *which = couplet_solution_end_to_string (search.which);
  g_string_append_printf (text, " %s", which != NULL ? which : "neither");
  if (search.value != NULL) {
    g_autofree char *value = couplet_rational_to_string (&search.value->value);
    g_string_append_printf (text, " %s", value);
  }
  if (search.beyond != NULL) {
    g_autofree char *beyond = couplet_rational_to_string (&search.beyond->value);
    gboolean near = search.value != NULL && kind != RANGE_STEPS && strlen (beyond) > 5;
    g_string_append_printf (text, " beyond %s", near ? "near" : beyond);
    if (near)
      assert_true (
          fabs (mpq_get_d (search.beyond->value.value) / mpq_get_d (search.value->value.value) -
                1) < 1e-6);
  }
  assert_string_equal (text->str, expected);
  assert_true (made->n_data <= 7);
  range_clear (&task.range);
  couplet_rational_clear (&task.bound);
}

/* ---- Costs ------------------------------------------------------------------------------- */

static gboolean
itself (const CoupletRational *value, CoupletRational *cost)
{
  mpq_set (cost->value, value->value);
  return TRUE;
}

/* 1/4 + 3/2/value, and none at 0 */
static gboolean
noise_scale (const CoupletRational *value, CoupletRational *cost)
{
  if (mpq_sgn (value->value) == 0)
    return FALSE;
  set (cost, "3/2");
  g_auto (CoupletRational) quarter;
  couplet_rational_init (&quarter);
  set (&quarter, "1/4");
  mpq_div (cost->value, cost->value, value->value);
  mpq_add (cost->value, cost->value, quarter.value);
  return TRUE;
}

/* max (1/value, 3 - value) up to 2, then 1/2 */
static gboolean
pieces (const CoupletRational *value, CoupletRational *cost)
{
  g_auto (CoupletRational) line;
  couplet_rational_init (&line);
  set (&line, "3");
  mpq_inv (cost->value, value->value);
  mpq_sub (line.value, line.value, value->value);
  if (couplet_rational_compare (&line, cost) > 0)
    mpq_set (cost->value, line.value);
  if (against (value, "2") > 0)
    set (cost, "1/2");
  return TRUE;
}

/* 1 up to 22/7, then 2 */
static gboolean
jump (const CoupletRational *value, CoupletRational *cost)
{
  set (cost, against (value, "22/7") < 0 ? "1" : "2");
  return TRUE;
}

/* The next whole number, such as of a counter that is compared with the value. */
static gboolean
ceiling (const CoupletRational *value, CoupletRational *cost)
{
  mpz_cdiv_q (mpq_numref (cost->value), mpq_numref (value->value), mpq_denref (value->value));
  mpz_set_ui (mpq_denref (cost->value), 1);
  return TRUE;
}

/* 1/ceiling */
static gboolean
falling_steps (const CoupletRational *value, CoupletRational *cost)
{
  ceiling (value, cost);
  mpq_inv (cost->value, cost->value);
  return TRUE;
}

/* 1 up to 3, then a line from 2 on */
static gboolean
jump_to_a_line (const CoupletRational *value, CoupletRational *cost)
{
  set (cost, "1");
  if (against (value, "3") > 0)
    mpq_sub (cost->value, value->value, cost->value);
  return TRUE;
}

static gboolean
square (const CoupletRational *value, CoupletRational *cost)
{
  mpq_mul (cost->value, value->value, value->value);
  return TRUE;
}

/* falls up to 1, then rises */
static gboolean
valley (const CoupletRational *value, CoupletRational *cost)
{
  mpq_inv (cost->value, value->value);
  mpq_add (cost->value, cost->value, value->value);
  return TRUE;
}

/* rises up to 10, then falls */
static gboolean
hill (const CoupletRational *value, CoupletRational *cost)
{
  mpq_set (cost->value, value->value);
  if (against (value, "10") > 0) {
    set (cost, "20");
    mpq_sub (cost->value, cost->value, value->value);
  }
  return TRUE;
}

static gboolean
constant (const CoupletRational *value, CoupletRational *cost)
{
  (void)value;
  set (cost, "1");
  return TRUE;
}

static gboolean
none (const CoupletRational *value, CoupletRational *cost)
{
  (void)value;
  (void)cost;
  return FALSE;
}

/* ---- Tests --------------------------------------------------------------------------------- */

static void
test_whole_numbers (void **state)
{
  (void)state;
  expect (&(Made){.cost = itself}, RANGE_STEPS, "1", "100", "1", "7", "exact largest 7 beyond 8");
  expect (&(Made){.cost = itself}, RANGE_STEPS, "1", "100", "1", "15/2",
          "exact largest 7 beyond 8");
  expect (&(Made){.cost = itself}, RANGE_STEPS, "1", "100", "1", "1", "exact largest 1 beyond 2");
  expect (&(Made){.cost = itself}, RANGE_STEPS, "1", "100", "1", "99",
          "exact largest 99 beyond 100");
  expect (&(Made){.cost = itself}, RANGE_STEPS, "1", "100", "1", "100", "everywhere largest 100");
  expect (&(Made){.cost = itself}, RANGE_STEPS, "2", "100", "1", "1", "nowhere largest beyond 2");
  expect (&(Made){.cost = itself}, RANGE_STEPS, "5", "5", "1", "7", "everywhere neither 5");
  expect (&(Made){.cost = noise_scale}, RANGE_STEPS, "1", "1000000", "1", "1",
          "exact least 2 beyond 1");
  expect (&(Made){.cost = noise_scale}, RANGE_STEPS, "0", "1000", "1", "1/3",
          "exact least 18 beyond 17");
  expect (&(Made){.cost = noise_scale}, RANGE_STEPS, "3", "10", "1", "1", "everywhere least 3");
  expect (&(Made){.cost = noise_scale}, RANGE_STEPS, "1", "10", "1", "1/8",
          "nowhere least beyond 10");
}

static void
test_other_steps (void **state)
{
  (void)state;
  expect (&(Made){.cost = itself}, RANGE_STEPS, "1/2", "10", "1/4", "19/10",
          "exact largest 7/4 beyond 2");
  expect (&(Made){.cost = noise_scale}, RANGE_STEPS, "1", "10", "1/10", "1",
          "exact least 2 beyond 19/10");
}

static void
test_exact_roots (void **state)
{
  (void)state;
  expect (&(Made){.cost = itself}, RANGE_INTERVAL, "1", "100", "1", "22/7",
          "exact largest 22/7 beyond near");
  expect (&(Made){.cost = noise_scale}, RANGE_INTERVAL, "0", "100", "1", "3/7",
          "exact least 42/5 beyond near");
  expect (&(Made){.cost = pieces}, RANGE_INTERVAL, "1/10", "100", "1", "4",
          "exact least 1/4 beyond near");
  expect (&(Made){.cost = pieces}, RANGE_INTERVAL, "1/10", "100", "1", "17/10",
          "exact least 13/10 beyond near");
  expect (&(Made){.cost = itself}, RANGE_INTERVAL, "1", "100", "1", "100",
          "everywhere largest 100");
  expect (&(Made){.cost = noise_scale}, RANGE_INTERVAL, "1", "2", "1", "1/8",
          "nowhere least beyond 2");
}

static void
test_without_a_range (void **state)
{
  (void)state;
  expect (&(Made){.cost = itself}, RANGE_FREE, "0", "0", "1", "1000/3",
          "exact largest 1000/3 beyond near");
  expect (&(Made){.cost = noise_scale}, RANGE_FREE, "0", "0", "1", "1",
          "exact least 2 beyond near");
  expect (&(Made){.cost = noise_scale}, RANGE_FREE, "0", "0", "1", "1000",
          "exact least 2/1333 beyond near");
  expect (&(Made){.cost = itself, .whole = TRUE}, RANGE_FREE, "0", "0", "1", "1000/3",
          "exact largest 333 beyond 334");
  expect (&(Made){.cost = constant}, RANGE_FREE, "0", "0", "1", "1", "everywhere neither 64");
  expect (&(Made){.cost = constant, .whole = TRUE}, RANGE_FREE, "0", "0", "1", "1",
          "everywhere neither 64");
  expect (&(Made){.cost = none}, RANGE_FREE, "0", "0", "1", "1", "nowhere neither beyond 1/64");
}

/* No curve meets the bound: the ends are near, or a jump is met. */
static void
test_between (void **state)
{
  (void)state;
  SearchTask task = {.fill = fill, .free_data = free_data, .data = &(Made){.cost = square}};
  g_auto (Search) search;
  range_init (&task.range);
  couplet_rational_init (&task.bound);
  set (&task.bound, "2");
  search_run (&task, &search);
  assert_int_equal (search.kind, COUPLET_SOLUTION_BETWEEN);
  assert_true (against (&search.value->value, "1.4142121") > 0);
  assert_true (against (&search.value->value, "1.4142135623730950488") < 0);
  assert_true (against (&search.beyond->value, "1.4142135623730950488") > 0);
  assert_true (against (&search.beyond->value, "1.4142150") < 0);
  range_clear (&task.range);
  couplet_rational_clear (&task.bound);
}

static void
test_a_jump (void **state)
{
  (void)state;
  SearchTask task = {.fill = fill, .free_data = free_data, .data = &(Made){.cost = jump}};
  g_auto (Search) search;
  range_init (&task.range);
  couplet_rational_init (&task.bound);
  set (&task.bound, "3/2");
  search_run (&task, &search);
  assert_int_equal (search.kind, COUPLET_SOLUTION_BETWEEN);
  assert_int_equal (search.which, COUPLET_SOLUTION_LARGEST);
  assert_true (against (&search.value->value, "22/7") < 0);
  assert_true (against (&search.beyond->value, "22/7") >= 0);
  range_clear (&task.range);
  couplet_rational_clear (&task.bound);
}

/* A cost that has steps at whole numbers: the bound may be met at no value. */
static void
test_steps_at_whole_numbers (void **state)
{
  (void)state;
  expect (&(Made){.cost = ceiling}, RANGE_FREE, "0", "0", "0", "13/2",
          "exact largest 6 beyond near");
  expect (&(Made){.cost = ceiling}, RANGE_INTERVAL, "1", "100", "0", "13/2",
          "exact largest 6 beyond near");
  expect (&(Made){.cost = ceiling}, RANGE_INTERVAL, "1", "25/4", "0", "13/2",
          "between largest 6 beyond near");
  expect (&(Made){.cost = jump_to_a_line}, RANGE_FREE, "0", "0", "0", "3/2",
          "between largest 3 beyond near");
  expect (&(Made){.cost = ceiling}, RANGE_INTERVAL, "1/2", "100", "0", "6",
          "exact largest 6 beyond near");
  expect (&(Made){.cost = falling_steps}, RANGE_INTERVAL, "1", "100", "0", "1/6",
          "between least 1376471/275294 beyond 5");
}

static void
test_what_is_not_monotone (void **state)
{
  (void)state;
  SearchTask task = {.fill = fill, .free_data = free_data, .data = &(Made){.cost = hill}};
  g_auto (Search) search;
  range_init (&task.range);
  couplet_rational_init (&task.bound);
  task.range.kind = RANGE_STEPS;
  set (&task.range.first, "1");
  set (&task.range.last, "18");
  set (&task.range.step, "1");
  set (&task.bound, "12");
  search_run (&task, &search);
  assert_int_equal (search.kind, COUPLET_SOLUTION_NOT_MONOTONE);
  for (guint i = 0; i < 4; i++)
    assert_non_null (search.fault[i]);
  assert_true (couplet_rational_compare (&search.fault[0]->lower, &search.fault[1]->lower) < 0);
  assert_true (couplet_rational_compare (&search.fault[2]->lower, &search.fault[3]->lower) > 0);
  range_clear (&task.range);
  couplet_rational_clear (&task.bound);
}

/* Both ends of the interval are above the bound, but not what is between them. */
static void
test_an_interval_is_looked_into (void **state)
{
  (void)state;
  expect (&(Made){.cost = valley}, RANGE_INTERVAL, "1/2", "2", "1", "2", "not-monotone neither");
  expect (&(Made){.cost = valley}, RANGE_INTERVAL, "1/2", "2", "1", "9/4", "not-monotone neither");
}

/* An end that cannot be read, or is not decided, leaves the rest to be searched. */
static void
test_an_end_without_an_answer (void **state)
{
  (void)state;
  expect (&(Made){.cost = noise_scale, .read_from = "1", .read_to = "64"}, RANGE_INTERVAL, "1/2",
          "64", "1", "1", "exact least 2 beyond near");
  expect (&(Made){.cost = noise_scale, .read_from = "1/8", .read_to = "3"}, RANGE_INTERVAL, "1/2",
          "64", "1", "1", "exact least 2 beyond near");
  expect (&(Made){.cost = noise_scale, .open_from = "3", .open_to = "65"}, RANGE_INTERVAL, "1/2",
          "64", "1", "1", "exact least 2 beyond near");
  expect (&(Made){.cost = constant, .read_from = "1", .read_to = "2"}, RANGE_INTERVAL, "1", "64",
          "1", "2", "unknown neither 2");
  expect (&(Made){.cost = none, .read_from = "3", .read_to = "2"}, RANGE_INTERVAL, "1", "64", "1",
          "2", "unknown neither");
}

/* What is not decided leaves a bracket, which is made as narrow as it can be. */
static void
test_what_is_open (void **state)
{
  (void)state;
  expect (&(Made){.cost = itself, .open_from = "6", .open_to = "9"}, RANGE_STEPS, "1", "100", "1",
          "7", "unknown largest 5 beyond 10");
  expect (&(Made){.cost = itself, .open_from = "8", .open_to = "1000"}, RANGE_STEPS, "1", "100",
          "1", "7", "unknown largest 5");
  expect (&(Made){.cost = itself, .open_from = "8", .open_to = "9"}, RANGE_STEPS, "1", "100", "1",
          "5", "exact largest 5 beyond 6");
  expect (&(Made){.cost = itself, .open_from = "0", .open_to = "1000"}, RANGE_STEPS, "1", "100",
          "1", "7", "unknown neither");
  expect (&(Made){.cost = itself, .whole = TRUE}, RANGE_INTERVAL, "1", "64", "1", "7",
          "exact largest 7 beyond 8");
  expect (&(Made){.cost = itself, .whole = TRUE}, RANGE_INTERVAL, "1/2", "15/2", "1", "7",
          "everywhere largest 7");
}

static void
test_a_search_that_is_stopped (void **state)
{
  (void)state;
  expect (&(Made){.cost = itself, .most_runs = 1}, RANGE_STEPS, "1", "100", "1", "7",
          "unknown neither 1");
  expect (&(Made){.cost = itself, .most_runs = 5}, RANGE_STEPS, "1", "100", "1", "7",
          "unknown largest 5 beyond 9");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_whole_numbers),
      cmocka_unit_test (test_other_steps),
      cmocka_unit_test (test_exact_roots),
      cmocka_unit_test (test_without_a_range),
      cmocka_unit_test (test_between),
      cmocka_unit_test (test_a_jump),
      cmocka_unit_test (test_steps_at_whole_numbers),
      cmocka_unit_test (test_what_is_not_monotone),
      cmocka_unit_test (test_an_interval_is_looked_into),
      cmocka_unit_test (test_an_end_without_an_answer),
      cmocka_unit_test (test_what_is_open),
      cmocka_unit_test (test_a_search_that_is_stopped),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
