/* SPDX-License-Identifier: Apache-2.0 */
#include "desk.h"

#include "findings.h"
#include "rpc.h"

#include <string.h>

/* What reading or laying out a text may take. */
#define READING_MS 10000
/* The stages of a usual pipeline, and one more. */
#define STAGES 4

static void
request_free (gpointer data)
{
  Request *request = data;
  g_free (request->id);
  g_free (request);
}

void
desk_init (Desk *desk, const ServerOptions *options)
{
  *desk = (Desk){.options = options,
                 .documents = g_ptr_array_new_with_free_func ((GDestroyNotify)open_text_free),
                 .requests = g_ptr_array_new_with_free_func (request_free),
                 .reading = {.desk = desk},
                 .verifying = {.desk = desk}};
}

static void
end_task (Task *task)
{
  g_clear_pointer (&task->job, job_free);
  task->document = NULL;
  task->request = NULL;
}

void
desk_clear (Desk *desk)
{
  end_task (&desk->reading);
  end_task (&desk->verifying);
  g_ptr_array_unref (desk->requests);
  g_ptr_array_unref (desk->documents);
}

OpenText *
desk_find (const Desk *desk, const char *uri)
{
  for (guint i = 0; i < desk->documents->len; i++) {
    OpenText *document = g_ptr_array_index (desk->documents, i);
    if (g_str_equal (document->uri, uri))
      return document;
  }
  return NULL;
}

/* ---- Answers -------------------------------------------------------------------------- */

/* diagnostics: elements of a list of JSON. */
static void
publish (Desk *desk, const OpenText *document, const char *diagnostics)
{
  const CoupletJson json = {g_string_new (NULL), FALSE};
  couplet_json_open (&json, NULL, '{');
  couplet_json_string (&json, "uri", document->uri);
  couplet_json_open (&json, "diagnostics", '[');
  g_string_append (json.text, diagnostics);
  couplet_json_close (&json, ']');
  if (document->version != NULL)
    couplet_json_raw (&json, "version", document->version);
  couplet_json_close (&json, '}');
  desk->deaf |= !rpc_notify ("textDocument/publishDiagnostics", json.text->str);
  g_string_free (json.text, TRUE);
}

/* Whether offset lies in the mechanism's name (of a method, after that of its class), *span; where
 * it has none, in the first line. */
static gboolean
is_on_name (const OpenText *document, const char *name, gsize offset, Span *span)
{
  Text text = open_text_content (document);
  if (name == NULL) {
    *span = span_of_message (text, 0, 0);
    return offset <= span->end;
  }
  *span = span_of_word (text, offset);
  g_autofree char *word = g_strndup (text.bytes + span->begin, span->end - span->begin);
  if (g_str_equal (word, name))
    return TRUE;
  /* a name of several words */
  return span_of_first (text, name, span) && offset >= span->begin && offset <= span->end;
}

#define NOTHING "null" /* the answer that says so */

/* Takes the request's answer, JSON. */
static void
answer (Desk *desk, Request *request, const char *result)
{
  desk->deaf |= !rpc_reply (request->id, result);
  g_ptr_array_remove (desk->requests, request);
}

static void
answer_hover (Desk *desk, Request *request, const char *markdown, Span span)
{
  const CoupletJson json = {g_string_new (NULL), FALSE};
  couplet_json_open (&json, NULL, '{');
  couplet_json_open (&json, "contents", '{');
  couplet_json_string (&json, "kind", "markdown");
  couplet_json_string (&json, "value", markdown);
  couplet_json_close (&json, '}');
  put_range (&json, request->document, span);
  couplet_json_close (&json, '}');
  answer (desk, request, json.text->str);
  g_string_free (json.text, TRUE);
}

/* Answers a hover over a document that is known. */
static void
hover (Desk *desk, Request *request)
{
  const OpenText *document = request->document;
  Span span;
  gsize offset = place_to_offset (open_text_content (document), request->place);
  for (guint i = 0; i < document->mechanisms->len; i++) {
    const Mechanism *mechanism = g_ptr_array_index (document->mechanisms, i);
    if (is_on_name (document, mechanism->name, offset, &span)) {
      answer_hover (desk, request, mechanism->hover, span);
      return;
    }
  }
  answer (desk, request, NOTHING);
}

static void
refuse (Desk *desk, Request *request, int code, const char *why)
{
  desk->deaf |= !rpc_fail (request->id, code, "%s", why);
  g_ptr_array_remove (desk->requests, request);
}

