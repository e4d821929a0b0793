/* SPDX-License-Identifier: Apache-2.0 */
#include "check_folder.h"

#include "check_evidence.h"
#include "reader.h"

#include <couplet/host/output_runs.h>

#include <string.h>

#define STATUS_INPUT 4
#define STATUS_NOT_ENDED 11
#define MODEL_FORMAT "json" /* of what code came to */

/* The input that is read at present, and what it was read with. */
typedef struct {
  const Settings *settings;
  const char *folder;
  const CoupletEvidenceIndex *index;
  gboolean is_open;
  Session session;               /* for these: */
  const CoupletIndexEntry *like; /* whose parameters these are, not owned */
  const char *from;              /* not owned */
  Settings reading;              /* of the session */
  char *item; /* the input and its parameters, as couplet_evidence_index_item() has them */
  CoupletAutomaton *automaton; /* NULL = it could not be read */
  CoupletOrigin code;          /* of automaton, where that is what code came to */
  int status;
} FolderCheck;

static void
close_session (FolderCheck *check)
{
  g_clear_pointer (&check->automaton, couplet_automaton_free);
  if (check->is_open)
    check->status = reader_finish (&check->session, check->status);
  session_clear (&check->session); /* also one that could not be opened */
  settings_clear (&check->reading);
  check->is_open = FALSE;
}

/* Whether the parameter of that name says what program is run, or how: that is not for evidence to
 * say. */
static gboolean
is_dangerous (const char *parameter)
{
  return g_str_equal (parameter, "python.interpreter") || g_str_equal (parameter, "python.sandbox");
}

/* Adds to settings what parameters entry has, `python.function=svt` as an option; a model has none.
 */
static void
add_parameters (Settings *settings, const CoupletIndexEntry *entry, char **overrides)
{
  g_autoptr (GStrvBuilder) definitions = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) options = g_strv_builder_new ();
  for (guint32 i = 0; i < entry->n_parameters && entry->model == NULL; i++) {
    const CoupletDefinition *one = &entry->parameters[i];
    g_autofree char *word = g_strconcat (one->name, "=", one->value, NULL);
    if (!is_dangerous (one->name))
      g_strv_builder_add (strchr (one->name, '.') != NULL ? options : definitions, word);
  }
  g_strv_builder_addv (options, (const char **)(overrides != NULL ? overrides : (char *[]){NULL}));
  settings->parameters = g_strv_builder_end (definitions);
  settings->overrides = g_strv_builder_end (options);
}

/* Gets ready for inputs that are read like that of entry. */
static gboolean
open_session (FolderCheck *check, const CoupletIndexEntry *entry, const char *from)
{
  g_autoptr (GError) error = NULL;
  const Settings *given = check->settings;
  close_session (check);
  check->reading = (Settings){.from = g_strdup (given->from != NULL ? given->from : from),
                              .configurations = g_strdupv (given->configurations),
                              .plugin_path = g_strdupv (given->plugin_path),
                              .verbose = given->verbose,
                              .quiet = given->quiet,
                              .evidence = TRUE};
  add_parameters (&check->reading, entry, given->overrides);
  check->like = entry;
  check->from = from;
  GOptionEntry *const none[] = {NULL}; /* given has what options take from configurations */
  check->is_open = settings_load (&check->reading, none, &error) &&
                   reader_init (&check->session, &check->reading, &error);
  if (!check->is_open)
    check->status = couplet_worse_status (check->status, command_fail (error));
  return check->is_open;
}

/* Where the input of entry is now: of code what it came to, in folder; else where it was, else
 * where its name leads from here. The caller frees it. */
static char *
find_input (const CoupletIndexEntry *entry, const char *folder)
{
  if (entry->model != NULL)
    return g_build_filename (folder, entry->model, NULL);
  g_autofree char *path = entry->uri != NULL ? g_filename_from_uri (entry->uri, NULL, NULL) : NULL;
  return path != NULL && g_file_test (path, G_FILE_TEST_EXISTS) ? g_steal_pointer (&path)
                                                                : g_strdup (entry->file);
}

/* Whether the model that was read is what the index says. Then the automaton is known as made from
 * the code, as the evidence is. */
static gboolean
take_model (FolderCheck *check, const CoupletIndexEntry *entry)
{
  if (entry->model_sha256 == NULL)
    return TRUE;
  if (!g_str_equal (check->automaton->origin->sha256, entry->model_sha256)) {
    print_line (stderr, "couplet: %s/%s: it is not what the index says", check->folder,
                entry->model);
    check->status = couplet_worse_status (check->status, STATUS_INPUT);
    g_clear_pointer (&check->automaton, couplet_automaton_free);
    return FALSE;
  }
  check->code = *check->automaton->origin;
  check->code.sha256 = entry->sha256;
  check->code.n_parameters = entry->n_parameters;
  check->code.parameters = entry->parameters;
  check->automaton->origin = &check->code;
  return TRUE;
}

