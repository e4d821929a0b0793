/* SPDX-License-Identifier: Apache-2.0 */
/* One GPtrArray of files; a file is opened when something may be found in it. */
#define _GNU_SOURCE
#include "descriptor.h"
#include "left_out.h"
#include "plugin_file.h"

#include <couplet/host.h>

#include <stdlib.h>
#include <string.h>

#define SUFFIX ".so"
#define LONGEST_SHOWN 60 /* name in a message */

struct CoupletRegistry {
  char *installed;     /* the folder of the installed plugins; NULL = there is none */
  GPtrArray *folders;  /* char *: as searched */
  GPtrArray *files;    /* PluginFile *, in search order; those that stages name are last */
  GArray *entries;     /* CoupletRegistryEntry, made by couplet_registry_list() */
  GPtrArray *problems; /* char *: of entries */
};

/* ---- Files -------------------------------------------------------------------- */

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static void
add_files (CoupletRegistry *registry, const char *folder)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  if (dir == NULL)
    return; /* searched all the same: messages name it */
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    if (g_str_has_suffix (name, SUFFIX))
      g_ptr_array_add (names, g_strdup (name));
  g_dir_close (dir);
  g_ptr_array_sort (names, compare_names);
  gboolean is_installed = g_strcmp0 (folder, registry->installed) == 0;
  for (guint i = 0; i < names->len; i++) {
    g_autofree char *path = g_build_filename (folder, g_ptr_array_index (names, i), NULL);
    g_ptr_array_add (registry->files, plugin_file_new (path, is_installed));
  }
}

/* path: without links where it is there */
static void
add_real_folder (CoupletRegistry *registry, const char *path)
{
  for (guint i = 0; i < registry->folders->len; i++)
    if (g_str_equal (g_ptr_array_index (registry->folders, i), path))
      return;
  g_ptr_array_add (registry->folders, g_strdup (path));
  add_files (registry, path);
}

static void
add_folder (CoupletRegistry *registry, const char *folder)
{
  g_autofree char *real = realpath (folder, NULL);
  add_real_folder (registry, real != NULL ? real : folder);
}

/* The folder of the installed plugins: beside the libcouplet that runs. */
static char *
installed_folder (void)
{
  g_autofree char *folder = couplet_library_file (COUPLET_PLUGIN_SUBDIR);
  char *resolved = folder != NULL ? realpath (folder, NULL) : NULL;
  return resolved != NULL ? resolved : g_steal_pointer (&folder);
}

CoupletRegistry *
couplet_registry_new (const char *const *extra)
{
  CoupletRegistry *registry = g_new0 (CoupletRegistry, 1);
  registry->installed = installed_folder ();
  registry->folders = g_ptr_array_new_with_free_func (g_free);
  registry->files = g_ptr_array_new_with_free_func ((GDestroyNotify)plugin_file_free);
  registry->entries = g_array_new (FALSE, FALSE, sizeof (CoupletRegistryEntry));
  registry->problems = g_ptr_array_new_with_free_func (g_free);
  for (; extra != NULL && *extra != NULL; extra++)
    add_folder (registry, *extra);
  const char *variable = g_getenv ("COUPLET_PLUGIN_PATH");
  g_auto (GStrv) folders = g_strsplit (variable != NULL ? variable : "", ":", -1);
  for (char **folder = folders; *folder != NULL; folder++)
    if (**folder != '\0')
      add_folder (registry, *folder);
  if (registry->installed != NULL && (variable == NULL || *variable != '\0'))
    add_real_folder (registry, registry->installed);
  return registry;
}

void
couplet_registry_free (CoupletRegistry *registry)
{
  if (registry == NULL)
    return;
  g_ptr_array_unref (registry->folders);
  g_ptr_array_unref (registry->files);
  g_array_unref (registry->entries);
  g_ptr_array_unref (registry->problems);
  g_free (registry->installed);
  g_free (registry);
}

/* ---- Finding ---------------------------------------------------------------------- */

static char *
folders_text (const CoupletRegistry *registry)
{
  if (registry->folders->len == 0)
    return g_strdup ("no folder");
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < registry->folders->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            (char *)g_ptr_array_index (registry->folders, i));
  return g_string_free (text, FALSE);
}

/* The names of the plugins of kind: of files that are loaded what they hold, of others what their
 * names say. */
