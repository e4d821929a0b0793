/* SPDX-License-Identifier: Apache-2.0 */
#include "delivery.h"
#include "solution.h"

int
couplet_run_item (CoupletRun *run, const CoupletItem *item, CoupletResultFunction function,
                  gpointer data)
{
  g_auto (Examination) examination;
  examine_item (run, item, NULL, &examination);
  return deliver_examination (run, item, &examination, function, data);
}