static gboolean
has_parameters_of (const CoupletIndexEntry *a, const CoupletIndexEntry *b)
{
  gboolean alike = a->n_parameters == b->n_parameters;
  for (guint32 i = 0; alike && i < a->n_parameters; i++)
    alike = g_str_equal (a->parameters[i].name, b->parameters[i].name) &&
            g_str_equal (a->parameters[i].value, b->parameters[i].value);
  return alike;
}

static gboolean
read_input (FolderCheck *check, const CoupletIndexEntry *entry)
{
  const char *from =
      entry->model != NULL
          ? MODEL_FORMAT
          : couplet_index_run_format (couplet_evidence_index_run (check->index, entry->run));
  gboolean alike = check->is_open && g_strcmp0 (check->from, from) == 0 &&
                   has_parameters_of (check->like, entry);
  int status;
  g_clear_pointer (&check->automaton, couplet_automaton_free);
  if (entry->uri == NULL && entry->model == NULL) {
    print_line (stderr,
                "couplet: %s: %s: it is about standard input, which is not there any more: use "
                "'couplet check FILE %s/%s'",
                check->folder, entry->evidence, check->folder, entry->evidence);
    check->status = couplet_worse_status (check->status, STATUS_INPUT);
    return FALSE;
  }
  if (!alike && !open_session (check, entry, from))
    return FALSE;
  g_autofree char *input = find_input (entry, check->folder);
  check->automaton = reader_read (&check->session, input, &status);
  check->status = couplet_worse_status (check->status, status);
  return check->automaton != NULL && (entry->model == NULL || take_model (check, entry));
}

/* Evidence about some of the runs of an automaton. */
typedef struct {
  const char *path;
  const CoupletIndexEntry *entry;
  int status;
} PartCheck;

static void
check_part (const CoupletAutomaton *runs, gpointer data)
{
  PartCheck *part = data;
  part->status = check_evidence_file (runs, part->path, part->entry);
}

/* The status that the evidence of entry, in the file path, calls for. */
static int
check_against (const CoupletAutomaton *automaton, const char *path, const CoupletIndexEntry *entry)
{
  PartCheck part = {path, entry, 0};
  if (entry->output == NULL)
    return check_evidence_file (automaton, path, entry);
  gint64 count = g_str_equal (entry->count, "null") ? -1 : g_ascii_strtoll (entry->count, NULL, 10);
  if (couplet_find_output_runs (automaton, entry->model != NULL, entry->row, entry->output, count,
                                check_part, &part))
    return part.status;
  print_line (stderr, "couplet: %s: there are no such outputs as the index says: '%s'", path,
              entry->output);
  return STATUS_INPUT;
}

/* Whether the evidence of entry is accepted. */
static gboolean
check_entry (FolderCheck *check, const CoupletIndexEntry *entry)
{
  char *item = couplet_evidence_index_item (entry);
  gboolean again = g_strcmp0 (item, check->item) == 0;
  g_free (check->item);
  check->item = item;
  if (again ? check->automaton == NULL : !read_input (check, entry))
    return FALSE;
  g_autofree char *path = g_build_filename (check->folder, entry->evidence, NULL);
  int status = check_against (check->automaton, path, entry);
  check->status = couplet_worse_status (check->status, status);
  return status == 0;
}

/* Runs that did not end may have left evidence that the index does not name. */
static void
report_runs (FolderCheck *check)
{
  for (guint i = 0; i < check->index->runs->len; i++) {
    const CoupletIndexRun *run = couplet_evidence_index_run (check->index, i);
    if (run->complete)
      continue;
    print_line (stderr, "couplet: %s: the run of %s did not end: evidence is missing or not listed",
                check->folder, run->provenance != NULL ? run->provenance->date : "an unknown date");
    check->status = couplet_worse_status (check->status, STATUS_NOT_ENDED);
  }
}

int
check_folder (const Settings *settings, const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletEvidenceIndex) index = couplet_evidence_index_read (folder, &error);
  if (index == NULL)
    return command_fail (error);
  FolderCheck check = {.settings = settings, .folder = folder, .index = index};
  guint n = index->entries->len, done = 0, accepted = 0;
  for (; done < n && !(check.is_open && terminal_is_cancelled (&check.session.terminal)); done++)
    accepted += check_entry (&check, couplet_evidence_index_entry (index, done));
  if (check.is_open)
    check.status = couplet_worse_status (
        check.status, terminal_status_of_rest (&check.session.terminal, done, n));
  print_line (stdout, "%s: %u of %u accepted", folder, accepted, n);
  report_runs (&check);
  close_session (&check);
  g_free (check.item);
  return check.status;
}
