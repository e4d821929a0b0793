/* SPDX-License-Identifier: Apache-2.0 */
/* Evidence for an answer, which a short checker accepts or rejects without
 * searching (docs/evidence.md). Costs are in multiples of epsilon. States,
 * transitions and thresholds are those of the automaton that was read, also when
 * a plugin worked on what that unfolds to.
 *
 * The functions named add_ and begin_ build, in the order in which the parts
 * stand in the file; the others read.
 */
#ifndef COUPLET_EVIDENCE_H
#define COUPLET_EVIDENCE_H

#include <couplet/cost.h>
#include <couplet/unfold.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

typedef enum {
  COUPLET_EVIDENCE_BOUND,     /* every path costs at most the figure: vectors kept at states */
  COUPLET_EVIDENCE_ATTAINED,  /* no strategy does better on this walk */
  COUPLET_EVIDENCE_VIOLATION, /* no strategy is valid on this walk */
  COUPLET_EVIDENCE_STRATEGY   /* shifts for classes of segments, or for the draws of one path */
} CoupletEvidenceKind;

/* `bound`, `attained`, `violation`, `strategy`. */
const char *couplet_evidence_kind_to_string (CoupletEvidenceKind kind);

typedef struct CoupletEvidence CoupletEvidence;

/* Evidence of kind about automaton (not owned, must outlive it), or about the one it
 * was unfolded from: then states and transitions that are added are those of the
 * unfolded automaton, and are translated. The caller owns the result until it gives
 * it to an outcome. */
CoupletEvidence *couplet_evidence_new (CoupletEvidenceKind kind, const CoupletAutomaton *automaton);
void couplet_evidence_free (CoupletEvidence *evidence);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletEvidence, couplet_evidence_free)

CoupletEvidenceKind couplet_evidence_kind (const CoupletEvidence *evidence);
/* The automaton that was read. */
const CoupletAutomaton *couplet_evidence_automaton (const CoupletEvidence *evidence);

/* The cost the evidence is for: BOUND and STRATEGY at most, ATTAINED at least this. */
void couplet_evidence_set_cost (CoupletEvidence *evidence, const CoupletRational *cost);
/* The same for a finite cost in unit's multiples. */
void couplet_evidence_set_unit_cost (CoupletEvidence *evidence, const CoupletUnit *unit,
                                     CoupletCost cost);
/* NULL when none was set. */
const CoupletRational *couplet_evidence_cost (const CoupletEvidence *evidence);

/* Of evidence that was read, and made from another input than the automaton it was read
 * about: which one, and which one this is, `'svt.svt' with -D k=3, not 'svt.svt' with
 * -D k=4'. It may be right all the same. NULL = it is this one's, or nothing is known
 * of that. The text set is copied. */
void couplet_evidence_set_other_input (CoupletEvidence *evidence, const char *text);
const char *couplet_evidence_other_input (const CoupletEvidence *evidence);

/* How large the evidence is: vectors, steps or classes. What limits are about
 * (couplet_context_evidence_limit()). */
gsize couplet_evidence_size (const CoupletEvidence *evidence);

/* TRUE when a part was to be added that names a state, transition, threshold, number, … that
 * there is not, or one threshold twice in a vector, or that stands nowhere: such parts are
 * left out. The host takes a stage that gives such evidence for one that failed. */
gboolean couplet_evidence_is_broken (const CoupletEvidence *evidence);

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

/* All numbers, by index; *n receives how many there are. */
const CoupletRational *couplet_evidence_numbers (const CoupletEvidence *evidence, guint32 *n);

/* ---- ATTAINED, VIOLATION, and the path of a STRATEGY ------------------------------- */

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

/* Sets and gives the shift of sample slot (couplet_noise_slot()) at step number
 * step, for any number of samples. */
void couplet_evidence_set_shift (CoupletEvidence *evidence, guint step, guint32 slot, gint8 shift);
gint8 couplet_evidence_shift (const CoupletEvidence *evidence, guint step, guint32 slot);

/* The walk; *n receives its length. Owned by evidence. */
const CoupletWalkStep *couplet_evidence_walk (const CoupletEvidence *evidence, guint *n);

/* ---- BOUND ------------------------------------------------------------------------------ */

/* A state, what is known there of the order of the thresholds, and the vectors
 * first_vector .. first_vector + n_vectors - 1. */
typedef struct {
  guint32 state;
  guint32 n_relations;
  const CoupletKnown *relations; /* closed or not under what follows */
  guint32 n_vectors;
  guint32 first_vector;
  CoupletMemory memory; /* what is remembered of earlier inputs */
} CoupletEvidenceEntry;

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
/* Adds to the order of the entry begun last (shared sampling, several thresholds). */
void couplet_evidence_add_relation (CoupletEvidence *evidence, CoupletKnown relation);
/* Sets what is remembered of earlier inputs at the entry begun last; else nothing is. */
void couplet_evidence_set_memory (CoupletEvidence *evidence, CoupletMemory memory);
/* Begins a vector of the entry begun last: the sum of the factors that follow,
 * zero without any. No two of its factors share a threshold; a threshold that
 * none mentions is minimised out. */
void couplet_evidence_begin_vector (CoupletEvidence *evidence);
/* Adds a factor to the vector begun last; the arrays are copied. n is at most
 * COUPLET_FACTOR_MAX. */
void couplet_evidence_add_factor (CoupletEvidence *evidence, const CoupletEvidenceFactor *factor);

guint32 couplet_evidence_n_entries (const CoupletEvidence *evidence);
/* What these give points into evidence and is valid until it changes. */
CoupletEvidenceEntry couplet_evidence_entry (const CoupletEvidence *evidence, guint32 entry);
guint32 couplet_evidence_n_factors (const CoupletEvidence *evidence, guint32 vector);
CoupletEvidenceFactor couplet_evidence_factor (const CoupletEvidence *evidence, guint32 vector,
                                               guint32 factor);

/* ---- STRATEGY ------------------------------------------------------------------------------- */

/* The shift of sample slot at step number step of the path (added with
 * couplet_evidence_add_step(), difference 0): at[D + 1] is the index of the number
 * for the step's own D, COUPLET_NUMBER_NONE where that D is left out. */
typedef struct {
  guint32 step;
  guint32 slot;
  guint32 at[3];
} CoupletDrawShift;

void couplet_evidence_add_draw_shift (CoupletEvidence *evidence, CoupletDrawShift shift);
const CoupletDrawShift *couplet_evidence_draw_shifts (const CoupletEvidence *evidence, guint *n);

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
const CoupletShiftClass *couplet_evidence_classes (const CoupletEvidence *evidence, guint *n);

#pragma GCC visibility pop
G_END_DECLS

#endif
