/* SPDX-License-Identifier: Apache-2.0 */
/* Files with the problems that solvers are given, for other solvers to read. */
#ifndef COUPLET_DUMP_H
#define COUPLET_DUMP_H

#include <glib.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* What a file's name may show of an automaton's name: letters, digits and `-`,
 * others as `_`, `automaton` for an empty one. The caller frees it. */
char *couplet_dump_name (const char *name);

/* Writes text into folder, which is made if there is none, as STEM.ENDING or, where
 * files of other content have these names, STEM-2.ENDING, STEM-3.ENDING ...; a file
 * that has this content already is left as it is. False with error set (COUPLET_ERROR_SOLVER), naming
 * the file or folder, when that fails. */
gboolean couplet_dump_write (const char *folder, const char *stem, const char *ending,
                             const char *text, gsize length, GError **error);

#pragma GCC visibility pop
G_END_DECLS

#endif
