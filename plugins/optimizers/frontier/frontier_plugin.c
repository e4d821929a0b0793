/* SPDX-License-Identifier: Apache-2.0 */
#include "frontier.h"

#include "basic.h"

#include <couplet/internal/plugin.h>

static const char *const PRUNE_CHOICES[] = {"auto", "always", "never", NULL};

static const CoupletOption OPTIONS[] = {
    {"prune", COUPLET_OPTION_CHOICE, "auto", 0, 0, PRUNE_CHOICES,
     "drop vectors that cannot reach the best cost found; auto = once sets are large"},
    {"vector-limit", COUPLET_OPTION_INTEGER, "50000000", 1000, 2000000000, NULL,
     "most vectors kept in memory (48 bytes or more each); beyond, the answer is a bracket"},
    {"gap", COUPLET_OPTION_RATIONAL, "0", 0, 0, NULL,
     "where sets are large, settle for a bracket whose upper side is at most 1 + gap times the "
     "lower"},
};

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  const char *prune = couplet_context_option_string (context, "prune");
  Pruning pruning = g_str_equal (prune, "always")  ? PRUNE_ALWAYS
                    : g_str_equal (prune, "never") ? PRUNE_NEVER
                                                   : PRUNE_WHEN_LARGE;
  g_auto (CoupletRational) gap;
  couplet_rational_init (&gap);
  couplet_context_option_rational (context, "gap", &gap);
  const FrontierOptions options = {
      pruning, (guint32)couplet_context_option_integer (context, "vector-limit"), &gap};
  return frontier_run (context, automaton, &options, outcome, error);
}

static const CoupletSolver SOLVER = {.run = run};

const CoupletPlugin OPTIMIZER_FRONTIER = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_OPTIMIZER,
    .name = "frontier",
    .version = "1.0",
    .summary = "exact cost: the vectors of costs that an adversary may force at each state",
    .capabilities = {.answers = COUPLET_COMPLETE | COUPLET_PAYS_ON_CYCLES,
                     .takes = COUPLET_TAKES_ALL_AUTOMATA},
    .options = OPTIONS,
    .n_options = G_N_ELEMENTS (OPTIONS),
    .solver = &SOLVER,
};
