/* SPDX-License-Identifier: Apache-2.0 */
/* The host's side: finding plugins, reading configurations, running pipelines,
 * and making the contexts and outcomes that plugins are given. For programs
 * that run Couplet (the `couplet` command is one) and for tests of plugins; a
 * plugin needs none of it.
 */
#ifndef COUPLET_HOST_H
#define COUPLET_HOST_H

#include <couplet/plugin.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* `0.1.0` */
const char *couplet_version (void);

/* ---- Contexts and outcomes -------------------------------------------------- */

/* What the program around a run provides; every member may be 0. */
typedef struct {
  gpointer data;                                                 /* passed to the functions */
  void (*write) (gpointer data, const char *text, gsize length); /* the report */
  void (*log) (gpointer data, const char *text);                 /* one line, without newline */
  /* how far the work called what is, as couplet_context_progress(); 0 of 0 = it goes on */
  void (*progress) (gpointer data, const char *what, guint64 done, guint64 total);
  const volatile int *cancelled; /* points to something not 0: the user cancelled */
  gboolean wants_colour;         /* of reports */
  guint columns;                 /* of the terminal reports go to, 0 = none */
  gboolean wants_evidence;
  gsize evidence_limit; /* what couplet_context_evidence_limit() gives */
  gsize self_check;     /* evidence that takes less effort than this is checked
                           (couplet_evidence_effort()); 0 = none */
  /* No plugin is believed without evidence; otherwise only those that are not installed. */
  gboolean requires_evidence;
  /* Asked whenever the clock is looked at: TRUE = the user cancelled. */
  gboolean (*should_cancel) (gpointer data);
} CoupletHost;

/* A parameter given with -D. used: a frontend knows it. */
typedef struct {
  const char *name;
  const char *value;
  gboolean used;
} CoupletParameter;

/* A context for plugin. values: options that differ from their defaults, name
 * to value (strings), not checked here, may be NULL. what: names the work for
 * progress. All arguments must outlive the context, which the caller frees. */
CoupletContext *couplet_context_new (const CoupletPlugin *plugin, GHashTable *values,
                                     const CoupletHost *host, const char *what);
void couplet_context_free (CoupletContext *context);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletContext, couplet_context_free)

/* Starts the clock: couplet_context_should_stop() from now + milliseconds on;
 * 0 = no limit. */
void couplet_context_start (CoupletContext *context, gint64 milliseconds);

/* What couplet_context_input() gives; not copied, NULL = not known. */
void couplet_context_set_input (CoupletContext *context, const char *file);

/* Says that the plugin runs in a process of its own, which ends with its work: see
 * couplet_context_is_apart(). The host hears of no progress from it. */
void couplet_context_set_apart (CoupletContext *context);

/* What couplet_outcome_save() of a plugin in context calls, with the data given here. */
typedef void (*CoupletSaveFunction) (gpointer data, CoupletOutcome *outcome);
void couplet_context_on_save (CoupletContext *context, CoupletSaveFunction save, gpointer data);

/* From now on not 0 in *cancelled, which must outlive the context, means that the user
 * cancelled, too. */
void couplet_context_heed (CoupletContext *context, const volatile int *cancelled);

/* The parameters a frontend may ask for (CoupletParameter; not owned). */
void couplet_context_set_parameters (CoupletContext *context, GArray *parameters);

/* An outcome for the stage called stage of plugin, nothing found yet. Both must
 * outlive it; the caller frees it. */
CoupletOutcome *couplet_outcome_new (const char *stage, const CoupletPlugin *plugin);
void couplet_outcome_free (CoupletOutcome *outcome);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletOutcome, couplet_outcome_free)

/* Forgets all but statistics. */
void couplet_outcome_clear (CoupletOutcome *outcome);

/* What the plugin found. */
CoupletFound couplet_outcome_found (const CoupletOutcome *outcome);

/* The stage as a report reads it, to be completed by the host; valid until the
 * outcome changes. */
CoupletStageResult *couplet_outcome_result (CoupletOutcome *outcome);

/* Frees the evidence that outcome has taken. */
void couplet_outcome_drop_evidence (CoupletOutcome *outcome);

/* ---- The registry ------------------------------------------------------------ */

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

/* Why plugin, a decider or optimizer, cannot take automaton, as its capabilities say; NULL = it
 * can. The caller frees it. */
char *couplet_plugin_obstacle (const CoupletPlugin *plugin, const CoupletAutomaton *automaton);

/* The shared object that plugin, of registry, was loaded from. Sets *installed to whether it
 * lies in the folder of the installed plugins. Owned by the registry. */
const char *couplet_registry_file (CoupletRegistry *registry, const CoupletPlugin *plugin,
                                   gboolean *installed);

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

/* ---- Configurations ------------------------------------------------------------ */

/* What to run: a frontend or `auto`, stages, a report. Not yet looked up in a
 * registry. */
typedef struct CoupletConfiguration CoupletConfiguration;

/* The configuration without a file: deciders graph, optimizers frontier and
 * segment, report table. The caller frees it. */
CoupletConfiguration *couplet_configuration_new (void);
void couplet_configuration_free (CoupletConfiguration *configuration);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletConfiguration, couplet_configuration_free)

/* Replaces the defaults by the file's settings. False with error set
 * (COUPLET_ERROR_CONFIGURATION; the message begins with file:line). */
