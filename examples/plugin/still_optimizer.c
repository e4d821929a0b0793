/* SPDX-License-Identifier: Apache-2.0 */
/* An optimizer: the cost of strategies that never shift the threshold. It keeps a vector at each
 * state; the host takes the vectors through all moves until they rise no more, answers with the
 * greatest cost, and shows it by evidence. */
#include <couplet/evidence.h>

/* After each move all shifts of the threshold but 0 are impossible. */
static void
through (gpointer data, CoupletVectors *vectors, CoupletMove move, const CoupletCost *before,
         CoupletCost *after)
{
  guint32 target = couplet_vectors_automaton (vectors)->target[move.transition];
  gint8 x;
  (void)data;
  couplet_vectors_take (vectors, move.transition, move.difference, before, after);
  for (gsize i = 1; i < couplet_vectors_size (vectors, target); i++) {
    couplet_vectors_shifts (vectors, target, i, &x);
    if (x == -1 || x == 1)
      after[i] = COUPLET_COST_INFINITE;
  }
}

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  static const CoupletVectorMethod METHOD = {.through = through};
  gint64 most = couplet_context_option_integer (context, "most-transitions");
  (void)instance;
  couplet_context_log (context, "%u states", automaton->n_states);
  if (automaton->n_transitions <= most)
    return couplet_run_vectors (&METHOD, NULL, context, automaton, outcome, error);
  couplet_outcome_set_reason (outcome, "it has more than %d transitions", (int)most);
  return TRUE;
}

static const CoupletOption OPTIONS[] = {
    {"most-transitions", COUPLET_OPTION_INTEGER, "1000000", 0, G_MAXUINT32, NULL,
     "larger automata are left unanswered"},
};

static const CoupletSolver SOLVER = {.run = run};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_OPTIMIZER,
    .name = "still",
    .version = "1.0",
    .summary = "an upper bound: the threshold is never shifted",
    .capabilities = {.max_thresholds = 1},
    .options = OPTIONS,
    .n_options = G_N_ELEMENTS (OPTIONS),
    .solver = &SOLVER,
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
