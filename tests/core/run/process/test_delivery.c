/* SPDX-License-Identifier: Apache-2.0 */
/* A file's result from one process to the report in another: what arrives, with what status, and
 * what is made of messages that are cut off. */
#include "idle_plugin.h"
#include "made_stage.h"

#include "delivery.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "unit.h"

/* ---- Plugins ------------------------------------------------------------------------------ */

/* A file holds as many letters as its automaton has states; none: it cannot be read. */
static gboolean
read_letters (CoupletContext *context, const CoupletSource *source, CoupletBuilder *builder,
              CoupletDiagnostics *diagnostics)
{
  (void)context;
  (void)diagnostics;
  char names[2][2] = {"a", ""};
  CoupletNoiseSpec noise = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT ("1/4")};
  CoupletText x = COUPLET_TEXT ("x");
  couplet_builder_set_initial (builder, COUPLET_TEXT ("a"), (CoupletPlace){0, 0});
  for (gsize i = 0; i < source->length; i++) {
    names[1][0] = (char)('a' + i);
    CoupletStateSpec state = {.name = COUPLET_TEXT (names[1]),
                              .input = COUPLET_TEXT (i == 0 ? "public" : "private"),
                              .d = &noise,
                              .n_d = 1};
    couplet_builder_add_state (builder, &state);
    CoupletTransitionSpec transition = {.from = COUPLET_TEXT (names[0]),
                                        .to = COUPLET_TEXT (names[1]),
                                        .guard = COUPLET_TEXT (i == 1 ? "true" : "insample < x"),
                                        .output = COUPLET_TEXT ("step"),
                                        .assign = &x,
                                        .n_assign = i == 1 ? 1 : 0};
    if (i > 0)
      couplet_builder_add_transition (builder, &transition);
    names[0][0] = names[1][0];
  }
  return TRUE;
}

static void
report_file (gpointer report, CoupletContext *context, const CoupletFileResult *shown)
{
  const CoupletResult *result = couplet_result_of (shown);
  (void)report;
  couplet_context_print (context, "report %s %s\n", result->file,
                         couplet_verdict_to_string (result->verdict));
}

static const CoupletFrontend FRONTEND = {.read = read_letters};
static const CoupletReport REPORT = {.begin = idle_begin, .file = report_file, .end = idle_end};
static const CoupletPlugin READER = {COUPLET_PLUGIN_HEADER, .name = "letters",
                                     .kind = COUPLET_KIND_FRONTEND, .frontend = &FRONTEND};
static const CoupletPlugin PRINTER = {COUPLET_PLUGIN_HEADER, .name = "printer",
                                      .kind = COUPLET_KIND_REPORT, .report = &REPORT};
static const CoupletPlugin LOOKER = {
    COUPLET_PLUGIN_HEADER, .name = "looker", .kind = COUPLET_KIND_REPORT,
    .capabilities = {.takes = COUPLET_WANTS_AUTOMATON}, .report = &REPORT};

/* ---- The run -------------------------------------------------------------------------------- */

typedef struct {
  char *file;
  GString *told; /* what was logged, then what was reported */
  CoupletConfiguration *configuration;
  CoupletRun *run;
} Fixture;

static void
write_told (gpointer data, const char *text, gsize length)
{
  g_string_append_len (data, text, (gssize)length);
}

static void
log_told (gpointer data, const char *text)
{
  g_string_append_printf (data, "log %s\n", text);
}

static CoupletRun *
new_run (Fixture *fixture)
{
  static const CoupletParameter parameters[] = {{"k", "3", FALSE}, {"n", "4", FALSE}};
  CoupletRun *run = g_new0 (CoupletRun, 1);
  run->configuration = fixture->configuration;
  run->host = (CoupletHost){.data = fixture->told, .write = write_told, .log = log_told};
  run->parameters = g_array_new (FALSE, FALSE, sizeof (CoupletParameter));
  g_array_append_vals (run->parameters, parameters, G_N_ELEMENTS (parameters));
  run->frontends = g_ptr_array_new_with_free_func ((GDestroyNotify)stage_free);
  run->solvers = g_ptr_array_new_with_free_func ((GDestroyNotify)stage_free);
  g_ptr_array_add (run->frontends, made_stage (&READER, &run->host));
  run->report = made_stage (&PRINTER, &run->host);
  couplet_run_begin (run, FALSE);
  return run;
}

