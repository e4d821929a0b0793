/* SPDX-License-Identifier: Apache-2.0 */
/* What the JSON reader makes of documents; tests/cli/inputs has a document for
 * each of its messages. */
#include "json_text.h"
#include "same_automaton.h"

#include <couplet/host.h>

#include "unit.h"

#define HEAD "{\"couplet\": 1, \"initial\": \"a\", "
/* Two states whose first has what is put between, and the transition between them. */
#define STATES(members) "\"states\": [{\"name\": \"a\", " members "}, {\"name\": \"b\"}], "
#define TRANSITION(members)                                                                        \
  "\"transitions\": [{\"from\": \"a\", \"to\": \"b\", \"output\": \"s\", " members "}]}"

/* The messages, a line each with its place; empty when there are none. */
static char *
messages_of (const CoupletDiagnostics *diagnostics)
{
  guint n;
  const CoupletDiagnostic *messages = couplet_diagnostics_get (diagnostics, &n);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%u:%u: %s\n", messages[i].place.line, messages[i].place.column,
                            messages[i].message);
  return g_string_free (text, FALSE);
}

static CoupletAutomaton *
read_sound (const char *text)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("text");
  CoupletAutomaton *automaton = read_json (text, strlen (text), diagnostics);
  g_autofree char *messages = messages_of (diagnostics);
  assert_string_equal (messages, "");
  assert_non_null (automaton);
  return automaton;
}

static void
check_messages (const char *text, const char *expected)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("text");
  g_autoptr (CoupletAutomaton) automaton = read_json (text, strlen (text), diagnostics);
  g_autofree char *messages = messages_of (diagnostics);
  assert_string_equal (messages, expected);
  assert_null (automaton);
}

static void
check_same (const char *text, const char *other)
{
  g_autoptr (CoupletAutomaton) a = read_sound (text);
  g_autoptr (CoupletAutomaton) b = read_sound (other);
  g_autofree char *difference = automaton_difference (a, b);
  if (difference != NULL)
    fail_msg ("the %s differs between\n%s\nand\n%s", difference, text, other);
}

static void
assert_number (const CoupletAutomaton *automaton, guint32 number, const char *expected)
{
  assert_true (number != COUPLET_NONE);
  g_autofree char *text = couplet_number_to_string (automaton, number);
  assert_string_equal (text, expected);
}

static void
test_what_is_left_out_has_its_default (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) a =
      read_sound (HEAD STATES ("\"d\": 1") TRANSITION ("\"assign\": \"x\""));
  assert_string_equal (a->name, "");
  assert_int_equal (a->sampling, COUPLET_INDEPENDENT);
  assert_int_equal (mpq_cmp_ui (a->sensitivity.value, 1, 1), 0);
  assert_int_equal (a->n_thresholds, 1);
  assert_string_equal (a->thresholds[0], "x");
  assert_int_equal (a->n_states, 2);
  assert_int_equal (a->states[0].input, COUPLET_PRIVATE);
  const CoupletNoise *noise = &a->noises[a->states[0].noise];
  assert_number (a, noise->d[0], "1");
  assert_number (a, noise->mu, "0");
  assert_number (a, noise->mu_fresh, "0");
  assert_int_equal (noise->d_fresh, COUPLET_NONE);
  assert_int_equal (a->noises[a->states[1].noise].d[0], COUPLET_NONE);
  assert_int_equal (a->n_transitions, 1);
  assert_true (couplet_guard_is_true (couplet_guard_of (a, 0)));
}

