/* SPDX-License-Identifier: Apache-2.0 */
#include "basic.h"
#include "report_json.h"
#include "text_report.h"

#include <couplet/host/result_json.h>

static const CoupletOption OPTIONS[] = {SUMMARY_OPTION};

static gpointer
begin (CoupletContext *context, gboolean compare)
{
  (void)compare;
  return text_report_begin (context);
}

static void
report_file (gpointer report, CoupletContext *context, const CoupletFileResult *shown)
{
  const CoupletResult *result = couplet_result_of (shown);
  text_report_file (report, context, result,
                    result->is_unshown ? NULL
                                       : couplet_result_to_json (
                                             result, couplet_context_wants_evidence (context)));
}

static void
end (gpointer report, CoupletContext *context)
{
  text_report_end (report, context, summary_to_json);
}

static const CoupletReport REPORT = {.begin = begin, .file = report_file, .end = end};

const CoupletPlugin REPORT_JSON = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_REPORT,
    .name = "json",
    .version = "1.0",
    .summary = "JSON Lines: one object per file",
    .capabilities = {.takes = COUPLET_WANTS_PROVENANCE | COUPLET_WANTS_UNSHOWN},
    .options = OPTIONS,
    .n_options = G_N_ELEMENTS (OPTIONS),
    .report = &REPORT,
};
