/* SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"
#include "probe_event.h"

#define LOSS_DECIMALS 6
/* Digits of a probability. */
#define DIGITS 20

/* The farthest pair of inputs along a direction, in steps of the sensitivity. */
#define FARTHEST ((gint64)1 << 24)
/* Doublings without a gain after which the loss has come to its limit. */
#define MOST_DOUBLINGS_WITHOUT_GAIN 3

/* Of linear mechanisms, so many directions, outputs and probabilities are tried. */
#define MOST_DIFFERENCES 256
#define MOST_OUTPUTS 2000
#define MOST_PROBABILITIES 20000
/* Starts have 0 or this at each answer, for so many answers. */
#define START 3
#define MOST_START_ANSWERS 4

/* A pair of inputs; the first run is the more likely one. */
typedef struct {
  const ProbeEvent *event; /* NULL = none was found */
  GArray *inputs, *adjacent, *values;
  arb_t probability, adjacent_probability; /* or densities, of real outputs */
  arb_t loss;                              /* in multiples of epsilon; may be infinite */
  gboolean proven;                         /* the loss is above the claim */
} ProbePair;

/* Numbers are arrays of rationals. */
typedef struct {
  CoupletContext *context;
  const ProbeOptions *options;
  const CoupletRational *sensitivity;
  /* What is asked: the event, and the line base + k * sensitivity * direction. */
  ProbeEvent *event;
  GArray *base, *values; /* values: of the real outputs */
  gint8 *direction;
  gboolean begins_half; /* steps are counted from half a step before the base */
  gboolean one_order; /* the first of two neighbours is the more likely one, or they do not count */
  /* What was found. */
  guint64 n_chances;    /* that were asked for */
  const char *obstacle; /* why something was not computed, NULL = nothing */
  ProbePair best;
} PairSearch;

/* Inputs are n_inputs numbers, of which the event may read fewer, and values n_values, all 0. */
static void
pair_search_init (PairSearch *search, CoupletContext *context, const ProbeOptions *options,
                  const CoupletRational *sensitivity, guint n_inputs, guint n_values)
{
  *search = (PairSearch){.context = context, .options = options, .sensitivity = sensitivity};
  search->base = couplet_numbers_new (n_inputs);
  search->values = couplet_numbers_new (n_values);
  search->direction = g_new0 (gint8, MAX (n_inputs, 1));
  search->best.values = couplet_numbers_new (n_values);
  arb_init (search->best.probability);
  arb_init (search->best.adjacent_probability);
  arb_init (search->best.loss);
}

static void
pair_search_clear (PairSearch *search)
{
  g_array_unref (search->base);
  g_array_unref (search->values);
  g_free (search->direction);
  g_clear_pointer (&search->best.inputs, g_array_unref);
  g_clear_pointer (&search->best.adjacent, g_array_unref);
  g_array_unref (search->best.values);
  arb_clear (search->best.probability);
  arb_clear (search->best.adjacent_probability);
  arb_clear (search->best.loss);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PairSearch, pair_search_clear)

/* inputs = base + k * sensitivity * direction, or half a step less; FALSE when one is out of the
 * range asked for. */
static gboolean
move_inputs (const PairSearch *search, gint64 k, const GArray *inputs)
{
  const CoupletRational *range = search->options->range;
  gboolean inside = TRUE;
  g_auto (CoupletRational) by;
  couplet_rational_init (&by);
  for (guint i = 0; i < inputs->len; i++) {
    CoupletRational *input = couplet_number (inputs, i);
    mpq_set_si (by.value, (glong)(2 * k - search->begins_half) * search->direction[i], 2);
    mpq_canonicalize (by.value);
    mpq_mul (by.value, by.value, search->sensitivity->value);
    mpq_add (input->value, couplet_number (search->base, i)->value, by.value);
    inside = inside && (range == NULL || (couplet_rational_compare (input, &range[0]) >= 0 &&
                                          couplet_rational_compare (input, &range[1]) <= 0));
  }
  return inside;
}

/* The probability at inputs. FALSE: it is not known. */
static gboolean
chance_at (PairSearch *search, const GArray *inputs, arb_t value)
{
  ProbabilityStatus status = probe_event_chance (search->event, inputs, search->values,
                                                 search->options->epsilon, search->context, value);
  search->n_chances++;
  if (status == PROBABILITY_STOPPED)
    search->obstacle = couplet_context_stop_reason (search->context);
  else if (status != PROBABILITY_FOUND)
    search->obstacle = probability_obstacle (status);
  return status == PROBABILITY_FOUND;
}

