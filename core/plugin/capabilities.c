/* SPDX-License-Identifier: Apache-2.0 */
#include "capabilities.h"

#define KIND(kind) (1u << (kind))
#define SOLVERS (KIND (COUPLET_KIND_DECIDER) | KIND (COUPLET_KIND_OPTIMIZER))
#define TAKERS (SOLVERS | KIND (COUPLET_KIND_FRONTEND))
#define TAKERS_TEXT "deciders, optimizers and frontends"

/* ---- What automata need -------------------------------------------------------------- */

static gboolean
has_independent_thresholds (const CoupletAutomaton *a)
{
  return a->n_thresholds > 1 && a->sampling == COUPLET_INDEPENDENT;
}

static gboolean
has_shared_thresholds (const CoupletAutomaton *a)
{
  return a->n_thresholds > 1 && a->sampling == COUPLET_SHARED;
}

static gboolean
has_draws_without_noise (const CoupletAutomaton *a)
{
  return !a->all_noise_finite;
}

static gboolean
has_differences (const CoupletAutomaton *a)
{
  return a->differences != NULL;
}

static gboolean
has_gaps (const CoupletAutomaton *a)
{
  for (guint32 i = 0; i < a->n_outputs; i++)
    if (a->outputs[i].kind == COUPLET_GAP)
      return TRUE;
  return FALSE;
}

static gboolean
has_noise (const CoupletAutomaton *a, gboolean (*is) (CoupletNoiseKind))
{
  for (guint32 i = 0; i < a->n_noises; i++)
    if (is (a->noise_kinds[i].sample) || is (a->noise_kinds[i].fresh))
      return TRUE;
  return FALSE;
}

static gboolean
has_discrete_noise (const CoupletAutomaton *a)
{
  return has_noise (a, couplet_noise_is_whole);
}

static gboolean
has_exponential_noise (const CoupletAutomaton *a)
{
  return has_noise (a, couplet_noise_is_one_sided);
}

static gboolean
has_snaps (const CoupletAutomaton *a)
{
  return a->snaps != NULL;
}

/* In the automaton as it was read, which says so before it is unfolded. */
static gboolean
says_differences (const CoupletAutomaton *a)
{
  gboolean says = a->adjacency != COUPLET_ADJACENT_ANY;
  for (guint32 q = 0; q < a->n_states && !says; q++)
    says = a->states[q].input == COUPLET_AGAIN;
  return says;
}

/* The flags there are and the kinds of plugins they are for; a flag that says which automata
 * a plugin takes has a test for those that only such a plugin receives. A new kind of
 * automaton is a new row. */
static const struct {
  guint32 flag;
  gboolean is_answer; /* of capabilities.answers, else of capabilities.takes */
  const char *name;
  guint32 kinds;
  const char *whose;
  gboolean (*is_needed) (const CoupletAutomaton *automaton);
  const char *what;
} FLAGS[] = {
    {COUPLET_TAKES_INDEPENDENT, FALSE, "COUPLET_TAKES_INDEPENDENT", TAKERS, TAKERS_TEXT,
     has_independent_thresholds, "several thresholds with independent sampling"},
    {COUPLET_TAKES_SHARED, FALSE, "COUPLET_TAKES_SHARED", TAKERS, TAKERS_TEXT,
     has_shared_thresholds, "several thresholds with shared sampling"},
    {COUPLET_TAKES_NO_NOISE, FALSE, "COUPLET_TAKES_NO_NOISE", TAKERS, TAKERS_TEXT,
     has_draws_without_noise, "draws without noise"},
    {COUPLET_TAKES_DIFFERENCES, FALSE, "COUPLET_TAKES_DIFFERENCES", TAKERS, TAKERS_TEXT,
     has_differences, "an adjacency other than any, or inputs that are read again"},
    {COUPLET_TAKES_GAPS, FALSE, "COUPLET_TAKES_GAPS", TAKERS, TAKERS_TEXT, has_gaps, "gap outputs"},
    {COUPLET_TAKES_DISCRETE, FALSE, "COUPLET_TAKES_DISCRETE", TAKERS, TAKERS_TEXT,
     has_discrete_noise, "discrete Laplace noise"},
    {COUPLET_TAKES_EXPONENTIAL, FALSE, "COUPLET_TAKES_EXPONENTIAL", TAKERS, TAKERS_TEXT,
     has_exponential_noise, "exponential noise"},
    {COUPLET_TAKES_SNAPS, FALSE, "COUPLET_TAKES_SNAPS", TAKERS, TAKERS_TEXT, has_snaps,
     "snapped outputs"},
    {COUPLET_COMPLETE, TRUE, "COUPLET_COMPLETE", SOLVERS, "deciders and optimizers", NULL, NULL},
    {COUPLET_WANTS_PROCESS, FALSE, "COUPLET_WANTS_PROCESS", TAKERS, TAKERS_TEXT, NULL, NULL},
    {COUPLET_NEEDS_PRIVATE, TRUE, "COUPLET_NEEDS_PRIVATE", KIND (COUPLET_KIND_OPTIMIZER),
     "optimizers", NULL, NULL},
    {COUPLET_PAYS_ON_CYCLES, TRUE, "COUPLET_PAYS_ON_CYCLES", SOLVERS, "deciders and optimizers",
     NULL, NULL},
    {COUPLET_WANTS_AUTOMATON, FALSE, "COUPLET_WANTS_AUTOMATON", KIND (COUPLET_KIND_REPORT),
     "reports", NULL, NULL},
    {COUPLET_WANTS_PROVENANCE, FALSE, "COUPLET_WANTS_PROVENANCE", KIND (COUPLET_KIND_REPORT),
     "reports", NULL, NULL},
    {COUPLET_WRITES_LINEAR, FALSE, "COUPLET_WRITES_LINEAR", KIND (COUPLET_KIND_FRONTEND),
     "frontends", NULL, NULL},
    {COUPLET_WANTS_UNSHOWN, FALSE, "COUPLET_WANTS_UNSHOWN", KIND (COUPLET_KIND_REPORT), "reports",
     NULL, NULL},
    {COUPLET_IS_CODE, FALSE, "COUPLET_IS_CODE", KIND (COUPLET_KIND_FRONTEND), "frontends", NULL,
     NULL},
};

