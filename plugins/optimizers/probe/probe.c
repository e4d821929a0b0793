/* SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"

#include "far_inputs.h"
#include "pair_search.h"

#include <couplet/internal/lossy_walk.h>

/* Longest walk whose probability is computed, and whose T alone is. */
#define MOST_STEPS 256
#define MOST_STEPS_BY_COST 20000
/* Longest path whose outputs refute a claim together with those of other paths. */
#define MOST_STEPS_BY_OUTPUTS 4000
/* Thresholds, where the probabilities of all paths with the same outputs are added. */
#define MOST_THRESHOLDS_BY_OUTPUTS 3
/* Without a claim, walks that lose more than this are not looked for. */
#define ENOUGH_LOSS 10

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

/* ---- Walks --------------------------------------------------------------------------------- */

static const CoupletWalkStep *
steps_of (const CoupletLossyWalk *walk)
{
  return (const CoupletWalkStep *)(gconstpointer)walk->steps->data;
}

/* A walk that loses as much as any up to ENOUGH_LOSS, found by raising the claim to what the
 * walk before lost; NULL when none loses anything. */
static CoupletLossyWalk *
find_worst_walk (const CoupletAutomaton *automaton, CoupletContext *context, GError **error)
{
  g_auto (CoupletRational) claim;
  couplet_rational_init (&claim);
  CoupletLossyWalk *worst = NULL;
  for (;;) {
    CoupletLossyWalk *walk = couplet_lossy_walk_find (automaton, &claim, MOST_STEPS,
                                                      COUPLET_LOSSY_WALKS, context, error);
    if (walk == NULL)
      return worst;
    couplet_lossy_walk_free (worst);
    worst = walk;
    if (walk->is_infinite || mpq_cmp_ui (walk->loss.value, ENOUGH_LOSS, 1) >= 0)
      return worst;
    mpq_set (claim.value, walk->loss.value);
  }
}

/* Sets the statistic `steps-for-N`: the steps of a walk that loses more than n. */
static gboolean
count_steps (const CoupletAutomaton *automaton, guint n, CoupletContext *context,
             CoupletOutcome *outcome, GError **error)
{
  g_auto (CoupletRational) claim;
  couplet_rational_init (&claim);
  mpq_set_ui (claim.value, n, 1);
  g_autoptr (CoupletLossyWalk) walk = couplet_lossy_walk_find (
      automaton, &claim, MOST_STEPS_BY_COST, COUPLET_LOSSY_WALKS, context, error);
  if (walk == NULL)
    return FALSE;
  g_autofree char *name = g_strdup_printf ("steps-for-%u", n);
  couplet_outcome_set_statistic (outcome, name, walk->steps->len);
  return TRUE;
}

/* The walk to look at first; NULL when none was found, or error is set. Where outputs do not tell
 * the path, one all paths with whose outputs lose more is the best. */
static CoupletLossyWalk *
find_walk (CoupletContext *context, const CoupletAutomaton *automaton, const ProbeOptions *options,
           GError **error)
{
  CoupletLossyWalk *walk = NULL;
  if (options->claim == NULL)
    return find_worst_walk (automaton, context, error);
  if (!automaton->output_distinct && automaton->adjacency == COUPLET_ADJACENT_ANY)
    walk =
        couplet_lossy_walk_by_outputs (automaton, options->claim, MOST_STEPS_BY_OUTPUTS, context);
  return walk != NULL ? walk
                      : couplet_lossy_walk_find (automaton, options->claim, MOST_STEPS,
                                                 COUPLET_LOSSY_WALKS, context, error);
}

/* ---- Along a walk -------------------------------------------------------------------------- */

/* The least k between few, where the loss is not enough, and many, where it is. */
static void
bisect (PairSearch *search, gint64 few, gint64 many)
{
  gboolean possible;
  while (many - few > 1) {
    gint64 middle = few + (many - few) / 2;
    pair_search_forget (search); /* the nearer one counts, though its loss is less */
    pair_search_try (search, middle, &possible);
    if (possible && search->best.proven)
      many = middle;
    else
      few = middle;
  }
  pair_search_forget (search);
  pair_search_try (search, many, &possible);
}