/* Keeps the pair with probabilities p and q if its loss, ln (p / q) / epsilon, is the largest; a q
 * of 0 gives an infinite one. */
static gboolean
keep (PairSearch *search, GArray *inputs, GArray *adjacent, const arb_t p, const arb_t q)
{
  ProbePair *best = &search->best;
  const CoupletRational *claim = search->options->claim;
  g_auto (arb_t) loss, number;
  arb_init (loss);
  arb_init (number);
  if (!arb_is_positive (p))
    return FALSE;
  arb_div (loss, p, q, EXACT_BITS);
  arb_log (loss, loss, EXACT_BITS);
  exact_set (number, search->options->epsilon);
  arb_div (loss, loss, number, EXACT_BITS);
  if (arb_is_zero (q))
    arb_pos_inf (loss);
  if (best->event != NULL && !arb_gt (loss, best->loss))
    return FALSE;
  g_clear_pointer (&best->inputs, g_array_unref);
  g_clear_pointer (&best->adjacent, g_array_unref);
  best->inputs = g_array_ref (inputs);
  best->adjacent = g_array_ref (adjacent);
  for (guint i = 0; i < search->values->len; i++)
    mpq_set (couplet_number (best->values, i)->value, couplet_number (search->values, i)->value);
  arb_set (best->probability, p);
  arb_set (best->adjacent_probability, q);
  arb_set (best->loss, loss);
  best->event = search->event;
  arb_set_si (number, G_MAXINT32); /* where nothing is claimed more than is found */
  if (claim != NULL)
    exact_set (number, claim);
  best->proven = arb_gt (loss, number);
  return TRUE;
}

/* Tries the neighbours k and k + 1; TRUE when the best pair got better. *possible: both are in the
 * range asked for, and their probabilities are known. */
static gboolean
try_neighbours (PairSearch *search, gint64 k, gboolean *possible)
{
  g_autoptr (GArray) first = couplet_numbers_new (search->base->len);
  g_autoptr (GArray) second = couplet_numbers_new (search->base->len);
  g_auto (arb_t) p, q;
  gboolean better = FALSE;
  arb_init (p);
  arb_init (q);
  *possible = move_inputs (search, k, first) && move_inputs (search, k + 1, second) &&
              chance_at (search, first, p);
  if (*possible && !(search->one_order && arb_is_zero (p)))
    *possible = chance_at (search, second, q);
  if (*possible) {
    better = keep (search, first, second, p, q);
    better |= !search->one_order && keep (search, second, first, q, p);
  }
  return better;
}

/* Forgets the best pair. */
static void
forget_best (PairSearch *search)
{
  search->best.event = NULL;
  search->best.proven = FALSE;
}

/* Whether the best pair shows that the claim is wrong. */
static gboolean
refutes (const PairSearch *search)
{
  return search->options->claim != NULL && search->best.event != NULL && search->best.proven;
}

/* ---- The answer --------------------------------------------------------------------------- */

void
probe_round (const arb_t value, guint decimals, gboolean up, CoupletRational *result)
{
  g_auto (arb_t) scaled;
  g_auto (arf_t) end;
  g_auto (fmpz_t) whole;
  arb_init (scaled);
  arf_init (end);
  fmpz_init (whole);
  mpz_ui_pow_ui (mpq_denref (result->value), 10, decimals);
  fmpz_set_mpz (whole, mpq_denref (result->value));
  arb_mul_fmpz (scaled, value, whole, EXACT_BITS);
  (up ? arb_get_ubound_arf : arb_get_lbound_arf) (end, scaled, EXACT_BITS);
  arf_get_fmpz (whole, end, up ? ARF_RND_CEIL : ARF_RND_FLOOR);
  fmpz_get_mpz (mpq_numref (result->value), whole);
  mpq_canonicalize (result->value);
}

/* What is told of the loss of the best pair: rounded down, at least 0, and at least the claim where
 * it is proven to be above that. */
static void
tell_loss (const PairSearch *search, CoupletRational *loss)
{
  mpq_set_ui (loss->value, 0, 1);
  if (arb_is_finite (search->best.loss))
    probe_round (search->best.loss, LOSS_DECIMALS, FALSE, loss);
  if (mpq_sgn (loss->value) < 0)
    mpq_set_ui (loss->value, 0, 1);
  if (refutes (search) && couplet_rational_compare (loss, search->options->claim) < 0)
    mpq_set (loss->value, search->options->claim->value);
}

/* An interval that has value in it. The caller frees it. */
static char *
print_enclosure (const arb_t value)
{
  char *text = arb_get_str (value, DIGITS, 0), *copy = g_strdup (text);
  flint_free (text);
  return copy;
}

