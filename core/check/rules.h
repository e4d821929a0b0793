/* SPDX-License-Identifier: Apache-2.0 */
/* The rules for one transition: docs/evidence.md. */
#ifndef COUPLET_CHECK_RULES_H
#define COUPLET_CHECK_RULES_H

#include "graph.h"
#include "vector.h"

/* What a check works with. */
typedef struct {
  const CoupletAutomaton *a;
  const CoupletEvidence *evidence;
  Numbers numbers;
  Graph graph;
} Check;

/* How many samples a state draws. */
guint32 check_n_slots (const CoupletAutomaton *a);

/* How transition uses the sample of slot. FALSE with *why set when it ties too many
 * thresholds for a factor. */
gboolean check_use (Use *use, const CoupletAutomaton *a, guint32 transition, guint32 slot,
                    const char **why);

static inline gboolean
check_is_used (const Use *use)
{
  return use->n_compared > 0 || use->n_assigned > 0 || use->shown;
}

/* Whether D = difference is possible at transition's state: 0, or any where the input
 * is private. */
gboolean check_may_differ (const CoupletAutomaton *a, guint32 transition, int difference);

/* Takes vector through transition at difference; on_cycle: it may repeat without
 * bound. NULL, or why it cannot be. */
const char *check_take (const Check *check, Vector *vector, guint32 transition, int difference,
                        gboolean on_cycle);

/* `state q1, transition q1 -> q2 on ..., D = +1`; difference 2 leaves that out. The caller
 * frees it. */
char *check_place (const CoupletAutomaton *a, guint32 transition, int difference);

/* The scaled value as a rational. The caller frees it. */
char *check_to_string (const Numbers *numbers, mpz_srcptr value);

/* A step of a walk in graph: follows transition from *node. NULL, or why it cannot be
 * taken. *on_cycle is set. */
const char *check_follow (const Check *check, guint32 *node, guint32 transition,
                          gboolean *on_cycle);

/* For the kinds of evidence: NULL, or why it is rejected, which the caller frees. */
char *check_bound (Check *check);
char *check_walk (Check *check);
char *check_path (Check *check, CoupletRational *cost);
char *check_classes (Check *check);

#endif
