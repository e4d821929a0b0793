/* SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"
#include "probe_event.h"

#include <couplet/internal/json.h>

/* Limits of the work: probabilities, pairs of inputs. */
#define MOST_PROBABILITIES 50000
#define MOST_PAIRS 300000
#define DECIMALS 12

/* The probabilities of an event, for the inputs that it reads. */
typedef struct {
  guint n_tuples; /* of inputs that it reads */
  arb_ptr chance; /* of each tuple */
} Seen;

typedef struct {
  CoupletContext *context;
  const CoupletAutomaton *automaton; /* NULL = linear stands for it */
  const CoupletLinear *linear;       /* of one list */
  const DeltaQuestion *question;
  guint answers;     /* how many are read, at most */
  guint n_varied;    /* answers that all inputs are tried at; runs of an automaton read no more, and
                        further ones of a linear mechanism are the one nearest to 0 */
  guint rest_input;  /* the number of that input */
  GPtrArray *events; /* ProbeEvent * */
  GArray *seen;      /* Seen, one for each event */
  const char *obstacle; /* why probabilities are not known; NULL = they are */
  gboolean too_many;    /* they may be known where fewer answers are varied */
  arb_ptr factors;      /* exp(e), by e */
  arb_ptr rest;         /* per tuple of all answers, the probability of no event */
  guint n_tuples;
  /* per e: the largest bounds so far, and the pair that the lower one is of */
  arb_ptr low, high;
  guint (*pair)[2];
} Delta;

/* ---- Probabilities -------------------------------------------------------------------------- */

static void
clear_seen (gpointer data)
{
  Seen *seen = data;
  if (seen->chance != NULL)
    _arb_vec_clear (seen->chance, seen->n_tuples);
}

/* The input that tuple has at an answer: its digits, from the lowest on, choose those varied. */
static const CoupletRational *
input_at (const Delta *delta, guint tuple, guint answer)
{
  const GArray *inputs = delta->question->inputs;
  for (guint i = 0; i < answer && answer < delta->n_varied; i++)
    tuple /= inputs->len;
  return couplet_number (inputs,
                         answer < delta->n_varied ? tuple % inputs->len : delta->rest_input);
}

static gboolean
reads_answer (const ProbeEvent *event, guint step)
{
  return event->automaton == NULL ||
         couplet_source_state (event->automaton, event->transitions[step])->input ==
             COUPLET_PRIVATE;
}

/* Finds the probabilities of event for all tuples that it reads; public inputs are 0. FALSE with
 * the obstacle set, or stopped. */
static gboolean
find_chances (Delta *delta, ProbeEvent *event, Seen *seen)
{
  g_autoptr (GArray) inputs = couplet_numbers_new (event->n_inputs);
  ProbabilityStatus status = PROBABILITY_FOUND;
  seen->chance = _arb_vec_init (seen->n_tuples);
  for (guint k = 0; k < seen->n_tuples && status == PROBABILITY_FOUND; k++) {
    guint n_read = 0;
    for (guint i = 0; i < event->n_inputs; i++)
      if (reads_answer (event, i))
        mpq_set (couplet_number (inputs, i)->value, input_at (delta, k, n_read++)->value);
    status = probe_event_chance (event, inputs, NULL, delta->question->epsilon, delta->context,
                                 &seen->chance[k]);
  }
  delta->obstacle = probability_obstacle (status);
  delta->too_many = status == PROBABILITY_TOO_LARGE || status == PROBABILITY_TOO_MANY_DRAWS;
  return status == PROBABILITY_FOUND;
}

/* n = n_inputs ^ answers; FALSE when it has more pairs than are tried. */
static gboolean
count_tuples (const Delta *delta, guint answers, guint *n)
{
  *n = 1;
  for (guint i = 0; i < answers; i++) {
    *n *= delta->question->inputs->len;
    if ((guint64)*n * *n > MOST_PAIRS)
      return FALSE;
  }
  return TRUE;
}

/* Lists the events with how many tuples they read. FALSE: it is too much, or the obstacle is set.
 */
