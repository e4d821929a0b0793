/* SPDX-License-Identifier: Apache-2.0 */
/* A stage in a process of its own that ends at each point, in each way: its answer, what it
 * saved, or why there is none. */
#include "other_answer.h"
#include "small_automata.h"

#include "child.h"
#include "isolate.h"

#include <couplet/internal/plugin.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "unit.h"

typedef enum {
  BY_ANSWER,
  BY_ERROR,
  BY_EXIT,
  BY_OTHER,
  BY_ABORT,
  BY_KILL,
  BY_SPINNING,
  BY_WAITING
} Way;

/* What the stage does: saves so often, then ends in that way. The user cancels when it is
 * about to spin or wait. */
typedef struct {
  guint saves;
  Way way;
  volatile int *ready; /* shared; NULL = the user does not cancel */
} Plan;

static void
set_upper (CoupletOutcome *outcome, guint value)
{
  g_auto (CoupletRational) upper;
  couplet_rational_init (&upper);
  mpq_set_ui (upper.value, value, 1);
  couplet_outcome_set_bounds (outcome, NULL, &upper);
}

static void
end_badly (Way way)
{
  if (way == BY_OTHER)
    answer_another_question ();
  if (way == BY_EXIT || way == BY_OTHER)
    exit (0);
  else if (way == BY_ABORT)
    abort ();
  else if (way == BY_KILL)
    kill (getpid (), SIGKILL);
  for (volatile int forever = 1; forever != 0;)
    continue;
}

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  const Plan *plan = instance;
  (void)automaton;
  for (guint i = 0; i < plan->saves; i++) {
    set_upper (outcome, 10 - i);
    couplet_outcome_save (outcome, context);
  }
  set_upper (outcome, 1);
  if (plan->way == BY_ERROR) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "it cannot");
    return FALSE;
  }
  if (plan->ready != NULL)
    *plan->ready = 1;
  while (plan->way == BY_WAITING && !couplet_context_should_stop (context))
    g_usleep (1000);
  if (plan->way == BY_WAITING)
    couplet_outcome_set_reason (outcome, "%s", couplet_context_stop_reason (context));
  else if (plan->way != BY_ANSWER)
    end_badly (plan->way);
  couplet_outcome_set_statistic (outcome, "apart", couplet_context_is_apart (context));
  return TRUE;
}

static const CoupletSolver SOLVER = {.run = run};
static const CoupletPlugin PLUGIN = {
    .name = "test", .kind = COUPLET_KIND_OPTIMIZER, .solver = &SOLVER};

static CoupletAutomaton *
some_automaton (void)
{
  static const char *const lines[] = {"a b true start assign", "b b < bot", NULL};
  return small_automaton ("1/4", lines);
}

/* What comes of plan: an outcome that the caller frees, or NULL with error set. */
static CoupletOutcome *
isolate (Plan plan, gint64 limit_ms, gint64 memory_limit_mb, GError **error)
{
  const CoupletHost host = {.cancelled = plan.ready};
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, &host, "test");
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("test", &PLUGIN);
  Stage stage = {.name = (char *)"test",
                 .entered = TRUE,
                 .plugin = &PLUGIN,
                 .limit_ms = limit_ms,
                 .memory_limit_mb = memory_limit_mb,
                 .context = context,
                 .instance = &plan};
  couplet_context_start (context, limit_ms);
  gboolean good = isolate_run (&stage, automaton, outcome, error);
  kept_free (stage.kept);
  return good ? g_steal_pointer (&outcome) : NULL;
}

static void
assert_upper (CoupletOutcome *outcome, guint upper)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  assert_int_equal (result->has_upper, upper > 0);
  if (upper > 0)
    assert_int_equal (mpq_cmp_ui (result->upper.value, upper, 1), 0);
}

static void
test_an_answer_is_more_than_what_was_saved (void **state)
{
  (void)state;
  for (guint saves = 0; saves < 3; saves++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (CoupletOutcome) outcome = isolate ((Plan){saves, BY_ANSWER, NULL}, 0, 0, &error);
    assert_null (error);
    assert_upper (outcome, 1);
    assert_int_equal (couplet_outcome_result (outcome)->n_statistics, 1);
    assert_null (couplet_outcome_result (outcome)->reason);
  }
}

