/* SPDX-License-Identifier: Apache-2.0 */
/* Making evidence for an answer, which a short checker accepts or rejects without
 * searching (docs/evidence.md). Costs are in multiples of epsilon. The functions named
 * add_ and begin_ are called in the order in which the parts stand in the file. A part that
 * names what there is not (a state, a transition, a threshold, a number), or stands nowhere, is
 * left out, and the host takes the stage for one that failed.
 */
#ifndef COUPLET_HOST_EVIDENCE_PARTS_H
#define COUPLET_HOST_EVIDENCE_PARTS_H

#include <couplet/solve.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

typedef enum {
  COUPLET_EVIDENCE_BOUND,     /* every path costs at most the figure: vectors kept at states */
  COUPLET_EVIDENCE_ATTAINED,  /* no strategy does better on this walk */
  COUPLET_EVIDENCE_VIOLATION, /* no strategy is valid on this walk */
  COUPLET_EVIDENCE_STRATEGY,  /* shifts for classes of segments, or for the draws of one path */
  COUPLET_EVIDENCE_UNBOUNDED, /* a walk that costs more and more as its loops are repeated; 1.1 */
  COUPLET_EVIDENCE_SHIFTS,    /* of a linear mechanism: shifts for every path and difference; 1.1 */
  COUPLET_EVIDENCE_WEIGHTS    /* of one: no shifts of paths with some outputs cost less; 1.1 */
} CoupletEvidenceKind;

typedef struct CoupletEvidence CoupletEvidence;

/* Evidence of kind about automaton (not owned, must outlive it), or about the one it
 * was unfolded from: then states and transitions that are added are those of the
 * unfolded automaton, and are translated. The caller owns the result until it gives
 * it to an outcome. */
CoupletEvidence *couplet_evidence_new (CoupletEvidenceKind kind, const CoupletAutomaton *automaton);
void couplet_evidence_free (CoupletEvidence *evidence);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletEvidence, couplet_evidence_free)

/* The automaton that was read. */
const CoupletAutomaton *couplet_evidence_automaton (const CoupletEvidence *evidence);

/* The cost the evidence is for: BOUND and STRATEGY at most, ATTAINED at least this. */
void couplet_evidence_set_cost (CoupletEvidence *evidence, const CoupletRational *cost);
/* The same for a finite cost in unit's multiples. */
void couplet_evidence_set_unit_cost (CoupletEvidence *evidence, const CoupletUnit *unit,
                                     CoupletCost cost);

/* Appends the evidence to out as one JSON object, docs/evidence.md. */
void couplet_evidence_append_json (GString *out, const CoupletEvidence *evidence);

/* ---- Numbers ------------------------------------------------------------------- */

/* The index of an infinite value. */
#define COUPLET_NUMBER_INFINITE G_MAXUINT32
/* The index of a value that is left open. */
#define COUPLET_NUMBER_NONE (G_MAXUINT32 - 1)

/* Keeps each distinct number once: the index of value, or of cost (in unit's
 * multiples; infinite allowed). A cost must always come with the same unit. */
guint32 couplet_evidence_add_number (CoupletEvidence *evidence, const CoupletRational *value);
guint32 couplet_evidence_add_cost (CoupletEvidence *evidence, const CoupletUnit *unit,
                                   CoupletCost cost);

/* ---- ATTAINED, VIOLATION, UNBOUNDED, and the path of a STRATEGY ---------------------- */

/* Stands for the shift of a sample that is not used, or not chosen. */
#define COUPLET_SHIFT_UNUSED 127

/* One transition of a walk, and the adversary's input difference D. shift: with one
 * sample per state (one threshold or shared sampling) the shift the strategy
 * answers with, or COUPLET_SHIFT_UNUSED; with several samples not meaningful. */
typedef struct {
  guint32 transition;
  gint8 difference;
  gint8 shift;
} CoupletWalkStep;

/* Appends a step to the walk, which begins at the initial state. With several
 * samples per state their shifts are COUPLET_SHIFT_UNUSED at first. */
void couplet_evidence_add_step (CoupletEvidence *evidence, CoupletWalkStep step);

/* Sets the shift of sample slot (couplet_noise_slot()) at step number step, for any number of
 * samples. */
void couplet_evidence_set_shift (CoupletEvidence *evidence, guint step, guint32 slot, gint8 shift);

/* The walk; *n receives its length. Owned by evidence. */
const CoupletWalkStep *couplet_evidence_walk (const CoupletEvidence *evidence, guint *n);

/* ---- The loops of ATTAINED and UNBOUNDED ------------------------------------------------- */

/* Most loops within loops. */
#define COUPLET_LOOP_DEPTH_MAX 16

/* Steps added after begin and before end are a loop: they lead from a state back to it, and stand
 * for more and more turns. Loops may stand in loops; an empty one is none, and breaks the evidence
 * like one that is never ended. raises: the index of a number, so much at least each turn raises
 * the loss (in multiples of epsilon, on average over many turns) on all ways that no turn repeats
 * free of charge; or COUPLET_NUMBER_NONE. */
