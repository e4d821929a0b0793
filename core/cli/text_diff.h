/* SPDX-License-Identifier: Apache-2.0 */
/* The difference of two texts, line by line. */
#ifndef COUPLET_CLI_TEXT_DIFF_H
#define COUPLET_CLI_TEXT_DIFF_H

#include <glib.h>

/* Prints what leads from before to after as a unified diff of file, which patch(1) reads. Lines
 * may be changed, inserted and removed; where that is far from as little as possible, the diff is
 * right all the same. */
void print_diff (const char *file, const char *before, const char *after);

#endif
