/* SPDX-License-Identifier: Apache-2.0 */
#include "conflict.h"

#define UNSEEN G_MAXUINT
#define START (G_MAXUINT - 1)

/* A breadth-first search along `at most`, from the samples that shift by at least `least`. */
typedef struct {
  const WalkSamples *samples;
  int least;
  guint *by;     /* per sample: the order that led to it; START; UNSEEN */
  GArray *queue; /* guint: those that were seen */
} OrderSearch;

static void
visit (OrderSearch *search, guint sample, guint by)
{
  if (search->by[sample] != UNSEEN)
    return;
  search->by[sample] = by;
  g_array_append_val (search->queue, sample);
}

static void
start (OrderSearch *search, int least_wanted)
{
  int least, greatest;
  search->least = least_wanted;
  g_array_set_size (search->queue, 0);
  for (guint i = 0; i < search->samples->samples->len; i++)
    search->by[i] = UNSEEN;
  for (guint i = 0; i < search->samples->samples->len; i++)
    if (walk_sample_range (search->samples, i, &least, &greatest) && least >= least_wanted)
      visit (search, i, START);
}

/* The first sample reached that must shift by less than the search's least, or UNSEEN. */
static guint
reach (OrderSearch *search)
{
  const CoupletPath *path = search->samples->path;
  for (guint next = 0; next < search->queue->len; next++) {
    guint sample = g_array_index (search->queue, guint, next);
    int least, greatest;
    walk_sample_range (search->samples, sample, &least, &greatest);
    if (greatest < search->least)
      return sample;
    for (guint i = 0; i < path->rows->len; i++)
      if (couplet_path_below (couplet_path_row (path, i)) == sample)
        visit (search, couplet_path_above (couplet_path_row (path, i)), i);
  }
  return UNSEEN;
}

static ShiftConflict *
conflict_new (int least, int greatest)
{
  ShiftConflict *conflict = g_new (ShiftConflict, 1);
  conflict->samples = g_array_new (FALSE, FALSE, sizeof (guint));
  conflict->orders = g_array_new (FALSE, FALSE, sizeof (guint));
  conflict->least = least;
  conflict->greatest = greatest;
  return conflict;
}

/* The chain that ends with sample. */
static ShiftConflict *
trace (const OrderSearch *search, guint sample)
{
  int least, greatest;
  walk_sample_range (search->samples, sample, &least, &greatest);
  ShiftConflict *conflict = conflict_new (search->least, greatest);
  g_array_prepend_val (conflict->samples, sample);
  while (search->by[sample] != START) {
    guint order = search->by[sample];
    sample = couplet_path_below (couplet_path_row (search->samples->path, order));
    g_array_prepend_val (conflict->samples, sample);
    g_array_prepend_val (conflict->orders, order);
  }
  return conflict;
}

/* A sample that contradicts itself. */
static ShiftConflict *
find_alone (const WalkSamples *samples)
{
  for (guint i = 0; i < samples->samples->len; i++) {
    int least, greatest;
    if (walk_sample_range (samples, i, &least, &greatest))
      continue;
    ShiftConflict *conflict = conflict_new (MAX (least, 0), MIN (least, 0));
    g_array_append_val (conflict->samples, i);
    return conflict;
  }
  return NULL;
}

ShiftConflict *
shift_conflict_find (const WalkSamples *samples)
{
  ShiftConflict *conflict = find_alone (samples);
  g_autofree guint *by = g_new (guint, samples->samples->len + 1);
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint));
  OrderSearch search = {.samples = samples, .by = by, .queue = queue};
  for (int least = 1; least >= 0 && conflict == NULL; least--) {
    start (&search, least);
    guint sample = reach (&search);
    if (sample != UNSEEN)
      conflict = trace (&search, sample);
  }
  return conflict;
}

void
shift_conflict_free (ShiftConflict *conflict)
{
  if (conflict == NULL)
    return;
  g_array_unref (conflict->samples);
  g_array_unref (conflict->orders);
  g_free (conflict);
}
