/* SPDX-License-Identifier: Apache-2.0 */
/* It misbehaves as its option `mood` says, when it is set up or when it runs, and claims a cost of
 * 1/10. */
#include "misbehaviour.h"

#include <stdio.h>
#include <string.h>

static void
stay_for_ever (void)
{
  for (;;)
    pause ();
}

static void
take_memory (void)
{
  for (;;) {
    char *volatile more = malloc (1 << 24); /* volatile: it is taken though nobody reads it */
    if (more == NULL)
      abort ();
    memset (more, 1, 1 << 24);
  }
}

static gboolean
create (CoupletContext *context, gpointer *instance, GError **error)
{
  const char *mood = couplet_context_option_string (context, "mood");
  (void)instance;
  if (g_str_equal (mood, "create-prints")) {
    puts ("{\"verdict\":\"private\"}");
    fflush (stdout);
  }
  if (g_str_equal (mood, "create-leaves-folder") && chdir ("/") != 0)
    return FALSE;
  if (g_str_equal (mood, "create-leaves-process") && fork () == 0)
    stay_for_ever ();
  if (g_str_equal (mood, "create-closes-output"))
    close (STDOUT_FILENO);
  if (g_str_equal (mood, "create-stays-at-exit"))
    atexit (stay_for_ever);
  if (g_str_equal (mood, "create-error") || g_str_equal (mood, "create-error-and-true"))
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "it is not the day");
  if (g_str_equal (mood, "create-unknown-option"))
    couplet_context_option_string (context, "weather");
  return !g_str_equal (mood, "create-false") && !g_str_equal (mood, "create-error");
}

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  const char *mood = couplet_context_option_string (context, "mood");
  g_auto (CoupletRational) cost;
  (void)instance;
  couplet_rational_init (&cost);
  couplet_rational_parse (&cost, "1/10", 4, NULL);
  if (g_str_equal (mood, "aborts"))
    abort ();
  if (g_str_equal (mood, "closes-files"))
    for (int i = 0; i < MOST_FILES; i++)
      close (i);
  if (g_str_equal (mood, "takes-memory"))
    take_memory ();
  if (g_str_equal (mood, "unknown-option"))
    couplet_context_option_integer (context, "weather");
  if (g_str_equal (mood, "other-type"))
    couplet_context_option_integer (context, "mood");
  if (g_str_equal (mood, "writes"))
    for (guint32 q = 0; q < automaton->n_states; q++)
      ((CoupletState *)(gpointer)automaton->states)[q].input = COUPLET_PUBLIC;
  if (g_str_equal (mood, "error-and-true"))
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "it is not the day");
  couplet_outcome_set_cost (outcome, &cost, COUPLET_GUARANTEE_UPPER_BOUND);
  return TRUE;
}

static const CoupletOption OPTIONS[] = {
    {"mood", COUPLET_OPTION_STRING, "", 0, 0, NULL, "what it does"}};
static const CoupletSolver SOLVER = {.create = create, .run = run};
static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER,
    .name = "moody",       .capabilities = {.max_thresholds = 1},
    .options = OPTIONS,    .n_options = G_N_ELEMENTS (OPTIONS),
    .solver = &SOLVER,
};
COUPLET_PLUGIN_ENTRY (&PLUGIN)
