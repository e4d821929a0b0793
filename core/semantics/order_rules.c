/* SPDX-License-Identifier: Apache-2.0 */
#include "order_rules.h"

#include <couplet/internal/path_inputs.h>

#include <string.h>

/* What a step knows of besides: what draws without noise read, and one other draw. */
enum { READ, DRAWN };

static gboolean
is_shared (const CoupletAutomaton *a)
{
  return a->sampling == COUPLET_SHARED;
}

CoupletNoiseKind
order_noise_beside (const CoupletAutomaton *a, guint32 state, guint32 threshold)
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

const CoupletLiteral *
order_literals (const CoupletAutomaton *a, guint32 transition, guint32 *n)
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
    if (order_noise_beside (a, state, slot) == COUPLET_NOISELESS)
      return TRUE;
  return FALSE;
}

/* Whether a draw of state is its input, or stands to one side of it. */
static gboolean
tells_of_input (const CoupletAutomaton *a, guint32 state)
{
  for (guint32 slot = 0; slot < couplet_n_slots (a); slot++)
    if (couplet_noise_is_one_sided (order_noise_beside (a, state, slot)))
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

/* Whether the input that transition read may be read again after it. */
static gboolean
is_recalled (const MemoryRules *memory, guint32 transition)
{
  const CoupletAutomaton *a = memory->automaton;
  return a->states[a->source[transition]].input != COUPLET_PUBLIC &&
         memory->recalls[a->target[transition]] != 0;
}

/* Whether all draws that tell of an input read again have the same mean: else they are known to
 * be apart by a number, which orders do not say. */
static gboolean
has_one_mean (const CoupletAutomaton *a, const MemoryRules *memory)
{
  const CoupletRational *mean = NULL;
  for (guint32 t = 0; t < a->n_transitions; t++) {
    guint32 q = a->source[t];
    if (!a->reachable[q] || !tells_of_input (a, q) ||
        (!is_recalled (memory, t) && a->states[q].input != COUPLET_AGAIN))
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
  if (!reads_input_again (automaton))
    return TRUE;
  MemoryRules memory;
  memory_rules_init (&memory, automaton);
  gboolean told = has_one_mean (automaton, &memory);
  memory_rules_clear (&memory);
  return told;
}

gboolean
couplet_walks_are_possible (const CoupletAutomaton *automaton)
{
  return automaton->all_noise_finite ||
         (automaton->n_thresholds == 1 &&
          order_is_told (automaton->folded != NULL ? automaton->folded : automaton));
}

void
order_rules_init (OrderRules *rules, const CoupletAutomaton *automaton, const MemoryRules *memory)
{
  *rules = (OrderRules){.automaton = automaton, .memory = memory};
  rules->keeps_input = reads_input_again (automaton) && has_one_mean (automaton, memory);
  order_shape (&rules->shape, automaton->n_thresholds + (rules->keeps_input ? 1 : 0),
               ORDER_RULES_SPARE);
}

gsize
order_rules_scratch (const OrderRules *rules)
{
  return (gsize)3 * rules->shape.row_words;
}

/* ---- What a step tells --------------------------------------------------------------------- */

typedef struct {
  const OrderRules *rules;
  Order order;
  guint32 transition, state;
  guint32 read; /* the value that draws without noise have */
  OrderBounds bounds;
} Step;

static void
step_init (Step *step, const OrderRules *rules, Order order, guint32 transition, guint64 *scratch)
{
  const CoupletAutomaton *a = rules->automaton;
  guint32 state = a->source[transition], words = rules->shape.row_words;
  gboolean kept = rules->keeps_input && a->states[state].input != COUPLET_PUBLIC;
  *step = (Step){rules,
                 order,
                 transition,
                 state,
                 kept ? a->n_thresholds : rules->shape.n_values + READ,
                 {scratch, scratch + words, scratch + (gsize)2 * words}};
}

static void
bound_below (const OrderBounds *bounds, guint32 value, gboolean strictly)
{
  order_row_include (bounds->at_most, value);
  if (strictly)
    order_row_include (bounds->less, value);
}

/* Adds what the literals tell of a draw with that noise, by threshold: all, or those of the draws
 * without noise, or that of one threshold. */
static void
bound_by_literals (const Step *step, CoupletNoiseKind noise, guint32 only)
{
  guint32 n;
  const CoupletAutomaton *a = step->rules->automaton;
  const CoupletLiteral *literals = order_literals (a, step->transition, &n);
  for (guint32 i = 0; i < n; i++) {
    guint32 v = literals[i].threshold;
    if (!is_shared (a) &&
        (only != COUPLET_NONE ? v != only : order_noise_beside (a, step->state, v) != noise))
      continue;
    if (literals[i].comparison == COUPLET_LESS)
      order_row_include (step->bounds.greater, v);
    else
      bound_below (&step->bounds, v, is_continuous (noise));
  }
}

/* Learns what is told of value, a draw with that noise. only: as above. */
static gboolean
learn (const Step *step, guint32 value, CoupletNoiseKind noise, guint32 only)
{
  const OrderShape *shape = &step->rules->shape;
  memset (step->bounds.at_most, 0, (gsize)3 * shape->row_words * sizeof (guint64));
  bound_by_literals (step, noise, only);
  if (couplet_noise_is_one_sided (noise))
    bound_below (&step->bounds, step->read, TRUE);
  return order_learn (shape, step->order, value, &step->bounds);
}

static void
assign (const Step *step, guint32 threshold, guint32 value)
{
  order_forget (&step->rules->shape, step->order, threshold);
  order_equate (&step->rules->shape, step->order, threshold, value);
}

/* Learns what is told of one draw: that of all thresholds, or the one that is compared with only.
 * Those that are assigned it are equal to it. */
static gboolean
learn_draw (const Step *step, guint32 only)
{
  const CoupletAutomaton *a = step->rules->automaton;
  const OrderShape *shape = &step->rules->shape;
  const CoupletAssignment *assignment = couplet_assignment_of (a, step->transition);
  CoupletNoiseKind noise = order_noise_beside (a, step->state, only != COUPLET_NONE ? only : 0);
  guint32 value = noise == COUPLET_NOISELESS ? step->read : shape->n_values + DRAWN;
  if (!learn (step, value, noise, only))
    return FALSE;
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    if (only == COUPLET_NONE || assignment->thresholds[i] == only)
      assign (step, assignment->thresholds[i], value);
  order_forget (shape, step->order, shape->n_values + DRAWN);
  return TRUE;
}

static gboolean
learn_independent (const Step *step)
{
  guint32 n;
  const CoupletAutomaton *a = step->rules->automaton;
  const CoupletLiteral *literals = order_literals (a, step->transition, &n);
  const CoupletAssignment *assignment = couplet_assignment_of (a, step->transition);
  if (!learn (step, step->read, COUPLET_NOISELESS, COUPLET_NONE))
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    if (couplet_noise_is_one_sided (order_noise_beside (a, step->state, literals[i].threshold)) &&
        !couplet_assigns (a, step->transition, literals[i].threshold) &&
        !learn_draw (step, literals[i].threshold))
      return FALSE;
  for (guint32 i = 0; i < assignment->n_thresholds; i++) {
    guint32 v = assignment->thresholds[i];
    if (order_noise_beside (a, step->state, v) == COUPLET_NOISELESS)
      assign (step, v, step->read);
    else if (!learn_draw (step, v))
      return FALSE;
  }
  return TRUE;
}

gboolean
order_rules_pass (const OrderRules *rules, guint32 transition)
{
  guint32 n;
  const CoupletAutomaton *a = rules->automaton;
  order_literals (a, transition, &n);
  if (rules->keeps_input || a->assignment[transition] != 0)
    return FALSE;
  return n < 2 || (!is_shared (a) && !has_draw_without_noise (a, a->source[transition]));
}

gboolean
order_rules_advance (const OrderRules *rules, Order order, guint32 transition, guint64 *scratch)
{
  Step step;
  const CoupletAutomaton *a = rules->automaton;
  guint32 input = a->n_thresholds;
  step_init (&step, rules, order, transition, scratch);
  if (rules->keeps_input && a->states[step.state].input == COUPLET_PRIVATE)
    order_forget (&rules->shape, order, input);
  if (!(is_shared (a) ? learn_draw (&step, COUPLET_NONE) : learn_independent (&step)))
    return FALSE;
  order_forget (&rules->shape, order, rules->shape.n_values + READ);
  if (rules->keeps_input && rules->memory->recalls[a->target[transition]] == 0)
    order_forget (&rules->shape, order, input);
  return TRUE;
}
