/* SPDX-License-Identifier: Apache-2.0 */
#include "configuration_keys.h"

#include <couplet/internal/text.h>

#include <string.h>

/* How a value is written. */
typedef enum {
  FORM_TEXT,
  FORM_TRUTH,
  FORM_PATH,
  FORM_PATHS,
  FORM_NAMES,
  FORM_DEFINITIONS, /* `c=1,2 k=3` */
} Form;

struct PipelineKey {
  const char *name; /* of the option that says the same, if there is one */
  Form form;
  /* NULL: the command takes it, as its option of that name */
  gboolean (*take) (CoupletConfiguration *configuration, char **values, const char *origin,
                    GError **error);
};

/* ---- What the configuration takes itself --------------------------------------------- */

static gboolean
take_frontend (CoupletConfiguration *configuration, char **values, const char *origin,
               GError **error)
{
  (void)origin;
  (void)error;
  couplet_configuration_set_frontend (configuration, values[0]);
  return TRUE;
}

static gboolean
take_report (CoupletConfiguration *configuration, char **values, const char *origin, GError **error)
{
  (void)origin;
  (void)error;
  couplet_configuration_set_report (configuration, values[0]);
  return TRUE;
}

static gboolean
take_deciders (CoupletConfiguration *configuration, char **values, const char *origin,
               GError **error)
{
  return configuration_set_list (&configuration->deciders, values, origin, error);
}

static gboolean
take_optimizers (CoupletConfiguration *configuration, char **values, const char *origin,
                 GError **error)
{
  return configuration_set_list (&configuration->optimizers, values, origin, error);
}

/* Files that are included have been read. */
static gboolean
take_nothing (CoupletConfiguration *configuration, char **values, const char *origin,
              GError **error)
{
  (void)configuration;
  (void)values;
  (void)origin;
  (void)error;
  return TRUE;
}

static const PipelineKey KEYS[] = {
    {"include", FORM_PATHS, take_nothing},
    {"frontend", FORM_TEXT, take_frontend},
    {"deciders", FORM_NAMES, take_deciders},
    {"optimizers", FORM_NAMES, take_optimizers},
    {"report", FORM_TEXT, take_report},
    {"inputs", FORM_PATHS, NULL},
    {"plugin-path", FORM_PATHS, NULL},
    {"define", FORM_DEFINITIONS, NULL},
    {"claim", FORM_TEXT, NULL},
    {"jobs", FORM_TEXT, NULL},
    {"repeat", FORM_TEXT, NULL},
    {"require-evidence", FORM_TRUTH, NULL},
    {"strict", FORM_TRUTH, NULL},
    {"self-check", FORM_TRUTH, NULL},
    {"evidence-dir", FORM_PATH, NULL},
    {"output", FORM_PATH, NULL},
};

const PipelineKey *
pipeline_key_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (KEYS); i++)
    if (g_str_equal (KEYS[i].name, name))
      return &KEYS[i];
  return NULL;
}

char *
pipeline_key_hint (const char *name)
{
  const char *names[G_N_ELEMENTS (KEYS) + 1] = {NULL};
  for (guint i = 0; i < G_N_ELEMENTS (KEYS); i++)
    names[i] = KEYS[i].name;
  return couplet_choose_from (name, names);
}

/* ---- Values ------------------------------------------------------------------------------ */

char *
configuration_path (const char *folder, const char *path)
{
  return g_path_is_absolute (path) || g_str_equal (path, "-") || g_str_equal (folder, ".")
             ? g_strdup (path)
             : g_build_filename (folder, path, NULL);
}

/* An item without `=` is one more value of the one before. */
static char **
join_definitions (char **items)
{
  g_autoptr (GPtrArray) joined = g_ptr_array_new_with_free_func (g_free);
  for (char **item = items; *item != NULL; item++) {
    char **last = joined->len > 0 ? (char **)&g_ptr_array_index (joined, joined->len - 1) : NULL;
    if (last == NULL || strchr (*item, '=') != NULL) {
      g_ptr_array_add (joined, g_strdup (*item));
      continue;
    }
    char *longer = g_strconcat (*last, ",", *item, NULL);
    g_free (*last);
    *last = longer;
  }
  g_strfreev (items);
  g_ptr_array_add (joined, NULL);
  return (char **)g_ptr_array_free (g_steal_pointer (&joined), FALSE);
}

/* Whether text is one value as it stands. */
static gboolean
is_single (const PipelineKey *key, const char *text)
{
  return key->form == FORM_TEXT || key->form == FORM_TRUTH ||
         (key->form == FORM_PATH && *text != '"');
}

/* What is wrong with values of key; NULL = nothing. */
static const char *
find_fault (const PipelineKey *key, char **values)
{
  if (key->form == FORM_TRUTH && !g_str_equal (*values, "true") && !g_str_equal (*values, "false"))
    return "must be 'true' or 'false'";
  return key->form == FORM_PATH && g_strv_length (values) > 1 ? "takes one path" : NULL;
}

char **
pipeline_key_read (const PipelineKey *key, const char *text, const char *folder, const char *origin,
                   GError **error)
{
  g_autoptr (GError) reason = NULL;
  const char *const single[] = {text, NULL};
  if (is_single (key, text) && *text == '\0') {
    configuration_fail (error, origin, "'%s' is empty", key->name);
    return NULL;
  }
  g_auto (GStrv) values =
      is_single (key, text) ? g_strdupv ((char **)single) : couplet_list_split (text, &reason);
  const char *fault = values == NULL ? reason->message : find_fault (key, values);
  if (fault != NULL) {
    configuration_fail (error, origin, "'%s' %s", key->name, fault);
    return NULL;
  }
  if (key->form == FORM_DEFINITIONS)
    return join_definitions (g_steal_pointer (&values));
  gboolean paths = key->form == FORM_PATH || key->form == FORM_PATHS;
  for (char **value = values; paths && *value != NULL; value++) {
    char *path = configuration_path (folder, *value);
    g_free (*value);
    *value = path;
  }
  return g_steal_pointer (&values);
}

gboolean
pipeline_key_take (const PipelineKey *key, CoupletConfiguration *configuration, char **values,
                   const char *origin, GError **error)
{
  if (key->take == NULL)
    g_hash_table_replace (configuration->said, g_strdup (key->name), values);
  else {
    g_auto (GStrv) taken = values;
    if (!key->take (configuration, taken, origin, error))
      return FALSE;
  }
  g_hash_table_replace (configuration->origins, g_strdup (key->name), g_strdup (origin));
  return TRUE;
}

char **
couplet_configuration_said (const CoupletConfiguration *configuration, const char *key,
                            const char **origin)
{
  char **values = g_hash_table_lookup (configuration->said, key);
  *origin = values != NULL ? g_hash_table_lookup (configuration->origins, key) : NULL;
  return values;
}
