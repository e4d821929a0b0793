/* SPDX-License-Identifier: Apache-2.0 */
#include "input.h"

#include "capabilities.h"
#include "context.h"
#include "expand.h"
#include "frontends.h"
#include "left_out.h"
#include "linear.h"
#include "origin.h"
#include "provenance.h"
#include "reading.h"
#include "wire.h"

#include <couplet/host/apart.h>
#include <couplet/host/input.h>

#include <string.h>

#define HEAD 4096
#define LARGEST_INPUT 8192 /* MiB */
#define RECOGNISE_SECONDS 2

/* How sure a front end is of a content. */
typedef struct {
  CoupletRegistry *registry;
  const CoupletPlugin *plugin;
  const CoupletSource *source;
} Recognition;

static int
ask (const CoupletPlugin *plugin, const CoupletSource *source)
{
  return plugin->frontend->recognise (source->data, MIN (source->length, HEAD));
}

/* In the process of a stranger. */
static void
ask_stranger (gpointer data, GByteArray *answer)
{
  const Recognition *recognition = data;
  const CoupletPlugin *plugin =
      couplet_registry_enter (recognition->registry, recognition->plugin, NULL);
  wire_put_number (answer, plugin != NULL ? (guint64)ask (plugin, recognition->source) : 0);
}

/* A stranger is asked in a process of its own; one that this ends recognises nothing, and is not
 * asked again. */
static int
score_of (CoupletRun *run, const CoupletPlugin *plugin, const CoupletSource *source,
          CoupletDiagnostics *diagnostics)
{
  Recognition recognition = {run->registry, plugin, source};
  g_autoptr (GError) error = NULL;
  gboolean installed;
  const char *file = couplet_registry_file (run->registry, plugin, &installed);
  if (installed)
    return ask (plugin, source);
  if (g_ptr_array_find (run->not_asked, plugin, NULL))
    return 0;
  g_autoptr (GByteArray) answer =
      couplet_call_apart (ask_stranger, &recognition,
                          (CoupletApartLimits){RECOGNISE_SECONDS, run->host.cancelled}, &error);
  if (answer != NULL) {
    Wire wire = wire_of_bytes (answer);
    return (int)wire_number (&wire);
  }
  g_ptr_array_add (run->not_asked, (gpointer)plugin);
  couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_WARNING, (CoupletPlace){0, 0},
                           "frontend '%s' of %s cannot tell whether it is a file of its format: %s",
                           plugin->name, file, error->message);
  return 0;
}

static const CoupletPlugin *
recognise (CoupletRun *run, const CoupletSource *source, CoupletDiagnostics *diagnostics)
{
  guint n;
  const CoupletRegistryEntry *entries = couplet_registry_list (run->registry, &n);
  const CoupletPlugin *best = NULL;
  int best_score = 0;
  for (guint i = 0; i < n; i++) {
    const CoupletPlugin *plugin = entries[i].plugin;
    if (plugin == NULL || plugin->kind != COUPLET_KIND_FRONTEND ||
        plugin->frontend->recognise == NULL)
      continue;
    int score = score_of (run, plugin, source, diagnostics);
    if (score > best_score) {
      best_score = score;
      best = plugin;
    }
  }
  return best;
}

/* What is wrong with the plugin that would read files ending in extension, by its file's
 * name; NULL = there is none that is broken. The caller frees it. */
static char *
find_broken_frontend (CoupletRun *run, const char *extension)
{
  guint n;
  const CoupletRegistryEntry *entries = couplet_registry_list (run->registry, &n);
  g_autofree char *name = g_strdup_printf ("frontend-%s.so", extension);
  for (guint i = 0; i < n; i++) {
    g_autofree char *base = g_path_get_basename (entries[i].file);
    if (entries[i].plugin == NULL && g_str_equal (base, name))
      return g_strdup_printf ("%s: %s", entries[i].file, entries[i].problem);
  }
  return NULL;
}

static Stage *
choose_frontend (CoupletRun *run, const CoupletSource *source, CoupletDiagnostics *diagnostics,
                 GError **error)
{
  if (!g_str_equal (run->configuration->frontend, "auto"))
    return need_frontend (run, run->configuration->frontend, error);
  g_autofree char *extension = frontend_ending (source->name);
  const CoupletPlugin *plugin = NULL;
  if (extension != NULL)
    plugin = couplet_registry_find_extension (run->registry, extension);
  if (plugin == NULL)
    plugin = recognise (run, source, diagnostics);
  if (plugin != NULL)
    return need_frontend (run, plugin->name, error);
  g_autofree char *broken = extension != NULL ? find_broken_frontend (run, extension) : NULL;
  if (source->length == 0) {
    g_set_error_literal (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "the file is empty");
    return NULL;
  }
  g_autofree char *left_out = left_out_of_kind (COUPLET_KIND_FRONTEND);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
               "its format is not recognised by name or content; name it with --from%s%s%s",
               left_out, broken != NULL ? "; broken: " : "", broken != NULL ? broken : "");
  return NULL;
}