/* Answers with the best pair, or with the reason why there is none. subject: whose loss it is. */
static void
answer (const PairSearch *search, const char *subject, CoupletOutcome *outcome)
{
  const ProbeOptions *options = search->options;
  const ProbePair *best = &search->best;
  g_autoptr (CoupletCounterexample) found = g_new0 (CoupletCounterexample, 1);
  g_auto (CoupletRational) loss;
  couplet_rational_init (&loss);
  if (best->event == NULL) {
    couplet_outcome_set_reason (outcome, "no inputs found: %s",
                                search->obstacle != NULL ? search->obstacle
                                                         : "none that were tried lose anything");
    return;
  }
  tell_loss (search, &loss);
  found->steps =
      probe_event_steps (best->event, best->inputs, best->adjacent, best->values, &found->n_steps);
  found->epsilon = couplet_rational_to_string (options->epsilon);
  found->claim = options->claim != NULL ? couplet_rational_to_string (options->claim) : NULL;
  found->is_density = best->event->is_density;
  found->loss = couplet_rational_to_string (&loss);
  found->probability = print_enclosure (best->probability);
  found->adjacent_probability = print_enclosure (best->adjacent_probability);
  found->refutes = refutes (search);
  couplet_outcome_set_cost (outcome, &loss, COUPLET_GUARANTEE_LOWER_BOUND);
  couplet_outcome_set_counterexample (outcome, found);
  couplet_outcome_set_reason (outcome, "%s lose this much at epsilon = %s%s%s%s", subject,
                              found->epsilon, options->range != NULL ? ", within the range" : "",
                              search->obstacle != NULL ? "; " : "",
                              search->obstacle != NULL ? search->obstacle : "");
}

/* ---- Along a walk -------------------------------------------------------------------------- */

/* The least k between few, where the loss is not enough, and many, where it is. */
static void
bisect (PairSearch *search, gint64 few, gint64 many)
{
  gboolean possible;
  while (many - few > 1) {
    gint64 middle = few + (many - few) / 2;
    forget_best (search); /* the nearer one counts, though its loss is less */
    try_neighbours (search, middle, &possible);
    if (possible && search->best.proven)
      many = middle;
    else
      few = middle;
  }
  forget_best (search);
  try_neighbours (search, many, &possible);
}

/* Whether the farthest pair is told to lose what none is told to lose more than, as none loses
 * most. */
static gboolean
loses_most (PairSearch *search, const CoupletRational *most)
{
  gboolean possible;
  g_auto (CoupletRational) limit;
  g_auto (arb_t) ball;
  couplet_rational_init (&limit);
  arb_init (ball);
  try_neighbours (search, FARTHEST, &possible);
  mpz_ui_pow_ui (mpq_denref (limit.value), 10, LOSS_DECIMALS);
  mpz_set_ui (mpq_numref (limit.value), 1);
  mpq_sub (limit.value, most->value, limit.value);
  exact_set (ball, &limit);
  return search->best.event != NULL && arb_gt (search->best.loss, ball);
}

/* most: what no pair loses; NULL = not known. */
static void
search_along (PairSearch *search, const CoupletRational *most)
{
  gboolean possible;
  guint idle = 0;
  gint64 before = -1;
  if (most != NULL && search->options->claim == NULL && search->options->range == NULL) {
    if (loses_most (search, most))
      return;
    forget_best (search);
    search->obstacle = NULL;
  }
  for (gint64 k = 0; k <= FARTHEST && idle < MOST_DOUBLINGS_WITHOUT_GAIN; k = k == 0 ? 1 : 2 * k) {
    idle = try_neighbours (search, k, &possible) ? 0 : idle + 1;
    if (search->best.proven) {
      bisect (search, before, k);
      return;
    }
    if (!possible)
      break;
    before = k;
  }
  if (!possible && before >= 0 && search->options->range != NULL) /* the range ends between */
    for (gint64 k = before + 1; k < 2 * MAX (before, 1) && !search->best.proven; k++)
      if (!(try_neighbours (search, k, &possible) || possible))
        return;
}

/* middle = that of the range asked for. Where an odd number of steps fits in, a pair lies about the
 * middle, else one of its inputs does, or a whole number where inputs are such. */
