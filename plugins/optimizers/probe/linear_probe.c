/* SPDX-License-Identifier: Apache-2.0 */
#include "linear_probe.h"

#include "linear_probability.h"
#include "probe_numbers.h"

/* So many directions, outputs and probabilities are tried. */
#define MOST_DIFFERENCES 256
#define MOST_OUTPUTS 2000
#define MOST_PROBABILITIES 20000
/* Starts have 0 or this at each answer, for so many answers. */
#define START 3
#define MOST_START_ANSWERS 4
#define PRECISION 128

/* Paths with the same outputs: their END nodes, and the real outputs of one of them. */
typedef struct {
  GArray *ends;           /* guint32 */
  GArray *reals;          /* guint32: nodes */
  gboolean has_reals;     /* some of the paths has real outputs */
  gboolean is_continuous; /* some real output has a density */
} Outputs;

/* A pair of answers that was found; the first run is the more likely one. */
typedef struct {
  gboolean found, is_infinite;
  const Outputs *outputs;
  fmpq *answers, *adjacent, *values; /* values: of the real outputs */
  arb_t probability, adjacent_probability;
  arb_t loss; /* in multiples of epsilon; of no use where it is infinite */
} Pair;

typedef struct {
  CoupletContext *context;
  const CoupletLinear *linear;
  const CoupletLinearList *list;
  const ProbeOptions *options;
  fmpq_t epsilon;
  arb_t claim;
  GPtrArray *outputs; /* Outputs */
  gint8 *differences;
  guint n_differences, n_starts;
  guint64 n_probabilities;
  gboolean has_exponential;
  const char *obstacle; /* why something was not computed; NULL = nothing */
  fmpq *here, *next, *values;
  Pair best;
} Probe;

/* ---- Outputs ----------------------------------------------------------------------------------
 */

static void
outputs_free (gpointer data)
{
  Outputs *outputs = data;
  g_array_unref (outputs->ends);
  g_array_unref (outputs->reals);
  g_free (outputs);
}

static Outputs *
outputs_new (void)
{
  Outputs *outputs = g_new0 (Outputs, 1);
  outputs->ends = g_array_new (FALSE, FALSE, sizeof (guint32));
  outputs->reals = g_array_new (FALSE, FALSE, sizeof (guint32));
  return outputs;
}

/* Adds a path to those with its outputs. */
static void
add_path (const CoupletLinearList *list, const CoupletLinearPath *path, Outputs *outputs)
{
  for (guint32 r = 0; r < path->n_rows; r++) {
    guint32 node = (guint32)(path->rows[r].node - list->nodes);
    const CoupletLinearForm *form = &list->nodes[node].form;
    if (list->nodes[node].kind != COUPLET_LINEAR_REAL)
      continue;
    outputs->has_reals = TRUE;
    outputs->is_continuous |= couplet_linear_is_continuous (list, path, form);
    if (outputs->ends->len == 0)
      g_array_append_val (outputs->reals, node);
  }
  g_array_append_val (outputs->ends, path->end);
}

static void
find_outputs (Probe *probe)
{
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (probe->list);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  CoupletLinearPath path;
  while (probe->outputs->len <= MOST_OUTPUTS && couplet_linear_walk_next (walk, &path)) {
    Outputs *outputs = g_hash_table_lookup (known, path.outputs);
    if (outputs == NULL) {
      outputs = outputs_new ();
      g_ptr_array_add (probe->outputs, outputs);
      g_hash_table_insert (known, g_strdup (path.outputs), outputs);
    }
    add_path (probe->list, &path, outputs);
  }
}

/* ---- Probabilities ------------------------------------------------------------------------------
 */

/* The probability of outputs at answers. FALSE: it is not known. */
static gboolean
find_probability (Probe *probe, const Outputs *outputs, const fmpq *answers, arb_t sum)
{
  arb_t one;
  LinearStatus status = LINEAR_FOUND;
  arb_init (one);
  arb_zero (sum);
  guint i = 0;
  for (; i < outputs->ends->len && status == LINEAR_FOUND &&
         !couplet_context_should_stop (probe->context);
       i++) {
    status = linear_probability (one, probe->list, g_array_index (outputs->ends, guint32, i),
                                 answers, probe->values, probe->epsilon);
    arb_add (sum, sum, one, PRECISION);
    probe->n_probabilities++;
  }
  arb_clear (one);
  if (status == LINEAR_DISCRETE)
    probe->obstacle = "probabilities of discrete draws are not computed";
  else if (status == LINEAR_TOO_LARGE)
    probe->obstacle = "a probability takes too long";
  return status == LINEAR_FOUND && i == outputs->ends->len;
}

