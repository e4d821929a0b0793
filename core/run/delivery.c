/* SPDX-License-Identifier: Apache-2.0 */
#include "delivery.h"

#include "item.h"
#include "transfer.h"

gboolean
delivery_needs_automaton (const CoupletRun *run)
{
  return run->host.wants_evidence ||
         (run->report->plugin->capabilities.flags & COUPLET_WANTS_AUTOMATON) != 0;
}

/* ---- Putting --------------------------------------------------------------------------- */

static void
put_log (GByteArray *out, const GPtrArray *log)
{
  wire_put_number (out, log != NULL ? log->len : 0);
  for (guint i = 0; log != NULL && i < log->len; i++)
    wire_put_text (out, g_ptr_array_index (log, i));
}

void
delivery_put (GByteArray *out, const CoupletRun *run, guint index, int least_status,
              const CoupletFileResult *result, const GPtrArray *log)
{
  gsize start = message_begin (out);
  const CoupletAutomaton *automaton = result->automaton;
  wire_put_number (out, index);
  wire_put_double (out, result->seconds);
  wire_put_number (out, (guint64)least_status);
  wire_put_number (out, automaton != NULL ? automaton->n_states : 0);
  wire_put_number (out, automaton != NULL ? automaton->n_transitions : 0);
  wire_put_text (out, result->solution != NULL ? result->solution->at : NULL);
  wire_put_parameters (out, run->parameters);
  put_log (out, log);
  wire_put_result (out, result, delivery_needs_automaton (run));
  message_end (out, start);
}

/* The result of an item about which there is nothing but an error. */
static CoupletFileResult
error_result (const CoupletItem *item, const CoupletDiagnostic *diagnostic)
{
  CoupletFileResult result = {.verdict = COUPLET_VERDICT_ERROR,
                              .n_diagnostics = 1,
                              .diagnostics = diagnostic,
                              .n_errors = 1};
  result_set_item (&result, item);
  return result;
}

void
delivery_put_lost (GByteArray *out, const CoupletRun *run, guint index, const CoupletItem *item,
                   const char *reason)
{
  g_autofree char *text = g_strdup_printf ("it could not be verified: the process %s", reason);
  CoupletDiagnostic diagnostic = {COUPLET_SEVERITY_ERROR, item->file, {0, 0}, text};
  CoupletFileResult result = error_result (item, &diagnostic);
  delivery_put (out, run, index, 6, &result, NULL);
}

/* ---- Taking ------------------------------------------------------------------------------ */

DeliveryHead
delivery_peek (Wire content)
{
  DeliveryHead head = {.item = (guint)wire_number (&content)};
  head.seconds = wire_double (&content);
  return head;
}

static void
log_lines (const CoupletHost *host, Wire *content)
{
  for (guint64 n = wire_number (content); n > 0 && !content->broken; n--) {
    const char *line = wire_text (content);
    if (line != NULL && host->log != NULL)
      host->log (host->data, line);
  }
}

/* The item once more, with what was found for its goal; NULL also when its file is not what it
 * was. */
static CoupletAutomaton *
read_again (CoupletRun *run, const CoupletItem *item, const char *found, guint64 n_states,
            guint64 n_transitions)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (item->file);
  run_set_parameters (run, item, found);
  g_autoptr (CoupletAutomaton) automaton = couplet_run_read (run, item->file, diagnostics);
  if (automaton == NULL || automaton->n_states != n_states ||
      automaton->n_transitions != n_transitions)
    return NULL;
  return g_steal_pointer (&automaton);
}

int
delivery_report (CoupletRun *run, Wire content, const CoupletItem *item,
                 CoupletResultFunction function, gpointer data)
{
  g_auto (ReceivedResult) received;
  received_init (&received);
  wire_number (&content);
  wire_double (&content);
  int least_status = (int)wire_number (&content);
  guint64 n_states = wire_number (&content), n_transitions = wire_number (&content);
  const char *found = wire_text (&content);
  wire_take_parameters (&content, run->parameters);
  log_lines (&run->host, &content);
  gboolean needed = n_states > 0 && delivery_needs_automaton (run);
  g_autoptr (CoupletAutomaton) automaton =
      needed ? read_again (run, item, found, n_states, n_transitions) : NULL;
  CoupletDiagnostic changed = {
      COUPLET_SEVERITY_ERROR, item->file, {0, 0}, "it changed while it was read"};
  const CoupletFileResult failure = error_result (item, &changed);
  gboolean whole =
      wire_take_result (&content, item->file, automaton, run->host.provenance, &received) &&
      (!needed || automaton != NULL);
  result_set_item (&received.result, item);
  result_set_swept (&received.result, item, received.arena);
  const CoupletFileResult *result = whole ? &received.result : &failure;
  return couplet_worse_status (deliver_result (run, result, function, data), least_status);
}
