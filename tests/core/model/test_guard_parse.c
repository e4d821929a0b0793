/* SPDX-License-Identifier: Apache-2.0 */
#include "guard_parse.h"

#include <couplet/internal/automaton.h>

#include "guard.h"
#include "unit.h"

typedef struct {
  CoupletArena *arena;
  Names *thresholds;
  CoupletAutomaton automaton; /* only its thresholds, for guards as text */
} Fixture;

static const char *const THRESHOLDS[] = {"u", "v", "w"};

static int
set_up (void **state)
{
  Fixture *fixture = g_new0 (Fixture, 1);
  fixture->arena = couplet_arena_new ();
  fixture->thresholds = names_new (fixture->arena);
  for (guint i = 0; i < G_N_ELEMENTS (THRESHOLDS); i++)
    names_intern (fixture->thresholds, COUPLET_TEXT (THRESHOLDS[i]));
  fixture->automaton.thresholds = THRESHOLDS;
  *state = fixture;
  return 0;
}

static int
tear_down (void **state)
{
  Fixture *fixture = *state;
  names_free (fixture->thresholds);
  couplet_arena_free (fixture->arena);
  g_free (fixture);
  return 0;
}

static CoupletGuard
parse (const Fixture *fixture, const char *text)
{
  CoupletGuard guard;
  assert_true (
      guard_parse (&guard, COUPLET_TEXT (text), fixture->thresholds, fixture->arena, NULL));
  return guard;
}

static void
expect_guard (const Fixture *fixture, const char *text, const char *expected)
{
  CoupletGuard guard = parse (fixture, text);
  g_autofree char *shown = couplet_guard_to_string (&fixture->automaton, &guard);
  assert_string_equal (shown, expected);
}

static void
test_a_guard_is_its_prime_implicants (void **state)
{
  const Fixture *fixture = *state;
  expect_guard (fixture, "true", "true");
  expect_guard (fixture, " insample<v&&insample >=u ", "insample >= u && insample < v");
  expect_guard (fixture, "insample < u || insample >= u", "true");
  expect_guard (fixture, "insample < u || insample < u && insample < v", "insample < u");
  expect_guard (fixture, "insample < u && insample < v || insample >= u && insample < w",
                "insample < u && insample < v || insample >= u && insample < w || "
                "insample < v && insample < w");
}

static void
test_negation_goes_down_to_the_comparisons (void **state)
{
  const Fixture *fixture = *state;
  expect_guard (fixture, "!(insample < u || insample >= v)", "insample >= u && insample < v");
  expect_guard (fixture, "!!(insample < u)", "insample < u");
  expect_guard (fixture, "!insample < u && insample < v", "insample >= u && insample < v");
}

static void
test_a_guard_that_cannot_hold_has_no_alternative (void **state)
{
  const Fixture *fixture = *state;
  assert_int_equal (parse (fixture, "insample < u && insample >= u").n_alternatives, 0);
  assert_int_equal (parse (fixture, "!true").n_alternatives, 0);
}

static void
test_guards_contradict_when_no_sample_satisfies_both (void **state)
{
  const Fixture *fixture = *state;
  CoupletGuard below = parse (fixture, "insample < u"), above = parse (fixture, "insample >= u");
  CoupletGuard other = parse (fixture, "insample < v");
  assert_true (guards_contradict (&below, &above));
  assert_false (guards_contradict (&below, &below));
  assert_false (guards_contradict (&below, &other));
}

static void
expect_error (const Fixture *fixture, const char *text, const char *words)
{
  g_autoptr (GError) error = NULL;
  CoupletGuard guard;
  assert_false (
      guard_parse (&guard, COUPLET_TEXT (text), fixture->thresholds, fixture->arena, &error));
  assert_string_equal (error->message, words);
}

static void
test_what_is_no_guard_says_where (void **state)
{
  const Fixture *fixture = *state;
  expect_error (fixture, "", "expected 'insample', 'true', '!' or '(' at its end");
  expect_error (fixture, "insample <= u", "expected '<' or '>=' at character 10, before '<= u'");
  expect_error (fixture, "insample < x", "'x' is not a declared threshold");
  expect_error (fixture, "(insample < u", "expected ')' at its end");
  expect_error (fixture, "insample < u)",
                "expected '&&', '||' or the end at character 13, before ')'");
}

static void
test_guards_too_large_to_work_out_are_refused (void **state)
{
  const Fixture *fixture = *state;
  g_autofree char *deep = g_strnfill (2000, '(');
  expect_error (fixture, deep, "nested more than 1000 deep");
  g_autoptr (GString) wide = g_string_new (NULL);
  for (guint i = 0; i < 10; i++) {
    g_autofree char *name = g_strdup_printf ("a%u", 2 * i),
                    *twin = g_strdup_printf ("a%u", 2 * i + 1);
    names_intern (fixture->thresholds, COUPLET_TEXT (name));
    names_intern (fixture->thresholds, COUPLET_TEXT (twin));
    g_string_append_printf (wide, "%s(insample < %s || insample < %s)", i > 0 ? " && " : "", name,
                            twin);
  }
  expect_error (fixture, wide->str,
                "it has more than 256 alternatives when written without parentheses");
}

int
main (void)
{
#define CASE(function) cmocka_unit_test_setup_teardown (function, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      CASE (test_a_guard_is_its_prime_implicants),
      CASE (test_negation_goes_down_to_the_comparisons),
      CASE (test_a_guard_that_cannot_hold_has_no_alternative),
      CASE (test_guards_contradict_when_no_sample_satisfies_both),
      CASE (test_what_is_no_guard_says_where),
      CASE (test_guards_too_large_to_work_out_are_refused),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
