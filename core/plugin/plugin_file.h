/* SPDX-License-Identifier: Apache-2.0 */
/* A shared object with plugins. One in the installed folder is loaded in this process; another is a
 * stranger's, which is loaded in processes of its own: here there is only what it says of itself.
 */
#ifndef COUPLET_CORE_PLUGIN_FILE_H
#define COUPLET_CORE_PLUGIN_FILE_H

#include <couplet/internal/plugin.h>

/* What is wrong with the file or, where name is set, with that plugin of it. */
typedef struct {
  guint32 kind;
  char *name;
  char *problem;
} PluginFault;

typedef struct PluginFile PluginFile;
struct PluginFile {
  char *path;
  char *kind_name; /* `decider-z3` of decider-z3.so; NULL for other names */
  gboolean installed;
  gboolean by_name;    /* it is used only where a stage names the file */
  gboolean loaded;     /* it was tried to */
  GPtrArray *faults;   /* PluginFault * */
  GPtrArray *plugins;  /* const CoupletPlugin *, those that can be used */
  CoupletArena *arena; /* of what a stranger's plugins say of themselves */
  PluginFile *here;    /* the stranger's file as loaded in this process; NULL = it is not */
};

PluginFile *plugin_file_new (const char *path, gboolean installed);
void plugin_file_free (PluginFile *file);

/* Loads it, or has a process of its own load it, unless that was done. */
void plugin_file_load (PluginFile *file);

/* The usable plugin of that kind and name; NULL = there is none. name: NULL = the only one of the
 * kind. */
const CoupletPlugin *plugin_file_find (const PluginFile *file, CoupletPluginKind kind,
                                       const char *name);

/* What is wrong with the plugin called so, or with the file that is called after it; NULL =
 * nothing. */
const char *plugin_file_problem (const PluginFile *file, CoupletPluginKind kind, const char *name);

/* plugin, which the file holds, as it is loaded in this process, where a stranger's file is then
 * loaded. NULL with error set (PLUGIN), which does not name the file. */
const CoupletPlugin *plugin_file_enter (PluginFile *file, const CoupletPlugin *plugin,
                                        GError **error);

#endif
