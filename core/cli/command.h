/* SPDX-License-Identifier: Apache-2.0 */
/* What the subcommands share: the options about plugins and pipelines. */
#ifndef COUPLET_CLI_COMMAND_H
#define COUPLET_CLI_COMMAND_H

#include "terminal.h"

#include <couplet/host.h>

#define STATUS_USAGE 2

/* A subcommand: its words in help, and what runs it with the words after it
 * (arguments[0] is its name). Returns the exit status. */
typedef struct {
  const char *name;
  const char *usage;   /* `[OPTION...] FILE...` */
  const char *summary; /* one line */
  int (*run) (int n_arguments, char **arguments);
} Command;

extern const Command CHECK_COMMAND, VERIFY_COMMAND, COMPARE_COMMAND, EXPLAIN_COMMAND,
    REFUTE_COMMAND, REPAIR_COMMAND, DELTA_COMMAND, MERGE_COMMAND, CONVERT_COMMAND, FMT_COMMAND,
    LSP_COMMAND, PLUGINS_COMMAND, DESCRIBE_COMMAND;

/* Options that every command about files takes. */
typedef struct {
  char **configurations;          /* -c, from left to right */
  CoupletConfiguration *pipeline; /* of these; NULL = there are none */
  GHashTable *origins;            /* option that pipeline says to its `file:line`; NULL likewise */
  char **inputs;                  /* that pipeline says; NULL = none */
  char *deciders, *optimizers, *report, *from, *dump, *jobs, *shard, *store, *repeat, *sort, *loose;
  char *claim;
  char *answers, *sensitivity; /* of code */
  char **overrides;            /* -o */
  char **parameters;           /* -D */
  gboolean sweeps;             /* which may give several values */
  char **lists;                /* --files-from */
  char **solve, **at_most;     /* --solve, --at-most, of which there may be one each */
  char **plugin_path;
  gboolean verbose, quiet;
  gboolean evidence, require_evidence, exit_zero, strict, commented;
  gboolean by_output;
  gboolean code; /* that in folders is wanted without a comment */
  char *evidence_folder;
  char *output;     /* of the report; NULL, `-` = standard output */
  char *self_check; /* `true`, `false`, or what else was given */
} Settings;

void settings_clear (Settings *settings);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Settings, settings_clear)

/* The option groups, of which those about plugins have --config, for
 * g_option_context_add_main_entries(); freed by the caller. */
GOptionEntry *settings_plugin_entries (Settings *settings);
GOptionEntry *settings_option_entries (Settings *settings);
GOptionEntry *settings_read_entries (Settings *settings);
GOptionEntry *settings_run_entries (Settings *settings);
GOptionEntry *settings_compare_entries (Settings *settings);

/* The option --claim, in the group of those about runs. */
#define CLAIM_ENTRY(settings)                                                                      \
  {                                                                                                \
    "claim", 0, 0, G_OPTION_ARG_FILENAME, &(settings)->claim,                                      \
        "Say whether it is D*epsilon-private (instead of what the file claims)", "D"               \
  }

/* The options --answers and --sensitivity, of commands that read code. */
#define ANSWERS_ENTRY(settings)                                                                    \
  {                                                                                                \
    "answers", 0, 0, G_OPTION_ARG_FILENAME, &(settings)->answers,                                  \
        "Judge code for lists of exactly N answers (-o python.answers, -o c.answers)", "N"         \
  }
#define SENSITIVITY_ENTRY(settings)                                                                \
  {                                                                                                \
    "sensitivity", 0, 0, G_OPTION_ARG_FILENAME, &(settings)->sensitivity,                          \
        "By how much an answer of code may differ (-o python.sensitivity, -o c.sensitivity)", "S"  \
  }

/* The option --report, of commands that print results. */
#define REPORT_ENTRY(settings)                                                                     \
  {                                                                                                \
    "report", 0, 0, G_OPTION_ARG_FILENAME, &(settings)->report,                                    \
        "How to print: table, json, csv, html, latex, sarif or another report plugin", "REPORT"    \
  }

/* The option --quiet. */
#define QUIET_ENTRY(settings)                                                                      \
  {                                                                                                \
    "quiet", 'q', 0, G_OPTION_ARG_NONE, &(settings)->quiet,                                        \
        "Print no warnings and no progress on standard error", NULL                                \
  }

/* The option --files-from, of commands about many files. */
#define FILES_FROM_ENTRY(settings)                                                                 \
  {                                                                                                \
    "files-from", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &(settings)->lists,                           \
        "Also take the files that LIST names, one a line ('-' = standard input)", "LIST"           \
  }

/* The option --exit-zero, of commands whose status tells a verdict. */
#define EXIT_ZERO_ENTRY(settings)                                                                  \
  {                                                                                                \
    "exit-zero", 0, 0, G_OPTION_ARG_NONE, &(settings)->exit_zero,                                  \
        "Exit with 0 whatever the verdicts; errors keep their statuses", NULL                      \
  }

/* The exit status of a run that calls for status: with --exit-zero, 0 in the place of those of
 * verdicts, unless the run was interrupted. */
int settings_status (const Settings *settings, const Terminal *terminal, int status);

/* Parses arguments by the lists of entries (each ends in an empty one; the
 * array ends in NULL), leaving the files in *files (freed by the caller). TRUE:
 * go on. FALSE: *status is set, help or the error has been printed. */
gboolean command_parse (const Command *command, int n_arguments, char **arguments,
                        GOptionEntry *const *entries, char ***files, int *status);

/* The same with the command's own entries, which end in an empty one, those about reading and those
 * about plugins; texts are in the user's locale, and files of --config are read. */
gboolean command_parse_own (const Command *command, Settings *settings, const GOptionEntry *own,
                            int n_arguments, char **arguments, char ***files, int *status);

/* Likewise of a command about one file, which is returned and freed by the caller; NULL: *status is
 * set. */
char *command_parse_file (const Command *command, Settings *settings, const GOptionEntry *own,
                          int n_arguments, char **arguments, int *status);

/* Reads the files of --config, and gives each option of entries that is in settings, and that the
 * command line leaves out, what they say; folders of plugins are added. FALSE with error set. */
gboolean settings_load (Settings *settings, GOptionEntry *const *entries, GError **error);

/* Makes error, if it is set, one of the configuration where that says option. FALSE. */
gboolean settings_blame (const Settings *settings, const char *option, GError **error);

/* command_parse() and settings_load(). */
gboolean settings_parse (const Command *command, Settings *settings, GOptionEntry *const *entries,
                         int n_arguments, char **arguments, char ***files, int *status);

/* Prints `couplet NAME: TEXT` and where help is; STATUS_USAGE. */
int command_misuse (const Command *command, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Prints error as `couplet: ...` and returns its exit status. */
int command_fail (const GError *error);

/* Reads the number given to option: what is wrong with it, NULL = nothing. The caller frees it. */
char *check_positive (const char *option, const char *text, CoupletRational *value);

/* What settings say, over configuration's defaults. FALSE with error set. */
gboolean settings_apply (const Settings *settings, CoupletConfiguration *configuration,
                         GError **error);

/* What -D gives; NULL with error set, also when there are several values and settings do not
 * sweep. */
CoupletSweep *settings_sweep (const Settings *settings, GError **error);

/* Prints each parameter that no frontend used, as said at origin (NULL = on the command line); the
 * exit status for that. */
int report_unused_parameters (const CoupletRun *run, const GArray *parameters, const char *origin);

#endif