static void
test_every_key (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) a = read_sound (
      "{\"couplet\": 1, \"name\": \"n\", \"initial\": \"a\", \"thresholds\": [\"u\", \"v\"],"
      "\"sampling\": \"shared\", \"sensitivity\": \"3/2\","
      "\"states\": [{\"name\": \"a\", \"input\": \"public\", \"d\": \"1/4\", \"mu\": -1,"
      "\"d_fresh\": 0.5, \"mu_fresh\": \"2/3\"}, {\"name\": \"b\", \"d\": 2}],"
      "\"transitions\": [{\"from\": \"a\", \"to\": \"b\", \"guard\": \"true\", \"output\": "
      "\"fresh\","
      "\"assign\": [\"v\", \"u\"]}, {\"from\": \"b\", \"to\": \"b\", \"output\": \"bot\","
      "\"guard\": \"insample >= v && insample < u\"}]}");
  assert_string_equal (a->name, "n");
  assert_int_equal (a->sampling, COUPLET_SHARED);
  assert_int_equal (mpq_cmp_ui (a->sensitivity.value, 3, 2), 0);
  assert_string_equal (a->thresholds[1], "v");
  assert_string_equal (a->states[a->initial].name, "a");
  assert_int_equal (a->states[0].input, COUPLET_PUBLIC);
  const CoupletNoise *noise = &a->noises[a->states[0].noise];
  assert_number (a, noise->d[0], "1/4");
  assert_number (a, noise->mu, "-1");
  assert_number (a, noise->d_fresh, "1/2");
  assert_number (a, noise->mu_fresh, "2/3");
  assert_int_equal (couplet_output_of (a, 0)->kind, COUPLET_FRESH);
  assert_int_equal (couplet_assignment_of (a, 0)->n_thresholds, 2);
  assert_string_equal (couplet_output_of (a, 1)->name, "bot");
  assert_int_equal (couplet_guard_comparisons (couplet_guard_of (a, 1), 0), COUPLET_LESS);
  assert_int_equal (couplet_guard_comparisons (couplet_guard_of (a, 1), 1), COUPLET_GREATER_EQUAL);
}

static void
test_keys_in_any_order_and_with_escapes (void **state)
{
  (void)state;
  check_same (HEAD STATES ("\"d\": 1, \"input\": \"public\"") TRANSITION ("\"assign\": \"x\""),
              "{\"transitions\": [{\"assign\": \"\\u0078\", \"\\u006futput\": \"s\", \"to\": \"b\","
              "\"from\": \"\\u0061\"}], \"states\": [{\"input\": \"public\", \"\\u0064\": 1,"
              "\"name\": \"a\"}, {\"name\": \"b\"}], \"initial\": \"a\", \"couplet\": 1}");
}

static void
check_d (const char *written, const char *expected)
{
  g_autofree char *text =
      g_strdup_printf (HEAD STATES ("\"d\": %s") TRANSITION ("\"assign\": \"x\""), written);
  g_autoptr (CoupletAutomaton) a = read_sound (text);
  assert_number (a, a->noises[a->states[0].noise].d[0], expected);
}

static void
test_numbers_are_exact (void **state)
{
  (void)state;
  check_d ("3", "3");
  check_d ("\"1/4\"", "1/4");
  check_d ("\"0.25\"", "1/4");
  check_d ("\"2.5e-1\"", "1/4");
  check_d ("0.25", "1/4");
  check_d ("0.1", "1/10");
  check_d ("1E-1", "1/10");
  check_d ("0.10000000000000001", "1/10");
  check_d ("\"0.10000000000000001\"", "10000000000000001/100000000000000000");
  check_d ("0.1000000000000000055511151231257827021181583404541015625", "1/10");
  check_d ("123456789012345678901234567890123", "123456789012345678901234567890123");
  check_d ("\"123456789012345678901/123456789012345678902\"",
           "123456789012345678901/123456789012345678902");
  check_d ("\"none\"", "none");
  check_d ("{\"x\": 0.5}", "1/2");
}

static void
test_noise_per_threshold (void **state)
{
  static const char rest[] =
      "\"thresholds\": [\"x\", \"y\"], \"transitions\": ["
      "{\"from\": \"a\", \"to\": \"b\", \"output\": \"s\", \"assign\": \"x\"},"
      "{\"from\": \"b\", \"to\": \"b\", \"output\": \"s\", \"guard\":"
      "\"insample < x\"}]}";
  (void)state;
  g_autofree char *text =
      g_strconcat (HEAD "\"states\": [{\"name\": \"a\", \"d\": {\"y\": \"none\", \"x\": \"1/4\"}},"
                        "{\"name\": \"b\", \"d\": {\"x\": 7}}], ",
                   rest, NULL);
  g_autoptr (CoupletAutomaton) a = read_sound (text);
  const CoupletNoise *noise = &a->noises[a->states[0].noise];
  assert_number (a, noise->d[0], "1/4");
  assert_number (a, noise->d[1], "none");
  noise = &a->noises[a->states[1].noise];
  assert_number (a, noise->d[0], "7");
  assert_int_equal (noise->d[1], COUPLET_NONE);
}

