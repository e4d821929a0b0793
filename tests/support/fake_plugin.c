/* SPDX-License-Identifier: Apache-2.0 */
/* Plugins for the tests, one source for all: the definitions given to the
 * compiler say how each answers, or what is wrong with it. */
#include "idle_plugin.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#ifndef FAKE_NAME
#define FAKE_NAME "fake"
#endif
#ifndef FAKE_KIND
#define FAKE_KIND COUPLET_KIND_OPTIMIZER
#endif
#ifndef FAKE_MAJOR
#define FAKE_MAJOR COUPLET_PLUGIN_ABI_MAJOR
#endif
#ifndef FAKE_MINOR
#define FAKE_MINOR COUPLET_PLUGIN_ABI_MINOR
#endif

#ifndef FAKE_FLAGS
#define FAKE_FLAGS                                                                                 \
  ((FAKE_KIND) == COUPLET_KIND_FRONTEND || (FAKE_KIND) == COUPLET_KIND_REPORT ? 0                  \
                                                                              : COUPLET_COMPLETE)
#endif
/* Those of them that are CoupletAnswers. */
#define ANSWERS (COUPLET_COMPLETE | COUPLET_NEEDS_PRIVATE | COUPLET_PAYS_ON_CYCLES)
#ifndef FAKE_THRESHOLDS
#define FAKE_THRESHOLDS 1
#endif

#ifndef FAKE_EMPTY
#define FAKE_EMPTY 0
#endif
#ifndef FAKE_GUARANTEE
#define FAKE_GUARANTEE COUPLET_GUARANTEE_EXACT
#endif
#ifndef FAKE_SUMMARY
#define FAKE_SUMMARY "a plugin for tests"
#endif
#ifndef FAKE_COST
#define FAKE_COST "1/1000"
#endif

#ifdef FAKE_UNDEFINED
void couplet_a_function_that_is_nowhere (void);
#endif
#ifdef FAKE_DEPENDENCY
void dependency_of_a_plugin (void);
#endif

#ifdef FAKE_EVIDENCE
/* `lies`: no state costs anything, whatever the shifts. `mismatch`: evidence that is
 * right, but for another answer. */
static void
give_evidence (const CoupletAutomaton *automaton, CoupletOutcome *outcome,
               const CoupletRational *cost)
{
  gboolean lies = strcmp (FAKE_NAME, "lies") == 0;
  CoupletEvidence *evidence =
      couplet_evidence_new (lies ? COUPLET_EVIDENCE_BOUND : COUPLET_EVIDENCE_ATTAINED, automaton);
  g_auto (CoupletRational) zero;
  couplet_rational_init (&zero);
  couplet_evidence_set_cost (evidence, lies ? cost : &zero);
  guint32 none = couplet_evidence_add_number (evidence, &zero), x = 0;
  for (guint32 q = 0; lies && q < automaton->n_states; q++) {
    guint32 values[] = {none, none, none};
    couplet_evidence_begin_entry (evidence, q);
    couplet_evidence_begin_vector (evidence);
    if (q != automaton->initial)
      couplet_evidence_add_factor (evidence, &(CoupletEvidenceFactor){1, &x, values});
  }
  couplet_outcome_take_evidence (outcome, evidence);
}
#endif

#if defined(FAKE_ACCUSES) || defined(FAKE_ABSOLVES)
/* `accuses`: no strategy fits the first step of all, which any shift fits. `absolves`: one
 * shift for an assignment, whatever follows. */
