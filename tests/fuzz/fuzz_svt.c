/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes are either refused with an error or read as a mechanism that means the
 * same when laid out anew, which changes nothing the second time. */
#include "svt_text.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* Larger programs, and ones that are unrolled to more states, only take longer. */
#define LARGEST 4096
#define MOST_STATES 100000

static void
check_layout (const char *text)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("laid out");
  g_autofree char *again = format_svt (text, strlen (text), diagnostics);
  if (again == NULL || !g_str_equal (text, again))
    g_error ("laid out differently the second time:\n%s", text);
}

static void
check_meaning (const CoupletAutomaton *automaton, const char *text)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("laid out");
  g_autoptr (CoupletAutomaton) other = read_svt (text, strlen (text), NULL, diagnostics);
  g_autofree char *before = describe_automaton (automaton, FALSE);
  g_autofree char *after = other != NULL ? describe_automaton (other, FALSE) : NULL;
  if (g_strcmp0 (before, after) != 0)
    g_error ("laid out, it means something else:\n%s", text);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  if (size > LARGEST)
    return 0;
  const char *text = size > 0 ? (const char *)data : "";
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("input");
  g_autoptr (CoupletAutomaton) automaton = read_svt (text, size, NULL, diagnostics);
  guint errors = couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR);
  if ((automaton == NULL) != (errors > 0))
    g_error ("%s automaton, but %u errors", automaton != NULL ? "an" : "no", errors);
  if (memchr (text, 0, size) != NULL) /* which a comment may hold, but not a C string */
    return 0;
  g_autoptr (CoupletDiagnostics) messages = couplet_diagnostics_new ("input");
  g_autofree char *formatted = format_svt (text, size, messages);
  if (automaton != NULL && formatted == NULL)
    g_error ("it can be read, but not laid out");
  if (formatted != NULL)
    check_layout (formatted);
  if (automaton != NULL && automaton->n_states <= MOST_STATES)
    check_meaning (automaton, formatted);
  return 0;
}