static void
report (CoupletDiagnostics *diagnostics, const GError *error)
{
  couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_ERROR, (CoupletPlace){0, 0}, "%s",
                           error->message);
}

/* The front end for source; NULL with an error added. */
static Stage *
frontend_of (CoupletRun *run, const CoupletSource *source, CoupletDiagnostics *diagnostics)
{
  g_autoptr (GError) error = NULL;
  Stage *frontend = choose_frontend (run, source, diagnostics, &error);
  if (frontend == NULL)
    report (diagnostics, error);
  return frontend;
}

Stage *
input_open (CoupletRun *run, const char *file, CoupletSource *source,
            CoupletDiagnostics *diagnostics)
{
  g_autoptr (GError) error = NULL;
  if (!couplet_source_read (source, file, LARGEST_INPUT, run->host.cancelled, &error)) {
    report (diagnostics, error);
    return NULL;
  }
  Stage *frontend = frontend_of (run, source, diagnostics);
  if (frontend == NULL)
    g_free ((char *)source->data);
  return frontend;
}

CoupletAutomaton *
couplet_run_read (CoupletRun *run, const char *file, CoupletDiagnostics *diagnostics)
{
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  const CoupletOrigin *origin;
  CoupletItem item = {.file = file};
  CoupletSource source;
  readers_choose (run, &item);
  if (item.reading != NULL) {
    Stage *frontend = readers_open (run, &item, &source, diagnostics);
    CoupletAutomaton *automaton =
        frontend != NULL ? input_parse (run, frontend, &source, arena, &origin, diagnostics) : NULL;
    if (frontend != NULL)
      g_free ((char *)source.data);
    return automaton;
  }
  return input_read (run, file, arena, &origin, diagnostics);
}

CoupletAutomaton *
input_parse (CoupletRun *run, Stage *frontend, CoupletSource *source, CoupletArena *arena,
             const CoupletOrigin **origin, CoupletDiagnostics *diagnostics)
{
  g_autofree gboolean *before = forget_use (run->parameters);
  g_autofree char *sha256 = run->provenance != NULL ? readers_content_hash (run, source) : NULL;
  const CommandReader *reader = readers_opened (run); /* readers_mark_use() forgets it */
  context_consume (frontend->context, source);
  CoupletAutomaton *automaton = stage_read (frontend, source, run->parameters, diagnostics);
  context_consume (frontend->context, NULL);
  readers_place (run, automaton);
  readers_mark_use (run);
  g_autoptr (GArray) used = find_use (run->parameters, before);
  if (automaton != NULL && mpq_sgn (run->configuration->claim.value) != 0)
    mpq_set (automaton->claim.value, run->configuration->claim.value);
  if (automaton != NULL)
    linear_follow (automaton);
  *origin = sha256 != NULL
                ? make_origin (source->name, sha256, frontend, reader, used, run->provenance, arena)
                : NULL;
  if (*origin != NULL && automaton != NULL)
    automaton_set_origin (automaton, *origin);
  return automaton;
}

CoupletAutomaton *
input_read (CoupletRun *run, const char *file, CoupletArena *arena, const CoupletOrigin **origin,
            CoupletDiagnostics *diagnostics)
{
  CoupletSource source;
  *origin = NULL;
  Stage *frontend = input_open (run, file, &source, diagnostics);
  if (frontend == NULL)
    return NULL;
  CoupletAutomaton *automaton = input_parse (run, frontend, &source, arena, origin, diagnostics);
  g_free ((char *)source.data);
  return automaton;
}

static gboolean
fail_layout (CoupletDiagnostics *diagnostics, const char *format)
{
  couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_ERROR, (CoupletPlace){0, 0},
                           "files of the format '%s' cannot be laid out anew", format);
  return FALSE;
}

/* Like couplet_run_format(), of a source that has been read. */
static gboolean
lay_out (Stage *frontend, const CoupletSource *source, GString *text,
         CoupletDiagnostics *diagnostics)
{
  const CoupletPlugin *plugin = frontend->plugin;
  if (plugin->frontend->format == NULL)
    return fail_layout (diagnostics, plugin->name);
  return stage_lay_out (frontend, source, text, diagnostics);
}

