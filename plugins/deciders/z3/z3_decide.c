/* SPDX-License-Identifier: Apache-2.0 */
#include "z3_decide.h"

#include "core_words.h"
#include "segments.h"
#include "violation.h"

#include <couplet/host/evidence_parts.h>

#include <math.h>
#include <string.h>

/* How often a running check looks at the clock, in microseconds. */
#define LONGEST_WAIT 10000
#define SHORTEST_WAIT 1000
/* Of a strategy with more shifts than this the others are not spelled out. */
#define MOST_SPELLED_OUT 8
/* Z3 is asked again for the evidence of a strategy. When it is for self-checks only, it may be so
 * many times smaller than the limit. */
#define UNWANTED 50

typedef struct {
  CoupletContext *context;
  const Z3Options *options;
  CoupletOutcome *outcome;
  const CoupletComponents *components;
  ConstraintSystem *system;
  Z3_context z3;
  Z3_solver solver;
  GMutex lock;
  GCond ended;
  gboolean checking; /* guarded by lock */
} Z3Run;

/* With a handler Z3 returns from a failed call, without one it ends the program.
 * The code is asked for afterwards. */
static void
keep_going (Z3_context context, Z3_error_code code)
{
  (void)context;
  (void)code;
}

static gboolean
has_failed (Z3Run *work, GError **error)
{
  Z3_error_code code = Z3_get_error_code (work->z3);
  if (code == Z3_OK)
    return FALSE;
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "Z3: %s",
               Z3_get_error_msg (work->z3, code));
  return TRUE;
}

/* ---- Checking, interruptibly -------------------------------------------------------- */

static gpointer
watch (gpointer data)
{
  Z3Run *work = data;
  g_mutex_lock (&work->lock);
  while (work->checking) {
    double left = couplet_context_seconds_left (work->context) * G_USEC_PER_SEC;
    g_cond_wait_until (&work->ended, &work->lock,
                       g_get_monotonic_time () + (gint64)CLAMP (left, SHORTEST_WAIT, LONGEST_WAIT));
    if (work->checking && couplet_context_should_stop (work->context))
      Z3_interrupt (work->z3);
  }
  g_mutex_unlock (&work->lock);
  return NULL;
}

static Z3_lbool
check (Z3Run *work, Z3_solver solver, guint n, const Z3_ast *assumptions)
{
  if (couplet_context_should_stop (work->context))
    return Z3_L_UNDEF;
  work->checking = TRUE;
  /* without one Z3 still has its own time limit */
  GThread *watcher = g_thread_try_new ("z3 watcher", watch, work, NULL);
  Z3_lbool answer = Z3_solver_check_assumptions (work->z3, solver, n, assumptions);
  g_mutex_lock (&work->lock);
  work->checking = FALSE;
  g_cond_signal (&work->ended);
  g_mutex_unlock (&work->lock);
  if (watcher != NULL)
    g_thread_join (watcher);
  return answer;
}

static void
set_limits (Z3Run *work, Z3_solver solver)
{
  Z3_params params = Z3_mk_params (work->z3);
  Z3_params_inc_ref (work->z3, params);
  double seconds = couplet_context_seconds_left (work->context);
  if (isfinite (seconds))
    Z3_params_set_uint (work->z3, params, Z3_mk_string_symbol (work->z3, "timeout"),
                        (unsigned)MIN (seconds * 1000 + 1, (double)G_MAXINT32));
  Z3_params_set_bool (work->z3, params, Z3_mk_string_symbol (work->z3, "core.minimize"), true);
  Z3_solver_set_params (work->z3, solver, params);
  Z3_params_dec_ref (work->z3, params);
}

static void
assert_system (Z3Run *work)
{
  for (guint i = 0; i < work->system->conditions->len; i++) {
    const Condition *condition = &g_array_index (work->system->conditions, Condition, i);
    if (couplet_context_should_stop (work->context))
      return; /* no check will be made of the rest */
    shift_terms_assert (work->system->terms,
                        Z3_mk_implies (work->z3, condition->name, condition->formula));
  }
}

/* ---- Unsatisfiable: a minimal core ------------------------------------------------------ */

/* The conditions whose names are in Z3's core. */
static GPtrArray *
take_core (Z3Run *work)
{
  GPtrArray *core = g_ptr_array_new ();
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
  Z3_ast_vector vector = Z3_solver_get_unsat_core (work->z3, work->solver);
  Z3_ast_vector_inc_ref (work->z3, vector);
  for (unsigned i = 0; i < Z3_ast_vector_size (work->z3, vector); i++)
    g_hash_table_add (names, GUINT_TO_POINTER (Z3_get_ast_id (
                                 work->z3, Z3_ast_vector_get (work->z3, vector, i))));
  Z3_ast_vector_dec_ref (work->z3, vector);
  for (guint i = 0; i < work->system->conditions->len; i++) {
    Condition *condition = &g_array_index (work->system->conditions, Condition, i);
    if (g_hash_table_contains (names, GUINT_TO_POINTER (Z3_get_ast_id (work->z3, condition->name))))
      g_ptr_array_add (core, condition);
  }
  return core;
}

