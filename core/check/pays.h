/* SPDX-License-Identifier: Apache-2.0 */
/* Where the last turn of a loop may be paid for, so that nothing is asked of cycles:
 * docs/evidence.md, "Cycles". */
#ifndef COUPLET_CHECK_PAYS_H
#define COUPLET_CHECK_PAYS_H

#include "graph.h"

/* Sets pays of the graph that walks are on. */
void check_find_pays (Check *check);

#endif
