/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/evidence.h>
#include <couplet/host/evidence.h>
#include <couplet/internal/plugin.h>

gboolean
couplet_outcome_add_evidence (CoupletOutcome *outcome, const CoupletAutomaton *automaton,
                              const char *text, gssize length, GError **error)
{
  gsize size = length >= 0 ? (gsize)length : strlen (text);
  g_autoptr (GPtrArray) given =
      couplet_evidence_read (automaton, "the plugin's evidence", text, size, error);
  if (given == NULL)
    return FALSE;
  for (guint i = 0; i < given->len; i++)
    couplet_outcome_take_evidence (outcome, g_steal_pointer (&given->pdata[i]));
  return TRUE;
}
