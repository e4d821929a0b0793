/* SPDX-License-Identifier: Apache-2.0 */
#include "segment.h"

#include "basic.h"

#include <couplet/internal/plugin.h>

static const char *const STRATEGY_CHOICES[] = {"adaptive", "fixed", NULL};

static const CoupletOption OPTIONS[] = {
    {"strategy", COUPLET_OPTION_CHOICE, "adaptive", 0, 0, STRATEGY_CHOICES,
     "whether an assignment's shift may depend on its own input difference"},
};

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  gboolean fixed =
      g_str_equal (couplet_context_option_string (context, "strategy"), STRATEGY_CHOICES[1]);
  return segment_run (context, automaton, fixed ? SEGMENT_FIXED : SEGMENT_ADAPTIVE,
                      SEGMENT_MOST_CLASSES, outcome, error);
}

static const CoupletSolver SOLVER = {.run = run};

const CoupletPlugin OPTIMIZER_SEGMENT = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_OPTIMIZER,
    .name = "segment",
    .version = "1.0",
    .summary = "polynomial upper bound: one shift for each class of segments",
    .capabilities = {.answers = COUPLET_COMPLETE, .takes = COUPLET_TAKES_ALL_AUTOMATA},
    .options = OPTIONS,
    .n_options = G_N_ELEMENTS (OPTIONS),
    .solver = &SOLVER,
    .method_option = "strategy",
};
