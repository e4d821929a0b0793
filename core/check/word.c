/* SPDX-License-Identifier: Apache-2.0 */
#include "word.h"

#include "graph.h"
#include "take.h"

/* So much work in the loops of one walk. */
#define MOST_WORK (G_GUINT64_CONSTANT (1) << 27)
#define FOLLOWING 16 /* a step followed counts as so many entries */
/* What is known where a loop begins settles within so many turns. */
#define MOST_SETTLING 64

Word
word_of (Check *check)
{
  Word word = {.check = check};
  word.walk = couplet_evidence_walk (check->evidence, &word.n_steps);
  word.loops = couplet_evidence_loops (check->evidence, &word.n_loops);
  return word;
}

guint
word_next_loop (const Word *word, guint loop)
{
  guint next = loop + 1;
  while (next < word->n_loops && word->loops[next].first < word->loops[loop].end)
    next++;
  return next;
}

gboolean
word_add_work (Word *word, guint64 work)
{
  word->work += work;
  return word->work < MOST_WORK ||
         check_give_up (word->check, "its loops take too many turns to follow");
}

/* ---- The way through the graph --------------------------------------------------------------- */

static gboolean
follow_turn (Word *word, guint loop, guint32 *node)
{
  guint inner = loop + 1;
  for (guint i = word->loops[loop].first; i < word->loops[loop].end;) {
    if (inner < word->n_loops && word->loops[inner].first == i) {
      if (!word_follow_loop (word, inner, node))
        return FALSE;
      i = word->loops[inner].end;
      inner = word_next_loop (word, inner);
    } else if (!word_add_work (word, FOLLOWING) || !check_follow (word->check, node, i++))
      return FALSE;
  }
  return TRUE;
}

gboolean
word_follow_loop (Word *word, guint loop, guint32 *node)
{
  for (guint turn = 0; turn < MOST_SETTLING; turn++) {
    guint32 before = *node;
    if (!follow_turn (word, loop, node))
      return FALSE;
    if (*node == before)
      return TRUE;
  }
  return check_reject (word->check, "a loop does not come back to what was known before it");
}

/* ---- Vectors -------------------------------------------------------------------------------- */

/* Takes vector through step number i: free of charge, or as it costs. */
static gboolean
take_letter (Word *word, Vector *vector, guint i, gboolean freely)
{
  const CoupletWalkStep *step = &word->walk[i];
  check_stand_at (word->check, "step", i, word->check->a->source[step->transition],
                  step->transition, step->difference);
  word->check->on_cycle = freely;
  gboolean taken = word_add_work (word, vector_size (vector)) && check_take (word->check, vector);
  word->check->on_cycle = FALSE;
  return taken;
}

gboolean
word_turn (Word *word, Vector *vector, guint loop)
{
  guint inner = loop + 1;
  for (guint i = word->loops[loop].first; i < word->loops[loop].end;) {
    if (inner < word->n_loops && word->loops[inner].first == i) {
      if (!word_limit (word, vector, inner))
        return FALSE;
      i = word->loops[inner].end;
      inner = word_next_loop (word, inner);
    } else if (!take_letter (word, vector, i++, FALSE))
      return FALSE;
  }
  return TRUE;
}

/* Two turns of loop, and of those in it, free of charge. */
static gboolean
turn_freely (Word *word, Vector *vector, guint loop)
{
  for (guint turn = 0; turn < 2; turn++) {
    guint inner = loop + 1;
    for (guint i = word->loops[loop].first; i < word->loops[loop].end;) {
      if (inner < word->n_loops && word->loops[inner].first == i) {
        if (!turn_freely (word, vector, inner))
          return FALSE;
        i = word->loops[inner].end;
        inner = word_next_loop (word, inner);
      } else if (!take_letter (word, vector, i++, TRUE))
        return FALSE;
    }
  }
  return TRUE;
}

/* Whether vector and other mention the same thresholds, and vector is at most other everywhere.
 * Gives up where that ties too many, or is too much work. */
static gboolean
is_settled (Word *word, const Vector *vector, const Vector *other)
{
  Check *check = word->check;
  g_autoptr (Vector) excess = vector_copy (vector);
  for (guint32 v = 0; v < check->a->n_thresholds; v++)
    if (vector_mentions (vector, v) != vector_mentions (other, v))
      return FALSE;
  vector_subtract (excess, other);
  const Cost *greatest = vector_extreme (excess, check, 1);
  g_auto (Cost) zero = {.small = 0};
  if (greatest == NULL)
    return check_give_up (check, CHECK_TOO_MANY_TIED);
  return word_add_work (word, vector_work (excess)) && cost_compare (greatest, &zero) <= 0;
}

/* Most turns that lower an entry where a turn is free: ways through all shifts of what samples
 * tie. */
static guint
most_turns (const Check *check)
{
  guint32 tied = check->n_slots == 1 ? MIN (check->a->n_thresholds, COUPLET_FACTOR_MAX) : 1;
  return (guint)couplet_factor_size (tied);
}

/* Takes vector through turns of loop until none lowers an entry that a turn repeats freely. */
static gboolean
turn_until_settled (Word *word, Vector **vector, guint loop)
{
  for (guint turn = 0; turn <= most_turns (word->check); turn++) {
    g_autoptr (Vector) next = vector_copy (*vector);
    if (!word_turn (word, next, loop))
      return FALSE;
    gboolean settled = is_settled (word, *vector, next);
    vector_free (*vector);
    *vector = g_steal_pointer (&next);
    if (settled || word->check->why != NULL)
      break;
  }
  return word->check->why == NULL;
}

/* Whether a step of loop, or of those in it, assigns a threshold. */
static gboolean
assigns (const Word *word, guint loop)
{
  for (guint i = word->loops[loop].first; i < word->loops[loop].end; i++)
    if (couplet_assignment_of (word->check->a, word->walk[i].transition)->n_thresholds > 0)
      return TRUE;
  return FALSE;
}

/* Makes vector infinite at the shifts that no turn of loop repeats free of charge. */
static gboolean
keep_repeats (Word *word, Vector *vector, guint loop)
{
  g_autoptr (Vector) repeats = vector_zero_like (vector, word->check);
  if (!turn_freely (word, repeats, loop))
    return FALSE;
  vector_add (vector, word->check, repeats);
  return TRUE;
}

gboolean
word_limit (Word *word, Vector *vector, guint loop)
{
  if (!assigns (word, loop)) /* turns change no shift: each is free for ever, or never */
    return keep_repeats (word, vector, loop);
  g_autoptr (Vector) turned = vector_copy (vector);
  if (!turn_until_settled (word, &turned, loop) || !keep_repeats (word, turned, loop) ||
      !turn_until_settled (word, &turned, loop))
    return FALSE;
  vector_assign (vector, turned);
  return TRUE;
}
