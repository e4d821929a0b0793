/* SPDX-License-Identifier: Apache-2.0 */
#include "reading.h"

#include "apart.h"
#include "builder_wire.h"
#include "collected.h"
#include "context.h"
#include "stage_enter.h"
#include "transfer.h"

static void
report (CoupletDiagnostics *diagnostics, const Stage *frontend, const char *what)
{
  couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_ERROR, (CoupletPlace){0, 0},
                           "frontend '%s'%s%s %s", frontend->plugin->name,
                           frontend->trusted ? "" : " of ", frontend->trusted ? "" : frontend->file,
                           what);
}

/* FALSE with an error added when the plugin cannot be called in this process. */
static gboolean
enter (Stage *frontend, CoupletDiagnostics *diagnostics)
{
  g_autoptr (GError) error = NULL;
  if (!stage_enter (frontend, &error))
    couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_ERROR, (CoupletPlace){0, 0}, "%s",
                             error->message);
  return error == NULL;
}

/* FALSE with an error added when the front end gives up. */
static gboolean
collect (Stage *frontend, const CoupletSource *source, CoupletBuilder *builder,
         CoupletDiagnostics *diagnostics)
{
  if (!enter (frontend, diagnostics))
    return FALSE;
  gboolean good =
      frontend->plugin->frontend->read (frontend->context, source, builder, diagnostics);
  const char *misuse = context_misuse (frontend->context);
  if (misuse != NULL) {
    g_autofree char *what = g_strdup_printf ("failed: %s", misuse);
    report (diagnostics, frontend, what);
    return FALSE;
  }
  if (good)
    return TRUE;
  if (couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR) == 0)
    report (diagnostics, frontend, "cannot read it and gives no reason");
  return FALSE;
}

/* ---- The child: whether it could read on, parameters used, diagnostics, what it collected */

typedef enum { LAY_OUT, RESTATE, REWRITE, WRITE } Writing;

typedef struct {
  Stage *frontend;
  const CoupletSource *source; /* NULL = an automaton is written */
  GArray *parameters;
  Writing writing;
  const CoupletChange *changes; /* REWRITE */
  guint n_changes;
  const CoupletAutomaton *automaton; /* WRITE */
  gboolean is_refused;               /* WRITE: the format cannot say it */
} Task;

static void
collect_apart (gpointer data, int descriptor)
{
  Task *task = data;
  g_autoptr (GByteArray) out = g_byte_array_new ();
  CoupletDiagnostics *diagnostics = couplet_diagnostics_new (task->source->name);
  CoupletBuilder *builder = couplet_builder_new (diagnostics);
  gboolean good = collect (task->frontend, task->source, builder, diagnostics);
  g_autoptr (GByteArray) collected = g_byte_array_new ();
  if (good && !wire_put_builder (collected, builder)) {
    report (diagnostics, task->frontend, "finds more than its process can hand over");
    good = FALSE;
  }
  wire_put_number (out, good);
  wire_put_parameters (out, task->parameters);
  wire_put_diagnostics (out, diagnostics);
  write_all (descriptor, out->data, out->len);
  write_all (descriptor, collected->data, collected->len);
  /* nothing is freed: the process ends */
}

/* ---- The parent ---------------------------------------------------------------------- */

/* FALSE: what the child wrote is not what it should. *good: it could read on. */
static gboolean
take_collected (Wire *wire, GArray *parameters, CoupletBuilder *builder,
                CoupletDiagnostics *diagnostics, gboolean *good)
{
  *good = wire_number (wire) != 0;
  wire_take_parameters (wire, parameters);
  if (!wire_take_diagnostics (wire, diagnostics))
    return FALSE;
  if (*good)
    return wire_take_builder (wire, builder);
  return couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR) > 0;
}

