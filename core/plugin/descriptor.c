/* SPDX-License-Identifier: Apache-2.0 */
#include "descriptor.h"

#include "capabilities.h"
#include "interface_sizes.h"
#include "options.h"

#include <string.h>

/* ---- Copies ------------------------------------------------------------------------ */

/* The first bytes of a table that a plugin made, as many as this program knows; the rest is 0. */
static gpointer
copy_table (gconstpointer table, guint32 known)
{
  if (table == NULL)
    return NULL;
  guint32 size;
  memcpy (&size, table, sizeof size);
  gpointer copy = g_malloc0 (known);
  memcpy (copy, table, MIN (size, known));
  return copy;
}

static CoupletOption *
copy_options (const CoupletPlugin *plugin)
{
  const char *options = (const char *)plugin->options;
  gsize stride = interface_sizes (plugin->abi_minor)->option;
  CoupletOption *copies = g_new0 (CoupletOption, plugin->n_options);
  for (guint32 i = 0; i < plugin->n_options; i++)
    memcpy (&copies[i], options + i * stride, stride);
  return copies;
}

CoupletPlugin *
descriptor_adopt (const CoupletPlugin *stranger)
{
  CoupletPlugin *plugin = copy_table (stranger, sizeof (CoupletPlugin));
  plugin->frontend = copy_table (plugin->frontend, sizeof (CoupletFrontend));
  plugin->solver = copy_table (plugin->solver, sizeof (CoupletSolver));
  plugin->report = copy_table (plugin->report, sizeof (CoupletReport));
  if (plugin->options != NULL)
    plugin->options = copy_options (plugin);
  return plugin;
}

void
descriptor_free (CoupletPlugin *plugin)
{
  g_free ((gpointer)plugin->frontend);
  g_free ((gpointer)plugin->solver);
  g_free ((gpointer)plugin->report);
  g_free ((gpointer)plugin->options);
  g_free (plugin);
}

/* ---- Faults ------------------------------------------------------------------------- */

/* What is wrong with the interface that plugin was made for; NULL = nothing. */
static char *
find_interface_fault (const CoupletPlugin *plugin)
{
  if (plugin->struct_size < offsetof (CoupletPlugin, abi_minor) + sizeof plugin->abi_minor)
    return g_strdup_printf ("its descriptor has %u bytes, too few for the version of the interface",
                            plugin->struct_size);
  if (plugin->abi_major != COUPLET_PLUGIN_ABI_MAJOR)
    return g_strdup_printf ("its abi_major says that it was made for version %u of the plugin "
                            "interface; this program has %u.%u",
                            plugin->abi_major, COUPLET_PLUGIN_ABI_MAJOR, COUPLET_PLUGIN_ABI_MINOR);
  if (plugin->abi_minor > COUPLET_PLUGIN_ABI_MINOR)
    return g_strdup_printf (
        "its abi_minor says that it was made for version %u.%u of the plugin interface, newer than "
        "this program's %u.%u",
        plugin->abi_major, plugin->abi_minor, COUPLET_PLUGIN_ABI_MAJOR, COUPLET_PLUGIN_ABI_MINOR);
  gsize expected = interface_sizes (plugin->abi_minor)->plugin;
  if (plugin->struct_size < expected)
    return g_strdup_printf (
        "its struct_size says that the descriptor has %u bytes; version %u.%u has %" G_GSIZE_FORMAT,
        plugin->struct_size, COUPLET_PLUGIN_ABI_MAJOR, plugin->abi_minor, expected);
  return NULL;
}

gboolean
descriptor_is_name (const char *name)
{
  for (; *name != '\0'; name++)
    if (!g_ascii_islower (*name) && !g_ascii_isdigit (*name) && *name != '-')
      return FALSE;
  return TRUE;
}

static char *
find_name_fault (const CoupletPlugin *plugin)
{
  if (couplet_plugin_kind_to_string ((CoupletPluginKind)plugin->kind) == NULL)
    return g_strdup_printf ("the kind of plugin '%s' is %u, which there is not",
                            plugin->name != NULL ? plugin->name : "", plugin->kind);
  if (plugin->name == NULL || *plugin->name == '\0')
    return g_strdup ("it gives no name");
  if (descriptor_is_name (plugin->name))
    return NULL;
  g_autofree char *quoted = couplet_quote (plugin->name, -1);
  return g_strdup_printf ("its name %s is not made of lower case letters, digits and '-'", quoted);
}

/* The table of functions of plugin's kind, by its field, and how large it is to be. */
typedef struct {
  const char *field;
  const guint32 *size; /* the first of the table; NULL = there is no table */
  gsize expected;
} Table;

