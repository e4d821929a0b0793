/* SPDX-License-Identifier: Apache-2.0 */
#include "sized_result.h"

#include <string.h>

/* n elements of this program's size as elements of size bytes. */
static gpointer
copy_array (SizedResult *sized, gconstpointer array, guint n, gsize own, gsize size)
{
  char *copy = g_malloc0_n (n + (n == 0), size);
  for (guint i = 0; i < n; i++)
    memcpy (copy + i * size, (const char *)array + i * own, MIN (own, size));
  g_ptr_array_add (sized->arrays, copy);
  return copy;
}

void
sized_result_init (SizedResult *sized, const CoupletFileResult *result, const InterfaceSizes *sizes)
{
  *sized = (SizedResult){*result, g_ptr_array_new_with_free_func (g_free)};
  sized->result.diagnostics = copy_array (sized, result->diagnostics, result->n_diagnostics,
                                          sizeof (CoupletDiagnostic), sizes->diagnostic);
  char *stages = copy_array (sized, result->stages, result->n_stages, sizeof (CoupletStageResult),
                             sizes->stage);
  for (guint i = 0; i < result->n_stages; i++) {
    /* in every version it has the same place: fields are only appended */
    CoupletStageResult *stage = (CoupletStageResult *)(gpointer)(stages + i * sizes->stage);
    stage->statistics = copy_array (sized, stage->statistics, stage->n_statistics,
                                    sizeof (CoupletStatistic), sizes->statistic);
  }
  sized->result.stages = (const CoupletStageResult *)(gpointer)stages;
}

void
sized_result_clear (SizedResult *sized)
{
  g_ptr_array_unref (sized->arrays);
}
