/* SPDX-License-Identifier: Apache-2.0 */
#include "components.h"

typedef struct {
  char *name;     /* `optimizer 'frontier'` */
  char *version;  /* NULL = not known */
  char *sha256;   /* likewise */
  gboolean reads; /* it is a front end, or a library, which files may need */
  gboolean gone;  /* a file of it is missing now */
} Component;

static void
component_free (gpointer data)
{
  Component *component = data;
  g_free (component->name);
  g_free (component->version);
  g_free (component->sha256);
  g_free (component);
}

GPtrArray *
components_new (void)
{
  return g_ptr_array_new_with_free_func (component_free);
}

static gboolean
are_same (const Component *a, const Component *b)
{
  return g_str_equal (a->name, b->name) && g_strcmp0 (a->version, b->version) == 0 &&
         g_strcmp0 (a->sha256, b->sha256) == 0;
}

static gboolean
has_same (const GPtrArray *components, const Component *wanted)
{
  for (guint i = 0; i < components->len; i++)
    if (are_same (g_ptr_array_index (components, i), wanted))
      return TRUE;
  return FALSE;
}

/* Takes name. */
static void
add (GPtrArray *components, char *name, const char *version, const char *sha256, gboolean reads,
     gboolean gone)
{
  Component *component = g_new (Component, 1);
  *component = (Component){name, g_strdup (version), g_strdup (sha256), reads, gone};
  if (has_same (components, component))
    component_free (component);
  else
    g_ptr_array_add (components, component);
}

/* Whether a file of tool is missing: its shared object, or one that its command names. */
static gboolean
is_gone (const CoupletTool *tool)
{
  gboolean gone = tool->file != NULL && !g_file_test (tool->file, G_FILE_TEST_EXISTS);
  for (guint32 i = 0; i < tool->n_command; i++)
    gone |= g_path_is_absolute (tool->command[i]) &&
            !g_file_test (tool->command[i], G_FILE_TEST_EXISTS);
  return gone;
}

static void
add_tool (GPtrArray *components, const CoupletTool *tool, gboolean reads)
{
  if (tool->file != NULL || tool->n_command > 0)
    add (components, g_strdup_printf ("%s '%s'", tool->kind, tool->name), tool->version,
         tool->sha256, reads, is_gone (tool));
}

void
components_add (GPtrArray *components, const CoupletProvenance *provenance)
{
  add (components, g_strdup ("couplet"), provenance->version, NULL, FALSE, FALSE);
  add (components, g_strdup ("couplet's commit"),
       provenance->commit != NULL ? provenance->commit : "unknown", NULL, FALSE, FALSE);
  for (guint32 i = 0; i < provenance->n_libraries; i++)
    add (components, g_strdup_printf ("library %s", provenance->libraries[i].name),
         provenance->libraries[i].value, NULL, TRUE, FALSE);
  for (guint32 i = 0; i < provenance->n_plugins; i++)
    add_tool (components, &provenance->plugins[i], FALSE);
  if (provenance->frontend != NULL)
    add_tool (components, provenance->frontend, TRUE);
}

/* One called so, if need be one that others have, too; NULL = there is none. */
static const Component *
find (const GPtrArray *components, const char *name, const GPtrArray *others)
{
  const Component *found = NULL;
  for (guint i = 0; i < components->len; i++) {
    const Component *component = g_ptr_array_index (components, i);
    if (g_str_equal (component->name, name) && (found == NULL || has_same (others, found)))
      found = component;
  }
  return found;
}

/* `version 1.0, sha256 0123...`; the caller frees it. */
static char *
describe (const Component *component)
{
  return g_strdup_printf ("%s%s%s%s", component->version != NULL ? "version " : "",
                          component->version != NULL ? component->version : "",
                          component->sha256 == NULL    ? ""
                          : component->version != NULL ? ", sha256 "
                                                       : "sha256 ",
                          component->sha256 != NULL ? component->sha256 : "");
}

static void
compare_one (const Component *was, const Component *is, Differences *differences)
{
  differences_compare (differences, was->name, "version", was->version, is->version);
  differences_compare (differences, was->name, "sha256", was->sha256, is->sha256);
}

void
components_compare (const GPtrArray *was, const GPtrArray *is, gboolean lenient,
                    Differences *differences)
{
  for (guint i = 0; i < was->len; i++) {
    const Component *before = g_ptr_array_index (was, i);
    const Component *now = find (is, before->name, was);
    if (has_same (is, before))
      continue;
    if (now != NULL) {
      compare_one (before, now, differences);
      continue;
    }
    g_autofree char *text = describe (before);
    if (!lenient || !before->reads || before->gone)
      differences_add (differences, "%s: was %s, is missing", before->name, text);
  }
  for (guint i = 0; i < is->len; i++) {
    const Component *now = g_ptr_array_index (is, i);
    g_autofree char *text = describe (now);
    if (find (was, now->name, is) == NULL && (!lenient || !now->reads))
      differences_add (differences, "%s: was missing, is %s", now->name, text);
  }
}