static int
set_up (void **state)
{
  Fixture *fixture = g_new0 (Fixture, 1);
  int file = g_file_open_tmp ("delivery-XXXXXX", &fixture->file, NULL);
  if (file >= 0)
    close (file);
  fixture->told = g_string_new (NULL);
  fixture->configuration = couplet_configuration_new ();
  couplet_configuration_set_frontend (fixture->configuration, READER.name);
  fixture->run = new_run (fixture);
  *state = fixture;
  return file >= 0 ? 0 : -1;
}

static int
tear_down (void **state)
{
  Fixture *fixture = *state;
  g_unlink (fixture->file);
  g_array_unref (fixture->run->parameters);
  couplet_run_free (fixture->run);
  couplet_configuration_free (fixture->configuration);
  g_string_free (fixture->told, TRUE);
  g_free (fixture->file);
  g_free (fixture);
  return 0;
}

static void
set_report (CoupletRun *run, const CoupletPlugin *plugin)
{
  stage_free (run->report);
  run->report = made_stage (plugin, &run->host);
}

/* ---- Delivering ----------------------------------------------------------------------------- */

/* What arrived, as far as it is asked for; the texts live as long as the result. */
typedef struct {
  guint times;
  CoupletVerdict verdict;
  gboolean has_least;
  guint n_stages;
  guint32 n_states; /* of the automaton; 0 = there is none */
  char *message;    /* of the first diagnostic */
} Arrived;

static void
note (gpointer data, const CoupletResult *result)
{
  Arrived *arrived = data;
  arrived->times++;
  arrived->verdict = result->verdict;
  arrived->has_least = couplet_result_least (result) != NULL;
  arrived->n_stages = result->n_stages;
  arrived->n_states = result->automaton != NULL ? result->automaton->n_states : 0;
  g_free (arrived->message);
  arrived->message = g_strdup (result->n_diagnostics > 0 ? result->diagnostics[0].message : NULL);
}

/* Reports the message in bytes, from which cut bytes of content are taken away at the end. */
static int
report_message (Fixture *fixture, const GByteArray *bytes, gsize cut, Arrived *arrived)
{
  g_auto (Inbox) inbox;
  Wire content;
  inbox_init (&inbox);
  inbox_add (&inbox, bytes->data, bytes->len);
  assert_true (inbox_next (&inbox, &content));
  content.length -= cut;
  const CoupletItem item = {.file = fixture->file};
  return delivery_report (fixture->run, content, &item, note, arrived);
}

/* A result of fixture's file with a cost, one stage and, where n_states is not 0, an automaton
 * that is read anew with so many states. */
static int
deliver (Fixture *fixture, int least_status, guint n_states, gsize cut, Arrived *arrived)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  CoupletStageResult stage = {.stage = "stage",
                              .plugin = "plugin",
                              .kind = "optimizer",
                              .verdict = COUPLET_VERDICT_NOT_PRIVATE,
                              .has_least = TRUE};
  g_autoptr (CoupletAutomaton) automaton = NULL;
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (fixture->file);
  if (n_states > 0) {
    assert_true (g_file_set_contents (fixture->file, "xxxxxxxx", (gssize)n_states, NULL));
    automaton = couplet_run_read (fixture->run, fixture->file, diagnostics);
    assert_non_null (automaton);
  }
  CoupletResult result = {.file = fixture->file,
                          .automaton = automaton,
                          .verdict = COUPLET_VERDICT_NOT_PRIVATE,
                          .beside = &stage.least,
                          .n_stages = 1,
                          .stages = &stage,
                          .seconds = 1.25};
  couplet_rational_init (&stage.least);
  delivery_put (bytes, fixture->run, 17, least_status, &result, &(Keeping){0}, NULL);
  couplet_rational_clear (&stage.least);
  return report_message (fixture, bytes, cut, arrived);
}

