/* SPDX-License-Identifier: Apache-2.0 */
#include "sorting.h"

#include <couplet/internal/format.h>

typedef struct {
  CoupletItem item;
  gboolean has_ratio;
  CoupletRational ratio;
  guint place; /* in the order in which they were added */
  GByteArray *delivery;
} Waiting;

static void
waiting_free (gpointer data)
{
  Waiting *waiting = data;
  couplet_rational_clear (&waiting->ratio);
  g_byte_array_unref (waiting->delivery);
  g_free (waiting);
}

GPtrArray *
sorting_new (void)
{
  return g_ptr_array_new_with_free_func (waiting_free);
}

void
sorting_add (GPtrArray *sorting, const CoupletItem *item, const CoupletResult *result,
             GByteArray *delivery)
{
  Waiting *waiting = g_new0 (Waiting, 1);
  waiting->item = *item;
  couplet_rational_init (&waiting->ratio);
  waiting->has_ratio = couplet_greatest_ratio (result, &waiting->ratio);
  waiting->place = sorting->len;
  waiting->delivery = g_byte_array_ref (delivery);
  g_ptr_array_add (sorting, waiting);
}

static int
compare_waiting (gconstpointer a, gconstpointer b)
{
  const Waiting *first = *(Waiting *const *)a, *second = *(Waiting *const *)b;
  int order = second->has_ratio - first->has_ratio;
  if (order == 0 && first->has_ratio)
    order = couplet_rational_compare (&second->ratio, &first->ratio);
  return order != 0 ? order : (first->place > second->place) - (first->place < second->place);
}

void
sorting_sort (GPtrArray *sorting)
{
  g_ptr_array_sort (sorting, compare_waiting);
}

GByteArray *
sorting_get (const GPtrArray *sorting, guint i, const CoupletItem **item)
{
  if (i >= sorting->len)
    return NULL;
  const Waiting *waiting = g_ptr_array_index (sorting, i);
  *item = &waiting->item;
  return waiting->delivery;
}
