/* SPDX-License-Identifier: Apache-2.0 */
/* What single outputs cost, as reports print it. */
#ifndef COUPLET_REPORTS_OUTPUT_ROWS_H
#define COUPLET_REPORTS_OUTPUT_ROWS_H

#include <couplet/internal/plugin.h>

/* A row of a result's `outputs`. All texts but name may be NULL. */
typedef struct {
  char *name;           /* of a symbol, or of the state where runs end */
  char *count;          /* how often the symbol was output; NULL = it is a state */
  char *cost, *decimal; /* in multiples of epsilon; cost is NULL where there is none or no finite */
  char *least;
} OutputRow;

/* The rows of result, an array of OutputRow, empty where none was asked for. The caller frees it.
 */
GArray *output_rows (const CoupletResult *result);

#endif
