/* SPDX-License-Identifier: Apache-2.0 */
#include "plugin_file.h"

#include "description.h"
#include "descriptor.h"

#include <couplet/host/apart.h>
#include <couplet/host/registry.h>

#include <dlfcn.h>
#include <string.h>

#define SUFFIX ".so"

static void
fault_free (gpointer data)
{
  PluginFault *fault = data;
  g_free (fault->name);
  g_free (fault->problem);
  g_free (fault);
}

/* Takes problem. */
static void
add_fault (PluginFile *file, guint32 kind, const char *name, char *problem)
{
  PluginFault *fault = g_new0 (PluginFault, 1);
  *fault = (PluginFault){kind, g_strdup (name), problem};
  g_ptr_array_add (file->faults, fault);
}

/* `decider-z3` from `decider-z3.so`, NULL when the name is not of that form. */
static char *
kind_name_of (const char *base)
{
  const char *kind;
  if (!g_str_has_suffix (base, SUFFIX))
    return NULL;
  for (int i = COUPLET_KIND_FRONTEND; (kind = couplet_plugin_kind_to_string (i)) != NULL; i++)
    if (g_str_has_prefix (base, kind) && base[strlen (kind)] == '-')
      return g_strndup (base, strlen (base) - strlen (SUFFIX));
  return NULL;
}

PluginFile *
plugin_file_new (const char *path, gboolean installed)
{
  g_autofree char *base = g_path_get_basename (path);
  PluginFile *file = g_new0 (PluginFile, 1);
  file->path = g_strdup (path);
  file->kind_name = kind_name_of (base);
  file->installed = installed;
  file->faults = g_ptr_array_new_with_free_func (fault_free);
  file->plugins = g_ptr_array_new ();
  return file;
}

void
plugin_file_free (PluginFile *file)
{
  if (file == NULL)
    return;
  plugin_file_free (file->here);
  g_free (file->path);
  g_free (file->kind_name);
  g_ptr_array_unref (file->faults);
  g_ptr_array_unref (file->plugins);
  couplet_arena_free (file->arena);
  g_free (file);
}

/* ---- Loading in this process --------------------------------------------------------------- */

static void
take_plugins (PluginFile *file, CoupletPluginEntry entry)
{
  guint n = 0;
  const CoupletPlugin *const *plugins = entry (&n);
  if (plugins == NULL || n == 0)
    add_fault (file, 0, NULL, g_strdup ("its entry returns no plugins"));
  for (guint i = 0; plugins != NULL && i < n; i++) {
    const CoupletPlugin *plugin = plugins[i];
    g_autofree char *fault = descriptor_fault (plugin);
    if (fault == NULL && plugin_file_find (file, plugin->kind, plugin->name) != NULL)
      fault = g_strdup_printf ("it holds the %s '%s' twice",
                               couplet_plugin_kind_to_string (plugin->kind), plugin->name);
    if (fault == NULL)
      g_ptr_array_add (file->plugins, (gpointer)plugin);
    else
      add_fault (file, plugin != NULL ? plugin->kind : 0, plugin != NULL ? plugin->name : NULL,
                 g_steal_pointer (&fault));
  }
}

/* A file called KIND-NAME.so must hold that plugin, or it is never found. */
static void
check_file_name (PluginFile *file)
{
  if (file->kind_name == NULL || file->faults->len > 0)
    return;
  for (guint i = 0; i < file->plugins->len; i++) {
    const CoupletPlugin *plugin = g_ptr_array_index (file->plugins, i);
    g_autofree char *expected =
        g_strdup_printf ("%s-%s", couplet_plugin_kind_to_string (plugin->kind), plugin->name);
    if (g_str_equal (expected, file->kind_name))
      return;
  }
  const CoupletPlugin *first = g_ptr_array_index (file->plugins, 0);
  add_fault (file, 0, NULL,
             g_strdup_printf ("its file is called %s.so, but it holds the %s '%s'", file->kind_name,
                              couplet_plugin_kind_to_string (first->kind), first->name));
  g_ptr_array_set_size (file->plugins, 0);
}

