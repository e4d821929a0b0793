/* SPDX-License-Identifier: Apache-2.0 */
#include "budget_story.h"

#include "naming.h"

#define MOST_SHARES 80 /* what the transitions beyond pay is told in one row */

/* What a transition pays. */
typedef struct {
  guint32 transition;
  guint times;
  CoupletRational pays;
} Share;

static void
clear_share (gpointer data)
{
  couplet_rational_clear (&((Share *)data)->pays);
}

/* What each paying transition of the walk pays in all its steps, in the order of their first steps.
 */
static GArray *
shares_of (const WalkSamples *samples)
{
  GArray *shares = g_array_new (FALSE, FALSE, sizeof (Share));
  g_array_set_clear_func (shares, clear_share);
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  g_auto (CoupletRational) pays;
  couplet_rational_init (&pays);
  guint last_step = G_MAXUINT;
  for (guint i = 0; i < samples->samples->len; i++) {
    const WalkSample *sample = walk_sample (samples, i);
    gpointer key = GUINT_TO_POINTER (walk_transition (samples, sample->step));
    walk_sample_pays (samples, sample, &pays);
    if (mpq_sgn (pays.value) == 0)
      continue;
    gpointer place;
    if (!g_hash_table_lookup_extended (places, key, NULL, &place)) {
      Share share = {.transition = GPOINTER_TO_UINT (key)};
      couplet_rational_init (&share.pays);
      place = GUINT_TO_POINTER (shares->len);
      g_hash_table_insert (places, key, place);
      g_array_append_val (shares, share);
    }
    Share *share = &g_array_index (shares, Share, GPOINTER_TO_UINT (place));
    mpq_add (share->pays.value, share->pays.value, pays.value);
    share->times += sample->step != last_step ? 1 : 0;
    last_step = sample->step;
  }
  return shares;
}

/* Whole percent, rounded. */
static guint
percent_of (const CoupletRational *part, const CoupletRational *whole)
{
  mpq_t share;
  mpq_init (share);
  mpq_div (share, part->value, whole->value);
  guint percent = (guint)(100 * mpq_get_d (share) + 0.5);
  mpq_clear (share);
  return percent;
}

/* Fills the cells of row after the name. */
static void
tell_share (const Row *row, const Share *share, const CoupletRational *sum)
{
  line_put (row_cell (row, 1), "%u", share->times);
  line_put (row_cell (row, 2), "%p{q}", &share->pays);
  line_put (row_cell (row, 3), "%u %s", percent_of (&share->pays, sum), "%");
  line_put_bar (row_cell (row, 4), &share->pays, sum);
}

/* One row for all shares beyond MOST_SHARES. */
static void
tell_other_shares (Table *table, const GArray *shares, const CoupletRational *sum)
{
  Share others = {0};
  couplet_rational_init (&others.pays);
  for (guint i = MOST_SHARES; i < shares->len; i++) {
    const Share *share = &g_array_index (shares, Share, i);
    others.times += share->times;
    mpq_add (others.pays.value, others.pays.value, share->pays.value);
  }
  Row *row = table_add_row (table);
  line_put (row_cell (row, 0), "%u more transitions", shares->len - MOST_SHARES);
  tell_share (row, &others, sum);
  couplet_rational_clear (&others.pays);
}

void
tell_budget (Document *document, const WalkSamples *samples)
{
  g_autoptr (GArray) shares = shares_of (samples);
  if (shares->len == 0)
    return;
  g_auto (CoupletRational) sum;
  couplet_rational_init (&sum);
  walk_samples_pay (samples, 0, samples->walk->len, &sum);
  line_put (document_heading (document, 2), "Where the budget goes");
  Table *table = document_table (document);
  table_add_column (table, "Transition", FALSE);
  table_add_column (table, "Times", TRUE);
  table_add_column (table, "Pays", TRUE);
  table_add_column (table, "Share", TRUE);
  table_add_column (table, "", FALSE);
  for (guint i = 0; i < MIN (shares->len, MOST_SHARES); i++) {
    const Share *share = &g_array_index (shares, Share, i);
    Row *row = table_add_row (table);
    put_transition (row_cell (row, 0), samples->automaton, share->transition);
    tell_share (row, share, &sum);
  }
  if (shares->len > MOST_SHARES)
    tell_other_shares (table, shares, &sum);
}
