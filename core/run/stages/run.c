/* SPDX-License-Identifier: Apache-2.0 */
#include "run.h"

gboolean
run_needs_automaton (const CoupletRun *run)
{
  return run->host.wants_evidence ||
         (run->report->plugin->capabilities.takes & COUPLET_WANTS_AUTOMATON) != 0;
}

gboolean
run_writes_dumps (const CoupletRun *run)
{
  for (guint i = 0; i < run->solvers->len; i++) {
    const Stage *stage = g_ptr_array_index (run->solvers, i);
    if (stage->values != NULL && g_hash_table_contains (stage->values, "dump-dir"))
      return TRUE;
  }
  return FALSE;
}
