/* SPDX-License-Identifier: Apache-2.0 */
#include "libraries.h"

#include "description.h"
#include "left_out.h"

#include <couplet/host/registry.h>

#include <gmp.h>
#include <string.h>

static void
definition_clear (gpointer data)
{
  CoupletDefinition *definition = data;
  g_free ((char *)definition->name);
  g_free ((char *)definition->value);
}

static gboolean
has_library (const Libraries *libraries, const char *name)
{
  for (guint i = 0; i < libraries->list->len; i++)
    if (g_str_equal (g_array_index (libraries->list, CoupletDefinition, i).name, name))
      return TRUE;
  return FALSE;
}

/* Takes version. */
static void
add (Libraries *libraries, const char *name, char *version)
{
  CoupletDefinition library = {g_strdup (name), version};
  g_array_append_val (libraries->list, library);
}

void
libraries_init_copy (Libraries *libraries, const CoupletDefinition *list, guint n)
{
  libraries->list = g_array_new (FALSE, FALSE, sizeof (CoupletDefinition));
  g_array_set_clear_func (libraries->list, definition_clear);
  for (guint i = 0; i < n; i++)
    add (libraries, list[i].name, g_strdup (list[i].value));
}

void
libraries_init (Libraries *libraries)
{
  libraries_init_copy (libraries, NULL, 0);
  add (libraries, "GLib",
       g_strdup_printf ("%u.%u.%u", glib_major_version, glib_minor_version, glib_micro_version));
  add (libraries, "GMP", g_strdup (gmp_version));
}

void
libraries_clear (Libraries *libraries)
{
  g_array_unref (libraries->list);
}

void
libraries_add (Libraries *libraries, const CoupletPlugin *plugin)
{
  for (guint32 i = 0; i < plugin->n_libraries; i++)
    if (!has_library (libraries, plugin->libraries[i].name))
      add (libraries, plugin->libraries[i].name, plugin_library_version (plugin, i));
}

/* Why library, which the plugin in file brings along, is missing. */
static const char *
absence_of (const CoupletRegistryEntry *entries, guint n, const char *file)
{
  if (left_out_has_file (file))
    return "not built";
  for (guint i = 0; i < n; i++) {
    g_autofree char *base = g_path_get_basename (entries[i].file);
    if (g_str_has_prefix (base, file) && g_str_equal (base + strlen (file), ".so"))
      return "its plugin cannot be loaded";
  }
  return "its plugin is not installed";
}

CoupletDefinition *
couplet_registry_libraries (CoupletRegistry *registry, guint *n)
{
  guint n_entries;
  const CoupletRegistryEntry *entries = couplet_registry_list (registry, &n_entries);
  g_auto (GStrv) back_ends = left_out_back_ends ();
  g_auto (Libraries) libraries;
  libraries_init (&libraries);
  for (guint i = 0; i < n_entries; i++)
    if (entries[i].plugin != NULL)
      libraries_add (&libraries, entries[i].plugin);
  for (char **back_end = back_ends; *back_end != NULL; back_end++) {
    g_auto (GStrv) parts = g_strsplit (*back_end, "=", 2);
    if (!has_library (&libraries, parts[0]))
      add (&libraries, parts[0], g_strdup (absence_of (entries, n_entries, parts[1])));
  }
  *n = libraries.list->len;
  return (CoupletDefinition *)(gpointer)g_array_steal (libraries.list, NULL);
}

void
couplet_registry_free_libraries (CoupletDefinition *libraries, guint n)
{
  for (guint i = 0; i < n; i++)
    definition_clear (&libraries[i]);
  g_free (libraries);
}
