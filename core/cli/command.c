/* SPDX-License-Identifier: Apache-2.0 */
#include "command.h"

#include <couplet/internal/text.h>

#include "manual.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

#define PLUGIN_PATH "plugin-path"
#define MOST_JOBS 1024

void
settings_clear (Settings *settings)
{
  g_strfreev (settings->configurations);
  g_clear_pointer (&settings->pipeline, couplet_configuration_free);
  g_clear_pointer (&settings->origins, g_hash_table_unref);
  g_strfreev (settings->inputs);
  g_free (settings->deciders);
  g_free (settings->optimizers);
  g_free (settings->report);
  g_free (settings->from);
  g_free (settings->dump);
  g_free (settings->evidence_folder);
  g_free (settings->output);
  g_free (settings->self_check);
  g_free (settings->jobs);
  g_free (settings->repeat);
  g_free (settings->sort);
  g_free (settings->loose);
  g_free (settings->shard);
  g_free (settings->store);
  g_free (settings->claim);
  g_free (settings->answers);
  g_free (settings->sensitivity);
  g_strfreev (settings->solve);
  g_strfreev (settings->at_most);
  g_strfreev (settings->overrides);
  g_strfreev (settings->parameters);
  g_strfreev (settings->lists);
  g_strfreev (settings->plugin_path);
}

static GOptionEntry *
copy_entries (const GOptionEntry *entries, guint n)
{
  GOptionEntry *copy = g_new0 (GOptionEntry, n + 1);
  memcpy (copy, entries, n * sizeof (GOptionEntry));
  return copy;
}

GOptionEntry *
settings_plugin_entries (Settings *settings)
{
  const GOptionEntry entries[] = {
      {"config", 'c', 0, G_OPTION_ARG_FILENAME_ARRAY, &settings->configurations,
       "Take the pipeline and what else it says from CONFIG; of several, the last says most",
       "CONFIG"},
      {PLUGIN_PATH, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &settings->plugin_path,
       "Look for plugins in these folders first; may be repeated", "DIRS"},
  };
  return copy_entries (entries, G_N_ELEMENTS (entries));
}

GOptionEntry *
settings_option_entries (Settings *settings)
{
  const GOptionEntry entries[] = {
      {"option", 'o', 0, G_OPTION_ARG_FILENAME_ARRAY, &settings->overrides,
       "Set an option of a stage (* = every one)", "STAGE.KEY=VALUE"},
  };
  return copy_entries (entries, G_N_ELEMENTS (entries));
}

GOptionEntry *
settings_read_entries (Settings *settings)
{
  const GOptionEntry entries[] = {
      {"from", 0, 0, G_OPTION_ARG_FILENAME, &settings->from, "Read every file in this format",
       "FORMAT"},
      {"define", 'D', 0, G_OPTION_ARG_FILENAME_ARRAY, &settings->parameters,
       settings->sweeps ? "Set a parameter of a mechanism; a list 1,2,5 or a range 1..5 or "
                          "1/2..2..1/4 (with a step) gives a row for each value"
                        : "Set a parameter of a mechanism",
       settings->sweeps ? "NAME=VALUES" : "NAME=VALUE"},
      {"verbose", 'v', 0, G_OPTION_ARG_NONE, &settings->verbose,
       "Print what each stage answers, and the plugins' messages, on standard error", NULL},
      QUIET_ENTRY (settings),
  };
  return copy_entries (entries, G_N_ELEMENTS (entries));
}

