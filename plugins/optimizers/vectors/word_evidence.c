/* SPDX-License-Identifier: Apache-2.0 */
#include "word_evidence.h"

#include "limit_search.h"
#include "loop_gain.h"

#include <couplet/internal/arena.h>

/* What turns raise is left open in longer words. */
#define MOST_TOLD 2000

/* Loops that the search found go into evidence as they are. */
G_STATIC_ASSERT (NESTED_MOST_DEPTH <= COUPLET_LOOP_DEPTH_MAX);

/* The index of what the loop raises; COUPLET_NUMBER_NONE = left open. */
static guint32
add_gain (NestedTurns *turns, CoupletEvidence *evidence, const NestedToken *loop, guint n)
{
  g_auto (CoupletRational) gain;
  couplet_rational_init (&gain);
  return loop_gain (turns, loop, n, &gain) ? couplet_evidence_add_number (evidence, &gain)
                                           : COUPLET_NUMBER_NONE;
}

static void
add_tokens (const VectorSets *sets, CoupletEvidence *evidence, const NestedToken *word, guint n)
{
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  NestedTurns turns = limit_turns (sets, arena);
  for (guint i = 0; i < n; i++) {
    if (word[i].partner == 0)
      couplet_evidence_add_step (evidence, (CoupletWalkStep){word[i].transition, word[i].difference,
                                                             COUPLET_SHIFT_UNUSED});
    else if (word[i].partner > 0)
      couplet_evidence_begin_loop (evidence);
    else {
      guint length = (guint)-word[i].partner - 1;
      couplet_evidence_end_loop (evidence,
                                 n <= MOST_TOLD && sets->violated
                                     ? add_gain (&turns, evidence, &word[i - length], length)
                                     : COUPLET_NUMBER_NONE);
    }
  }
}

CoupletEvidence *
word_evidence_new (const VectorSets *sets, gsize most, gsize *length)
{
  g_autoptr (GArray) word = g_array_new (FALSE, FALSE, sizeof (NestedToken));
  guint32 start = sets->best_node;
  *length = 0;
  if (start == NO_NODE)
    return NULL;
  while (node_at (sets, start)->parent != NO_NODE)
    start = node_at (sets, start)->parent;
  if (start != sets->best_node)
    limit_append_word (sets, start, node_at (sets, sets->best_node), word);
  const NestedToken *tokens = (const NestedToken *)(gpointer)word->data;
  *length = word->len;
  if (word->len > most)
    return NULL;
  CoupletEvidence *evidence =
      couplet_evidence_new (sets->violated ? COUPLET_EVIDENCE_UNBOUNDED : COUPLET_EVIDENCE_ATTAINED,
                            sets->space.automaton);
  if (!sets->violated)
    couplet_evidence_set_unit_cost (evidence, sets->space.unit, sets->best);
  add_tokens (sets, evidence, tokens, word->len);
  return evidence;
}