static gboolean
list_events (Delta *delta)
{
  guint64 n_chances = 0;
  if (!count_tuples (delta, delta->n_varied, &delta->n_tuples))
    return FALSE;
  delta->events =
      delta->linear != NULL
          ? probe_events_of_list (delta->linear->lists, G_MAXUINT)
          : probe_events_of_answers (delta->automaton, delta->n_varied, &delta->obstacle);
  for (guint i = 0; delta->events != NULL && i < delta->events->len; i++) {
    const ProbeEvent *event = g_ptr_array_index (delta->events, i);
    Seen seen = {0};
    guint n_read = 0;
    for (guint k = 0; k < event->n_inputs; k++)
      n_read += reads_answer (event, k);
    count_tuples (delta, MIN (n_read, delta->n_varied), &seen.n_tuples);
    n_chances += (guint64)seen.n_tuples * event->lines->len;
    g_array_append_val (delta->seen, seen);
  }
  return delta->events != NULL && n_chances <= MOST_PROBABILITIES;
}

/* ---- What is not computed ------------------------------------------------------------------- */

static gboolean
shows_real (const Delta *delta)
{
  const CoupletAutomaton *a = delta->automaton;
  for (guint32 t = 0; a != NULL && t < a->n_transitions; t++)
    if (a->reachable[a->source[t]] && probe_letter (a, t) == COUPLET_NONE)
      return TRUE;
  const CoupletLinearList *list = a == NULL ? delta->linear->lists : NULL;
  for (guint32 i = 0; list != NULL && i < list->n_nodes; i++)
    if (list->nodes[i].kind == COUPLET_LINEAR_REAL)
      return TRUE;
  return FALSE;
}

/* Why no probabilities are known; NULL = they may be. */
static const char *
find_obstacle (const Delta *delta)
{
  const CoupletAutomaton *a = delta->automaton;
  if (a != NULL && (!a->output_distinct || a->silent != NULL))
    return "the outputs do not tell which transition was taken";
  if (shows_real (delta))
    return "real numbers are output";
  gboolean whole = a != NULL ? probe_inputs_are_whole (a) : delta->linear->whole_answers;
  for (guint i = 0; whole && i < delta->question->inputs->len; i++)
    if (mpz_cmp_ui (mpq_denref (couplet_number (delta->question->inputs, i)->value), 1) != 0)
      return "its answers are whole numbers, and not all of these inputs are";
  return NULL;
}

/* ---- All probabilities ---------------------------------------------------------------------- */

