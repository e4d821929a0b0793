/* SPDX-License-Identifier: Apache-2.0 */
#include "command.h"

#include <couplet/internal/plugin.h>
#include <couplet/internal/json.h>
#include <couplet/internal/provenance.h>

#include <stdio.h>

/* A text that a plugin may leave out. */
static const char *
text_of (const char *text)
{
  return text != NULL ? text : "";
}

/* ---- What a plugin can do, in words -------------------------------------------- */

static char *
capabilities_text (const CoupletPlugin *plugin)
{
  static const struct {
    guint32 flag;
    const char *text;
  } words[] = {{COUPLET_TAKES_INDEPENDENT, "independent sampling"},
               {COUPLET_TAKES_SHARED, "shared sampling"},
               {COUPLET_TAKES_NO_NOISE, "no noise"},
               {COUPLET_TAKES_DIFFERENCES, "adjacency, inputs read again"},
               {COUPLET_TAKES_GAPS, "gaps"},
               {COUPLET_TAKES_DISCRETE, "discrete noise"},
               {COUPLET_TAKES_EXPONENTIAL, "exponential noise"},
               {COUPLET_TAKES_SNAPS, "snaps"},
               {COUPLET_COMPLETE, "complete"},
               {COUPLET_PAYS_ON_CYCLES, "all paths"},
               {COUPLET_NEEDS_PRIVATE, "for private automata only"},
               {COUPLET_WANTS_PROCESS, "in a process of its own"}};
  GString *text = g_string_new (NULL);
  guint32 most = plugin->capabilities.max_thresholds;
  if (plugin->kind != COUPLET_KIND_DECIDER && plugin->kind != COUPLET_KIND_OPTIMIZER)
    return g_string_free (text, FALSE);
  if (most == 0)
    g_string_append (text, "any number of thresholds");
  else
    g_string_append_printf (text, "%u threshold%s", most, most > 1 ? "s" : "");
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (((plugin->capabilities.answers | plugin->capabilities.takes) & words[i].flag) != 0)
      g_string_append_printf (text, ", %s", words[i].text);
  return g_string_free (text, FALSE);
}

/* ---- Plugins, as they are listed ------------------------------------------------ */

static void
print_entry_json (const CoupletRegistryEntry *entry)
{
  const CoupletPlugin *plugin = entry->plugin;
  g_autoptr (GString) text = g_string_new (NULL);
  const CoupletJson json = {text, FALSE};
  g_autofree char *capabilities = plugin != NULL ? capabilities_text (plugin) : NULL;
  couplet_json_open (&json, NULL, '{');
  couplet_json_string (&json, "kind", plugin ? couplet_plugin_kind_to_string (plugin->kind) : NULL);
  couplet_json_string (&json, "name", plugin ? plugin->name : NULL);
  couplet_json_string (&json, "version", plugin ? plugin->version : NULL);
  couplet_json_string (&json, "summary", plugin ? plugin->summary : NULL);
  couplet_json_string (&json, "capabilities", capabilities);
  couplet_json_string (&json, "file", entry->file);
  couplet_json_string (&json, "problem", entry->problem);
  couplet_json_close (&json, '}');
  puts (text->str);
}

static void
print_entry (const CoupletRegistryEntry *entry)
{
  const CoupletPlugin *plugin = entry->plugin;
  if (plugin == NULL) {
    print_line (stdout, "broken     %s", entry->file);
    print_line (stdout, "             %s", entry->problem);
    return;
  }
  g_autofree char *capabilities = capabilities_text (plugin);
  print_line (stdout, "%-10s %-10s %-8s %s", couplet_plugin_kind_to_string (plugin->kind),
              plugin->name, text_of (plugin->version), text_of (plugin->summary));
  if (*capabilities != '\0')
    print_line (stdout, "             %s", capabilities);
  print_line (stdout, "             %s", entry->file);
  if (entry->problem != NULL)
    print_line (stdout, "             cannot be used: %s", entry->problem);
}

/* ---- Programs ------------------------------------------------------------------ */

/* `.one, .two`; the caller frees it. */
static char *
endings_text (const CoupletProgram *program)
{
  GString *text = g_string_new (NULL);
  for (guint32 i = 0; i < program->n_endings; i++)
    g_string_append_printf (text, "%s.%s", i == 0 ? "" : ", ", program->endings[i]);
  return g_string_free (text, FALSE);
}

