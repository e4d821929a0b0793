/* SPDX-License-Identifier: Apache-2.0 */
/* What single outputs cost (`--by-output`): docs/theory.md section 5, the least d of the runs that
 * end in a state, or that output a symbol so many times. */
#ifndef COUPLET_CORE_BY_OUTPUT_H
#define COUPLET_CORE_BY_OUTPUT_H

#include "examination.h"

/* Adds the member `outputs` to the result of examination. The stages of run judge each entry, and
 * their evidence is checked as always. What is left out is a warning. failed: a stage ended its
 * process, so that nothing is added. */
void examine_outputs (CoupletRun *run, Examination *examination, gboolean failed);

#endif
