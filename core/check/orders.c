/* SPDX-License-Identifier: Apache-2.0 */
#include "orders.h"

/* ---- Relations --------------------------------------------------------------------------- */

/* Relates u to w as they are related by way of v. */
static void
relate_through (char *order, guint32 n, guint32 u, guint32 v, guint32 w)
{
  char first = order[u * n + v], second = order[v * n + w], *known = &order[u * n + w];
  if (u != w && first != UNRELATED && second != UNRELATED)
    *known = MAX (*known, MAX (first, second));
}

/* Two values that are at most each other are equal. */
static void
equate (char *order, guint32 n)
{
  for (guint32 u = 0; u < n; u++)
    for (guint32 v = 0; v < u; v++) {
      char *there = &order[u * n + v], *back = &order[v * n + u];
      if (*there != UNRELATED && *back != UNRELATED && *there != LESS && *back != LESS)
        *there = *back = EQUAL;
    }
}

/* Adds what follows from the relations of value, the rest being closed. */
static void
close_at (char *order, guint32 n, guint32 value)
{
  for (guint32 v = 0; v < n; v++)
    for (guint32 w = 0; w < n; w++) {
      relate_through (order, n, value, v, w);
      relate_through (order, n, w, v, value);
    }
  for (guint32 u = 0; u < n; u++)
    for (guint32 w = 0; w < n && order[u * n + value] != UNRELATED; w++)
      relate_through (order, n, u, value, w);
  equate (order, n);
}

static gboolean
is_contradictory (const char *order, guint32 n)
{
  for (guint32 u = 0; u < n; u++)
    for (guint32 v = 0; v < n; v++)
      if (order[u * n + v] == LESS && order[v * n + u] != UNRELATED)
        return TRUE;
  return FALSE;
}

static void
forget (char *order, guint32 n, guint32 value)
{
  for (guint32 v = 0; v < n; v++)
    order[v * n + value] = order[value * n + v] = UNRELATED;
}

/* ---- Values ------------------------------------------------------------------------------ */

static guint32
input_of (const Check *check)
{
  return check->a->n_thresholds;
}

static guint32
n_values (const Check *check)
{
  return check->a->n_thresholds + 3;
}

/* The noise of the draw that is compared with threshold. */
static CoupletNoiseKind
noise_of (const CoupletAutomaton *a, guint32 state, guint32 threshold)
{
  guint32 noise = a->states[state].noise, slot = a->sampling == COUPLET_SHARED ? 0 : threshold;
  return a->noises[noise].d[slot] == COUPLET_NO_NOISE ? COUPLET_NOISELESS
                                                      : a->noise_kinds[noise].sample;
}

/* Whether a draw at state is the input, or never less than it. */
static gboolean
tells_of_input (const CoupletAutomaton *a, guint32 state)
{
  for (guint32 v = 0; v < a->n_thresholds; v++)
    if (noise_of (a, state, v) == COUPLET_NOISELESS ||
        couplet_noise_is_one_sided (noise_of (a, state, v)))
      return TRUE;
  return FALSE;
}

/* Whether inputs are values: they are read again by draws that tell of them, all of one mean. */
static gboolean
finds_inputs (const Check *check)
{
  const CoupletAutomaton *a = check->a;
  const CoupletRational *mean = NULL;
  gboolean again = FALSE;
  for (guint32 t = 0; t < a->n_transitions && !a->all_noise_finite; t++) {
    guint32 state = a->source[t];
    CoupletInput input = a->states[state].input;
    gboolean read =
        input == COUPLET_AGAIN || (input == COUPLET_PRIVATE && check->recalls[a->target[t]] != 0);
    if (!a->reachable[state] || !read || !tells_of_input (a, state))
      continue;
    const CoupletRational *own = &a->numbers[a->noises[a->states[state].noise].mu];
    if (mean != NULL && mpq_equal (mean->value, own->value) == 0)
      return FALSE;
    mean = own;
    again |= input == COUPLET_AGAIN;
  }
  return again;
}

void
check_find_orders (Check *check)
{
  guint n_classes;
  const CoupletAutomaton *a = check->a;
  gboolean several = a->n_thresholds > 1;
  couplet_evidence_classes (check->evidence, &n_classes);
  check->keeps_input = finds_inputs (check);
  gboolean shared = a->sampling == COUPLET_SHARED && several;
  if (n_classes > 0 && !shared)
    return; /* classes are for all walks, possible or not */
  if (shared || (!a->all_noise_finite && (several || check->keeps_input)))
    check->order_size = (gsize)n_values (check) * n_values (check);
}