static Table
table_of (const CoupletPlugin *plugin)
{
  const InterfaceSizes *sizes = interface_sizes (plugin->abi_minor);
  if (plugin->kind == COUPLET_KIND_FRONTEND)
    return (Table){"frontend", (const guint32 *)plugin->frontend, sizes->frontend};
  if (plugin->kind == COUPLET_KIND_REPORT)
    return (Table){"report", (const guint32 *)plugin->report, sizes->report};
  return (Table){"solver", (const guint32 *)plugin->solver, sizes->solver};
}

/* The first function that the kind of plugin needs and its table lacks; NULL = none. */
static const char *
missing_function (const CoupletPlugin *plugin)
{
  const CoupletReport *report = plugin->report;
  if (plugin->kind == COUPLET_KIND_FRONTEND)
    return plugin->frontend->read != NULL || (plugin->capabilities.flags & COUPLET_IS_CODE) != 0
               ? NULL
               : "frontend.read";
  if (plugin->kind != COUPLET_KIND_REPORT)
    return plugin->solver->run == NULL ? "solver.run" : NULL;
  return report->begin == NULL  ? "report.begin"
         : report->file == NULL ? "report.file"
         : report->end == NULL  ? "report.end"
                                : NULL;
}

/* What is wrong with the functions of plugin's kind; NULL = nothing. */
static char *
find_functions_fault (const CoupletPlugin *plugin)
{
  Table table = table_of (plugin);
  if (table.size == NULL)
    return g_strdup_printf ("plugin '%s' lacks the functions of its kind: its %s is NULL",
                            plugin->name, table.field);
  if (*table.size < table.expected)
    return g_strdup_printf ("its %s.struct_size says that the table of its functions has %u bytes; "
                            "version %u.%u has %" G_GSIZE_FORMAT,
                            table.field, *table.size, COUPLET_PLUGIN_ABI_MAJOR, plugin->abi_minor,
                            table.expected);
  const char *missing = missing_function (plugin);
  return missing == NULL
             ? NULL
             : g_strdup_printf ("plugin '%s' lacks the functions of its kind: its %s is NULL",
                                plugin->name, missing);
}

static char *
find_options_fault (const CoupletPlugin *plugin)
{
  if (plugin->n_options > 0 && plugin->options == NULL)
    return g_strdup_printf ("its n_options promises %u option%s, but its options is NULL",
                            plugin->n_options, plugin->n_options > 1 ? "s" : "");
  char *fault = NULL;
  for (guint i = 0; i < plugin->n_options && fault == NULL; i++)
    fault = option_fault (&plugin->options[i]);
  return fault;
}

static char *
find_method_fault (const CoupletPlugin *plugin)
{
  if (plugin->method_option == NULL)
    return NULL;
  const CoupletOption *option =
      option_find (plugin->options, plugin->n_options, plugin->method_option);
  if (option != NULL && option->type == COUPLET_OPTION_CHOICE)
    return NULL;
  return g_strdup_printf ("its method_option '%s' is none of its options with choices",
                          plugin->method_option);
}

static char *
find_libraries_fault (const CoupletPlugin *plugin)
{
  if (plugin->n_libraries > 0 && plugin->libraries == NULL)
    return g_strdup_printf ("its n_libraries promises %u librar%s, but its libraries is NULL",
                            plugin->n_libraries, plugin->n_libraries > 1 ? "ies" : "y");
  for (guint32 i = 0; i < plugin->n_libraries; i++)
    if (plugin->libraries[i].name == NULL || plugin->libraries[i].version == NULL)
      return g_strdup_printf ("library %u of its table has no name or tells no version", i + 1);
  return NULL;
}

/* What is wrong with plugin, which is as large as this program's; NULL = nothing. */
static char *
find_fault (const CoupletPlugin *plugin)
{
  static char *(*const finders[]) (const CoupletPlugin *) = {
      find_name_fault,    find_functions_fault, find_options_fault,
      capabilities_fault, find_method_fault,    find_libraries_fault};
  char *fault = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (finders) && fault == NULL; i++)
    fault = finders[i](plugin);
  return fault;
}

char *
descriptor_fault (const CoupletPlugin *stranger)
{
  if (stranger == NULL)
    return g_strdup ("its entry returns an empty place instead of a plugin");
  char *fault = find_interface_fault (stranger);
  if (fault != NULL)
    return fault;
  CoupletPlugin *plugin = descriptor_adopt (stranger);
  fault = find_fault (plugin);
  descriptor_free (plugin);
  return fault;
}
