/* SPDX-License-Identifier: Apache-2.0 */
/* The conditions on the shifts of all segment classes, as formulas for Z3, each
 * with the transition and the rule it comes from. */
#ifndef COUPLET_CONSTRAINT_SYSTEM_H
#define COUPLET_CONSTRAINT_SYSTEM_H

#include "segment_classes.h"

#include <z3.h>

/* How shifts are written: as one of three strategies, or as real numbers. */
typedef enum { COUPLET_ENCODING_STRATEGIES, COUPLET_ENCODING_SHIFTS } CoupletEncoding;

typedef enum {
  CONDITION_RESTRICTION, /* a transition of the segment allows some shifts only */
  CONDITION_OWN,         /* the assignment allows its shift some values only */
  CONDITION_LINK         /* the next assignment's guard compares its shift with this one */
} ConditionKind;

/* A condition that may have to do with unsatisfiability. */
typedef struct {
  ConditionKind kind;
  guint32 class;      /* that it is about; of a LINK, the earlier one */
  guint32 other;      /* of a LINK, the later class */
  guint32 transition; /* that causes it */
  ShiftSet allowed;   /* RESTRICTION, OWN */
  Z3_ast formula;
  Z3_ast name; /* a Boolean constant that switches the formula on */
} Condition;

typedef struct {
  Z3_context context;
  CoupletEncoding encoding;
  const CoupletAutomaton *automaton;
  const SegmentClasses *classes;
  GArray *always;     /* Z3_ast: what holds of the variables in any case */
  GArray *conditions; /* Condition */
  GArray *constants;  /* Z3_ast: all variables, for printing */
} ConstraintSystem;

/* Writes the conditions down, or some of them when the host says to stop; context
 * must outlive the system, which the caller frees. */
ConstraintSystem *constraint_system_new (Z3_context context, CoupletContext *host,
                                         CoupletEncoding encoding,
                                         const CoupletAutomaton *automaton,
                                         const SegmentClasses *classes);
void constraint_system_free (ConstraintSystem *system);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ConstraintSystem, constraint_system_free)

#endif
