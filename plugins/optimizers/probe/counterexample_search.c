/* SPDX-License-Identifier: Apache-2.0 */
#include "counterexample_search.h"

#include "path_place.h"

/* Bits of precision at first and at most, and of a probability that is known well enough. */
#define FIRST_PRECISION 128
#define MOST_PRECISION 32768
#define ENOUGH_BITS 40
/* The farthest pair of inputs along a direction, in steps of the sensitivity. */
#define FARTHEST ((gint64)1 << 24)
/* Doublings without a gain after which the loss has come to its limit. */
#define MOST_DOUBLINGS_WITHOUT_GAIN 3

typedef struct {
  const CounterexampleQuestion *question;
  Counterexample *best;
  PathDraws *draws;
  fmpq_t epsilon, claim, sensitivity;
  fmpq *base, *values;  /* inputs at 0 and what is output there */
  fmpq *inputs;         /* scratch */
  gboolean begins_half; /* steps along D are counted from half a step before the base */
} PairSearch;

void
counterexample_init (Counterexample *counterexample, guint n_steps)
{
  *counterexample = (Counterexample){.n_steps = n_steps};
  counterexample->inputs = _fmpq_vec_init (n_steps);
  counterexample->adjacent = _fmpq_vec_init (n_steps);
  counterexample->outputs = _fmpq_vec_init (n_steps);
  arb_init (counterexample->probability);
  arb_init (counterexample->adjacent_probability);
  arb_init (counterexample->loss);
}

void
counterexample_clear (Counterexample *counterexample)
{
  _fmpq_vec_clear (counterexample->inputs, counterexample->n_steps);
  _fmpq_vec_clear (counterexample->adjacent, counterexample->n_steps);
  _fmpq_vec_clear (counterexample->outputs, counterexample->n_steps);
  arb_clear (counterexample->probability);
  arb_clear (counterexample->adjacent_probability);
  arb_clear (counterexample->loss);
}

/* inputs = base + k * sensitivity * D, or half a step less; FALSE when one is out of the range
 * asked for. */
static gboolean
place_inputs (PairSearch *search, gint64 k)
{
  const CounterexampleQuestion *question = search->question;
  fmpq_t by;
  gboolean inside = TRUE;
  fmpq_init (by);
  for (guint i = 0; i < question->n_steps; i++) {
    fmpq_set_si (by, (slong)(2 * k - search->begins_half) * question->steps[i].difference, 2);
    fmpq_mul (by, by, search->sensitivity);
    fmpq_add (&search->inputs[i], &search->base[i], by);
    if (question->low != NULL) {
      fmpq_set_mpq (by, question->low->value);
      inside = inside && fmpq_cmp (&search->inputs[i], by) >= 0;
      fmpq_set_mpq (by, question->high->value);
      inside = inside && fmpq_cmp (&search->inputs[i], by) <= 0;
    }
  }
  fmpq_clear (by);
  return inside;
}

static const char *
obstacle_of (ProbabilityStatus status, const PairSearch *search)
{
  switch (status) {
  case PROBABILITY_FOUND:
    return NULL;
  case PROBABILITY_TOO_MANY_DRAWS:
    return "more than three draws are compared later at one time";
  case PROBABILITY_TOO_LARGE:
    return "the integral has too many terms";
  case PROBABILITY_STOPPED:
    break;
  }
  return couplet_context_stop_reason (search->question->context);
}

/* The probability at the inputs k steps along the direction. */
static gboolean
probability_at (PairSearch *search, gint64 k, arb_t value)
{
  if (!place_inputs (search, k))
    return FALSE;
  path_draws_read (search->draws, search->inputs);
  for (slong precision = FIRST_PRECISION; precision <= MOST_PRECISION; precision *= 2) {
    ProbabilityStatus status = path_probability (value, search->draws, search->epsilon, precision,
                                                 search->question->context);
    if (status != PROBABILITY_FOUND) {
      search->best->obstacle = obstacle_of (status, search);
      return FALSE;
    }
    if (arb_is_zero (value) ||
        (arb_is_positive (value) && arb_rel_accuracy_bits (value) >= ENOUGH_BITS))
      return TRUE;
  }
  search->best->obstacle = "the probability is too small to be told from 0";
  return FALSE;
}

/* loss = ln (p / q) / epsilon; FALSE when p is 0. A q of 0 gives an infinite one. */
static gboolean
find_loss (const PairSearch *search, arb_t loss, const arb_t p, const arb_t q)
{
  if (!arb_is_positive (p))
    return FALSE;
  arb_t epsilon;
  arb_init (epsilon);
  arb_set_fmpq (epsilon, search->epsilon, FIRST_PRECISION);
  if (arb_is_zero (q))
    arb_pos_inf (loss);
  else {
    arb_div (loss, p, q, FIRST_PRECISION);
    arb_log (loss, loss, FIRST_PRECISION);
    arb_div (loss, loss, epsilon, FIRST_PRECISION);
  }
  arb_clear (epsilon);
  return TRUE;
}

static gboolean
is_proven (const PairSearch *search, const arb_t loss)
{
  arb_t claim;
  arb_init (claim);
  arb_set_fmpq (claim, search->claim, FIRST_PRECISION);
  gboolean above = arb_gt (loss, claim);
  arb_clear (claim);
  return above;
}

/* Keeps the pair (first, second) of numbers of steps. */
static void
keep (PairSearch *search, gint64 first, gint64 second, const arb_t p, const arb_t q,
      const arb_t loss)
{
  Counterexample *best = search->best;
  place_inputs (search, first);
  for (guint i = 0; i < best->n_steps; i++) {
    fmpq_set (&best->inputs[i], &search->inputs[i]);
    fmpq_set (&best->outputs[i], &search->values[i]);
  }
  place_inputs (search, second);
  for (guint i = 0; i < best->n_steps; i++)
    fmpq_set (&best->adjacent[i], &search->inputs[i]);
  arb_set (best->probability, p);
  arb_set (best->adjacent_probability, q);
  arb_set (best->loss, loss);
  best->found = TRUE;
  best->proven = is_proven (search, loss);
}

