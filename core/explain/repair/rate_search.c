/* SPDX-License-Identifier: Apache-2.0 */
/* Cutting planes: what a walk pays with fixed shifts is linear in the rates, and bounds its cost
 * from above. Walks that cost too much at the solution of a linear program get rows, with the
 * shifts that are best at the best factors known, so that these meet every row.
 */
#include "rates.h"

#include "evidence_walks.h"

#include <couplet/internal/graph.h>
#include <couplet/host/model.h>

#define MOST_GROUPS 64        /* more are only changed by one factor */
#define MOST_ROUNDS 60        /* linear programs */
#define SIMPLE_DENOMINATOR 64 /* scales that are multiplied by such numbers stay as they are */
#define ROUNDING 64           /* others grow by less than this part */

typedef struct {
  const Rates *rates;
  const CoupletRational *most;
  Examiner *examiner;
  CoupletRational *best; /* factors that are known to be enough */
  RatesProof proof;      /* of them */
  CoupletRational least; /* of any factor */
  GPtrArray *walks;      /* GArray of CoupletWalkStep, of the automaton examined */
} Search;

static void
search_clear (Search *search)
{
  rationals_free (search->best, search->rates->n_groups);
  rates_proof_clear (&search->proof);
  couplet_rational_clear (&search->least);
  g_ptr_array_unref (search->walks);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

static void
copy_factors (const Search *search, CoupletRational *to, const CoupletRational *from)
{
  for (guint j = 0; j < search->rates->n_groups; j++)
    mpq_set (to[j].value, from[j].value);
}

/* The factors become the best ones when proof has shown that they are enough. */
static gboolean
take (Search *search, const CoupletRational *factors, const CoupletRational *d, RatesProof *proof)
{
  if (d == NULL || couplet_rational_compare (d, search->most) > 0)
    return FALSE;
  copy_factors (search, search->best, factors);
  rates_proof_clear (&search->proof);
  search->proof = *proof;
  *proof = (RatesProof){NULL, NULL};
  return TRUE;
}

/* ---- One factor for all --------------------------------------------------------------------- */

/* The cost is linear in such a factor, but where floating snaps pay a little more. */
static gboolean
find_uniform (Search *search)
{
  guint n = search->rates->n_groups;
  CoupletRational *factors = rationals_new (n);
  gboolean found = FALSE, proven = TRUE;
  mpq_set_ui (search->least.value, 1, 1);
  for (guint attempt = 0; attempt < 5 && proven && !found; attempt++) {
    g_auto (RatesProof) proof = {NULL, NULL};
    for (guint j = 0; j < n; j++)
      mpq_set (factors[j].value, search->least.value);
    const CoupletRational *d = rates_prove (search->rates, factors, search->examiner, &proof);
    proven = d != NULL && mpq_sgn (d->value) > 0;
    if (proven && couplet_rational_compare (d, search->most) > 0) {
      mpq_mul (search->least.value, search->least.value, search->most->value);
      mpq_div (search->least.value, search->least.value, d->value);
    } else
      found = take (search, factors, d, &proof);
  }
  mpq_div_2exp (search->least.value, search->least.value, 1);
  rationals_free (factors, n);
  return found;
}

/* ---- Rows ----------------------------------------------------------------------------------- */

/* Notes the walk that costs most of proof. FALSE: none is known. */
static gboolean
note_walk (Search *search, const RatesProof *proof)
{
  const CoupletStageResult *by;
  g_autoptr (WalkSamples) walk = worst_walk (couplet_examination_result (proof->examination), &by);
  if (walk != NULL)
    g_ptr_array_add (search->walks, g_array_ref (walk->walk));
  return walk != NULL;
}

/* Adds what walk pays with the shifts that are best at the best factors. FALSE: not known. */
static gboolean
add_walk (const Search *search, const GArray *walk, RateProgram *program)
{
  const CoupletAutomaton *a =
      examined_automaton (couplet_examination_result (search->proof.examination));
  guint n = search->rates->n_groups;
  for (guint i = 0; i < walk->len; i++)
    if (g_array_index (walk, CoupletWalkStep, i).transition >= a->n_transitions)
      return FALSE;
  g_autoptr (WalkSamples) samples = walk_samples_new (
      a, couplet_free_cycles (a), (const CoupletWalkStep *)(gpointer)walk->data, walk->len);
  if (!walk_samples_choose (samples))
    return FALSE;
  CoupletRational *weights = rationals_new (n);
  g_auto (CoupletRational) need;
  couplet_rational_init (&need);
  rates_sum (search->rates, samples, weights);
  mpq_neg (need.value, search->most->value);
  for (guint j = 0; j < n; j++) {
    mpq_div (weights[j].value, weights[j].value, search->best[j].value);
    mpq_add (need.value, need.value, weights[j].value);
  }
  rate_program_add_row (program, weights, &need);
  rationals_free (weights, n);
  return TRUE;
}

/* Sets factors to the least change that the rows of all walks allow. FALSE: some row is not
 * known. */
static gboolean
solve (const Search *search, CoupletRational *factors)
{
  guint n = search->rates->n_groups;
  g_auto (CoupletRational) most, one;
  couplet_rational_init (&most);
  couplet_rational_init (&one);
  mpq_set_ui (one.value, 1, 1);
  mpq_sub (most.value, one.value, search->least.value);
  g_autoptr (RateProgram) program = rate_program_new (n, &most);
  for (guint i = 0; i < search->walks->len; i++)
    if (!add_walk (search, search->walks->pdata[i], program))
      return FALSE;
  if (!rate_program_solve (program, factors))
    return FALSE;
  for (guint j = 0; j < n; j++)
    mpq_sub (factors[j].value, one.value, factors[j].value);
  return TRUE;
}

/* Whether the sum of 1 less each factor is less than the same of others. */
static gboolean
changes_less (const Search *search, const CoupletRational *factors, const CoupletRational *than)
{
  g_auto (CoupletRational) kept;
  couplet_rational_init (&kept);
  for (guint j = 0; j < search->rates->n_groups; j++) {
    mpq_add (kept.value, kept.value, factors[j].value);
    mpq_sub (kept.value, kept.value, than[j].value);
  }
  return mpq_sgn (kept.value) > 0;
}

/* Goes from better factors to better ones. */
static void
improve (Search *search)
{
  guint n = search->rates->n_groups;
  CoupletRational *factors = rationals_new (n);
  gboolean goes_on = note_walk (search, &search->proof);
  for (guint round = 0; goes_on && round < MOST_ROUNDS; round++) {
    g_auto (RatesProof) proof = {NULL, NULL};
    goes_on = solve (search, factors) && changes_less (search, factors, search->best);
    if (!goes_on)
      break;
    const CoupletRational *d = rates_prove (search->rates, factors, search->examiner, &proof);
    goes_on = take (search, factors, d, &proof) || (d != NULL && note_walk (search, &proof));
  }
  rationals_free (factors, n);
}

/* ---- Rounding ------------------------------------------------------------------------------- */

/* Makes a scale's factor simple, and no smaller: more noise costs no more. */
static void
round_factor (CoupletRational *factor)
{
  g_auto (CoupletRational) low, high;
  couplet_rational_init (&low);
  couplet_rational_init (&high);
  mpq_inv (low.value, factor->value);
  if (mpz_cmp_ui (mpq_denref (low.value), SIMPLE_DENOMINATOR) <= 0)
    return;
  mpq_set_ui (high.value, ROUNDING + 1, ROUNDING);
  mpq_mul (high.value, high.value, low.value);
  couplet_rational_simplest (&low, &high, factor);
  mpq_inv (factor->value, factor->value);
}

/* Rounds the best factors where that keeps the change below the one that limit makes; NULL = it
 * need not. */
static void
round_factors (Search *search, const CoupletRational *limit)
{
  guint n = search->rates->n_groups;
  CoupletRational *factors = rationals_new (n);
  copy_factors (search, factors, search->best);
  for (guint j = 0; j < n; j++)
    round_factor (&factors[j]);
  if (limit == NULL || !changes_less (search, limit, factors)) {
    g_auto (RatesProof) proof = {NULL, NULL};
    take (search, factors, rates_prove (search->rates, factors, search->examiner, &proof), &proof);
  }
  rationals_free (factors, n);
}

gboolean
rates_search (Rates *rates, const CoupletRational *most, Examiner *examiner, gboolean *is_uniform)
{
  g_auto (Search)
      search = {.rates = rates,
                .most = most,
                .examiner = examiner,
                .best = rationals_new (rates->n_groups),
                .walks = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref)};
  couplet_rational_init (&search.least);
  if (!find_uniform (&search))
    return FALSE;
  CoupletRational *uniform = rationals_new (rates->n_groups);
  copy_factors (&search, uniform, search.best);
  if (rates->n_groups <= MOST_GROUPS)
    improve (&search);
  *is_uniform = !changes_less (&search, search.best, uniform);
  round_factors (&search, *is_uniform ? NULL : uniform);
  copy_factors (&search, rates->factors, search.best);
  rationals_free (uniform, rates->n_groups);
  return TRUE;
}
