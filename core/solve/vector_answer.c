/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/evidence.h>
#include <couplet/internal/context.h>
#include <couplet/internal/cost.h>
#include <couplet/internal/plugin.h>
#include <couplet/internal/place_vectors.h>

/* One answer on its way into an outcome. */
typedef struct {
  CoupletVectors *vectors;
  const CoupletAutomaton *automaton;
  CoupletCost *const *at;
  CoupletCost *after; /* room for a vector */
  CoupletPace pace;
} Answer;

/* ---- Held against themselves ----------------------------------------------------------------- */

static gboolean
start_holds (const Answer *answer, GError **error)
{
  guint32 q = answer->automaton->initial;
  gsize size = couplet_vectors_size (answer->vectors, q);
  memset (answer->after, 0, size * sizeof *answer->after);
  if (answer->at[q] != NULL &&
      couplet_vectors_below (answer->vectors, q, answer->after, answer->at[q]))
    return TRUE;
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
               "its vector of the initial state does not cover the start, which costs nothing");
  return FALSE;
}

static gboolean
move_holds (const Answer *answer, guint32 transition, int difference, GError **error)
{
  guint32 from = answer->automaton->source[transition], to = answer->automaton->target[transition];
  couplet_vectors_take (answer->vectors, transition, difference, answer->at[from], answer->after);
  if (answer->at[to] != NULL &&
      couplet_vectors_below (answer->vectors, to, answer->after, answer->at[to]))
    return TRUE;
  g_autofree char *where = couplet_transition_to_string (answer->automaton, transition);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
               "its vector of state '%s' does not cover what that of '%s' becomes (%s, D = %+d)",
               answer->automaton->states[to].name, answer->automaton->states[from].name, where,
               difference);
  return FALSE;
}

static gboolean
moves_hold (const Answer *answer, guint32 transition, GError **error)
{
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  guint32 n = couplet_differences (answer->automaton, transition, differences);
  for (guint32 i = 0; i < n; i++)
    if (!move_holds (answer, transition, differences[i], error))
      return FALSE;
  return TRUE;
}

/* FALSE also, without an error, when it is time to end. */
static gboolean
vectors_hold (Answer *answer, GError **error)
{
  const CoupletAutomaton *a = answer->automaton;
  if (!start_holds (answer, error))
    return FALSE;
  for (guint32 t = 0; t < a->n_transitions; t++)
    if (answer->at[a->source[t]] != NULL &&
        (couplet_pace_over (&answer->pace, couplet_vectors_most (answer->vectors)) ||
         !moves_hold (answer, t, error)))
      return FALSE;
  return TRUE;
}

/* ---- The evidence ---------------------------------------------------------------------------- */

static void
add_factor (CoupletEvidence *evidence, CoupletUnit *unit, guint32 n, const guint32 *thresholds,
            const CoupletCost *costs)
{
  gsize size = couplet_factor_size (n);
  g_autofree guint32 *values = g_new (guint32, size);
  for (gsize i = 0; i < size; i++)
    values[i] = couplet_evidence_add_cost (evidence, unit, costs[i]);
  couplet_evidence_add_factor (evidence, &(CoupletEvidenceFactor){n, thresholds, values});
}

static void
add_entry (const Answer *answer, CoupletEvidence *evidence, guint32 state)
{
  CoupletUnit *unit = couplet_vectors_unit (answer->vectors);
  const CoupletCost *vector = answer->at[state];
  const CoupletVectorLayout *layout = couplet_vectors_layout (answer->vectors, state);
  couplet_evidence_begin_entry (evidence, state);
  couplet_evidence_begin_vector (evidence);
  add_factor (evidence, unit, 0, NULL, vector);
  for (guint32 c = 0; c < layout->n_factors; c++) {
    const CoupletVectorFactor *factor = &layout->factors[c];
    add_factor (evidence, unit, factor->n, factor->thresholds, &vector[factor->first]);
  }
}

static void
give_evidence (const Answer *answer, CoupletContext *context, const CoupletRational *cost,
               CoupletOutcome *outcome)
{
  gsize n = 0;
  for (guint32 q = 0; q < answer->automaton->n_states; q++)
    n += answer->at[q] != NULL;
  n *= couplet_unit_steps (couplet_vectors_unit (answer->vectors));
  if (n > couplet_context_evidence_limit (context)) {
    if (couplet_context_evidence_limit (context) > 0)
      couplet_outcome_leave_out_evidence (outcome, n);
    return;
  }
  CoupletEvidence *evidence = couplet_evidence_new (COUPLET_EVIDENCE_BOUND, answer->automaton);
  couplet_evidence_set_cost (evidence, cost);
  for (guint32 q = 0; q < answer->automaton->n_states; q++)
    if (answer->at[q] != NULL)
      add_entry (answer, evidence, q);
  couplet_outcome_take_evidence (outcome, evidence);
}

/* ---- The answer ------------------------------------------------------------------------------ */

/* The state whose vector costs most. */
static guint32
find_dearest (const Answer *answer, CoupletCost *most)
{
  guint32 dearest = answer->automaton->initial;
  *most = 0;
  for (guint32 q = 0; q < answer->automaton->n_states; q++) {
    CoupletCost cost =
        answer->at[q] != NULL ? couplet_vectors_least (answer->vectors, q, answer->at[q]) : 0;
    if (couplet_cost_compare (cost, *most) > 0) {
      *most = cost;
      dearest = q;
    }
  }
  return dearest;
}

static void
set_answer (const Answer *answer, CoupletContext *context, CoupletOutcome *outcome)
{
  CoupletCost most;
  guint32 dearest = find_dearest (answer, &most);
  if (most == COUPLET_COST_INFINITE) {
    couplet_outcome_set_infinite (outcome, COUPLET_GUARANTEE_UPPER_BOUND);
    couplet_outcome_set_reason (outcome, "it finds no bound of what walks to state '%s' cost",
                                answer->automaton->states[dearest].name);
    return;
  }
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  couplet_cost_to_rational (couplet_vectors_unit (answer->vectors), most, &cost);
  couplet_outcome_set_cost (outcome, &cost, COUPLET_GUARANTEE_UPPER_BOUND);
  give_evidence (answer, context, &cost, outcome);
}

gboolean
couplet_outcome_add_bound (CoupletOutcome *outcome, CoupletContext *context,
                           CoupletVectors *vectors, CoupletCost *const *at, GError **error)
{
  GError *wrong = NULL;
  g_autofree CoupletCost *after = g_new (CoupletCost, couplet_vectors_most (vectors));
  Answer answer = {
      vectors, couplet_vectors_automaton (vectors), at, after, {.context = context, .late = TRUE}};
  if (vectors_hold (&answer, &wrong)) {
    set_answer (&answer, context, outcome);
    return TRUE;
  }
  if (wrong == NULL)
    return couplet_outcome_set_stopped (outcome, context);
  g_propagate_error (error, wrong);
  return FALSE;
}
