/* SPDX-License-Identifier: Apache-2.0 */
/* The process kept for a stage: it answers about one automaton after the other, and whatever its
 * plugin does with one of them, the others get the answers that a process each would give. */
#include "other_answer.h"
#include "small_automata.h"

#include "child.h"
#include "context.h"
#include "isolate.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit.h"

/* What the plugin does with an automaton: its number of transitions says it. */
typedef enum {
  BY_ANSWER,
  BY_ERROR,
  BY_SILENCE, /* it finds nothing */
  BY_EXIT,
  BY_KILL,
  BY_SPINNING,
  BY_GARBAGE,   /* it writes into all that is open */
  BY_CLOSING,   /* it closes all that is open */
  BY_TWO,       /* two processes answer */
  BY_OTHER,     /* it answers another question, and ends */
  BY_LEAKING,   /* address space that is not given back */
  BY_CANCELLING /* the user cancels while it waits */
} Way;

/* What the plugin remembers, in each process for itself. */
typedef struct {
  guint runs; /* that it has made */
  guint worn; /* from this run on it ends its process or, less, fails or finds nothing */
  Way wear;   /* how */
  volatile int *cancelled; /* shared: what the user does; NULL = nothing */
} Memory;

static void
write_garbage (void)
{
  for (int descriptor = STDERR_FILENO + 1; descriptor < 64; descriptor++)
    if (write (descriptor, "this is no message of any kind", 30) < 0)
      continue;
}

static gboolean
act (const Memory *memory, Way way, CoupletContext *context, CoupletOutcome *outcome,
     GError **error)
{
  if (way == BY_OTHER)
    answer_another_question ();
  if (way == BY_EXIT || way == BY_OTHER)
    exit (0);
  if (way == BY_KILL)
    kill (getpid (), SIGKILL);
  for (volatile gboolean forever = way == BY_SPINNING; forever;)
    continue;
  if (way == BY_GARBAGE)
    write_garbage ();
  for (int descriptor = STDERR_FILENO + 1; way == BY_CLOSING && descriptor < 64; descriptor++)
    close (descriptor);
  if (way == BY_TWO)
    assert_true (fork () >= 0);
  if (way == BY_LEAKING)
    assert_true (mmap (NULL, 40 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
                 MAP_FAILED);
  if (way == BY_CANCELLING)
    *memory->cancelled = 1;
  while (way == BY_CANCELLING && !couplet_context_should_stop (context))
    g_usleep (1000);
  if (way != BY_SILENCE && way != BY_CANCELLING)
    couplet_outcome_set_found (outcome, COUPLET_FOUND_STRATEGY);
  if (way == BY_ERROR)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "it cannot");
  return way != BY_ERROR;
}

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  Memory *memory = instance;
  Way way = (Way)automaton->n_transitions - 1; /* some_automaton() */
  memory->runs++;
  if (memory->worn > 0 && memory->runs >= memory->worn)
    way = memory->wear;
  couplet_outcome_set_statistic (outcome, "runs", memory->runs);
  couplet_outcome_set_statistic (outcome, "apart", couplet_context_is_apart (context));
  couplet_outcome_set_structure (outcome, couplet_context_input (context));
  return act (memory, way, context, outcome, error);
}

static const CoupletSolver SOLVER = {.run = run};
static const CoupletPlugin PLUGIN = {
    .name = "test", .kind = COUPLET_KIND_DECIDER, .solver = &SOLVER};

/* One that the plugin treats so. */
static CoupletAutomaton *
some_automaton (Way way)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i <= way; i++)
    g_ptr_array_add (texts,
                     g_strdup_printf ("s%u s%u %s", i, i + 1, i > 0 ? "< out" : "true out assign"));
  g_ptr_array_add (texts, NULL);
  return small_automaton ("1/4", (const char *const *)texts->pdata);
}

/* ---- A stage that is asked again and again ----------------------------------------------- */

typedef struct {
  Memory memory;
  CoupletHost host;
  Stage stage;
} Asked;