GOptionEntry *
settings_run_entries (Settings *settings)
{
  const GOptionEntry entries[] = {
      {"deciders", 0, 0, G_OPTION_ARG_FILENAME, &settings->deciders,
       "Deciders to run (empty = none)", "A,B"},
      {"optimizers", 0, 0, G_OPTION_ARG_FILENAME, &settings->optimizers,
       "Optimizers to run (empty = none)", "A,B"},
      REPORT_ENTRY (settings),
      {"output", 0, 0, G_OPTION_ARG_FILENAME, &settings->output,
       "Write the report to FILE instead of standard output ('-')", "FILE"},
      CLAIM_ENTRY (settings),
      {"solve", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &settings->solve,
       "Find the largest or least value of a parameter with least d at most that of --at-most "
       "(-D NAME=1..100, 1/2..20: where)",
       "NAME"},
      {"at-most", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &settings->at_most,
       "The least d that --solve allows, a multiple of epsilon", "D"},
      ANSWERS_ENTRY (settings),
      SENSITIVITY_ENTRY (settings),
      {"code", 0, 0, G_OPTION_ARG_NONE, &settings->code,
       "Read all code in folders, not only files with a comment 'couplet:'", NULL},
      {"commented", 0, 0, G_OPTION_ARG_NONE, &settings->commented,
       "Read no code without a comment 'couplet:', also of files that are named", NULL},
      {"strict", 0, 0, G_OPTION_ARG_NONE, &settings->strict,
       "End with status 11 instead of 0 where there was a warning", NULL},
      {"by-output", 0, 0, G_OPTION_ARG_NONE, &settings->by_output,
       "Add what single outputs cost: by where runs end, and how often a symbol is output", NULL},
      {"evidence", 0, 0, G_OPTION_ARG_NONE, &settings->evidence,
       "Add each stage's evidence to the report", NULL},
      {"evidence-dir", 0, 0, G_OPTION_ARG_FILENAME, &settings->evidence_folder,
       "Write each stage's evidence into DIR, for couplet check", "DIR"},
      {"self-check", 0, 0, G_OPTION_ARG_FILENAME, &settings->self_check,
       "Check all evidence, or none (usually: what is checked at once)", "true|false"},
      {"require-evidence", 0, 0, G_OPTION_ARG_NONE, &settings->require_evidence,
       "Believe no plugin without evidence that the checker accepts", NULL},
      {"dump", 0, 0, G_OPTION_ARG_FILENAME, &settings->dump,
       "Write the problems that solvers are given into DIR", "DIR"},
      JOBS_ENTRY (settings),
      {"repeat", 0, 0, G_OPTION_ARG_FILENAME, &settings->repeat,
       "Ask each stage N times: times are medians, and answers must be the same", "N"},
      {"shard", 0, 0, G_OPTION_ARG_FILENAME, &settings->shard,
       "Only the files of part I of N, which name and size decide", "I/N"},
      {"store", 0, 0, G_OPTION_ARG_FILENAME, &settings->store,
       "Keep answers in STORE, an SQLite database, and take those that are there", "STORE"},
      FILES_FROM_ENTRY (settings),
      EXIT_ZERO_ENTRY (settings),
  };
  return copy_entries (entries, G_N_ELEMENTS (entries));
}

GOptionEntry *
settings_compare_entries (Settings *settings)
{
  const GOptionEntry entries[] = {
      {"sort", 0, 0, G_OPTION_ARG_FILENAME, &settings->sort,
       "Begin with the file that has the greatest ratio of any method to the exact cost", "ratio"},
      {"loose", 0, 0, G_OPTION_ARG_FILENAME, &settings->loose,
       "Show only files with a ratio of at least R; the summary is over all", "R"},
  };
  return copy_entries (entries, G_N_ELEMENTS (entries));
}

static GOptionContext *
make_context (const Command *command, GOptionEntry *const *entries, gboolean *help,
              gboolean *manual)
{
  GOptionContext *context = g_option_context_new (NULL);
  const GOptionEntry help_entries[] = {
      {"help", 'h', 0, G_OPTION_ARG_NONE, help, "Print this help", NULL},
      /* what the build makes the manual pages with */
      {"manual", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, manual, NULL, NULL},
      {NULL, 0, 0, 0, NULL, NULL, NULL},
  };
  /* GLib's own --help would end the program */
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_summary (context, command->summary);
  for (; *entries != NULL; entries++)
    g_option_context_add_main_entries (context, *entries, NULL);
  g_option_context_add_main_entries (context, help_entries, NULL);
  return context;
}

/* GLib's help with our own first line. */
static void
print_help (const Command *command, GOptionContext *context)
{
  g_autofree char *text = g_option_context_get_help (context, TRUE, NULL);
  const char *rest = strchr (text, '\n'); /* Usage: */
  rest = rest != NULL ? strchr (rest + 1, '\n') : NULL;
  printf ("Usage:\n  couplet %s %s%s", command->name, command->usage, rest != NULL ? rest : "\n");
}

static void
print_manual (const Command *command, GOptionEntry *const *entries)
{
  g_autofree char *page = manual_page (command->name, command->summary, command->usage, entries);
  fputs (page, stdout);
}

