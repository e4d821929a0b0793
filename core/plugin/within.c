/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of semantics for those who know a context rather than its clock. */
#include "within.h"

#include <couplet/host/unfold.h>

#include "context.h"

CoupletComponents *
couplet_components_new_within (const CoupletAutomaton *automaton, CoupletContext *context)
{
  return components_new_by (automaton, context_clock (context));
}

CoupletLive *
couplet_live_new_within (const CoupletAutomaton *automaton, const CoupletComponents *components,
                         CoupletContext *context)
{
  return live_new_by (automaton, components, COUPLET_LESS | COUPLET_GREATER_EQUAL,
                      context_clock (context));
}

CoupletUnit *
couplet_unit_new_within (const CoupletAutomaton *automaton, CoupletContext *context, GError **error)
{
  return unit_new_by (automaton, context_clock (context), error);
}

CoupletAutomaton *
couplet_unfold_within (const CoupletAutomaton *automaton, CoupletContext *context,
                       CoupletDiagnostics *diagnostics, GError **error)
{
  return unfold_whole_by (automaton, context_clock (context), diagnostics, NULL, error);
}
