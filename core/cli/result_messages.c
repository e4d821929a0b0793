/* SPDX-License-Identifier: Apache-2.0 */
#include "result_messages.h"

#include <couplet/internal/format.h>

/* How many messages of a kind there were beyond those that are kept. */
static void
print_left_out (const Terminal *terminal, const CoupletResult *result, const char *file)
{
  guint errors = result->n_errors, warnings = result->n_warnings;
  for (guint i = 0; i < result->n_diagnostics; i++)
    if (result->diagnostics[i].severity == COUPLET_SEVERITY_ERROR)
      errors--;
    else
      warnings--;
  if (errors > 0)
    print_line (stderr, "%s: and %u more error%s", file, errors, errors > 1 ? "s" : "");
  if (warnings > 0 && !terminal->quiet)
    print_line (stderr, "%s: and %u more warning%s", file, warnings, warnings > 1 ? "s" : "");
}

void
print_result_messages (Terminal *terminal, const CoupletResult *result)
{
  g_autofree char *item = couplet_format_item (result), *swept = couplet_format_swept (result);
  terminal_print_diagnostics (terminal, result->diagnostics, result->n_diagnostics, swept);
  print_left_out (terminal, result, item);
  if (result->rejected)
    print_rejection (item, result->disagreement_text);
  else if (result->disagreement)
    print_line (stderr,
                "couplet: %s: THE STAGES DISAGREE: %s. This is a bug in one of them; please report "
                "it with the file.",
                item, result->disagreement_text);
  const CoupletSolution *solution = result->solution;
  if (solution != NULL && solution->kind == COUPLET_SOLUTION_NOT_MONOTONE)
    print_line (stderr, "couplet: %s: --solve %s: %s", result->file, solution->parameter,
                solution->reason);
  for (guint i = 0; i < result->n_stages; i++)
    if (result->stages[i].failed)
      print_line (stderr, "couplet: %s: stage '%s' failed: %s", item, result->stages[i].stage,
                  result->stages[i].reason);
}

void
print_rejection (const char *file, const char *clause)
{
  print_line (
      stderr,
      "couplet: %s: THE CHECKER REJECTS AN ANSWER: %s. This is a bug in one of them; please "
      "report it with the file.",
      file, clause);
}