static void
test_what_is_put_arrives (void **state)
{
  Fixture *fixture = *state;
  Arrived arrived = {0};
  assert_int_equal (deliver (fixture, 0, 0, 0, &arrived), 10);
  assert_int_equal (arrived.times, 1);
  assert_int_equal (arrived.verdict, COUPLET_VERDICT_NOT_PRIVATE);
  assert_true (arrived.has_least);
  assert_int_equal (arrived.n_stages, 1);
  assert_int_equal (arrived.n_states, 0);
  g_autofree char *told = g_strdup_printf ("report %s not-private\n", fixture->file);
  assert_string_equal (fixture->told->str, told);
}

static void
test_messages_tell_their_file_and_time_first (void **state)
{
  Fixture *fixture = *state;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  const CoupletResult result = {.file = "file", .seconds = 1.25};
  g_auto (Inbox) inbox;
  Wire content;
  delivery_put (bytes, fixture->run, 17, 0, &result, &(Keeping){0}, NULL);
  inbox_init (&inbox);
  inbox_add (&inbox, bytes->data, bytes->len);
  assert_true (inbox_next (&inbox, &content));
  DeliveryHead head = delivery_peek (content);
  assert_int_equal (head.item, 17);
  assert_true (head.seconds == 1.25);
  assert_int_equal (content.at, 0);
}

static void
test_the_worse_status_is_the_file_s (void **state)
{
  Fixture *fixture = *state;
  static const struct {
    int least, status;
  } cases[] = {{0, 10}, {11, 10}, {10, 10}, {4, 4}, {6, 6}, {7, 7}};
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Arrived arrived = {0};
    assert_int_equal (deliver (fixture, cases[i].least, 0, 0, &arrived), cases[i].status);
  }
}

static void
test_log_lines_come_before_the_report (void **state)
{
  Fixture *fixture = *state;
  Arrived arrived = {0};
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GPtrArray) log = g_ptr_array_new ();
  const CoupletResult result = {.file = "file"};
  g_ptr_array_add (log, (gpointer) "first");
  g_ptr_array_add (log, (gpointer) "second");
  delivery_put (bytes, fixture->run, 0, 0, &result, &(Keeping){0}, log);
  report_message (fixture, bytes, 0, &arrived);
  g_autofree char *told =
      g_strdup_printf ("log first\nlog second\nreport %s unknown\n", fixture->file);
  assert_string_equal (fixture->told->str, told);
}

static void
test_parameters_that_were_used_there_are_used_here (void **state)
{
  Fixture *fixture = *state;
  Arrived arrived = {0};
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  const CoupletResult result = {.file = "file"};
  CoupletParameter *parameters = (CoupletParameter *)(gpointer)fixture->run->parameters->data;
  parameters[1].used = TRUE;
  delivery_put (bytes, fixture->run, 0, 0, &result, &(Keeping){0}, NULL);
  parameters[1].used = FALSE;
  report_message (fixture, bytes, 0, &arrived);
  assert_false (parameters[0].used);
  assert_true (parameters[1].used);
}

static void
test_a_lost_file (void **state)
{
  Fixture *fixture = *state;
  Arrived arrived = {0};
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  const CoupletItem item = {.file = fixture->file};
  delivery_put_lost (bytes, fixture->run, 5, &item, "was killed");
  assert_int_equal (report_message (fixture, bytes, 0, &arrived), 6);
  assert_int_equal (arrived.verdict, COUPLET_VERDICT_ERROR);
  assert_string_equal (arrived.message, "it could not be verified: the process was killed");
  g_free (arrived.message);
}

/* ---- The automaton, which is not sent ------------------------------------------------------- */

static void
test_who_needs_the_automaton (void **state)
{
  Fixture *fixture = *state;
  for (guint evidence = 0; evidence < 2; evidence++)
    for (guint looks = 0; looks < 2; looks++) {
      set_report (fixture->run, looks ? &LOOKER : &PRINTER);
      fixture->run->host.wants_evidence = evidence != 0;
      assert_int_equal (run_needs_automaton (fixture->run), evidence || looks);
      Arrived arrived = {0};
      assert_int_equal (deliver (fixture, 0, 3, 0, &arrived), 10);
      assert_int_equal (arrived.n_states, evidence || looks ? 3 : 0);
      /* a file without an automaton has none to be read again */
      assert_int_equal (deliver (fixture, 0, 0, 0, &arrived), 10);
      assert_int_equal (arrived.n_states, 0);
    }
}

