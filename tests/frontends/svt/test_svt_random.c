/* SPDX-License-Identifier: Apache-2.0 */
/* Random programs: laid out anew they say the same; run as programs they do what
 * their automata do; damaged they are read or refused with a place.
 * COUPLET_TEST_PROGRAMS makes it longer. */
#include "environment.h"
#include "random_programs.h"
#include "svt_parse.h"
#include "svt_run.h"
#include "svt_text.h"

#include <stdio.h>

#include "unit.h"

#define DEFAULT_PROGRAMS 3000
#define DRAWS_PER_PROGRAM 20
#define READINGS 24

static guint
n_programs (void)
{
  return environment_number ("COUPLET_TEST_PROGRAMS", DEFAULT_PROGRAMS);
}

static CoupletAutomaton *
read_well_formed (const char *text)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("program");
  CoupletAutomaton *automaton = read_svt (text, strlen (text), NULL, diagnostics);
  if (automaton != NULL)
    return automaton;
  g_autofree char *messages = describe_diagnostics (diagnostics);
  fprintf (stderr, "%s\n%s", text, messages);
  fail ();
  return NULL;
}

static char *
format_well_formed (const char *text)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("program");
  char *formatted = format_svt (text, strlen (text), diagnostics);
  assert_non_null (formatted);
  return formatted;
}

static guint
count_comments (const char *text)
{
  guint n = 0;
  for (; *text != '\0'; text++)
    n += *text == '#';
  return n;
}

static void
check_format (const char *text, const CoupletAutomaton *automaton)
{
  g_autofree char *formatted = format_well_formed (text);
  g_autofree char *again = format_well_formed (formatted);
  assert_string_equal (formatted, again);
  assert_int_equal (count_comments (text), count_comments (formatted));
  g_autoptr (CoupletAutomaton) other = read_well_formed (formatted);
  g_autofree char *before = describe_automaton (automaton, FALSE);
  g_autofree char *after = describe_automaton (other, FALSE);
  assert_string_equal (before, after);
}

static void
test_formatting_changes_nothing_and_is_idempotent (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  for (guint i = 0; i < n_programs (); i++) {
    g_autoptr (GPtrArray) tokens = random_program (random);
    g_autofree char *text = scatter (tokens, random);
    g_autoptr (CoupletAutomaton) automaton = read_well_formed (text);
    check_format (text, automaton);
  }
}

/* Small numbers, so that equal values are met too. */
static void
draw_all (GRand *random, Draw *draws)
{
  for (guint i = 0; i < READINGS; i++) {
    draws[i].input = g_rand_int_range (random, -4, 5) / 2.0;
    draws[i].fresh = g_rand_int_range (random, -8, 9) / 4.0;
    for (guint v = 0; v < MOST_THRESHOLDS; v++)
      draws[i].noise[v] = g_rand_int_range (random, -16, 17) / 8.0;
  }
}

static void
test_automata_run_as_their_programs_do (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  guint shared = 0, several = 0, outputs = 0;
  for (guint i = 0; i < n_programs (); i++) {
    g_autoptr (GPtrArray) tokens = random_program (random);
    g_autofree char *text = scatter (tokens, random);
    g_autoptr (CoupletAutomaton) automaton = read_well_formed (text);
    g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("program");
    const SvtReporter reporter = {diagnostics, text, strlen (text)};
    g_autoptr (SvtFile) file = svt_parse (&reporter);
    shared += automaton->sampling == COUPLET_SHARED;
    several += automaton->n_thresholds > 1;
    for (guint j = 0; j < DRAWS_PER_PROGRAM; j++) {
      Draw draws[READINGS];
      g_autoptr (GString) expected = g_string_new (NULL);
      g_autoptr (GString) actual = g_string_new (NULL);
      draw_all (random, draws);
      run_program (file, automaton, draws, READINGS, expected);
      run_automaton (automaton, draws, READINGS, actual);
      outputs += (guint)expected->len;
      if (!g_string_equal (expected, actual)) {
        fprintf (stderr, "%s\nprogram:\n%s\nautomaton:\n%s", text, expected->str, actual->str);
        fail ();
      }
    }
  }
  /* both samplings, several thresholds, and runs that go on for a while */
  assert_true (shared > n_programs () / 4 && shared < 3 * n_programs () / 4);
  assert_true (several > n_programs () / 4);
  assert_true (outputs > n_programs () * DRAWS_PER_PROGRAM * 8);
}

/* Drops, doubles or swaps tokens, or puts in one from elsewhere. */
static void
damage (GPtrArray *tokens, GRand *random)
{
  guint at = (guint)g_rand_int_range (random, 0, (gint32)tokens->len);
  guint other = (guint)g_rand_int_range (random, 0, (gint32)tokens->len);
  gpointer kept = tokens->pdata[at];
  switch (g_rand_int_range (random, 0, 4)) {
  case 0:
    g_ptr_array_remove_index (tokens, at);
    break;
  case 1:
    g_ptr_array_insert (tokens, (gint)at, g_strdup (kept));
    break;
  case 2:
    tokens->pdata[at] = tokens->pdata[other];
    tokens->pdata[other] = kept;
    break;
  default:
    g_ptr_array_insert (tokens, (gint)at, g_strdup (tokens->pdata[other]));
  }
}

/* Either an automaton, or at least one error that has a place. */
static gboolean
check_damaged (const char *text)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("program");
  g_autoptr (CoupletAutomaton) automaton = read_svt (text, strlen (text), NULL, diagnostics);
  guint n, located = 0, errors = 0;
  const CoupletDiagnostic *messages = couplet_diagnostics_get (diagnostics, &n);
  for (guint i = 0; i < n; i++)
    if (messages[i].severity == COUPLET_SEVERITY_ERROR) {
      errors++;
      located += messages[i].place.line > 0 && messages[i].place.column > 0;
    }
  if ((automaton == NULL) != (errors > 0) || (errors > 0 && located == 0))
    fail_msg ("%u errors, %u with a place, for:\n%.800s", errors, located, text);
  return automaton != NULL;
}

static void
test_damaged_programs_are_read_or_refused_with_a_place (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  guint read = 0, n = 4 * n_programs ();
  for (guint i = 0; i < n; i++) {
    g_autoptr (GPtrArray) tokens = random_program (random);
    for (gint steps = g_rand_int_range (random, 1, 4); steps > 0 && tokens->len > 0; steps--)
      damage (tokens, random);
    g_autofree char *text = scatter (tokens, random);
    read += check_damaged (text);
    g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("program");
    g_autofree char *formatted = format_svt (text, strlen (text), diagnostics);
    if (formatted != NULL) {
      g_autofree char *again = format_well_formed (formatted);
      assert_string_equal (formatted, again);
    }
  }
  if (read < n / 1000 || read == n)
    fail_msg ("%u of %u are still programs", read, n);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_formatting_changes_nothing_and_is_idempotent),
      cmocka_unit_test (test_automata_run_as_their_programs_do),
      cmocka_unit_test (test_damaged_programs_are_read_or_refused_with_a_place),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
