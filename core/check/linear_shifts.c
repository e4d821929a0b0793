/* SPDX-License-Identifier: Apache-2.0 */
/* Shifts for every path and difference, or for those of single answers, whose costs add up: no path
 * costs more. */
#include "linear_event.h"

#include <couplet/internal/automaton.h>

/* Most differences that a checker looks for, and beyond how many those of single answers do. */
#define MOST_DIFFERENCES 100000
#define FEW_DIFFERENCES 4096

static gboolean
check_row (LinearCheck *check, guint32 r, const gint8 *differences,
           const CoupletEvidenceVector *shifts)
{
  const CoupletLinearRow *row = &check->path->rows[r];
  const CoupletLinearForm *form = &row->node->form;
  mpq_set_ui (check->sum, 0, 1);
  for (guint32 t = 0; t < form->n_terms; t++) {
    const CoupletLinearTerm *term = &form->terms[t];
    if (term->atom < check->list->n_answers)
      linear_add_small (check, term->factor.value, differences[term->atom]);
    else
      linear_add (check, term->factor.value,
                  linear_number (check, shifts, term->atom - check->list->n_answers));
  }
  int sign = mpq_sgn (check->sum);
  if (row->node->kind == COUPLET_LINEAR_REAL)
    return sign == 0 || linear_reject (check, "row %u: the output changes", r + 1);
  return (row->met ? sign >= 0 : sign <= 0) ||
         linear_reject (check, "row %u: the decision may change", r + 1);
}

static gboolean
check_draw (LinearCheck *check, guint32 i, mpq_srcptr shift)
{
  const CoupletLinearNode *draw = check->path->draws[i];
  if (couplet_noise_is_one_sided (draw->noise) && mpq_sgn (shift) < 0)
    return linear_reject (check, "draw %u is exponential and shifts downwards", i + 1);
  if (couplet_noise_is_whole (draw->noise) && !linear_is_whole (shift))
    return linear_reject (check, "draw %u is discrete, and its shift is not whole", i + 1);
  return TRUE;
}

/* Sets check->sum to what the shifts cost. */
static void
find_cost (LinearCheck *check, const CoupletEvidenceVector *shifts)
{
  mpq_t size;
  mpq_init (size);
  mpq_set_ui (check->sum, 0, 1);
  for (guint32 i = 0; i < check->path->n_draws; i++) {
    mpq_abs (size, linear_number (check, shifts, i));
    linear_add (check, size, check->path->draws[i]->rate.value);
  }
  mpq_clear (size);
  mpq_mul (check->sum, check->sum, check->linear->sensitivity.value);
}

static gboolean
check_cost (LinearCheck *check, mpq_srcptr cost)
{
  return mpq_cmp (cost, couplet_evidence_cost (check->check->evidence)->value) <= 0 ||
         linear_reject (check, "the shifts cost more");
}

static gboolean
check_shifts (LinearCheck *check, const gint8 *differences, const CoupletEvidenceVector *shifts)
{
  if (shifts->role != COUPLET_VECTOR_SHIFTS || shifts->n != check->path->n_draws)
    return linear_reject (check, "there is not a shift for each of its %u draws",
                          check->path->n_draws);
  for (guint32 i = 0; i < check->path->n_draws; i++)
    if (!check_draw (check, i, linear_number (check, shifts, i)))
      return FALSE;
  for (guint32 r = 0; r < check->path->n_rows; r++)
    if (!check_row (check, r, differences, shifts))
      return FALSE;
  find_cost (check, shifts);
  return check_cost (check, check->sum);
}

/* ---- Differences of single answers, added up ------------------------------------------------- */

/* What the shifts of a path cost when one answer grows (above) or falls. */
typedef struct {
  mpq_t above, below;
} SingleCost;

