/* SPDX-License-Identifier: Apache-2.0 */
/* What a run is asked beside its files. */
#include "context.h"
#include "run.h"

#include <couplet/host/run.h>

#include <string.h>

static int
compare_settings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* Adds the options of frontend that are not what they usually are. */
static void
add_options (GPtrArray *settings, const Stage *frontend)
{
  for (guint32 i = 0; i < frontend->plugin->n_options; i++) {
    const CoupletOption *option = &frontend->plugin->options[i];
    const char *value = g_hash_table_lookup (frontend->values, option->name);
    if (value != NULL && !g_str_equal (value, option->default_value))
      g_ptr_array_add (settings,
                       g_strdup_printf ("-o %s.%s=%s", frontend->name, option->name, value));
  }
}

char *
couplet_run_asked (const CoupletRun *run)
{
  g_autoptr (GPtrArray) settings = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; run->parameters != NULL && i < run->parameters->len; i++) {
    const CoupletParameter *parameter = &g_array_index (run->parameters, CoupletParameter, i);
    g_ptr_array_add (settings, g_strdup_printf ("-D %s=%s", parameter->name, parameter->value));
  }
  for (guint i = 0; i < run->frontends->len; i++)
    add_options (settings, g_ptr_array_index (run->frontends, i));
  g_ptr_array_sort (settings, compare_settings);
  g_ptr_array_add (settings, NULL);
  g_autofree char *text = g_strjoinv (" ", (char **)settings->pdata);
  return g_utf8_make_valid (text, -1);
}

char *
couplet_run_choose_parameter (const CoupletRun *run, const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  for (guint i = 0; i < run->frontends->len; i++) {
    const Stage *stage = g_ptr_array_index (run->frontends, i);
    g_ptr_array_extend (names, (GPtrArray *)context_offered (stage->context), NULL, NULL);
  }
  g_ptr_array_add (names, NULL);
  return couplet_choose_from (name, (const char *const *)names->pdata);
}
