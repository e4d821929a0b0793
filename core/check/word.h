/* SPDX-License-Identifier: Apache-2.0 */
/* Walks with loops that are repeated without end, and what they make of a vector:
 * docs/evidence.md, "Loops". */
#ifndef COUPLET_CHECK_WORD_H
#define COUPLET_CHECK_WORD_H

#include "vectors.h"

typedef struct {
  Check *check;
  const CoupletWalkStep *walk;
  guint n_steps;
  const CoupletEvidenceLoop *loops;
  guint n_loops;
  guint64 work; /* entries of tables gone through in loops, and steps followed there */
} Word;

/* The word of check's evidence. */
Word word_of (Check *check);

/* Adds to the work in loops. FALSE = given up: it is too much. */
gboolean word_add_work (Word *word, guint64 work);

/* Moves *node through loop number loop, until a turn leads from a node back to it. FALSE =
 * rejected: none does. */
gboolean word_follow_loop (Word *word, guint loop, guint32 *node);

/* Takes vector through loop number loop without end. FALSE = rejected, or given up. */
gboolean word_limit (Word *word, Vector *vector, guint loop);

/* Takes vector through one turn of loop number loop, whose inner loops are repeated without end. */
gboolean word_turn (Word *word, Vector *vector, guint loop);

/* The first loop that begins after loop number loop. */
guint word_next_loop (const Word *word, guint loop);

#endif
