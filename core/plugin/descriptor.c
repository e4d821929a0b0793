/* SPDX-License-Identifier: Apache-2.0 */
#include "descriptor.h"

#include "options.h"

/* What is wrong with the interface that plugin was made for; NULL = nothing. */
static char *
find_interface_fault (const CoupletPlugin *plugin)
{
  if (plugin->abi_major != COUPLET_PLUGIN_ABI_MAJOR)
    return g_strdup_printf ("made for version %u of the plugin interface; this program has %u.%u",
                            plugin->abi_major, COUPLET_PLUGIN_ABI_MAJOR, COUPLET_PLUGIN_ABI_MINOR);
  if (plugin->abi_minor > COUPLET_PLUGIN_ABI_MINOR)
    return g_strdup_printf (
        "made for version %u.%u of the plugin interface, newer than this program's %u.%u",
        plugin->abi_major, plugin->abi_minor, COUPLET_PLUGIN_ABI_MAJOR, COUPLET_PLUGIN_ABI_MINOR);
  if (plugin->struct_size < sizeof (CoupletPlugin))
    return g_strdup_printf ("its descriptor has %u bytes; version %u.%u has %u",
                            plugin->struct_size, COUPLET_PLUGIN_ABI_MAJOR, plugin->abi_minor,
                            (guint)sizeof (CoupletPlugin));
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

/* What is wrong with the functions of plugin's kind; NULL = nothing. */
static char *
find_functions_fault (const CoupletPlugin *plugin)
{
  const CoupletFrontend *frontend = plugin->frontend;
  const CoupletReport *report = plugin->report;
  const CoupletSolver *solver = plugin->solver;
  guint32 size = 0, expected = 0;
  gboolean complete = FALSE;
  if (plugin->kind == COUPLET_KIND_FRONTEND && frontend != NULL) {
    size = frontend->struct_size, expected = sizeof *frontend;
    complete = size >= expected && frontend->read != NULL;
  } else if (plugin->kind == COUPLET_KIND_REPORT && report != NULL) {
    size = report->struct_size, expected = sizeof *report;
    complete =
        size >= expected && report->begin != NULL && report->file != NULL && report->end != NULL;
  } else if (plugin->kind != COUPLET_KIND_FRONTEND && plugin->kind != COUPLET_KIND_REPORT &&
             solver != NULL) {
    size = solver->struct_size, expected = sizeof *solver;
    complete = size >= expected && solver->run != NULL;
  }
  if (size < expected)
    return g_strdup_printf ("the table of its functions has %u bytes; version %u.%u has %u", size,
                            COUPLET_PLUGIN_ABI_MAJOR, plugin->abi_minor, expected);
  return complete ? NULL
                  : g_strdup_printf ("plugin '%s' lacks the functions of its kind", plugin->name);
}

static char *
find_options_fault (const CoupletPlugin *plugin)
{
  if (plugin->n_options > 0 && plugin->options == NULL)
    return g_strdup_printf ("it promises %u option%s and has no table of them", plugin->n_options,
                            plugin->n_options > 1 ? "s" : "");
  char *fault = NULL;
  for (guint i = 0; i < plugin->n_options && fault == NULL; i++)
    fault = couplet_option_fault (&plugin->options[i]);
  return fault;
}

/* ---- Capabilities -------------------------------------------------------------------- */

#define KIND(kind) (1u << (kind))
#define SOLVERS (KIND (COUPLET_KIND_DECIDER) | KIND (COUPLET_KIND_OPTIMIZER))

/* The flags there are, and the kinds of plugins that they are for. */
static const struct {
  guint32 flag;
  const char *name;
  guint32 kinds;
  const char *whose;
} FLAGS[] = {
    {COUPLET_TAKES_INDEPENDENT, "COUPLET_TAKES_INDEPENDENT", SOLVERS, "deciders and optimizers"},
    {COUPLET_TAKES_SHARED, "COUPLET_TAKES_SHARED", SOLVERS, "deciders and optimizers"},
    {COUPLET_TAKES_NO_NOISE, "COUPLET_TAKES_NO_NOISE", SOLVERS, "deciders and optimizers"},
    {COUPLET_COMPLETE, "COUPLET_COMPLETE", SOLVERS, "deciders and optimizers"},
    {COUPLET_WANTS_PROCESS, "COUPLET_WANTS_PROCESS", SOLVERS | KIND (COUPLET_KIND_FRONTEND),
     "deciders, optimizers and frontends"},
    {COUPLET_NEEDS_PRIVATE, "COUPLET_NEEDS_PRIVATE", KIND (COUPLET_KIND_OPTIMIZER), "optimizers"},
    {COUPLET_WANTS_AUTOMATON, "COUPLET_WANTS_AUTOMATON", KIND (COUPLET_KIND_REPORT), "reports"},
};

static char *
find_capabilities_fault (const CoupletPlugin *plugin)
{
  const CoupletCapabilities *can = &plugin->capabilities;
  guint32 rest = can->flags;
  for (guint i = 0; i < G_N_ELEMENTS (FLAGS); i++) {
    if ((rest & FLAGS[i].flag) != 0 && (FLAGS[i].kinds & KIND (plugin->kind)) == 0)
      return g_strdup_printf ("its capabilities.flags have %s, which is for %s", FLAGS[i].name,
                              FLAGS[i].whose);
    rest &= ~FLAGS[i].flag;
  }
  if (rest != 0)
    return g_strdup_printf ("its capabilities.flags have 0x%x, which means nothing", rest);
  if ((can->flags & COUPLET_COMPLETE) != 0 && (can->flags & COUPLET_NEEDS_PRIVATE) != 0)
    return g_strdup ("its capabilities.flags have COUPLET_COMPLETE, which is about what is not "
                     "private, and COUPLET_NEEDS_PRIVATE");
  if (can->max_thresholds > 1 &&
      (can->flags & (COUPLET_TAKES_INDEPENDENT | COUPLET_TAKES_SHARED)) == 0)
    return g_strdup_printf ("its capabilities.max_thresholds is %u, but its capabilities.flags "
                            "have neither COUPLET_TAKES_INDEPENDENT nor COUPLET_TAKES_SHARED",
                            can->max_thresholds);
  return NULL;
}

static char *
find_method_fault (const CoupletPlugin *plugin)
{
  if (plugin->method_option == NULL)
    return NULL;
  const CoupletOption *option =
      couplet_find_option (plugin->options, plugin->n_options, plugin->method_option);
  if (option != NULL && option->type == COUPLET_OPTION_CHOICE)
    return NULL;
  return g_strdup_printf ("its method_option '%s' is none of its options with choices",
                          plugin->method_option);
}

char *
descriptor_fault (const CoupletPlugin *plugin)
{
  if (plugin == NULL)
    return g_strdup ("its entry returns an empty place instead of a plugin");
  char *fault = find_interface_fault (plugin);
  if (fault != NULL)
    return fault;
  if (couplet_plugin_kind_to_string (plugin->kind) == NULL)
    return g_strdup_printf ("plugin '%s' is of the unknown kind %u",
                            plugin->name != NULL ? plugin->name : "", plugin->kind);
  if (plugin->name == NULL || *plugin->name == '\0')
    return g_strdup ("it gives no name");
  if (!descriptor_is_name (plugin->name)) {
    g_autofree char *quoted = couplet_quote (plugin->name, -1);
    return g_strdup_printf ("its name %s is not made of lower case letters, digits and '-'",
                            quoted);
  }
  static char *(*const finders[]) (const CoupletPlugin *) = {
      find_functions_fault, find_options_fault, find_capabilities_fault, find_method_fault};
  for (guint i = 0; i < G_N_ELEMENTS (finders) && fault == NULL; i++)
    fault = finders[i](plugin);
  return fault;
}
