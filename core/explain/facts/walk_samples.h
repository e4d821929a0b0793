/* SPDX-License-Identifier: Apache-2.0 */
/* The samples that a walk uses, with what their shifts must satisfy
 * (docs/theory.md section 2, conditions 1 to 6) and what they pay, or the conditions that
 * contradict each other. Any number of thresholds, both samplings.
 */
#ifndef COUPLET_EXPLAIN_WALK_SAMPLES_H
#define COUPLET_EXPLAIN_WALK_SAMPLES_H

#include <couplet/host/evidence_parts.h>
#include <couplet/internal/graph.h>
#include <couplet/internal/path.h>

/* A draw on the walk. */
typedef struct {
  guint step;         /* of the walk, from 0 */
  CoupletSample draw; /* what it is used for; of a fresh draw only outputs and noise */
  gboolean fresh;
  const CoupletSnap *snap; /* how the fresh draw is snapped; NULL = not at all */
  gboolean on_cycle;       /* why it is tight: its transition may repeat */
  CoupletNoiseKind kind;   /* of its noise; draw.noise is COUPLET_NOISELESS on a cycle */
  guint32 number; /* what differences are paid with, into automaton->numbers, or NO_NOISE */
  int difference; /* D */
  int shift;      /* g; SHIFT_UNUSED while not known */
} WalkSample;

typedef struct {
  const CoupletAutomaton *automaton;
  CoupletComponents *free_cycles; /* NULL = no cycle must be free */
  GArray *walk;                   /* CoupletWalkStep */
  GArray *samples;                /* WalkSample, by step */
  CoupletMoves *moves;
  CoupletPath *path; /* a draw for each sample */
} WalkSamples;

/* The samples of a walk of n steps from the initial state. Shifts that the steps
 * do not have stay unknown. free_cycles becomes the result's; automaton is not owned; the caller
 * frees the result. */
WalkSamples *walk_samples_new (const CoupletAutomaton *automaton, CoupletComponents *free_cycles,
                               const CoupletWalkStep *walk, guint n);
void walk_samples_free (WalkSamples *samples);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WalkSamples, walk_samples_free)

/* Sets the shifts that evidence, whose walk has the same first steps, has. */
void walk_samples_take_shifts (WalkSamples *samples, const CoupletEvidence *evidence);

/* Sets the cheapest shifts, the least of them. FALSE, and nothing set, when none are valid, or they
 * are too much work. */
gboolean walk_samples_choose (WalkSamples *samples);

static inline WalkSample *
walk_sample (const WalkSamples *samples, guint index)
{
  return &g_array_index (samples->samples, WalkSample, index);
}

static inline guint32
walk_transition (const WalkSamples *samples, guint step)
{
  return g_array_index (samples->walk, CoupletWalkStep, step).transition;
}

/* The first step whose inputs differ; the walk's length when none do. */
guint first_change (const WalkSamples *samples);

/* Whether the sample of order may shift by that much beside the one stored. */
gboolean walk_order_permits (const WalkSamples *samples, const CoupletPathRow *order, int shift);

/* Whether each sample has a shift and all conditions hold. */
gboolean walk_samples_are_valid (const WalkSamples *samples);

/* The fee of a sample that has a shift which it may have, in multiples of its parameter. */
int walk_sample_fee (const WalkSample *sample);

/* Sets *pays to that times the parameter and the sensitivity, in multiples of epsilon. */
void walk_sample_pays (const WalkSamples *samples, const WalkSample *sample, CoupletRational *pays);

/* Sets *sum to what the samples of the steps from begin up to end pay. */
void walk_samples_pay (const WalkSamples *samples, guint begin, guint end, CoupletRational *sum);

/* ---- Why there are no shifts ---- */

/* The shift of the first sample is at least `least`; each is at most the next;
 * the last is at most `greatest`, which is below `least`. One sample alone: it is
 * output, so that its shift is 0, and must shift by D, which is not. */
typedef struct {
  GArray *samples; /* guint, indices of samples */
  GArray *orders;  /* guint: orders[i] links samples[i] and samples[i + 1] */
  int least, greatest;
} ShiftConflict;

/* The shortest chain of the strongest demands; NULL when there is none. The
 * caller frees it. */
ShiftConflict *shift_conflict_find (const WalkSamples *samples);
void shift_conflict_free (ShiftConflict *conflict);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ShiftConflict, shift_conflict_free)

static inline guint
shift_conflict_sample (const ShiftConflict *conflict, guint index)
{
  return g_array_index (conflict->samples, guint, index);
}

#endif
