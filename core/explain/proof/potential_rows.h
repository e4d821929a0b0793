/* SPDX-License-Identifier: Apache-2.0 */
/* Evidence BOUND as inequalities between numbers that a reader checks one by one: what is enough
 * from a vector on at some shifts of the thresholds is at least what a transition pays and what is
 * enough after it (docs/evidence.md). */
#ifndef COUPLET_EXPLAIN_POTENTIAL_ROWS_H
#define COUPLET_EXPLAIN_POTENTIAL_ROWS_H

#include "walk_samples.h"

#include <couplet/host/check.h>

/* A vector at shifts of the thresholds, COUPLET_NO_SHIFT at those that it does not mention; what
 * is enough from there on: the cost of the bound less the vector's value. */
typedef struct {
  guint32 vector;
  gint8 *shifts;
  CoupletRational enough;
} Potential;

/* Through the step of samples, which have shifts: from.enough is at least what these pay and
 * to.enough. */
typedef struct {
  Potential from, to;
  WalkSamples *samples;
} PotentialRow;

typedef struct {
  const CoupletEvidence *evidence;
  Potential start;   /* without thresholds */
  GPtrArray *rows;   /* PotentialRow: all, or those that one walk needs */
  guint64 n_rows;    /* of all walks; more than there are in rows where these are of one */
  guint32 n_vectors; /* that are reached */
} Potentials;

/* The rows of bound, which must outlive the result: where they are more than most, at most so many
 * of those that worst needs (NULL: none). NULL when the checker does not accept bound. The caller
 * frees it. */
Potentials *potentials_new (const CoupletEvidence *bound, const WalkSamples *worst, guint most);
void potentials_free (Potentials *potentials);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Potentials, potentials_free)

/* The entry of the evidence that has vector. */
CoupletEvidenceEntry potentials_entry (const Potentials *potentials, guint32 vector);

#endif