/* Tries the neighbours k and k + 1, in both orders; TRUE when what is kept got better. */
static gboolean
try_pair (PairSearch *search, gint64 k, gboolean *possible)
{
  arb_t p, q, loss;
  gboolean better = FALSE;
  arb_init (p);
  arb_init (q);
  arb_init (loss);
  *possible = probability_at (search, k, p) && probability_at (search, k + 1, q);
  for (int order = 0; order < 2 && *possible; order++) {
    if (find_loss (search, loss, p, q) &&
        (!search->best->found || arb_gt (loss, search->best->loss))) {
      keep (search, order == 0 ? k : k + 1, order == 0 ? k + 1 : k, p, q, loss);
      better = TRUE;
    }
    arb_swap (p, q);
  }
  arb_clear (loss);
  arb_clear (q);
  arb_clear (p);
  return better;
}

/* The least k between few, where the loss is not enough, and many, where it is. */
static void
bisect (PairSearch *search, gint64 few, gint64 many)
{
  while (many - few > 1) {
    gint64 middle = few + (many - few) / 2;
    gboolean possible;
    search->best->found = FALSE; /* the nearer one counts, though its loss is less */
    try_pair (search, middle, &possible);
    if (possible && search->best->proven)
      many = middle;
    else
      few = middle;
  }
  gboolean possible;
  search->best->found = FALSE;
  try_pair (search, many, &possible);
}

static void
search_along (PairSearch *search)
{
  gboolean possible;
  guint idle = 0;
  gint64 before = -1;
  for (gint64 k = 0; k <= FARTHEST && idle < MOST_DOUBLINGS_WITHOUT_GAIN; k = k == 0 ? 1 : 2 * k) {
    idle = try_pair (search, k, &possible) ? 0 : idle + 1;
    if (search->best->proven) {
      bisect (search, before, k);
      return;
    }
    if (!possible)
      break;
    before = k;
  }
  if (!possible && before >= 0 && search->question->low != NULL) /* the range ends between */
    for (gint64 k = before + 1; k < 2 * MAX (before, 1) && !search->best->proven; k++)
      if (!(try_pair (search, k, &possible) || possible))
        return;
}

/* Adds by to all inputs, and to what is output there. */
static void
move_inputs (PairSearch *search, const fmpq_t by)
{
  for (guint i = 0; i < search->question->n_steps; i++) {
    fmpq_add (&search->base[i], &search->base[i], by);
    fmpq_add (&search->values[i], &search->values[i], by);
  }
}

/* Moves all inputs to the middle of the range asked for. Where an odd number of steps fits
 * in, a pair lies about the middle, else one of its inputs does. */
static void
centre_inputs (PairSearch *search)
{
  fmpq_t low, high, steps;
  fmpz_t whole;
  fmpq_init (low);
  fmpq_init (high);
  fmpq_init (steps);
  fmpz_init (whole);
  fmpq_set_mpq (low, search->question->low->value);
  fmpq_set_mpq (high, search->question->high->value);
  fmpq_sub (steps, high, low);
  fmpq_div (steps, steps, search->sensitivity);
  fmpz_fdiv_q (whole, fmpq_numref (steps), fmpq_denref (steps));
  search->begins_half = fmpz_is_odd (whole);
  fmpq_add (high, low, high);
  fmpq_div_2exp (high, high, 1);
  fmpz_fdiv_q (whole, fmpq_numref (high), fmpq_denref (high));
  if (!search->begins_half && fmpq_cmp_fmpz (low, whole) <= 0) /* a smaller number */
    fmpq_set_fmpz (high, whole);
  move_inputs (search, high);
  fmpz_clear (whole);
  fmpq_clear (steps);
  fmpq_clear (high);
  fmpq_clear (low);
}

static void
search_pairs (PairSearch *search, const guint32 *transitions)
{
  if (!path_place (search->question->automaton, transitions, search->question->n_steps,
                   search->base, search->values)) {
    search->best->obstacle = "draws without noise make the walk impossible";
    return;
  }
  if (search->question->low != NULL)
    centre_inputs (search);
  path_draws_show (search->draws, search->values);
  search_along (search);
}

void
counterexample_search (const CounterexampleQuestion *question, Counterexample *result)
{
  guint n = question->n_steps;
  g_autofree guint32 *transitions = g_new (guint32, n);
  for (guint i = 0; i < n; i++)
    transitions[i] = question->steps[i].transition;
  g_autoptr (PathDraws) draws =
      path_draws_new (question->automaton, transitions, n, &result->obstacle);
  if (draws == NULL)
    return;
  PairSearch search = {.question = question, .best = result, .draws = draws};
  fmpq_init (search.epsilon);
  fmpq_init (search.claim);
  fmpq_init (search.sensitivity);
  fmpq_set_mpq (search.epsilon, question->epsilon->value);
  fmpq_set_mpq (search.claim, question->claim->value);
  fmpq_set_mpq (search.sensitivity, question->automaton->sensitivity.value);
  search.base = _fmpq_vec_init (n);
  search.values = _fmpq_vec_init (n);
  search.inputs = _fmpq_vec_init (n);
  search_pairs (&search, transitions);
  _fmpq_vec_clear (search.base, n);
  _fmpq_vec_clear (search.values, n);
  _fmpq_vec_clear (search.inputs, n);
  fmpq_clear (search.epsilon);
  fmpq_clear (search.claim);
  fmpq_clear (search.sensitivity);
}
