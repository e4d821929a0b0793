/* SPDX-License-Identifier: Apache-2.0 */
#include "z3_decide.h"

#include "constraint_system.h"
#include "dump.h"
#include "segments.h"
#include "walk_evidence.h"

#include <math.h>

/* Z3 is asked again for the evidence of a strategy. When it is for self-checks only, it may be so
 * many times smaller than the limit. */
#define UNWANTED 50

/* ---- Conditions -------------------------------------------------------------------------- */

static char *
transition_words (const ConstraintSystem *system, guint32 transition)
{
  g_autofree char *text = couplet_transition_to_string (system->automaton, transition);
  return g_strdup_printf ("'%s'", text);
}

/* What a threshold's shift must be when it is bounded by number. */
static const char *
bound_words (const Condition *condition)
{
  if (condition->number == 0)
    return condition->less ? "be at least 0" : "be at most 0";
  return condition->less ? "be 1" : "be -1";
}

/* Why a transition fixes the shift of its sample. */
static const char *
cause_words (const ConstraintSystem *system, const Condition *condition)
{
  const CoupletAutomaton *a = system->automaton;
  const CoupletState *state = couplet_source_state (a, condition->transition);
  const CoupletSample *sample = &condition->part->sample;
  if (a->noises[state->noise].d[sample->slot] == COUPLET_NO_NOISE)
    return "has no noise";
  return sample->outputs ? "outputs its sample" : "can repeat";
}

/* The thresholds that a condition's sample is assigned to: `x and y`. */
static char *
assigned_words (const ConstraintSystem *system, const CoupletSample *sample)
{
  GString *text = g_string_new (NULL);
  for (guint32 i = 0; i < sample->n_assigned; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " and " : "",
                            system->automaton->thresholds[sample->assigned[i]]);
  return g_string_free (text, FALSE);
}

static char *
link_words (const ConstraintSystem *system, const Condition *condition, const char *transition)
{
  const char *side = condition->less ? "above" : "below";
  const char *x = system->automaton->thresholds[condition->threshold];
  const CoupletSample *sample = &condition->part->sample;
  g_autofree char *assigned = assigned_words (system, sample);
  if (sample->n_assigned == 1 && sample->assigned[0] == condition->threshold)
    return g_strdup_printf ("%s re-assigns %s, to a shift that is not %s the old one", transition,
                            x, side);
  return g_strdup_printf ("%s assigns %s, to a shift that is not %s that of %s", transition,
                          assigned, side, x);
}

static char *
own_words (const ConstraintSystem *system, const Condition *condition, const char *transition)
{
  g_autofree char *assigned = assigned_words (system, &condition->part->sample);
  return g_strdup_printf ("%s assigns %s and %s, so that its new shift may have to be %d",
                          transition, assigned, cause_words (system, condition), condition->number);
}

/* A condition as a clause: which transition, and what it asks of which shift. */
static char *
condition_words (const ConstraintSystem *system, const Condition *condition)
{
  g_autofree char *text = transition_words (system, condition->transition);
  const char *x = condition->threshold != COUPLET_NONE
                      ? system->automaton->thresholds[condition->threshold]
                      : "";
  switch (condition->kind) {
  case CONDITION_LINK:
    return link_words (system, condition, text);
  case CONDITION_BETWEEN:
    return g_strdup_printf ("%s shifts its sample by at %s the shift of %s", text,
                            condition->less ? "most" : "least", x);
  case CONDITION_DISCLOSES:
    return g_strdup_printf ("%s outputs a real value of a private input at no cost, which it "
                            "cannot",
                            text);
  case CONDITION_BOUND:
    return g_strdup_printf ("%s %s, so the shift of %s must %s", text,
                            cause_words (system, condition), x, bound_words (condition));
  default:
    return own_words (system, condition, text);
  }
}

