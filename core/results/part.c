/* SPDX-License-Identifier: Apache-2.0 */
#include "part.h"

gboolean
part_is_sensible (const CoupletPart *part)
{
  return part->shard >= 1 && part->shard <= part->n_shards &&
         part->n_shards <= COUPLET_MOST_SHARDS && part->item >= 1 && part->item <= part->n_items;
}

char *
part_fault (const CoupletPart *part)
{
  return g_strdup_printf ("shard %u of %u and item %u of %u make no sense", part->shard,
                          part->n_shards, part->item, part->n_items);
}
