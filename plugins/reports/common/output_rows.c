/* SPDX-License-Identifier: Apache-2.0 */
#include "output_rows.h"

#include <couplet/internal/format.h>
#include <couplet/internal/json_tree.h>

#include <string.h>

static void
row_clear (gpointer data)
{
  OutputRow *row = data;
  g_free (row->name);
  g_free (row->count);
  g_free (row->cost);
  g_free (row->decimal);
  g_free (row->least);
}

/* A copy of a text or a number; NULL where it is null or not there. */
static char *
copy_of (const CoupletJsonValue *row, const char *key)
{
  const CoupletJsonValue *value = couplet_json_member (row, key);
  return value != NULL ? g_strdup (value->text) : NULL;
}

GArray *
output_rows (const CoupletResult *result)
{
  CoupletPlace place;
  g_autofree char *why = NULL;
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  const char *text = result->outputs != NULL ? result->outputs : "[]";
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (OutputRow));
  g_array_set_clear_func (rows, row_clear);
  const CoupletJsonValue *one =
      couplet_json_first (couplet_json_read (text, strlen (text), arena, NULL, &place, &why));
  for (; one != NULL; one = one->next) {
    OutputRow row = {copy_of (one, "output"), copy_of (one, "count"), copy_of (one, "cost"),
                     copy_of (one, "cost_decimal"), copy_of (one, COUPLET_LEAST_KEY)};
    g_array_append_val (rows, row);
  }
  return rows;
}