static void
print_program_json (const CoupletProgram *program)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const CoupletJson json = {text, FALSE};
  couplet_json_open (&json, NULL, '{');
  couplet_json_string (&json, "kind", program->kind);
  couplet_json_string (&json, "name", program->name);
  couplet_json_open (&json, "command", '[');
  for (guint32 i = 0; i < program->n_command; i++)
    couplet_json_string (&json, NULL, program->command[i]);
  couplet_json_close (&json, ']');
  couplet_json_open (&json, "endings", '[');
  for (guint32 i = 0; i < program->n_endings; i++)
    couplet_json_string (&json, NULL, program->endings[i]);
  couplet_json_close (&json, ']');
  couplet_json_boolean (&json, "serves", program->serves);
  couplet_json_close (&json, '}');
  puts (text->str);
}

static void
print_program (const CoupletProgram *program)
{
  g_autofree char *command = couplet_shell_words (program->command, program->n_command),
                  *endings = endings_text (program);
  print_line (stdout, "%-10s %-10s %-8s %s", program->kind, program->name, "program", endings);
  print_line (stdout, "             %s", command);
}

static void
describe_program (const CoupletProgram *program)
{
  g_autofree char *command = couplet_shell_words (program->command, program->n_command),
                  *endings = endings_text (program);
  print_line (stdout, "%s '%s', a program", program->kind, program->name);
  print_line (stdout, "Command: %s", command);
  if (!g_str_equal (program->kind, "frontend"))
    return;
  print_line (stdout, "Files: %s", *endings != '\0' ? endings : "those read with --from");
  print_line (stdout, "Started: %s",
              program->serves ? "once, to read one file after the other" : "for each file");
}

/* The i-th program that configurations name; FALSE when there are no more. */
static gboolean
find_program (const Settings *settings, guint i, CoupletProgram *program)
{
  return settings->pipeline != NULL &&
         couplet_configuration_program (settings->pipeline, i, program);
}

/* ---- couplet plugins ------------------------------------------------------------- */

static int
run_plugins (int n_arguments, char **arguments)
{
  g_auto (Settings) settings = {0};
  gboolean json = FALSE;
  GOptionEntry own[] = {{"json", 0, 0, G_OPTION_ARG_NONE, &json, "Print JSON Lines", NULL},
                        {NULL, 0, 0, 0, NULL, NULL, NULL}};
  g_autofree GOptionEntry *plugin_entries = settings_plugin_entries (&settings);
  GOptionEntry *const entries[] = {own, plugin_entries, NULL};
  g_auto (GStrv) words = NULL;
  int status;
  if (!settings_parse (&PLUGINS_COMMAND, &settings, entries, n_arguments, arguments, &words,
                       &status))
    return status;
  if (words[0] != NULL)
    return command_misuse (&PLUGINS_COMMAND, "takes no file");
  g_autoptr (CoupletRegistry) registry =
      couplet_registry_new ((const char *const *)settings.plugin_path);
  guint n;
  const CoupletRegistryEntry *list = couplet_registry_list (registry, &n);
  for (guint i = 0; i < n; i++)
    (json ? print_entry_json : print_entry) (&list[i]);
  CoupletProgram program;
  for (guint i = 0; find_program (&settings, i, &program); i++)
    (json ? print_program_json : print_program) (&program);
  return 0;
}

const Command PLUGINS_COMMAND = {"plugins", "[OPTION...]",
                                 "Lists the plugins: kind, name, what they can do, where from.",
                                 run_plugins};

/* ---- couplet describe -------------------------------------------------------------- */

static char *
range_text (const CoupletOption *option)
{
  switch (option->type) {
  case COUPLET_OPTION_BOOLEAN:
    return g_strdup ("true | false");
  case COUPLET_OPTION_INTEGER:
    return g_strdup_printf ("%" G_GINT64_FORMAT " .. %" G_GINT64_FORMAT, option->minimum,
                            option->maximum);
  case COUPLET_OPTION_RATIONAL:
    return g_strdup ("rational, not negative");
  case COUPLET_OPTION_CHOICE:
    return g_strjoinv (" | ", (char **)option->choices);
  case COUPLET_OPTION_STRING:
    break;
  }
  return g_strdup ("text");
}