/* Says why there is nothing from a child that was ended, or ended badly. */
static gboolean
fail_child (const Stage *frontend, const GError *error, CoupletDiagnostics *diagnostics)
{
  g_autofree char *what = NULL;
  if (error != NULL)
    what = g_strdup_printf ("failed: %s", error->message);
  else
    what = g_strdup_printf ("was %s", couplet_context_stop_reason (frontend->context));
  report (diagnostics, frontend, what);
  return FALSE;
}

/* Runs work in a child; *wire is what it wrote, which lies in end. FALSE with an error added. */
static gboolean
run_child (Task *task, ApartWork work, ApartEnd *end, Wire *wire, CoupletDiagnostics *diagnostics)
{
  Stage *frontend = task->frontend;
  g_autoptr (GError) error = NULL;
  couplet_context_start (frontend->context, frontend->limit_ms);
  if (!apart_run (frontend, work, task, end, &error))
    return fail_child (frontend, error, diagnostics);
  const GByteArray *data = end->said.bytes;
  if (!apart_is_whole (frontend, end, data->len > 0, &error) || apart_was_killed (end))
    return fail_child (frontend, error, diagnostics);
  *wire = (Wire){data->data, data->len, 0, FALSE};
  return TRUE;
}

static gboolean
fail_answer (const Stage *frontend, CoupletDiagnostics *diagnostics)
{
  report (diagnostics, frontend, "failed: its process gave no whole answer");
  return FALSE;
}

static gboolean
collect_in_child (Stage *frontend, const CoupletSource *source, GArray *parameters,
                  CoupletBuilder *builder, CoupletDiagnostics *diagnostics)
{
  Task task = {.frontend = frontend, .source = source, .parameters = parameters};
  g_auto (ApartEnd) end;
  Wire wire;
  gboolean good = FALSE;
  if (!run_child (&task, collect_apart, &end, &wire, diagnostics))
    return FALSE;
  return take_collected (&wire, parameters, builder, diagnostics, &good)
             ? good
             : fail_answer (frontend, diagnostics);
}

CoupletAutomaton *
stage_read (Stage *frontend, const CoupletSource *source, GArray *parameters,
            CoupletDiagnostics *diagnostics)
{
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  gboolean good = stage_is_apart (frontend)
                      ? collect_in_child (frontend, source, parameters, builder, diagnostics)
                      : collect (frontend, source, builder, diagnostics);
  return good ? couplet_builder_finish (builder) : NULL;
}

/* ---- Writing --------------------------------------------------------------------------- */

static void
append_text (gpointer text, const char *part, gsize length)
{
  g_string_append_len (text, part, (gssize)length);
}

gboolean
stage_write_here (Stage *frontend, CoupletContext *context, const CoupletAutomaton *automaton,
                  GError **error)
{
  g_autoptr (GError) reason = NULL;
  gboolean good = frontend->plugin->frontend->write (context, automaton, &reason);
  const char *misuse = context_misuse (context);
  if (good && reason == NULL && misuse == NULL)
    return TRUE;
  if (!good && reason != NULL && misuse == NULL) {
    g_propagate_error (error, g_steal_pointer (&reason));
    if (!frontend->trusted)
      g_prefix_error (error, "frontend '%s' of %s: ", frontend->plugin->name, frontend->file);
    return FALSE;
  }
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN, "frontend '%s' of %s failed: %s%s",
               frontend->plugin->name, frontend->file,
               misuse != NULL ? misuse
               : good         ? "an error is set although it went well: "
                              : "it cannot write it and gives no reason",
               misuse == NULL && good ? reason->message : "");
  return FALSE;
}

/* FALSE with an error added to diagnostics. */
static gboolean
write_automaton (Task *task, CoupletContext *context, CoupletDiagnostics *diagnostics)
{
  g_autoptr (GError) error = NULL;
  if (stage_write_here (task->frontend, context, task->automaton, &error))
    return TRUE;
  task->is_refused = g_error_matches (error, COUPLET_ERROR, COUPLET_ERROR_INPUT);
  couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_ERROR, (CoupletPlace){0, 0}, "%s",
                           error->message);
  return FALSE;
}