static void
test_a_process_that_goes_on_is_not_apart (void **state)
{
  (void)state;
  g_autoptr (CoupletOutcome) outcome = isolate ((Plan){0, BY_ANSWER, NULL}, 0, 0, NULL);
  assert_int_equal (couplet_outcome_result (outcome)->statistics[0].value, 0);
}

static void
test_ends_badly_at_each_point (void **state)
{
  (void)state;
  static const struct {
    Way way;
    const char *message;
  } cases[] = {{BY_ERROR, "it cannot"},
               {BY_EXIT, "its process ended with status 0 and no answer"},
               {BY_OTHER, "its process sent no sensible answer, or more than it may"},
               {BY_ABORT, "its process was ended by signal 6 (Aborted)"},
               {BY_KILL, "its process was ended by signal 9 (Killed)"}};
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint saves = 0; saves < 3; saves++) {
      g_autoptr (GError) error = NULL;
      assert_null (isolate ((Plan){saves, cases[i].way, NULL}, 0, 0, &error));
      assert_string_equal (error->message, cases[i].message);
      assert_true (g_error_matches (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER));
    }
}

static void
test_no_process_can_be_made (void **state)
{
  (void)state;
  struct rlimit before;
  g_autoptr (GError) error = NULL;
  assert_int_equal (getrlimit (RLIMIT_NOFILE, &before), 0);
  const struct rlimit none = {0, before.rlim_max};
  assert_int_equal (setrlimit (RLIMIT_NOFILE, &none), 0);
  CoupletOutcome *outcome = isolate ((Plan){0, BY_ANSWER, NULL}, 0, 0, &error);
  assert_int_equal (setrlimit (RLIMIT_NOFILE, &before), 0);
  assert_null (outcome);
  assert_string_equal (error->message, "no pipe to a process of its own: Too many open files");
}

static void
test_a_memory_limit_is_suspected_where_it_was_near (void **state)
{
  (void)state;
  g_autoptr (GError) far = NULL, near = NULL;
  assert_null (isolate ((Plan){0, BY_ABORT, NULL}, 0, 100000, &far));
  assert_string_equal (far->message, "its process was ended by signal 6 (Aborted)");
  assert_null (isolate ((Plan){0, BY_ABORT, NULL}, 0, 1, &near));
  assert_string_equal (near->message,
                       "its process was ended by signal 6 (Aborted), perhaps at its memory limit");
}

static void
test_who_heeds_no_limit_is_ended (void **state)
{
  (void)state;
  g_autoptr (CoupletOutcome) outcome = isolate ((Plan){0, BY_SPINNING, NULL}, 20, 0, NULL);
  assert_non_null (outcome);
  assert_upper (outcome, 0);
  assert_string_equal (couplet_outcome_result (outcome)->reason,
                       "stopped after the time limit of 0.02 s; its process had to be ended");
}

static void
test_what_was_saved_is_kept (void **state)
{
  (void)state;
  volatile int *ready = child_share (sizeof *ready);
  for (guint saves = 0; saves < 3; saves++) {
    *ready = 0;
    g_autoptr (CoupletOutcome) outcome = isolate ((Plan){saves, BY_SPINNING, ready}, 0, 0, NULL);
    assert_non_null (outcome);
    assert_upper (outcome, saves > 0 ? 11 - saves : 0);
    assert_string_equal (couplet_outcome_result (outcome)->reason,
                         "cancelled; its process had to be ended");
  }
  child_unshare ((gpointer)ready, sizeof *ready);
}

static void
test_who_heeds_a_cancellation_answers (void **state)
{
  (void)state;
  volatile int *ready = child_share (sizeof *ready);
  g_autoptr (CoupletOutcome) outcome = isolate ((Plan){1, BY_WAITING, ready}, 0, 0, NULL);
  assert_non_null (outcome);
  assert_true (g_str_has_prefix (couplet_outcome_result (outcome)->reason, "cancelled"));
  child_unshare ((gpointer)ready, sizeof *ready);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_an_answer_is_more_than_what_was_saved),
      cmocka_unit_test (test_a_process_that_goes_on_is_not_apart),
      cmocka_unit_test (test_ends_badly_at_each_point),
      cmocka_unit_test (test_no_process_can_be_made),
      cmocka_unit_test (test_a_memory_limit_is_suspected_where_it_was_near),
      cmocka_unit_test (test_who_heeds_no_limit_is_ended),
      cmocka_unit_test (test_what_was_saved_is_kept),
      cmocka_unit_test (test_who_heeds_a_cancellation_answers),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
