/* SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"
#include "probe_event.h"

#include <couplet/internal/sample.h>

/* Shares of the exponent that are tried: the largest possible one over 2, 4, 8, ... */
#define SHARES 24

/* ---- The floor ---------------------------------------------------------------------------- */

/* Draws that are output are at 0, others at places below or above. */
typedef struct {
  const CoupletLine *line;
  const GArray *places;
  gboolean *shown;       /* per draw: it is output */
  GArray *ranks;         /* mpq_srcptr, ascending: the places of draws that are not */
  gboolean has_shown;    /* some draw is */
  guint n_negative;      /* how many ranks are below 0 */
  CoupletRational scale; /* the mean rate: scales the intervals; any number does */
} Floor;

static mpq_srcptr
place_of (const Floor *floor, guint draw)
{
  return couplet_number (floor->places, floor->line->n_inputs + draw)->value;
}

/* Whether row compares two draws, or shows one, which is 0. */
static gboolean
take_row (const Floor *floor, const CoupletLineRow *row)
{
  guint32 n_inputs = floor->line->n_inputs, n = row->form->n_terms;
  gboolean shows = row->kind == COUPLET_LINE_SHOWS;
  for (guint32 t = 0; t < n; t++)
    if (row->form->terms[t].atom < n_inputs)
      return FALSE;
  if (row->kind == COUPLET_LINE_SNAPS || n != (shows ? 1 : 2))
    return FALSE;
  if (!shows)
    return TRUE;
  guint draw = row->form->terms[0].atom - n_inputs;
  floor->shown[draw] = TRUE;
  return mpq_sgn (place_of (floor, draw)) == 0;
}

/* *centre = how far draw is centred from 0. */
static void
find_centre (const Floor *floor, const CoupletLineDraw *draw, CoupletRational *centre)
{
  mpq_add (centre->value, couplet_number (floor->places, draw->input)->value, draw->mean->value);
  mpq_abs (centre->value, centre->value);
}

/* Whether the line is as it has to be. */
static gboolean
take_line (const Floor *floor)
{
  const CoupletLine *line = floor->line;
  gboolean good = TRUE;
  g_auto (CoupletRational) centre;
  couplet_rational_init (&centre);
  for (guint i = 0; i < line->rows->len && good; i++)
    good = take_row (floor, couplet_line_row (line, i));
  for (guint i = 0; i < line->draws->len && good; i++) {
    const CoupletLineDraw *draw = couplet_line_draw (line, i);
    find_centre (floor, draw, &centre);
    good = draw->noise == COUPLET_LAPLACE && (floor->shown[i] || mpq_sgn (centre.value) == 0);
  }
  return good;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  return mpq_cmp (*(const mpq_srcptr *)a, *(const mpq_srcptr *)b);
}

/* Lists the ranks, each once, and finds the scale. */
static void
find_ranks (Floor *floor)
{
  guint n = floor->line->draws->len, n_kept = 0;
  mpq_ptr scale = floor->scale.value;
  for (guint i = 0; i < n; i++) {
    mpq_srcptr place = place_of (floor, i);
    floor->has_shown |= floor->shown[i];
    if (!floor->shown[i])
      g_array_append_val (floor->ranks, place);
    mpq_add (scale, scale, couplet_line_draw (floor->line, i)->rate->value);
  }
  mpz_mul_ui (mpq_denref (scale), mpq_denref (scale), MAX (n, 1));
  mpq_canonicalize (scale);
  g_array_sort (floor->ranks, compare_places);
  mpq_srcptr *ranks = (mpq_srcptr *)(gpointer)floor->ranks->data;
  for (guint i = 0; i < floor->ranks->len; i++)
    if (n_kept == 0 || mpq_cmp (ranks[n_kept - 1], ranks[i]) < 0)
      ranks[n_kept++] = ranks[i];
  g_array_set_size (floor->ranks, n_kept);
  while (floor->n_negative < n_kept && mpq_sgn (ranks[floor->n_negative]) < 0)
    floor->n_negative++;
}

/* *value = the probability that a draw with this rate is below the interval of rank. Of all values
 * the share rank / ranks lies there; where some draws are output, at one half, those below and
 * above share a half each. */