/* The threshold whose one value all conditions of the core are about; NULL. */
static const char *
common_threshold (const ConstraintSystem *system, const gboolean *in_core)
{
  const Condition *first = NULL;
  guint n = 0;
  for (guint i = 0; i < system->conditions->len; i++) {
    const Condition *condition = condition_at (system, i);
    if (!in_core[i])
      continue;
    first = n++ == 0 ? condition : first;
    if ((condition->kind != CONDITION_BOUND && condition->kind != CONDITION_OWN) ||
        condition->variable != first->variable || condition->threshold != first->threshold)
      return NULL;
  }
  return n > 1 ? system->automaton->thresholds[first->threshold] : NULL;
}

/* Why the conditions with in_core set cannot all hold, as a sentence. */
static char *
core_words (const ConstraintSystem *system, const gboolean *in_core)
{
  GString *text = g_string_new (NULL);
  const char *common = common_threshold (system, in_core);
  for (guint i = 0; i < system->conditions->len; i++) {
    if (!in_core[i])
      continue;
    g_autofree char *words = condition_words (system, condition_at (system, i));
    g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", words);
  }
  if (common != NULL)
    g_string_append_printf (text, "; nothing re-assigns %s between", common);
  return g_string_free (text, FALSE);
}

/* ---- Scripts ----------------------------------------------------------------------------- */

/* A class in words: `from 'q0 -> q1 ...' to 'q3 -> q4 ...'`. */
static char *
class_words (const ConstraintSystem *system, guint32 class)
{
  const WalkClass *c = &g_array_index (system->classes, WalkClass, class);
  g_autofree char *from = transition_words (system, c->from);
  if (c->from == c->to)
    return g_strdup_printf ("on %s", from);
  g_autofree char *to = transition_words (system, c->to);
  return g_strdup_printf ("from %s to %s", from, to);
}

static void
append_condition (GString *text, const ConstraintSystem *system, guint i)
{
  const Condition *condition = condition_at (system, i);
  g_autofree char *class = class_words (system, condition->class);
  g_autofree char *words = condition_words (system, condition);
  g_string_append_printf (text, "; %s: %s\n(assert (! %s :named condition%u))\n", class, words,
                          Z3_ast_to_string (system->terms.session->z3, condition->formula), i);
}

/* The system for other solvers and for reading: comments say which transition and rule each named
 * assertion is. */
static char *
system_script (const ConstraintSystem *system)
{
  GString *text = g_string_new ("; Whether a coupling proof exists: satisfiable = private.\n");
  g_autofree char *name = dump_name (system->automaton->name);
  g_string_append_printf (text, "; automaton %s\n(set-option :produce-unsat-cores true)\n", name);
  g_string_append_printf (text, "(set-logic %s)\n",
                          system->terms.encoding == ENCODING_SHIFTS ? "QF_LRA" : "QF_UF");
  for (guint32 i = 0; i < system->n_variables; i++)
    shift_terms_append_declaration (text, system->terms, i);
  for (guint i = 0; i < system->conditions->len; i++)
    append_condition (text, system, i);
  g_string_append (text, "(check-sat)\n");
  return g_string_free (text, FALSE);
}

/* ---- The question ------------------------------------------------------------------------ */

typedef struct {
  CoupletContext *context;
  const Z3Options *options;
  CoupletOutcome *outcome;
  const CoupletComponents *components;
  Z3Session *session;
  const ConstraintSystem *system;
} Z3Run;

/* ---- Checks ------------------------------------------------------------------------------- */

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

/* Tells that a strategy exists, with evidence as far as the shifts depend on the segment alone. */
static void
report_strategy (const Z3Run *work)
{
  const CoupletAutomaton *a = work->system->automaton;
  gsize limit = couplet_context_evidence_limit (work->context);
  couplet_outcome_set_found (work->outcome, COUPLET_FOUND_STRATEGY);
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
  if (answer == Z3_L_TRUE)
    report_strategy (work);
  else if (answer == Z3_L_FALSE)
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