/* Finds the probabilities of all events. FALSE with the obstacle set, or stopped. */
static gboolean
prepare (Delta *delta)
{
  if (!list_events (delta)) {
    delta->too_many = delta->obstacle == NULL;
    if (delta->too_many)
      delta->obstacle = "there are too many inputs or paths";
    return FALSE;
  }
  for (guint i = 0; i < delta->events->len; i++)
    if (!find_chances (delta, g_ptr_array_index (delta->events, i),
                       &g_array_index (delta->seen, Seen, i)))
      return FALSE;
  delta->rest = _arb_vec_init (delta->n_tuples);
  for (guint k = 0; k < delta->n_tuples; k++) {
    arb_one (&delta->rest[k]);
    for (guint i = 0; i < delta->seen->len; i++) {
      const Seen *seen = &g_array_index (delta->seen, Seen, i);
      arb_sub (&delta->rest[k], &delta->rest[k], &seen->chance[k % seen->n_tuples], EXACT_BITS);
    }
  }
  return TRUE;
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* Whether adjacent runs may read the tuples p and q. */
static gboolean
is_adjacent (const Delta *delta, guint p, guint q)
{
  const CoupletLinear *linear = delta->linear;
  const CoupletAutomaton *a = delta->automaton;
  const CoupletRational *most = linear != NULL ? &linear->sensitivity : &a->sensitivity;
  CoupletAdjacency adjacency = linear != NULL ? linear->adjacency : a->adjacency;
  guint up = 0, down = 0;
  gboolean near = TRUE;
  g_auto (CoupletRational) difference;
  couplet_rational_init (&difference);
  for (guint i = 0; i < delta->n_varied && near; i++) {
    mpq_sub (difference.value, input_at (delta, p, i)->value, input_at (delta, q, i)->value);
    up += mpq_sgn (difference.value) > 0;
    down += mpq_sgn (difference.value) < 0;
    mpq_abs (difference.value, difference.value);
    near = couplet_rational_compare (&difference, most) <= 0;
  }
  return near && up + down > 0 && (adjacency != COUPLET_ADJACENT_ONE || up + down == 1) &&
         (adjacency != COUPLET_ADJACENT_MONOTONIC || up == 0 || down == 0);
}

/* sum = the sum over events of max (0, P_p - factor * P_q). */
static void
add_up (const Delta *delta, guint p, guint q, const arb_t factor, arb_t sum)
{
  g_auto (arb_t) one, zero;
  arb_init (one);
  arb_init (zero);
  arb_zero (sum);
  for (guint i = 0; i < delta->seen->len; i++) {
    const Seen *seen = &g_array_index (delta->seen, Seen, i);
    arb_mul (one, factor, &seen->chance[q % seen->n_tuples], EXACT_BITS);
    arb_sub (one, &seen->chance[p % seen->n_tuples], one, EXACT_BITS);
    arb_max (one, one, zero, EXACT_BITS);
    arb_add (sum, sum, one, EXACT_BITS);
  }
}

/* Takes a pair into the bounds. */
static void
try_pair (Delta *delta, guint p, guint q)
{
  g_auto (arb_t) sum, high;
  arb_init (sum);
  arb_init (high);
  for (guint i = 0; i < delta->question->at->len; i++) {
    add_up (delta, p, q, &delta->factors[i], sum);
    if (arb_gt (sum, &delta->low[i])) {
      arb_set (&delta->low[i], sum);
      delta->pair[i][0] = p;
      delta->pair[i][1] = q;
    }
    /* where no guard holds a run stops unseen */
    arb_add (high, sum, &delta->rest[p], EXACT_BITS);
    arb_max (&delta->high[i], &delta->high[i], high, EXACT_BITS);
  }
}

/* FALSE: stopped. */
static gboolean
try_pairs (Delta *delta)
{
  gboolean stopped = FALSE;
  for (guint p = 0; p < delta->n_tuples && !stopped; p++)
    for (guint q = 0; q < delta->n_tuples && !stopped; q++) {
      stopped = couplet_context_should_stop (delta->context);
      if (!stopped && is_adjacent (delta, p, q))
        try_pair (delta, p, q);
    }
  return !stopped;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* A decimal that is at most the least, or with up at least as large as the largest number of value,
 * from 0 to 1. The caller frees it. */
static char *
print_bound (const arb_t value, gboolean up)
{
  g_auto (CoupletRational) bound;
  g_auto (arb_t) one;
  couplet_rational_init (&bound);
  arb_init (one);
  arb_one (one);
  if (up ? !arb_le (value, one) : !arb_is_positive (value))
    return g_strdup (up ? "1" : "0"); /* it may be infinite */
  probe_round (value, DECIMALS, up, &bound);
  if (mpq_sgn (bound.value) < 0)
    mpq_set_ui (bound.value, 0, 1);
  return couplet_rational_to_decimal (&bound, DECIMALS);
}

static void
put_tuple (const Delta *delta, const CoupletJson *json, guint tuple)
{
  couplet_json_open (json, NULL, '[');
  guint n = delta->linear != NULL ? delta->answers : delta->n_varied;
  for (guint i = 0; i < n; i++)
    couplet_json_rational (json, NULL, input_at (delta, tuple, i));
  couplet_json_close (json, ']');
}

/* Sets bound to the least upper bound that is proven at number i, and returns its reason. */
static const char *
bound_above (const Delta *delta, guint i, gboolean known, arb_t bound)
{
  const char *reason = delta_bound (delta->question, delta->automaton, i, bound);
  if (known && !delta->question->all_inputs && delta->n_varied == delta->answers &&
      (reason == NULL || !arb_lt (bound, &delta->high[i]))) {
    arb_set (bound, &delta->high[i]);
    return "all pairs of these inputs";
  }
  return reason != NULL ? reason : "no bound is proven";
}

static void
put_row (const Delta *delta, const CoupletJson *json, guint i, gboolean known)
{
  g_auto (arb_t) high;
  arb_init (high);
  const char *why = bound_above (delta, i, known, high);
  g_autofree char *reason = delta->obstacle != NULL
                                ? g_strdup_printf ("%s; from below: %s", why, delta->obstacle)
                                : g_strdup (why);
  g_autofree char *least = known ? print_bound (&delta->low[i], FALSE) : g_strdup ("0");
  g_autofree char *most = print_bound (high, TRUE);
  gboolean paired = known && arb_is_positive (&delta->low[i]);
  couplet_json_open (json, NULL, '{');
  couplet_json_rational (json, "at", couplet_number (delta->question->at, i));
  couplet_json_string (json, "delta_at_least", least);
  couplet_json_string (json, "delta_at_most", most);
  if (paired) {
    couplet_json_open (json, "pair", '[');
    put_tuple (delta, json, delta->pair[i][0]);
    put_tuple (delta, json, delta->pair[i][1]);
    couplet_json_close (json, ']');
  } else
    couplet_json_null (json, "pair");
  couplet_json_string (json, "reason", reason);
  couplet_json_close (json, '}');
}

static void
delta_init (Delta *delta)
{
  guint n = delta->question->at->len;
  delta->seen = g_array_new (FALSE, FALSE, sizeof (Seen));
  g_array_set_clear_func (delta->seen, clear_seen);
  delta->factors = _arb_vec_init (n);
  delta->low = _arb_vec_init (n);
  delta->high = _arb_vec_init (n);
  delta->pair = g_malloc0_n (n, sizeof *delta->pair);
  for (guint i = 0; i < n; i++) {
    exact_set (&delta->factors[i], couplet_number (delta->question->at, i));
    arb_exp (&delta->factors[i], &delta->factors[i], EXACT_BITS);
  }
}

static void
forget_events (Delta *delta)
{
  if (delta->rest != NULL)
    _arb_vec_clear (delta->rest, delta->n_tuples);
  delta->rest = NULL;
  g_array_set_size (delta->seen, 0);
  g_clear_pointer (&delta->events, g_ptr_array_unref);
}

static void
delta_clear (Delta *delta)
{
  guint n = delta->question->at->len;
  forget_events (delta);
  g_array_unref (delta->seen);
  _arb_vec_clear (delta->factors, n);
  _arb_vec_clear (delta->low, n);
  _arb_vec_clear (delta->high, n);
  g_free (delta->pair);
}

/* The number of the input that is nearest to 0; inputs ascend. */
static guint
find_rest_input (const GArray *inputs)
{
  guint best = 0;
  g_auto (CoupletRational) sum;
  couplet_rational_init (&sum);
  for (guint i = 1; i < inputs->len && best == i - 1; i++) {
    mpq_add (sum.value, couplet_number (inputs, best)->value, couplet_number (inputs, i)->value);
    best += mpq_sgn (sum.value) < 0;
  }
  return best;
}

/* Tries all pairs of inputs at as many answers as it can: a pair for few answers is one for more.
 * FALSE with the obstacle set, or stopped. */
static gboolean
try_answers (Delta *delta)
{
  delta->rest_input = find_rest_input (delta->question->inputs);
  delta->obstacle = find_obstacle (delta);
  gboolean goes_on = delta->obstacle == NULL;
  for (delta->n_varied = delta->answers; goes_on && delta->n_varied > 0; delta->n_varied--) {
    forget_events (delta);
    delta->obstacle = NULL;
    if (prepare (delta))
      return try_pairs (delta);
    goes_on = delta->too_many;
  }
  return FALSE;
}

char *
delta_rows (CoupletContext *context, const CoupletAutomaton *automaton, const CoupletLinear *linear,
            const DeltaQuestion *question, CoupletOutcome *outcome)
{
  /* an unfolded one has a path once for each way in which its inputs may differ */
  Delta delta = {.context = context,
                 .automaton =
                     automaton != NULL && automaton->folded != NULL ? automaton->folded : automaton,
                 .linear = linear,
                 .question = question,
                 .answers = linear != NULL ? linear->lists->n_answers : question->answers};
  delta_init (&delta);
  gboolean known = try_answers (&delta);
  const CoupletJson json = {g_string_new (NULL), FALSE};
  couplet_json_open (&json, NULL, '[');
  for (guint i = 0; i < question->at->len; i++)
    put_row (&delta, &json, i, known);
  couplet_json_close (&json, ']');
  gboolean stopped = !known && delta.obstacle == NULL;
  delta_clear (&delta);
  char *rows = g_string_free (json.text, stopped);
  if (stopped)
    couplet_outcome_set_stopped (outcome, context);
  return rows;
}
