/* SPDX-License-Identifier: Apache-2.0 */
#include "remember.h"

#define BIT(difference) (1 << ((difference) + 1))

static gboolean
is_private (const Check *check, guint32 state)
{
  return check->a->states[state].input == COUPLET_PRIVATE;
}

/* Per state, and one more, where the transitions that lead to it begin in *into. The caller frees
 * both. */
static guint32 *
sort_by_target (const CoupletAutomaton *a, guint32 **into)
{
  guint32 *first = g_new0 (guint32, (gsize)a->n_states + 2);
  *into = g_new (guint32, (gsize)a->n_transitions + 1);
  for (guint32 t = 0; t < a->n_transitions; t++)
    first[a->target[t] + 2]++;
  for (guint32 q = 2; q < a->n_states + 2; q++)
    first[q] += first[q - 1];
  for (guint32 t = 0; t < a->n_transitions; t++)
    (*into)[first[a->target[t] + 1]++] = t;
  return first;
}

/* From the states that read again backwards, as far as no private input is read. */
static void
find_recalls (Check *check)
{
  const CoupletAutomaton *a = check->a;
  g_autofree guint32 *into = NULL, *first = sort_by_target (a, &into);
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 q = 0; q < a->n_states; q++)
    if (a->states[q].input == COUPLET_AGAIN) {
      check->recalls[q] = 1;
      g_array_append_val (waiting, q);
    }
  for (guint i = 0; i < waiting->len; i++) {
    guint32 q = g_array_index (waiting, guint32, i);
    for (guint32 j = first[q]; j < first[q + 1]; j++) {
      guint32 source = a->source[into[j]];
      if (check->recalls[source] != 0 || is_private (check, source))
        continue;
      check->recalls[source] = 1;
      g_array_append_val (waiting, source);
    }
  }
}

void
check_find_memory (Check *check)
{
  gboolean again = FALSE;
  for (guint32 q = 0; q < check->a->n_states; q++)
    again |= check->a->states[q].input == COUPLET_AGAIN;
  check->remembers = check->kind != COUPLET_EVIDENCE_STRATEGY &&
                     (again || check->a->adjacency != COUPLET_ADJACENT_ANY);
  check->recalls = g_new0 (guint8, check->a->n_states);
  if (again)
    find_recalls (check);
}

CoupletMemory
check_memory_start (void)
{
  return (CoupletMemory){.last = COUPLET_NOT_REMEMBERED};
}

guint8
check_differences (const Check *check, CoupletMemory memory, guint32 transition)
{
  CoupletInput input = couplet_source_state (check->a, transition)->input;
  CoupletAdjacency adjacency = check->a->adjacency;
  guint8 all = BIT (-1) | BIT (0) | BIT (1);
  if (input == COUPLET_PUBLIC)
    return BIT (0);
  if (check->remembers && input == COUPLET_AGAIN)
    return memory.last == COUPLET_NOT_REMEMBERED ? all : (guint8)BIT (memory.last);
  if (!check->remembers || adjacency == COUPLET_ADJACENT_ANY) /* 0 is between the others */
    return check->kind == COUPLET_EVIDENCE_BOUND ? BIT (-1) | BIT (1) : all;
  if (memory.change == 0)
    return all;
  return (guint8)(BIT (0) | (adjacency == COUPLET_ADJACENT_ONE ? 0 : BIT (memory.change)));
}

CoupletMemory
check_memory_behind (const Check *check, CoupletMemory memory, guint32 transition, int difference)
{
  if (!check->remembers)
    return memory;
  if (is_private (check, check->a->source[transition])) {
    memory.last = (gint8)difference;
    if (check->a->adjacency == COUPLET_ADJACENT_MONOTONIC && difference != 0)
      memory.change = (gint8)difference;
    else if (check->a->adjacency == COUPLET_ADJACENT_ONE && difference != 0)
      memory.change = 1;
  }
  if (check->recalls[check->a->target[transition]] == 0)
    memory.last = COUPLET_NOT_REMEMBERED;
  return memory;
}

gboolean
check_memory_fits (CoupletMemory entry, CoupletMemory memory)
{
  return entry.change == memory.change &&
         (entry.last == COUPLET_NOT_REMEMBERED || entry.last == memory.last);
}
