/* SPDX-License-Identifier: Apache-2.0 */
#include "repair_linear.h"

#include "terminal.h"

#include <couplet/internal/json_tree.h>

#include <string.h>

/* The rate times factor, as JSON has it. The caller frees it. */
static char *
rescale (const CoupletJsonValue *rate, const CoupletRational *factor)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  couplet_rational_parse (&value, rate->text, rate->length, NULL);
  mpq_mul (value.value, value.value, factor->value);
  return couplet_rational_to_string (&value);
}

/* The JSON form that text is, with rates times factor. The caller frees it. */
static char *
rescale_rates (const GString *text, const CoupletRational *factor)
{
  CoupletPlace place;
  g_autofree char *why = NULL;
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  GString *changed = g_string_new (NULL);
  const char *done = text->str;
  const CoupletJsonValue *json =
      couplet_json_read (text->str, text->len, arena, NULL, &place, &why);
  const CoupletJsonValue *list = couplet_json_first (couplet_json_member (json, "lists"));
  for (; list != NULL; list = list->next)
    for (const CoupletJsonValue *node = couplet_json_first (couplet_json_member (list, "nodes"));
         node != NULL; node = node->next) {
      const CoupletJsonValue *rate = couplet_json_member (node, "rate");
      if (rate == NULL)
        continue;
      g_autofree char *scaled = rescale (rate, factor);
      g_string_append_len (changed, done, rate->begin - done);
      g_string_append_printf (changed, "\"%s\"", scaled);
      done = rate->end;
    }
  g_string_append (changed, done);
  return g_string_free (changed, FALSE);
}

CoupletAutomaton *
linear_rescale (const CoupletLinear *linear, const CoupletRational *factor)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (linear->name);
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  couplet_linear_append_json (text, linear);
  g_autofree char *changed = rescale_rates (text, factor);
  couplet_builder_set_linear (builder, COUPLET_TEXT (changed));
  return couplet_builder_finish (builder);
}

char *
scale_text (const CoupletRational *rate)
{
  g_auto (CoupletRational) scale;
  couplet_rational_init (&scale);
  mpq_inv (scale.value, rate->value);
  g_autofree char *text = couplet_rational_to_string (&scale);
  return g_strdup_printf (strchr (text, '/') != NULL ? "(%s)/eps" : "%s/eps", text);
}

/* `line 3: scale 2/eps -> 4/eps`; the caller frees it. */
static char *
describe_draw (const CoupletLinearNode *node, const CoupletRational *factor)
{
  g_auto (CoupletRational) changed;
  couplet_rational_init (&changed);
  mpq_mul (changed.value, node->rate.value, factor->value);
  g_autofree char *from = scale_text (&node->rate), *to = scale_text (&changed);
  return node->place.line > 0
             ? g_strdup_printf ("  line %u: scale %s -> %s", node->place.line, from, to)
             : g_strdup_printf ("  scale %s -> %s", from, to);
}

void
print_linear_scales (const CoupletLinear *linear, const CoupletRational *factor)
{
  g_autoptr (GHashTable) said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint32 i = 0; i < linear->n_lists; i++)
    for (guint32 k = 0; k < linear->lists[i].n_nodes; k++) {
      const CoupletLinearNode *node = &linear->lists[i].nodes[k];
      char *line = node->kind == COUPLET_LINEAR_DRAW ? describe_draw (node, factor) : NULL;
      if (line != NULL && g_hash_table_add (said, line))
        print_line (stdout, "%s", line);
    }
}