gboolean couplet_configuration_load (CoupletConfiguration *configuration, const char *file,
                                     GError **error);

/* Replaces the stages of kind DECIDER or OPTIMIZER by a comma-separated list, which may
 * be empty. False with error set (CONFIGURATION) when one stands twice. */
gboolean couplet_configuration_set_stages (CoupletConfiguration *configuration,
                                           CoupletPluginKind kind, const char *list,
                                           GError **error);

/* Every decider and optimizer of registry, each method of those that have several as a
 * stage of its own. One that is broken becomes a stage that fails and says why. */
void couplet_configuration_set_all_stages (CoupletConfiguration *configuration,
                                           CoupletRegistry *registry);

/* The report, and the frontend for every file (`auto` = by name, else by content); both
 * names are copied and looked up by couplet_run_new(). */
void couplet_configuration_set_report (CoupletConfiguration *configuration, const char *report);
void couplet_configuration_set_frontend (CoupletConfiguration *configuration, const char *frontend);

/* The folder for the problems that solvers are given: the option `dump-dir` of
 * every stage that has it and does not set it. */
void couplet_configuration_set_dump (CoupletConfiguration *configuration, const char *folder);

/* An override `stage.key=value`, as given with -o. Frontends and reports are
 * stages too; `*` stands for every decider and optimizer, whose own settings go before.
 * False with error set (USAGE) when setting has another form. */
gboolean couplet_configuration_override (CoupletConfiguration *configuration, const char *setting,
                                         GError **error);

/* The options that every decider and optimizer has besides its own; *n receives
 * their number. */
const CoupletOption *couplet_host_options (guint *n);

/* ---- Runs ------------------------------------------------------------------------ */

/* A pipeline, made from a configuration, that files are put through. */
typedef struct CoupletRun CoupletRun;

/* Looks everything up and checks all options. parameters: from -D, an array of
 * CoupletParameter, may be NULL. NULL with error set (CONFIGURATION, PLUGIN).
 * All arguments must outlive the run, which the caller frees. */
CoupletRun *couplet_run_new (const CoupletConfiguration *configuration, CoupletRegistry *registry,
                             const CoupletHost *host, GArray *parameters, GError **error);
void couplet_run_free (CoupletRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletRun, couplet_run_free)

/* Begins and ends the report. compare: methods side by side. */
void couplet_run_begin (CoupletRun *run, gboolean compare);
void couplet_run_end (CoupletRun *run);

/* Called with each file's result, valid during the call, before it is reported. */
typedef void (*CoupletResultFunction) (gpointer data, const CoupletFileResult *result);

/* Reads file (`-` = standard input), runs every stage, reports. Returns the
 * exit status the file alone calls for (0, 4, 6, 7, 10 or 11). */
int couplet_run_file (CoupletRun *run, const char *file, CoupletResultFunction function,
                      gpointer data);

/* The pipeline run on an automaton that no file holds, nothing reported; it must outlive
 * what is returned, which the caller frees. */
typedef struct CoupletExamination CoupletExamination;
CoupletExamination *couplet_run_automaton (CoupletRun *run, const CoupletAutomaton *automaton);
void couplet_examination_free (CoupletExamination *examination);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletExamination, couplet_examination_free)

/* What came of it; owned by examination. The automaton's name stands for the file's. */
const CoupletFileResult *couplet_examination_result (const CoupletExamination *examination);

/* Like couplet_run_file() for each of n files in order, on jobs processes (0 or 1 =
 * this one), until the user cancels. A file on which a process ends is run once more; a
 * stage on which it ends again, or which does not heed its time limit, counts as failed.
 * Call it while this process has one thread. Returns the worst exit status. */
int couplet_run_files (CoupletRun *run, const char *const *files, guint n, guint jobs,
                       CoupletResultFunction function, gpointer data);

/* Reads file (`-` = standard input) whole into *source, whose data the caller
 * frees with g_free(); source->name is file. False with error set (INPUT), also when
 * it has more than `most` MiB, however it is stored, and when a signal came and
 * *cancelled is not 0 (cancelled may be NULL). */
gboolean couplet_source_read (CoupletSource *source, const char *file, guint most,
                              const volatile int *cancelled, GError **error);

/* Reads file into an automaton, which the caller frees; NULL when diagnostics
 * has errors. */
CoupletAutomaton *couplet_run_read (CoupletRun *run, const char *file,
                                    CoupletDiagnostics *diagnostics);

/* Writes automaton in the format of the frontend called format. False with error
 * set (USAGE: no such format or it cannot be written; INPUT: it cannot say this). */
gboolean couplet_run_write (CoupletRun *run, const CoupletAutomaton *automaton, const char *format,
                            GError **error);

/* Lays file (`-` = standard input) out anew in its own format: appends that to
 * text and sets *changed when it differs from what the file has. False, with an
 * error added to diagnostics, when it cannot be parsed or its format has no
 * layout of its own. */
gboolean couplet_run_format (CoupletRun *run, const char *file, GString *text, gboolean *changed,
                             CoupletDiagnostics *diagnostics);

/* The worse of two exit statuses, by the order 7 6 5 4 3 2 10 11 0. */
int couplet_worse_status (int a, int b);

/* The exit status that stands for an error of domain COUPLET_ERROR. */
int couplet_error_status (const GError *error);

#pragma GCC visibility pop
G_END_DECLS

#endif
