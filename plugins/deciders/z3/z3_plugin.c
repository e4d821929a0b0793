/* SPDX-License-Identifier: Apache-2.0 */
#include "z3_decide.h"

#include <z3.h>
#include <couplet/internal/plugin.h>

static const char *const ENCODING_CHOICES[] = {"strategies", "shifts", NULL};

static const CoupletOption OPTIONS[] = {
    {"encoding", COUPLET_OPTION_CHOICE, "strategies", 0, 0, ENCODING_CHOICES,
     "how a shift is written: one of S^L, S^N, S^G, or a real number in [-1, 1]"},
    {"class-limit", COUPLET_OPTION_INTEGER, "100000", 1, 100000000, NULL,
     "most classes of walks; beyond, the answer is unknown"},
    {"class-memory-mb", COUPLET_OPTION_INTEGER, "1024", 0, 1000000, NULL,
     "most memory for the classes of walks, 0 = any; beyond, the answer is unknown"},
    {"dump-dir", COUPLET_OPTION_STRING, "", 0, 0, NULL,
     "folder for the SMT-LIB 2 text of each problem, empty = none"},
};

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  const char *encoding = couplet_context_option_string (context, "encoding");
  Z3Options options = {g_str_equal (encoding, ENCODING_CHOICES[1]) ? ENCODING_SHIFTS
                                                                   : ENCODING_STRATEGIES,
                       (guint32)couplet_context_option_integer (context, "class-limit"),
                       couplet_context_option_string (context, "dump-dir"),
                       (guint32)couplet_context_option_integer (context, "class-memory-mb")};
  return z3_decide (context, automaton, &options, outcome, error);
}

static gboolean
run_linear (gpointer instance, CoupletContext *context, const CoupletLinear *linear,
            CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  return linear_decide (context, linear, outcome, error);
}

static const CoupletSolver SOLVER = {.run = run, .run_linear = run_linear};

/* `4.8.12`; Z3's fourth number counts builds and is 0 in its releases. */
static char *
z3_version (void)
{
  unsigned major, minor, build, revision;
  Z3_get_version (&major, &minor, &build, &revision);
  return g_strdup_printf ("%u.%u.%u", major, minor, build);
}

static const CoupletLibrary LIBRARIES[] = {{"Z3", z3_version}};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_DECIDER,
    .name = "z3",
    .version = "1.0",
    .summary = "decides by Z3 on the constraints that a strategy must meet",
    .capabilities = {.answers = COUPLET_COMPLETE,
                     .takes = COUPLET_TAKES_ALL_AUTOMATA | COUPLET_WANTS_PROCESS},
    .options = OPTIONS,
    .n_options = G_N_ELEMENTS (OPTIONS),
    .solver = &SOLVER,
    .method_option = "encoding",
    .libraries = LIBRARIES,
    .n_libraries = G_N_ELEMENTS (LIBRARIES),
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
