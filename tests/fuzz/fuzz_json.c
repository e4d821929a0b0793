/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes are either refused with an error or read as an automaton that is
 * the same when written and read again. */
#include "json_text.h"
#include "same_automaton.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
check_round_trip (const CoupletAutomaton *automaton)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("written");
  g_autofree char *written = write_json (automaton);
  g_autoptr (CoupletAutomaton) again = read_json (written, strlen (written), diagnostics);
  if (again == NULL)
    g_error ("cannot be read back:\n%s", written);
  g_autofree char *difference = automaton_difference (automaton, again);
  if (difference != NULL)
    g_error ("the %s differs in:\n%s", difference, written);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("input");
  g_autoptr (CoupletAutomaton) automaton = read_json ((const char *)data, size, diagnostics);
  guint errors = couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR);
  if ((automaton == NULL) != (errors > 0))
    g_error ("%s automaton, but %u errors", automaton != NULL ? "an" : "no", errors);
  if (automaton != NULL)
    check_round_trip (automaton);
  return 0;
}