static void
test_an_assignment_is_a_name_or_a_list_of_names (void **state)
{
  (void)state;
  check_same (HEAD STATES ("\"d\": 1") TRANSITION ("\"assign\": \"x\""),
              HEAD STATES ("\"d\": 1") TRANSITION ("\"assign\": [\"x\"]"));
}

static void
test_places_are_those_of_the_opening_braces (void **state)
{
  static const char text[] = "{\"couplet\": 1, \"initial\": \"a\", \"states\": [\n"
                             "  {\"name\": \"a\", \"d\": 1}, {\"name\":\n"
                             "\"b\"}],\n"
                             "\"transitions\": [\r\n"
                             "\t{\"from\": \"a\", \"to\": \"b\", \"output\": \"s\",\n"
                             "\"assign\": \"x\"}]}";
  (void)state;
  g_autoptr (CoupletAutomaton) a = read_sound (text);
  assert_int_equal (a->states[0].place.line, 2);
  assert_int_equal (a->states[0].place.column, 3);
  assert_int_equal (a->states[1].place.line, 2);
  assert_int_equal (a->states[1].place.column, 26);
  assert_int_equal (a->place[0].line, 5);
  assert_int_equal (a->place[0].column, 2);
}

static void
test_errors_are_collected (void **state)
{
  static const char text[] =
      "{\"couplet\": 1, \"inital\": \"a\",\n"
      "\"name\": 7,\n"
      "\"states\": [\n"
      "{\"name\": \"a\", \"d\": true},\n"
      "{\"name\": \"b\", \"colour\": {\"name\": []}, \"d\": [1, {}]},\n"
      "[],\n"
      "{\"name\": \"c\", \"name\": \"d\"},\n"
      "{\"d\": {\"x\": null, \"y\": 1e999, \"\": 1}}],\n"
      "\"transitions\": [\n"
      "{\"from\": 1, \"to\": \"b\", \"output\": \"s\"},\n"
      "{\"from\": \"a\", \"output\": \"s\"},\n"
      "{\"to\": \"a\", \"output\": \"s\"},\n"
      "{\"from\": \"a\", \"to\": \"b\", \"assign\": {}, \"output\": \"s\"},\n"
      "{\"from\": \"a\", \"to\": \"b\", \"assign\": [1, \"x\"]}]}";
  (void)state;
  check_messages (
      text,
      "1:16: unknown key 'inital'; did you mean 'initial'?\n"
      "2:9: \"name\" must be a string, not a number\n"
      "4:20: state 1 'a': \"d\" must be a number, a string or an object, not a truth value\n"
      "5:15: state 2 'b': unknown key 'colour'\n"
      "5:44: state 2 'b': \"d\" must be a number, a string or an object, not an array\n"
      "6:1: state 3: expected an object, not an array\n"
      "7:15: state 4 'c': key 'name' stands twice\n"
      "8:13: state 5: \"d\" must be a number or a string, not null\n"
      "8:24: state 5: \"d\" is '1e999', which is beyond a JSON number's range; write it as a "
      "string\n"
      "8:31: state 5: \"d\" has an empty threshold name\n"
      "10:10: transition 1: \"from\" must be a string, not a number\n"
      "11:1: transition 2: it has no \"to\"\n"
      "12:1: transition 3: it has no \"from\"\n"
      "13:36: transition 4: \"assign\" must be a string or an array of strings, not an object\n"
      "14:37: transition 5: \"assign\" must hold strings only, not a number\n"
      "0:0: no initial state is given\n");
}

static void
test_a_malformed_document_keeps_the_errors_before_it (void **state)
{
  (void)state;
  check_messages ("{\"couplet\": 2, \"initial\": []\n\"states\"",
                  "1:13: \"couplet\" must be 1, the only version of the format\n"
                  "1:27: \"initial\" must be a string, not an array\n"
                  "2:1: expected ',' or '}', but found '\"'\n");
  check_messages (HEAD STATES ("\"d\": 1") TRANSITION ("\"assign\": \"x\"") "\n\n x",
                  "3:2: expected nothing more after the document, but found 'x'\n");
}

