/* SPDX-License-Identifier: Apache-2.0 */
#include "legend.h"

#include <string.h>

/* How a cell shows that it has a sign. */
typedef enum { IS, BEGINS, ENDS, HAS } Way;

static const struct {
  const char *sign;
  Way way;
  const char *meaning;
} SIGNS[] = {
    {"<=", BEGINS, "an upper bound: the least d is at most this"},
    {">=", BEGINS, "a lower bound: the least d is at least this"},
    {"..", HAS, "from a lower to an upper bound of the least d"},
    {"none", IS, "the method finds that no finite d is enough"},
    {"?", ENDS, "no answer; behind a cost: it is not certified"},
    {"claimed", HAS, "no accepted evidence shows it, and nothing rests on it"},
    {"unknown", IS, "the method decides nothing; why stands below"},
    {"failed", IS, "the method ended in an error, which stands below"},
    {"-", IS, "the method does not take such a mechanism; why stands below"},
    {"absent", IS, "the method is optional, and its plugin cannot be used here"},
};

static gboolean
has_sign (const char *cell, guint i)
{
  const char *sign = SIGNS[i].sign;
  switch (SIGNS[i].way) {
  case IS: /* with ", claimed" perhaps */
    return g_str_has_prefix (cell, sign) &&
           (cell[strlen (sign)] == '\0' || cell[strlen (sign)] == ',');
  case BEGINS:
    return g_str_has_prefix (cell, sign);
  case ENDS:
    return g_str_has_suffix (cell, sign) || strstr (cell, "?,") != NULL;
  case HAS:
    return strstr (cell, sign) != NULL;
  }
  return FALSE;
}

void
legend_note (Legend *legend, const char *cell)
{
  for (guint i = 0; i < G_N_ELEMENTS (SIGNS); i++)
    legend->used |= (guint)has_sign (cell, i) << i;
}

void
legend_append (const Legend *legend, TextPage *page)
{
  g_autoptr (TextTable) table = text_table_new ("ll");
  if (legend->used == 0)
    return;
  g_string_append_c (page->text, '\n');
  for (guint i = 0; i < G_N_ELEMENTS (SIGNS); i++) {
    if ((legend->used >> i & 1) == 0)
      continue;
    text_table_add (table, CELL_PLAIN, SIGNS[i].sign);
    text_table_add (table, CELL_PLAIN, SIGNS[i].meaning);
  }
  text_table_append (table, page);
}