static void
asked_init (Asked *asked, guint worn, Way wear)
{
  *asked = (Asked){.memory = {.worn = worn, .wear = wear}};
  asked->memory.cancelled = child_share (sizeof (int));
  asked->host.cancelled = asked->memory.cancelled;
  asked->stage = (Stage){.name = (char *)"test",
                         .plugin = &PLUGIN,
                         .trusted = TRUE,
                         .entered = TRUE,
                         .context = couplet_context_new (&PLUGIN, NULL, &asked->host, "test"),
                         .instance = &asked->memory};
}

static void
asked_clear (Asked *asked)
{
  kept_free (asked->stage.kept);
  couplet_context_free (asked->stage.context);
  child_unshare ((gpointer)asked->memory.cancelled, sizeof (int));
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Asked, asked_clear)

/* Fails when a process has ended that nobody waits for. */
static void
assert_no_zombie (void)
{
  siginfo_t ended = {.si_pid = 0};
  if (waitid (P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0)
    assert_int_equal (ended.si_pid, 0);
}

/* What comes of an automaton that is treated so: an outcome that the caller frees, or NULL with
 * error set. */
static CoupletOutcome *
ask (Asked *asked, Way way, GError **error)
{
  g_autoptr (CoupletAutomaton) automaton = some_automaton (way);
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("test", &PLUGIN);
  g_autofree char *file = g_strdup_printf ("file of %u", way);
  couplet_context_set_input (asked->stage.context, file);
  couplet_context_start (asked->stage.context, asked->stage.limit_ms);
  gboolean good = isolate_run (&asked->stage, automaton, outcome, error);
  couplet_context_set_input (asked->stage.context, NULL);
  assert_no_zombie ();
  if (good && couplet_outcome_result (outcome)->structure != NULL)
    assert_string_equal (couplet_outcome_result (outcome)->structure, file);
  return good ? g_steal_pointer (&outcome) : NULL;
}

/* Fails unless the automaton is answered about, and that by a process in its runs-th run. */
static void
assert_answer (Asked *asked, guint runs)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletOutcome) outcome = ask (asked, BY_ANSWER, &error);
  assert_null (error);
  assert_int_equal (couplet_outcome_found (outcome), COUPLET_FOUND_STRATEGY);
  assert_int_equal (couplet_outcome_result (outcome)->statistics[0].value, runs);
}

/* Fails unless the automaton that is treated so costs its own answer, for that reason. */
static void
assert_failure (Asked *asked, Way way, const char *message)
{
  g_autoptr (GError) error = NULL;
  assert_null (ask (asked, way, &error));
  assert_string_equal (error->message, message);
}

static void
test_one_process_answers_about_many (void **state)
{
  (void)state;
  g_auto (Asked) asked;
  asked_init (&asked, 0, BY_ANSWER);
  for (guint i = 1; i <= 5; i++)
    assert_answer (&asked, i);
  assert_int_equal (asked.memory.runs, 0); /* none of it here */
}

/* With an automaton before it and without. */
static void
test_what_a_plugin_does_costs_that_answer_only (void **state)
{
  (void)state;
  static const struct {
    Way way;
    const char *message;
  } cases[] = {{BY_ERROR, "it cannot"},
               {BY_EXIT, "its process ended with status 0 and no answer"},
               {BY_KILL, "its process was ended by signal 9 (Killed)"}};
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Asked) asked;
    asked_init (&asked, 0, BY_ANSWER);
    assert_failure (&asked, cases[i].way, cases[i].message);
    assert_answer (&asked, cases[i].way == BY_ERROR ? 2 : 1);
    assert_failure (&asked, cases[i].way, cases[i].message);
    assert_failure (&asked, cases[i].way, cases[i].message);
    assert_answer (&asked, cases[i].way == BY_ERROR ? 5 : 1);
  }
}