/* Answers the hovers over document, of which all is known. */
static void
answer_hovers (Desk *desk, OpenText *document)
{
  for (guint i = desk->requests->len; i > 0; i--) {
    Request *request = g_ptr_array_index (desk->requests, i - 1);
    if (request->document == document && request->kind == REQUEST_HOVER)
      hover (desk, request);
  }
}

static void
set_known (Desk *desk, OpenText *document)
{
  document->state = OPEN_TEXT_KNOWN;
  answer_hovers (desk, document);
}

/* ---- Jobs ----------------------------------------------------------------------------- */

static void
take_reading (Task *task, const JobEnd *end)
{
  Desk *desk = task->desk;
  OpenText *document = task->document;
  gboolean refused;
  g_free (document->diagnostics);
  document->diagnostics = g_string_free (findings_of_reading (document, end, &refused), FALSE);
  publish (desk, document, document->diagnostics);
  document->state = OPEN_TEXT_READ;
  if (refused)
    set_known (desk, document);
}

static void
take_verdict (Task *task, const JobEnd *end)
{
  Desk *desk = task->desk;
  OpenText *document = task->document;
  g_autoptr (GString) diagnostics = g_string_new (document->diagnostics);
  gsize before = diagnostics->len;
  findings_of_verifying (document, end, diagnostics);
  if (diagnostics->len > before)
    publish (desk, document, diagnostics->str);
  set_known (desk, document);
}

/* One edit of the whole text, none when it is laid out so. */
static void
answer_layout (Desk *desk, Request *request, const GString *text)
{
  const OpenText *document = request->document;
  const CoupletJson json = {g_string_new (NULL), FALSE};
  couplet_json_open (&json, NULL, '[');
  if (text->len != document->length || memcmp (text->str, document->bytes, text->len) != 0) {
    couplet_json_open (&json, NULL, '{');
    put_range (&json, document, (Span){0, document->length});
    couplet_json_string (&json, "newText", text->str);
    couplet_json_close (&json, '}');
  }
  couplet_json_close (&json, ']');
  answer (desk, request, json.text->str);
  g_string_free (json.text, TRUE);
}

static void
take_layout (Task *task, const JobEnd *end)
{
  /* what cannot be parsed has diagnostics, and what has no layout stays as it is */
  if (end->whole && end->status == 0)
    answer_layout (task->desk, task->request, end->output);
  else
    answer (task->desk, task->request, NOTHING);
}

static void
on_end (gpointer data, const JobEnd *end)
{
  Task *task = data;
  task->take (task, end);
  end_task (task);
  desk_work (task->desk);
}

static void
add_words (GPtrArray *words, const char *const *more)
{
  for (; *more != NULL; more++)
    g_ptr_array_add (words, (gpointer)*more);
}

/* Runs the program with words, and the options that all runs have, on document. */
static void
start (Task *task, OpenText *document, GPtrArray *words, guint milliseconds,
       void (*take) (Task *task, const JobEnd *end))
{
  g_autoptr (GError) error = NULL;
  add_words (words, task->desk->options->reading);
  g_ptr_array_add (words, (gpointer) "--from");
  g_ptr_array_add (words, (gpointer)document->frontend->name);
  g_ptr_array_add (words, (gpointer) "-");
  g_ptr_array_add (words, NULL);
  task->document = document;
  task->take = take;
  task->job = job_start ((const char *const *)words->pdata, open_text_content (document),
                         milliseconds, on_end, task, &error);
  if (task->job == NULL) {
    const JobEnd end = {FALSE, 0, NULL, error->message};
    take (task, &end);
    end_task (task);
  }
}

static void
start_reading (Desk *desk, OpenText *document)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  const char *const first[] = {"verify", "--report",     "json", "--deciders",
                               "",       "--optimizers", "",     NULL};
  add_words (words, first);
  if (document->directive.wrong == NULL)
    add_words (words, (const char *const *)document->directive.words);
  start (&desk->reading, document, words, READING_MS, take_reading);
}

static void
start_verifying (Desk *desk, OpenText *document)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  guint limit = desk->options->seconds * 1000;
  g_autofree char *limit_option = g_strdup_printf ("*.time-limit-ms=%u", limit);
  const char *const first[] = {"verify", "--report", "json", "-o", limit_option, NULL};
  add_words (words, first);
  add_words (words, desk->options->verifying);
  add_words (words, (const char *const *)document->directive.words);
  start (&desk->verifying, document, words, READING_MS + STAGES * limit, take_verdict);
}

static void
start_layout (Desk *desk, Request *request)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  if (!open_text_is_wanted (request->document)) {
    answer (desk, request, NOTHING);
    return;
  }
  g_ptr_array_add (words, (gpointer) "fmt");
  desk->reading.request = request;
  start (&desk->reading, request->document, words, READING_MS, take_layout);
}