static void
find_middle (PairSearch *search, CoupletRational *middle)
{
  const CoupletRational *range = search->options->range;
  gboolean are_whole = probe_inputs_are_whole (search->event->automaton);
  g_auto (CoupletRational) number;
  couplet_rational_init (&number);
  mpq_sub (number.value, range[1].value, range[0].value);
  mpq_div (number.value, number.value, search->sensitivity->value);
  mpz_fdiv_q (mpq_numref (number.value), mpq_numref (number.value), mpq_denref (number.value));
  mpz_set_ui (mpq_denref (number.value), 1);
  search->begins_half = mpz_odd_p (mpq_numref (number.value)) && !are_whole;
  mpq_add (middle->value, range[0].value, range[1].value);
  mpq_div_2exp (middle->value, middle->value, 1);
  mpz_fdiv_q (mpq_numref (number.value), mpq_numref (middle->value), mpq_denref (middle->value));
  if (are_whole || (!search->begins_half && couplet_rational_compare (&range[0], &number) <= 0))
    mpq_set (middle->value, number.value); /* a smaller number */
}

/* Places the inputs at which the path is possible, and what is output there; in a range all of it
 * is moved to its middle. FALSE when none are known. */
static gboolean
place_inputs (PairSearch *search)
{
  const ProbeEvent *event = search->event;
  const CoupletLine *line = g_ptr_array_index (event->lines, 0);
  g_autoptr (GArray) places = couplet_line_places (line);
  g_auto (CoupletRational) middle;
  couplet_rational_init (&middle);
  if (places == NULL)
    return FALSE;
  if (search->options->range != NULL)
    find_middle (search, &middle);
  for (guint i = 0; i < places->len; i++)
    mpq_add (couplet_number (places, i)->value, couplet_number (places, i)->value, middle.value);
  for (guint i = 0, last = 0; i < event->n_inputs; i++) {
    CoupletInput input = couplet_source_state (event->automaton, event->transitions[i])->input;
    last = input == COUPLET_PRIVATE ? i : last;
    mpq_set (couplet_number (search->base, i)->value,
             couplet_number (places, input == COUPLET_AGAIN ? last : i)->value);
  }
  for (guint i = 0; i < line->rows->len; i++) {
    const CoupletLineRow *row = couplet_line_row (line, i);
    CoupletRational *value = couplet_number (search->values, row->value);
    if (row->kind == COUPLET_LINE_SHOWS) /* what is snapped stays 0, which is on any grid */
      couplet_line_value (row->form, places, value);
  }
  return TRUE;
}

/* The event of the walk's outputs. An unfolded automaton has a path once for each way in which its
 * inputs may differ; of outputs that do not tell the path, each counts once. */
static ProbeEvent *
find_event (const CoupletAutomaton *automaton, const guint32 *transitions, guint n,
            const char **obstacle)
{
  if (automaton->output_distinct)
    return probe_event_of_walk (automaton, transitions, n, obstacle);
  g_autofree guint32 *read = g_new (guint32, n);
  for (guint i = 0; i < n; i++)
    read[i] = couplet_folded_transition (automaton, transitions[i]);
  return probe_event_of_outputs (automaton->folded != NULL ? automaton->folded : automaton, read, n,
                                 obstacle);
}

gboolean
probe_along (CoupletContext *context, const CoupletAutomaton *automaton,
             const CoupletLossyWalk *walk, const ProbeOptions *options, CoupletOutcome *outcome)
{
  const CoupletWalkStep *steps = (const CoupletWalkStep *)(gconstpointer)walk->steps->data;
  guint n = walk->steps->len;
  g_auto (PairSearch) search;
  while (n > 1 && couplet_is_silent (automaton, steps[n - 1].transition))
    n--; /* what nobody sees */
  pair_search_init (&search, context, options, &automaton->sensitivity, n, n);
  g_autofree guint32 *transitions = g_new (guint32, n);
  for (guint i = 0; i < n; i++) {
    transitions[i] = steps[i].transition;
    search.direction[i] = steps[i].difference;
  }
  g_autoptr (ProbeEvent) event = find_event (automaton, transitions, n, &search.obstacle);
  search.event = event;
  if (event != NULL && place_inputs (&search))
    search_along (&search, automaton->output_distinct && !walk->is_infinite ? &walk->loss : NULL);
  else if (event != NULL)
    search.obstacle = "no inputs are known at which the path is possible";
  if (search.best.event != NULL)
    search.obstacle = NULL; /* it is of pairs that are farther away */
  g_autofree char *subject = g_strdup_printf ("two inputs on a path of %u steps", n);
  answer (&search, subject, outcome);
  return refutes (&search);
}

/* ---- Linear mechanisms ------------------------------------------------------------------- */

typedef struct {
  PairSearch pairs;
  const CoupletLinearList *list;
  GPtrArray *events; /* ProbeEvent */
  gint8 *differences;
  guint n_differences;
  gboolean has_exponential;
} LinearProbe;

