/* SPDX-License-Identifier: Apache-2.0 */
#include "take.h"

/* Takes vector through sample of the present transition. FALSE = rejected. */
static gboolean
take_sample (Check *check, Vector *vector, const Sample *sample)
{
  Scope compared = {.n = 0}, assigned = {.n = 0};
  gboolean fits = TRUE;
  for (guint32 i = 0; i < sample->n_compared; i++) {
    fits = fits && scope_add (&compared, sample->compared[i].threshold);
    if (!vector_mentions (vector, sample->compared[i].threshold))
      return check_reject (check, "it compares with a threshold that was minimised out");
  }
  for (guint32 i = 0; i < sample->n_assigned && fits; i++)
    fits = scope_add (&assigned, sample->assigned[i]) &&
           (scope_has (&compared, sample->assigned[i]) ||
            vector_drop (vector, check, sample->assigned[i], -1));
  return (fits && vector_reduce (vector, check, &compared, &assigned, sample, -1)) ||
         check_give_up (check, CHECK_TOO_MANY_TIED);
}

gboolean
check_take (Check *check, Vector *vector)
{
  Sample sample;
  for (guint32 slot = 0; slot <= check->n_slots; slot++)
    if (check_sample (check, slot, &sample) && !take_sample (check, vector, &sample))
      return FALSE;
  return TRUE;
}
