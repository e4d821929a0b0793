/* SPDX-License-Identifier: Apache-2.0 */
#include "explained.h"

#include "random_automata.h"
#include "walk_story.h"

#include "unit.h"

int
set_up_explained (void **state)
{
  Explained *explained = g_new0 (Explained, 1);
  explained->host = (CoupletHost){.evidence_limit = 1000, .self_check = 10000};
  explained->random = g_rand_new_with_seed (20260101);
  explained->registry = couplet_registry_new (NULL);
  *state = explained;
  explained->examiner = examiner_new (explained->registry, &explained->host, NULL);
  return explained->examiner != NULL ? 0 : -1;
}

int
tear_down_explained (void **state)
{
  Explained *explained = *state;
  g_rand_free (explained->random);
  assert_null (examiner_disagreement (explained->examiner));
  examiner_free (explained->examiner);
  couplet_registry_free (explained->registry);
  g_free (explained);
  return 0;
}

CoupletAutomaton *
next_explained (Explained *explained)
{
  const RandomShape shape = {.most_states = 7, .public_comparisons = TRUE, .no_noise = TRUE};
  PlainAutomaton plain;
  random_automaton (&plain, explained->random, &shape);
  return build_plain (&plain, "q");
}

/* The number that the total row of the first table with one says. */
static char *
told_sum (const Document *document)
{
  for (guint b = 0; b < document->blocks->len; b++) {
    const Block *block = document->blocks->pdata[b];
    if (block->kind != BLOCK_TABLE || block->table->rows->len == 0)
      continue;
    const Row *last = block->table->rows->pdata[block->table->rows->len - 1];
    if (!last->total)
      continue;
    const Line *cell = row_cell (last, block->table->columns->len - 1);
    assert_int_equal (cell->atoms->len, 1);
    return g_strdup (g_array_index (cell->atoms, Atom, 0).text);
  }
  return NULL;
}

void
check_told_walk (const WalkSamples *samples, const CoupletRational *cost)
{
  g_auto (CoupletRational) sum;
  couplet_rational_init (&sum);
  assert_true (walk_samples_are_valid (samples));
  walk_samples_pay (samples, 0, samples->walk->len, &sum);
  assert_int_equal (couplet_rational_compare (&sum, cost), 0);
  g_autoptr (Document) document = document_new ();
  tell_walk (document, samples);
  g_autofree char *told = told_sum (document);
  g_autofree char *expected = couplet_rational_to_string (cost);
  assert_string_equal (told, expected);
}

/* The chain holds: every link is an order of the walk, its ends cannot meet. */
void
check_told_conflict (const WalkSamples *samples, const ShiftConflict *conflict)
{
  guint n = conflict->samples->len;
  assert_int_equal (conflict->orders->len, n - 1);
  for (guint i = 0; i + 1 < n; i++) {
    const CoupletPathRow *order =
        couplet_path_row (samples->path, g_array_index (conflict->orders, guint, i));
    gboolean less = order->at_most;
    assert_int_equal (less ? order->sample : order->value, shift_conflict_sample (conflict, i));
    assert_int_equal (less ? order->value : order->sample, shift_conflict_sample (conflict, i + 1));
  }
  assert_true (conflict->greatest < conflict->least);
}
