/* SPDX-License-Identifier: Apache-2.0 */
#include "delta.h"

#include "delta_bound.h"
#include "probe_event.h"
#include "probe_numbers.h"
#include "walks.h"

#include <couplet/internal/json.h>

/* Limits of the work: probabilities, pairs of inputs. */
#define MOST_PROBABILITIES 50000
#define MOST_PAIRS 300000
#define PRECISION 128
#define DECIMALS 12

/* What is seen of runs, for the inputs that they read. */
typedef struct {
  ProbeEvent *event;
  guint n_read;   /* of the answers that are varied */
  guint n_tuples; /* of inputs that it reads */
  arb_ptr chance; /* of each tuple */
} EndedPath;

typedef struct {
  CoupletContext *context;
  const CoupletAutomaton *automaton; /* NULL = linear stands for it */
  const CoupletLinear *linear;       /* of one list */
  const DeltaQuestion *question;
  guint n_varied;   /* answers that all inputs are tried at; runs of an automaton read no more, and
                       further ones of a linear mechanism are the one nearest to 0 */
  guint rest_input; /* the number of that input */
  GPtrArray *paths; /* EndedPath * */
  const char *obstacle; /* why probabilities are not known; NULL = they are */
  gboolean too_many;    /* they may be known where fewer answers are varied */
  arb_ptr factors;      /* exp(e), by e */
  arb_ptr rest;         /* per tuple of all answers, the probability of no path */
  guint n_tuples;
  /* per e: the largest bounds so far, and the pair that the lower one is of */
  arb_ptr low, high;
  guint (*pair)[2];
} Delta;

/* ---- Paths --------------------------------------------------------------------------------- */

static void
path_free (gpointer data)
{
  EndedPath *path = data;
  if (path->chance != NULL)
    _arb_vec_clear (path->chance, path->n_tuples);
  probe_event_free (path->event);
  g_free (path);
}

static void
add_path (const Delta *delta, ProbeEvent *event, guint n_read)
{
  EndedPath *path = g_new0 (EndedPath, 1);
  path->event = event;
  path->n_read = n_read;
  g_ptr_array_add (delta->paths, path);
}

static guint
count_read (const CoupletAutomaton *automaton, const GArray *walk)
{
  guint n = 0;
  for (guint i = 0; i < walk->len; i++)
    n += couplet_source_state (automaton, g_array_index (walk, guint32, i))->input ==
         COUPLET_PRIVATE;
  return n;
}

/* The paths are the walks that are not continued. FALSE: they are too many, or the obstacle is
 * set. */
static gboolean
list_walks (Delta *delta)
{
  const CoupletAutomaton *a = delta->automaton;
  g_autoptr (GPtrArray) walks = walks_of_answers (a, delta->n_varied);
  for (guint i = 0; walks != NULL && i < walks->len; i++) {
    const GArray *walk = g_ptr_array_index (walks, i);
    ProbeEvent *event = probe_event_of_walk (a, (const guint32 *)(gconstpointer)walk->data,
                                             walk->len, &delta->obstacle);
    if (event == NULL)
      return FALSE;
    add_path (delta, event, count_read (a, walk));
  }
  return walks != NULL;
}

/* The paths are the events of the list. */
static gboolean
list_events (const Delta *delta)
{
  g_autoptr (GPtrArray) events = probe_events_of_list (delta->linear->lists, G_MAXUINT);
  g_ptr_array_set_free_func (events, NULL);
  for (guint i = 0; i < events->len; i++)
    add_path (delta, g_ptr_array_index (events, i), delta->n_varied);
  return TRUE;
}

/* ---- Probabilities -------------------------------------------------------------------------- */

/* The input that tuple has at an answer: its digits, from the lowest on, choose those varied. */
static const fmpq *
input_at (const Delta *delta, guint tuple, guint answer)
{
  const DeltaQuestion *question = delta->question;
  for (guint i = 0; i < answer && answer < delta->n_varied; i++)
    tuple /= question->n_inputs;
  return &question
              ->inputs[answer < delta->n_varied ? tuple % question->n_inputs : delta->rest_input];
}

/* What event reads. */
static void
fill_inputs (const Delta *delta, const ProbeEvent *event, guint tuple, fmpq *inputs)
{
  const fmpq *last = NULL;
  guint n_read = 0;
  for (guint i = 0; i < event->n_inputs; i++) {
    CoupletInput input =
        event->automaton == NULL
            ? COUPLET_PRIVATE
            : couplet_source_state (event->automaton, event->transitions[i])->input;
    if (input == COUPLET_PRIVATE)
      last = input_at (delta, tuple, n_read++);
    if (input == COUPLET_PUBLIC || last == NULL)
      fmpq_zero (&inputs[i]);
    else
      fmpq_set (&inputs[i], last);
  }
}

