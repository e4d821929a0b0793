/* SPDX-License-Identifier: Apache-2.0 */
#include "order_rules.h"

#include <couplet/internal/path_inputs.h>
#include <couplet/internal/shift.h>

/* With more thresholds it would take seconds to find out what leads back to what. */
#define MOST_THRESHOLDS 2000

static gboolean
is_shared (const CoupletAutomaton *a)
{
  return a->sampling == COUPLET_SHARED;
}

/* The noise of the draw that is compared with threshold at state. */
static CoupletNoiseKind
noise_beside (const CoupletAutomaton *a, guint32 state, guint32 threshold)
{
  guint32 noise = a->states[state].noise;
  return couplet_noise_of (a->noises[noise].d[couplet_noise_slot (a, threshold)],
                           a->noise_kinds[noise].sample);
}

/* Whether a draw with that noise equals another value with probability 0. */
static gboolean
is_continuous (CoupletNoiseKind noise)
{
  return noise != COUPLET_NOISELESS && !couplet_noise_is_whole (noise);
}

/* The literals of transition's guard that tell something, *n: those of one that holds in one way.
 */
static const CoupletLiteral *
told_literals (const CoupletAutomaton *a, guint32 transition, guint32 *n)
{
  const CoupletGuard *guard = couplet_guard_of (a, transition);
  *n = guard->n_alternatives == 1 ? guard->alternatives[0].n_literals : 0;
  return *n > 0 ? guard->alternatives[0].literals : NULL;
}

/* ---- When there is something to know -------------------------------------------------------- */

static gboolean
has_draw_without_noise (const CoupletAutomaton *a, guint32 state)
{
  for (guint32 slot = 0; slot < couplet_n_slots (a); slot++)
    if (noise_beside (a, state, slot) == COUPLET_NOISELESS)
      return TRUE;
  return FALSE;
}

/* Whether a draw of state is its input, or stands to one side of it. */
static gboolean
tells_of_input (const CoupletAutomaton *a, guint32 state)
{
  for (guint32 slot = 0; slot < couplet_n_slots (a); slot++)
    if (couplet_noise_is_one_sided (noise_beside (a, state, slot)))
      return TRUE;
  return has_draw_without_noise (a, state);
}

/* Whether some draw is an input, or beside it, that was read before. */
static gboolean
reads_input_again (const CoupletAutomaton *a)
{
  if (a->all_noise_finite)
    return FALSE; /* nothing is at most the input, for there is no draw that is it */
  for (guint32 t = 0; t < a->n_transitions; t++)
    if (a->reachable[a->source[t]] && couplet_source_state (a, t)->input == COUPLET_AGAIN &&
        tells_of_input (a, a->source[t]))
      return TRUE;
  return FALSE;
}

static gboolean
relates_two (const CoupletAutomaton *a, guint32 transition)
{
  const CoupletGuard *guard = couplet_guard_of (a, transition);
  return guard->n_literals + couplet_assignment_of (a, transition)->n_thresholds > 1 &&
         has_draw_without_noise (a, a->source[transition]);
}

gboolean
order_matters (const CoupletAutomaton *automaton)
{
  const CoupletAutomaton *a = automaton;
  if (is_shared (a) && a->n_thresholds > 1)
    return TRUE;
  if (a->all_noise_finite)
    return FALSE;
  for (guint32 t = 0; a->n_thresholds > 1 && t < a->n_transitions; t++)
    if (a->reachable[a->source[t]] && relates_two (a, t))
      return TRUE;
  return reads_input_again (a);
}

/* Per state, whether it reads the last private input again, or is not private and leads to such a
 * one. The caller frees it. */
static guint8 *
find_recalls (const CoupletAutomaton *a)
{
  gboolean any = FALSE;
  g_autofree guint8 *private = g_new0 (guint8, MAX (a->n_states, 1));
  guint8 *recalls = g_new0 (guint8, MAX (a->n_states, 1));
  for (guint32 q = 0; q < a->n_states; q++) {
    private[q] = a->states[q].input == COUPLET_PRIVATE;
    any |= recalls[q] = a->states[q].input == COUPLET_AGAIN;
  }
  if (any)
    mark_sources (a->n_states, a->row, a->target, private, recalls);
  return recalls;
}

/* Whether all draws that tell of an input read again have the same mean: else they are known to
 * be apart by a number, which orders do not say. */
static gboolean
has_one_mean (const CoupletAutomaton *a, const guint8 *recalls)
{
  const CoupletRational *mean = NULL;
  for (guint32 t = 0; t < a->n_transitions; t++) {
    guint32 q = a->source[t];
    gboolean recalled = a->states[q].input != COUPLET_PUBLIC && recalls[a->target[t]];
    if (!a->reachable[q] || !tells_of_input (a, q) ||
        (!recalled && a->states[q].input != COUPLET_AGAIN))
      continue;
    const CoupletRational *own = &a->numbers[a->noises[a->states[q].noise].mu];
    if (mean != NULL && couplet_rational_compare (mean, own) != 0)
      return FALSE;
    mean = own;
  }
  return TRUE;
}

