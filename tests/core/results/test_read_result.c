/* SPDX-License-Identifier: Apache-2.0 */
/* What is written of a result as JSON is read back as it was, field by field; what is cut off or
 * changed is refused with its place, or means something. */
#include "full_results.h"

#include "read_result.h"

#include <couplet/host/result_json.h>

#include <string.h>

#include "unit.h"

#define MINIMAL "{\"file\":\"f\",\"verdict\":\"unknown\",\"stages\":[],\"diagnostics\":[]}"

/* The line without its end; the caller frees it. */
static char *
line_of (const CoupletResult *result, gboolean with_evidence)
{
  char *line = couplet_result_to_json (result, with_evidence);
  gsize length = strlen (line);
  assert_true (line[length - 1] == '\n');
  line[length - 1] = '\0';
  assert_null (strchr (line, '\n'));
  return line;
}

static void
test_results_make_the_round_trip (void **state)
{
  (void)state;
  static const CoupletPart part = {2, 3, 17, 500, "-D c=2", "0a"};
  static const CoupletDefinition swept[] = {{"c", "1"}, {"k", "3/2"}};
  g_autoptr (CoupletAutomaton) automaton = full_automaton ();
  g_autoptr (GError) error = NULL;
  g_auto (FullResult) full;
  g_auto (ReadResult) read;
  full_init (&full, automaton);
  full.result.part = &part;
  full.result.n_swept = 2;
  full.result.swept = swept;
  g_autofree char *line = line_of (&full.result, TRUE);
  if (!read_result (&read, "report", 1, line, strlen (line), automaton, &error))
    fail_msg ("%s", error->message);
  assert_int_equal (read.result.stages[0].n_evidence, 1);
  assert_same_result (&read.result, &full.result);
  assert_memory_equal (read.result.part, &part, G_STRUCT_OFFSET (CoupletPart, asked));
  assert_string_equal (read.result.part->asked, part.asked);
  assert_ptr_equal (read.result.automaton, automaton);
  g_autofree char *again = line_of (&read.result, TRUE);
  assert_string_equal (again, line);
}

/* Without the automaton evidence is only text, but the line is the same. */
static void
test_lines_are_written_as_they_were_read (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = full_automaton ();
  g_auto (FullResult) full;
  full_init (&full, automaton);
  for (guint with = 0; with < 2; with++) {
    g_auto (ReadResult) read;
    g_autofree char *line = line_of (&full.result, with);
    assert_true (read_result (&read, "report", 1, line, strlen (line), NULL, NULL));
    assert_int_equal (read.result.stages[0].n_evidence, with);
    if (with)
      assert_int_equal (couplet_evidence_kind (read.result.stages[0].evidence[0]),
                        COUPLET_EVIDENCE_VIOLATION);
    g_autofree char *again = line_of (&read.result, TRUE);
    assert_string_equal (again, line);
  }
}

/* A file of which nothing is known but that it has one message; and standard input. */
static void
test_results_of_almost_nothing (void **state)
{
  (void)state;
  const CoupletDiagnostic diagnostic = {COUPLET_SEVERITY_ERROR, "-", {7, 8}, "it is\nempty \"x\""};
  const CoupletResult sent = {.file = "-",
                              .verdict = COUPLET_VERDICT_ERROR,
                              .n_diagnostics = 1,
                              .diagnostics = &diagnostic,
                              .n_errors = 1};
  g_auto (ReadResult) read;
  g_autofree char *line = line_of (&sent, TRUE);
  assert_true (read_result (&read, "report", 1, line, strlen (line), NULL, NULL));
  assert_same_result (&read.result, &sent);
  assert_null (read.result.origin);
  read_result_clear (&read);
  assert_true (read_result (&read, "report", 1, MINIMAL, strlen (MINIMAL), NULL, NULL));
}

/* Fractions longer than any that is read as an input. */
static void
test_long_numbers (void **state)
{
  (void)state;
  g_autofree char *digits = g_strnfill (30000, '7');
  g_autofree char *line = g_strdup_printf (
      "{\"file\":\"f\",\"verdict\":\"private\",\"cost\":\"%s/%s1\",\"stages\":[{"
      "\"stage\":\"s\",\"plugin\":\"p\",\"kind\":\"optimizer\",\"verdict\":\"private\","
      "\"upper\":\"%s/%s1\"}],\"diagnostics\":[]}",
      digits, digits, digits, digits);
  g_auto (ReadResult) read;
  assert_true (read_result (&read, "report", 1, line, strlen (line), NULL, NULL));
  g_autofree char *cost = couplet_rational_to_string (read.result.bounds.upper);
  assert_non_null (strstr (line, cost));
}

