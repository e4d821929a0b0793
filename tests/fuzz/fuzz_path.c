/* SPDX-License-Identifier: Apache-2.0 */
/* Any text is either refused with an error or names a path that begins where runs begin and goes
 * on where it is; likewise names of states and transitions. */
#include "json_text.h"
#include "path_choice.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static const char AUTOMATON[] =
    "{\"couplet\":1,\"name\":\"svt\",\"initial\":\"q0\",\"states\":["
    "{\"name\":\"q0\",\"input\":\"public\",\"d\":\"1/2\"},{\"name\":\"q1\",\"d\":\"1/4\"},"
    "{\"name\":\"q2\"}],\"transitions\":["
    "{\"from\":\"q0\",\"to\":\"q1\",\"output\":\"start\",\"assign\":\"x\"},"
    "{\"from\":\"q1\",\"to\":\"q1\",\"guard\":\"insample < x\",\"output\":\"bot\"},"
    "{\"from\":\"q1\",\"to\":\"q2\",\"guard\":\"insample >= x\",\"output\":\"top\"}]}";

static void
check_path (const CoupletAutomaton *automaton, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) path = path_choose (automaton, text, &error);
  if ((path != NULL) == (error != NULL))
    g_error ("%s path, %s error", path != NULL ? "a" : "no", error != NULL ? "an" : "no");
  guint32 at = automaton->initial;
  for (guint i = 0; path != NULL && i < path->len; i++) {
    guint32 transition = g_array_index (path, guint32, i);
    if (transition >= automaton->n_transitions || automaton->source[transition] != at)
      g_error ("step %u does not begin where the path is", i);
    at = automaton->target[transition];
  }
}

static void
check_name (guint32 found, guint32 n, const GError *error)
{
  if (found == COUPLET_NONE ? error == NULL : found >= n || error != NULL)
    g_error ("number %u of %u, %s error", found, n, error != NULL ? "an" : "no");
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *text = g_strndup ((const char *)data, size);
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("automaton");
  g_autoptr (CoupletAutomaton) automaton = read_json (AUTOMATON, sizeof AUTOMATON - 1, diagnostics);
  g_autoptr (GError) no_state = NULL, no_transition = NULL;
  check_path (automaton, text);
  guint32 state = state_choose (automaton, text, &no_state);
  check_name (state, automaton->n_states, no_state);
  guint32 transition = transition_choose (automaton, text, &no_transition);
  check_name (transition, automaton->n_transitions, no_transition);
  return 0;
}