/* Real outputs are what they are at these answers where draws are at 0, or, if some are
 * exponential, at 1. FALSE: densities of several paths would be needed, which may be of different
 * dimensions. */
static gboolean
choose_values (Probe *probe, const Outputs *outputs, const fmpq *answers)
{
  const CoupletLinearList *list = probe->list;
  fmpq_t factor;
  if (outputs->has_reals && outputs->ends->len > 1) {
    probe->obstacle = "real outputs of several paths are not compared";
    return FALSE;
  }
  fmpq_init (factor);
  for (guint k = 0; k < outputs->reals->len; k++) {
    guint32 node = g_array_index (outputs->reals, guint32, k);
    const CoupletLinearForm *form = &list->nodes[node].form;
    fmpq_set_mpq (&probe->values[k], form->constant.value);
    for (guint32 t = 0; t < form->n_terms; t++) {
      fmpq_set_mpq (factor, form->terms[t].factor.value);
      if (form->terms[t].atom < list->n_answers)
        fmpq_addmul (&probe->values[k], factor, &answers[form->terms[t].atom]);
      else if (probe->has_exponential)
        fmpq_add (&probe->values[k], &probe->values[k], factor);
    }
  }
  fmpq_clear (factor);
  return TRUE;
}

static void
copy_vector (fmpq *to, const fmpq *from, guint n)
{
  for (guint i = 0; i < n; i++)
    fmpq_set (&to[i], &from[i]);
}

/* Keeps the pair if it loses more than the best. */
static void
keep_pair (Probe *probe, const Outputs *outputs, const arb_t first, const arb_t second)
{
  Pair *best = &probe->best;
  gboolean infinite = arb_is_zero (second);
  arb_t loss, log;
  arb_init (loss);
  arb_init (log);
  arb_log (loss, first, PRECISION);
  if (!infinite) {
    arb_log (log, second, PRECISION);
    arb_sub (loss, loss, log, PRECISION);
    arb_div_fmpz (loss, loss, fmpq_numref (probe->epsilon), PRECISION);
    arb_mul_fmpz (loss, loss, fmpq_denref (probe->epsilon), PRECISION);
  }
  if (!best->found || (!best->is_infinite && (infinite || arb_gt (loss, best->loss)))) {
    guint n = probe->list->n_answers;
    best->found = TRUE;
    best->is_infinite = infinite;
    best->outputs = outputs;
    copy_vector (best->answers, probe->here, n);
    copy_vector (best->adjacent, probe->next, n);
    copy_vector (best->values, probe->values, outputs->reals->len);
    arb_set (best->probability, first);
    arb_set (best->adjacent_probability, second);
    arb_set (best->loss, loss);
  }
  arb_clear (log);
  arb_clear (loss);
}

/* ---- The search
 * ----------------------------------------------------------------------------------- */

static gboolean
is_within (const Probe *probe, const fmpq *answers)
{
  fmpq_t low, high;
  gboolean within = TRUE;
  if (!probe->options->has_range)
    return TRUE;
  fmpq_init (low);
  fmpq_init (high);
  fmpq_set_mpq (low, probe->options->low.value);
  fmpq_set_mpq (high, probe->options->high.value);
  for (guint32 j = 0; j < probe->list->n_answers; j++)
    within = within && fmpq_cmp (&answers[j], low) >= 0 && fmpq_cmp (&answers[j], high) <= 0;
  fmpq_clear (low);
  fmpq_clear (high);
  return within;
}

/* Answer j of start number start: 0, START or -START, by the digits of start. */
static int
start_at (guint start, guint32 j)
{
  static const int VALUES[] = {0, START, -START};
  while (j-- > 0)
    start /= 3;
  return VALUES[start % 3];
}

/* Sets answers to the start plus n times the sensitivity times the difference. */
static void
go_to (const Probe *probe, guint start, const gint8 *difference, guint n, fmpq *answers)
{
  fmpq_t step;
  fmpq_init (step);
  for (guint32 j = 0; j < probe->list->n_answers; j++) {
    fmpq_set_mpq (step, probe->linear->sensitivity.value);
    fmpq_mul_si (step, step, (slong)n * difference[j]);
    fmpq_add_si (&answers[j], step, start_at (start, j));
  }
  fmpq_clear (step);
}

