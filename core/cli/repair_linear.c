/* SPDX-License-Identifier: Apache-2.0 */
#include "repair_linear.h"

#include "terminal.h"

#include <jansson.h>
#include <string.h>

static void
rescale_list (json_t *list, const CoupletRational *factor)
{
  g_auto (CoupletRational) rate;
  couplet_rational_init (&rate);
  size_t i;
  json_t *node;
  json_array_foreach (json_object_get (list, "nodes"), i, node)
  {
    const char *text = json_string_value (json_object_get (node, "rate"));
    if (text == NULL)
      continue;
    couplet_rational_parse (&rate, text, strlen (text), NULL);
    mpq_mul (rate.value, rate.value, factor->value);
    g_autofree char *changed = couplet_rational_to_string (&rate);
    json_object_set_new (node, "rate", json_string (changed));
  }
}

CoupletAutomaton *
linear_rescale (const CoupletLinear *linear, const CoupletRational *factor)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (linear->name);
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  couplet_linear_append_json (text, linear);
  json_t *json = json_loadb (text->str, text->len, 0, NULL), *list;
  size_t i;
  json_array_foreach (json_object_get (json, "lists"), i, list)
  {
    rescale_list (list, factor);
  }
  char *changed = json_dumps (json, JSON_COMPACT);
  json_decref (json);
  couplet_builder_set_linear (builder, COUPLET_TEXT (changed));
  g_free (changed);
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
