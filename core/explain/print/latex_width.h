/* SPDX-License-Identifier: Apache-2.0 */
/* Where LaTeX may break a line, and how wide its parts become at most: as wide as the widest
 * letters of Computer Modern and its kin. TeX measures whole tables; this is for the narrowest
 * column that a cell's pieces fit into.
 */
#ifndef COUPLET_EXPLAIN_LATEX_WIDTH_H
#define COUPLET_EXPLAIN_LATEX_WIDTH_H

#include "document.h"

/* In hundredths of the width of a digit. piece: the widest part that no line break divides. */
typedef struct {
  guint whole, piece;
} LatexWidth;

/* How a name or word may be broken where it has no space. */
typedef enum {
  BREAK_NONE,
  BREAK_FREE,     /* after a sign that joins words */
  BREAK_RELUCTANT /* within a word that goes on for long */
} LatexBreak;

/* Whether text, a valid UTF-8 character of which begin is the first, may be followed by a line
 * break. run: of letters and digits since the last break, 0 at first; kept up to date. */
LatexBreak latex_break_behind (const char *begin, const char *text, AtomKind kind, guint *run);

/* Widens width to that of line. */
void latex_measure (LatexWidth *width, const Line *line);

#endif