static void
decide_wrongly (const CoupletAutomaton *automaton, CoupletOutcome *outcome)
{
  guint32 first = automaton->row[automaton->initial];
#ifdef FAKE_ACCUSES
  CoupletEvidence *evidence = couplet_evidence_new (COUPLET_EVIDENCE_VIOLATION, automaton);
  couplet_evidence_add_step (evidence,
                             (CoupletWalkStep){.transition = first, .shift = COUPLET_SHIFT_UNUSED});
  couplet_outcome_set_found (outcome, COUPLET_FOUND_NO_STRATEGY);
#else
  g_auto (CoupletRational) one;
  CoupletEvidence *evidence = couplet_evidence_new (COUPLET_EVIDENCE_STRATEGY, automaton);
  couplet_rational_init (&one);
  couplet_rational_parse (&one, "1", 1, NULL);
  couplet_evidence_add_class (evidence, (CoupletShiftClass){
                                            .assignment = first,
                                            .next = COUPLET_NONE,
                                            .difference = COUPLET_SHIFT_UNUSED,
                                            .left = 4,
                                            .shift = couplet_evidence_add_number (evidence, &one),
                                        });
  couplet_outcome_set_found (outcome, COUPLET_FOUND_STRATEGY);
#endif
  couplet_outcome_take_evidence (outcome, evidence);
}
#endif

#ifdef FAKE_STRAYS
/* Evidence that names what the automaton does not have. */
static void
give_stray_evidence (const CoupletAutomaton *automaton, CoupletOutcome *outcome)
{
  CoupletEvidence *evidence = couplet_evidence_new (COUPLET_EVIDENCE_VIOLATION, automaton);
  couplet_evidence_add_step (evidence,
                             (CoupletWalkStep){.transition = automaton->n_transitions + 1000000});
  couplet_outcome_set_found (outcome, COUPLET_FOUND_NO_STRATEGY);
  couplet_outcome_take_evidence (outcome, evidence);
}
#endif

#ifdef FAKE_SPINS
/* From 0 to 9, then from 0 to 7, then something that is never kept. */
static void
save_brackets (CoupletContext *context, CoupletOutcome *outcome)
{
  g_auto (CoupletRational) lower;
  g_auto (CoupletRational) upper;
  couplet_rational_init (&lower);
  couplet_rational_init (&upper);
  for (guint most = 9; most >= 5; most -= 2) {
    mpq_set_ui (upper.value, most, 1);
    couplet_outcome_set_bounds (outcome, &lower, &upper);
    if (most > 5)
      couplet_outcome_save (outcome, context);
  }
}
#endif

static gboolean G_GNUC_UNUSED
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  (void)context;
  (void)automaton;
  (void)error;
#if defined(FAKE_UNDEFINED)
  couplet_a_function_that_is_nowhere ();
#elif defined(FAKE_DEPENDENCY)
  dependency_of_a_plugin ();
#elif defined(FAKE_FAILS)
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "it was told to fail");
  return FALSE;
#elif defined(FAKE_WAITS)
  for (guint64 i = 0; !couplet_context_should_stop (context); i++) {
    couplet_context_progress (context, i, 0);
    g_usleep (1000);
  }
  couplet_outcome_set_reason (outcome, "%s", couplet_context_stop_reason (context));
  return TRUE;
#elif defined(FAKE_ABORTS)
  abort ();
#elif defined(FAKE_CRASHES)
  signal (SIGSEGV, SIG_DFL); /* a sanitizer would end the process in its own way */
  raise (SIGSEGV);
#elif defined(FAKE_EXITS)
  exit (0);
#elif defined(FAKE_SILENT)
  couplet_outcome_take_evidence (outcome, NULL);
  return TRUE;
#elif defined(FAKE_FOUND)
  couplet_outcome_set_found (outcome, FAKE_FOUND);
  return TRUE;
#elif defined(FAKE_SPINS)
  save_brackets (context, outcome);
  for (volatile int forever = 1; forever != 0;)
    continue;
#elif defined(FAKE_EATS)
  for (gsize bytes = 1 << 20;; bytes *= 2)
    memset (g_malloc (bytes), 1, bytes);
#elif defined(FAKE_DENIES)
  couplet_outcome_set_found (outcome, COUPLET_FOUND_NO_STRATEGY);
  return TRUE;
#elif defined(FAKE_STRAYS)
  give_stray_evidence (automaton, outcome);
  return TRUE;
#elif defined(FAKE_ACCUSES) || defined(FAKE_ABSOLVES)
  decide_wrongly (automaton, outcome);
  return TRUE;