/* A plugin that only what came before makes fail answers as in a process of its own. */
static void
test_another_file_is_not_to_blame (void **state)
{
  (void)state;
  static const Way wears[] = {BY_ERROR, BY_EXIT, BY_KILL, BY_GARBAGE};
  for (guint i = 0; i < G_N_ELEMENTS (wears); i++) {
    g_auto (Asked) asked;
    asked_init (&asked, 2, wears[i]);
    for (guint j = 0; j < 5; j++)
      assert_answer (&asked, 1);
  }
}

static void
test_one_that_overruns_is_ended (void **state)
{
  (void)state;
  g_auto (Asked) asked;
  asked_init (&asked, 0, BY_ANSWER);
  assert_answer (&asked, 1);
  asked.stage.limit_ms = 20;
  g_autoptr (CoupletOutcome) outcome = ask (&asked, BY_SPINNING, NULL);
  assert_string_equal (couplet_outcome_result (outcome)->reason,
                       "stopped after the time limit of 0.02 s; its process had to be ended");
  asked.stage.limit_ms = 0;
  assert_answer (&asked, 1);
  assert_answer (&asked, 2);
}

static void
test_garbage_is_no_answer (void **state)
{
  (void)state;
  g_auto (Asked) asked;
  asked_init (&asked, 0, BY_ANSWER);
  assert_failure (&asked, BY_GARBAGE, "its process sent no sensible answer, or more than it may");
  assert_answer (&asked, 1);
}

/* Neither from the process that is kept nor from one of its own. */
static void
test_an_answer_to_another_question_is_none (void **state)
{
  (void)state;
  g_auto (Asked) asked;
  asked_init (&asked, 0, BY_ANSWER);
  assert_answer (&asked, 1);
  assert_failure (&asked, BY_OTHER, "its process sent no sensible answer, or more than it may");
  assert_answer (&asked, 1);
}

static void
test_an_answer_that_cannot_be_sent_is_not_waited_for (void **state)
{
  (void)state;
  g_auto (Asked) asked;
  asked_init (&asked, 0, BY_ANSWER);
  assert_failure (&asked, BY_CLOSING, "its process ended with status 0 and no answer");
  assert_answer (&asked, 1);
}

/* The second answer would be taken for one about the next automaton. */
static void
test_an_answer_to_an_earlier_question_is_none (void **state)
{
  (void)state;
  g_auto (Asked) asked;
  asked_init (&asked, 0, BY_ANSWER);
  for (guint i = 0; i < 3; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (CoupletOutcome) two = ask (&asked, BY_TWO, &error);
    assert_non_null (two);
    assert_null (error);
    g_autoptr (CoupletOutcome) one = ask (&asked, BY_ANSWER, &error); /* checks the file */
    assert_null (error);
    assert_int_equal (couplet_outcome_found (one), COUPLET_FOUND_STRATEGY);
  }
}

static void
test_one_that_leaks_is_replaced (void **state)
{
  (void)state;
  g_auto (Asked) asked;
  asked_init (&asked, 1, BY_LEAKING);
  for (guint i = 0; i < 2; i++)
    for (guint runs = 1; runs <= 3; runs++) /* of 40 MiB each */
      assert_answer (&asked, runs);
}

static void
test_one_is_replaced_after_many_answers (void **state)
{
  (void)state;
  guint most = 0;
  g_auto (Asked) asked;
  asked_init (&asked, 0, BY_ANSWER);
  for (guint i = 0; i < 450; i++) {
    g_autoptr (CoupletOutcome) outcome = ask (&asked, BY_ANSWER, NULL);
    most = MAX (most, (guint)couplet_outcome_result (outcome)->statistics[0].value);
  }
  assert_int_equal (most, 200);
}

/* Where memory is limited, what others have left of it must not decide. */
static void
test_with_a_memory_limit_nothing_found_is_found_again (void **state)
{
  (void)state;
  for (gint64 limit = 0; limit <= 1000000000; limit += 1000000000) {
    g_auto (Asked) asked;
    asked_init (&asked, 2, BY_SILENCE);
    asked.stage.memory_limit_mb = limit;
    assert_answer (&asked, 1);
    g_autoptr (CoupletOutcome) outcome = ask (&asked, BY_ANSWER, NULL);
    assert_int_equal (couplet_outcome_found (outcome),
                      limit > 0 ? COUPLET_FOUND_STRATEGY : COUPLET_FOUND_NOTHING);
  }
}

