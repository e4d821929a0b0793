/* SPDX-License-Identifier: Apache-2.0 */
#include "path_place.h"

#include <couplet/internal/path_inputs.h>

gboolean
path_place (const CoupletAutomaton *automaton, const guint32 *transitions, guint n, fmpq *inputs,
            fmpq *values)
{
  g_autoptr (GArray) numbers = couplet_path_inputs (automaton, transitions, n);
  for (guint i = 0; numbers != NULL && i < n; i++) {
    fmpq_set_mpq (&inputs[i], g_array_index (numbers, CoupletRational, i).value);
    fmpq_set_mpq (&values[i], g_array_index (numbers, CoupletRational, n + i).value);
  }
  return numbers != NULL;
}