/* The option that begins word, when it takes a value; NULL. */
static const GOptionEntry *
find_valued (GOptionEntry *const *entries, const char *word)
{
  for (; *entries != NULL; entries++)
    for (const GOptionEntry *entry = *entries; entry->long_name != NULL; entry++)
      if (entry->arg != G_OPTION_ARG_NONE &&
          (g_str_has_prefix (word, "--")
               ? g_str_equal (word + 2, entry->long_name)
               : *word == '-' && word[1] != '\0' && word[1] == entry->short_name))
        return entry;
  return NULL;
}

/* The arguments as GLib reads them: `-j2` is two words for it, and no option can do without the
 * value it takes. */
static char **
split_arguments (int n, char **arguments, GOptionEntry *const *entries)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  gboolean options = TRUE, value = FALSE; /* whether the word is an option's value */
  for (int i = 0; i < n; i++) {
    const char *word = arguments[i];
    options = options && (value || !g_str_equal (word, "--"));
    const GOptionEntry *entry = options && !value ? find_valued (entries, word) : NULL;
    gboolean joined = entry != NULL && word[1] != '-' && word[2] != '\0';
    value = FALSE;
    if (joined) {
      g_autofree char *option = g_strndup (word, 2);
      g_strv_builder_add_many (words, option, word + 2, NULL);
    } else if (entry != NULL && g_str_equal (word, "--self-check"))
      g_strv_builder_add (words, "--self-check=true");
    else {
      g_strv_builder_add (words, word);
      value = entry != NULL;
    }
  }
  return g_strv_builder_end (words);
}

/* What GLib says, for an unknown option with what the user may have meant. The caller frees it. */
static char *
describe_error (GOptionEntry *const *entries, char *const *words, const GError *error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  if (!g_error_matches (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION))
    return g_strdup (error->message);
  for (; *entries != NULL; entries++)
    for (const GOptionEntry *entry = *entries; entry->long_name != NULL; entry++)
      if ((entry->flags & G_OPTION_FLAG_HIDDEN) == 0 && *entry->long_name != '\0')
        g_ptr_array_add (names, g_strconcat ("--", entry->long_name, NULL));
  g_ptr_array_add (names, NULL);
  for (; *words != NULL; words++)
    if (g_str_has_prefix (*words, "--") && g_str_has_suffix (error->message, *words)) {
      g_autofree char *option = g_strndup (*words, strcspn (*words, "="));
      g_autofree char *hint = couplet_did_you_mean (option, (const char *const *)names->pdata);
      return g_strdup_printf ("Unknown option %s%s", option, hint);
    }
  return g_strdup (error->message);
}

/* Takes the lists of folders apart; what is the name of a folder as it stands is one. NULL with
 * error set. */
static char **
split_folders (char *const *lists, GError **error)
{
  g_autoptr (GStrvBuilder) folders = g_strv_builder_new ();
  for (; *lists != NULL; lists++) {
    g_auto (GStrv) names = NULL;
    if (g_file_test (*lists, G_FILE_TEST_IS_DIR))
      g_strv_builder_add (folders, *lists);
    else if ((names = couplet_list_split (*lists, error)) != NULL)
      g_strv_builder_addv (folders, (const char **)names);
    else
      return NULL;
  }
  return g_strv_builder_end (folders);
}

/* FALSE with error set. */
static gboolean
split_plugin_path (GOptionEntry *const *entries, GError **error)
{
  for (; *entries != NULL; entries++)
    for (const GOptionEntry *entry = *entries; entry->long_name != NULL; entry++) {
      char ***value = g_str_equal (entry->long_name, PLUGIN_PATH) ? entry->arg_data : NULL;
      if (value == NULL || *value == NULL)
        continue;
      char **folders = split_folders (*value, error);
      g_strfreev (*value);
      *value = folders;
      if (folders == NULL) {
        g_prefix_error (error, "--" PLUGIN_PATH ": it ");
        return FALSE;
      }
    }
  return TRUE;
}