static void
test_the_version_is_demanded (void **state)
{
  static const char *const wrong[] = {"2", "1.0", "\"1\"", "null", "[1]"};
  (void)state;
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autofree char *text =
        g_strdup_printf ("{\"couplet\": %s, \"initial\": \"a\", " STATES ("\"d\": 1")
                             TRANSITION ("\"assign\": \"x\""),
                         wrong[i]);
    check_messages (text, "1:13: \"couplet\" must be 1, the only version of the format\n");
  }
  check_messages ("{\"couplet\": 01}", "1:13: a number must not begin with a superfluous 0\n");
  check_messages (" {\"initial\": \"a\", " STATES ("\"d\": 1") TRANSITION ("\"assign\": \"x\""),
                  "1:2: it has no \"couplet\": 1, which marks an automaton of this format\n");
}

static void
test_content_is_recognised (void **state)
{
  int (*recognise) (const char *, gsize) = json_frontend ()->recognise;
  (void)state;
  assert_in_range (recognise ("{", 1), 1, 100);
  assert_in_range (recognise ("\r\n\t {\"couplet\"", 14), 1, 100);
  assert_in_range (recognise ("\xef\xbb\xbf{}", 5), 1, 100);
  assert_int_equal (recognise ("", 0), 0);
  assert_int_equal (recognise ("  ", 2), 0);
  assert_int_equal (recognise ("[]", 2), 0);
  assert_int_equal (recognise ("digraph {", 9), 0);
  assert_int_equal (recognise ("\xef\xbb\xbf", 3), 0);
}

/* What a user sees and does: how far the reading is, and an interruption at half. */
typedef struct {
  guint64 done, total;
  guint calls;
  volatile int cancelled;
} User;

static void
watch (gpointer data, const char *what, guint64 done, guint64 total)
{
  User *user = data;
  assert_string_equal (what, "json");
  assert_true (done >= user->done && done <= total);
  user->done = done;
  user->total = total;
  user->calls++;
}

static char *
long_document (guint n_states)
{
  GString *text = g_string_new ("{\"couplet\": 1, \"initial\": \"s0\", \"states\": [");
  for (guint i = 0; i < n_states; i++)
    g_string_append_printf (text, "%s{\"name\": \"s%u\", \"d\": 1}", i > 0 ? ", " : "", i);
  g_string_append (text, "], \"transitions\": [{\"from\": \"s0\", \"to\": \"s1\", "
                         "\"output\": \"o\", \"assign\": \"x\"}]}");
  return g_string_free (text, FALSE);
}

static void
read_watched (User *user, const char *expected)
{
  g_autofree char *text = long_document (20000);
  CoupletHost host = {.data = user, .progress = watch, .cancelled = &user->cancelled};
  g_autoptr (CoupletContext) context = couplet_context_new (NULL, NULL, &host, "json");
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("text");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  CoupletSource source = {"text", text, strlen (text)};
  gboolean good = json_frontend ()->read (context, &source, builder, diagnostics);
  g_autofree char *messages = messages_of (diagnostics);
  assert_string_equal (messages, expected);
  assert_int_equal (good, *expected == '\0');
  assert_int_equal (user->total, strlen (text));
}

static void
test_long_documents_tell_how_far_they_are (void **state)
{
  User user = {0};
  (void)state;
  read_watched (&user, "");
  assert_true (user.calls > 4 && user.done > user.total / 2);
}

static void
test_an_interruption_ends_the_reading (void **state)
{
  User user = {.cancelled = 1};
  (void)state;
  read_watched (&user, "1:109499: state 4096: cancelled\n");
  assert_true (user.done < user.total / 4);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_what_is_left_out_has_its_default),
      cmocka_unit_test (test_every_key),
      cmocka_unit_test (test_keys_in_any_order_and_with_escapes),
      cmocka_unit_test (test_numbers_are_exact),
      cmocka_unit_test (test_noise_per_threshold),
      cmocka_unit_test (test_an_assignment_is_a_name_or_a_list_of_names),
      cmocka_unit_test (test_places_are_those_of_the_opening_braces),
      cmocka_unit_test (test_errors_are_collected),
      cmocka_unit_test (test_a_malformed_document_keeps_the_errors_before_it),
      cmocka_unit_test (test_the_version_is_demanded),
      cmocka_unit_test (test_content_is_recognised),
      cmocka_unit_test (test_long_documents_tell_how_far_they_are),
      cmocka_unit_test (test_an_interruption_ends_the_reading),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
