/* SPDX-License-Identifier: Apache-2.0 */
/* What a builder has collected reaches another process whole, or is refused. */
#include "builder_wire.h"

#include "unit.h"

static void
collect (CoupletBuilder *builder)
{
  const CoupletNoiseSpec noise = {COUPLET_TEXT ("x"), COUPLET_TEXT ("1/2")};
  const CoupletText assign = COUPLET_TEXT ("x");
  CoupletStateSpec state = {.name = COUPLET_TEXT ("ask"), .d = &noise, .n_d = 1, .place = {3, 4}};
  CoupletTransitionSpec transition = {.from = COUPLET_TEXT ("ask"),
                                      .to = COUPLET_TEXT ("end"),
                                      .output = COUPLET_TEXT ("s"),
                                      .assign = &assign,
                                      .n_assign = 1};
  couplet_builder_set_name (builder, COUPLET_TEXT ("carried"), state.place);
  couplet_builder_set_sensitivity (builder, COUPLET_TEXT ("3"), state.place);
  couplet_builder_set_claim (builder, COUPLET_TEXT ("5/4"), state.place);
  couplet_builder_add_threshold (builder, COUPLET_TEXT ("x"), state.place);
  couplet_builder_set_initial (builder, COUPLET_TEXT ("ask"), state.place);
  couplet_builder_set_adjacency (builder, COUPLET_TEXT ("monotonic"), state.place);
  couplet_builder_add_state (builder, &state);
  state.name = COUPLET_TEXT ("end");
  state.input = COUPLET_TEXT ("again");
  state.noise = COUPLET_TEXT ("discrete-laplace");
  state.noise_fresh = COUPLET_TEXT ("exponential");
  state.reading = COUPLET_TEXT ("answer");
  couplet_builder_add_state (builder, &state);
  couplet_builder_add_transition (builder, &transition);
  transition.guard = COUPLET_TEXT ("insample < x");
  transition.output = COUPLET_TEXT ("gap(x)");
  transition.from = transition.to;
  couplet_builder_add_transition (builder, &transition);
}

static GByteArray *
put (const CoupletBuilder *builder)
{
  GByteArray *out = g_byte_array_new ();
  assert_true (wire_put_builder (out, builder));
  return out;
}

/* What collect() collects, put. The caller frees it. */
static GByteArray *
put_collected (void)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("collected");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  collect (builder);
  return put (builder);
}

static void
test_all_is_carried (void **state)
{
  (void)state;
  g_autoptr (GByteArray) bytes = put_collected ();
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("carried");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  Wire wire = {bytes->data, bytes->len, 0, FALSE};
  assert_true (wire_take_builder (&wire, builder));
  assert_int_equal (wire.at, bytes->len);
  g_autoptr (GByteArray) again = put (builder);
  assert_int_equal (again->len, bytes->len);
  assert_memory_equal (again->data, bytes->data, bytes->len);
  g_autoptr (CoupletAutomaton) automaton = couplet_builder_finish (builder);
  assert_non_null (automaton);
  assert_string_equal (automaton->name, "carried");
  assert_int_equal (mpq_cmp_ui (automaton->claim.value, 5, 4), 0);
  assert_int_equal (automaton->n_states, 2);
  assert_int_equal (automaton->n_transitions, 2);
  assert_int_equal (automaton->adjacency, COUPLET_ADJACENT_MONOTONIC);
  assert_int_equal (automaton->states[1].input, COUPLET_AGAIN);
  const CoupletNoiseKinds *kinds = &automaton->noise_kinds[automaton->states[1].noise];
  assert_int_equal (kinds->sample, COUPLET_DISCRETE_LAPLACE);
  assert_int_equal (kinds->fresh, COUPLET_EXPONENTIAL);
  assert_int_equal (couplet_output_of (automaton, 1)->kind, COUPLET_GAP);
  assert_null (automaton->readings[0]);
  assert_string_equal (couplet_reading_of (automaton, 0), "insample");
  assert_string_equal (couplet_reading_of (automaton, 1), "answer");
}

static void
test_nothing_is_carried_too (void **state)
{
  (void)state;
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("empty");
  g_autoptr (CoupletBuilder) empty = couplet_builder_new (diagnostics);
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  g_autoptr (GByteArray) bytes = put (empty);
  Wire wire = {bytes->data, bytes->len, 0, FALSE};
  assert_true (wire_take_builder (&wire, builder));
}

/* Whether the first length of bytes are taken; what is taken becomes an automaton or has errors. */
static gboolean
is_taken (const GByteArray *bytes, gsize length)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("damaged");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  g_autofree guint8 *exact = g_memdup2 (bytes->data, length);
  Wire wire = {exact, length, 0, FALSE};
  if (!wire_take_builder (&wire, builder))
    return FALSE;
  g_autoptr (CoupletAutomaton) automaton = couplet_builder_finish (builder);
  assert_int_equal (automaton == NULL,
                    couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR) > 0);
  return TRUE;
}

static void
test_what_is_cut_off_is_refused (void **state)
{
  (void)state;
  g_autoptr (GByteArray) bytes = put_collected ();
  for (guint length = 0; length < bytes->len; length += 4)
    assert_false (is_taken (bytes, length));
  assert_true (is_taken (bytes, bytes->len));
}

/* Wherever a number is wrong, the answer is a refusal or an automaton, not a crash. */
static void
test_what_is_damaged_does_no_harm (void **state)
{
  (void)state;
  static const guint8 damages[] = {0x01, 0x80, 0xff};
  g_autoptr (GByteArray) bytes = put_collected ();
  guint refused = 0;
  for (guint at = 0; at < bytes->len; at++)
    for (guint i = 0; i < G_N_ELEMENTS (damages); i++) {
      bytes->data[at] ^= damages[i];
      refused += !is_taken (bytes, bytes->len);
      bytes->data[at] ^= damages[i];
    }
  assert_true (refused > bytes->len);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_all_is_carried),
      cmocka_unit_test (test_nothing_is_carried_too),
      cmocka_unit_test (test_what_is_cut_off_is_refused),
      cmocka_unit_test (test_what_is_damaged_does_no_harm),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
