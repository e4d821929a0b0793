/* SPDX-License-Identifier: Apache-2.0 */
#include "worst_story.h"

#include <couplet/host/evidence.h>

#include "evidence_walks.h"
#include "naming.h"

/* Whether transitions leave the last state of the walk. */
static gboolean
goes_on (const WalkSamples *samples)
{
  const CoupletAutomaton *a = samples->automaton;
  if (samples->walk->len == 0)
    return FALSE;
  guint32 last = a->target[walk_transition (samples, samples->walk->len - 1)];
  return a->row[last] < a->row[last + 1];
}

static void
put_shown (Line *line, const CoupletRational *cost)
{
  line_put (line, "shows that a proof by shift couplings pays at least ");
  put_cost (line, cost);
}

/* Whether no walk costs more than paid. */
static gboolean
is_all (const CoupletResult *result, const CoupletRational *paid)
{
  return result->verdict == COUPLET_VERDICT_PRIVATE && result->bounds.upper != NULL &&
         couplet_rational_compare (paid, result->bounds.upper) >= 0;
}

void
put_worst_walk (Line *line, const CoupletResult *result, const WalkSamples *samples,
                const CoupletStageResult *by)
{
  g_auto (CoupletRational) paid;
  couplet_rational_init (&paid);
  walk_samples_pay (samples, 0, samples->walk->len, &paid);
  if (is_all (result, &paid)) {
    line_put (line,
              "This is the walk on which a proof by shift couplings pays most, under the inputs "
              "that are worst for it (found by %s{b})%s:",
              by->stage, goes_on (samples) ? "; runs go on from its end, at no further cost" : "");
    return;
  }
  line_put (line, "This walk ");
  put_shown (line, &paid);
  line_put (line, ", under the inputs that are worst for it (found by %s{b}):", by->stage);
}

/* Evidence of a walk, accepted, with steps, that costs more than paid; NULL = there is none. */
static const CoupletEvidence *
find_more (Telling *telling, const CoupletRational *paid, const CoupletStageResult **by)
{
  if (is_all (telling->result, paid))
    return NULL;
  const CoupletEvidence *evidence =
      accepted_evidence (telling->result, COUPLET_EVIDENCE_ATTAINED, by);
  return evidence != NULL && couplet_evidence_size (evidence) > 0 &&
                 couplet_rational_compare (couplet_evidence_cost (evidence), paid) > 0
             ? evidence
             : NULL;
}

gboolean
tell_long_walk (Telling *telling, const WalkSamples *samples)
{
  guint n, n_loops;
  const CoupletStageResult *by;
  g_auto (CoupletRational) paid;
  couplet_rational_init (&paid);
  if (samples != NULL)
    walk_samples_pay (samples, 0, samples->walk->len, &paid);
  const CoupletEvidence *evidence = find_more (telling, &paid, &by);
  if (evidence == NULL)
    return FALSE;
  couplet_evidence_walk (evidence, &n);
  couplet_evidence_loops (evidence, &n_loops);
  Line *line = document_paragraph (telling->document);
  line_put (line, samples != NULL ? "Another walk " : "A walk ");
  put_shown (line, couplet_evidence_cost (evidence));
  line_put (line, " (found by %s{b}, and accepted by the checker). It has %u step%s", by->stage, n,
            n == 1 ? "" : "s");
  if (n_loops > 0)
    line_put (line, " and %u loop%s", n_loops, n_loops == 1 ? "" : "s");
  line_put (line, ", which is too much to be told here; %s{c} writes it.",
            "couplet verify --evidence-dir");
  return TRUE;
}

gboolean
has_large_walk (const Telling *telling)
{
  const CoupletResult *result = telling->result;
  for (guint s = 0; s < result->n_stages; s++)
    for (guint e = 0; e < result->stages[s].n_evidence; e++)
      if (couplet_evidence_kind (result->stages[s].evidence[e]) == COUPLET_EVIDENCE_ATTAINED &&
          couplet_evidence_size (result->stages[s].evidence[e]) > 0)
        return TRUE;
  return FALSE;
}