static GPtrArray *
names_of_kind (const CoupletRegistry *registry, CoupletPluginKind kind)
{
  GPtrArray *names = g_ptr_array_new ();
  g_autofree char *prefix = g_strconcat (couplet_plugin_kind_to_string (kind), "-", NULL);
  for (guint i = 0; i < registry->files->len; i++) {
    const PluginFile *file = g_ptr_array_index (registry->files, i);
    if (file->by_name)
      continue;
    if (!file->loaded && file->kind_name != NULL && g_str_has_prefix (file->kind_name, prefix))
      g_ptr_array_add (names, file->kind_name + strlen (prefix));
    for (guint j = 0; j < file->plugins->len; j++) {
      const CoupletPlugin *plugin = g_ptr_array_index (file->plugins, j);
      if (plugin->kind == kind)
        g_ptr_array_add (names, (gpointer)plugin->name);
    }
  }
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return names;
}

gboolean
couplet_registry_has (const CoupletRegistry *registry, CoupletPluginKind kind, const char *name)
{
  g_autoptr (GPtrArray) names = names_of_kind (registry, kind);
  return g_strv_contains ((const char *const *)names->pdata, name);
}

/* What a user may have meant by name, or may choose from. The caller frees it. */
static char *
hint_for (const CoupletRegistry *registry, CoupletPluginKind kind, const char *name)
{
  g_autoptr (GPtrArray) names = names_of_kind (registry, kind);
  if (left_out_has (kind, name))
    return g_strdup ("; it was left out when Couplet was built");
  return couplet_choose_from (name, (const char *const *)names->pdata);
}

static void
set_not_found (const CoupletRegistry *registry, CoupletPluginKind kind, const char *name,
               const PluginFile *broken, GError **error)
{
  g_autofree char *folders = folders_text (registry);
  const char *kind_text = couplet_plugin_kind_to_string (kind);
  if (broken != NULL) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN, "%s '%s': %s: %s (searched %s)",
                 kind_text, name, broken->path, plugin_file_problem (broken, kind, name), folders);
    return;
  }
  g_autofree char *hint = hint_for (registry, kind, name);
  g_autofree char *quoted = couplet_quote (name, -1);
  g_autofree char *file = descriptor_is_name (name) && strlen (name) < LONGEST_SHOWN
                              ? g_strdup_printf ("no %s-%s%s", kind_text, name, SUFFIX)
                              : g_strdup ("looked for it");
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN, "no %s is called %s: %s in %s%s",
               kind_text, quoted, file, folders, hint);
}

/* Loads the files in which the plugin may be: those called after it and those
 * whose name does not tell; all of them when everything is set. */
static void
load_candidates (CoupletRegistry *registry, CoupletPluginKind kind, const char *name,
                 gboolean everything)
{
  g_autofree char *kind_name =
      g_strdup_printf ("%s-%s", couplet_plugin_kind_to_string (kind), name);
  for (guint i = 0; i < registry->files->len; i++) {
    PluginFile *file = g_ptr_array_index (registry->files, i);
    if (!file->by_name &&
        (everything || file->kind_name == NULL || g_str_equal (file->kind_name, kind_name)))
      plugin_file_load (file);
  }
}

/* The file in which the plugin is broken, if there is one. */
static const PluginFile *
find_broken (const CoupletRegistry *registry, CoupletPluginKind kind, const char *name)
{
  for (guint i = 0; i < registry->files->len; i++) {
    const PluginFile *file = g_ptr_array_index (registry->files, i);
    if (!file->by_name && plugin_file_problem (file, kind, name) != NULL)
      return file;
  }
  return NULL;
}

/* The only file with that plugin; *other receives a second one. */
static const PluginFile *
find_holder (const CoupletRegistry *registry, CoupletPluginKind kind, const char *name,
             const PluginFile **other)
{
  const PluginFile *holder = NULL;
  *other = NULL;
  for (guint i = 0; i < registry->files->len; i++) {
    const PluginFile *file = g_ptr_array_index (registry->files, i);
    if (file->by_name || plugin_file_find (file, kind, name) == NULL)
      continue;
    if (holder == NULL)
      holder = file;
    else if (*other == NULL)
      *other = file;
  }
  return holder;
}

