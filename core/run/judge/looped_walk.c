/* SPDX-License-Identifier: Apache-2.0 */
#include "looped_walk.h"

#include "outcome.h"

#include <couplet/host/evidence.h>
#include <couplet/internal/graph.h>
#include <couplet/internal/shift.h>
#include <couplet/internal/walk_search.h>

/* Walks whose loops take more states looked at, and steps added, stay as they are. */
#define MOST_WORK 10000000

typedef struct {
  const CoupletAutomaton *a;
  CoupletComponents *free_cycles;
  gsize work; /* for one walk, of MOST_WORK */
} Looping;

/* A loop of n steps, all on cycles, and a way back. */
static void
add_loop (Looping *work, const CoupletWalkStep *steps, guint n, CoupletEvidence *evidence)
{
  const CoupletAutomaton *a = work->a;
  CoupletPace pace = {.context = NULL};
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  couplet_shortest_walk (a, a->target[steps[n - 1].transition], a->source[steps[0].transition],
                         TRUE, &pace, way); /* in one component */
  couplet_evidence_begin_loop (evidence);
  for (guint i = 0; i < n; i++)
    couplet_evidence_add_step (evidence, steps[i]);
  for (guint i = 0; i < way->len; i++)
    couplet_evidence_add_step (evidence, g_array_index (way, CoupletWalkStep, i));
  couplet_evidence_end_loop (evidence, COUPLET_NUMBER_NONE);
  work->work += a->n_states + (gsize)n + way->len;
}

/* The loops of a walk, while its steps are gone through. */
typedef struct {
  const CoupletEvidenceLoop *loops;
  guint n;
  guint next;   /* the first that did not begin yet */
  GArray *ends; /* guint: of those that are open, the outer ones first */
} OpenLoops;

/* Begins in evidence the loops that begin at step number i. */
static void
begin_loops (OpenLoops *open, guint i, CoupletEvidence *evidence)
{
  for (; open->next < open->n && open->loops[open->next].first == i; open->next++) {
    g_array_append_val (open->ends, open->loops[open->next].end);
    couplet_evidence_begin_loop (evidence);
  }
}

/* Ends those that end before step number i. */
static void
end_loops (OpenLoops *open, guint i, CoupletEvidence *evidence)
{
  while (open->ends->len > 0 && g_array_index (open->ends, guint, open->ends->len - 1) == i) {
    g_array_set_size (open->ends, open->ends->len - 1);
    couplet_evidence_end_loop (evidence, COUPLET_NUMBER_NONE);
  }
}

/* Whether transition must be free, being on a cycle. */
static gboolean
must_be_free (const Looping *work, guint32 transition)
{
  return couplet_on_cycle (work->a, work->free_cycles, transition);
}

static gboolean
assigns (const Looping *work, CoupletWalkStep step)
{
  return couplet_assignment_of (work->a, step.transition)->n_thresholds > 0;
}

/* The end of the steps from number i on that must be free and make one loop: as a loop that assigns
 * nothing is free for each of its steps, several need no more than one. */
static guint
end_of_run (const Looping *work, const CoupletWalkStep *steps, guint n, guint i,
            const OpenLoops *open)
{
  guint end = i + 1;
  while (end < n && !assigns (work, steps[i]) && !assigns (work, steps[end]) &&
         must_be_free (work, steps[end].transition) &&
         (open->next == open->n || open->loops[open->next].first > end))
    end++;
  return end;
}

/* Adds steps to evidence, with loops for those on cycles. FALSE = it needs no more loops than it
 * has, or they take too much work. */
static gboolean
add_steps (Looping *work, const CoupletWalkStep *steps, guint n, OpenLoops *open,
           CoupletEvidence *evidence)
{
  guint looped = 0; /* the end of those that were in the last loop added */
  for (guint i = 0; i < n && work->work < MOST_WORK; i++) {
    begin_loops (open, i, evidence);
    if (open->ends->len == 0 && i >= looped && must_be_free (work, steps[i].transition)) {
      looped = end_of_run (work, steps, n, i, open);
      add_loop (work, &steps[i], looped - i, evidence);
    }
    couplet_evidence_add_step (evidence, steps[i]);
    end_loops (open, i + 1, evidence);
  }
  return work->work < MOST_WORK && (open->n == 0 || looped > 0);
}

/* The walk with loops, which the caller frees; NULL = it cannot be made, has them, or would take
 * too much work. */
static CoupletEvidence *
loop_walk (Looping *work, const CoupletEvidence *walk)
{
  guint n;
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (guint));
  OpenLoops open = {.ends = ends};
  work->work = 0;
  const CoupletWalkStep *of_walk = couplet_evidence_walk (walk, &n);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  for (guint i = 0; i < n; i++) {
    CoupletWalkStep step = {of_walk[i].transition, of_walk[i].difference, COUPLET_SHIFT_UNUSED};
    g_array_append_val (steps, step);
  }
  open.loops = couplet_evidence_loops (walk, &open.n);
  CoupletEvidenceKind kind = couplet_evidence_kind (walk);
  g_autoptr (CoupletEvidence) evidence = couplet_evidence_new (
      kind == COUPLET_EVIDENCE_VIOLATION ? COUPLET_EVIDENCE_UNBOUNDED : kind, work->a);
  if (!couplet_walk_unfold (work->a, steps) ||
      !add_steps (work, (const CoupletWalkStep *)(gpointer)steps->data, n, &open, evidence))
    return NULL;
  if (couplet_evidence_cost (walk) != NULL)
    couplet_evidence_set_cost (evidence, couplet_evidence_cost (walk));
  return g_steal_pointer (&evidence);
}

void
outcome_loop_walks (CoupletOutcome *outcome, const CoupletAutomaton *automaton)
{
  g_autoptr (CoupletComponents) cycles = couplet_free_cycles (automaton);
  Looping work = {automaton, cycles, 0};
  g_autoptr (GPtrArray) walks = outcome_steal_walks (outcome);
  for (guint i = 0; i < walks->len; i++) {
    CoupletEvidence *walk = g_ptr_array_index (walks, i);
    CoupletEvidence *looped = loop_walk (&work, walk);
    couplet_outcome_take_evidence (outcome, looped != NULL ? looped : walk);
    if (looped != NULL)
      couplet_evidence_free (walk);
  }
}
