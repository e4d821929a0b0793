/* SPDX-License-Identifier: Apache-2.0 */
#include "evidence_json.h"

#include <couplet/format.h>

static void
append_step (GString *out, const CoupletAutomaton *automaton, const CoupletWalkStep *step)
{
  guint32 source = automaton->source[step->transition];
  g_string_append (out, "{\"from\":");
  couplet_append_json_string (out, automaton->states[source].name);
  g_string_append (out, ",\"to\":");
  couplet_append_json_string (out, automaton->states[automaton->target[step->transition]].name);
  /* parallel transitions: the number among those leaving the state */
  g_string_append_printf (out, ",\"transition\":%u,\"difference\":%d,\"shift\":",
                          step->transition - automaton->row[source], step->difference);
  if (step->shift == COUPLET_SHIFT_UNUSED)
    g_string_append (out, "null}");
  else
    g_string_append_printf (out, "%d}", step->shift);
}

void
couplet_append_evidence_json (GString *out, const CoupletEvidence *evidence)
{
  guint n;
  const CoupletRational *cost = couplet_evidence_cost (evidence);
  const CoupletWalkStep *walk = couplet_evidence_walk (evidence, &n);
  g_autofree char *text = cost != NULL ? couplet_rational_to_string (cost) : NULL;
  g_string_append (out, "{\"kind\":");
  couplet_append_json_string (out,
                              couplet_evidence_kind_to_string (couplet_evidence_kind (evidence)));
  g_string_append (out, ",\"cost\":");
  couplet_append_json_string (out, text);
  g_string_append (out, ",\"walk\":[");
  for (guint i = 0; i < n; i++) {
    g_string_append (out, i > 0 ? "," : "");
    append_step (out, couplet_evidence_automaton (evidence), &walk[i]);
  }
  g_string_append (out, "]}");
}
