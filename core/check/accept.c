/* SPDX-License-Identifier: Apache-2.0 */
/* Which kind of evidence is checked how: docs/evidence.md. */
#include "bound.h"
#include "classes.h"
#include "costs.h"
#include "graph.h"
#include "linear_rules.h"
#include "orders.h"
#include "path.h"
#include "pays.h"
#include "remember.h"
#include "walk.h"
#include "walk_shifts.h"

#include <couplet/host/check.h>
#include <couplet/host/evidence.h>

static gboolean
names_cost (CoupletEvidenceKind kind)
{
  return kind == COUPLET_EVIDENCE_BOUND || kind == COUPLET_EVIDENCE_ATTAINED;
}

static void
check_strategy (Check *check, CoupletRational *cost)
{
  guint n_classes;
  couplet_evidence_classes (check->evidence, &n_classes);
  if (!check_explore (check))
    return;
  if (n_classes > 0)
    check_classes (check);
  else
    check_path (check, cost);
}

static void
check_any_walk (Check *check)
{
  if (check_walk (check) && check->kind == COUPLET_EVIDENCE_ATTAINED)
    check_walk_shifts (check);
}

/* What was too large to explore stays so, unless nothing need be known of cycles. */
static void
check_unexplored_walk (Check *check)
{
  g_autofree char *too_large = g_steal_pointer (&check->why);
  check->too_large = FALSE;
  check_clear_graph (check);
  check_begin_unexplored (check);
  check_any_walk (check);
  if (check->why == NULL)
    return;
  g_free (check->why);
  check->why = g_steal_pointer (&too_large);
  check->too_large = TRUE;
}

static void
check_kind (Check *check, CoupletRational *cost)
{
  if (check->kind == COUPLET_EVIDENCE_STRATEGY)
    check_strategy (check, cost);
  else if (names_cost (check->kind) && couplet_evidence_cost (check->evidence) == NULL)
    check_reject (check, "it names no cost");
  else if (!cost_find_unit (check))
    return;
  else if (check->kind == COUPLET_EVIDENCE_BOUND)
    check_bound (check);
  else if (check_explore (check)) {
    check_find_pays (check);
    check_any_walk (check);
  } else if (check->too_large)
    check_unexplored_walk (check);
}

/* Whether the evidence is about a linear mechanism. */
static gboolean
check_linear (Check *check)
{
  if (check->kind == COUPLET_EVIDENCE_SHIFTS)
    check_linear_shifts (check);
  else if (check->kind == COUPLET_EVIDENCE_WEIGHTS)
    check_linear_weights (check);
  else
    return FALSE;
  return TRUE;
}

static void
check_automaton (Check *check, CoupletRational *cost)
{
  check_find_memory (check);
  check_find_orders (check);
  check_kind (check, cost);
  check_clear_graph (check);
}

/* steps: as check->bound_steps. */
static CoupletEvidenceCheck
check_evidence (const CoupletEvidence *evidence, GArray *steps, CoupletRational *cost, char **why)
{
  Check check;
  check_init (&check, evidence);
  check.bound_steps = steps;
  if (!check_linear (&check))
    check_automaton (&check, cost);
  check_clear (&check);
  *why = check.why;
  return check.why == NULL ? COUPLET_EVIDENCE_ACCEPTED
         : check.too_large ? COUPLET_EVIDENCE_TOO_LARGE
                           : COUPLET_EVIDENCE_REJECTED;
}

CoupletEvidenceCheck
couplet_evidence_check (const CoupletEvidence *evidence, CoupletRational *cost, char **why)
{
  return check_evidence (evidence, NULL, cost, why);
}

GArray *
couplet_evidence_bound_steps (const CoupletEvidence *evidence)
{
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (CoupletBoundStep));
  g_autofree char *why = NULL;
  return check_evidence (evidence, steps, NULL, &why) == COUPLET_EVIDENCE_ACCEPTED
             ? g_steal_pointer (&steps)
             : NULL;
}
