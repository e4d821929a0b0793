/* SPDX-License-Identifier: Apache-2.0 */
/* The checker's costs on both sides of the border between a word and GMP's limbs, against GMP. */
#include "costs.h"

#include "text_automaton.h"

#include "unit.h"

static CoupletAutomaton *
some_automaton (void)
{
  static const char *const lines[] = {"state i public 1", "state q private 2/3", "i q true s x",
                                      "q q <x below", NULL};
  return text_automaton (COUPLET_SHARED, "x", lines);
}

typedef struct {
  CoupletAutomaton *automaton;
  CoupletEvidence *evidence;
  Check check;
} Fixture;

static void
fixture_init (Fixture *f, const char *unit)
{
  f->automaton = some_automaton ();
  f->evidence = couplet_evidence_new (COUPLET_EVIDENCE_VIOLATION, f->automaton);
  check_init (&f->check, f->evidence);
  mpz_set_str (f->check.unit, unit, 10);
}

static void
fixture_clear (Fixture *f)
{
  check_clear (&f->check);
  couplet_evidence_free (f->evidence);
  couplet_automaton_free (f->automaton);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

/* Fails unless cost, in units of 1, is number. */
static void
assert_cost (const Fixture *f, const Cost *cost, const CoupletRational *number)
{
  g_autofree char *text = cost_to_string (&f->check, cost);
  g_autofree char *expected = couplet_rational_to_string (number);
  assert_string_equal (text, expected);
}

/* Small numbers, and those beside powers of two up to 2^130, of both signs. */
static const char *const NUMBERS[] = {
    "0",
    "1",
    "-1",
    "3",
    "2147483648",
    "-2147483649",
    "4611686018427387904",
    "-4611686018427387905",
    "9223372036854775807",
    "-9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "-9223372036854775809",
    "18446744073709551616",
    "1361129467683753853853498429727072845824",
    "-1361129467683753853853498429727072845823",
};

static void
each_pair (void (*check) (const Fixture *f, const CoupletRational *a, const CoupletRational *b))
{
  g_auto (Fixture) f;
  fixture_init (&f, "1");
  for (gsize i = 0; i < G_N_ELEMENTS (NUMBERS); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (NUMBERS); j++) {
      g_auto (CoupletRational) a, b;
      couplet_rational_init (&a);
      couplet_rational_init (&b);
      mpq_set_str (a.value, NUMBERS[i], 10);
      mpq_set_str (b.value, NUMBERS[j], 10);
      check (&f, &a, &b);
    }
}

static void
check_pair (const Fixture *f, const CoupletRational *a, const CoupletRational *b)
{
  g_auto (Cost) x = {.small = 0};
  g_auto (Cost) y = {.small = 0};
  g_auto (CoupletRational) expected;
  couplet_rational_init (&expected);
  cost_scale (&f->check, &x, a, 1);
  cost_scale (&f->check, &y, b, 1);
  assert_cost (f, &x, a);
  int order = cost_compare (&x, &y);
  assert_int_equal ((order > 0) - (order < 0),
                    (mpq_cmp (a->value, b->value) > 0) - (mpq_cmp (a->value, b->value) < 0));
  cost_add (&x, &y);
  mpq_add (expected.value, a->value, b->value);
  assert_cost (f, &x, &expected);
  cost_negate (&x);
  mpq_neg (expected.value, expected.value);
  assert_cost (f, &x, &expected);
  cost_set (&y, &x);
  assert_int_equal (cost_compare (&x, &y), 0);
  cost_add (&x, &x);
  mpq_add (expected.value, expected.value, expected.value);
  assert_cost (f, &x, &expected);
  cost_scale (&f->check, &x, a, -2);
  mpq_set_si (expected.value, -2, 1);
  mpq_mul (expected.value, expected.value, a->value);
  assert_cost (f, &x, &expected);
}

static void
test_as_gmp_reckons (void **state)
{
  (void)state;
  each_pair (check_pair);
}

/* Infinite costs are above all others, and those below everything stay there. */
static void
test_what_is_infinite (void **state)
{
  (void)state;
  const Cost above = {.infinite = 1}, below = {.infinite = -1}, one = {.small = 1};
  Cost sum = {.small = 1};
  assert_true (cost_compare (&above, &one) > 0 && cost_compare (&below, &one) < 0);
  cost_add (&sum, &above);
  assert_int_equal (cost_compare (&sum, &above), 0);
  cost_add (&sum, &below);
  assert_int_equal (cost_compare (&sum, &below), 0);
  cost_negate (&sum);
  assert_int_equal (cost_compare (&sum, &above), 0);
  cost_set (&sum, &one);
  assert_int_equal (cost_compare (&sum, &one), 0);
}

/* With units that fit into a word and that do not. */
static void
test_prices_in_units (void **state)
{
  (void)state;
  static const char *const units[] = {"3", "9223372036854775806", "27670116110564327421",
                                      "1361129467683753853853498429727072845824000000003"};
  for (gsize i = 0; i < G_N_ELEMENTS (units); i++) {
    g_auto (Fixture) f;
    g_auto (Cost) sum = {.small = 0};
    fixture_init (&f, units[i]);
    if (mpz_divisible_ui_p (f.check.unit, 3) == 0)
      mpz_mul_ui (f.check.unit, f.check.unit, 3);
    const CoupletNoise *noise = &f.automaton->noises[f.automaton->states[1].noise];
    const Sample sample = {.d = &f.automaton->numbers[noise->d[0]]};
    f.check.difference = 1;
    cost_add_price (&sum, &f.check, &sample, 1);
    cost_add_price (&sum, &f.check, &sample, -1);
    cost_add_price (&sum, &f.check, &sample, 0);
    g_autofree char *text = cost_to_string (&f.check, &sum);
    assert_string_equal (text, "2"); /* 2/3, three times */
  }
}

/* Its denominator is that of no other number. */
static void
test_a_claim_is_compared_as_it_is (void **state)
{
  (void)state;
  g_auto (Fixture) f;
  g_auto (CoupletRational) claim;
  fixture_init (&f, "1");
  couplet_evidence_free (f.evidence);
  f.evidence = couplet_evidence_new (COUPLET_EVIDENCE_ATTAINED, f.automaton);
  couplet_rational_init (&claim);
  mpq_set_ui (claim.value, 1, 7);
  couplet_evidence_set_cost (f.evidence, &claim);
  f.check.evidence = f.evidence;
  f.check.kind = COUPLET_EVIDENCE_ATTAINED;
  assert_true (cost_find_unit (&f.check));
  assert_true (cost_compare_with_claim (&f.check, &(Cost){.small = 0}) < 0);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_as_gmp_reckons),
      cmocka_unit_test (test_what_is_infinite),
      cmocka_unit_test (test_prices_in_units),
      cmocka_unit_test (test_a_claim_is_compared_as_it_is),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