gboolean
couplet_run_format (CoupletRun *run, const char *file, GString *text, gboolean *changed,
                    CoupletDiagnostics *diagnostics)
{
  CoupletSource source;
  gsize before = text->len;
  const char *reader = readers_name (run, file);
  if (reader != NULL)
    return fail_layout (diagnostics, reader);
  Stage *frontend = input_open (run, file, &source, diagnostics);
  if (frontend == NULL)
    return FALSE;
  gboolean good = lay_out (frontend, &source, text, diagnostics);
  *changed = text->len - before != source.length ||
             memcmp (text->str + before, source.data, source.length) != 0;
  g_free ((char *)source.data);
  return good;
}

/* Like couplet_run_restate(), of a source that has been read. */
static gboolean
restate (CoupletRun *run, Stage *frontend, const CoupletSource *source, GString *text,
         CoupletDiagnostics *diagnostics)
{
  if (frontend->plugin->restate == NULL) {
    couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_ERROR, (CoupletPlace){0, 0},
                             "files of the format '%s' are automata: they do not say with which "
                             "loops and branches; only programs can be written as '%s'",
                             frontend->plugin->name, COUPLET_PROGRAM_FORMAT);
    return FALSE;
  }
  g_autoptr (CoupletAutomaton) automaton =
      stage_read (frontend, source, run->parameters, diagnostics);
  if (automaton == NULL)
    return FALSE;
  /* what it warns of has been said */
  g_autoptr (CoupletDiagnostics) again = couplet_diagnostics_new (source->name);
  return stage_restate (frontend, source, run->parameters, text, again);
}

gboolean
couplet_run_restate (CoupletRun *run, const char *file, GString *text,
                     CoupletDiagnostics *diagnostics)
{
  CoupletSource source;
  if (readers_name (run, file) != NULL) {
    couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_ERROR, (CoupletPlace){0, 0},
                             "it is code, which is run, not rewritten; '--to json' writes what it "
                             "comes to");
    return FALSE;
  }
  Stage *frontend = input_open (run, file, &source, diagnostics);
  if (frontend == NULL)
    return FALSE;
  gboolean good = restate (run, frontend, &source, text, diagnostics);
  g_free ((char *)source.data);
  return good;
}

gboolean
couplet_run_is_code (CoupletRun *run, const char *file)
{
  return readers_name (run, file) != NULL;
}

CoupletAutomaton *
couplet_run_read_source (CoupletRun *run, const CoupletSource *source,
                         const CoupletPlugin **frontend, CoupletDiagnostics *diagnostics)
{
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  const CoupletOrigin *origin;
  Stage *stage = frontend_of (run, source, diagnostics);
  if (stage == NULL)
    return NULL;
  *frontend = stage->plugin;
  g_autofree char *text = g_memdup2 (source->data, source->length + 1);
  CoupletSource copy = {source->name, text, source->length};
  return input_parse (run, stage, &copy, arena, &origin, diagnostics);
}

gboolean
couplet_run_rewrite (CoupletRun *run, const CoupletSource *source, const CoupletChange *changes,
                     guint n, GString *text, CoupletDiagnostics *diagnostics)
{
  Stage *frontend = frontend_of (run, source, diagnostics);
  return frontend != NULL &&
         stage_rewrite (frontend, source, run->parameters, changes, n, text, diagnostics);
}

/* What a stranger's front end writes is written when it has come to its end. FALSE with error set
 * (PLUGIN, or INPUT where the format cannot say it). */
static gboolean
write_apart (CoupletRun *run, Stage *frontend, const CoupletAutomaton *automaton, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (NULL);
  gboolean is_refused;
  guint n;
  if (stage_write (frontend, automaton, text, &is_refused, diagnostics)) {
    run->host.write (run->host.data, text->str, text->len);
    return TRUE;
  }
  const CoupletDiagnostic *told = couplet_diagnostics_get (diagnostics, &n);
  g_set_error (error, COUPLET_ERROR, is_refused ? COUPLET_ERROR_INPUT : COUPLET_ERROR_PLUGIN, "%s",
               n > 0 ? told[n - 1].message : "it was not written");
  return FALSE;
}

gboolean
couplet_run_write (CoupletRun *run, const CoupletAutomaton *automaton, const char *format,
                   GError **error)
{
  Stage *frontend = need_frontend (run, format, error);
  if (frontend == NULL)
    return FALSE;
  if (frontend->plugin->frontend->write == NULL) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE, "the format '%s' can only be read",
                 format);
    return FALSE;
  }
  g_autofree char *obstacle = capabilities_obstacle (frontend->plugin, automaton);
  if (obstacle == NULL)
    return frontend->trusted ? stage_write_here (frontend, frontend->context, automaton, error)
                             : write_apart (run, frontend, automaton, error);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "it cannot be written: frontend %s",
               obstacle);
  return FALSE;
}
