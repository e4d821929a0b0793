/* SPDX-License-Identifier: Apache-2.0 */
#include "command.h"

#include "explanation.h"
#include "latex_printer.h"
#include "markdown_printer.h"
#include "picture.h"
#include "result_messages.h"
#include "session.h"
#include "text_printer.h"

#include <couplet/host/output_file.h>

#define PAGE 80 /* columns, whatever the terminal has */

typedef enum { FORMAT_TEXT, FORMAT_MARKDOWN, FORMAT_LATEX, N_FORMATS } Format;

static const char *const FORMATS[N_FORMATS + 1] = {"text", "markdown", "latex", NULL};

/* The command at work; error: what went wrong while explaining. */
typedef struct {
  Settings settings;
  char *format_name, *output, *path;
  char **states, **transitions;
  char *page_name;
  PageFormat page;
  gboolean segments, dot, svg;
  Format format;
  Terminal *terminal; /* not owned, as what follows */
  Examiner *examiner;
  GError *error;
} Explain;

static void
explain_clear (Explain *explain)
{
  settings_clear (&explain->settings);
  g_free (explain->format_name);
  g_free (explain->output);
  g_free (explain->path);
  g_free (explain->page_name);
  g_strfreev (explain->states);
  g_strfreev (explain->transitions);
  g_clear_error (&explain->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Explain, explain_clear)

/* Whether something but the whole explanation is asked for. */
static gboolean
asks (const Explain *explain)
{
  return explain->path != NULL || explain->segments || explain->states != NULL ||
         explain->transitions != NULL;
}

/* ---- Output ------------------------------------------------------------------------- */

static void
print_document (const Explain *explain, const Document *document, GString *out)
{
  TextStyle style = {.columns = PAGE,
                     .utf8 = g_get_charset (NULL),
                     .colour = explain->terminal->host.wants_colour && explain->output == NULL};
  switch (explain->format) {
  case FORMAT_MARKDOWN:
    print_markdown (document, out);
    break;
  case FORMAT_LATEX:
    print_latex (document, out);
    break;
  default:
    print_text (document, &style, out);
  }
}

/* Writes text to the file given with -o, or to standard output. */
static void
put_out (Explain *explain, const GString *text)
{
  if (explain->output == NULL) {
    explain->terminal->host.write (explain->terminal->host.data, text->str, text->len);
    return;
  }
  int reason = couplet_write_file (explain->output, text->str, text->len);
  if (reason != 0)
    g_set_error (&explain->error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
                 "%s: it could not be written: %s", explain->output, g_strerror (reason));
}

/* ---- The run --------------------------------------------------------------------------- */

/* The picture asked for, on out. */
static gboolean
draw (Explain *explain, const CoupletResult *result, GString *out)
{
  explain_in_picture (result, &explain->page, out);
  if (!explain->svg)
    return TRUE;
  g_autofree char *svg = picture_svg (out->str, explain->terminal->host.cancelled, &explain->error);
  if (svg == NULL)
    return FALSE;
  g_string_assign (out, svg);
  return TRUE;
}

static void
on_result (gpointer data, const CoupletResult *result)
{
  Explain *self = data;
  print_result_messages (self->terminal, result);
  if (result->linear != NULL && (self->dot || self->svg || asks (self))) {
    if (self->error == NULL)
      g_set_error (&self->error, COUPLET_ERROR, COUPLET_ERROR_USAGE,
                   "%s: it is a linear mechanism, which has no picture, states or transitions",
                   result->file);
    return;
  }
  if (result->automaton == NULL && result->linear == NULL)
    return;
  g_autoptr (GString) text = g_string_new (NULL);
  if (self->dot || self->svg) {
    if (draw (self, result, text))
      put_out (self, text);
    return;
  }
  const Questions questions = {self->path, self->segments, self->states, self->transitions,
                               self->format == FORMAT_LATEX};
  g_autoptr (Document) document = explain (result, &questions, self->examiner, &self->error);
  if (document == NULL)
    return;
  print_document (self, document, text);
  put_out (self, text);
}

static int
run_explain_on (Explain *explain, const char *file)
{
  g_autoptr (GError) error = NULL;
  g_auto (Session) session;
  session_init (&session, &explain->settings);
  explain->terminal = &session.terminal;
  if (!session_apply (&session, &explain->settings, TRUE, &error))
    return command_fail (error);
  CoupletHost host = session.terminal.host;
  host.write = NULL; /* of the pipeline's report */
  host.evidence_limit = COUPLET_USUAL_SIZE;
  host.self_check = COUPLET_USUAL_EFFORT;
  host.wants_provenance = TRUE;
  g_autoptr (Examiner) examiner = examiner_new (session.registry, &host, &error);
  if (examiner == NULL || !session_start (&session, &host, &error))
    return command_fail (error);
  explain->examiner = examiner;
  int status = settings_status (&explain->settings, &session.terminal,
                                session_run_file (&session, file, on_result, explain));
  if (examiner_disagreement (examiner) != NULL) {
    print_rejection (file, examiner_disagreement (examiner));
    status = couplet_worse_status (status, 7);
  }
  if (explain->error != NULL)
    status = couplet_worse_status (status, command_fail (explain->error));
  return session_finish (&session, status);
}

/* ---- Options ------------------------------------------------------------------------------ */

static int
bad_choice (const char *option, const char *given, const char *const *choices)
{
  g_autofree char *list = g_strjoinv (", ", (char **)choices);
  g_autofree char *quoted = couplet_quote (given, -1);
  return command_misuse (&EXPLAIN_COMMAND, "--%s %s: expected one of %s", option, quoted, list);
}

static int
bad_page (const char *given)
{
  g_autofree char *quoted = couplet_quote (given, -1);
  return command_misuse (&EXPLAIN_COMMAND,
                         "--page %s: expected a4, a5, letter, one of these with '-landscape', or "
                         "a width and a height in millimetres from 20 to 2000, such as 120x80",
                         quoted);
}

static gboolean
find_choice (const char *const *choices, const char *name, guint *index)
{
  for (*index = 0; choices[*index] != NULL; (*index)++)
    if (g_str_equal (choices[*index], name))
      return TRUE;
  return FALSE;
}

/* Those that only explain has; the caller frees them. */
static GOptionEntry *
own_entries (Explain *explain)
{
  Settings *settings = &explain->settings;
  const GOptionEntry own[] = {
      {"format", 0, 0, G_OPTION_ARG_STRING, &explain->format_name,
       "How to print: text (default), markdown or latex", "FORMAT"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &explain->output,
       "Write to FILE instead of standard output", "FILE"},
      {"path", 0, 0, G_OPTION_ARG_STRING, &explain->path, "Tell this path instead of the worst",
       "ITEMS"},
      {"segments", 0, 0, G_OPTION_ARG_NONE, &explain->segments,
       "Print every segment class with its cost under each strategy", NULL},
      {"state", 0, 0, G_OPTION_ARG_STRING_ARRAY, &explain->states,
       "Print which shifts are possible at a state, and what they pay", "NAME"},
      {"transition", 0, 0, G_OPTION_ARG_STRING_ARRAY, &explain->transitions,
       "The same for one transition, the N-th that leaves FROM or the one that leads TO",
       "FROM,N or FROM->TO"},
      {"dot", 0, 0, G_OPTION_ARG_NONE, &explain->dot,
       "Draw instead: a graph in Graphviz's language", NULL},
      {"svg", 0, 0, G_OPTION_ARG_NONE, &explain->svg, "Draw instead: SVG", NULL},
      {"page", 0, 0, G_OPTION_ARG_STRING, &explain->page_name,
       "Make the picture fit: a4, a5 or letter, with -landscape or not, or WIDTHxHEIGHT in mm",
       "PAGE"},
      CLAIM_ENTRY (settings),
      ANSWERS_ENTRY (settings),
      SENSITIVITY_ENTRY (settings),
      {"deciders", 0, 0, G_OPTION_ARG_STRING, &settings->deciders, "Deciders to run (empty = none)",
       "A,B"},
      {"optimizers", 0, 0, G_OPTION_ARG_STRING, &settings->optimizers,
       "Optimizers to run (empty = none)", "A,B"},
      {"option", 0, 0, G_OPTION_ARG_STRING_ARRAY, &settings->overrides,
       "Set an option of a stage (* = every one)", "STAGE.KEY=VALUE"},
      EXIT_ZERO_ENTRY (settings),
      {NULL, 0, 0, 0, NULL, NULL, NULL},
  };
  return g_memdup2 (own, sizeof own);
}

/* What the options ask for together. The status of a misuse, or 0. */
static int
choose (Explain *explain)
{
  gboolean draws = explain->dot || explain->svg;
  guint format = FORMAT_TEXT;
  if ((explain->dot && explain->svg) || (draws && (explain->format_name != NULL || asks (explain))))
    return command_misuse (&EXPLAIN_COMMAND, "--dot and --svg go with no other question or format");
  if (explain->page_name != NULL && !draws)
    return command_misuse (&EXPLAIN_COMMAND, "--page goes with --dot or --svg");
  if (explain->page_name != NULL && !page_format_parse (explain->page_name, &explain->page))
    return bad_page (explain->page_name);
  if (explain->format_name != NULL && !find_choice (FORMATS, explain->format_name, &format))
    return bad_choice ("format", explain->format_name, FORMATS);
  explain->format = (Format)format;
  return 0;
}

static int
run_explain (int n_arguments, char **arguments)
{
  g_auto (Explain) explain = {0};
  g_autofree GOptionEntry *explain_entries = own_entries (&explain);
  int status;
  g_autofree char *file = command_parse_file (&EXPLAIN_COMMAND, &explain.settings, explain_entries,
                                              n_arguments, arguments, &status);
  if (file == NULL)
    return status;
  status = choose (&explain);
  return status != 0 ? status : run_explain_on (&explain, file);
}

const Command EXPLAIN_COMMAND = {
    "explain",
    "[OPTION...] FILE\n\n"
    "What is private is told as a proof by shift couplings of the walk that costs most;\n"
    "what is not, by the conditions that contradict each other, inputs that drive the\n"
    "loss up, and changes that were verified to repair it.\n\n"
    "The items of a path, from the initial state on, separated by commas:\n"
    "  bot        the transition that outputs bot\n"
    "  ->q2       the transition that leads to q2 (or q2, where no output is called so)\n"
    "  bot->q2    both\n"
    "  #2         the second transition that leaves\n"
    "  bot*5      five times\n\n"
    "Examples:\n"
    "  couplet explain --path 'threshold,bot*3,fresh' numeric-sparse.json\n"
    "  couplet explain --state ask --format latex -o ask.tex numeric-sparse.json\n"
    "  couplet explain --svg -o picture.svg svt-star.json\n\n"
    "Exit status, by the verdict: 0 private, 10 not private, 11 unknown; 2 when a question\n"
    "names what the automaton does not have; others as of couplet verify.",
    "Tells the proof, or the refutation, to a person.", run_explain};
