/* SPDX-License-Identifier: Apache-2.0 */
/* Draws: `private + 3 + lap(2/eps)`. */
#ifndef SVT_DRAW_H
#define SVT_DRAW_H

#include "svt_checker.h"

/* Sets the noise and mean of draw; what is wrong is reported. */
void svt_check_draw (SvtChecker *checker, SvtDraw *draw);

#endif
