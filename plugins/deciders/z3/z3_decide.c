/* SPDX-License-Identifier: Apache-2.0 */
#include "z3_decide.h"

#include "dump.h"
#include "segments.h"
#include "system_words.h"
#include "violation.h"

#include <math.h>

/* Z3 is asked again for the evidence of a strategy. When it is for self-checks only, it may be so
 * many times smaller than the limit. */
#define UNWANTED 50

typedef struct {
  CoupletContext *context;
  const Z3Options *options;
  CoupletOutcome *outcome;
  const CoupletComponents *components;
  Z3Session *session;
  const ConstraintSystem *system;
} Z3Run;

/* ---- Conditions --------------------------------------------------------------------------- */

/* Whether all can hold; UNDEF with error set when Z3 fails. Each is asserted behind a name, whose
 * number is the condition's. */
static Z3_lbool
check_conditions (const Z3Run *work, GError **error)
{
  Z3_context z3 = work->session->z3;
  guint n = work->system->conditions->len;
  g_autofree Z3_ast *names = g_new (Z3_ast, MAX (n, 1));
  for (guint i = 0; i < n && !couplet_context_should_stop (work->context); i++) {
    names[i] = Z3_mk_const (z3, Z3_mk_int_symbol (z3, (int)i), Z3_mk_bool_sort (z3));
    z3_session_assert (work->session,
                       Z3_mk_implies (z3, names[i], condition_at (work->system, i)->formula));
  }
  if (z3_session_has_failed (work->session, error))
    return Z3_L_UNDEF;
  return z3_session_check (work->session, n, names);
}

/* Sets in_core for the conditions whose names are in Z3's core, which is minimal. Returns how many
 * they are. */
static guint
take_core (const Z3Run *work, gboolean *in_core)
{
  Z3_context z3 = work->session->z3;
  Z3_ast_vector vector = Z3_solver_get_unsat_core (z3, work->session->solver);
  Z3_ast_vector_inc_ref (z3, vector);
  guint n = Z3_ast_vector_size (z3, vector);
  for (guint i = 0; i < n; i++) {
    Z3_app name = Z3_to_app (z3, Z3_ast_vector_get (z3, vector, i));
    in_core[Z3_get_symbol_int (z3, Z3_get_decl_name (z3, Z3_get_app_decl (z3, name)))] = TRUE;
  }
  Z3_ast_vector_dec_ref (z3, vector);
  return n;
}

static void
report_core (const Z3Run *work)
{
  const ConstraintSystem *system = work->system;
  g_autofree gboolean *in_core = g_new0 (gboolean, system->conditions->len);
  couplet_outcome_set_statistic (work->outcome, "core", take_core (work, in_core));
  g_autofree char *words = core_words (system, in_core);
  couplet_outcome_set_reason (work->outcome, "%s", words);
  couplet_outcome_set_structure (work->outcome, "unsatisfiable core");
  couplet_outcome_set_found (work->outcome, COUPLET_FOUND_NO_STRATEGY);
  if (system->walk->len > 0 && (couplet_context_wants_evidence (work->context) ||
                                couplet_context_evidence_limit (work->context) > 0))
    couplet_outcome_take_evidence (work->outcome,
                                   violation_evidence_new (system->automaton, system->walk));
}

/* ---- Satisfiable: a strategy ---------------------------------------------------------------- */

static void
report_strategy (const Z3Run *work)
{
  Z3_context z3 = work->session->z3;
  Z3_model model = Z3_solver_get_model (z3, work->session->solver);
  couplet_outcome_set_found (work->outcome, COUPLET_FOUND_STRATEGY);
  if (model == NULL)
    return;
  Z3_model_inc_ref (z3, model);
  g_autofree char *words = strategy_words (work->system, model);
  Z3_model_dec_ref (z3, model);
  couplet_outcome_set_reason (work->outcome, "%s", words);
}

