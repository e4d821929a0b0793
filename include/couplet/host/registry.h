/* SPDX-License-Identifier: Apache-2.0 */
/* Finding plugins, and the options that the host gives every stage. */
#ifndef COUPLET_HOST_REGISTRY_H
#define COUPLET_HOST_REGISTRY_H

#include <couplet/host/origin.h>
#include <couplet/plugin.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Shared objects in a list of folders. One called KIND-NAME.so is loaded when
 * that plugin is asked for, any other *.so whenever a plugin is looked for.
 * Loaded plugins stay. */
typedef struct CoupletRegistry CoupletRegistry;

/* A registry of extra (ends in NULL, may be NULL), then the folders of the
 * environment variable COUPLET_PLUGIN_PATH, then the installed plugins, found
 * relative to libcouplet (not when the variable is set and empty). The caller
 * frees it. */
CoupletRegistry *couplet_registry_new (const char *const *extra);
void couplet_registry_free (CoupletRegistry *registry);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletRegistry, couplet_registry_free)

/* The plugin of that kind and name. NULL with error set (COUPLET_ERROR_PLUGIN),
 * naming file, folders searched, the loader's words and the nearest name. */
const CoupletPlugin *couplet_registry_find (CoupletRegistry *registry, CoupletPluginKind kind,
                                            const char *name, GError **error);

/* Whether there is a plugin of that kind and name, as far as the files loaded and the names of the
 * others tell. */
gboolean couplet_registry_has (const CoupletRegistry *registry, CoupletPluginKind kind,
                               const char *name);

/* Whether what a stage gives as its plugin is a file (`./mine.so`, `mine.so:weight`), not a name.
 */
gboolean couplet_registry_is_file (const char *plugin);

/* The plugin of that kind in such a file, the only one or the one named after it; relative names
 * are those of the current folder. NULL with error set (COUPLET_ERROR_PLUGIN). */
const CoupletPlugin *couplet_registry_find_in_file (CoupletRegistry *registry,
                                                    CoupletPluginKind kind, const char *plugin,
                                                    GError **error);

/* A plugin of a file that is not in the installed folder, a stranger's, is loaded in a process of
 * its own: what the registry gives can be listed and configured, but not called. This loads it in
 * the process that calls: plugin, or the one whose functions can be called. NULL with error set
 * (COUPLET_ERROR_PLUGIN). */
const CoupletPlugin *couplet_registry_enter (CoupletRegistry *registry, const CoupletPlugin *plugin,
                                             GError **error);

/* The shared object that plugin, of registry, was loaded from. Sets *installed to whether it
 * lies in the folder of the installed plugins. Owned by the registry. */
const char *couplet_registry_file (CoupletRegistry *registry, const CoupletPlugin *plugin,
                                   gboolean *installed);

/* The folders that are searched before that of the installed plugins, in this order: absolute
 * names, NULL at the end. The caller frees them. */
char **couplet_registry_folders (const CoupletRegistry *registry);

/* The frontend for files ending in extension (without dot), NULL when there is
 * none: the one of that name, else the first that claims the extension. Loads no more
 * plugins than it must. */
const CoupletPlugin *couplet_registry_find_extension (CoupletRegistry *registry,
                                                      const char *extension);

/* One shared object or, when it holds several, one plugin of it. */
typedef struct {
  const char *file;
  const CoupletPlugin *plugin; /* NULL: broken */
  const char *problem;         /* why it cannot be used; NULL = it can */
  guint32 kind;                /* CoupletPluginKind of plugin, or as the file's name says ... */
  const char *name;            /* ... and the name; 0 and NULL when that does not tell */
} CoupletRegistryEntry;

/* Loads everything and lists it by kind and name, the broken ones last. Owned
 * by the registry, valid until the next call of a function on it. */
const CoupletRegistryEntry *couplet_registry_list (CoupletRegistry *registry, guint *n);

/* The libraries that Couplet and all plugins use, with their versions as they run; *n receives how
 * many. Of one that Couplet can do without, and does, the version says why: `not built`. Loads
 * everything. The caller frees them with couplet_registry_free_libraries(). */
CoupletDefinition *couplet_registry_libraries (CoupletRegistry *registry, guint *n);
void couplet_registry_free_libraries (CoupletDefinition *libraries, guint n);

/* The options that every decider and optimizer has besides its own; *n receives
 * their number. */
const CoupletOption *couplet_host_options (guint *n);

#pragma GCC visibility pop
G_END_DECLS

#endif
