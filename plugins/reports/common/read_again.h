/* SPDX-License-Identifier: Apache-2.0 */
/* The text that a result is about, for reports that show it or count in it. */
#ifndef COUPLET_REPORT_READ_AGAIN_H
#define COUPLET_REPORT_READ_AGAIN_H

#include <couplet/internal/plugin.h>

/* Reads the file of result again into *source, whose data the caller frees with g_free(). FALSE
 * where that does not give what was read, or more than so many MiB; *why says so then, as a
 * clause, which the caller frees. */
gboolean report_read_again (CoupletSource *source, const CoupletResult *result, guint mebibytes,
                            char **why);

#endif