/* What the front end writes is collected in text. FALSE with an error added, but for REWRITE. */
static gboolean
write_text (Task *task, GString *text, CoupletDiagnostics *diagnostics)
{
  const CoupletHost host = {.data = text, .write = append_text};
  if (!enter (task->frontend, diagnostics))
    return FALSE;
  const CoupletPlugin *plugin = task->frontend->plugin;
  g_autoptr (CoupletContext) context =
      couplet_context_new (plugin, task->frontend->values, &host, task->frontend->name);
  couplet_context_set_parameters (context, task->parameters);
  if (task->writing == WRITE)
    return write_automaton (task, context, diagnostics);
  if (task->writing == REWRITE)
    return plugin->rewrite (context, task->source, task->changes, task->n_changes, diagnostics);
  gboolean lays_out = task->writing == LAY_OUT;
  if (lays_out ? plugin->frontend->format (context, task->source, diagnostics)
               : plugin->restate (context, task->source, diagnostics))
    return TRUE;
  if (couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR) == 0)
    report (diagnostics, task->frontend,
            lays_out ? "cannot lay it out and gives no reason"
                     : "cannot write it as a program and gives no reason");
  return FALSE;
}

static void
write_apart (gpointer data, int descriptor)
{
  Task *task = data;
  g_autoptr (GByteArray) out = g_byte_array_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  CoupletDiagnostics *diagnostics =
      couplet_diagnostics_new (task->source != NULL ? task->source->name : NULL);
  wire_put_number (out, write_text (task, text, diagnostics));
  wire_put_number (out, task->is_refused);
  wire_put_diagnostics (out, diagnostics);
  wire_put_bytes (out, text->str, text->len);
  write_all (descriptor, out->data, out->len);
}

static gboolean
write_in_child (Task *task, GString *text, CoupletDiagnostics *diagnostics)
{
  g_auto (ApartEnd) end;
  Wire wire;
  gsize length = 0;
  if (!run_child (task, write_apart, &end, &wire, diagnostics))
    return FALSE;
  gboolean good = wire_number (&wire) != 0;
  task->is_refused = wire_number (&wire) != 0;
  gboolean whole = wire_take_diagnostics (&wire, diagnostics);
  const guint8 *written = wire_bytes (&wire, &length);
  if (!whole || written == NULL || wire.broken)
    return fail_answer (task->frontend, diagnostics);
  append_text (text, (const char *)written, length);
  return good;
}

static gboolean
write_somewhere (Task *task, GString *text, CoupletDiagnostics *diagnostics)
{
  return stage_is_apart (task->frontend) ? write_in_child (task, text, diagnostics)
                                         : write_text (task, text, diagnostics);
}

gboolean
stage_lay_out (Stage *frontend, const CoupletSource *source, GString *text,
               CoupletDiagnostics *diagnostics)
{
  Task task = {.frontend = frontend, .source = source, .writing = LAY_OUT};
  return write_somewhere (&task, text, diagnostics);
}

gboolean
stage_restate (Stage *frontend, const CoupletSource *source, GArray *parameters, GString *text,
               CoupletDiagnostics *diagnostics)
{
  Task task = {frontend, source, parameters, .writing = RESTATE};
  return write_somewhere (&task, text, diagnostics);
}

gboolean
stage_rewrite (Stage *frontend, const CoupletSource *source, GArray *parameters,
               const CoupletChange *changes, guint n, GString *text,
               CoupletDiagnostics *diagnostics)
{
  Task task = {frontend, source, parameters, REWRITE, changes, n, NULL, FALSE};
  return write_somewhere (&task, text, diagnostics);
}

gboolean
stage_write (Stage *frontend, const CoupletAutomaton *automaton, GString *text,
             gboolean *is_refused, CoupletDiagnostics *diagnostics)
{
  Task task = {.frontend = frontend, .automaton = automaton, .writing = WRITE};
  gboolean good = write_somewhere (&task, text, diagnostics);
  *is_refused = task.is_refused;
  return good;
}
