/* SPDX-License-Identifier: Apache-2.0 */
/* What a builder takes from front ends: structures of other sizes than this program's, names,
 * numbers and limits. */
#include "unit.h"

#include "collected.h"

#include <couplet/model.h>

#include <string.h>

static const CoupletPlace PLACE = {7, 3};

/* size bytes of their own that begin with those of from; a sanitizer sees what is read beyond. */
static gpointer
sized_copy (gconstpointer from, gsize known, gsize size)
{
  guint8 *copy = g_malloc (size);
  memset (copy, 0xa5, size);
  memcpy (copy, from, MIN (known, size));
  return copy;
}

/* The automaton of two states and a transition, given in structures of those sizes. */
static CoupletAutomaton *
build_sized (SpecSizes sizes)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("sized");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  builder->sizes = sizes;
  const CoupletNoiseSpec noises[] = {{COUPLET_TEXT ("x"), COUPLET_TEXT ("1/4")},
                                     {COUPLET_TEXT ("y"), COUPLET_TEXT ("1/2")}};
  g_autofree char *d = g_malloc (2 * sizes.noise);
  for (guint i = 0; i < 2; i++) {
    g_autofree gpointer one = sized_copy (&noises[i], sizeof noises[i], sizes.noise);
    memcpy (d + i * sizes.noise, one, sizes.noise);
  }
  const CoupletText x = COUPLET_TEXT ("x");
  const CoupletStateSpec first = {.name = COUPLET_TEXT ("a"),
                                  .input = COUPLET_TEXT ("public"),
                                  .d = (const CoupletNoiseSpec *)(gpointer)d,
                                  .n_d = 2,
                                  .mu = COUPLET_TEXT ("3"),
                                  .place = PLACE};
  const CoupletStateSpec last = {.name = COUPLET_TEXT ("b"), .place = PLACE};
  const CoupletTransitionSpec move = {.from = first.name,
                                      .to = last.name,
                                      .output = COUPLET_TEXT ("o"),
                                      .assign = &x,
                                      .n_assign = 1,
                                      .place = PLACE};
  g_autofree gpointer own_first = sized_copy (&first, sizeof first, sizes.state);
  g_autofree gpointer own_last = sized_copy (&last, sizeof last, sizes.state);
  g_autofree gpointer own_move = sized_copy (&move, sizeof move, sizes.transition);
  couplet_builder_add_threshold (builder, COUPLET_TEXT ("x"), PLACE);
  couplet_builder_add_threshold (builder, COUPLET_TEXT ("y"), PLACE);
  couplet_builder_set_initial (builder, COUPLET_TEXT ("a"), PLACE);
  couplet_builder_add_state (builder, own_first);
  couplet_builder_add_state (builder, own_last);
  couplet_builder_add_transition (builder, own_move);
  return couplet_builder_finish (builder);
}

static void
check_sized (SpecSizes sizes)
{
  g_autoptr (CoupletAutomaton) automaton = build_sized (sizes);
  assert_non_null (automaton);
  const CoupletNoise *noise = &automaton->noises[automaton->states[0].noise];
  g_autofree char *x = couplet_number_to_string (automaton, noise->d[0]);
  g_autofree char *y = couplet_number_to_string (automaton, noise->d[1]);
  assert_string_equal (x, "1/4");
  assert_string_equal (y, "1/2");
  assert_int_equal (automaton->noise_kinds[automaton->states[0].noise].sample, COUPLET_LAPLACE);
  assert_string_equal (automaton->outputs[automaton->output[0]].name, "o");
  assert_int_equal (automaton->place[0].line, 7);
}

static const SpecSizes OWN = {sizeof (CoupletNoiseSpec), sizeof (CoupletStateSpec),
                              sizeof (CoupletTransitionSpec)};

static void
test_structures_of_this_version (void **state)
{
  (void)state;
  check_sized (OWN);
}

static void
test_smaller_structures_leave_the_rest_out (void **state)
{
  (void)state;
  SpecSizes sizes = OWN;
  sizes.state = G_STRUCT_OFFSET (CoupletStateSpec, noise);
  check_sized (sizes);
}

static void
test_larger_structures_are_read_as_far_as_they_are_known (void **state)
{
  (void)state;
  check_sized ((SpecSizes){OWN.noise + 16, OWN.state + 32, OWN.transition + 8});
}

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
      cmocka_unit_test (test_structures_of_this_version),
      cmocka_unit_test (test_smaller_structures_leave_the_rest_out),
      cmocka_unit_test (test_larger_structures_are_read_as_far_as_they_are_known),
      cmocka_unit_test (test_names_that_cannot_be),
      cmocka_unit_test (test_thresholds_that_cannot_be),
      cmocka_unit_test (test_states_that_are_not_declared),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