static Z3_lbool
check_core (Z3Run *work, const GPtrArray *core, guint without)
{
  g_autofree Z3_ast *names = g_new (Z3_ast, core->len);
  guint n = 0;
  for (guint i = 0; i < core->len; i++)
    if (i != without)
      names[n++] = ((const Condition *)g_ptr_array_index (core, i))->name;
  return check (work, work->solver, n, names);
}

/* Drops conditions one by one while what is left stays unsatisfiable. */
static void
minimize (Z3Run *work, GPtrArray *core)
{
  for (guint i = 0; i < core->len;)
    if (check_core (work, core, i) == Z3_L_FALSE)
      g_ptr_array_remove_index (core, i);
    else
      i++;
}

static void
give_walk (Z3Run *work)
{
  const ConstraintSystem *system = work->system;
  if (system->walk->len > 0 && (couplet_context_wants_evidence (work->context) ||
                                couplet_context_evidence_limit (work->context) > 0))
    couplet_outcome_take_evidence (work->outcome,
                                   violation_evidence_new (system->automaton, system->walk));
}

static void
report_core (Z3Run *work)
{
  g_autoptr (GPtrArray) core = take_core (work);
  minimize (work, core);
  g_autofree char *words = core_words (work->system, core);
  couplet_outcome_set_reason (work->outcome, "%s", words);
  couplet_outcome_set_structure (work->outcome, "unsatisfiable core");
  couplet_outcome_set_statistic (work->outcome, "core", core->len);
  couplet_outcome_set_found (work->outcome, COUPLET_FOUND_NO_STRATEGY);
  give_walk (work);
}

/* ---- Satisfiable: a strategy --------------------------------------------------------------- */

/* `S^L`, `S^N`, `S^G` or the shift, for a variable in the model. The caller frees it. */
static char *
strategy_in (Z3Run *work, Z3_model model, guint32 variable)
{
  static const char *const names[] = {"S^G (shift -1)", "S^N (shift 0)", "S^L (shift 1)"};
  gboolean shifts = work->options->encoding == ENCODING_SHIFTS;
  g_auto (CoupletRational) shift;
  couplet_rational_init (&shift);
  if (!shift_terms_value (work->system->terms, model, variable, &shift))
    return g_strdup (shifts ? "any shift" : "any strategy");
  g_autofree char *text = couplet_rational_to_string (&shift);
  return shifts ? g_strdup_printf ("shift %s", text) : g_strdup (names[1 + mpq_sgn (shift.value)]);
}

/* The shifts of the first classes, class by class. */
static void
append_shifts (Z3Run *work, Z3_model model, GString *text)
{
  guint32 n = work->system->variables->len;
  for (guint32 i = 0; i < n && i < MOST_SPELLED_OUT; i++) {
    guint32 class = variable_at (work->system, i)->class;
    if (i == 0 || variable_at (work->system, i - 1)->class != class) {
      g_autofree char *walk = class_words (work->system, class);
      g_string_append_printf (text, "%s%s: ", i > 0 ? "; " : "", walk);
    } else
      g_string_append (text, ", ");
    g_autofree char *variable = variable_words (work->system, i);
    g_autofree char *strategy = strategy_in (work, model, i);
    g_string_append_printf (text, "%s %s", variable, strategy);
  }
  if (n > MOST_SPELLED_OUT)
    g_string_append_printf (text, "; and %u more", n - MOST_SPELLED_OUT);
  if (n == 0)
    g_string_append (text, "no walk restricts the shifts");
}

static void
append_harmless (Z3Run *work, GString *text)
{
  const GArray *harmless = work->system->harmless;
  for (guint i = 0; i < harmless->len; i++) {
    g_autofree char *names = cluster_words (work->system, g_array_index (harmless, guint32, i));
    g_string_append_printf (text, "%sno two conditions on %s can contradict each other",
                            text->len > 0 ? "; " : "", names);
  }
}

static void
report_strategy (Z3Run *work)
{
  Z3_model model = Z3_solver_get_model (work->z3, work->solver);
  g_autoptr (GString) text = g_string_new (NULL);
  couplet_outcome_set_found (work->outcome, COUPLET_FOUND_STRATEGY);
  if (model == NULL)
    return;
  Z3_model_inc_ref (work->z3, model);
  if (work->system->variables->len > 0 || work->system->harmless->len == 0)
    append_shifts (work, model, text);
  append_harmless (work, text);
  Z3_model_dec_ref (work->z3, model);
  couplet_outcome_set_reason (work->outcome, "%s", text->str);
}

/* ---- Satisfiable: shifts that depend on the segment alone ------------------------------------ */

/* With independent sampling and guards that ask for equality there may be none, though a strategy
 * exists that remembers more. */
