/* SPDX-License-Identifier: Apache-2.0 */
#include "html_page.h"

#include <couplet/internal/plugin.h>

#define PICTURE_TRANSITIONS 200
#define EXPLAINED_FILES 40    /* a page of 200 files and 12 methods stays below 2 MB */
#define MOST_TRANSITIONS 5000 /* above it Graphviz takes minutes */

static const CoupletOption OPTIONS[] = {
    {"explain", COUPLET_OPTION_BOOLEAN, "true", 0, 0, NULL, "tell the proof or the refutation"},
    {"source", COUPLET_OPTION_BOOLEAN, "true", 0, 0, NULL, "show the source"},
    {"largest-picture", COUPLET_OPTION_INTEGER, G_STRINGIFY (PICTURE_TRANSITIONS), 0,
     MOST_TRANSITIONS, NULL, "draw automata with at most so many transitions; 0 = none"},
    {"most-explained", COUPLET_OPTION_INTEGER, G_STRINGIFY (EXPLAINED_FILES), 0, G_MAXINT, NULL,
     "draw and explain at most so many files"},
};

static gpointer
begin (CoupletContext *context, gboolean compare)
{
  const PageOptions options = {
      .compare = compare,
      .explains = couplet_context_option_boolean (context, "explain"),
      .shows_source = couplet_context_option_boolean (context, "source"),
      .largest_picture = (guint32)couplet_context_option_integer (context, "largest-picture"),
      .most_explained = (guint)couplet_context_option_integer (context, "most-explained"),
  };
  return html_page_new (&options);
}

static void
report_file (gpointer page, CoupletContext *context, const CoupletFileResult *shown)
{
  const CoupletResult *result = couplet_result_of (shown);
  (void)context;
  html_page_add (page, result);
}

static void
end (gpointer page, CoupletContext *context)
{
  g_autofree char *text = html_page_finish (page);
  couplet_context_print (context, "%s", text);
}

static const CoupletReport REPORT = {.begin = begin, .file = report_file, .end = end};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_REPORT,
    .name = "html",
    .version = "1.0",
    .summary = "one page with tables, pictures, proofs, sources and plots",
    .capabilities = {.takes = COUPLET_WANTS_AUTOMATON | COUPLET_WANTS_PROVENANCE |
                              COUPLET_WANTS_UNSHOWN},
    .options = OPTIONS,
    .n_options = G_N_ELEMENTS (OPTIONS),
    .report = &REPORT,
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
