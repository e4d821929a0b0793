/* SPDX-License-Identifier: Apache-2.0 */
/* The outputs that a search by outputs found, written out: loops that it took to their limit are
 * taken a number of times (docs/theory.md section 5). */
#ifndef COUPLET_OUTPUT_WORD_H
#define COUPLET_OUTPUT_WORD_H

#include "output_letters.h"

#include <couplet/evidence.h>

G_BEGIN_DECLS

#define OUTPUT_WORD_START G_MAXUINT32

/* How the search came to a set: by a letter from the set before, and then by loops: each is
 * the way from an ancestor to here, with the loops before it, once more. */
typedef struct {
  guint32 parent; /* a smaller number; OUTPUT_WORD_START = none */
  guint32 letter;
  GArray *loops; /* guint32: ancestors, in the order in which their loops were taken */
} OutputLink;

/* The letters (guint32) that lead to set number found, each loop taken turns more times. NULL when
 * they are more than most. The caller frees it. */
GArray *output_word_write (const OutputLink *const *links, guint32 found, guint turns, guint most);

/* A path with the outputs and differences of word, and *cost what any such path costs at
 * least. NULL when runs that see word read private and public inputs at once, none sees it, or
 * some steps are silent.
 * The caller frees the array of CoupletWalkStep, whose shifts are not set. */
GArray *output_word_path (const OutputLetters *letters, CoupletUnit *unit, const GArray *word,
                          CoupletCost *cost);

G_END_DECLS

#endif