gboolean
command_parse (const Command *command, int n_arguments, char **arguments,
               GOptionEntry *const *entries, char ***files, int *status)
{
  gboolean help = FALSE, manual = FALSE;
  g_autoptr (GError) error = NULL;
  g_autoptr (GOptionContext) context = make_context (command, entries, &help, &manual);
  g_auto (GStrv) words = split_arguments (n_arguments, arguments, entries);
  g_auto (GStrv) given = g_strdupv (words); /* GLib takes out what it knows */
  g_auto (GStrv) rest = NULL;
  const GOptionEntry rest_entries[] = {
      {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &rest, NULL, NULL},
      {NULL, 0, 0, 0, NULL, NULL, NULL},
  };
  g_option_context_add_main_entries (context, rest_entries, NULL);
  if (!g_option_context_parse_strv (context, &words, &error)) {
    g_autofree char *message = describe_error (entries, given, error);
    *status = command_misuse (command, "%s", message);
    return FALSE;
  }
  if (!split_plugin_path (entries, &error)) {
    *status = command_misuse (command, "%s", error->message);
    return FALSE;
  }
  if (help)
    print_help (command, context);
  else if (manual)
    print_manual (command, entries);
  if (help || manual) {
    *status = 0;
    return FALSE;
  }
  *files = rest != NULL ? g_steal_pointer (&rest) : g_new0 (char *, 1);
  return TRUE;
}

/* ---- What configurations say ---------------------------------------------------------- */

gboolean
settings_blame (const Settings *settings, const char *option, GError **error)
{
  const char *origin =
      settings->origins != NULL ? g_hash_table_lookup (settings->origins, option) : NULL;
  if (origin != NULL && error != NULL && *error != NULL) {
    g_prefix_error (error, "%s: ", origin);
    (*error)->code = COUPLET_ERROR_CONFIGURATION;
  }
  return FALSE;
}

/* Adds folders that stand at origin. FALSE with error set where one is missing. */
static gboolean
add_folders (Settings *settings, char *const *folders, const char *origin, GError **error)
{
  g_autoptr (GStrvBuilder) all = g_strv_builder_new ();
  if (settings->plugin_path != NULL)
    g_strv_builder_addv (all, (const char **)settings->plugin_path);
  for (; *folders != NULL; folders++) {
    g_strv_builder_add (all, *folders);
    if (!g_file_test (*folders, G_FILE_TEST_IS_DIR)) {
      g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION,
                   "%s: " PLUGIN_PATH " '%s': there is no such folder", origin, *folders);
      return FALSE;
    }
  }
  g_strfreev (settings->plugin_path);
  settings->plugin_path = g_strv_builder_end (all);
  return TRUE;
}

/* Gives the option of entry, which takes values, those of the configuration unless it has some. */
static gboolean
take_said (const GOptionEntry *entry, char **values)
{
  if (entry->arg == G_OPTION_ARG_NONE) {
    gboolean *set = entry->arg_data, given = *set;
    *set = given || g_str_equal (*values, "true");
    return !given;
  }
  if (entry->arg == G_OPTION_ARG_FILENAME_ARRAY) {
    char ***set = entry->arg_data;
    gboolean given = *set != NULL;
    *set = given ? *set : g_strdupv (values);
    return !given;
  }
  char **set = entry->arg_data;
  gboolean given = *set != NULL;
  *set = given ? *set : g_strdup (*values);
  return !given;
}

/* Whether entry sets a member of settings; one of the same name may be the command's own. */
static gboolean
is_shared (const GOptionEntry *entry, const Settings *settings)
{
  const char *data = entry->arg_data, *begin = (const char *)settings;
  return data >= begin && data < begin + sizeof *settings;
}

static gboolean
take_options (Settings *settings, const GOptionEntry *entry, GError **error)
{
  for (; entry->long_name != NULL; entry++) {
    const char *origin;
    char **values = is_shared (entry, settings)
                        ? couplet_configuration_said (settings->pipeline, entry->long_name, &origin)
                        : NULL;
    if (values == NULL)
      continue;
    if (g_str_equal (entry->long_name, PLUGIN_PATH)) {
      if (!add_folders (settings, values, origin, error))
        return FALSE;
    } else if (take_said (entry, values))
      g_hash_table_insert (settings->origins, (gpointer)entry->long_name, (gpointer)origin);
  }
  return TRUE;
}

gboolean
settings_load (Settings *settings, GOptionEntry *const *entries, GError **error)
{
  const char *origin;
  if (settings->configurations == NULL)
    return TRUE;
  settings->pipeline = couplet_configuration_new ();
  settings->origins = g_hash_table_new (g_str_hash, g_str_equal);
  for (char **file = settings->configurations; *file != NULL; file++)
    if (!couplet_configuration_load (settings->pipeline, *file, error))
      return FALSE;
  settings->inputs = g_strdupv (couplet_configuration_said (settings->pipeline, "inputs", &origin));
  for (; *entries != NULL; entries++)
    if (!take_options (settings, *entries, error))
      return FALSE;
  return TRUE;
}

