/* SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

#include "graph.h"
#include "raises.h"
#include "take.h"

/* Whether a step after number step compares with threshold before one assigns it. */
static gboolean
is_read_later (const Check *check, guint step, guint32 threshold)
{
  guint n;
  const CoupletWalkStep *walk = couplet_evidence_walk (check->evidence, &n);
  for (guint i = step + 1; i < n; i++) {
    if (couplet_guard_comparisons (couplet_guard_of (check->a, walk[i].transition), threshold) != 0)
      return TRUE;
    if (couplet_assigns (check->a, walk[i].transition, threshold))
      return FALSE;
  }
  return FALSE;
}

/* Takes vector through the present step, number step; minimises out what it is the last one to
 * read or assign. */
static gboolean
take_step (Check *check, Vector *vector, guint step)
{
  const CoupletGuard *guard = couplet_guard_of (check->a, check->transition);
  if (!check_take (check, vector))
    return FALSE;
  for (guint32 v = 0; v < check->a->n_thresholds; v++)
    if ((couplet_guard_comparisons (guard, v) != 0 ||
         couplet_assigns (check->a, check->transition, v)) &&
        !is_read_later (check, step, v) && !vector_drop (vector, check, v, -1))
      return check_give_up (check, CHECK_TOO_MANY_TIED);
  return TRUE;
}

/* Takes vector through the whole walk. */
static gboolean
take_walk (Word *word, Vector *vector)
{
  guint32 node = word->check->start;
  guint loop = 0;
  for (guint i = 0; i < word->n_steps;) {
    if (loop < word->n_loops && word->loops[loop].first == i) {
      if (!word_follow_loop (word, loop, &node) || !word_limit (word, vector, loop))
        return FALSE;
      i = word->loops[loop].end;
      loop = word_next_loop (word, loop);
    } else if (!check_follow (word->check, &node, i) || !take_step (word->check, vector, i++))
      return FALSE;
  }
  return TRUE;
}

static const char *
words_for_mismatch (CoupletEvidenceKind kind)
{
  return kind == COUPLET_EVIDENCE_ATTAINED    ? "the least cost on this walk is"
         : kind == COUPLET_EVIDENCE_VIOLATION ? "a strategy is left on this walk; the least cost is"
                                              : "turns of its loops do not raise the cost of all "
                                                "ways without end; the least cost is";
}

gboolean
check_walk (Check *check)
{
  Word word = word_of (check);
  g_autoptr (Vector) vector = vector_new ();
  if (!take_walk (&word, vector))
    return FALSE;
  check_stand_at (check, NULL, 0, COUPLET_NONE, COUPLET_NONE, NO_DIFFERENCE);
  const Cost *least = vector_extreme (vector, check, -1);
  if (least == NULL)
    return check_give_up (check, CHECK_TOO_MANY_TIED);
  g_autofree char *text = cost_to_string (check, least);
  if (cost_compare_with_claim (check, least) != 0)
    return check_reject (check, "%s %s", words_for_mismatch (check->kind), text);
  return check_raises (&word);
}
