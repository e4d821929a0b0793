/* SPDX-License-Identifier: Apache-2.0 */
#include "report_child.h"

#include "apart.h"
#include "automaton_block.h"
#include "context.h"
#include "program_call.h"
#include "program_stage.h"
#include "read_result.h"
#include "stage_enter.h"

#include <couplet/host/result_json.h>

#include <string.h>

#define SHARED_BYTES ((gsize)1 << 30) /* of address space, for an automaton */
#define FLUSH_BYTES (64u << 10)       /* of text that waits to be sent */

typedef enum { TEXT, DONE, FAILED } ReplyKind; /* FAILED: the text says why */

/* A result is to be reported: a line follows. All 0: the report ends. */
typedef struct {
  gsize length; /* of the line */
  const CoupletAutomaton *automaton;
  gboolean is_unshown;
} Question;

struct ReportChild {
  CoupletRun *run;
  gboolean compare;
  Child child;
  gpointer shared; /* an automaton for the child, at the same address there */
  gboolean done;   /* the child has answered */
  char *failure;   /* why it reports no more; NULL = it does */
};

/* ---- The child --------------------------------------------------------------------------- */

typedef struct {
  int out;
  GString *text; /* not sent yet */
} Printer;

static void
send_reply (const Printer *printer, ReplyKind kind)
{
  g_autoptr (GByteArray) message = g_byte_array_new ();
  gsize start = message_begin (message);
  wire_put_number (message, kind);
  wire_put_bytes (message, printer->text->str, printer->text->len);
  message_end (message, start);
  write_all (printer->out, message->data, message->len);
  g_string_truncate (printer->text, 0);
}

static void
print (gpointer data, const char *text, gsize length)
{
  const Printer *printer = data;
  g_string_append_len (printer->text, text, (gssize)length);
  if (printer->text->len > FLUSH_BYTES)
    send_reply (printer, TEXT);
}

/* Takes the next question and its line, which the caller frees; NULL = the report ends. */
static char *
take_question (int in, Question *question)
{
  if (!child_receive (in, question, sizeof *question) || question->length == 0)
    return NULL;
  char *line = g_malloc0 (question->length + 1);
  return child_receive (in, line, question->length) ? line : NULL;
}

/* Says that the report is done with what it was asked. FALSE: it asked for an option in a wrong
 * way, which is its end. */
static gboolean
send_done (const CoupletContext *context, const Printer *printer)
{
  const char *misuse = context_misuse (context);
  if (misuse != NULL)
    send_reply (printer, TEXT);
  g_string_append (printer->text, misuse != NULL ? misuse : "");
  send_reply (printer, misuse != NULL ? FAILED : DONE);
  return misuse == NULL;
}

/* FALSE: it cannot go on. */
static gboolean
report_files (const CoupletReport *report, gpointer state, CoupletContext *context, int in,
              const Printer *printer)
{
  Question question;
  char *line;
  while ((line = take_question (in, &question)) != NULL) {
    g_auto (ReadResult) read;
    gboolean good =
        read_result (&read, "the program", 1, line, question.length, question.automaton, NULL);
    read.result.is_unshown = question.is_unshown;
    if (good)
      report->file (state, context, &read.result.shown);
    g_free (line);
    if (!send_done (context, printer))
      return FALSE;
  }
  return TRUE;
}

/* Has a program report all files: it is started when they are all there. */
static void
report_by_program (const ReportChild *child, int in, const Printer *printer)
{
  const Stage *stage = child->run->report;
  Question question;
  char *line;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) input = program_report_head (stage, child->compare);
  for (send_reply (printer, DONE); (line = take_question (in, &question)) != NULL;) {
    if (!question.is_unshown)
      g_string_append_len (input, line, (gssize)question.length);
    g_free (line);
    send_reply (printer, DONE);
  }
  g_autoptr (GString) said = program_call (stage->command, input, &error);
  if (said != NULL)
    print ((gpointer)printer, said->str, said->len);
  if (printer->text->len > 0)
    send_reply (printer, TEXT);
  g_string_append (printer->text, said == NULL ? error->message : "");
  send_reply (printer, said == NULL ? FAILED : DONE);
}