static void
probability_below (const Floor *floor, guint rank, const CoupletRational *rate, arb_t value)
{
  guint n = floor->ranks->len, negative = floor->n_negative;
  gboolean below = rank < negative || n == negative;
  g_auto (CoupletRational) share, power; /* share: twice that on the nearer side */
  g_auto (arb_t) exponent;
  couplet_rational_init (&share);
  couplet_rational_init (&power);
  arb_init (exponent);
  if (!floor->has_shown)
    mpq_set_ui (share.value, 2 * rank, n);
  else if (below)
    mpq_set_ui (share.value, rank, negative);
  else
    mpq_set_ui (share.value, n - negative + (rank - negative), n - negative);
  mpq_canonicalize (share.value);
  gboolean upper = mpq_cmp_ui (share.value, 1, 1) > 0;
  if (upper) {
    mpq_neg (share.value, share.value);
    mpq_set_ui (power.value, 2, 1);
    mpq_add (share.value, share.value, power.value);
  }
  /* share^(rate / scale) / 2, the tail beyond the end of the interval */
  mpq_div (power.value, rate->value, floor->scale.value);
  exact_set (exponent, &power);
  exact_set (value, &share);
  arb_pow (value, value, exponent, EXACT_BITS);
  arb_mul_2exp_si (value, value, -1);
  if (upper) {
    arb_neg (value, value);
    arb_add_ui (value, value, 1, EXACT_BITS);
  }
}

/* factor = the probability of a draw's interval. */
static void
find_interval (const Floor *floor, guint draw, arb_t factor)
{
  const CoupletRational *rate = couplet_line_draw (floor->line, draw)->rate;
  guint rank = 0;
  g_auto (arb_t) below;
  arb_init (below);
  while (mpq_cmp (g_array_index (floor->ranks, mpq_srcptr, rank), place_of (floor, draw)) < 0)
    rank++;
  probability_below (floor, rank + 1, rate, factor);
  probability_below (floor, rank, rate, below);
  arb_sub (factor, factor, below, EXACT_BITS);
}

/* factor = the density of what a draw shows, which is 0. */
static void
find_density (const Floor *floor, guint i, const CoupletRational *epsilon, arb_t factor)
{
  const CoupletLineDraw *draw = couplet_line_draw (floor->line, i);
  g_auto (CoupletRational) number;
  g_auto (arb_t) rate;
  couplet_rational_init (&number);
  arb_init (rate);
  mpq_mul (number.value, draw->rate->value, epsilon->value);
  exact_set (rate, &number);
  find_centre (floor, draw, &number);
  exact_set (factor, &number);
  arb_mul (factor, factor, rate, EXACT_BITS);
  arb_neg (factor, factor);
  arb_exp (factor, factor, EXACT_BITS);
  arb_mul (factor, factor, rate, EXACT_BITS);
  arb_mul_2exp_si (factor, factor, -1);
}

gboolean
far_inputs_floor (const CoupletLine *line, const GArray *places, const CoupletRational *epsilon,
                  arb_t log_floor)
{
  g_autofree gboolean *shown = g_new0 (gboolean, line->draws->len + 1);
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (mpq_srcptr));
  Floor floor = {.line = line, .places = places, .shown = shown, .ranks = ranks};
  g_auto (arb_t) factor;
  arb_init (factor);
  arb_zero (log_floor);
  if (!take_line (&floor))
    return FALSE;
  couplet_rational_init (&floor.scale);
  find_ranks (&floor);
  gboolean good = TRUE;
  for (guint i = 0; i < line->draws->len && good; i++) {
    if (shown[i])
      find_density (&floor, i, epsilon, factor);
    else
      find_interval (&floor, i, factor);
    good = arb_is_positive (factor);
    arb_log (factor, factor, EXACT_BITS);
    arb_add (log_floor, log_floor, factor, EXACT_BITS);
  }
  couplet_rational_clear (&floor.scale);
  return good;
}

/* ---- The ceiling ------------------------------------------------------------------------ */

/* What bounds the probability of the outputs from above when the inputs are n steps away: with
 * noise everywhere it is at most factor * eta^(-draws) * exp (-(1 - eta) * epsilon * (n * loss -
 * slack)). An array of these rationals. */
enum {
  FACTOR, /* of the number of paths, and of the densities of what is output */
  SLACK,  /* how far the centres of the noise are from 0, times d */
  DRAWS,  /* that are integrated */
  N_NUMBERS
};

static mpq_ptr
number_of (const GArray *ceiling, guint index)
{
  return couplet_number (ceiling, index)->value;
}