/* The answer that alone differs; COUPLET_NONE = it is not one alone. */
static guint32
find_single (const gint8 *difference, guint32 n)
{
  guint32 found = COUPLET_NONE;
  for (guint32 j = 0; j < n; j++) {
    if (difference[j] != 0 && found != COUPLET_NONE)
      return COUPLET_NONE;
    if (difference[j] != 0)
      found = j;
  }
  return found;
}

static void
note_cost (SingleCost *costs, const gint8 *difference, guint32 n, mpq_srcptr cost)
{
  guint32 j = find_single (difference, n);
  if (j == COUPLET_NONE)
    return;
  mpq_ptr side = difference[j] > 0 ? costs[j].above : costs[j].below;
  if (mpq_cmp (cost, side) > 0)
    mpq_set (side, cost);
}

/* Differences of adjacent answers are sums of parts of those of single answers; so are valid
 * shifts, which cost at most what their parts do. */
static gboolean
check_sum (LinearCheck *check, const SingleCost *costs)
{
  gboolean is_any = check->linear->adjacency == COUPLET_ADJACENT_ANY;
  mpq_t above, below;
  mpq_inits (above, below, NULL);
  for (guint32 j = 0; j < check->list->n_answers; j++) {
    gboolean is_above = mpq_cmp (costs[j].above, costs[j].below) > 0;
    mpq_add (above, above, is_any && !is_above ? costs[j].below : costs[j].above);
    mpq_add (below, below, costs[j].below);
  }
  gboolean good = check_cost (check, above) && (is_any || check_cost (check, below));
  mpq_clears (above, below, NULL);
  return good;
}

/* ---- Paths --------------------------------------------------------------------------------- */

/* The shifts that found has at each of the n differences. costs: NULL = these are all; else what
 * single answers cost is noted there. */
static gboolean
check_vectors (LinearCheck *check, const CoupletEvidencePath *found, const gint8 *differences,
               guint n, SingleCost *costs)
{
  guint32 size = check->list->n_answers;
  for (guint i = 0; i < n; i++) {
    const gint8 *difference = differences + (gsize)i * size;
    CoupletEvidenceVector shifts =
        couplet_evidence_path_vector (check->check->evidence, found->first_vector + i);
    if (!check_shifts (check, difference, &shifts))
      return FALSE;
    if (costs != NULL)
      note_cost (costs, difference, size, check->sum);
  }
  return TRUE;
}

/* The shifts of check->path, the first vectors of found. */
static gboolean
check_all_shifts (LinearCheck *check, const CoupletEvidencePath *found, const gint8 *differences,
                  guint n, gboolean adds_up)
{
  if (!adds_up)
    return check_vectors (check, found, differences, n, NULL);
  guint32 size = check->list->n_answers;
  SingleCost *costs = g_new (SingleCost, size);
  for (guint32 j = 0; j < size; j++)
    mpq_inits (costs[j].above, costs[j].below, NULL);
  gboolean good = check_vectors (check, found, differences, n, costs) && check_sum (check, costs);
  for (guint32 j = 0; j < size; j++)
    mpq_clears (costs[j].above, costs[j].below, NULL);
  g_free (costs);
  return good;
}

/* covered: the END nodes of paths that are parts of events, whose shifts are checked. */
static gboolean
check_path (LinearCheck *check, GHashTable *covered, const gint8 *differences, guint n,
            gboolean adds_up)
{
  CoupletEvidencePath found;
  if (g_hash_table_contains (covered, GUINT_TO_POINTER (check->path->end)))
    return TRUE;
  if (!linear_find_path (check, &found))
    return FALSE;
  if (linear_has_vector (check, &found, COUPLET_VECTOR_IMPOSSIBLE))
    return linear_check_impossible (check, &found);
  if (found.n_vectors != n)
    return linear_reject (check, "it has %u vectors of shifts, not %u", found.n_vectors, n);
  return check_all_shifts (check, &found, differences, n, adds_up);
}

