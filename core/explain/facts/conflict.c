/* SPDX-License-Identifier: Apache-2.0 */
#include "conflict.h"

#define NOTHING G_MAXUINT

/* A breadth-first search from the samples that shift by at least `least`, along
 * `at most`. via[s]: the order that led to s; NOTHING at a start or unvisited. */
typedef struct {
  const WalkSamples *samples;
  guint *first, *next; /* lists of the orders whose lower sample is s: first[s], then next[order] */
  guint *via;
  guint8 *seen;
  guint *queue;
  guint begin, end;
} OrderSearch;

/* The sample whose shift is at most the other one's. */
static guint
lower_of (const WalkOrder *order)
{
  return order->comparison == COUPLET_LESS ? order->sample : order->stored;
}

static guint
upper_of (const WalkOrder *order)
{
  return order->comparison == COUPLET_LESS ? order->stored : order->sample;
}

static void
visit (OrderSearch *search, guint sample, guint via)
{
  if (search->seen[sample])
    return;
  search->seen[sample] = 1;
  search->via[sample] = via;
  search->queue[search->end++] = sample;
}

static void
list_orders (OrderSearch *search)
{
  for (guint i = 0; i < search->samples->samples->len; i++)
    search->first[i] = NOTHING;
  for (guint i = search->samples->orders->len; i-- > 0;) {
    guint lower = lower_of (walk_order (search->samples, i));
    search->next[i] = search->first[lower];
    search->first[lower] = i;
  }
}

static void
start (OrderSearch *search, int least_wanted)
{
  int least, greatest;
  search->begin = search->end = 0;
  for (guint i = 0; i < search->samples->samples->len; i++) {
    search->seen[i] = 0;
    search->via[i] = NOTHING;
  }
  for (guint i = 0; i < search->samples->samples->len; i++)
    if (walk_sample_range (walk_sample (search->samples, i), &least, &greatest) &&
        least >= least_wanted)
      visit (search, i, NOTHING);
}

/* The first sample reached that must shift by less than least, or NOTHING. */
static guint
reach (OrderSearch *search, int least_wanted)
{
  while (search->begin < search->end) {
    guint sample = search->queue[search->begin++];
    int least, greatest;
    walk_sample_range (walk_sample (search->samples, sample), &least, &greatest);
    if (greatest < least_wanted)
      return sample;
    for (guint i = search->first[sample]; i != NOTHING; i = search->next[i])
      visit (search, upper_of (walk_order (search->samples, i)), i);
  }
  return NOTHING;
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
trace (const OrderSearch *search, guint sample, int least_wanted)
{
  int least, greatest;
  walk_sample_range (walk_sample (search->samples, sample), &least, &greatest);
  ShiftConflict *conflict = conflict_new (least_wanted, greatest);
  g_array_prepend_val (conflict->samples, sample);
  while (search->via[sample] != NOTHING) {
    guint order = search->via[sample];
    sample = lower_of (walk_order (search->samples, order));
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
    if (walk_sample_range (walk_sample (samples, i), &least, &greatest))
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
  guint n = samples->samples->len;
  ShiftConflict *conflict = find_alone (samples);
  g_autofree guint *first = g_new (guint, n + 1);
  g_autofree guint *next = g_new (guint, samples->orders->len + 1);
  g_autofree guint *via = g_new (guint, n + 1);
  g_autofree guint8 *seen = g_new (guint8, n + 1);
  g_autofree guint *queue = g_new (guint, n + 1);
  OrderSearch search = {samples, first, next, via, seen, queue, 0, 0};
  list_orders (&search);
  for (int least = 1; least >= 0 && conflict == NULL; least--) {
    start (&search, least);
    guint sample = reach (&search, least);
    if (sample != NOTHING)
      conflict = trace (&search, sample, least);
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
