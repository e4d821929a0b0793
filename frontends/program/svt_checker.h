/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of svt_check() share. */
#ifndef SVT_CHECKER_H
#define SVT_CHECKER_H

#include "svt_check.h"
#include "svt_number.h"

typedef struct {
  CoupletContext *context;
  const SvtReporter *reporter;
  SvtFile *file;
  SvtProgram *program;
  SvtValues values;
} SvtChecker;

/* value as a text that lives as long as the file. */
char *svt_checker_keep (const SvtChecker *checker, const CoupletRational *value);

#endif