/* Checks the events among what the evidence has, and notes in covered what they stand for. */
static gboolean
check_events (LinearCheck *check, GHashTable *covered, const gint8 *differences, guint n,
              gboolean adds_up)
{
  gboolean good = TRUE;
  for (guint32 i = 0; good && i < couplet_evidence_n_paths (check->check->evidence); i++) {
    CoupletEvidencePath found = couplet_evidence_path (check->check->evidence, i);
    LinearEvent event;
    if (!linear_has_vector (check, &found, COUPLET_VECTOR_WITH))
      continue;
    good = linear_event_init (&event, check, &found, covered) && linear_event_check (&event, n) &&
           check_all_shifts (check, &found, differences, n, adds_up);
    linear_event_clear (&event);
  }
  return good;
}

/* Whether the n given differences have all that linear's adjacency asks for; *too_many: these are
 * not counted. */
static gboolean
has_differences (const LinearCheck *check, const CoupletLinear *linear, const gint8 *given, guint n,
                 gboolean *too_many)
{
  guint n_needed;
  gsize size = check->list->n_answers;
  gboolean all = TRUE;
  g_autofree gint8 *needed =
      couplet_linear_differences (linear, check->list, MOST_DIFFERENCES, &n_needed);
  *too_many = needed == NULL;
  if (*too_many)
    return FALSE;
  g_autoptr (GHashTable) known =
      g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  for (guint i = 0; i < n; i++)
    g_hash_table_add (known, g_bytes_new (given + i * size, size));
  for (guint i = 0; i < n_needed && all; i++) {
    g_autoptr (GBytes) one = g_bytes_new (needed + i * size, size);
    all = g_hash_table_contains (known, one);
  }
  return all;
}

/* Whether the differences of the evidence are all that have to be looked at; *adds_up becomes
 * whether they are only so if costs are added up. */
static gboolean
check_differences (LinearCheck *check, const gint8 *given, guint n, gboolean *adds_up)
{
  guint n_few;
  gboolean too_many, too_many_single;
  CoupletLinear one = *check->linear;
  one.adjacency = COUPLET_ADJACENT_ONE;
  *adds_up = FALSE;
  if (has_differences (check, check->linear, given, n, &too_many))
    return TRUE;
  g_autofree gint8 *few =
      couplet_linear_differences (check->linear, check->list, FEW_DIFFERENCES, &n_few);
  *adds_up = few == NULL && has_differences (check, &one, given, n, &too_many_single);
  if (*adds_up)
    return TRUE;
  return too_many ? check_give_up (check->check, "the answers have too many differences")
                  : check_reject (check->check, "a difference of adjacent answers is left out");
}

/* Whole shifts of discrete draws are known for whole multiples of the sensitivity only. */
static gboolean
check_sensitivity (LinearCheck *check)
{
  return !couplet_linear_has_discrete (check->list) ||
         mpq_cmp_ui (check->linear->sensitivity.value, 1, 1) == 0 ||
         check_reject (check->check, "with discrete draws the sensitivity must be 1");
}

void
check_linear_shifts (Check *evidence)
{
  LinearCheck check;
  CoupletLinearPath path;
  guint n;
  gboolean adds_up = FALSE;
  const gint8 *differences = couplet_evidence_differences (evidence->evidence, &n);
  gboolean good = linear_check_init (&check, evidence);
  if (good && couplet_evidence_cost (evidence->evidence) == NULL)
    good = check_reject (evidence, "it names no cost");
  good = good && check_sensitivity (&check) && check_differences (&check, differences, n, &adds_up);
  g_autoptr (GHashTable) covered = g_hash_table_new (NULL, NULL);
  good = good && check_events (&check, covered, differences, n, adds_up);
  g_autoptr (CoupletLinearWalk) walk = good ? couplet_linear_walk_new (check.list) : NULL;
  evidence->number = 0;
  while (good && couplet_linear_walk_next (walk, &path)) {
    check.path = &path;
    good = check_path (&check, covered, differences, n, adds_up);
  }
  linear_check_clear (&check);
}
