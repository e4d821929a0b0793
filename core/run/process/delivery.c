/* SPDX-License-Identifier: Apache-2.0 */
#include "delivery.h"

#include "pipeline.h"
#include "item.h"
#include "origin.h"
#include "read_result.h"
#include "transfer.h"
#include "run_provenance.h"
#include "run_store.h"
#include "sorting.h"
#include "status.h"

#include <couplet/host/result_json.h>

/* ---- Putting --------------------------------------------------------------------------- */

static void
put_log (GByteArray *out, const GPtrArray *log)
{
  wire_put_number (out, log != NULL ? log->len : 0);
  for (guint i = 0; log != NULL && i < log->len; i++)
    wire_put_text (out, g_ptr_array_index (log, i));
}

/* How large a model is: its states and transitions, or its nodes and lists. */
typedef struct {
  guint64 n, m;
} ModelSize;

static ModelSize
size_of_model (const CoupletAutomaton *automaton, const CoupletLinear *linear)
{
  ModelSize size = {0, 0};
  if (linear != NULL) {
    size.m = linear->n_lists;
    for (guint32 i = 0; i < linear->n_lists; i++)
      size.n += linear->lists[i].n_nodes;
  } else if (automaton != NULL) {
    size = (ModelSize){automaton->n_states, automaton->n_transitions};
  }
  return size;
}

void
delivery_put (GByteArray *out, const CoupletRun *run, guint index, int least_status,
              const CoupletResult *result, const Keeping *keeping, const GPtrArray *log)
{
  gsize start = message_begin (out);
  ModelSize size = size_of_model (result->automaton, result->linear);
  wire_put_number (out, index);
  wire_put_double (out, result->seconds);
  wire_put_number (out, (guint64)least_status);
  wire_put_number (out, (guint64)keeping->taken);
  wire_put_text (out, keeping->key);
  wire_put_number (out, size.n);
  wire_put_number (out, size.m);
  wire_put_text (out, result->solution != NULL ? result->solution->at : NULL);
  wire_put_parameters (out, run->parameters);
  put_log (out, log);
  g_autofree char *line = couplet_result_to_json (result, run_needs_automaton (run));
  wire_put_text (out, line);
  message_end (out, start);
}

