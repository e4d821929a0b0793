/* SPDX-License-Identifier: Apache-2.0 */
#include "take.h"

/* Takes vector through sample of the present transition, which compares with what vector mentions.
 * FALSE = given up. */
static gboolean
take_sample (Check *check, Vector *vector, const Sample *sample)
{
  Scope compared = {.n = 0}, assigned = {.n = 0};
  gboolean fits = TRUE, joins = check->a->n_thresholds == 1; /* its cost joins the tables it meets */
  for (guint32 i = 0; i < sample->n_compared; i++)
    fits = fits && scope_add (&compared, sample->compared[i].threshold);
  for (guint32 i = 0; i < sample->n_assigned && fits; i++) {
    gboolean read = scope_has (&compared, sample->assigned[i]);
    joins |= read; /* what it assigns replaces what it compares with */
    fits = scope_add (&assigned, sample->assigned[i]) &&
           (read || vector_drop (vector, check, sample->assigned[i], -1));
  }
  fits = fits && (joins ? vector_reduce (vector, check, &compared, &assigned, sample, -1)
                        : vector_add_sample (vector, check, &compared, &assigned, sample));
  return fits || check_give_up (check, CHECK_TOO_MANY_TIED);
}

/* The same where the sample shifts by D: each threshold fits that, or not, whatever others do. */
static gboolean
take_given_sample (Check *check, Vector *vector, const Sample *sample)
{
  Sample one = *sample;
  one.n_compared = MIN (sample->n_compared, 1);
  one.n_assigned = 0;
  for (guint32 i = 0; i < MAX (sample->n_compared, 1); i++, one.compared++)
    if (!take_sample (check, vector, &one))
      return FALSE;
  one.n_compared = 0;
  one.n_assigned = 1;
  for (guint32 i = 0; i < sample->n_assigned; i++, one.assigned++)
    if (!take_sample (check, vector, &one))
      return FALSE;
  return TRUE;
}

static gboolean
mentions_compared (Check *check, const Vector *vector, const Sample *sample)
{
  for (guint32 i = 0; i < sample->n_compared; i++)
    if (!vector_mentions (vector, sample->compared[i].threshold))
      return check_reject (check, "it compares with a threshold that was minimised out");
  return TRUE;
}

gboolean
check_take (Check *check, Vector *vector)
{
  Sample sample;
  for (guint32 slot = 0; slot <= check->n_slots; slot++) {
    if (!check_sample (check, slot, &sample))
      continue;
    gboolean given = check->a->n_thresholds > 1 && (check->on_cycle || sample.d == NULL);
    if (!mentions_compared (check, vector, &sample) ||
        !(given ? take_given_sample (check, vector, &sample)
                : take_sample (check, vector, &sample)))
      return FALSE;
  }
  return TRUE;
}