gboolean
check_order_add (const Check *check, char *order, const CoupletKnown *known)
{
  static const char RELATIONS[] = {[COUPLET_KNOWN_LESS] = LESS,
                                   [COUPLET_KNOWN_EQUAL] = EQUAL,
                                   [COUPLET_KNOWN_AT_MOST] = AT_MOST};
  char relation = RELATIONS[known->relation];
  char *there = &order[known->below * n_values (check) + known->above];
  char *back = &order[known->above * n_values (check) + known->below];
  if ((*there != UNRELATED && *there != relation) || (*back != UNRELATED && *back != EQUAL))
    return FALSE;
  *there = relation;
  *back = relation == EQUAL ? EQUAL : UNRELATED;
  return TRUE;
}

void
check_order_close (const Check *check, char *order)
{
  for (guint32 v = 0; v < n_values (check); v++)
    close_at (order, n_values (check), v);
}

gboolean
check_order_implies (const char *strong, const char *weak)
{
  for (gsize i = 0; weak[i] != '\0'; i++)
    if (weak[i] != UNRELATED && weak[i] != strong[i] &&
        (weak[i] != AT_MOST || strong[i] == UNRELATED))
      return FALSE;
  return TRUE;
}

/* ---- Transitions ------------------------------------------------------------------------- */

typedef struct {
  const Check *check;
  char *order;
  guint32 transition, state;
  guint32 read; /* the value of draws without noise */
} Step;

/* Relates value, a draw with that noise, to what its literals compare it with: those of the draw
 * beside threshold, COUPLET_NONE = of all draws with that noise. FALSE = contradicted. */
static gboolean
relate_draw (const Step *step, guint32 value, CoupletNoiseKind noise, guint32 threshold)
{
  const CoupletAutomaton *a = step->check->a;
  const CoupletGuard *guard = couplet_guard_of (a, step->transition);
  guint32 n = n_values (step->check);
  gboolean ties = noise == COUPLET_NOISELESS || couplet_noise_is_whole (noise);
  if (couplet_noise_is_one_sided (noise))
    step->order[step->read * n + value] = LESS;
  for (guint32 i = 0; guard->n_alternatives == 1 && i < guard->alternatives[0].n_literals; i++) {
    const CoupletLiteral *literal = &guard->alternatives[0].literals[i];
    guint32 v = literal->threshold;
    if (threshold == COUPLET_NONE ? noise_of (a, step->state, v) != noise : v != threshold)
      continue;
    char *known = literal->comparison == COUPLET_LESS ? &step->order[value * n + v]
                                                      : &step->order[v * n + value];
    *known = MAX (*known, literal->comparison == COUPLET_GREATER_EQUAL && ties ? AT_MOST : LESS);
  }
  close_at (step->order, n, value);
  return !is_contradictory (step->order, n);
}

/* Relates the draw that is compared with threshold, if that tells anything, and assigns it. */
static gboolean
take_draw (const Step *step, guint32 threshold)
{
  const CoupletAutomaton *a = step->check->a;
  const CoupletAssignment *assignment = couplet_assignment_of (a, step->transition);
  guint32 n = n_values (step->check), drawn = n - 1;
  CoupletNoiseKind noise = noise_of (a, step->state, threshold);
  gboolean shared = a->sampling == COUPLET_SHARED;
  gboolean assigns =
      shared ? assignment->n_thresholds > 0 : couplet_assigns (a, step->transition, threshold);
  guint32 value = noise == COUPLET_NOISELESS ? step->read : drawn;
  if (!shared && !assigns && !couplet_noise_is_one_sided (noise))
    return TRUE;
  if (noise != COUPLET_NOISELESS &&
      !relate_draw (step, value, noise, shared ? COUPLET_NONE : threshold))
    return FALSE;
  for (guint32 i = 0; assigns && i < assignment->n_thresholds; i++) {
    guint32 v = assignment->thresholds[i];
    forget (step->order, n, v);
    step->order[v * n + value] = step->order[value * n + v] = EQUAL;
    close_at (step->order, n, v);
  }
  forget (step->order, n, drawn);
  return TRUE;
}

gboolean
check_order_advance (const Check *check, char *order, guint32 transition)
{
  const CoupletAutomaton *a = check->a;
  guint32 state = a->source[transition], n = n_values (check), input = input_of (check);
  gboolean kept = check->keeps_input && a->states[state].input != COUPLET_PUBLIC;
  Step step = {check, order, transition, state, kept ? input : n - 2};
  if (a->states[state].input == COUPLET_PRIVATE)
    forget (order, n, input);
  if (!relate_draw (&step, step.read, COUPLET_NOISELESS, COUPLET_NONE))
    return FALSE;
  for (guint32 v = 0; v < (a->sampling == COUPLET_SHARED ? 1 : a->n_thresholds); v++)
    if (couplet_uses_sample (a, transition, v) && !take_draw (&step, v))
      return FALSE;
  forget (order, n, n - 2);
  if (check->recalls[a->target[transition]] == 0)
    forget (order, n, input);
  return TRUE;
}
