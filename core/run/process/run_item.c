/* SPDX-License-Identifier: Apache-2.0 */
#include "delivery.h"
#include "expand.h"
#include "solution.h"

int
couplet_run_item (CoupletRun *run, const CoupletItem *item, CoupletResultFunction function,
                  gpointer data)
{
  g_auto (Examination) examination;
  CoupletItem chosen = *item;
  if (item->point == NULL && item->reading == NULL)
    readers_choose (run, &chosen);
  examine_item (run, &chosen, NULL, &examination);
  return deliver_examination (run, &chosen, &examination, function, data);
}