void couplet_evidence_begin_loop (CoupletEvidence *evidence);
void couplet_evidence_end_loop (CoupletEvidence *evidence, guint32 raises);

/* ---- BOUND ------------------------------------------------------------------------------ */

/* A function of the shifts of n distinct thresholds, as 3^n indices of numbers:
 * the shifts run through -1, 0, 1, the last threshold's fastest. */
typedef struct {
  guint32 n;
  const guint32 *thresholds;
  const guint32 *values;
} CoupletEvidenceFactor;

/* Most thresholds of a factor. */
#define COUPLET_FACTOR_MAX 10

/* The number of values of a factor over n thresholds. */
static inline gsize
couplet_factor_size (guint32 n)
{
  gsize size = 1;
  while (n-- > 0)
    size *= 3;
  return size;
}

/* Begins an entry; one state may have several, with different orders and memories. A state of
 * an unfolded automaton brings its own along. */
void couplet_evidence_begin_entry (CoupletEvidence *evidence, guint32 state);
/* Begins a vector of the entry begun last: the sum of the factors that follow,
 * zero without any. No two of its factors share a threshold; a threshold that
 * none mentions is minimised out. */
void couplet_evidence_begin_vector (CoupletEvidence *evidence);
/* Adds a factor to the vector begun last; the arrays are copied. n is at most
 * COUPLET_FACTOR_MAX. */
void couplet_evidence_add_factor (CoupletEvidence *evidence, const CoupletEvidenceFactor *factor);

/* ---- STRATEGY ------------------------------------------------------------------------------- */

/* A class of segments of threshold (one threshold, or independent sampling): they begin with
 * transition assignment at input difference D (COUPLET_SHIFT_UNUSED = any), end before
 * transition next assigns it again or (COUPLET_NONE) nowhere, and their walk leaves it at
 * least the shifts in left (bit x + 1 for x). shift: the number the strategy picks. */
typedef struct {
  guint32 threshold;
  guint32 assignment;
  guint32 next;
  gint8 difference;
  guint8 left;
  guint32 shift;
} CoupletShiftClass;

void couplet_evidence_add_class (CoupletEvidence *evidence, CoupletShiftClass shift_class);

/* ---- SHIFTS and WEIGHTS, of linear mechanisms ----------------------------------------------- */

/* What the numbers of a vector are. */
typedef enum {
  COUPLET_VECTOR_SHIFTS,     /* of SHIFTS: a shift for each draw, for one difference */
  COUPLET_VECTOR_WEIGHTS,    /* of WEIGHTS: a multiplier for each row */
  COUPLET_VECTOR_IMPOSSIBLE, /* multipliers for each row and each draw: nothing takes the path */
  COUPLET_VECTOR_POINT,      /* of WEIGHTS: answers and draws that take the path */
  /* of SHIFTS, where the path stands for an event: several paths, together a polyhedron */
  COUPLET_VECTOR_WITH,    /* the END nodes of the others */
  COUPLET_VECTOR_MET,     /* decisions that are met on all of it: nodes */
  COUPLET_VECTOR_NOT_MET, /* decisions that are not: nodes */
  COUPLET_VECTOR_WITHIN,  /* multipliers: nothing takes one of the paths and breaks one of these */
  COUPLET_VECTOR_APART    /* multipliers: nothing takes another path and keeps all of these */
} CoupletVectorRole;

/* Whether the numbers of a vector are nodes, and not indices of numbers. */
static inline gboolean
couplet_vector_role_is_nodes (CoupletVectorRole role)
{
  return role == COUPLET_VECTOR_WITH || role == COUPLET_VECTOR_MET ||
         role == COUPLET_VECTOR_NOT_MET;
}

/* Whether there may be several vectors of the role, which JSON has in a list. */
static inline gboolean
couplet_vector_role_is_list (CoupletVectorRole role)
{
  return role == COUPLET_VECTOR_SHIFTS || role == COUPLET_VECTOR_WITHIN ||
         role == COUPLET_VECTOR_APART;
}

/* Sets which list of the mechanism the evidence is about: the one of n_answers answers. */
void couplet_evidence_set_answers (CoupletEvidence *evidence, guint32 n_answers);

/* Adds a difference of the answers (n_answers numbers of -1, 0 and 1, copied), a multiple of the
 * sensitivity. WEIGHTS has one. */
void couplet_evidence_add_difference (CoupletEvidence *evidence, const gint8 *difference);

/* Begins what is shown of the path that leads to the END node end. */
void couplet_evidence_begin_path (CoupletEvidence *evidence, guint32 end);

/* Adds a vector to the path begun last: n indices of numbers, or nodes (copied). SHIFTS come first,
 * in the order of the differences; vectors of a role follow each other. */
void couplet_evidence_add_path_vector (CoupletEvidence *evidence, CoupletVectorRole role,
                                       const guint32 *numbers, guint32 n);

#pragma GCC visibility pop
G_END_DECLS

#endif