static void
print_options (const CoupletOption *options, guint n)
{
  for (guint i = 0; i < n; i++) {
    g_autofree char *range = range_text (&options[i]);
    const char *value = text_of (options[i].default_value);
    print_line (stdout, "  %-16s %s", options[i].name, text_of (options[i].text));
    print_line (stdout, "%*s%s; default %s", 19, "", range, *value != '\0' ? value : "(empty)");
  }
}

static void
describe (const CoupletRegistryEntry *entry)
{
  const CoupletPlugin *plugin = entry->plugin;
  gboolean solver = plugin->kind == COUPLET_KIND_DECIDER || plugin->kind == COUPLET_KIND_OPTIMIZER;
  const char *version = text_of (plugin->version);
  print_line (stdout, "%s '%s', version %s", couplet_plugin_kind_to_string (plugin->kind),
              plugin->name, *version != '\0' ? version : "?");
  print_line (stdout, "%s", text_of (plugin->summary));
  g_autofree char *capabilities = capabilities_text (plugin);
  if (*capabilities != '\0')
    print_line (stdout, "Takes: %s", capabilities);
  print_line (stdout, "Loaded from: %s", entry->file);
  if (entry->problem != NULL)
    print_line (stdout, "Cannot be used: %s", entry->problem);
  if (plugin->n_options > 0)
    puts ("Options:");
  print_options (plugin->options, plugin->n_options);
  if (solver) {
    guint n;
    const CoupletOption *options = couplet_host_options (&n);
    puts ("Options of every stage:");
    print_options (options, n);
  }
}

/* Whether entry is broken and may hold the plugin called name: its file does not tell what else it
 * holds. */
static gboolean
may_be_broken (const CoupletRegistryEntry *entry, const char *name)
{
  return entry->plugin == NULL && (entry->name == NULL || g_str_equal (entry->name, name));
}

/* Says that no plugin of names is called name, and which are broken; the exit status. */
static int
fail_unknown (const char *name, GPtrArray *names, const CoupletRegistryEntry *list, guint n)
{
  g_ptr_array_add (names, NULL);
  g_autofree char *hint = couplet_choose_from (name, (const char *const *)names->pdata);
  g_autofree char *quoted = couplet_quote (name, -1);
  print_line (stderr, "couplet: no plugin is called %s%s", quoted, hint);
  for (guint i = 0; i < n; i++)
    if (may_be_broken (&list[i], name))
      print_line (stderr, "couplet: %s: %s", list[i].file, list[i].problem);
  return 5;
}

static int
describe_named (const Settings *settings, const char *name)
{
  g_autoptr (CoupletRegistry) registry =
      couplet_registry_new ((const char *const *)settings->plugin_path);
  guint n, found = 0;
  CoupletProgram program;
  const CoupletRegistryEntry *list = couplet_registry_list (registry, &n);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  for (guint i = 0; find_program (settings, i, &program); i++) {
    g_ptr_array_add (names, (gpointer)program.name);
    if (!g_str_equal (program.name, name))
      continue;
    describe_program (&program);
    found++;
  }
  for (guint i = 0; i < n; i++) {
    if (list[i].plugin == NULL)
      continue;
    g_ptr_array_add (names, (gpointer)list[i].plugin->name);
    if (!g_str_equal (list[i].plugin->name, name))
      continue;
    if (found++ > 0)
      putchar ('\n');
    describe (&list[i]);
  }
  return found > 0 ? 0 : fail_unknown (name, names, list, n);
}

static int
run_describe (int n_arguments, char **arguments)
{
  g_auto (Settings) settings = {0};
  g_autofree GOptionEntry *plugin_entries = settings_plugin_entries (&settings);
  GOptionEntry *const entries[] = {plugin_entries, NULL};
  g_auto (GStrv) words = NULL;
  int status;
  if (!settings_parse (&DESCRIBE_COMMAND, &settings, entries, n_arguments, arguments, &words,
                       &status))
    return status;
  if (g_strv_length (words) != 1)
    return command_misuse (&DESCRIBE_COMMAND, "expected the name of one plugin");
  return describe_named (&settings, words[0]);
}

const Command DESCRIBE_COMMAND = {"describe", "[OPTION...] PLUGIN",
                                  "Describes a plugin: its options with types, defaults, ranges.",
                                  run_describe};
