/* SPDX-License-Identifier: Apache-2.0 */
#include "question.h"

#include "order_rules.h"

#include <couplet/live.h>
#include <couplet/host/snap.h>

static const char *
why_not_conclusive (const CoupletAutomaton *automaton)
{
  if (!automaton->output_distinct)
    return "as its outputs do not tell which transition was taken, that does not prove it not "
           "private";
  if (!couplet_has_only_conjunctions (automaton))
    return "as a guard holds in several ways, that does not prove it not private";
  if (!order_is_told (automaton))
    return "as an input is read again with another mean, without noise or with exponential noise, "
           "some paths that are counted may be impossible: that does not prove it not private";
  return NULL;
}

static gboolean
is_rule_too_strict (const CoupletAutomaton *automaton)
{
  if (automaton->n_thresholds == 1 && !automaton->compares_otherwise)
    return FALSE;
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autoptr (CoupletLive) live = couplet_live_new (automaton, components);
  g_autofree guint8 *pays = couplet_paying_components (automaton, components, live);
  return pays != NULL;
}

void
question_init (Question *question, const CoupletAutomaton *automaton)
{
  *question = (Question){is_rule_too_strict (automaton), why_not_conclusive (automaton),
                         couplet_is_floating (automaton)};
}