static void
test_the_user_cancels (void **state)
{
  (void)state;
  g_auto (Asked) asked;
  asked_init (&asked, 0, BY_ANSWER);
  assert_answer (&asked, 1);
  g_autoptr (CoupletOutcome) outcome = ask (&asked, BY_CANCELLING, NULL);
  assert_int_equal (couplet_outcome_found (outcome), COUPLET_FOUND_NOTHING);
  *asked.memory.cancelled = 0;
  assert_answer (&asked, 1); /* nobody tells the old one that it may go on */
}

static void
test_a_large_automaton_has_a_process_of_its_own (void **state)
{
  (void)state;
  g_auto (Asked) asked;
  asked_init (&asked, 1, BY_ANSWER);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < 60000; i++)
    g_ptr_array_add (lines,
                     g_strdup_printf ("s%u s%u %s", i, i + 1, i > 0 ? "< out" : "true out assign"));
  g_ptr_array_add (lines, NULL);
  g_autoptr (CoupletAutomaton) large = small_automaton ("1", (const char *const *)lines->pdata);
  assert_answer (&asked, 1);
  for (guint i = 0; i < 2; i++) {
    g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("test", &PLUGIN);
    couplet_context_start (asked.stage.context, 0);
    assert_true (isolate_run (&asked.stage, large, outcome, NULL));
    assert_int_equal (couplet_outcome_result (outcome)->statistics[0].value, 1);
    assert_int_equal (couplet_outcome_result (outcome)->statistics[1].value, TRUE);
  }
  assert_answer (&asked, 2);
}

/* A worker that was forked while the process is there has none of it. */
static void
ask_in_a_child (gpointer data, int in, int out)
{
  Asked *asked = data;
  guint8 word;
  (void)out;
  assert_answer (asked, 1);
  assert_answer (asked, 2);
  kept_free (asked->stage.kept);
  child_receive (in, &word, sizeof word); /* until the parent has asked, too */
  _exit (7);
}

static void
test_it_belongs_to_the_process_that_started_it (void **state)
{
  (void)state;
  g_auto (Asked) asked;
  Child child = {0}, *children[] = {&child};
  asked_init (&asked, 0, BY_ANSWER);
  assert_answer (&asked, 1);
  assert_true (child_start (&child, ask_in_a_child, &asked, NULL));
  assert_answer (&asked, 2); /* at the same time */
  child_close (&child);
  for (gboolean ended = FALSE; !ended;)
    children_wait (children, 1, 1000, &ended);
  Inbox said = child_reap (&child);
  inbox_clear (&said);
  g_autofree char *end = child_end_text (&child);
  assert_string_equal (end, "ended with status 7 and no answer");
  assert_answer (&asked, 3);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_one_process_answers_about_many),
      cmocka_unit_test (test_what_a_plugin_does_costs_that_answer_only),
      cmocka_unit_test (test_another_file_is_not_to_blame),
      cmocka_unit_test (test_one_that_overruns_is_ended),
      cmocka_unit_test (test_garbage_is_no_answer),
      cmocka_unit_test (test_an_answer_to_another_question_is_none),
      cmocka_unit_test (test_an_answer_that_cannot_be_sent_is_not_waited_for),
      cmocka_unit_test (test_an_answer_to_an_earlier_question_is_none),
      cmocka_unit_test (test_one_that_leaks_is_replaced),
      cmocka_unit_test (test_one_is_replaced_after_many_answers),
      cmocka_unit_test (test_with_a_memory_limit_nothing_found_is_found_again),
      cmocka_unit_test (test_the_user_cancels),
      cmocka_unit_test (test_a_large_automaton_has_a_process_of_its_own),
      cmocka_unit_test (test_it_belongs_to_the_process_that_started_it),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