static void
read_damaged (const CoupletAutomaton *automaton, const char *line, gsize length, gsize at,
              guint8 change)
{
  g_autofree char *copy = g_strndup (line, length);
  g_autoptr (GError) error = NULL;
  g_auto (ReadResult) read;
  copy[at] = (char)(copy[at] ^ change);
  gboolean good = read_result (&read, "report", 1, copy, length, automaton, &error);
  assert_int_equal (good, error == NULL);
  if (!good) {
    assert_true (g_error_matches (error, COUPLET_ERROR, COUPLET_ERROR_INPUT));
    assert_true (g_str_has_prefix (error->message, "report:1:"));
    return;
  }
  assert_int_equal (length, strlen (line));
  g_autofree char *again = couplet_result_to_json (&read.result, TRUE);
  assert_true (g_utf8_validate (again, -1, NULL));
}

static void
test_damaged_lines (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = full_automaton ();
  g_auto (FullResult) full;
  full_init (&full, automaton);
  g_autofree char *line = line_of (&full.result, TRUE);
  gsize length = strlen (line);
  for (gsize at = 0; at < length; at++) {
    read_damaged (NULL, line, at, at, 0);
    for (guint bit = 0; bit < 8; bit++)
      read_damaged (bit % 2 == 0 ? automaton : NULL, line, length, at, (guint8)(1u << bit));
  }
}

/* ---- Messages ----------------------------------------------------------------------------- */

#define WITH(members) "{\"file\":\"f\",\"verdict\":\"unknown\"," members ",\"diagnostics\":[]}"
#define STAGE(members)                                                                             \
  WITH ("\"stages\":[{\"stage\":\"s\",\"plugin\":\"p\",\"verdict\":\"private\"," members "}]")
#define STAGES "\"stages\":[],"

static const struct {
  const char *line, *message;
} MESSAGES[] = {
    {"", "1: expected a value, but found the end of the file"},
    {"[]", "1: expected an object, not an array"},
    {MINIMAL " {}", "63: expected nothing more after the document, but found '{'"},
    {"{\"file\":\"f\",\"stages\":[],\"diagnostics\":[]}", "\"verdict\" is missing"},
    {WITH (STAGES "\"verdict\":\"private\""), "key 'verdict' stands twice"},
    {WITH (STAGES "\"costs\":\"1\""), "unknown key 'costs'; did you mean 'cost'?"},
    {WITH (STAGES "\"cost\":1"), "\"cost\" must be a string, not a number"},
    {WITH (STAGES "\"cost\":\"-1\""), "\"cost\" is no number such as \"5/4\""},
    {WITH (STAGES "\"cost\":\"1/0\""), "\"cost\" is no number such as \"5/4\""},
    {WITH (STAGES "\"cost\":\"1/-2\""), "\"cost\" is no number such as \"5/4\""},
    {WITH (STAGES "\"cost\":\"0x10\""), "\"cost\" is no number such as \"5/4\""},
    {WITH (STAGES "\"seconds\":-1"), "\"seconds\" is not a number of seconds"},
    {WITH (STAGES "\"seconds\":1e999"), "\"seconds\" is not a number of seconds"},
    {WITH (STAGES "\"rejected\":1"), "\"rejected\" must be true or false, not a number"},
    {WITH (STAGES "\"rejected\":true"), "\"disagreement\" is missing"},
    {WITH (STAGES "\"sha256\":\"0\""), "\"sha256\" is not a hash"},
    {WITH (STAGES "\"parameters\":[]"), "\"parameters\" must be an object, not an array"},
    {WITH (STAGES "\"more_errors\":1"), "\"more_diagnostics\" and \"more_errors\" make no sense"},
    {WITH (STAGES "\"claim\":{\"verdict\":\"holds\"}"), "\"claim\" has no number or no verdict"},
    {WITH (STAGES "\"claim\":{\"d\":\"1\",\"verdict\":\"holds\"}"), "\"claim_reason\" is missing"},
    {WITH (STAGES "\"claim\":{\"d\":\"1\",\"verdict\":\"held\"}"),
     "\"verdict\" is 'held'; expected one of none, holds, fails, open"},
    {WITH (STAGES "\"part\":{\"shard\":2,\"shards\":1,\"item\":1,\"items\":1}"),
     "shard 2 of 1 and item 1 of 1 make no sense"},
    {WITH (STAGES "\"part\":{\"shard\":1,\"shards\":1000001,\"item\":1,\"items\":1}"),
     "shard 1 of 1000001 and item 1 of 1 make no sense"},
    {WITH (STAGES "\"part\":{\"shard\":4294967296}"),
     "\"shard\" must be a whole number from 0 to 4294967295"},
    {WITH (STAGES "\"claim_counterexample\":{\"steps\":[{\"transition\":0,\"input\":null}]}"),
     "step 1: \"input\" must be a string, not null"},
    {STAGE ("\"kind\":\"report\""), "stage 's' is neither a decider nor an optimizer"},
    {STAGE ("\"kind\":\"decider\",\"cost\":\"1\""), "stage 's' is a decider and has a cost"},
    {STAGE ("\"kind\":\"optimizer\",\"cost\":\"1\",\"infinite\":true"),
     "stage 's' has a cost that is infinite"},
    {STAGE ("\"kind\":\"optimizer\",\"statistics\":{\"n\":1.5}"),
     "stage 1: \"n\" must be a whole number from 0 to 18446744073709551615"},
    {STAGE ("\"kind\":\"optimizer\",\"evidence\":[{\"kind\":\"none\"}]"),
     "stage 1: its \"kind\" is none of evidence"},
    {STAGE ("\"kind\":\"optimizer\",\"evidence\":[1]"),
     "stage 1: \"evidence\" must be a list of objects, not a number"},
};