gboolean
capabilities_takes_linear (const CoupletPlugin *plugin)
{
  return plugin->kind == COUPLET_KIND_FRONTEND
             ? (plugin->capabilities.takes & COUPLET_WRITES_LINEAR) != 0
             : plugin->solver != NULL && plugin->solver->run_linear != NULL;
}

/* Whether plugin has to state flag i to take automaton. */
static gboolean
needs_flag (const CoupletPlugin *plugin, guint i, const CoupletAutomaton *automaton)
{
  if (plugin->kind == COUPLET_KIND_FRONTEND && FLAGS[i].flag == COUPLET_TAKES_DIFFERENCES)
    return says_differences (automaton);
  return FLAGS[i].is_needed != NULL && FLAGS[i].is_needed (automaton);
}

char *
capabilities_obstacle (const CoupletPlugin *plugin, const CoupletAutomaton *automaton)
{
  const CoupletCapabilities *can = &plugin->capabilities;
  if (automaton->linear != NULL)
    return capabilities_takes_linear (plugin)
               ? NULL
               : g_strdup_printf ("'%s' does not take linear mechanisms", plugin->name);
  if (can->max_thresholds > 0 && automaton->n_thresholds > can->max_thresholds)
    return g_strdup_printf ("'%s' takes at most %u threshold%s; the automaton has %u", plugin->name,
                            can->max_thresholds, can->max_thresholds > 1 ? "s" : "",
                            automaton->n_thresholds);
  for (guint i = 0; i < G_N_ELEMENTS (FLAGS); i++)
    if ((can->takes & FLAGS[i].flag) == 0 && needs_flag (plugin, i, automaton))
      return g_strdup_printf ("'%s' does not take %s", plugin->name, FLAGS[i].what);
  return NULL;
}

/* ---- What plugins may state ---------------------------------------------------------- */

/* Why plugin cannot have those flags in that field of its capabilities; NULL = it can. */
static char *
flags_fault (const CoupletPlugin *plugin, guint32 flags, gboolean are_answers)
{
  const char *field = are_answers ? "answers" : "takes";
  for (guint i = 0; i < G_N_ELEMENTS (FLAGS); i++) {
    if ((flags & FLAGS[i].flag) == 0)
      continue;
    if ((FLAGS[i].kinds & KIND (plugin->kind)) == 0)
      return g_strdup_printf ("its capabilities.%s have %s, which is for %s", field, FLAGS[i].name,
                              FLAGS[i].whose);
    if (FLAGS[i].is_answer != are_answers)
      return g_strdup_printf ("its capabilities.%s have %s, which belongs to capabilities.%s",
                              field, FLAGS[i].name, are_answers ? "takes" : "answers");
    flags &= ~FLAGS[i].flag;
  }
  return flags == 0
             ? NULL
             : g_strdup_printf ("its capabilities.%s have 0x%x, which means nothing", field, flags);
}

char *
capabilities_fault (const CoupletPlugin *plugin)
{
  const CoupletCapabilities *can = &plugin->capabilities;
  char *fault = flags_fault (plugin, can->takes, FALSE);
  if (fault == NULL)
    fault = flags_fault (plugin, can->answers, TRUE);
  if (fault != NULL)
    return fault;
  if ((can->answers & COUPLET_COMPLETE) != 0 && (can->answers & COUPLET_NEEDS_PRIVATE) != 0)
    return g_strdup ("its capabilities.answers have COUPLET_COMPLETE, which is about what is not "
                     "private, and COUPLET_NEEDS_PRIVATE");
  if (can->max_thresholds > 1 &&
      (can->takes & (COUPLET_TAKES_INDEPENDENT | COUPLET_TAKES_SHARED)) == 0)
    return g_strdup_printf ("its capabilities.max_thresholds is %u, but its capabilities.takes "
                            "have neither COUPLET_TAKES_INDEPENDENT nor COUPLET_TAKES_SHARED",
                            can->max_thresholds);
  return NULL;
}
