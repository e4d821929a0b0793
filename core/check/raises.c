/* SPDX-License-Identifier: Apache-2.0 */
#include "raises.h"

/* A table has a row for each of the shifts of so many thresholds at most. */
#define MOST_THRESHOLDS 4

/* What a turn costs that leads from the shifts number x of scope's thresholds to number y, at
 * x * size + y. */
typedef struct {
  Scope scope;
  gsize size;
  Cost *at;
} Turns;

static const char TOO_LARGE[] = "a loop that says what it raises is about too many thresholds";

/* Whether loop compares with threshold before it assigns it. */
static gboolean
reads (const Word *word, guint loop, guint32 threshold)
{
  const CoupletAutomaton *a = word->check->a;
  for (guint i = word->loops[loop].first; i < word->loops[loop].end; i++) {
    guint32 t = word->walk[i].transition;
    if (couplet_guard_comparisons (couplet_guard_of (a, t), threshold) != 0)
      return TRUE;
    if (couplet_assigns (a, t, threshold))
      return FALSE;
  }
  return FALSE;
}

/* FALSE: it is too large. */
static gboolean
find_scope (const Word *word, guint loop, Scope *scope)
{
  *scope = (Scope){.n = 0};
  for (guint32 v = 0; v < word->check->a->n_thresholds; v++)
    if (reads (word, loop, v) && !scope_add (scope, v))
      return FALSE;
  return scope->n <= MOST_THRESHOLDS;
}

/* Sets row to what turns from the shifts number x of scope's thresholds cost. */
static gboolean
reckon_row (Word *word, guint loop, const Scope *scope, gsize x, Cost *row)
{
  g_autoptr (Vector) vector = vector_new ();
  vector_add_point (vector, scope, x);
  if (!word_turn (word, vector, loop))
    return FALSE;
  for (guint32 v = 0; v < word->check->a->n_thresholds; v++)
    if (!scope_has (scope, v) && !vector_drop (vector, word->check, v, -1))
      return check_give_up (word->check, TOO_LARGE);
  vector_values (vector, word->check, scope, row);
  return word_add_work (word, vector_work (vector));
}

static void
clear_turns (Turns *turns)
{
  for (gsize i = 0; i < turns->size * turns->size; i++)
    cost_clear (&turns->at[i]);
  g_free (turns->at);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Turns, clear_turns)

static gboolean
reckon_turns (Word *word, guint loop, Turns *turns)
{
  turns->size = couplet_factor_size (turns->scope.n);
  turns->at = g_new0 (Cost, turns->size * turns->size);
  for (gsize x = 0; x < turns->size; x++)
    if (!reckon_row (word, loop, &turns->scope, x, &turns->at[x * turns->size]))
      return FALSE;
  return TRUE;
}

/* Whether a turn repeats the shifts number x free of charge. */
static gboolean
is_free (const Turns *turns, gsize x)
{
  return cost_compare (&turns->at[x * turns->size + x], &(Cost){.small = 0}) == 0;
}

/* Lowers the distances by all turns, each and falls; FALSE when nothing is lowered. */
static gboolean
lower_distances (const Turns *turns, const Cost *falls, Cost *distance)
{
  gboolean lowered = FALSE;
  g_auto (Cost) sum = {.small = 0};
  for (gsize x = 0; x < turns->size; x++)
    for (gsize y = 0; y < turns->size && !is_free (turns, x); y++) {
      const Cost *turn = &turns->at[x * turns->size + y];
      if (turn->infinite != 0 || is_free (turns, y))
        continue;
      cost_set (&sum, &distance[x]);
      cost_add (&sum, turn);
      cost_add (&sum, falls);
      if (cost_compare (&sum, &distance[y]) < 0) {
        cost_set (&distance[y], &sum);
        lowered = TRUE;
      }
    }
  return lowered;
}

/* Whether no ring of turns, with falls for each, costs less than 0 (Bellman and Ford). */
static gboolean
every_ring_raises (const Turns *turns, const Cost *falls)
{
  gboolean lowered = TRUE;
  g_autofree Cost *distance = g_new0 (Cost, turns->size);
  for (gsize round = 0; round < turns->size && lowered; round++)
    lowered = lower_distances (turns, falls, distance);
  for (gsize x = 0; x < turns->size; x++)
    cost_clear (&distance[x]);
  return !lowered;
}

static gboolean
check_loop (Word *word, guint loop)
{
  guint32 n;
  const CoupletRational *numbers = couplet_evidence_numbers (word->check->evidence, &n);
  const CoupletRational *raises = &numbers[word->loops[loop].raises];
  g_auto (Turns) turns = {.size = 0};
  if (!find_scope (word, loop, &turns.scope))
    return check_give_up (word->check, TOO_LARGE);
  if (!reckon_turns (word, loop, &turns))
    return FALSE;
  g_auto (Cost) falls = {.small = 0};
  cost_scale (word->check, &falls, raises, -1);
  guint32 begin = word->check->a->source[word->walk[word->loops[loop].first].transition];
  check_stand_at (word->check, "loop", loop, begin, COUPLET_NONE, NO_DIFFERENCE);
  return (mpq_sgn (raises->value) > 0 && every_ring_raises (&turns, &falls)) ||
         check_reject (word->check, "a turn does not always raise the loss by as much as it says");
}

gboolean
check_raises (Word *word)
{
  for (guint loop = 0; loop < word->n_loops; loop++)
    if (word->loops[loop].raises != COUPLET_NUMBER_NONE && !check_loop (word, loop))
      return FALSE;
  return TRUE;
}