static void
test_messages_say_what_is_wrong (void **state)
{
  (void)state;
  for (guint i = 0; i < G_N_ELEMENTS (MESSAGES); i++) {
    g_autoptr (GError) error = NULL;
    g_auto (ReadResult) read;
    const char *line = MESSAGES[i].line;
    assert_false (read_result (&read, "a.jsonl", 12, line, strlen (line), NULL, &error));
    assert_true (g_str_has_prefix (error->message, "a.jsonl:12:"));
    if (!g_str_has_suffix (error->message, MESSAGES[i].message))
      fail_msg ("%s\n  expected %s\n  got %s", line, MESSAGES[i].message, error->message);
  }
}

/* Evidence of another automaton is refused, and said to be. */
static void
test_evidence_that_cannot_be (void **state)
{
  (void)state;
  static const char line[] =
      STAGE ("\"kind\":\"decider\",\"evidence\":[{\"couplet_evidence\":1,\"kind\":\"violation\","
             "\"walk\":[{\"from\":\"nowhere\"}]}]");
  g_autoptr (CoupletAutomaton) automaton = full_automaton ();
  g_autoptr (GError) error = NULL;
  g_auto (ReadResult) read;
  assert_false (read_result (&read, "report", 1, line, strlen (line), automaton, &error));
  assert_non_null (strstr (error->message, "nowhere"));
}

/* What one process tells another of a stage. */
static void
test_stages_make_the_round_trip_alone (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = full_automaton ();
  g_auto (FullResult) full;
  full_init (&full, automaton);
  assert_true (full.result.n_stages > 1);
  for (guint i = 0; i < full.result.n_stages; i++) {
    g_autoptr (GError) error = NULL;
    g_auto (ReadResult) read;
    g_autofree char *line = stage_to_json (&full.result.stages[i]);
    if (!read_stage (&read, "a stage", line, strlen (line), automaton, &error))
      fail_msg ("%s", error->message);
    assert_int_equal (read.result.n_stages, 1);
    assert_same_stage (&read.result.stages[0], &full.result.stages[i]);
    assert_int_equal (read.result.stages[0].n_evidence, full.result.stages[i].n_evidence);
    g_autofree char *again = stage_to_json (&read.result.stages[0]);
    assert_string_equal (again, line);
  }
}

static void
test_a_stage_that_is_cut_off (void **state)
{
  (void)state;
  static const char line[] = "{\"stage\":\"graph\",\"plugin\":\"graph\",\"kind\":\"decider\"";
  g_autoptr (GError) error = NULL;
  g_auto (ReadResult) read;
  assert_false (read_stage (&read, "a stage", line, strlen (line), NULL, &error));
  assert_true (g_str_has_prefix (error->message, "a stage:1:"));
}

static void
test_summaries_are_told_from_results (void **state)
{
  (void)state;
  assert_true (is_summary_line ("{\"summary\":{\"files\":1}}"));
  assert_false (is_summary_line (MINIMAL));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_results_make_the_round_trip),
      cmocka_unit_test (test_lines_are_written_as_they_were_read),
      cmocka_unit_test (test_results_of_almost_nothing),
      cmocka_unit_test (test_long_numbers),
      cmocka_unit_test (test_damaged_lines),
      cmocka_unit_test (test_messages_say_what_is_wrong),
      cmocka_unit_test (test_evidence_that_cannot_be),
      cmocka_unit_test (test_stages_make_the_round_trip_alone),
      cmocka_unit_test (test_a_stage_that_is_cut_off),
      cmocka_unit_test (test_summaries_are_told_from_results),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