/* One more draw with parameter and mean number d and mu, at input. FALSE without noise. */
static gboolean
add_draw (const FarQuestion *question, const GArray *ceiling, guint32 d, guint32 mu, gboolean shown,
          const CoupletRational *input)
{
  const CoupletRational *numbers = question->automaton->numbers;
  if (d == COUPLET_NO_NOISE)
    return FALSE;
  g_auto (CoupletRational) number;
  couplet_rational_init (&number);
  mpq_add (number.value, numbers[mu].value, input->value);
  mpq_abs (number.value, number.value);
  mpq_mul (number.value, number.value, numbers[d].value);
  mpq_add (number_of (ceiling, SLACK), number_of (ceiling, SLACK), number.value);
  if (shown) { /* a density of at most epsilon * d / 2 */
    mpq_mul (number.value, numbers[d].value, question->epsilon->value);
    mpq_div_2exp (number.value, number.value, 1);
    mpq_mul (number_of (ceiling, FACTOR), number_of (ceiling, FACTOR), number.value);
  } else {
    mpq_set_ui (number.value, 1, 1);
    mpq_add (number_of (ceiling, DRAWS), number_of (ceiling, DRAWS), number.value);
  }
  return TRUE;
}

/* Raises most to what transition may add. FALSE: a draw has no noise. */
static gboolean
raise_to_transition (const FarQuestion *question, const GArray *most, guint32 transition,
                     const CoupletRational *input)
{
  const CoupletAutomaton *a = question->automaton;
  const CoupletNoise *noise = &a->noises[couplet_source_state (a, transition)->noise];
  g_autofree CoupletSample *samples = g_new0 (CoupletSample, couplet_n_slots (a));
  guint32 n = couplet_samples_load (samples, a, NULL, NULL, transition);
  gboolean noisy = TRUE;
  g_autoptr (GArray) one = couplet_numbers_new (N_NUMBERS);
  mpq_set_ui (number_of (one, FACTOR), 1, 1);
  for (guint32 i = 0; i < n; i++)
    noisy &=
        add_draw (question, one, noise->d[samples[i].slot], noise->mu, samples[i].outputs, input);
  if (couplet_output_of (a, transition)->kind == COUPLET_FRESH)
    noisy &= add_draw (question, one, noise->d_fresh, noise->mu_fresh, TRUE, input);
  for (guint i = 0; i < N_NUMBERS; i++)
    if (mpq_cmp (number_of (one, i), number_of (most, i)) > 0)
      mpq_set (number_of (most, i), number_of (one, i));
  return noisy;
}

/* Takes all runs on by the output of step i: ways[state] is the number of paths to it. Returns
 * the ways after it; NULL: a draw has no noise. */
static GArray *
raise_by_step (const FarQuestion *question, const GArray *ceiling, guint i,
               const CoupletRational *input, const GArray *ways)
{
  const CoupletAutomaton *a = question->automaton;
  g_autoptr (GArray) after = couplet_numbers_new (a->n_states);
  g_autoptr (GArray) most = couplet_numbers_new (N_NUMBERS);
  g_auto (CoupletRational) number;
  couplet_rational_init (&number);
  for (guint32 t = 0; t < a->n_transitions; t++) {
    mpq_srcptr before = number_of (ways, a->source[t]);
    mpq_ptr to = number_of (after, a->target[t]);
    if (mpq_sgn (before) == 0 ||
        probe_letter (a, t) != probe_letter (a, question->steps[i].transition))
      continue;
    if (!raise_to_transition (question, most, t, input))
      return NULL;
    mpq_set_ui (number.value, couplet_guard_of (a, t)->n_alternatives, 1);
    mpq_mul (number.value, number.value, before);
    mpq_add (to, to, number.value);
  }
  for (guint k = 0; k < N_NUMBERS; k++)
    (k == FACTOR ? mpq_mul : mpq_add) (number_of (ceiling, k), number_of (ceiling, k),
                                       number_of (most, k));
  return g_steal_pointer (&after);
}

/* FALSE when a path with these outputs has a draw without noise. */
static gboolean
find_ceiling (const FarQuestion *question, const GArray *inputs, const GArray *ceiling)
{
  g_autoptr (GArray) ways = couplet_numbers_new (question->automaton->n_states);
  mpq_set_ui (number_of (ways, question->automaton->initial), 1, 1);
  mpq_set_ui (number_of (ceiling, FACTOR), 1, 1);
  for (guint i = 0; i < question->n_steps && ways != NULL; i++) {
    g_autoptr (GArray) before = g_steal_pointer (&ways);
    ways = raise_by_step (question, ceiling, i, couplet_number (inputs, i), before);
  }
  for (guint32 q = 1; ways != NULL && q < ways->len; q++)
    mpq_add (number_of (ways, 0), number_of (ways, 0), number_of (ways, q));
  if (ways != NULL)
    mpq_mul (number_of (ceiling, FACTOR), number_of (ceiling, FACTOR), number_of (ways, 0));
  return ways != NULL;
}