/* As far as the shifts depend on the segment alone. */
static void
give_strategy (const Z3Run *work)
{
  const CoupletAutomaton *a = work->system->automaton;
  gsize limit = couplet_context_evidence_limit (work->context);
  if (!couplet_context_wants_evidence (work->context))
    limit /= UNWANTED;
  /* classes are of the automaton as it was read */
  if (limit == 0 || a->folded != NULL || (a->n_thresholds > 1 && a->sampling == COUPLET_SHARED))
    return;
  g_autoptr (Segments) segments = segments_new (work->context, a, work->components, limit);
  if (segments->size > limit)
    couplet_outcome_leave_out_evidence (work->outcome, segments->size);
  if (segments->size > limit || couplet_context_should_stop (work->context))
    return;
  CoupletEvidence *evidence = segments_evidence (segments, work->system->terms);
  if (evidence != NULL)
    couplet_outcome_take_evidence (work->outcome, evidence);
}

/* ---- All of it ------------------------------------------------------------------------------ */

static void
report_unknown (const Z3Run *work)
{
  couplet_context_should_stop (work->context); /* Z3 may have ended by its own clock */
  if (!couplet_outcome_set_stopped (work->outcome, work->context))
    couplet_outcome_set_reason (
        work->outcome, "Z3 gives up: %s",
        Z3_solver_get_reason_unknown (work->session->z3, work->session->solver));
}

static void
report_limit (const Z3Run *work)
{
  if (work->system->end == COUPLET_WALKS_TOO_MANY)
    couplet_outcome_set_reason (work->outcome, "more than %u classes of walks",
                                work->options->class_limit);
  else if (work->system->end == COUPLET_WALKS_TOO_LARGE)
    couplet_outcome_set_reason (work->outcome, "the classes of walks take more than %u MiB",
                                work->options->class_memory);
  else
    couplet_outcome_set_stopped (work->outcome, work->context);
}

static gboolean
write_dump (const Z3Run *work, GError **error)
{
  const Z3Options *options = work->options;
  g_autofree char *script = system_script (work->system);
  return dump_write (work->context, work->system->automaton, options->dump_folder,
                     options->encoding == ENCODING_SHIFTS ? "shifts" : "strategies", "smt2", script,
                     error);
}

static gboolean
decide (const Z3Run *work, GError **error)
{
  const ConstraintSystem *system = work->system;
  if (system->end != COUPLET_WALKS_ALL && system->end != COUPLET_WALKS_IMPOSSIBLE) {
    report_limit (work);
    return TRUE;
  }
  couplet_outcome_set_statistic (work->outcome, "classes", system->classes->len);
  couplet_outcome_set_statistic (work->outcome, "conditions", system->conditions->len);
  if (z3_session_has_failed (work->session, error))
    return FALSE;
  if (couplet_outcome_set_stopped (work->outcome, work->context))
    return TRUE; /* the system may not be complete */
  if (*work->options->dump_folder != '\0' && !write_dump (work, error))
    return FALSE;
  GError *failure = NULL;
  Z3_lbool answer = check_conditions (work, &failure);
  if (answer == Z3_L_TRUE) {
    report_strategy (work);
    give_strategy (work);
  } else if (answer == Z3_L_FALSE)
    report_core (work);
  else if (failure == NULL)
    report_unknown (work);
  else
    g_propagate_error (error, failure);
  return failure == NULL;
}

gboolean
z3_decide (CoupletContext *context, const CoupletAutomaton *automaton, const Z3Options *options,
           CoupletOutcome *outcome, GError **error)
{
  CoupletPace pace = {.context = context};
  g_autoptr (CoupletComponents) components = couplet_components_new_within (automaton, context);
  g_autoptr (CoupletLive) live =
      components != NULL ? couplet_live_new_within (automaton, components, context) : NULL;
  g_autoptr (CoupletMoves) moves = couplet_moves_new (automaton, components, NULL);
  g_autoptr (CoupletClusters) clusters =
      live != NULL ? couplet_clusters_new (moves, FALSE, &pace) : NULL;
  if (clusters == NULL)
    return couplet_outcome_set_stopped (outcome, context);
  gsize most_bytes = options->class_memory > 0 ? (gsize)options->class_memory << 20 : G_MAXSIZE;
  const CoupletWalkLimits limits = {context, options->class_limit, most_bytes};
  g_auto (Z3Session) session;
  z3_session_init (&session, context, INFINITY);
  if (session.solver == NULL)
    return !z3_session_has_failed (&session, error);
  g_autoptr (ConstraintSystem) system = constraint_system_new (
      (ShiftTerms){&session, options->encoding}, moves, live, clusters, &limits);
  const Z3Run work = {context, options, outcome, components, &session, system};
  return decide (&work, error);
}