static gboolean
is_enough (const Probe *probe)
{
  return probe->options->has_claim && probe->best.found &&
         (probe->best.is_infinite || arb_gt (probe->best.loss, probe->claim));
}

static gboolean
goes_on (Probe *probe)
{
  return !is_enough (probe) && probe->n_probabilities < MOST_PROBABILITIES &&
         !couplet_context_should_stop (probe->context);
}

/* Neighbours number n and n + 1 on the line from the start in the direction of a difference. */
static void
try_pair (Probe *probe, guint start, const gint8 *difference, guint n)
{
  arb_t first, second;
  go_to (probe, start, difference, n, probe->here);
  go_to (probe, start, difference, n + 1, probe->next);
  if (!is_within (probe, probe->here) || !is_within (probe, probe->next))
    return;
  arb_init (first);
  arb_init (second);
  for (guint i = 0; i < probe->outputs->len && goes_on (probe); i++) {
    const Outputs *outputs = g_ptr_array_index (probe->outputs, i);
    go_to (probe, start, difference, 0, probe->here); /* outputs stay as they are there */
    gboolean known = choose_values (probe, outputs, probe->here);
    go_to (probe, start, difference, n, probe->here);
    if (known && find_probability (probe, outputs, probe->here, first) && arb_is_positive (first) &&
        find_probability (probe, outputs, probe->next, second))
      keep_pair (probe, outputs, first, second);
  }
  arb_clear (second);
  arb_clear (first);
}

static void
search (Probe *probe)
{
  static const guint DISTANCES[] = {0, 1, 2, 4, 8, 16, 32, 64};
  guint32 n = probe->list->n_answers;
  for (guint k = 0; k < G_N_ELEMENTS (DISTANCES); k++)
    for (guint start = 0; start < probe->n_starts; start++)
      for (guint i = 0; i < probe->n_differences && goes_on (probe); i++)
        try_pair (probe, start, probe->differences + (gsize)i * n, DISTANCES[k]);
}

/* ---- The answer
 * ------------------------------------------------------------------------------------- */

/* A step for each answer, then one for each real output (counterexample.h). */
static CoupletCounterexampleStep *
make_steps (const Probe *probe, guint32 *n_steps)
{
  const Pair *pair = &probe->best;
  guint32 n = probe->list->n_answers;
  *n_steps = n + pair->outputs->reals->len;
  CoupletCounterexampleStep *steps = g_new0 (CoupletCounterexampleStep, *n_steps + 1);
  for (guint32 j = 0; j < n; j++) {
    steps[j].transition = g_array_index (pair->outputs->ends, guint32, 0);
    steps[j].input = probe_print_exactly (&pair->answers[j]);
    steps[j].adjacent = probe_print_exactly (&pair->adjacent[j]);
  }
  for (guint32 k = 0; k < pair->outputs->reals->len; k++) {
    CoupletCounterexampleStep *step = &steps[n + k];
    step->transition = g_array_index (pair->outputs->reals, guint32, k);
    step->input = probe_print_exactly (&pair->values[k]);
    step->adjacent = probe_print_exactly (&pair->values[k]);
    step->output = probe_print_exactly (&pair->values[k]);
  }
  return steps;
}

static void
set_counterexample (const Probe *probe, const CoupletRational *loss, CoupletOutcome *outcome)
{
  g_autoptr (CoupletCounterexample) found = g_new0 (CoupletCounterexample, 1);
  const ProbeOptions *options = probe->options;
  found->steps = make_steps (probe, &found->n_steps);
  found->epsilon = couplet_rational_to_string (&options->epsilon);
  found->claim = options->has_claim ? couplet_rational_to_string (&options->claim) : NULL;
  found->is_density = probe->best.outputs->is_continuous;
  found->loss = couplet_rational_to_string (loss);
  found->probability = probe_print_enclosure (probe->best.probability);
  found->adjacent_probability = probe->best.is_infinite
                                    ? g_strdup ("0")
                                    : probe_print_enclosure (probe->best.adjacent_probability);
  found->refutes = is_enough (probe);
  couplet_outcome_set_counterexample (outcome, found);
}