/* Real outputs are what they are at the start where draws are at 0, or, if some are exponential, at
 * 1. FALSE: densities of several paths would be needed, which may be of different dimensions. */
static gboolean
choose_values (LinearProbe *probe, const ProbeEvent *event)
{
  const CoupletLine *line = g_ptr_array_index (event->lines, 0);
  if (event->has_reals && event->lines->len > 1) {
    probe->pairs.obstacle = "real outputs of several paths are not compared";
    return FALSE;
  }
  g_autoptr (GArray) atoms = couplet_numbers_new (line->n_inputs + line->draws->len);
  for (guint i = 0; i < atoms->len; i++)
    if (i < line->n_inputs)
      mpq_set (couplet_number (atoms, i)->value, couplet_number (probe->pairs.base, i)->value);
    else
      mpq_set_ui (couplet_number (atoms, i)->value, probe->has_exponential ? 1 : 0, 1);
  for (guint i = 0; i < line->rows->len; i++) {
    const CoupletLineRow *row = couplet_line_row (line, i);
    if (row->kind == COUPLET_LINE_SHOWS)
      couplet_line_value (row->form, atoms, couplet_number (probe->pairs.values, row->value));
  }
  return TRUE;
}

/* Neighbours number n and n + 1 on the line from a start in the direction of a difference: answer
 * j is 0, START or -START, by the digits of start. */
static void
try_pair (LinearProbe *probe, guint start, const gint8 *difference, guint n)
{
  static const int VALUES[] = {0, START, -START};
  PairSearch *pairs = &probe->pairs;
  for (guint32 j = 0; j < probe->list->n_answers; j++) {
    mpq_set_si (couplet_number (pairs->base, j)->value, VALUES[start % 3], 1);
    pairs->direction[j] = difference[j];
    start /= 3;
  }
  for (guint i = 0; i < probe->events->len; i++) {
    gboolean possible;
    if (refutes (pairs) || pairs->n_chances >= MOST_PROBABILITIES ||
        couplet_context_should_stop (pairs->context))
      return;
    pairs->event = g_ptr_array_index (probe->events, i);
    if (choose_values (probe, pairs->event))
      try_neighbours (pairs, n, &possible);
  }
}

static void
search_pairs (LinearProbe *probe)
{
  static const guint DISTANCES[] = {0, 1, 2, 4, 8, 16, 32, 64};
  guint32 n = probe->list->n_answers;
  guint n_starts = 1; /* all at 0 where there are many answers */
  for (guint32 j = 0; n <= MOST_START_ANSWERS && j < n; j++)
    n_starts *= 3;
  for (guint k = 0; k < G_N_ELEMENTS (DISTANCES); k++)
    for (guint start = 0; start < n_starts; start++)
      for (guint i = 0; i < probe->n_differences; i++)
        try_pair (probe, start, probe->differences + (gsize)i * n, DISTANCES[k]);
}

void
probe_run_linear (CoupletContext *context, const CoupletLinear *linear, const ProbeOptions *options,
                  CoupletOutcome *outcome)
{
  const CoupletLinearList *list = &linear->lists[linear->n_lists - 1];
  LinearProbe probe = {.list = list};
  g_autoptr (GPtrArray) events = probe_events_of_list (list, MOST_OUTPUTS);
  g_autofree gint8 *differences =
      couplet_linear_differences (linear, list, MOST_DIFFERENCES, &probe.n_differences);
  probe.events = events;
  probe.differences = differences;
  for (guint32 i = 0; i < list->n_nodes; i++)
    probe.has_exponential |= couplet_noise_is_one_sided (list->nodes[i].noise);
  const char *obstacle =
      linear->whole_answers && mpz_cmp_ui (mpq_denref (linear->sensitivity.value), 1) != 0
          ? "whole ones do not differ by the sensitivity, which is none"
      : differences == NULL        ? "there are too many differences"
      : events->len > MOST_OUTPUTS ? "there are too many outputs"
                                   : NULL;
  if (obstacle != NULL) {
    couplet_outcome_set_reason (outcome, "no inputs found: %s", obstacle);
    return;
  }
  /* there are never more real outputs than nodes */
  pair_search_init (&probe.pairs, context, options, &linear->sensitivity, list->n_answers,
                    list->n_nodes);
  probe.pairs.one_order = TRUE;
  search_pairs (&probe);
  if (probe.pairs.best.event != NULL || !couplet_outcome_set_stopped (outcome, context))
    answer (&probe.pairs, "two lists of answers", outcome);
  pair_search_clear (&probe.pairs);
  flint_cleanup ();
}
