/* SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"

#include "pair_search.h"

/* So many directions, outputs and probabilities are tried. */
#define MOST_DIFFERENCES 256
#define MOST_OUTPUTS 2000
#define MOST_PROBABILITIES 20000
/* Starts have 0 or this at each answer, for so many answers. */
#define START 3
#define MOST_START_ANSWERS 4

typedef struct {
  PairSearch pairs;
  const CoupletLinearList *list;
  GPtrArray *events; /* ProbeEvent */
  gint8 *differences;
  guint n_differences, n_starts;
  gboolean has_exponential;
} Probe;

/* Real outputs are what they are at the start where draws are at 0, or, if some are exponential, at
 * 1. FALSE: densities of several paths would be needed, which may be of different dimensions. */
static gboolean
choose_values (Probe *probe, const ProbeEvent *event)
{
  PairSearch *pairs = &probe->pairs;
  const Line *line = g_ptr_array_index (event->lines, 0);
  if (event->has_reals && event->lines->len > 1) {
    pairs->obstacle = "real outputs of several paths are not compared";
    return FALSE;
  }
  for (guint i = 0; i < line->rows->len; i++) {
    const LineRow *row = line_row (line, i);
    if (row->kind != LINE_SHOWN)
      continue;
    fmpq *value = &pairs->values[row->value];
    line_form_at (line, &row->form, pairs->base, value);
    for (guint t = 0; t < row->form.terms->len && probe->has_exponential; t++) {
      const LineTerm *term = &g_array_index (row->form.terms, LineTerm, t);
      if (term->atom >= line->n_inputs)
        fmpq_add (value, value, &term->factor);
    }
  }
  return TRUE;
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

static gboolean
goes_on (Probe *probe)
{
  const PairSearch *pairs = &probe->pairs;
  return !pair_search_refutes (pairs) && pairs->n_chances < MOST_PROBABILITIES &&
         !couplet_context_should_stop (pairs->context);
}

/* Neighbours number n and n + 1 on the line from the start in the direction of a difference. */
static void
try_pair (Probe *probe, guint start, const gint8 *difference, guint n)
{
  PairSearch *pairs = &probe->pairs;
  for (guint32 j = 0; j < probe->list->n_answers; j++) {
    fmpq_set_si (&pairs->base[j], start_at (start, j), 1);
    pairs->direction[j] = difference[j];
  }
  for (guint i = 0; i < probe->events->len && goes_on (probe); i++) {
    gboolean possible;
    pairs->event = g_ptr_array_index (probe->events, i);
    if (choose_values (probe, pairs->event))
      pair_search_try (pairs, n, &possible);
  }
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

/* Starts are all at 0 where there are many answers. */
static guint
count_starts (guint32 n_answers)
{
  guint n = 1;
  for (guint32 j = 0; n_answers <= MOST_START_ANSWERS && j < n_answers; j++)
    n *= 3;
  return n;
}

/* Why nothing is looked for; NULL = no reason. */
static const char *
find_obstacle (const Probe *probe, const CoupletLinear *linear)
{
  if (linear->whole_answers && mpz_cmp_ui (mpq_denref (linear->sensitivity.value), 1) != 0)
    return "whole ones do not differ by the sensitivity, which is none";
  if (probe->differences == NULL)
    return "there are too many differences";
  return probe->events->len > MOST_OUTPUTS ? "there are too many outputs" : NULL;
}

void
linear_probe_run (CoupletContext *context, const CoupletLinear *linear, const ProbeOptions *options,
                  CoupletOutcome *outcome)
{
  const CoupletLinearList *list = &linear->lists[linear->n_lists - 1];
  Probe probe = {.list = list, .n_starts = count_starts (list->n_answers)};
  g_autoptr (GPtrArray) events = probe_events_of_list (list, MOST_OUTPUTS);
  probe.events = events;
  /* there are never more real outputs than nodes */
  pair_search_init (&probe.pairs, context, options, &linear->sensitivity, list->n_answers,
                    list->n_nodes);
  probe.pairs.one_order = TRUE;
  for (guint32 i = 0; i < list->n_nodes; i++)
    probe.has_exponential |= couplet_noise_is_one_sided (list->nodes[i].noise);
  g_autofree gint8 *differences =
      couplet_linear_differences (linear, list, MOST_DIFFERENCES, &probe.n_differences);
  probe.differences = differences;
  const char *obstacle = find_obstacle (&probe, linear);
  if (obstacle != NULL)
    couplet_outcome_set_reason (outcome, "no inputs found: %s", obstacle);
  else {
    search (&probe);
    if (probe.pairs.best.event != NULL || !couplet_outcome_set_stopped (outcome, context))
      pair_search_answer (&probe.pairs, "two lists of answers", outcome);
  }
  pair_search_clear (&probe.pairs);
  flint_cleanup ();
}