/* ---- The number of neighbours ---------------------------------------------------------------- */

/* bound = (ln factor - log_floor - draws * ln eta + (1 - eta) * epsilon * slack)
 *         / (epsilon * ((1 - eta) * loss - claim)): a larger n contradicts the claim. */
static void
bound_with_share (const FarQuestion *question, const GArray *ceiling, const arb_t log_floor,
                  const CoupletRational *eta, arb_t bound)
{
  g_auto (CoupletRational) rest, number;
  g_auto (arb_t) term, draws;
  couplet_rational_init (&rest);
  couplet_rational_init (&number);
  arb_init (term);
  arb_init (draws);
  mpq_set_ui (rest.value, 1, 1);
  mpq_sub (rest.value, rest.value, eta->value);
  exact_set (bound, couplet_number (ceiling, FACTOR));
  arb_log (bound, bound, EXACT_BITS);
  arb_sub (bound, bound, log_floor, EXACT_BITS);
  exact_set (term, eta);
  arb_log (term, term, EXACT_BITS);
  exact_set (draws, couplet_number (ceiling, DRAWS));
  arb_submul (bound, term, draws, EXACT_BITS);
  mpq_mul (number.value, rest.value, question->epsilon->value);
  mpq_mul (number.value, number.value, number_of (ceiling, SLACK));
  exact_set (term, &number);
  arb_add (bound, bound, term, EXACT_BITS);
  mpq_mul (number.value, rest.value, question->loss->value);
  mpq_sub (number.value, number.value, question->claim->value);
  mpq_mul (number.value, number.value, question->epsilon->value);
  exact_set (term, &number);
  arb_div (bound, bound, term, EXACT_BITS);
}

/* pairs = the least whole number above the least of the bounds with shares eta below (loss - claim)
 * / loss. FALSE when none is finite. */
static gboolean
count_pairs (const FarQuestion *question, const GArray *ceiling, const arb_t log_floor,
             fmpz_t pairs)
{
  gboolean found = FALSE;
  g_auto (CoupletRational) eta;
  g_auto (arf_t) high;
  g_auto (fmpz_t) one;
  g_auto (arb_t) bound;
  couplet_rational_init (&eta);
  arf_init (high);
  fmpz_init (one);
  arb_init (bound);
  mpq_sub (eta.value, question->loss->value, question->claim->value);
  mpq_div (eta.value, eta.value, question->loss->value);
  for (guint i = 0; i < SHARES; i++) {
    mpq_div_2exp (eta.value, eta.value, 1);
    bound_with_share (question, ceiling, log_floor, &eta, bound);
    if (!arb_is_finite (bound))
      continue;
    arb_get_ubound_arf (high, bound, EXACT_BITS);
    arf_get_fmpz (one, high, ARF_RND_FLOOR);
    fmpz_add_ui (one, one, 1);
    if (!found || fmpz_cmp (one, pairs) < 0)
      fmpz_set (pairs, one);
    found = TRUE;
  }
  if (found && fmpz_sgn (pairs) <= 0)
    fmpz_one (pairs);
  return found;
}

const char *
far_inputs_find (const FarQuestion *question, fmpz_t pairs)
{
  guint n = question->n_steps;
  g_autofree guint32 *transitions = g_new (guint32, n);
  for (guint i = 0; i < n; i++)
    transitions[i] = question->steps[i].transition;
  g_autoptr (CoupletLine) line =
      couplet_line_of_walk (question->automaton, transitions, n, NULL, NULL, n);
  g_autoptr (GArray) places = couplet_line_places (line);
  g_auto (arb_t) log_floor;
  g_autoptr (GArray) ceiling = couplet_numbers_new (N_NUMBERS);
  arb_init (log_floor);
  if (places == NULL || !far_inputs_floor (line, places, question->epsilon, log_floor))
    return "no inputs are known at which the path is possible";
  if (!find_ceiling (question, places, ceiling))
    return "a draw on a path with these outputs has no noise";
  return count_pairs (question, ceiling, log_floor, pairs)
             ? NULL
             : "the bound on the number of steps is not finite";
}
