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

struct Sorting {
  GPtrArray *all; /* Waiting */
};

static void
waiting_free (gpointer data)
{
  Waiting *waiting = data;
  couplet_rational_clear (&waiting->ratio);
  g_byte_array_unref (waiting->delivery);
  g_free (waiting);
}

Sorting *
sorting_new (void)
{
  Sorting *sorting = g_new (Sorting, 1);
  sorting->all = g_ptr_array_new_with_free_func (waiting_free);
  return sorting;
}

void
sorting_free (Sorting *sorting)
{
  g_ptr_array_unref (sorting->all);
  g_free (sorting);
}

void
sorting_add (Sorting *sorting, const CoupletItem *item, const CoupletResult *result,
             GByteArray *delivery)
{
  Waiting *waiting = g_new0 (Waiting, 1);
  waiting->item = *item;
  couplet_rational_init (&waiting->ratio);
  waiting->has_ratio = couplet_greatest_ratio (result, &waiting->ratio);
  waiting->place = sorting->all->len;
  waiting->delivery = g_byte_array_ref (delivery);
  g_ptr_array_add (sorting->all, waiting);
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
sorting_sort (Sorting *sorting)
{
  g_ptr_array_sort (sorting->all, compare_waiting);
}

GByteArray *
sorting_get (const Sorting *sorting, guint i, const CoupletItem **item)
{
  if (i >= sorting->all->len)
    return NULL;
  const Waiting *waiting = g_ptr_array_index (sorting->all, i);
  *item = &waiting->item;
  return waiting->delivery;
}