static void
be_report (gpointer data, int in, int out)
{
  const ReportChild *child = data;
  Stage *stage = child->run->report;
  g_autoptr (GError) error = NULL;
  Printer printer = {out, g_string_new (NULL)};
  CoupletHost host = child->run->host;
  host.data = &printer;
  host.write = print;
  host.log = NULL;
  host.progress = NULL;
  apart_prepare (stage, FALSE, in, out, NULL);
  if (stage->command != NULL) {
    report_by_program (child, in, &printer);
    return;
  }
  if (!stage_enter (stage, &error))
    return;
  const CoupletReport *report = stage->plugin->report;
  CoupletContext *context = couplet_context_new (stage->plugin, stage->values, &host, stage->name);
  gpointer state = report->begin (context, child->compare);
  if (!send_done (context, &printer) || !report_files (report, state, context, in, &printer))
    return;
  report->end (state, context);
  send_done (context, &printer);
}

/* ---- The program ------------------------------------------------------------------------- */

static void
fail (ReportChild *report, const char *what)
{
  const Stage *stage = report->run->report;
  report->failure =
      g_strdup_printf ("report '%s'%s%s failed: %s", stage->name, stage->file != NULL ? " of " : "",
                       stage->file != NULL ? stage->file : "", what);
}

/* Takes the replies that the child has sent; TRUE when it is done. */
static gboolean
hear (gpointer data, Child *child)
{
  ReportChild *report = data;
  const CoupletHost *host = &report->run->host;
  Clock *clock = context_clock (report->run->report->context);
  Wire reply;
  while (!report->done && inbox_next (&child->inbox, &reply)) {
    gsize length;
    guint64 kind = wire_number (&reply);
    const guint8 *text = wire_bytes (&reply, &length);
    gint64 start = g_get_monotonic_time ();
    report->done = kind != TEXT;
    if (text != NULL && kind == FAILED) {
      g_autofree char *why = g_strndup ((const char *)text, length);
      fail (report, why);
    } else if (text != NULL && host->write != NULL)
      host->write (host->data, (const char *)text, length);
    clock_leave_out (clock, start); /* whoever reads the output may be slow */
  }
  return report->done;
}

/* Waits until the child is done with what it was asked. */
static void
wait_until_done (ReportChild *report)
{
  Stage *stage = report->run->report;
  volatile int cancelled = 0;
  g_autoptr (GError) error = NULL;
  report->done = FALSE;
  couplet_context_start (stage->context, stage->limit_ms);
  apart_watch (stage, &cancelled, &report->child, hear, report);
  if (report->done && report->child.kill == CHILD_NOT_KILLED)
    return;
  g_auto (ApartEnd) end = {.said = child_reap (&report->child)};
  end.child = report->child;
  if (!apart_is_whole (stage, &end, FALSE, &error)) {
    fail (report, error->message);
    return;
  }
  g_autofree char *what = g_strdup_printf ("%s; its process had to be ended",
                                           couplet_context_stop_reason (stage->context));
  fail (report, what);
}

ReportChild *
report_child_begin (CoupletRun *run, gboolean compare)
{
  ReportChild *report = g_new0 (ReportChild, 1);
  g_autoptr (GError) error = NULL;
  report->run = run;
  report->compare = compare;
  report->shared = child_share (SHARED_BYTES);
  if (child_start (&report->child, be_report, report, &error))
    wait_until_done (report);
  else
    fail (report, error->message);
  return report;
}

void
report_child_file (ReportChild *report, const CoupletResult *result)
{
  Question question = {.is_unshown = result->is_unshown};
  if (report->failure != NULL)
    return;
  if (result->automaton != NULL && report->shared != NULL && run_needs_automaton (report->run))
    question.automaton = automaton_to_block (result->automaton, report->shared, SHARED_BYTES);
  g_autofree char *line = couplet_result_to_json (result, run_needs_automaton (report->run));
  question.length = strlen (line);
  /* where that fails the child has ended, which its other pipe will tell */
  if (child_send (&report->child, &question, sizeof question))
    child_send (&report->child, line, question.length);
  wait_until_done (report);
}

char *
report_child_end (ReportChild *report)
{
  static const Question end = {0};
  if (report->failure == NULL) {
    child_send (&report->child, &end, sizeof end);
    wait_until_done (report);
  }
  Inbox rest = child_reap (&report->child);
  inbox_clear (&rest);
  child_unshare (report->shared, SHARED_BYTES);
  char *failure = report->failure;
  g_free (report);
  return failure;
}
