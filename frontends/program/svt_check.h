/* SPDX-License-Identifier: Apache-2.0 */
/* What can be said of a program without running it: which mechanism is meant,
 * what its names stand for, what its expressions come to.
 */
#ifndef SVT_CHECK_H
#define SVT_CHECK_H

#include "svt_ast.h"

#include <couplet/context.h>

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

/* Chooses the mechanism of file and completes it, with the parameters of context;
 * NULL with errors reported. The caller frees the result before file and reporter. */
SvtProgram *svt_check (CoupletContext *context, const SvtReporter *reporter, SvtFile *file);
void svt_program_free (SvtProgram *program);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SvtProgram, svt_program_free)

#endif
