/* SPDX-License-Identifier: Apache-2.0 */
/* What a builder takes from front ends: names, numbers and limits. */
#include "unit.h"

#include "collected.h"

#include <couplet/internal/automaton.h>

#include <string.h>

static const CoupletPlace PLACE = {7, 3};

/* ---- Messages --------------------------------------------------------------------- */

/* Adds the parts that a case gives, and finishes; the messages joined by newlines. */
static char *
messages_of (const char *threshold, const char *const *states, const char *const *moves)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("file");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  if (threshold != NULL)
    couplet_builder_add_threshold (builder, COUPLET_TEXT (threshold), PLACE);
  for (; *states != NULL; states++)
    couplet_builder_add_state (builder, &(CoupletStateSpec){.name = COUPLET_TEXT (*states)});
  for (; *moves != NULL; moves += 2)
    couplet_builder_add_transition (builder,
                                    &(CoupletTransitionSpec){.from = COUPLET_TEXT (moves[0]),
                                                             .to = COUPLET_TEXT (moves[1]),
                                                             .output = COUPLET_TEXT ("o")});
  couplet_builder_set_initial (builder, COUPLET_TEXT ("a"), PLACE);
  g_autoptr (CoupletAutomaton) automaton = couplet_builder_finish (builder);
  guint n;
  const CoupletDiagnostic *list = couplet_diagnostics_get (diagnostics, &n);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s\n", list[i].message);
  assert_int_equal (automaton == NULL,
                    couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR) > 0);
  return g_string_free (text, FALSE);
}

static void
assert_message (const char *expected, const char *threshold, const char *const *states,
                const char *const *moves)
{
  g_autofree char *messages = messages_of (threshold, states, moves);
  if (strstr (messages, expected) == NULL)
    fail_msg ("expected '%s' in: %s", expected, messages);
}

static const char *const ONE[] = {"a", NULL};
static const char *const NO_MOVE[] = {NULL};

static void
test_names_that_cannot_be (void **state)
{
  (void)state;
  static const char *const control[] = {"a",
                                        "b\x1f"
                                        "c",
                                        NULL};
  static const char *const broken[] = {"a", "\xff", NULL};
  static const char *const empty[] = {"a", "", NULL};
  static const char *const twice[] = {"a", "a", NULL};
  assert_message ("has a control character", NULL, control, NO_MOVE);
  assert_message ("is not valid UTF-8", NULL, broken, NO_MOVE);
  assert_message ("a state's name is empty", NULL, empty, NO_MOVE);
  assert_message ("state 'a' is declared twice", NULL, twice, NO_MOVE);
  g_autofree char *text = g_strnfill (LONGEST_NAME + 1, 'b');
  const char *const long_name[] = {"a", text, NULL};
  assert_message ("is longer than 1024 bytes", NULL, long_name, NO_MOVE);
}

static void
test_thresholds_that_cannot_be (void **state)
{
  (void)state;
  assert_message ("threshold '1x': a name is letters", "1x", ONE, NO_MOVE);
  assert_message ("has a name that means something else", "insample", ONE, NO_MOVE);
}

static void
test_states_that_are_not_declared (void **state)
{
  (void)state;
  static const char *const moves[] = {"a", "nowhere", NULL};
  static const char *const nameless[] = {"a", "", NULL};
  assert_message ("its target is not a declared state", NULL, ONE, moves);
  assert_message ("a transition's target is empty", NULL, ONE, nameless);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_names_that_cannot_be),
      cmocka_unit_test (test_thresholds_that_cannot_be),
      cmocka_unit_test (test_states_that_are_not_declared),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