static void
load_here (PluginFile *file)
{
  void *handle = dlopen (file->path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle == NULL) {
    /* the loader's text may name a dependency only: the file is named beside it */
    const char *words = dlerror ();
    add_fault (file, 0, NULL,
               g_strdup_printf ("cannot be loaded: %s", words != NULL ? words : "no reason"));
    return;
  }
  CoupletPluginEntry entry;
  *(void **)&entry = dlsym (handle, COUPLET_PLUGIN_ENTRY_NAME);
  if (entry == NULL)
    add_fault (file, 0, NULL,
               g_strdup ("no plugin: it does not export " COUPLET_PLUGIN_ENTRY_NAME));
  else
    take_plugins (file, entry);
  if (!file->by_name)
    check_file_name (file);
}

/* ---- Loading in a process of its own --------------------------------------------------------- */

/* In that process. */
static void
describe (gpointer data, GByteArray *answer)
{
  PluginFile *file = data;
  load_here (file);
  wire_put_number (answer, file->faults->len);
  for (guint i = 0; i < file->faults->len; i++) {
    const PluginFault *fault = g_ptr_array_index (file->faults, i);
    wire_put_number (answer, fault->kind);
    wire_put_text (answer, fault->name);
    wire_put_text (answer, fault->problem);
  }
  wire_put_number (answer, file->plugins->len);
  for (guint i = 0; i < file->plugins->len; i++)
    description_put (answer, g_ptr_array_index (file->plugins, i));
}

static void
take_description (PluginFile *file, Wire *wire)
{
  file->arena = couplet_arena_new ();
  for (guint64 n = wire_number (wire); n > 0 && !wire->broken; n--) {
    guint32 kind = (guint32)wire_number (wire);
    const char *name = wire_text (wire), *problem = wire_text (wire);
    add_fault (file, kind, name, g_strdup (problem));
  }
  for (guint64 n = wire_number (wire); n > 0 && !wire->broken; n--) {
    const CoupletPlugin *plugin = description_take (wire, file->arena);
    if (plugin != NULL)
      g_ptr_array_add (file->plugins, (gpointer)plugin);
  }
}

static void
load_elsewhere (PluginFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GByteArray) answer = couplet_call_apart (
      describe, file, (CoupletApartLimits){.seconds = COUPLET_APART_SECONDS}, &error);
  if (answer == NULL) {
    add_fault (file, 0, NULL, g_strdup_printf ("cannot be loaded: %s", error->message));
    return;
  }
  Wire wire = wire_of_bytes (answer);
  take_description (file, &wire);
}

void
plugin_file_load (PluginFile *file)
{
  if (file->loaded)
    return;
  file->loaded = TRUE;
  if (file->installed)
    load_here (file);
  else
    load_elsewhere (file);
}

/* ---- What it holds --------------------------------------------------------------------------- */

const CoupletPlugin *
plugin_file_find (const PluginFile *file, CoupletPluginKind kind, const char *name)
{
  const CoupletPlugin *found = NULL;
  for (guint i = 0; i < file->plugins->len; i++) {
    const CoupletPlugin *plugin = g_ptr_array_index (file->plugins, i);
    if (plugin->kind != kind || (name != NULL && !g_str_equal (plugin->name, name)))
      continue;
    if (found != NULL)
      return NULL;
    found = plugin;
  }
  return found;
}

const char *
plugin_file_problem (const PluginFile *file, CoupletPluginKind kind, const char *name)
{
  g_autofree char *kind_name =
      g_strdup_printf ("%s-%s", couplet_plugin_kind_to_string (kind), name);
  gboolean is_called_so = g_strcmp0 (file->kind_name, kind_name) == 0;
  for (guint i = 0; i < file->faults->len; i++) {
    const PluginFault *fault = g_ptr_array_index (file->faults, i);
    if (is_called_so || (fault->kind == kind && g_strcmp0 (fault->name, name) == 0))
      return fault->problem;
  }
  return NULL;
}

const CoupletPlugin *
plugin_file_enter (PluginFile *file, const CoupletPlugin *plugin, GError **error)
{
  if (file->installed)
    return plugin;
  if (file->here == NULL) {
    file->here = plugin_file_new (file->path, TRUE);
    file->here->by_name = file->by_name;
    plugin_file_load (file->here);
  }
  const CoupletPlugin *found = plugin_file_find (file->here, plugin->kind, plugin->name);
  if (found == NULL) {
    const char *problem = plugin_file_problem (file->here, plugin->kind, plugin->name);
    if (problem == NULL && file->here->faults->len > 0)
      problem = ((const PluginFault *)g_ptr_array_index (file->here->faults, 0))->problem;
    g_set_error_literal (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN,
                         problem != NULL ? problem : "it holds this plugin no longer");
  }
  return found;
}
