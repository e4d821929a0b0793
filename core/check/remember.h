/* SPDX-License-Identifier: Apache-2.0 */
/* What earlier inputs leave of the differences of later ones: docs/evidence.md. */
#ifndef COUPLET_CHECK_REMEMBER_H
#define COUPLET_CHECK_REMEMBER_H

#include "check.h"

/* Sets remembers and recalls. */
void check_find_memory (Check *check);

/* What is remembered where runs begin. */
CoupletMemory check_memory_start (void);

/* The differences that node's memory leaves transition, bit D + 1 for D; of a walk those that
 * are less than the worst ones, too. */
guint8 check_differences (const Check *check, CoupletMemory memory, guint32 transition);

/* What is remembered after transition, taken with difference. */
CoupletMemory check_memory_behind (const Check *check, CoupletMemory memory, guint32 transition,
                                   int difference);

/* Whether what an entry remembers stands for memory: the same, or less of the last input. */
gboolean check_memory_fits (CoupletMemory entry, CoupletMemory memory);

#endif