static void
test_a_file_that_changed_meanwhile (void **state)
{
  Fixture *fixture = *state;
  static const char *const contents[] = {"xx", "xxxx", ""};
  fixture->run->host.wants_evidence = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (contents); i++) {
    Arrived arrived = {0};
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (fixture->file);
    assert_true (g_file_set_contents (fixture->file, "xxx", 3, NULL));
    g_autoptr (CoupletAutomaton) automaton =
        couplet_run_read (fixture->run, fixture->file, diagnostics);
    const CoupletResult result = {.file = fixture->file, .automaton = automaton};
    delivery_put (bytes, fixture->run, 0, 0, &result, &(Keeping){0}, NULL);
    assert_true (g_file_set_contents (fixture->file, contents[i], -1, NULL));
    assert_int_equal (report_message (fixture, bytes, 0, &arrived), 4);
    assert_int_equal (arrived.verdict, COUPLET_VERDICT_ERROR);
    assert_string_equal (arrived.message, "it changed while it was read");
    g_free (arrived.message);
  }
}

/* The counterexample to a claim that arrived is freed, though the result is given up. */
static void
test_a_refuted_claim_of_a_file_that_changed (void **state)
{
  Fixture *fixture = *state;
  Arrived arrived = {0};
  const CoupletCounterexampleStep step = {0, "0", "1", NULL};
  const CoupletCounterexample counterexample = {.claim = "1", .n_steps = 1, .steps = &step};
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (fixture->file);
  fixture->run->host.wants_evidence = TRUE;
  assert_true (g_file_set_contents (fixture->file, "xxx", 3, NULL));
  g_autoptr (CoupletAutomaton) automaton =
      couplet_run_read (fixture->run, fixture->file, diagnostics);
  CoupletResult result = {.file = fixture->file,
                          .automaton = automaton,
                          .claim_verdict = COUPLET_CLAIM_FAILS,
                          .claim_reason = "no d is enough",
                          .claim_counterexample = &counterexample};
  couplet_rational_init (&result.claim);
  delivery_put (bytes, fixture->run, 0, 0, &result, &(Keeping){0}, NULL);
  couplet_rational_clear (&result.claim);
  assert_true (g_file_set_contents (fixture->file, "xx", 2, NULL));
  assert_int_equal (report_message (fixture, bytes, 0, &arrived), 4);
  assert_int_equal (arrived.verdict, COUPLET_VERDICT_ERROR);
  g_free (arrived.message);
}

/* ---- Messages that are cut off -------------------------------------------------------------- */

static void
test_a_message_that_is_cut_off_is_an_error (void **state)
{
  Fixture *fixture = *state;
  for (gsize cut = 8; cut <= 64; cut += 8) {
    Arrived arrived = {0};
    assert_int_equal (deliver (fixture, 0, 0, cut, &arrived), 4);
    assert_int_equal (arrived.times, 1);
    assert_int_equal (arrived.verdict, COUPLET_VERDICT_ERROR);
    assert_int_equal (arrived.n_stages, 0);
    g_free (arrived.message);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown (test_what_is_put_arrives, set_up, tear_down),
      cmocka_unit_test_setup_teardown (test_messages_tell_their_file_and_time_first, set_up,
                                       tear_down),
      cmocka_unit_test_setup_teardown (test_the_worse_status_is_the_file_s, set_up, tear_down),
      cmocka_unit_test_setup_teardown (test_log_lines_come_before_the_report, set_up, tear_down),
      cmocka_unit_test_setup_teardown (test_parameters_that_were_used_there_are_used_here, set_up,
                                       tear_down),
      cmocka_unit_test_setup_teardown (test_a_lost_file, set_up, tear_down),
      cmocka_unit_test_setup_teardown (test_who_needs_the_automaton, set_up, tear_down),
      cmocka_unit_test_setup_teardown (test_a_file_that_changed_meanwhile, set_up, tear_down),
      cmocka_unit_test_setup_teardown (test_a_refuted_claim_of_a_file_that_changed, set_up,
                                       tear_down),
      cmocka_unit_test_setup_teardown (test_a_message_that_is_cut_off_is_an_error, set_up,
                                       tear_down),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
