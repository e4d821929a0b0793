/* SPDX-License-Identifier: Apache-2.0 */
#include "tally.h"

#include <stdio.h>

static void
add_stage (StageTally *tally, const CoupletStageResult *stage)
{
  if (tally->stage == NULL)
    tally->stage = g_strdup (stage->stage);
  if (!stage->ran) {
    tally->not_asked++;
    return;
  }
  tally->verdicts[stage->verdict]++;
  if (stage->has_cost && stage->guarantee == COUPLET_GUARANTEE_EXACT)
    tally->exact++;
  else if (stage->has_cost || stage->has_lower || stage->has_upper || stage->has_least)
    tally->bounds++;
  tally->evidence += stage->n_evidence;
  tally->unchecked += stage->evidence_left_out != 0;
}

void
tally_add (Tally *tally, const CoupletResult *result)
{
  tally->automata++;
  tally->verdicts[result->verdict]++;
  tally->n_stages = MIN (result->n_stages, TALLY_STAGES);
  for (guint i = 0; i < tally->n_stages; i++)
    add_stage (&tally->stages[i], &result->stages[i]);
}

static void
print_row (const char *name, const guint64 *verdicts)
{
  printf ("%-16s %10" G_GUINT64_FORMAT " %10" G_GUINT64_FORMAT " %10" G_GUINT64_FORMAT, name,
          verdicts[COUPLET_VERDICT_PRIVATE], verdicts[COUPLET_VERDICT_NOT_PRIVATE],
          verdicts[COUPLET_VERDICT_UNKNOWN]);
}

void
tally_print (const Tally *tally)
{
  printf ("%-16s %10s %10s %10s %10s %10s %10s %10s %10s\n", "", "private", "not", "unknown",
          "not asked", "exact", "bounds", "evidence", "too large");
  print_row ("all together", tally->verdicts);
  printf ("\n");
  for (guint i = 0; i < tally->n_stages; i++) {
    const StageTally *stage = &tally->stages[i];
    print_row (stage->stage, stage->verdicts);
    printf (" %10" G_GUINT64_FORMAT " %10" G_GUINT64_FORMAT " %10" G_GUINT64_FORMAT
            " %10" G_GUINT64_FORMAT " %10" G_GUINT64_FORMAT "\n",
            stage->not_asked, stage->exact, stage->bounds, stage->evidence, stage->unchecked);
  }
  printf ("%" G_GUINT64_FORMAT " automata, of which %" G_GUINT64_FORMAT
          " are others changed; %" G_GUINT64_FORMAT " refused\n",
          tally->automata, tally->changed, tally->refused);
}

void
tally_clear (Tally *tally)
{
  for (guint i = 0; i < TALLY_STAGES; i++)
    g_free (tally->stages[i].stage);
}
