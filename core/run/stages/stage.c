/* SPDX-License-Identifier: Apache-2.0 */
#include "stage.h"

static gboolean
wants_process (const Stage *stage)
{
  return stage->isolate || stage->memory_limit_mb > 0;
}

gboolean
stage_is_apart (const Stage *stage)
{
  return wants_process (stage) || (!stage->trusted && !stage->in_worker);
}

gboolean
stage_runs_stranger_here (const Stage *stage)
{
  return !stage->trusted && !wants_process (stage);
}

void
stage_free (Stage *stage)
{
  if (stage == NULL)
    return;
  kept_free (stage->kept);
  if (stage->instance != NULL && stage->plugin->solver->destroy != NULL)
    stage->plugin->solver->destroy (stage->instance);
  couplet_context_free (stage->context);
  g_clear_pointer (&stage->values, g_hash_table_unref);
  g_strfreev (stage->command);
  g_free (stage->problem);
  g_free (stage->stranger);
  g_free (stage->name);
  g_free (stage);
}
