/* SPDX-License-Identifier: Apache-2.0 */
#include "explanation.h"

#include "claim_story.h"
#include "drawing.h"
#include "evidence_walks.h"
#include "linear_story.h"
#include "proof_story.h"
#include "summary_story.h"
#include "verdict_story.h"

#include <couplet/internal/provenance.h>

/* `claim 1 fails, `, which stands before the verdict; empty without a claim. The caller frees it.
 */
static char *
claim_words (const CoupletResult *result)
{
  g_autofree char *claim = couplet_rational_to_string (&result->claim);
  return result->claim_verdict == COUPLET_CLAIM_NONE
             ? g_strdup ("")
             : g_strdup_printf ("claim %s %s%s, ", claim,
                                result->claim_verdict == COUPLET_CLAIM_OPEN ? "is " : "",
                                couplet_claim_verdict_to_string (result->claim_verdict));
}

static void
tell_title (Telling *telling)
{
  const CoupletResult *result = telling->result;
  Line *line = document_heading (telling->document, 1);
  const char *name = result->name != NULL && *result->name != '\0' ? result->name : result->file;
  g_autofree char *claim = claim_words (result);
  line_put (line, "%s: %s", name, claim);
  switch (result->verdict) {
  case COUPLET_VERDICT_PRIVATE:
    line_put (line, "differentially private");
    break;
  case COUPLET_VERDICT_NOT_PRIVATE:
    line_put (line, "not differentially private");
    break;
  default:
    line_put (line, "unknown");
  }
}

/* What one step draws, where that makes a difference. */
static void
tell_sampling (Telling *telling)
{
  if (telling->result->sampling == NULL)
    return;
  Line *line = document_paragraph (telling->document);
  if (telling->automaton->sampling == COUPLET_SHARED)
    line_put (line, "Its sampling is %s{b}: a step makes one draw, which all its comparisons read.",
              "shared");
  else
    line_put (
        line,
        "Its sampling is %s{b}: a step makes a draw for each threshold that it uses, with noise "
        "of its own, also where it compares one reading with several of them.",
        "independent");
}

/* The checker was right not to accept, or was wrong: nothing of it is told as a proof. */
static void
tell_rejection (Telling *telling, const char *rejection)
{
  line_put (
      document_paragraph (telling->document),
      "%s{b}, so that nothing is told of it: %s. This is a bug in one of them; please report it "
      "with the file.",
      "The checker rejects an answer", rejection);
}

/* What was read, by what program, with what, and when: the last thing told. */
static void
tell_provenance (Telling *telling)
{
  const CoupletResult *result = telling->result;
  if (result->origin == NULL)
    return;
  g_auto (GStrv) lines =
      couplet_provenance_lines (result->origin, result->sampling, result->adjacency);
  line_put (document_heading (telling->document, 2), "Provenance");
  for (char **line = lines; *line != NULL; line += 2)
    line_put (document_item (telling->document), "%s: %s{c}", line[0], line[1]);
}

/* What explains the result, without a question. */
static void
tell_result (Telling *telling)
{
  if (telling->result->linear != NULL)
    tell_linear (telling);
  else
    tell_verdict (telling);
}

Document *
explain (const CoupletResult *result, const Questions *questions, Examiner *examiner,
         GError **error)
{
  g_autoptr (Document) document = document_new ();
  const CoupletAutomaton *automaton = result->linear == NULL ? examined_automaton (result) : NULL;
  Telling telling = {result, automaton, examiner, document};
  gboolean asked = questions->path != NULL || questions->segments || questions->states != NULL ||
                   questions->transitions != NULL;
  tell_title (&telling);
  if (questions->summary)
    tell_summary (document, result);
  tell_sampling (&telling);
  tell_claimed (document, result);
  if (result->rejected)
    tell_rejection (&telling, result->disagreement_text);
  else if (!asked) {
    if (questions->summary)
      tell_proof (&telling);
    tell_result (&telling);
  } else if (!tell_answers (&telling, questions, error))
    return NULL;
  if (!result->rejected && examiner_disagreement (examiner) != NULL)
    tell_rejection (&telling, examiner_disagreement (examiner));
  if (!questions->summary || asked || result->rejected) /* else it is a note of the proof */
    tell_provenance (&telling);
  return g_steal_pointer (&document);
}

void
explain_in_picture (const CoupletResult *result, const PageFormat *page, GString *out)
{
  gboolean is_private = result->verdict == COUPLET_VERDICT_PRIVATE;
  g_autoptr (ShiftConflict) conflict = NULL;
  g_autoptr (WalkSamples) samples = told_walk (result, &conflict);
  g_autofree char *cost =
      result->bounds.upper != NULL ? couplet_rational_to_string (result->bounds.upper) : NULL;
  g_autofree char *claim = claim_words (result);
  g_autofree char *caption = g_strdup_printf (
      "%s: %s%s%s%s%s", result->name, claim,
      result->verdict == COUPLET_VERDICT_NOT_PRIVATE ? "not private"
                                                     : couplet_verdict_to_string (result->verdict),
      cost != NULL ? ", cost " : "", cost != NULL ? cost : "",
      samples == NULL ? ""
      : is_private    ? "; the worst path is drawn thick"
                      : "; the path that rules a proof out is drawn thick");
  draw_automaton (result->automaton, samples, conflict, caption, page, out);
}
