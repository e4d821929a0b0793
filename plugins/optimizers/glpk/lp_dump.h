/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs as CPLEX LP files. GLPK writes such a text to a path only, while it is
 * guarded and nothing may be owned; so the path is one of memory. */
#ifndef COUPLET_LP_DUMP_H
#define COUPLET_LP_DUMP_H

#include "glpk_run.h"

/* Memory for one text; file -1 = no dump is wanted. */
typedef struct {
  int file;
  char path[64];
} LpDump;

/* Gets ready where the options ask for dumps. False with error set (SOLVER). */
gboolean lp_dump_open (LpDump *dump, const GlpkWork *work, GError **error);

/* Where GLPK is to write the text, NULL = nowhere. Owned by dump. */
const char *lp_dump_path (const LpDump *dump);

/* Writes the text with its exact numbers (exact_text.h; taken, NULL = no dump is wanted) to a file
 * named after the automaton and number (from 1; 0 = the only program), and frees the memory in any
 * case. False with error set (SOLVER), naming the file. */
gboolean lp_dump_close (LpDump *dump, const GlpkWork *work, char *exact, guint64 number,
                        GError **error);

#endif