static void
find_shifts (Z3Run *work, Z3_solver solver, const Segments *segments)
{
  const CoupletAutomaton *a = work->system->automaton;
  set_limits (work, solver);
  segment_shifts_assert ((ShiftTerms){work->z3, work->options->encoding, solver}, work->context, a,
                         segments);
  if (Z3_get_error_code (work->z3) != Z3_OK || check (work, solver, 0, NULL) != Z3_L_TRUE)
    return;
  Z3_model model = Z3_solver_get_model (work->z3, solver);
  if (model == NULL)
    return;
  Z3_model_inc_ref (work->z3, model);
  CoupletEvidence *evidence = segment_shifts_evidence (work->system->terms, model, a, segments);
  if (evidence != NULL)
    couplet_outcome_take_evidence (work->outcome, evidence);
  Z3_model_dec_ref (work->z3, model);
}

static void
give_strategy (Z3Run *work)
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
  if (!segments->complete)
    return;
  Z3_solver solver = Z3_mk_simple_solver (work->z3);
  if (solver == NULL)
    return;
  Z3_solver_inc_ref (work->z3, solver);
  find_shifts (work, solver, segments);
  Z3_solver_dec_ref (work->z3, solver);
}

/* ---- All of it ------------------------------------------------------------------------------ */

static void
report_unknown (Z3Run *work)
{
  couplet_context_should_stop (work->context); /* Z3 may have ended by its own clock */
  const char *stopped = couplet_context_stop_reason (work->context);
  if (stopped == NULL)
    couplet_outcome_set_reason (work->outcome, "Z3 gives up: %s",
                                Z3_solver_get_reason_unknown (work->z3, work->solver));
  else
    couplet_outcome_set_reason (work->outcome, "%s", stopped);
}

static gboolean
solve (Z3Run *work, GError **error)
{
  g_autofree Z3_ast *names = g_new (Z3_ast, MAX (work->system->conditions->len, 1));
  for (guint i = 0; i < work->system->conditions->len; i++)
    names[i] = g_array_index (work->system->conditions, Condition, i).name;
  set_limits (work, work->solver);
  assert_system (work);
  if (has_failed (work, error))
    return FALSE;
  Z3_lbool answer = check (work, work->solver, work->system->conditions->len, names);
  if (answer == Z3_L_TRUE) {
    report_strategy (work);
    give_strategy (work);
  } else if (answer == Z3_L_FALSE)
    report_core (work);
  else
    report_unknown (work);
  return TRUE;
}

static void
report_limit (const Z3Run *work)
{
  if (work->system->end == COUPLET_WALKS_STOPPED)
    couplet_outcome_set_reason (work->outcome, "%s", couplet_context_stop_reason (work->context));
  else if (work->system->end == COUPLET_WALKS_TOO_MANY)
    couplet_outcome_set_reason (work->outcome, "more than %u classes of walks",
                                work->options->class_limit);
  else
    couplet_outcome_set_reason (work->outcome, "the classes of walks take more than %u MiB",
                                work->options->class_memory);
}

/* Within a Z3 context and with a solver that the caller frees. */
static gboolean
decide_in (Z3Run *work, const WalkSource *source, GError **error)
{
  g_autoptr (ConstraintSystem) system =
      constraint_system_new ((ShiftTerms){work->z3, work->options->encoding, work->solver}, source);
  work->system = system;
  if (system->end != COUPLET_WALKS_ALL && system->end != COUPLET_WALKS_IMPOSSIBLE) {
    report_limit (work);
    return TRUE;
  }
  couplet_outcome_set_statistic (work->outcome, "classes", system->classes->len);
  couplet_outcome_set_statistic (work->outcome, "conditions", system->conditions->len);
  if (has_failed (work, error))
    return FALSE;
  if (couplet_outcome_set_stopped (work->outcome, work->context))
    return TRUE; /* the system may not be complete */
  if (*work->options->dump_folder != '\0' &&
      !smt_dump (system, work->context, work->options->dump_folder, error))
    return FALSE;
  return solve (work, error);
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
  const WalkSource source = {context, moves, live, clusters, options->class_limit, most_bytes};
  Z3Run work = {
      .context = context, .options = options, .outcome = outcome, .components = components};
  g_mutex_init (&work.lock);
  g_cond_init (&work.ended);
  Z3_config config = Z3_mk_config ();
  work.z3 = Z3_mk_context (config);
  Z3_del_config (config);
  Z3_set_error_handler (work.z3, keep_going);
  Z3_set_ast_print_mode (work.z3, Z3_PRINT_SMTLIB2_COMPLIANT);
  work.solver = Z3_mk_simple_solver (work.z3);
  if (work.solver != NULL)
    Z3_solver_inc_ref (work.z3, work.solver);
  gboolean good =
      work.solver != NULL ? decide_in (&work, &source, error) : !has_failed (&work, error);
  if (work.solver != NULL)
    Z3_solver_dec_ref (work.z3, work.solver);
  Z3_del_context (work.z3);
  g_mutex_clear (&work.lock);
  g_cond_clear (&work.ended);
  return good;
}