static void
search_along (PairSearch *search)
{
  gboolean possible;
  guint idle = 0;
  gint64 before = -1;
  for (gint64 k = 0; k <= FARTHEST && idle < MOST_DOUBLINGS_WITHOUT_GAIN; k = k == 0 ? 1 : 2 * k) {
    idle = pair_search_try (search, k, &possible) ? 0 : idle + 1;
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
      if (!(pair_search_try (search, k, &possible) || possible))
        return;
}

/* What a walk's output is rounded to. */
static void
snap (const CoupletLine *line, const CoupletSnap *snap, CoupletRational *value)
{
  const CoupletRational *grid = &line->automaton->numbers[snap->grid];
  g_auto (CoupletRational) end;
  couplet_rational_init (&end);
  mpq_div_2exp (end.value, grid->value, 1);
  mpq_add (value->value, value->value, end.value);
  round_to_grid (value, grid, FALSE);
  mpq_set (end.value, line->automaton->numbers[snap->bound].value);
  if (couplet_rational_compare (value, &end) > 0)
    mpq_set (value->value, end.value);
  mpq_neg (end.value, end.value);
  if (couplet_rational_compare (value, &end) < 0)
    mpq_set (value->value, end.value);
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
  round_to_grid (&number, search->sensitivity, FALSE);
  mpq_div (number.value, number.value, search->sensitivity->value);
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
    if (row->kind != COUPLET_LINE_DECIDES)
      couplet_line_value (row->form, places, value);
    if (row->kind == COUPLET_LINE_SNAPS)
      snap (line, row->snap, value);
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

/* Tries pairs of inputs u + k*D, u + (k + 1)*D along the walk and stops at a pair with a
 * loss above the claim, with k as small as was found; else answers with the pair with the largest
 * loss. TRUE when the claim is refuted. */
static gboolean
refute_along (CoupletContext *context, const CoupletAutomaton *automaton,
              const CoupletLossyWalk *walk, const ProbeOptions *options, CoupletOutcome *outcome)
{
  const CoupletWalkStep *steps = steps_of (walk);
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
    search_along (&search);
  else if (event != NULL)
    search.obstacle = "no inputs are known at which the path is possible";
  if (search.best.event != NULL)
    search.obstacle = NULL; /* it is of pairs that are farther away */
  g_autofree char *subject = g_strdup_printf ("two inputs on a path of %u steps", n);
  pair_search_answer (&search, subject, outcome);
  return pair_search_refutes (&search);
}

/* By certified probabilities; TRUE when the claim is refuted. *walk: what was looked at. */
static gboolean
probe_probabilities (CoupletContext *context, const CoupletAutomaton *automaton,
                     const ProbeOptions *options, CoupletLossyWalk **walk, CoupletOutcome *outcome,
                     GError **error)
{
  g_autoptr (GError) failure = NULL;
  gboolean refuted = FALSE;
  *walk = find_walk (context, automaton, options, &failure);
  if (*walk != NULL && (*walk)->steps->len <= MOST_STEPS) {
    refuted = refute_along (context, automaton, *walk, options, outcome);
    for (guint claim = 10;
         automaton->output_distinct && options->turns && claim <= 100 && failure == NULL;
         claim *= 10)
      count_steps (automaton, claim, context, outcome, &failure);
  } else if (failure == NULL && !couplet_outcome_set_stopped (outcome, context))
    couplet_outcome_set_reason (outcome, "no path of at most %d steps was found that loses more%s",
                                MOST_STEPS, options->claim != NULL ? "" : " than nothing");
  if (failure != NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  return refuted;
}

/* ---- By the theorem -------------------------------------------------------------------- */

/* Refutes the claim on walk, whose outputs lose more, without computing probabilities. */
static void
refute_far_away (const CoupletAutomaton *automaton, const ProbeOptions *options,
                 const CoupletLossyWalk *walk, CoupletOutcome *outcome)
{
  const FarQuestion question = {automaton,        steps_of (walk), walk->steps->len,
                                options->epsilon, options->claim,  &walk->loss};
  g_auto (fmpz_t) pairs;
  fmpz_init (pairs);
  const char *obstacle = far_inputs_find (&question, pairs);
  if (obstacle != NULL) {
    couplet_outcome_set_reason (outcome, "no inputs found: %s", obstacle);
    return;
  }
  g_autoptr (CoupletCounterexample) found = couplet_counterexample_by_theorem (
      automaton, question.steps, question.n_steps, question.claim, question.loss);
  char *text = fmpz_get_str (NULL, 10, pairs);
  found->epsilon = couplet_rational_to_string (options->epsilon);
  found->pairs = g_strdup (text);
  flint_free (text);
  couplet_outcome_set_counterexample (outcome, found);
  couplet_outcome_set_cost (outcome, options->claim, COUPLET_GUARANTEE_LOWER_BOUND);
  couplet_outcome_set_reason (
      outcome,
      "by the theorem of the least d one of the first %s pairs of inputs on "
      "a path of %u steps loses more than this",
      found->pairs, found->n_steps);
}

/* By the theorem. walk: one that loses more than the claim, NULL = none is known. */
static void
probe_theorem (CoupletContext *context, const CoupletAutomaton *automaton,
               const ProbeOptions *options, const CoupletLossyWalk *walk, CoupletOutcome *outcome,
               GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (CoupletLossyWalk) other = NULL;
  gboolean told = automaton->output_distinct && couplet_has_only_conjunctions (automaton);
  if (!told && automaton->adjacency == COUPLET_ADJACENT_ANY)
    other =
        couplet_lossy_walk_by_outputs (automaton, options->claim, MOST_STEPS_BY_OUTPUTS, context);
  else if (told && walk == NULL)
    other = couplet_lossy_walk_find (automaton, options->claim, MOST_STEPS_BY_COST,
                                     COUPLET_LOSSY_WALKS, context, &failure);
  if (!told || walk == NULL)
    walk = other;
  if (failure != NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  else if (walk != NULL && !walk->is_infinite)
    refute_far_away (automaton, options, walk, outcome);
  else if (walk == NULL && told && !couplet_outcome_set_stopped (outcome, context))
    couplet_outcome_set_reason (outcome,
                                "no path that loses more was found; at most %d steps and a "
                                "limited number of paths were tried",
                                MOST_STEPS_BY_COST);
  else if (!told && !couplet_outcome_set_stopped (outcome, context))
    couplet_outcome_set_reason (outcome, "no outputs were found all of whose paths lose more");
}

/* ---- Automata --------------------------------------------------------------------------- */

/* Whether the theorem is for the automaton: inputs are read once, noise is of real numbers, what is
 * output of a draw is the draw, and inputs may differ each by itself where outputs do not tell the
 * path. */
static gboolean
has_theorem (const CoupletAutomaton *automaton)
{
  gboolean has = automaton->snaps == NULL && !probe_inputs_are_whole (automaton) &&
                 (automaton->output_distinct || automaton->adjacency == COUPLET_ADJACENT_ANY);
  for (guint32 q = 0; q < automaton->n_states; q++)
    has &= automaton->states[q].input != COUPLET_AGAIN;
  for (guint32 i = 0; i < automaton->n_outputs; i++)
    has &= automaton->outputs[i].kind != COUPLET_GAP;
  return has;
}

static gboolean
snaps_in_floating_point (const CoupletAutomaton *automaton)
{
  for (guint32 q = 0; q < automaton->n_states; q++) {
    const CoupletState *state = &automaton->states[q];
    const CoupletSnap *snap =
        state->noise != COUPLET_NONE ? couplet_snap_of (automaton, state) : NULL;
    if (automaton->reachable[q] && snap != NULL && snap->floating)
      return TRUE;
  }
  return FALSE;
}

/* Whether probabilities are computed: outputs tell the path, or those with the same are added. */
static gboolean
adds_paths (const CoupletAutomaton *automaton)
{
  return automaton->output_distinct || automaton->n_thresholds <= MOST_THRESHOLDS_BY_OUTPUTS;
}

/* Why nothing is looked for; NULL = no reason. */
static const char *
find_obstacle (const CoupletAutomaton *automaton)
{
  if (snaps_in_floating_point (automaton))
    return "outputs are snapped in floating point, with which no probabilities are computed";
  if (automaton->output_distinct && automaton->n_thresholds > COUPLET_LOSSY_WALK_THRESHOLDS)
    return "more thresholds than are followed here";
  if (!adds_paths (automaton) && !has_theorem (automaton))
    return "more thresholds than are followed where outputs do not tell the path";
  return NULL;
}

gboolean
probe_run (CoupletContext *context, const CoupletAutomaton *automaton, const ProbeOptions *options,
           CoupletOutcome *outcome, GError **error)
{
  g_autoptr (CoupletLossyWalk) walk = NULL;
  g_autoptr (GError) failure = NULL;
  const char *obstacle = find_obstacle (automaton);
  if (obstacle != NULL) {
    couplet_outcome_set_reason (outcome, "%s", obstacle);
    return TRUE;
  }
  gboolean refuted = adds_paths (automaton) &&
                     probe_probabilities (context, automaton, options, &walk, outcome, &failure);
  if (failure == NULL && !refuted && options->claim != NULL && options->range == NULL &&
      has_theorem (automaton))
    probe_theorem (context, automaton, options, walk, outcome, &failure);
  flint_cleanup ();
  if (failure != NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  return *error == NULL;
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

static gboolean
goes_on (const PairSearch *pairs)
{
  return !pair_search_refutes (pairs) && pairs->n_chances < MOST_PROBABILITIES &&
         !couplet_context_should_stop (pairs->context);
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
  for (guint i = 0; i < probe->events->len && goes_on (pairs); i++) {
    gboolean possible;
    pairs->event = g_ptr_array_index (probe->events, i);
    if (choose_values (probe, pairs->event))
      pair_search_try (pairs, n, &possible);
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
      for (guint i = 0; i < probe->n_differences && goes_on (&probe->pairs); i++)
        try_pair (probe, start, probe->differences + (gsize)i * n, DISTANCES[k]);
}

/* Why nothing is looked for; NULL = no reason. */
static const char *
find_linear_obstacle (const LinearProbe *probe, const CoupletLinear *linear)
{
  if (linear->whole_answers && mpz_cmp_ui (mpq_denref (linear->sensitivity.value), 1) != 0)
    return "whole ones do not differ by the sensitivity, which is none";
  if (probe->differences == NULL)
    return "there are too many differences";
  return probe->events->len > MOST_OUTPUTS ? "there are too many outputs" : NULL;
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
  const char *obstacle = find_linear_obstacle (&probe, linear);
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
    pair_search_answer (&probe.pairs, "two lists of answers", outcome);
  pair_search_clear (&probe.pairs);
  flint_cleanup ();
}