/* Finds the probabilities of path for all tuples that it reads. FALSE with the obstacle set, or
 * stopped. */
static gboolean
find_chances (Delta *delta, EndedPath *path)
{
  guint n = MAX (path->event->n_inputs, 1);
  fmpq *inputs = _fmpq_vec_init (n);
  ProbabilityStatus status = PROBABILITY_FOUND;
  path->chance = _arb_vec_init (path->n_tuples);
  for (guint k = 0; k < path->n_tuples && status == PROBABILITY_FOUND; k++) {
    fill_inputs (delta, path->event, k, inputs);
    status = probe_event_chance (path->event, inputs, NULL, delta->question->epsilon,
                                 delta->context, &path->chance[k]);
  }
  _fmpq_vec_clear (inputs, n);
  delta->obstacle = probability_obstacle (status);
  delta->too_many = status == PROBABILITY_TOO_LARGE || status == PROBABILITY_TOO_MANY_DRAWS;
  return status == PROBABILITY_FOUND;
}

/* Sets n_tuples. FALSE: there are too many pairs. */
static gboolean
count_tuples (Delta *delta)
{
  guint64 n = 1;
  for (guint i = 0; i < delta->n_varied; i++) {
    n *= delta->question->n_inputs;
    if (n * n > MOST_PAIRS)
      return FALSE;
  }
  delta->n_tuples = (guint)n;
  return TRUE;
}

/* Sets n_tuples of the paths. FALSE: they have too many probabilities. */
static gboolean
count_chances (const Delta *delta)
{
  guint64 n = 0;
  for (guint i = 0; i < delta->paths->len; i++) {
    EndedPath *path = g_ptr_array_index (delta->paths, i);
    path->n_tuples = 1;
    for (guint k = 0; k < path->n_read; k++)
      path->n_tuples *= delta->question->n_inputs;
    n += (guint64)path->n_tuples * path->event->lines->len;
  }
  return n <= MOST_PROBABILITIES;
}

/* ---- What is not computed ---------------------------------------------------------------------
 */

static gboolean
automaton_shows_real (const CoupletAutomaton *a)
{
  for (guint32 t = 0; t < a->n_transitions; t++)
    if (a->reachable[a->source[t]] && couplet_output_of (a, t)->kind != COUPLET_SYMBOL)
      return TRUE;
  return FALSE;
}

static gboolean
list_shows_real (const CoupletLinearList *list)
{
  for (guint32 i = 0; i < list->n_nodes; i++)
    if (list->nodes[i].kind == COUPLET_LINEAR_REAL)
      return TRUE;
  return FALSE;
}

static gboolean
has_whole_inputs (const DeltaQuestion *question)
{
  guint i = 0;
  while (i < question->n_inputs && fmpz_is_one (fmpq_denref (&question->inputs[i])))
    i++;
  return i == question->n_inputs;
}

/* Why no probabilities are known; NULL = they may be. */
static const char *
find_obstacle (const Delta *delta)
{
  const CoupletAutomaton *a = delta->automaton;
  if (a != NULL && (!a->output_distinct || a->silent != NULL))
    return "the outputs do not tell which transition was taken";
  if (a != NULL ? automaton_shows_real (a) : list_shows_real (delta->linear->lists))
    return "real numbers are output";
  gboolean whole = a != NULL ? inputs_are_whole (a) : delta->linear->whole_answers;
  return whole && !has_whole_inputs (delta->question)
             ? "its answers are whole numbers, and not all of these inputs are"
             : NULL;
}

/* ---- All probabilities ------------------------------------------------------------------------
 */

/* Finds the paths and what they read. FALSE: it is too much, or the obstacle is set. */
static gboolean
list_paths (Delta *delta)
{
  return count_tuples (delta) &&
         (delta->linear != NULL ? list_events (delta) : list_walks (delta)) &&
         count_chances (delta);
}