const CoupletPlugin *
couplet_registry_find (CoupletRegistry *registry, CoupletPluginKind kind, const char *name,
                       GError **error)
{
  const PluginFile *other;
  load_candidates (registry, kind, name, FALSE);
  const PluginFile *broken = find_broken (registry, kind, name);
  const PluginFile *holder = find_holder (registry, kind, name, &other);
  if (holder == NULL && broken == NULL) {
    load_candidates (registry, kind, name, TRUE);
    holder = find_holder (registry, kind, name, &other);
  }
  if (holder == NULL || broken != NULL) {
    set_not_found (registry, kind, name, broken, error);
    return NULL;
  }
  if (other != NULL) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN,
                 "two plugins are the %s '%s': %s and %s", couplet_plugin_kind_to_string (kind),
                 name, holder->path, other->path);
    return NULL;
  }
  return plugin_file_find (holder, kind, name);
}

/* The file at path, which is looked at only where it is named. */
static PluginFile *
need_file (CoupletRegistry *registry, const char *path)
{
  g_autofree char *real = realpath (path, NULL);
  const char *name = real != NULL ? real : path;
  for (guint i = 0; i < registry->files->len; i++)
    if (g_str_equal (((PluginFile *)g_ptr_array_index (registry->files, i))->path, name))
      return g_ptr_array_index (registry->files, i);
  g_autofree char *folder = g_path_get_dirname (name);
  PluginFile *file = plugin_file_new (name, g_strcmp0 (folder, registry->installed) == 0);
  file->by_name = TRUE;
  g_ptr_array_add (registry->files, file);
  return file;
}

gboolean
couplet_registry_is_file (const char *plugin)
{
  return strchr (plugin, '/') != NULL || g_str_has_suffix (plugin, SUFFIX) ||
         strstr (plugin, SUFFIX ":") != NULL;
}

const CoupletPlugin *
couplet_registry_find_in_file (CoupletRegistry *registry, CoupletPluginKind kind,
                               const char *plugin, GError **error)
{
  const char *colon = g_strrstr (plugin, SUFFIX ":");
  const char *name = colon != NULL ? colon + strlen (SUFFIX ":") : NULL;
  g_autofree char *path =
      colon != NULL ? g_strndup (plugin, (gsize)(name - 1 - plugin)) : g_strdup (plugin);
  PluginFile *file = need_file (registry, path);
  plugin_file_load (file);
  const CoupletPlugin *found = plugin_file_find (file, kind, name);
  if (found != NULL)
    return found;
  const PluginFault *fault = file->faults->len > 0 ? g_ptr_array_index (file->faults, 0) : NULL;
  const char *kind_text = couplet_plugin_kind_to_string (kind);
  if (fault != NULL)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN, "%s: %s", path, fault->problem);
  else if (name != NULL)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN, "%s: it holds no %s '%s'", path,
                 kind_text, name);
  else
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN,
                 "%s: it does not hold exactly one %s; name one, as FILE%s:NAME", path, kind_text,
                 SUFFIX);
  return NULL;
}

static PluginFile *
file_of (const CoupletRegistry *registry, const CoupletPlugin *plugin)
{
  for (guint i = 0; i < registry->files->len; i++) {
    PluginFile *file = g_ptr_array_index (registry->files, i);
    if (g_ptr_array_find (file->plugins, plugin, NULL))
      return file;
  }
  return NULL;
}

const CoupletPlugin *
couplet_registry_enter (CoupletRegistry *registry, const CoupletPlugin *plugin, GError **error)
{
  PluginFile *file = file_of (registry, plugin);
  return file != NULL ? plugin_file_enter (file, plugin, error) : plugin;
}

const char *
couplet_registry_file (CoupletRegistry *registry, const CoupletPlugin *plugin, gboolean *installed)
{
  const PluginFile *file = file_of (registry, plugin);
  *installed = file != NULL && file->installed;
  return file != NULL ? file->path : NULL;
}

