/* SPDX-License-Identifier: Apache-2.0 */
#include "frontier_walk.h"

/* Of the clock's pace, for each transition. */
#define STEPS_PER_STEP 8

/* A transition, loaded, and the number of its input difference. */
typedef struct {
  CoupletStep step;
  guint32 transition;
  guint8 difference;
} Taken;

/* The transitions that lead to the best vector, first to last. */
static GArray *
collect (const Search *search, CoupletUnit *unit, CoupletPace *pace)
{
  GArray *taken = g_array_new (FALSE, FALSE, sizeof (Taken));
  for (guint32 i = search->best_node; search->nodes[i].parent != NO_NODE;
       i = search->nodes[i].parent) {
    if (couplet_pace_over (pace, STEPS_PER_STEP))
      break;
    const Node *node = &search->nodes[i];
    Taken one = {.transition = node->transition, .difference = node->difference};
    couplet_step_load (&one.step, search->automaton, search->components, unit, node->transition);
    g_array_append_val (taken, one);
  }
  for (guint i = 0; i < taken->len / 2; i++) {
    Taken *a = &g_array_index (taken, Taken, i);
    Taken *b = &g_array_index (taken, Taken, taken->len - 1 - i);
    Taken swapped = *a;
    *a = *b;
    *b = swapped;
  }
  return taken;
}

static int
least_index (const CoupletVector *vector)
{
  int least = 0;
  for (int x = 1; x < 3; x++)
    if (couplet_cost_compare (vector->at[x], vector->at[least]) < 0)
      least = x;
  return least;
}

/* The index of the shift before the step, taken with its i-th difference, when after is
 * that behind it; sets *shift to that of the sample. */
static int
choose_shifts (const CoupletStep *step, guint32 i, const CoupletVector *before, int after,
               gint8 *shift)
{
  int best = -1;
  *shift =
      step->used ? (gint8)couplet_step_sample_shift (step, i, after - 1) : COUPLET_SHIFT_UNUSED;
  for (int x = 0; x < 3; x++)
    if (couplet_step_links (step, x - 1, after - 1) &&
        (best < 0 || couplet_cost_compare (before->at[x], before->at[best]) < 0))
      best = x;
  return best;
}

gboolean
frontier_walk_trace (FrontierWalk *walk, const Search *search, CoupletUnit *unit)
{
  CoupletPace pace = {.context = search->context, .late = TRUE};
  g_autoptr (GArray) taken = collect (search, unit, &pace);
  if (couplet_pace_over (&pace, taken->len * (guint64)STEPS_PER_STEP * couplet_unit_steps (unit)))
    return FALSE;
  g_autofree CoupletVector *vectors = g_new0 (CoupletVector, (gsize)taken->len + 1);
  walk->steps = g_array_sized_new (FALSE, TRUE, sizeof (CoupletWalkStep), taken->len);
  g_array_set_size (walk->steps, taken->len);
  for (guint i = 0; i < taken->len; i++) {
    const Taken *one = &g_array_index (taken, Taken, i);
    couplet_step_apply (&one->step, one->difference, unit, &vectors[i], &vectors[i + 1]);
  }
  int shift = least_index (&vectors[taken->len]);
  walk->cost = vectors[taken->len].at[shift];
  for (guint i = taken->len; i-- > 0;) {
    const Taken *one = &g_array_index (taken, Taken, i);
    CoupletWalkStep *step = &g_array_index (walk->steps, CoupletWalkStep, i);
    *step = (CoupletWalkStep){one->transition, one->step.difference[one->difference],
                              COUPLET_SHIFT_UNUSED};
    if (walk->cost != COUPLET_COST_INFINITE)
      shift = choose_shifts (&one->step, one->difference, &vectors[i], shift, &step->shift);
  }
  return TRUE;
}

void
frontier_walk_clear (FrontierWalk *walk)
{
  g_clear_pointer (&walk->steps, g_array_unref);
}