/* Finds the probabilities of all paths. FALSE with the obstacle set, or stopped. */
static gboolean
prepare (Delta *delta)
{
  delta->obstacle = find_obstacle (delta);
  if (delta->obstacle != NULL)
    return FALSE;
  if (!list_paths (delta)) {
    if (delta->obstacle != NULL)
      return FALSE;
    delta->obstacle = "there are too many inputs or paths";
    delta->too_many = TRUE;
    return FALSE;
  }
  for (guint i = 0; i < delta->paths->len; i++)
    if (!find_chances (delta, g_ptr_array_index (delta->paths, i)))
      return FALSE;
  delta->rest = _arb_vec_init (delta->n_tuples);
  for (guint k = 0; k < delta->n_tuples; k++) {
    arb_one (&delta->rest[k]);
    for (guint i = 0; i < delta->paths->len; i++) {
      const EndedPath *path = g_ptr_array_index (delta->paths, i);
      arb_sub (&delta->rest[k], &delta->rest[k], &path->chance[k % path->n_tuples], PRECISION);
    }
  }
  return TRUE;
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* Whether adjacent runs may read the tuples p and q. */
static gboolean
is_adjacent (const Delta *delta, guint p, guint q, const fmpq_t sensitivity)
{
  const DeltaQuestion *question = delta->question;
  CoupletAdjacency adjacency =
      delta->linear != NULL ? delta->linear->adjacency : delta->automaton->adjacency;
  guint up = 0, down = 0;
  gboolean near = TRUE;
  g_auto (fmpq_t) difference;
  fmpq_init (difference);
  for (guint i = 0; i < delta->n_varied && near; i++) {
    fmpq_sub (difference, &question->inputs[p % question->n_inputs],
              &question->inputs[q % question->n_inputs]);
    up += fmpq_sgn (difference) > 0;
    down += fmpq_sgn (difference) < 0;
    fmpq_abs (difference, difference);
    near = fmpq_cmp (difference, sensitivity) <= 0;
    p /= question->n_inputs;
    q /= question->n_inputs;
  }
  return near && up + down > 0 && (adjacency != COUPLET_ADJACENT_ONE || up + down == 1) &&
         (adjacency != COUPLET_ADJACENT_MONOTONIC || up == 0 || down == 0);
}

/* sum = the sum over paths of max (0, P_p - factor * P_q). */
static void
add_up (const Delta *delta, guint p, guint q, const arb_t factor, arb_t sum)
{
  g_auto (arb_t) one, zero;
  arb_init (one);
  arb_init (zero);
  arb_zero (sum);
  for (guint i = 0; i < delta->paths->len; i++) {
    const EndedPath *path = g_ptr_array_index (delta->paths, i);
    arb_mul (one, factor, &path->chance[q % path->n_tuples], PRECISION);
    arb_sub (one, &path->chance[p % path->n_tuples], one, PRECISION);
    arb_max (one, one, zero, PRECISION);
    arb_add (sum, sum, one, PRECISION);
  }
}

/* Takes a pair into the bounds. */
static void
try_pair (Delta *delta, guint p, guint q)
{
  g_auto (arb_t) sum, high;
  g_auto (arf_t) bound, best;
  arb_init (sum);
  arb_init (high);
  arf_init (bound);
  arf_init (best);
  for (guint i = 0; i < delta->question->n_at; i++) {
    add_up (delta, p, q, &delta->factors[i], sum);
    arb_get_lbound_arf (bound, sum, PRECISION);
    arb_get_lbound_arf (best, &delta->low[i], PRECISION);
    if (arf_cmp (bound, best) > 0) {
      arb_set_arf (&delta->low[i], bound);
      delta->pair[i][0] = p;
      delta->pair[i][1] = q;
    }
    /* where no guard holds a run stops unseen */
    arb_add (high, sum, &delta->rest[p], PRECISION);
    arb_max (&delta->high[i], &delta->high[i], high, PRECISION);
  }
}

/* FALSE: stopped. */
static gboolean
try_pairs (Delta *delta)
{
  g_auto (fmpq_t) sensitivity;
  fmpq_init (sensitivity);
  fmpq_set_mpq (sensitivity, delta->linear != NULL ? delta->linear->sensitivity.value
                                                   : delta->automaton->sensitivity.value);
  gboolean stopped = FALSE;
  for (guint p = 0; p < delta->n_tuples && !stopped; p++)
    for (guint q = 0; q < delta->n_tuples && !stopped; q++) {
      stopped = couplet_context_should_stop (delta->context);
      if (!stopped && is_adjacent (delta, p, q, sensitivity))
        try_pair (delta, p, q);
    }
  return !stopped;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* A decimal that is at most the least, or with up at least as large as the largest number of value,
 * from 0 to
 * 1. The caller frees it. */
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
  if (mpq_cmp_ui (bound.value, 1, 1) > 0)
    mpq_set_ui (bound.value, 1, 1);
  return couplet_rational_to_decimal (&bound, DECIMALS);
}

static void
put_tuple (const Delta *delta, const CoupletJson *json, guint tuple)
{
  couplet_json_open (json, NULL, '[');
  guint n = delta->linear != NULL ? delta->question->answers : delta->n_varied;
  for (guint i = 0; i < n; i++) {
    g_autofree char *text = probe_print_exactly (input_at (delta, tuple, i));
    couplet_json_string (json, NULL, text);
  }
  couplet_json_close (json, ']');
}

/* Sets bound to the least upper bound that is proven at number i, and returns its reason. */
static const char *
bound_above (const Delta *delta, guint i, gboolean known, arb_t bound)
{
  const char *reason = delta_bound (delta->question, delta->automaton, i, bound);
  if (known && !delta->question->all_inputs && delta->n_varied == delta->question->answers &&
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
  g_autofree char *at = probe_print_exactly (&delta->question->at[i]);
  g_autofree char *least = known ? print_bound (&delta->low[i], FALSE) : g_strdup ("0");
  g_autofree char *most = print_bound (high, TRUE);
  gboolean paired = known && arb_is_positive (&delta->low[i]);
  couplet_json_open (json, NULL, '{');
  couplet_json_string (json, "at", at);
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
  const DeltaQuestion *question = delta->question;
  delta->paths = g_ptr_array_new_with_free_func (path_free);
  delta->factors = _arb_vec_init (question->n_at);
  delta->low = _arb_vec_init (question->n_at);
  delta->high = _arb_vec_init (question->n_at);
  delta->pair = g_malloc0_n (question->n_at, sizeof *delta->pair);
  for (guint i = 0; i < question->n_at; i++) {
    arb_set_fmpq (&delta->factors[i], &question->at[i], PRECISION);
    arb_exp (&delta->factors[i], &delta->factors[i], PRECISION);
  }
}

static void
delta_clear (Delta *delta)
{
  guint n = delta->question->n_at;
  g_ptr_array_unref (delta->paths);
  _arb_vec_clear (delta->factors, n);
  _arb_vec_clear (delta->low, n);
  _arb_vec_clear (delta->high, n);
  if (delta->rest != NULL)
    _arb_vec_clear (delta->rest, delta->n_tuples);
  g_free (delta->pair);
}

/* The number of the input that is nearest to 0. */
static guint
find_rest_input (const DeltaQuestion *question)
{
  guint best = 0;
  g_auto (fmpq_t) size, least;
  fmpq_init (size);
  fmpq_init (least);
  for (guint i = 0; i < question->n_inputs; i++) {
    fmpq_abs (size, &question->inputs[i]);
    if (i == 0 || fmpq_cmp (size, least) < 0) {
      fmpq_set (least, size);
      best = i;
    }
  }
  return best;
}

/* Tries all pairs of inputs at as many answers as it can: a pair for few answers is one for more.
 * FALSE with the obstacle set, or stopped. */
static gboolean
try_answers (Delta *delta)
{
  delta->rest_input = find_rest_input (delta->question);
  for (guint n = delta->question->answers; n > 0; n--) {
    delta->n_varied = n;
    delta->too_many = FALSE;
    g_ptr_array_set_size (delta->paths, 0);
    if (prepare (delta))
      return try_pairs (delta);
    if (!delta->too_many)
      return FALSE;
  }
  return FALSE;
}

static char *
find_rows (Delta delta, CoupletOutcome *outcome)
{
  const DeltaQuestion *question = delta.question;
  delta_init (&delta);
  gboolean known = try_answers (&delta);
  const CoupletJson json = {g_string_new (NULL), FALSE};
  couplet_json_open (&json, NULL, '[');
  for (guint i = 0; i < question->n_at; i++)
    put_row (&delta, &json, i, known);
  couplet_json_close (&json, ']');
  gboolean stopped = !known && delta.obstacle == NULL;
  delta_clear (&delta);
  char *rows = g_string_free (json.text, stopped);
  if (stopped)
    couplet_outcome_set_stopped (outcome, delta.context);
  return rows;
}

char *
delta_rows (CoupletContext *context, const CoupletAutomaton *automaton,
            const DeltaQuestion *question, CoupletOutcome *outcome)
{
  /* an unfolded one has a path once for each way in which its inputs may differ */
  return find_rows ((Delta){.context = context,
                            .automaton = automaton->folded != NULL ? automaton->folded : automaton,
                            .question = question},
                    outcome);
}

char *
delta_linear_rows (CoupletContext *context, const CoupletLinear *linear,
                   const DeltaQuestion *question, CoupletOutcome *outcome)
{
  DeltaQuestion of_list = *question;
  of_list.answers = linear->lists->n_answers;
  return find_rows ((Delta){.context = context, .linear = linear, .question = &of_list}, outcome);
}
