/* SPDX-License-Identifier: Apache-2.0 */
/* The conditions on the shifts along walks, as formulas for Z3, each with the transition and the
 * rule it comes from. Walks that leave the same relations between the shifts of a cluster's
 * thresholds are one class, for which one of them stands (docs/theory.md section 5). */
#ifndef COUPLET_CONSTRAINT_SYSTEM_H
#define COUPLET_CONSTRAINT_SYSTEM_H

#include "z3_terms.h"

#include <couplet/internal/path.h>

/* The first and the last transition of the class' walk that has to do with its cluster. */
typedef struct {
  guint32 from, to;
} WalkClass;

typedef enum {
  CONDITION_BOUND,    /* a transition that shifts by a given number compares with threshold */
  CONDITION_OWN,      /* a transition that assigns shifts by a given number */
  CONDITION_LINK,     /* a transition that assigns compares its sample with threshold */
  CONDITION_BETWEEN,  /* another that may choose its shift does */
  CONDITION_DISCLOSES /* a transition's output may cost nothing, but must */
} ConditionKind;

/* A condition that may have to do with unsatisfiability. */
typedef struct {
  ConditionKind kind;
  guint32 class;
  guint32 transition;            /* that causes it */
  const CoupletLetterPart *part; /* of transition; NULL = the fresh output */
  guint32 threshold;             /* BOUND, LINK, BETWEEN: that is compared; OWN: that is assigned */
  gboolean less;                 /* BOUND, LINK, BETWEEN: by `<` */
  int number;                    /* BOUND, OWN: the shift of the sample */
  guint32 variable;              /* BOUND, OWN: whose shift it bounds */
  Z3_ast formula;
} Condition;

typedef struct {
  ShiftTerms terms;
  const CoupletAutomaton *automaton;
  CoupletWalksEnd end; /* COUPLET_WALKS_ALL: every walk is covered; COUPLET_WALKS_IMPOSSIBLE: but
                          by no shifts, and the last class is of such a walk */
  GArray *classes; /* WalkClass; none for clusters of which all that walks ask can hold together */
  guint32 n_variables; /* unknown shifts of the classes: of samples on their walks, or of the values
                        * that thresholds have where these begin */
  GArray *conditions;  /* Condition */
  GArray *walk;        /* CoupletWalkStep: the walk of the last class with all its transitions,
                        * when no shifts are valid on it, whatever came before; else empty */
} ConstraintSystem;

/* The conditions of the walks of moves, where cycles are free; ends with the first walk that no
 * shifts are valid on, or at limits: of classes, and of bytes that the system takes, about.
 * Variables are declared in terms, conditions are not asserted. The arguments must outlive the
 * system, which the caller frees. */
ConstraintSystem *constraint_system_new (ShiftTerms terms, CoupletMoves *moves,
                                         const CoupletLive *live, const CoupletClusters *clusters,
                                         const CoupletWalkLimits *limits);
void constraint_system_free (ConstraintSystem *system);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ConstraintSystem, constraint_system_free)

static inline const Condition *
condition_at (const ConstraintSystem *system, guint32 i)
{
  return &g_array_index (system->conditions, Condition, i);
}

#endif