/* The one that is called like the extension, else the first that claims it. */
static const CoupletPlugin *
loaded_frontend_for (const CoupletRegistry *registry, const char *extension)
{
  const CoupletPlugin *first = NULL;
  for (guint i = 0; i < registry->files->len; i++) {
    const PluginFile *file = g_ptr_array_index (registry->files, i);
    for (guint j = 0; j < file->plugins->len; j++) {
      const CoupletPlugin *plugin = g_ptr_array_index (file->plugins, j);
      if (plugin->kind == COUPLET_KIND_FRONTEND && plugin->frontend->extensions != NULL &&
          g_strv_contains (plugin->frontend->extensions, extension)) {
        if (g_str_equal (plugin->name, extension))
          return plugin;
        first = first != NULL ? first : plugin;
      }
    }
  }
  return first;
}

const CoupletPlugin *
couplet_registry_find_extension (CoupletRegistry *registry, const char *extension)
{
  load_candidates (registry, COUPLET_KIND_FRONTEND, extension, FALSE);
  const CoupletPlugin *plugin = loaded_frontend_for (registry, extension);
  if (plugin != NULL)
    return plugin;
  for (guint i = 0; i < registry->files->len; i++) {
    PluginFile *file = g_ptr_array_index (registry->files, i);
    if (!file->by_name &&
        (file->kind_name == NULL || g_str_has_prefix (file->kind_name, "frontend-")))
      plugin_file_load (file);
  }
  return loaded_frontend_for (registry, extension);
}

/* ---- Listing ------------------------------------------------------------------------ */

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const CoupletRegistryEntry *p = a, *q = b;
  if (p->plugin == NULL || q->plugin == NULL)
    return (p->plugin == NULL) - (q->plugin == NULL) != 0
               ? (p->plugin == NULL) - (q->plugin == NULL)
               : strcmp (p->file, q->file);
  if (p->plugin->kind != q->plugin->kind)
    return p->plugin->kind < q->plugin->kind ? -1 : 1;
  int names = strcmp (p->plugin->name, q->plugin->name);
  return names != 0 ? names : strcmp (p->file, q->file);
}

/* As the name of a file says that holds no plugin: `decider-graph`, or NULL. */
static void
set_kind_and_name (CoupletRegistryEntry *entry, const char *kind_name)
{
  const char *kind;
  for (int i = COUPLET_KIND_FRONTEND; (kind = couplet_plugin_kind_to_string (i)) != NULL; i++)
    if (kind_name != NULL && g_str_has_prefix (kind_name, kind)) {
      entry->kind = (guint32)i;
      entry->name = kind_name + strlen (kind) + 1;
    }
}

static void
add_entries (CoupletRegistry *registry, const PluginFile *file)
{
  for (guint i = 0; i < file->faults->len; i++) {
    const PluginFault *fault = g_ptr_array_index (file->faults, i);
    CoupletRegistryEntry entry = {.file = file->path, .problem = fault->problem};
    set_kind_and_name (&entry, file->kind_name);
    if (entry.name == NULL && fault->name != NULL && descriptor_is_name (fault->name) &&
        couplet_plugin_kind_to_string (fault->kind) != NULL) {
      entry.kind = fault->kind;
      entry.name = fault->name;
    }
    g_array_append_val (registry->entries, entry);
  }
  for (guint j = 0; j < file->plugins->len; j++) {
    const CoupletPlugin *plugin = g_ptr_array_index (file->plugins, j);
    CoupletRegistryEntry entry = {file->path, plugin, NULL, plugin->kind, plugin->name};
    const PluginFile *other;
    const PluginFile *holder =
        find_holder (registry, entry.plugin->kind, entry.plugin->name, &other);
    if (other != NULL) {
      char *problem = g_strdup_printf ("another plugin of the same kind and name is in %s",
                                       (holder == file ? other : holder)->path);
      g_ptr_array_add (registry->problems, problem);
      entry.problem = problem;
    }
    g_array_append_val (registry->entries, entry);
  }
}

const CoupletRegistryEntry *
couplet_registry_list (CoupletRegistry *registry, guint *n)
{
  g_array_set_size (registry->entries, 0);
  g_ptr_array_set_size (registry->problems, 0);
  for (guint i = 0; i < registry->files->len; i++)
    plugin_file_load (g_ptr_array_index (registry->files, i));
  for (guint i = 0; i < registry->files->len; i++) {
    const PluginFile *file = g_ptr_array_index (registry->files, i);
    if (!file->by_name)
      add_entries (registry, file);
  }
  g_array_sort (registry->entries, compare_entries);
  *n = registry->entries->len;
  return (const CoupletRegistryEntry *)(gpointer)registry->entries->data;
}
