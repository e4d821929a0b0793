/* SPDX-License-Identifier: Apache-2.0 */
/* Results as reports of others read them: by the names of their fields. */
#include <couplet/host/result_json.h>
#include <couplet/report.h>

#include "full_results.h"
#include "unit.h"

typedef struct {
  CoupletAutomaton *automaton;
  FullResult full;
  CoupletContext *context;
  CoupletRecord *record;
} Fixture;

static int
set_up (void **state)
{
  static const CoupletHost HOST = {.wants_evidence = TRUE};
  Fixture *fixture = g_new0 (Fixture, 1);
  fixture->automaton = full_automaton ();
  full_init (&fixture->full, fixture->automaton);
  fixture->context = couplet_context_new (&FULL_PLUGIN, NULL, &HOST, "test");
  fixture->record = couplet_record_new (fixture->context, &fixture->full.result.shown);
  *state = fixture;
  return 0;
}

static int
tear_down (void **state)
{
  Fixture *fixture = *state;
  couplet_record_free (fixture->record);
  couplet_context_free (fixture->context);
  full_clear (&fixture->full);
  couplet_automaton_free (fixture->automaton);
  g_free (fixture);
  return 0;
}

static void
test_fields_are_those_of_the_result (void **state)
{
  const Fixture *fixture = *state;
  const CoupletResult *result = &fixture->full.result;
  g_auto (CoupletRational) cost;
  double seconds;
  couplet_rational_init (&cost);
  assert_string_equal (couplet_record_text (fixture->record, "verdict"),
                       couplet_verdict_to_string (result->verdict));
  assert_true (couplet_record_number (fixture->record, "cost", &cost));
  assert_int_equal (couplet_rational_compare (&cost, result->bounds.upper), 0);
  assert_true (couplet_record_decimal (fixture->record, "seconds", &seconds));
  assert_true (seconds > result->seconds - 1e-6 && seconds < result->seconds + 1e-6);
  assert_string_equal (
      couplet_record_text (couplet_record_object (fixture->record, "claim"), "verdict"),
      couplet_claim_verdict_to_string (result->claim_verdict));
}

static void
test_stages_are_items_of_a_list (void **state)
{
  const Fixture *fixture = *state;
  gint64 value;
  assert_int_equal (couplet_record_length (fixture->record, "stages"),
                    fixture->full.result.n_stages);
  for (guint i = 0; i < fixture->full.result.n_stages; i++) {
    const CoupletStageResult *stage = &fixture->full.result.stages[i];
    const CoupletRecord *item = couplet_record_item (fixture->record, "stages", i);
    assert_string_equal (couplet_record_text (item, "stage"), stage->stage);
    assert_true (couplet_record_is (item, "claimed") == stage->claimed);
    for (guint k = 0; k < stage->n_statistics; k++) {
      gboolean fits = stage->statistics[k].value <= G_MAXINT64;
      assert_int_equal (couplet_record_integer (couplet_record_object (item, "statistics"),
                                                stage->statistics[k].name, &value),
                        fits);
      assert_true (!fits || value == (gint64)stage->statistics[k].value);
    }
    assert_int_equal (couplet_record_length (item, "evidence"), stage->n_evidence);
  }
}

static void
test_what_is_not_there_is_nothing (void **state)
{
  const CoupletRecord *record = ((const Fixture *)*state)->record;
  g_auto (CoupletRational) number;
  gint64 integer;
  double decimal;
  couplet_rational_init (&number);
  for (guint i = 0; i < 2; i++) { /* no field, and one of another type */
    const char *field = i == 0 ? "nosuch" : "verdict";
    assert_false (couplet_record_integer (record, field, &integer));
    assert_false (couplet_record_number (record, field, &number));
    assert_false (couplet_record_decimal (record, field, &decimal));
    assert_false (couplet_record_is (record, field));
    assert_null (couplet_record_object (record, field));
    assert_int_equal (couplet_record_length (record, field), 0);
    assert_null (couplet_record_item (record, field, 0));
    assert_null (couplet_record_item_text (record, field, 0));
  }
  assert_null (couplet_record_text (record, "stages"));
  assert_null (couplet_record_item (record, "stages", 1000));
  assert_null (couplet_record_text (NULL, "verdict"));
}

static void
test_all_of_it_is_one_object_of_json (void **state)
{
  const Fixture *fixture = *state;
  g_autofree char *text = couplet_record_to_json (fixture->record);
  assert_true (g_str_has_prefix (text, "{\"file\":\""));
  assert_true (g_str_has_suffix (text, "}"));
  assert_null (strchr (text, '\n'));
}

#define TEST(name) cmocka_unit_test_setup_teardown (name, set_up, tear_down)

int
main (void)
{
  const struct CMUnitTest tests[] = {
      TEST (test_fields_are_those_of_the_result),
      TEST (test_stages_are_items_of_a_list),
      TEST (test_what_is_not_there_is_nothing),
      TEST (test_all_of_it_is_one_object_of_json),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
