/* SPDX-License-Identifier: Apache-2.0 */
#include "descriptor.h"

#include "capabilities.h"
#include "options.h"

/* What is wrong with the interface that plugin was made for; NULL = nothing. */
static char *
find_interface_fault (const CoupletPlugin *plugin)
{
  if (plugin->abi_major == COUPLET_PLUGIN_ABI_MAJOR &&
      plugin->abi_minor <= COUPLET_PLUGIN_ABI_MINOR)
    return NULL;
  return g_strdup_printf (
      "it was made for version %u.%u of the plugin interface; this program has %u.%u",
      plugin->abi_major, plugin->abi_minor, COUPLET_PLUGIN_ABI_MAJOR, COUPLET_PLUGIN_ABI_MINOR);
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

/* The first field with functions that the kind of plugin needs and that is NULL; NULL = none. */
static const char *
missing_functions (const CoupletPlugin *plugin)
{
  const CoupletReport *report = plugin->report;
  if (plugin->kind == COUPLET_KIND_FRONTEND) {
    if (plugin->frontend == NULL)
      return "frontend";
    return plugin->frontend->read != NULL || (plugin->capabilities.takes & COUPLET_IS_CODE) != 0
               ? NULL
               : "frontend.read";
  }
  if (plugin->kind != COUPLET_KIND_REPORT)
    return plugin->solver == NULL ? "solver" : plugin->solver->run == NULL ? "solver.run" : NULL;
  return report == NULL          ? "report"
         : report->begin == NULL ? "report.begin"
         : report->file == NULL  ? "report.file"
         : report->end == NULL   ? "report.end"
                                 : NULL;
}

static char *
find_functions_fault (const CoupletPlugin *plugin)
{
  const char *missing = missing_functions (plugin);
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
  for (guint i = 0; i < plugin->n_options && fault == NULL; i++) {
    fault = option_fault (&plugin->options[i]);
    if (fault == NULL && option_find (plugin->options, i, plugin->options[i].name) != NULL)
      fault = g_strdup_printf ("it declares its option '%s' twice", plugin->options[i].name);
  }
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

char *
descriptor_fault (const CoupletPlugin *plugin)
{
  static char *(*const finders[]) (const CoupletPlugin *) = {
      find_interface_fault, find_name_fault,   find_functions_fault, find_options_fault,
      capabilities_fault,   find_method_fault, find_libraries_fault};
  if (plugin == NULL)
    return g_strdup ("its entry returns an empty place instead of a plugin");
  char *fault = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (finders) && fault == NULL; i++)
    fault = finders[i](plugin);
  return fault;
}
