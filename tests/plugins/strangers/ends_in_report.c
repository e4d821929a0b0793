/* SPDX-License-Identifier: Apache-2.0 */
/* A report that prints a line for each file, and ends its process, or stays, where its option `at`
 * says. */
#include "misbehaviour.h"

static void
perhaps (CoupletContext *context, const char *place)
{
  const char *at = couplet_context_option_string (context, "at");
  if (g_str_equal (at, place))
    crash ();
  if (g_str_has_prefix (at, "leaves-") && g_str_has_suffix (at, place))
    exit (0);
  if (g_str_has_prefix (at, "stays-") && g_str_has_suffix (at, place))
    go_on_deaf ();
  if (g_str_has_prefix (at, "asks-") && g_str_has_suffix (at, place))
    couplet_context_option_string (context, "weather");
}

static gpointer
begin (CoupletContext *context, gboolean compare)
{
  (void)compare;
  perhaps (context, "begin");
  couplet_context_print (context, "begun\n");
  return NULL;
}

static void
add_file (gpointer report, CoupletContext *context, const CoupletFileResult *result)
{
  (void)report;
  perhaps (context, "file");
  couplet_context_print (context, "%s\n", couplet_verdict_to_string (result->verdict));
}

static void
end (gpointer report, CoupletContext *context)
{
  (void)report;
  perhaps (context, "end");
  couplet_context_print (context, "ended\n");
}

static const CoupletOption OPTIONS[] = {
    {"at", COUPLET_OPTION_STRING, "", 0, 0, NULL, "where it ends"}};
static const CoupletReport REPORT = {.begin = begin, .file = add_file, .end = end};
static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_REPORT,         .name = "ends-in-report",
    .options = OPTIONS,    .n_options = G_N_ELEMENTS (OPTIONS), .report = &REPORT,
};
COUPLET_PLUGIN_ENTRY (&PLUGIN)
