/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a proof that are numbered: statements, and tables. */
#ifndef COUPLET_EXPLAIN_NUMBERED_H
#define COUPLET_EXPLAIN_NUMBERED_H

#include "multipliers.h"
#include "telling.h"

#define MOST_PROOF_ROWS 40 /* of a table; of longer ones the rows of one walk are told */

/* statements, tables: how many there are. rules: the number of the definition of couplings. */
typedef struct {
  Telling *telling;
  guint statements, tables, rules;
} Numbered;

/* A paragraph that begins with `Theorem 3 (title).`; title may be NULL. */
Line *numbered_statement (Numbered *numbered, const char *kind, const char *title);

/* A paragraph `Table 2. `, and the table below it with columns of these titles, which end in NULL:
 * `>` before one says that it is aligned to the right, `$` that it is a variable. */
Table *numbered_table (Numbered *numbered, const char *says, ...) G_GNUC_NULL_TERMINATED;

/* `%p{q}-differentially private` with epsilon: `7/4 * eps-differentially private for every eps`. */
void put_private (Line *line, const CoupletResult *result, const CoupletRational *cost);

/* That no d is enough. */
void put_never_private (Line *line);

/* Where the rows are that a table leaves out: `the evidence that COMMAND writes, and that ...`. */
void put_evidence_source (Line *line, const CoupletResult *result);

/* The table of the steps of samples up to end: what is drawn where the answers differ by D, with
 * the number of each draw. m NULL: without weights. */
void tell_proof_walk (Numbered *numbered, const WalkSamples *samples, const Multipliers *m);

#endif