gboolean
order_is_told (const CoupletAutomaton *automaton)
{
  g_autofree guint8 *recalls = find_recalls (automaton);
  return !reads_input_again (automaton) || has_one_mean (automaton, recalls);
}

gboolean
couplet_walks_are_possible (const CoupletAutomaton *automaton)
{
  return automaton->all_noise_finite ||
         (automaton->n_thresholds == 1 &&
          order_is_told (automaton->folded != NULL ? automaton->folded : automaton));
}

void
order_rules_init (OrderRules *rules, const CoupletAutomaton *automaton)
{
  *rules = (OrderRules){.automaton = automaton, .recalls = find_recalls (automaton)};
  rules->keeps_input = reads_input_again (automaton) && has_one_mean (automaton, rules->recalls);
  rules->shape = order_shape (automaton->n_thresholds + (rules->keeps_input ? 1 : 0));
}

void
order_rules_clear (OrderRules *rules)
{
  g_clear_pointer (&rules->recalls, g_free);
}

/* ---- What a step tells --------------------------------------------------------------------- */

typedef struct {
  const OrderRules *rules;
  Order order;
  guint32 transition, state;
  guint32 read;  /* the value that draws without noise have */
  guint32 drawn; /* that of another draw */
} Step;

/* Learns what is told of value, a draw with that noise, by the literals: all, or those of the draws
 * without noise, or that of the threshold only. FALSE = it cannot be. */
static gboolean
learn (const Step *step, guint32 value, CoupletNoiseKind noise, guint32 only)
{
  guint32 n;
  const CoupletAutomaton *a = step->rules->automaton;
  const OrderShape *shape = &step->rules->shape;
  const CoupletLiteral *literals = told_literals (a, step->transition, &n);
  gboolean good = !couplet_noise_is_one_sided (noise) ||
                  order_add (shape, step->order, step->read, value, TRUE);
  for (guint32 i = 0; i < n && good; i++) {
    guint32 v = literals[i].threshold;
    if (!is_shared (a) &&
        (only != COUPLET_NONE ? v != only : noise_beside (a, step->state, v) != noise))
      continue;
    good = literals[i].comparison == COUPLET_LESS
               ? order_add (shape, step->order, value, v, TRUE)
               : order_add (shape, step->order, v, value, is_continuous (noise));
  }
  return good;
}

static void
assign (const Step *step, guint32 threshold, guint32 value)
{
  const OrderShape *shape = &step->rules->shape;
  order_forget (shape, step->order, threshold);
  order_add (shape, step->order, threshold, value, FALSE);
  order_add (shape, step->order, value, threshold, FALSE);
}

/* Learns what is told of one draw: that of all thresholds, or the one that is compared with only.
 * Those that are assigned it are equal to it. */
static gboolean
learn_draw (const Step *step, guint32 only)
{
  const CoupletAutomaton *a = step->rules->automaton;
  const CoupletAssignment *assignment = couplet_assignment_of (a, step->transition);
  CoupletNoiseKind noise = noise_beside (a, step->state, only != COUPLET_NONE ? only : 0);
  guint32 value = noise == COUPLET_NOISELESS ? step->read : step->drawn;
  if (!learn (step, value, noise, only))
    return FALSE;
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    if (only == COUPLET_NONE || assignment->thresholds[i] == only)
      assign (step, assignment->thresholds[i], value);
  order_forget (&step->rules->shape, step->order, step->drawn);
  return TRUE;
}

static gboolean
learn_independent (const Step *step)
{
  guint32 n;
  const CoupletAutomaton *a = step->rules->automaton;
  const CoupletLiteral *literals = told_literals (a, step->transition, &n);
  const CoupletAssignment *assignment = couplet_assignment_of (a, step->transition);
  if (!learn (step, step->read, COUPLET_NOISELESS, COUPLET_NONE))
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    if (couplet_noise_is_one_sided (noise_beside (a, step->state, literals[i].threshold)) &&
        !couplet_assigns (a, step->transition, literals[i].threshold) &&
        !learn_draw (step, literals[i].threshold))
      return FALSE;
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    if (!learn_draw (step, assignment->thresholds[i]))
      return FALSE;
  return TRUE;
}

gboolean
order_rules_pass (const OrderRules *rules, guint32 transition)
{
  guint32 n;
  const CoupletAutomaton *a = rules->automaton;
  told_literals (a, transition, &n);
  if (rules->keeps_input || a->assignment[transition] != 0)
    return FALSE;
  return n < 2 || (!is_shared (a) && !has_draw_without_noise (a, a->source[transition]));
}