gboolean
settings_parse (const Command *command, Settings *settings, GOptionEntry *const *entries,
                int n_arguments, char **arguments, char ***files, int *status)
{
  g_autoptr (GError) error = NULL;
  if (!command_parse (command, n_arguments, arguments, entries, files, status))
    return FALSE;
  if (settings_load (settings, entries, &error))
    return TRUE;
  *status = command_fail (error);
  return FALSE;
}

/* Texts are in characters of the user's locale from here on. Looking the locale up takes longer
 * than a small verdict. Messages of the system remain English. */
static void
use_locale (void)
{
  (void)setlocale (LC_CTYPE, ""); /* an unknown one leaves "C" */
}

gboolean
command_parse_own (const Command *command, Settings *settings, const GOptionEntry *own,
                   int n_arguments, char **arguments, char ***files, int *status)
{
  guint n = 0;
  while (own[n].long_name != NULL)
    n++;
  g_autofree GOptionEntry *own_entries = copy_entries (own, n);
  g_autofree GOptionEntry *read_entries = settings_read_entries (settings);
  g_autofree GOptionEntry *plugin_entries = settings_plugin_entries (settings);
  GOptionEntry *const entries[] = {own_entries, read_entries, plugin_entries, NULL};
  use_locale ();
  return settings_parse (command, settings, entries, n_arguments, arguments, files, status);
}

char *
command_parse_file (const Command *command, Settings *settings, const GOptionEntry *own,
                    int n_arguments, char **arguments, int *status)
{
  g_auto (GStrv) words = NULL;
  if (!command_parse_own (command, settings, own, n_arguments, arguments, &words, status))
    return NULL;
  if (g_strv_length (words) == 1)
    return g_steal_pointer (&words[0]);
  *status = command_misuse (command, "expected one file ('-' reads standard input)");
  return NULL;
}

int
command_misuse (const Command *command, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  print_line (stderr, "couplet %s: %s", command->name, text);
  print_line (stderr, "Try 'couplet %s --help'.", command->name);
  return STATUS_USAGE;
}

/* The number of processes that text asks for; 0 = it is not a number of processes. */
static guint
parse_jobs (const char *text)
{
  guint64 jobs;
  if (text == NULL)
    return 1;
  if (g_str_equal (text, "auto") || g_str_equal (text, "0"))
    return g_get_num_processors ();
  return g_ascii_string_to_unsigned (text, 10, 1, MOST_JOBS, &jobs, NULL) ? (guint)jobs : 0;
}

gboolean
command_read_jobs (const Command *command, const Settings *settings, guint *jobs, int *status)
{
  g_autoptr (GError) error = NULL;
  *jobs = parse_jobs (settings->jobs);
  *status = 0;
  if (*jobs > 0)
    return TRUE;
  g_set_error (&error, COUPLET_ERROR, COUPLET_ERROR_USAGE,
               "--jobs %s: expected a number from 0 to %d, or auto", settings->jobs, MOST_JOBS);
  settings_blame (settings, "jobs", &error);
  *status = error->code == COUPLET_ERROR_USAGE ? command_misuse (command, "%s", error->message)
                                               : command_fail (error);
  return FALSE;
}

int
command_fail (const GError *error)
{
  print_line (stderr, "couplet: %s", error->message);
  return couplet_error_status (error);
}

char *
check_positive (const char *option, const char *text, CoupletRational *value)
{
  g_autoptr (GError) error = NULL;
  if (!couplet_rational_parse (value, text, strlen (text), &error))
    return g_strdup_printf ("--%s: %s", option, error->message);
  return mpq_sgn (value->value) > 0
             ? NULL
             : g_strdup_printf ("--%s %s: it must be positive", option, text);
}

static gboolean
apply_claim (const Settings *settings, CoupletConfiguration *configuration, GError **error)
{
  g_auto (CoupletRational) claim;
  couplet_rational_init (&claim);
  if (settings->claim == NULL)
    return TRUE;
  g_autofree char *wrong = check_positive ("claim", settings->claim, &claim);
  if (wrong != NULL)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE, "%s", wrong);
  else
    couplet_configuration_set_claim (configuration, &claim);
  return wrong == NULL;
}

