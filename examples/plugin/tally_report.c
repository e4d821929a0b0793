/* SPDX-License-Identifier: Apache-2.0 */
/* A report: a line for each file, and at the end how many have which verdict. */
#include <couplet/format.h>
#include <couplet/plugin.h>

typedef struct {
  guint n[COUPLET_VERDICT_ERROR + 1]; /* files, by verdict */
} Tally;

static gpointer
begin (CoupletContext *context, gboolean compare)
{
  (void)context;
  (void)compare;
  return g_new0 (Tally, 1);
}

static void
add_file (gpointer report, CoupletContext *context, const CoupletFileResult *result)
{
  Tally *tally = report;
  g_autofree char *file = couplet_make_visible (result->file);
  g_autofree char *cost = result->has_cost ? couplet_format_cost (&result->cost) : NULL;
  tally->n[result->verdict]++;
  couplet_context_print (context, "%s: %s", file, couplet_verdict_to_string (result->verdict));
  if (cost != NULL)
    couplet_context_print (context, ", cost %s", cost);
  if (result->automaton != NULL)
    couplet_context_print (context, ", %u states", result->automaton->n_states);
  couplet_context_write (context, "\n", 1);
}

static void
end (gpointer report, CoupletContext *context)
{
  Tally *tally = report;
  for (guint v = 0; v < G_N_ELEMENTS (tally->n); v++)
    couplet_context_print (context, "%s %u\n", couplet_verdict_to_string ((CoupletVerdict)v),
                           tally->n[v]);
  g_free (tally);
}

static const CoupletReport REPORT = {.begin = begin, .file = add_file, .end = end};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_REPORT,
    .name = "tally",
    .version = "1.0",
    .summary = "a line per file and a count of verdicts",
    .capabilities = {COUPLET_WANTS_AUTOMATON, 0},
    .report = &REPORT,
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
