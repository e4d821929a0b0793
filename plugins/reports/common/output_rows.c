/* SPDX-License-Identifier: Apache-2.0 */
#include "output_rows.h"

#include <couplet/internal/json_tokenizer.h>

#include <string.h>

static void
row_clear (gpointer data)
{
  OutputRow *row = data;
  g_free (row->name);
  g_free (row->count);
  g_free (row->cost);
  g_free (row->decimal);
  g_free (row->at_least);
}

static OutputRow
read_row (CoupletJsonTokenizer *json)
{
  OutputRow row = {0};
  const struct {
    const char *key;
    char **into;
  } MEMBERS[] = {{"output", &row.name},
                 {"count", &row.count},
                 {"cost", &row.cost},
                 {"cost_decimal", &row.decimal},
                 {"at_least", &row.at_least}};
  while (couplet_json_next (json) == COUPLET_JSON_TOKEN_KEY) {
    g_autofree char *key = g_strndup (json->text.text, json->text.length);
    gboolean known = couplet_json_next (json) != COUPLET_JSON_TOKEN_NULL;
    for (guint i = 0; known && i < G_N_ELEMENTS (MEMBERS); i++)
      if (g_str_equal (key, MEMBERS[i].key) && *MEMBERS[i].into == NULL)
        *MEMBERS[i].into = g_strndup (json->text.text, json->text.length);
    couplet_json_skip (json);
  }
  return row;
}

GArray *
output_rows (const CoupletResult *result)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (OutputRow));
  g_array_set_clear_func (rows, row_clear);
  if (result->outputs == NULL)
    return rows;
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  /* one is as large as the deepest nesting, too large for a stack */
  g_autofree CoupletJsonTokenizer *json = g_new (CoupletJsonTokenizer, 1);
  couplet_json_tokenizer_init (json, result->outputs, strlen (result->outputs), arena);
  couplet_json_next (json);
  while (couplet_json_next (json) == COUPLET_JSON_TOKEN_OBJECT_BEGIN) {
    OutputRow row = read_row (json);
    g_array_append_val (rows, row);
  }
  couplet_json_tokenizer_clear (json);
  return rows;
}