/* Sets an option of the front ends of code, where it is given. */
static gboolean
apply_code (CoupletConfiguration *configuration, const char *key, const char *value, GError **error)
{
  const char *const frontends[] = {"python", "c"};
  for (guint i = 0; value != NULL && i < G_N_ELEMENTS (frontends); i++) {
    g_autofree char *setting = g_strdup_printf ("%s.%s=%s", frontends[i], key, value);
    if (!couplet_configuration_override (configuration, setting, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
settings_apply (const Settings *settings, CoupletConfiguration *configuration, GError **error)
{
  for (char **folder = settings->plugin_path; folder != NULL && *folder != NULL; folder++)
    if (!g_file_test (*folder, G_FILE_TEST_IS_DIR)) {
      g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN,
                   "--plugin-path '%s': there is no such folder", *folder);
      return FALSE;
    }
  if (settings->deciders != NULL &&
      !couplet_configuration_set_stages (configuration, COUPLET_KIND_DECIDER, settings->deciders,
                                         error))
    return FALSE;
  if (settings->optimizers != NULL &&
      !couplet_configuration_set_stages (configuration, COUPLET_KIND_OPTIMIZER,
                                         settings->optimizers, error))
    return FALSE;
  if (settings->report != NULL)
    couplet_configuration_set_report (configuration, settings->report);
  if (settings->dump != NULL)
    couplet_configuration_set_dump (configuration, settings->dump);
  if (settings->from != NULL)
    couplet_configuration_set_frontend (configuration, settings->from);
  if (!apply_claim (settings, configuration, error))
    return settings_blame (settings, "claim", error);
  if (!apply_code (configuration, "answers", settings->answers, error) ||
      !apply_code (configuration, "sensitivity", settings->sensitivity, error))
    return FALSE;
  for (char **o = settings->overrides; o != NULL && *o != NULL; o++)
    if (!couplet_configuration_override (configuration, *o, error))
      return FALSE;
  return TRUE;
}

int
settings_status (const Settings *settings, const Terminal *terminal, int status)
{
  return settings->exit_zero && !terminal_is_cancelled (terminal)
             ? couplet_status_of_errors (status)
             : status;
}

static CoupletSweep *
sweep_with_goal (const Settings *settings, GError **error)
{
  g_auto (CoupletRational) at_most;
  couplet_rational_init (&at_most);
  g_autofree char *wrong = settings->solve == NULL ? g_strdup ("--at-most goes with --solve NAME")
                           : settings->at_most == NULL    ? g_strdup ("--solve needs --at-most D")
                           : settings->solve[1] != NULL   ? g_strdup ("--solve is given twice")
                           : settings->at_most[1] != NULL ? g_strdup ("--at-most is given twice")
                           : **settings->solve == '\0'
                               ? g_strdup ("--solve: expected the name of a parameter")
                               : check_positive ("at-most", *settings->at_most, &at_most);
  if (wrong == NULL) /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): then there is a name */
    return couplet_sweep_new_with_goal ((const char *const *)settings->parameters, *settings->solve,
                                        &at_most, error);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE, "%s", wrong);
  return NULL;
}

CoupletSweep *
settings_sweep (const Settings *settings, GError **error)
{
  if (settings->solve != NULL || settings->at_most != NULL)
    return sweep_with_goal (settings, error);
  g_autoptr (CoupletSweep) sweep =
      couplet_sweep_new ((const char *const *)settings->parameters, error);
  if (sweep == NULL || settings->sweeps)
    return g_steal_pointer (&sweep);
  guint n;
  const CoupletPoint *first = couplet_sweep_points (sweep, &n);
  if (first->n_swept == 0)
    return g_steal_pointer (&sweep);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE,
               "-D %s: expected one value; lists and ranges are for verify and compare",
               first->swept[0].name);
  return NULL;
}

int
report_unused_parameters (const CoupletRun *run, const GArray *parameters, const char *origin)
{
  const GError wrong = {COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION, NULL};
  int status = 0;
  for (guint i = 0; i < parameters->len; i++) {
    const CoupletParameter *parameter = &g_array_index (parameters, CoupletParameter, i);
    if (parameter->used)
      continue;
    g_autofree char *hint = couplet_run_choose_parameter (run, parameter->name);
    print_line (stderr, "couplet: %s%s-D %s: no file has a parameter of that name%s",
                origin != NULL ? origin : "", origin != NULL ? ": " : "", parameter->name, hint);
    status = origin != NULL ? couplet_error_status (&wrong) : STATUS_USAGE;
  }
  return status;
}