gboolean
order_rules_advance (const OrderRules *rules, Order order, guint32 transition)
{
  const CoupletAutomaton *a = rules->automaton;
  guint32 state = a->source[transition], input = a->n_thresholds, spare = rules->shape.n_values;
  gboolean kept = rules->keeps_input && a->states[state].input != COUPLET_PUBLIC;
  const Step step = {rules, order, transition, state, kept ? input : spare, spare + 1};
  if (rules->keeps_input && a->states[state].input == COUPLET_PRIVATE)
    order_forget (&rules->shape, order, input);
  if (!(is_shared (a) ? learn_draw (&step, COUPLET_NONE) : learn_independent (&step)))
    return FALSE;
  order_forget (&rules->shape, order, spare);
  if (rules->keeps_input && rules->recalls[a->target[transition]] == 0)
    order_forget (&rules->shape, order, input);
  return TRUE;
}

/* ---- Why a transition cannot be taken ------------------------------------------------------- */

/* What it needs of two values, and what is known. */
typedef struct {
  const CoupletAutomaton *automaton;
  const OrderShape *shape;
  const guint64 *order;
  guint32 state;
  CoupletKnown *needed, *contrary;
} Needs;

/* Whether order knows that `u < v`, or `u <= v`, which is needed, cannot be. */
static gboolean
is_against (const Needs *needs, guint32 u, guint32 v, CoupletRelation relation)
{
  gboolean against = relation == COUPLET_KNOWN_LESS
                         ? order_is_at_most (needs->shape, needs->order, v, u)
                         : order_is_less (needs->shape, needs->order, v, u);
  if (!against)
    return FALSE;
  *needs->needed = (CoupletKnown){.below = u, .above = v, .relation = relation};
  if (!order_tells (needs->shape, needs->order, v, u, needs->contrary))
    order_tells (needs->shape, needs->order, u, v, needs->contrary); /* they are equal */
  return TRUE;
}

/* What a literal needs of the input that is read again. */
static gboolean
literal_is_against (const Needs *needs, const CoupletLiteral *literal)
{
  const CoupletAutomaton *a = needs->automaton;
  guint32 v = literal->threshold, input = a->n_thresholds;
  CoupletNoiseKind noise = noise_beside (a, needs->state, v);
  if (needs->shape->n_values == input || a->states[needs->state].input != COUPLET_AGAIN)
    return FALSE;
  if (literal->comparison == COUPLET_LESS)
    return (noise == COUPLET_NOISELESS || couplet_noise_is_one_sided (noise)) &&
           is_against (needs, input, v, COUPLET_KNOWN_LESS);
  return noise == COUPLET_NOISELESS && is_against (needs, v, input, COUPLET_KNOWN_AT_MOST);
}

/* What a pair of literals needs: `>= lower` of a draw that is, or is less than, the one that has
 * `< upper`. */
static gboolean
pair_is_against (const Needs *needs, const CoupletLiteral *lower, const CoupletLiteral *upper)
{
  const CoupletAutomaton *a = needs->automaton;
  if (lower->comparison != COUPLET_GREATER_EQUAL || upper->comparison != COUPLET_LESS)
    return FALSE;
  if (a->sampling != COUPLET_SHARED) {
    CoupletNoiseKind noise = noise_beside (a, needs->state, upper->threshold);
    if (noise_beside (a, needs->state, lower->threshold) != COUPLET_NOISELESS ||
        (noise != COUPLET_NOISELESS && !couplet_noise_is_one_sided (noise)))
      return FALSE;
  }
  return is_against (needs, lower->threshold, upper->threshold, COUPLET_KNOWN_LESS);
}

gboolean
order_contradiction (const CoupletAutomaton *automaton, const OrderShape *shape,
                     const guint64 *order, guint32 transition, CoupletKnown *needed,
                     CoupletKnown *contrary)
{
  guint32 n;
  const CoupletLiteral *literals = told_literals (automaton, transition, &n);
  Needs needs = {automaton, shape, order, automaton->source[transition], needed, contrary};
  for (guint32 i = 0; i < n; i++) {
    if (literal_is_against (&needs, &literals[i]))
      return TRUE;
    for (guint32 j = 0; j < n; j++)
      if (pair_is_against (&needs, &literals[i], &literals[j]))
        return TRUE;
  }
  return FALSE;
}

gboolean
couplet_known_contradiction (const CoupletAutomaton *automaton, guint32 state, guint32 transition,
                             CoupletKnown *needed, CoupletKnown *contrary)
{
  const OrderShape shape = order_shape (automaton->n_ordered);
  return automaton->order != NULL &&
         order_contradiction (automaton->folded, &shape, automaton->order[state], transition,
                              needed, contrary);
}

/* ---- What matters ---------------------------------------------------------------------------- */

