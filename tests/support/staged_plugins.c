/* SPDX-License-Identifier: Apache-2.0 */
/* The installed plugins of test_stage, which lie beside that program. */
#include "idle_plugin.h"

/* ---- Optimizers ------------------------------------------------------------------------- */

/* The instance is the range; it must not be empty. */
static gboolean
create (CoupletContext *context, gpointer *instance, GError **error)
{
  gint64 low = couplet_context_option_integer (context, "low");
  gint64 high = couplet_context_option_integer (context, "high");
  if (low > high) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION, "low is above high");
    return FALSE;
  }
  *instance = g_strdup_printf ("%d to %d", (int)low, (int)high);
  return TRUE;
}

static const CoupletOption RANGE[] = {
    {"low", COUPLET_OPTION_INTEGER, "0", 0, 9, NULL, "the least"},
    {"high", COUPLET_OPTION_INTEGER, "5", 0, 9, NULL, "the most"},
    {"dump-dir", COUPLET_OPTION_STRING, "", 0, 0, NULL, "where problems go"},
};
static const CoupletSolver PLAIN_SOLVER = {.run = idle_run};
static const CoupletSolver RANGE_SOLVER = {.create = create, .run = idle_run, .destroy = g_free};

static char *
library_version (void)
{
  return g_strdup ("1.2.3");
}

static const CoupletLibrary LIBRARIES[] = {{"Library", library_version}};

static const CoupletPlugin PLAIN = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER,
                                    .name = "plain",       .libraries = LIBRARIES,
                                    .n_libraries = 1,      .solver = &PLAIN_SOLVER};
static const CoupletPlugin APART = {
    COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER, .name = "apart",
    .capabilities = {.takes = COUPLET_WANTS_PROCESS}, .solver = &PLAIN_SOLVER};
static const CoupletPlugin RANGED = {
    COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER,    .name = "range",
    .options = RANGE,      .n_options = G_N_ELEMENTS (RANGE), .solver = &RANGE_SOLVER};

/* ---- A front end and a report of one name -------------------------------------------------- */

static const CoupletOption STRICT[] = {
    {"strict", COUPLET_OPTION_BOOLEAN, "false", 0, 0, NULL, "refuses more"}};
static const CoupletOption INDENT[] = {
    {"indent", COUPLET_OPTION_INTEGER, "2", 0, 8, NULL, "blanks"}};
static const CoupletFrontend FRONTEND = {.read = idle_read};
static const CoupletReport REPORT = {.begin = idle_begin, .file = idle_file, .end = idle_end};
static const CoupletPlugin READER = {
    COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_FRONTEND,      .name = "text",
    .options = STRICT,     .n_options = G_N_ELEMENTS (STRICT), .frontend = &FRONTEND};
static const CoupletPlugin PRINTER = {
    COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_REPORT,        .name = "text",
    .options = INDENT,     .n_options = G_N_ELEMENTS (INDENT), .report = &REPORT};

static const CoupletPlugin LISTER = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_REPORT,
                                     .name = "lines", .report = &REPORT};

COUPLET_PLUGIN_ENTRY (&PLAIN, &APART, &RANGED, &READER, &PRINTER, &LISTER)
