/* SPDX-License-Identifier: Apache-2.0 */
#include "path_cost.h"

#include <couplet/host/evidence.h>

#include "best_shifts.h"
#include "draft.h"
#include "evidence_walks.h"

/* The path as an automaton; step i leads from state i to state i + 1. */
static CoupletAutomaton *
build_line (const CoupletAutomaton *a, const CoupletComponents *components, const GArray *path)
{
  g_autoptr (Draft) draft = draft_new (a);
  for (guint i = 0; i <= path->len; i++) {
    guint32 t = i < path->len ? g_array_index (path, guint32, i) : COUPLET_NONE;
    guint32 like = t != COUPLET_NONE ? a->source[t] : a->initial;
    g_autofree char *name = g_strdup_printf ("%u", i);
    guint state = draft_append_state (draft, name, like);
    draft_state (draft, state)->bare =
        t != COUPLET_NONE && components != NULL && couplet_on_cycle (a, components, t);
  }
  for (guint i = 0; i < path->len; i++)
    draft_add_transition (draft, i, i + 1, g_array_index (path, guint32, i));
  return draft_build (draft);
}

/* Some difference that transition t may have, last being that of the last private input before it.
 */
static gint8
some_difference (const CoupletAutomaton *a, guint32 t, gint8 last)
{
  switch (couplet_source_state (a, t)->input) {
  case COUPLET_PRIVATE:
    return a->adjacency == COUPLET_ADJACENT_ANY ? 1 : 0;
  case COUPLET_AGAIN:
    return last;
  default:
    return 0;
  }
}

/* The path with the input differences of the evidence, as far as its walk goes; then any. NULL when
 * a has no such walk. */
static GArray *
differences_on (const CoupletAutomaton *a, const GArray *path, const CoupletEvidence *evidence)
{
  g_autoptr (GArray) walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  guint n;
  const CoupletWalkStep *steps = couplet_evidence_walk (evidence, &n);
  gint8 last = 0;
  for (guint i = 0; i < path->len; i++) {
    guint32 t = g_array_index (path, guint32, i);
    gint8 difference = (gint8)(i < n ? steps[i].difference : some_difference (a, t, last));
    if (couplet_source_state (a, t)->input == COUPLET_PRIVATE)
      last = difference;
    CoupletWalkStep step = {a->folded != NULL ? a->folded_transition[t] : t, difference,
                            COUPLET_SHIFT_UNUSED};
    g_array_append_val (walk, step);
  }
  return a->folded == NULL || unfold_walk (a, walk) ? g_steal_pointer (&walk) : NULL;
}

WalkSamples *
path_cost (const CoupletAutomaton *automaton, const CoupletComponents *components,
           const GArray *path, Verifier *verifier, gboolean *possible, GError **error)
{
  if (automaton->memory != NULL) /* what is on a cycle depends on the differences */
    components = NULL;
  g_autoptr (CoupletAutomaton) line = build_line (automaton, components, path);
  g_autoptr (CoupletExamination) examination = line != NULL ? verifier_ask (verifier, line) : NULL;
  const CoupletEvidence *evidence = NULL;
  if (examination != NULL) {
    const CoupletFileResult *result = couplet_examination_result (examination);
    const CoupletStageResult *by;
    evidence = verifier_find_evidence (
        verifier, result,
        exact_cost (result) != NULL ? COUPLET_EVIDENCE_ATTAINED : COUPLET_EVIDENCE_VIOLATION, &by);
  }
  g_autoptr (GArray) walk = evidence != NULL ? differences_on (automaton, path, evidence) : NULL;
  if (walk == NULL) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
                 "--path: no decider or optimizer has an answer for this path");
    return NULL;
  }
  g_autoptr (WalkSamples) samples =
      walk_samples_new (automaton, components, (CoupletWalkStep *)(gpointer)walk->data, walk->len);
  walk_samples_take_shifts (samples, evidence);
  *possible = walk_samples_are_valid (samples) || best_shifts (samples);
  return g_steal_pointer (&samples);
}
