/* SPDX-License-Identifier: Apache-2.0 */
/* Ways on which nothing is output. */
#ifndef SVT_SILENCE_H
#define SVT_SILENCE_H

#include "svt_walk.h"

/* Reports that nothing is output on the way to end, a reading or a halt: what a comparison
 * told would be lost with the run, and an observer has to see it. */
void svt_report_silence (SvtWalker *walker, const SvtInstruction *end);

#endif