#endif
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  couplet_rational_parse (&cost, FAKE_COST, strlen (FAKE_COST), NULL);
#ifdef FAKE_BRACKET
  g_auto (CoupletRational) twice;
  couplet_rational_init (&twice);
  couplet_rational_parse (&twice, "1/500", 5, NULL);
  couplet_outcome_set_bounds (outcome, &twice, &cost);
#else
  couplet_outcome_set_cost (outcome, &cost, FAKE_GUARANTEE);
#endif
#ifdef FAKE_ALSO_FOUND
  couplet_outcome_set_found (outcome, FAKE_ALSO_FOUND);
#endif
#ifdef FAKE_INFINITE
  couplet_outcome_set_infinite (outcome, FAKE_GUARANTEE);
#endif
#ifdef FAKE_EVIDENCE
  give_evidence (automaton, outcome, &cost);
#endif
#ifdef FAKE_LEFT_OUT
  couplet_outcome_leave_out_evidence (outcome, FAKE_LEFT_OUT);
#endif
  return TRUE;
}

#ifdef FAKE_NO_RUN
static const CoupletSolver SOLVER = {0};
#else
static const CoupletSolver SOLVER = {.run = run};
#endif

#ifdef FAKE_OPTION
static const CoupletOption OPTIONS[] = {FAKE_OPTION};
#else
#define OPTIONS NULL
#endif

#ifdef FAKE_EXTENSION
static gboolean
read_nothing (CoupletContext *context, const CoupletSource *source, CoupletBuilder *builder,
              CoupletDiagnostics *diagnostics)
{
  (void)context;
  (void)source;
  (void)builder;
  (void)diagnostics;
#ifdef FAKE_READ
  FAKE_READ;
#endif
#ifdef FAKE_OPTION
  couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_ERROR, (CoupletPlace){1, 1},
                           "the option is '%s'",
                           couplet_context_option_string (context, OPTIONS[0].name));
#endif
  return FALSE;
}

static const char *const EXTENSIONS[] = {FAKE_EXTENSION, "fake", NULL};
static const CoupletFrontend FRONTEND = {.extensions = EXTENSIONS, .read = read_nothing};
#else
static const CoupletFrontend FRONTEND = {0};
#endif

#ifdef FAKE_REPORTS
static const CoupletReport REPORT = {.begin = idle_begin, .file = idle_file, .end = idle_end};
#else
static const CoupletReport REPORT = {0};
#endif

static const CoupletPlugin PLUGIN = {
    .abi_major = FAKE_MAJOR,
    .abi_minor = FAKE_MINOR,
    .kind = FAKE_KIND,
    .name = FAKE_NAME,
    .version = "0",
    .summary = FAKE_SUMMARY,
    .capabilities = {(FAKE_FLAGS)&ANSWERS, FAKE_THRESHOLDS, (FAKE_FLAGS) & ~ANSWERS},
    .solver = FAKE_EMPTY ? NULL : &SOLVER,
    .frontend = &FRONTEND,
    .report = &REPORT,
    .options = OPTIONS,
#if defined(FAKE_OPTION) || defined(FAKE_OPTIONS_MISSING)
    .n_options = 1,
#endif
#ifdef FAKE_METHOD
    .method_option = FAKE_METHOD,
#endif
};

#ifdef FAKE_NO_ENTRY
const CoupletPlugin *some_other_function (void);

const CoupletPlugin *
some_other_function (void)
{
  return &PLUGIN;
}
#else
const CoupletPlugin *const *
couplet_plugin_entry_v1 (guint *n)
{
#ifdef FAKE_TWICE
  static const CoupletPlugin *const plugins[] = {&PLUGIN, &PLUGIN};
#else
  static const CoupletPlugin *const plugins[] = {&PLUGIN};
#endif
#ifdef FAKE_NO_PLUGINS
  *n = 0;
#else
  *n = G_N_ELEMENTS (plugins);
#endif
  return plugins;
}
#endif
