/* SPDX-License-Identifier: Apache-2.0 */
/* What evidence is made of, for those that add to it. */
#ifndef COUPLET_EVIDENCE_PARTS_H
#define COUPLET_EVIDENCE_PARTS_H

#include <couplet/host/evidence.h>

/* An entry, a vector and a factor, with where their parts begin. */
typedef struct {
  guint32 state, first_relation, first_vector;
  CoupletMemory memory;
} Entry;

#define NOTHING ((CoupletMemory){.last = COUPLET_NOT_REMEMBERED})

typedef struct {
  guint32 n;
  gsize first_threshold, first_value;
} Factor;

/* Of evidence about linear mechanisms: a path, and a vector, with where their parts begin. */
typedef struct {
  guint32 end, first_vector;
} LinearPathPart;

typedef struct {
  CoupletVectorRole role;
  guint32 first, n;
} LinearVectorPart;

/* Where element i is, or would be; of an empty array, which stands nowhere, NULL. */
#define AT(array, type, i) ((array)->len > 0 ? (const type *)(gpointer)(array)->data + (i) : NULL)

struct CoupletEvidence {
  CoupletEvidenceKind kind;
  char *text; /* all that there is of it; NULL = it is what follows */
  const CoupletAutomaton *automaton;
  const CoupletAutomaton *unfolded; /* what is added is about it; NULL = the same */
  gboolean has_cost;
  CoupletRational cost;
  guint32 n_slots;
  char *other_input; /* NULL = it is about this one */
  gboolean broken;   /* something was left out: couplet_evidence_is_broken() */

  GArray *numbers;          /* CoupletRational */
  GHashTable *number_index; /* CoupletRational * (owned) to index */
  GHashTable *cost_index;   /* CoupletCost (in the key itself or owned) to index */

  GArray *walk;   /* CoupletWalkStep */
  GArray *shifts; /* gint8, n_slots per step; when there are several slots */
  GArray *loops;  /* CoupletEvidenceLoop; end 0 = not ended */
  guint n_open;   /* loops that are not ended */

  GArray *entries;    /* Entry */
  GArray *relations;  /* CoupletKnown */
  GArray *vectors;    /* guint32: the first factor */
  GArray *factors;    /* Factor */
  GArray *thresholds; /* guint32 */
  GArray *values;     /* guint32 */
  guint32 *mentioned; /* per threshold: the last vector that mentions it, from 1; 0 = none */

  GArray *draws;   /* CoupletDrawShift */
  GArray *classes; /* CoupletShiftClass */

  const CoupletLinearList *list; /* NULL = none was set */
  GArray *differences;           /* gint8, n_answers each */
  GArray *paths;                 /* LinearPathPart */
  GArray *path_vectors;          /* LinearVectorPart */
  GArray *path_numbers;          /* guint32 */
};

/* Refuses what names something that there is not: it is left out, and the evidence is broken. */
static inline gboolean
evidence_allow (CoupletEvidence *evidence, gboolean good)
{
  evidence->broken |= !good;
  return good;
}

static inline gboolean
evidence_is_shift (gint8 shift)
{
  return (shift >= -1 && shift <= 1) || shift == COUPLET_SHIFT_UNUSED;
}

static inline gboolean
evidence_has_number (const CoupletEvidence *evidence, guint32 number, guint32 special)
{
  return number < evidence->numbers->len || number == special;
}

/* Whether *transition is one of the automaton that parts are added about; it becomes that of the
 * one that was read. */
gboolean evidence_fold_transition (const CoupletEvidence *evidence, guint32 *transition);

#endif