/* What is next to be laid out; NULL = nothing. */
static Request *
next_layout (const Desk *desk)
{
  for (guint i = 0; i < desk->requests->len; i++) {
    Request *request = g_ptr_array_index (desk->requests, i);
    if (request->kind == REQUEST_LAYOUT)
      return request;
  }
  return NULL;
}

/* The document in that state that changed last; NULL = none. */
static OpenText *
next_document (const Desk *desk, OpenTextState state)
{
  for (guint i = desk->documents->len; i > 0; i--) {
    OpenText *document = g_ptr_array_index (desk->documents, i - 1);
    if (document->state == state)
      return document;
  }
  return NULL;
}

static void
read_document (Desk *desk, OpenText *document)
{
  if (open_text_is_wanted (document)) {
    start_reading (desk, document);
    return;
  }
  publish (desk, document, "");
  set_known (desk, document);
}

/* Reads or lays out what is next. FALSE = there is nothing. */
static gboolean
read_next (Desk *desk)
{
  Request *request = next_layout (desk);
  OpenText *document = next_document (desk, OPEN_TEXT_UNREAD);
  if (request != NULL)
    start_layout (desk, request);
  else if (document != NULL)
    read_document (desk, document);
  return request != NULL || document != NULL;
}

static gboolean
verify_next (Desk *desk)
{
  OpenText *document = next_document (desk, OPEN_TEXT_READ);
  if (document != NULL)
    start_verifying (desk, document);
  return document != NULL;
}

void
desk_work (Desk *desk)
{
  while (desk->reading.job == NULL && !desk->deaf && read_next (desk))
    ;
  while (desk->verifying.job == NULL && !desk->deaf && verify_next (desk))
    ;
}

/* ---- What the editor tells ------------------------------------------------------------ */

static void
interrupt_task (Task *task, const OpenText *document)
{
  if (task->document != document)
    return;
  if (task->request != NULL)
    refuse (task->desk, task->request, RPC_CONTENT_MODIFIED, "the text has changed");
  end_task (task);
}

/* Ends the jobs about document, whose text is about to change. */
static void
interrupt (Desk *desk, const OpenText *document)
{
  interrupt_task (&desk->reading, document);
  interrupt_task (&desk->verifying, document);
}

void
desk_change (Desk *desk, OpenText *document, Text text, const char *version)
{
  guint place;
  interrupt (desk, document);
  open_text_set_text (document, text, version);
  if (document->state == OPEN_TEXT_UNSAVED) {
    publish (desk, document, "");
    answer_hovers (desk, document);
  }
  g_ptr_array_find (desk->documents, document, &place);
  g_ptr_array_add (desk->documents, g_ptr_array_steal_index (desk->documents, place));
}

void
desk_save (Desk *desk, OpenText *document)
{
  if (document->state != OPEN_TEXT_UNSAVED)
    return;
  interrupt (desk, document);
  document->state = OPEN_TEXT_UNREAD;
}

void
desk_open (Desk *desk, const char *uri, const char *language, Text text, const char *version)
{
  OpenText *document = desk_find (desk, uri);
  if (document == NULL) {
    document = open_text_new (uri, language, desk->options->registry);
    g_ptr_array_add (desk->documents, document);
  }
  desk_change (desk, document, text, version);
}

void
desk_close (Desk *desk, OpenText *document)
{
  interrupt (desk, document);
  for (guint i = desk->requests->len; i > 0; i--) {
    Request *request = g_ptr_array_index (desk->requests, i - 1);
    if (request->document == document)
      answer (desk, request, NOTHING);
  }
  g_clear_pointer (&document->version, g_free);
  publish (desk, document, "");
  g_ptr_array_remove (desk->documents, document);
}

void
desk_ask (Desk *desk, RequestKind kind, const char *id, OpenText *document, Place place)
{
  Request *request = g_new (Request, 1);
  *request = (Request){kind, g_strdup (id), document, place};
  g_ptr_array_add (desk->requests, request);
  if (kind == REQUEST_HOVER &&
      (document->state == OPEN_TEXT_KNOWN || document->state == OPEN_TEXT_UNSAVED))
    answer_hovers (desk, document);
}

void
desk_cancel (Desk *desk, const char *id)
{
  for (guint i = 0; i < desk->requests->len; i++) {
    Request *request = g_ptr_array_index (desk->requests, i);
    if (!g_str_equal (request->id, id))
      continue;
    if (request == desk->reading.request)
      end_task (&desk->reading);
    refuse (desk, request, RPC_CANCELLED, "cancelled");
    return;
  }
}