struct OrderRelevance {
  OrderShape shape;
  CoupletLive *below; /* the thresholds that a later guard may put something below */
  CoupletLive *above; /* and those that it may put something above */
  guint64 *behind;    /* per threshold u a row: the v from which relations may lead to u */
};

static guint64 *
behind_row (const OrderRelevance *relevance, guint32 u)
{
  return &relevance->behind[(gsize)u * relevance->shape.row_words];
}

/* Adds what transition may tell: that a threshold it compares by `>=` is at most what it compares
 * by `<`, with what it assigns between them. */
static void
add_relations (OrderRelevance *relevance, const CoupletAutomaton *a, guint32 transition)
{
  guint32 n;
  const CoupletLiteral *literals = told_literals (a, transition, &n);
  const CoupletAssignment *assignment = couplet_assignment_of (a, transition);
  for (guint32 i = 0; i < n; i++)
    for (guint32 j = 0; j < n && literals[i].comparison == COUPLET_LESS; j++)
      if (literals[j].comparison != COUPLET_LESS)
        order_row_include (behind_row (relevance, literals[i].threshold), literals[j].threshold);
  for (guint32 k = 0; k < assignment->n_thresholds; k++) {
    guint32 drawn = assignment->thresholds[k];
    for (guint32 i = 0; i < n; i++)
      if (literals[i].comparison == COUPLET_LESS)
        order_row_include (behind_row (relevance, literals[i].threshold), drawn);
      else
        order_row_include (behind_row (relevance, drawn), literals[i].threshold);
    for (guint32 l = 0; l < assignment->n_thresholds; l++)
      order_row_include (behind_row (relevance, drawn), assignment->thresholds[l]);
  }
}

/* Closes the relations: what leads to w leads to where w leads. FALSE when stopped. */
static gboolean
close_relations (OrderRelevance *relevance, Pace *pace)
{
  guint32 k = relevance->shape.n_values, words = relevance->shape.row_words;
  for (guint32 w = 0; w < k; w++) {
    for (guint32 u = 0; u < k; u++)
      for (guint32 i = 0; order_row_has (behind_row (relevance, u), w) && i < words; i++)
        behind_row (relevance, u)[i] |= behind_row (relevance, w)[i];
    if (pace_over (pace, k * (guint64)words))
      return FALSE;
  }
  return TRUE;
}

static gboolean
find_relations (OrderRelevance *relevance, const CoupletAutomaton *a, Pace *pace)
{
  relevance->behind =
      g_new0 (guint64, (gsize)relevance->shape.n_values * relevance->shape.row_words);
  for (guint32 t = 0; t < a->n_transitions; t++) {
    if (pace_over (pace, 1))
      return FALSE;
    if (a->reachable[a->source[t]])
      add_relations (relevance, a, t);
  }
  return close_relations (relevance, pace);
}

OrderRelevance *
order_relevance_new (const OrderRules *rules, Clock *clock)
{
  Pace pace = {.clock = clock};
  const CoupletAutomaton *a = rules->automaton;
  if (rules->keeps_input || a->n_thresholds > MOST_THRESHOLDS)
    return NULL;
  g_autoptr (CoupletComponents) components = components_new_by (a, clock);
  if (components == NULL)
    return NULL;
  g_autoptr (OrderRelevance) relevance = g_new0 (OrderRelevance, 1);
  relevance->shape = rules->shape;
  relevance->below = live_new_by (a, components, COUPLET_LESS, clock);
  relevance->above = live_new_by (a, components, COUPLET_GREATER_EQUAL, clock);
  if (relevance->below == NULL || relevance->above == NULL || !find_relations (relevance, a, &pace))
    return NULL;
  return g_steal_pointer (&relevance);
}

void
order_relevance_free (OrderRelevance *relevance)
{
  if (relevance == NULL)
    return;
  couplet_live_free (relevance->below);
  couplet_live_free (relevance->above);
  g_free (relevance->behind);
  g_free (relevance);
}

gboolean
order_relevance_restrict (const OrderRelevance *relevance, Order order, guint32 state)
{
  const OrderShape *shape = &relevance->shape;
  const CoupletLive *above = relevance->above;
  guint64 dropped = 0;
  for (guint32 u = 0; u < shape->n_values; u++) {
    guint64 *less = &order[(gsize)2 * u * shape->row_words], *at_most = less + shape->row_words;
    gboolean matters = couplet_is_live (relevance->below, state, u);
    for (guint32 i = 0; i < shape->row_words; i++) {
      guint64 kept =
          matters && i < above->row_words
              ? behind_row (relevance, u)[i] & above->bits[(gsize)state * above->row_words + i]
              : 0;
      dropped |= at_most[i] & ~kept; /* those of less among them */
      less[i] &= kept;
      at_most[i] &= kept;
    }
  }
  return dropped != 0;
}