/* The result of an item about which there is nothing but an error. */
static CoupletResult
error_result (const CoupletItem *item, const CoupletDiagnostic *diagnostic)
{
  CoupletResult result = {.verdict = COUPLET_VERDICT_ERROR,
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
  CoupletResult result = error_result (item, &diagnostic);
  delivery_put (out, run, index, 6, &result, &(Keeping){0}, NULL);
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
read_again (CoupletRun *run, const CoupletItem *item, const char *found, ModelSize size)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (item->file);
  run_set_parameters (run, item, found);
  g_autoptr (CoupletAutomaton) automaton = couplet_run_read (run, item->file, diagnostics);
  if (automaton == NULL)
    return NULL;
  ModelSize now = size_of_model (automaton, automaton->linear);
  if (now.n != size.n || now.m != size.m)
    return NULL;
  return g_steal_pointer (&automaton);
}

/* What a delivery holds; it points into the content. */
typedef struct {
  int least_status;
  Keeping keeping;
  CoupletAutomaton *automaton;
  CoupletDiagnostic changed;
  CoupletResult failure;
  ReadResult received;
  const CoupletResult *result; /* what was received, or the failure */
} Delivery;

static void
delivery_clear (Delivery *delivery)
{
  read_result_clear (&delivery->received);
  couplet_automaton_free (delivery->automaton);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Delivery, delivery_clear)

static Keeping
take_keeping (Wire *content)
{
  Keeping keeping = {.taken = wire_number (content) != 0};
  const char *key = wire_text (content);
  if (key != NULL)
    g_strlcpy (keeping.key, key, sizeof keeping.key);
  return keeping;
}

/* host: what lines are logged by. */
static void
take_delivery (CoupletRun *run, Wire content, const CoupletItem *item, const CoupletHost *host,
               Delivery *delivery)
{
  *delivery = (Delivery){0};
  wire_number (&content);
  wire_double (&content);
  delivery->least_status = (int)wire_number (&content);
  delivery->keeping = take_keeping (&content);
  ModelSize size = {.n = wire_number (&content)};
  size.m = wire_number (&content);
  const char *found = wire_text (&content);
  wire_take_parameters (&content, run->parameters);
  log_lines (host, &content);
  gboolean needed = size.n > 0 && run_needs_automaton (run);
  if (needed)
    delivery->automaton = read_again (run, item, found, size);
  delivery->changed = (CoupletDiagnostic){
      COUPLET_SEVERITY_ERROR, item->file, {0, 0}, "it changed while it was read"};
  delivery->failure = error_result (item, &delivery->changed);
  const char *line = wire_text (&content);
  gboolean whole = line != NULL &&
                   read_result (&delivery->received, item->file, 1, line, strlen (line),
                                delivery->automaton, NULL) &&
                   (!needed || delivery->automaton != NULL);
  result_set_item (&delivery->received.result, item);
  result_set_swept (&delivery->received.result, item, delivery->received.arena);
  delivery->result = whole ? &delivery->received.result : &delivery->failure;
}

/* ---- What a store has --------------------------------------------------------------------- */

/* Marks the parameters that the answer's file asked for. */
static void
mark_used (GArray *parameters, const CoupletOrigin *origin)
{
  for (guint i = 0; parameters != NULL && origin != NULL && i < parameters->len; i++) {
    CoupletParameter *parameter = &g_array_index (parameters, CoupletParameter, i);
    for (guint32 j = 0; j < origin->n_parameters; j++)
      parameter->used |= g_str_equal (origin->parameters[j].name, parameter->name);
  }
}

/* Reads the answer that keeping takes for item. FALSE with error set. */
static gboolean
read_taken (CoupletRun *run, const CoupletItem *item, const Keeping *keeping,
            CoupletAutomaton **automaton, ReadResult *read, GError **error)
{
  g_autofree char *line = run_store_take (run, item, keeping, error);
  if (line == NULL)
    return FALSE;
  if (run_needs_automaton (run)) {
    g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (item->file);
    run_set_parameters (run, item, NULL);
    *automaton = couplet_run_read (run, item->file, diagnostics);
  }
  if (!read_result (read, run_store_name (run), item->part.item, line, strlen (line), *automaton,
                    error))
    return FALSE;
  const CoupletOrigin *origin = read->result.origin;
  if (origin != NULL && origin->provenance != NULL) /* another run may have made it */
    run_setup_share ((CoupletProvenance *)origin->provenance, run->host.provenance);
  gboolean same = *automaton == NULL || (origin != NULL && (*automaton)->origin != NULL &&
                                         origin_equal ((*automaton)->origin, origin));
  if (!same || (*automaton == NULL && run_needs_automaton (run)))
    g_set_error_literal (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "it changed while it was read");
  return same;
}

/* Reports result, or lets it wait until all are there. */
static int
report_or_keep (CoupletRun *run, const CoupletItem *item, const CoupletResult *result,
                CoupletResultFunction function, gpointer data)
{
  if (run->sorting == NULL)
    return deliver_result (run, result, function, data);
  g_autoptr (GByteArray) delivery = g_byte_array_new ();
  delivery_put (delivery, run, 0, 0, result, &(Keeping){0}, NULL);
  sorting_add (run->sorting, item, result, delivery);
  return status_of_result (result);
}

static int
deliver_taken (CoupletRun *run, const CoupletItem *item, const Keeping *keeping,
               CoupletResultFunction function, gpointer data)
{
  g_autoptr (CoupletAutomaton) automaton = NULL;
  g_auto (ReadResult) read = {0};
  g_autoptr (GError) error = NULL;
  CoupletDiagnostic wrong = {COUPLET_SEVERITY_ERROR, item->file, {0, 0}, NULL};
  if (!read_taken (run, item, keeping, &automaton, &read, &error)) {
    wrong.message = error->message;
    read.result = error_result (item, &wrong);
  }
  mark_used (run->parameters, read.result.origin);
  result_set_item (&read.result, item);
  if (run->host.log != NULL) {
    g_autofree char *line = g_strdup_printf ("%s: taken from %s", item->file, run_store_name (run));
    run->host.log (run->host.data, line);
  }
  return report_or_keep (run, item, &read.result, function, data);
}

/* ---- Reporting --------------------------------------------------------------------------- */

int
deliver_examination (CoupletRun *run, const CoupletItem *item, const Examination *examination,
                     CoupletResultFunction function, gpointer data)
{
  if (examination->keeping.taken)
    return deliver_taken (run, item, &examination->keeping, function, data);
  run_store_keep (run, item, &examination->result, &examination->keeping);
  return report_or_keep (run, item, &examination->result, function, data);
}

void
delivery_keep (CoupletRun *run, Wire content, const CoupletItem *item)
{
  static const CoupletHost silent = {0};
  if (run->store == NULL)
    return;
  g_auto (Delivery) delivery;
  take_delivery (run, content, item, &silent, &delivery);
  if (!delivery.keeping.taken)
    run_store_keep (run, item, delivery.result, &delivery.keeping);
}

int
delivery_report (CoupletRun *run, Wire content, const CoupletItem *item,
                 CoupletResultFunction function, gpointer data)
{
  g_auto (Delivery) delivery;
  take_delivery (run, content, item, &run->host, &delivery);
  if (delivery.keeping.taken)
    return deliver_taken (run, item, &delivery.keeping, function, data);
  return couplet_worse_status (report_or_keep (run, item, delivery.result, function, data),
                               delivery.least_status);
}
