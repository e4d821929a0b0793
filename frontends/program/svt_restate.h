/* SPDX-License-Identifier: Apache-2.0 */
/* What `couplet convert --to svt` writes. */
#ifndef SVT_RESTATE_H
#define SVT_RESTATE_H

#include "svt_check.h"

/* Writes program through couplet_context_write(). At its top stand comments: what, which says what
 * was read, lines (NULL = none; ends in NULL), the warnings about it, and what is written
 * otherwise. */
void svt_restate (CoupletContext *context, const SvtProgram *program, const char *what,
                  const char *const *lines);

#endif
