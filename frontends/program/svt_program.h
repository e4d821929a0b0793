/* SPDX-License-Identifier: Apache-2.0 */
/* A mechanism whose tree is complete, with its limits, and what the parts of svt_check() share. */
#ifndef SVT_PROGRAM_H
#define SVT_PROGRAM_H

#include "svt_number.h"

#include <couplet/internal/context.h>

/* A program with more when unrolled is refused. */
#define SVT_MAX_STATES 20000000
/* Ways from one reading to the next, each with its own comparisons. */
#define SVT_MAX_WAYS 1000
/* Instructions and comparisons looked at while unrolling. */
#define SVT_MAX_WORK G_GUINT64_CONSTANT (1000000000)

#define SVT_MAX_THRESHOLDS 4096
#define SVT_MAX_VARIABLES 16
/* That one argmax chooses among. */
#define SVT_MAX_ANSWERS 1000

/* A mechanism whose tree has been completed by svt_check(). Refers to the file. */
typedef struct {
  const SvtReporter *reporter;
  SvtFile *file;
  const SvtMechanism *mechanism;
  CoupletSampling sampling;
  gboolean says_sampling; /* it stands in the text */
  CoupletAdjacency adjacency;
  const char *sensitivity; /* NULL = 1 */
  const char *claim;       /* in multiples of eps; NULL = none */
  GPtrArray *thresholds;   /* SvtName, by index, in the order of the text */
  GPtrArray *variables;    /* likewise, of whole numbers */
  GArray *parameters;      /* CoupletRational, by SvtName.index */
} SvtProgram;

typedef struct {
  CoupletContext *context;
  const SvtReporter *reporter;
  SvtFile *file;
  SvtProgram *program;
  SvtValues values;
} SvtChecker;

#endif