static void
answer (const Probe *probe, CoupletOutcome *outcome)
{
  g_auto (CoupletRational) loss;
  couplet_rational_init (&loss);
  if (!probe->best.found) {
    couplet_outcome_set_reason (outcome, "no answers found: %s",
                                probe->obstacle != NULL ? probe->obstacle : "none lose anything");
    return;
  }
  if (probe->best.is_infinite)
    mpq_set (loss.value, probe->options->claim.value);
  else
    probe_round_down (probe->best.loss, &loss);
  if (mpq_sgn (loss.value) < 0)
    mpq_set_ui (loss.value, 0, 1);
  if (is_enough (probe) && couplet_rational_compare (&loss, &probe->options->claim) < 0)
    mpq_set (loss.value, probe->options->claim.value); /* it is above by less than is told */
  couplet_outcome_set_cost (outcome, &loss, COUPLET_GUARANTEE_LOWER_BOUND);
  set_counterexample (probe, &loss, outcome);
  g_autofree char *epsilon = couplet_rational_to_string (&probe->options->epsilon);
  couplet_outcome_set_reason (outcome, "two lists of answers lose this much at epsilon = %s%s%s%s",
                              epsilon, probe->options->has_range ? ", within the range" : "",
                              probe->obstacle != NULL ? "; " : "",
                              probe->obstacle != NULL ? probe->obstacle : "");
}

static void
probe_init (Probe *probe, guint32 n, guint32 n_reals)
{
  probe->outputs = g_ptr_array_new_with_free_func (outputs_free);
  fmpq_init (probe->epsilon);
  fmpq_set_mpq (probe->epsilon, probe->options->epsilon.value);
  arb_init (probe->claim);
  fmpq_t claim;
  fmpq_init (claim);
  fmpq_set_mpq (claim, probe->options->claim.value);
  arb_set_fmpq (probe->claim, claim, PRECISION);
  fmpq_clear (claim);
  probe->here = _fmpq_vec_init (n);
  probe->next = _fmpq_vec_init (n);
  probe->values = _fmpq_vec_init (n_reals);
  probe->best.answers = _fmpq_vec_init (n);
  probe->best.adjacent = _fmpq_vec_init (n);
  probe->best.values = _fmpq_vec_init (n_reals);
  arb_init (probe->best.probability);
  arb_init (probe->best.adjacent_probability);
  arb_init (probe->best.loss);
}

static void
probe_clear (Probe *probe, guint32 n, guint32 n_reals)
{
  arb_clear (probe->best.loss);
  arb_clear (probe->best.adjacent_probability);
  arb_clear (probe->best.probability);
  _fmpq_vec_clear (probe->best.values, n_reals);
  _fmpq_vec_clear (probe->best.adjacent, n);
  _fmpq_vec_clear (probe->best.answers, n);
  _fmpq_vec_clear (probe->values, n_reals);
  _fmpq_vec_clear (probe->next, n);
  _fmpq_vec_clear (probe->here, n);
  arb_clear (probe->claim);
  fmpq_clear (probe->epsilon);
  g_ptr_array_unref (probe->outputs);
  g_free (probe->differences);
}

/* Starts are all at 0 where there are many answers. */
static guint
count_starts (guint32 n_answers)
{
  guint n = 1;
  for (guint32 j = 0; n_answers <= MOST_START_ANSWERS && j < n_answers; j++)
    n *= 3;
  return n;
}

void
linear_probe_run (CoupletContext *context, const CoupletLinear *linear, const ProbeOptions *options,
                  CoupletOutcome *outcome)
{
  const CoupletLinearList *list = &linear->lists[linear->n_lists - 1];
  Probe probe = {.context = context, .linear = linear, .list = list, .options = options};
  guint32 n = list->n_answers, n_reals = list->n_nodes; /* never more */
  probe_init (&probe, n, n_reals);
  probe.n_starts = count_starts (n);
  for (guint32 i = 0; i < list->n_nodes; i++)
    probe.has_exponential |= couplet_noise_is_one_sided (list->nodes[i].noise);
  probe.differences =
      couplet_linear_differences (linear, list, MOST_DIFFERENCES, &probe.n_differences);
  find_outputs (&probe);
  if (linear->whole_answers && mpz_cmp_ui (mpq_denref (linear->sensitivity.value), 1) != 0)
    couplet_outcome_set_reason (outcome, "no answers found: whole ones do not differ by the "
                                         "sensitivity, which is none");
  else if (probe.differences == NULL || probe.outputs->len > MOST_OUTPUTS)
    couplet_outcome_set_reason (outcome, "no answers found: there are too many %s",
                                probe.differences == NULL ? "differences" : "outputs");
  else {
    search (&probe);
    if (probe.best.found || !couplet_outcome_set_stopped (outcome, context))
      answer (&probe, outcome);
  }
  probe_clear (&probe, n, n_reals);
  flint_cleanup ();
}
