/* SPDX-License-Identifier: Apache-2.0 */
#include "question.h"

#include "order_rules.h"

#include <couplet/internal/live.h>
#include <couplet/internal/path_inputs.h>
#include <couplet/host/model.h>

/* ---- Inputs that are output as they are: docs/theory.md section 5 --------------------------- */

static gboolean
is_noiseless (guint32 d)
{
  return d == COUPLET_NO_NOISE;
}

/* Whether transition outputs a value without noise of a private input, or of one that is read
 * again. */
static gboolean
outputs_input (const CoupletAutomaton *automaton, guint32 transition)
{
  const CoupletState *state = couplet_source_state (automaton, transition);
  const CoupletOutput *output = couplet_output_of (automaton, transition);
  if (state->input == COUPLET_PUBLIC || state->noise == COUPLET_NONE)
    return FALSE;
  const CoupletNoise *noise = &automaton->noises[state->noise];
  guint32 slot =
      output->threshold == COUPLET_NONE ? 0 : couplet_noise_slot (automaton, output->threshold);
  return (output->kind == COUPLET_INSAMPLE && is_noiseless (noise->d[slot])) ||
         (output->kind == COUPLET_FRESH && is_noiseless (noise->d_fresh));
}

/* Whether samples with noise meet the literals wherever the thresholds are: noise on both sides
 * each by its own sample, or all on one side; that which is never negative what is below. */
static gboolean
can_hold (const CoupletAutomaton *automaton, const CoupletConjunction *literals,
          CoupletNoiseKind noise)
{
  guint32 comparisons = 0;
  for (guint32 i = 0; i < literals->n_literals; i++)
    comparisons |= literals->literals[i].comparison;
  if (couplet_noise_is_one_sided (noise))
    return (comparisons & COUPLET_LESS) == 0;
  return automaton->sampling == COUPLET_INDEPENDENT ||
         comparisons != (COUPLET_LESS | COUPLET_GREATER_EQUAL);
}

/* Whether all that transition compares has noise. */
static gboolean
compares_noise (const CoupletAutomaton *automaton, guint32 transition)
{
  const CoupletGuard *guard = couplet_guard_of (automaton, transition);
  const CoupletState *state = couplet_source_state (automaton, transition);
  gboolean has = TRUE;
  for (guint32 i = 0; i < guard->n_literals; i++) {
    guint32 slot = couplet_noise_slot (automaton, guard->literals[i].threshold);
    has = has && !is_noiseless (automaton->noises[state->noise].d[slot]);
  }
  return has;
}

static gboolean
compares_anything (const CoupletAutomaton *automaton, guint32 transition)
{
  (void)automaton;
  (void)transition;
  return TRUE;
}

/* Whether transition can be taken with positive probability, whatever came before it. */
static gboolean
can_be_taken (const CoupletAutomaton *automaton, guint32 transition)
{
  const CoupletGuard *guard = couplet_guard_of (automaton, transition);
  const CoupletState *state = couplet_source_state (automaton, transition);
  if (couplet_guard_is_true (guard))
    return TRUE;
  if (!compares_noise (automaton, transition))
    return FALSE;
  for (guint32 i = 0; i < guard->n_alternatives; i++)
    if (can_hold (automaton, &guard->alternatives[i], automaton->noise_kinds[state->noise].sample))
      return TRUE;
  return FALSE;
}

/* Whether a value that is output with noise can be one that is chosen before. */
static gboolean
has_atoms (const CoupletAutomaton *automaton)
{
  for (guint32 i = 0; i < automaton->n_noises; i++)
    if (couplet_noise_is_whole (automaton->noise_kinds[i].sample) ||
        couplet_noise_is_whole (automaton->noise_kinds[i].fresh) ||
        (automaton->snaps != NULL && automaton->snaps[i].bound != COUPLET_NONE))
      return TRUE;
  return FALSE;
}

/* Whether a step of the path compares nothing but draws with noise with anything, or anything with
 * thresholds whose noise is not output: then what holds for some inputs holds for those near.
 * hidden: per threshold, whether it has such noise, which the step may change. */
static gboolean
holds_nearby (const CoupletAutomaton *automaton, guint32 transition, guint8 *hidden)
{
  const CoupletGuard *guard = couplet_guard_of (automaton, transition);
  const CoupletAssignment *assignment = couplet_assignment_of (automaton, transition);
  const CoupletState *state = couplet_source_state (automaton, transition);
  gboolean holds = TRUE,
           shows = couplet_output_of (automaton, transition)->kind == COUPLET_INSAMPLE;
  for (guint32 i = 0; i < guard->n_literals; i++) {
    guint32 threshold = guard->literals[i].threshold;
    guint32 slot = couplet_noise_slot (automaton, threshold);
    holds = holds && (hidden[threshold] || !is_noiseless (automaton->noises[state->noise].d[slot]));
  }
  for (guint32 i = 0; i < assignment->n_thresholds; i++) {
    guint32 slot = couplet_noise_slot (automaton, assignment->thresholds[i]);
    hidden[assignment->thresholds[i]] =
        !shows && !is_noiseless (automaton->noises[state->noise].d[slot]);
  }
  return holds;
}

/* Whether the path that ends with transition, and is otherwise that by which states were reached
 * first, has positive probability for some inputs and those near. entered: per state the
 * transition. */
static gboolean
is_possible (const CoupletAutomaton *automaton, const guint32 *entered, guint32 transition)
{
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 t = transition; t != COUPLET_NONE; t = entered[automaton->source[t]])
    g_array_append_val (path, t);
  guint32 *steps = (guint32 *)(gpointer)path->data;
  for (guint i = 0; i < path->len / 2; i++) {
    guint32 first = steps[i];
    steps[i] = steps[path->len - 1 - i];
    steps[path->len - 1 - i] = first;
  }
  g_autofree guint8 *hidden = g_new0 (guint8, automaton->n_thresholds + 1);
  for (guint i = 0; i < path->len; i++)
    if (!holds_nearby (automaton, steps[i], hidden))
      return FALSE;
  g_autoptr (GArray) inputs = couplet_path_inputs (automaton, steps, path->len);
  return inputs != NULL;
}

typedef gboolean (*TakesTransition) (const CoupletAutomaton *automaton, guint32 transition);

/* Whether a transition that outputs an input as it is ends a shortest path of transitions that
 * takes accepts, and that path is possible. */
static gboolean
reaches_input (const CoupletAutomaton *automaton, TakesTransition takes)
{
  g_autofree guint32 *queue = g_new (guint32, automaton->n_states);
  g_autofree guint32 *entered = g_new (guint32, automaton->n_states);
  g_autofree guint8 *seen = g_new0 (guint8, automaton->n_states);
  guint32 n = 0;
  seen[queue[n++] = automaton->initial] = 1;
  entered[automaton->initial] = COUPLET_NONE;
  for (guint32 i = 0; i < n; i++)
    for (guint32 t = automaton->row[queue[i]]; t < automaton->row[queue[i] + 1]; t++) {
      if (!takes (automaton, t))
        continue;
      if (outputs_input (automaton, t) && is_possible (automaton, entered, t))
        return TRUE;
      guint32 to = automaton->target[t];
      if (seen[to])
        continue;
      seen[queue[n++] = to] = 1;
      entered[to] = t;
    }
  return FALSE;
}

/* Whether a transition that can be reached outputs an input as it is. */
static gboolean
tells_input (const CoupletAutomaton *automaton)
{
  return !automaton->all_noise_finite && !has_atoms (automaton) &&
         (reaches_input (automaton, can_be_taken) || reaches_input (automaton, compares_noise) ||
          reaches_input (automaton, compares_anything));
}

static const char *
why_not_conclusive (const CoupletAutomaton *automaton)
{
  if (!automaton->output_distinct)
    return "as its outputs do not tell which transition was taken, that does not prove it not "
           "private";
  if (!couplet_has_only_conjunctions (automaton))
    return "as a guard holds in several ways, that does not prove it not private";
  if (!order_is_told (automaton))
    return "as an input is read again with another mean, without noise or with exponential noise, "
           "some paths that are counted may be impossible: that does not prove it not private";
  return NULL;
}

static gboolean
is_rule_too_strict (const CoupletAutomaton *automaton)
{
  if (automaton->n_thresholds == 1 && !automaton->compares_otherwise)
    return FALSE;
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autoptr (CoupletLive) live = couplet_live_new (automaton, components);
  g_autofree guint8 *pays = couplet_paying_components (automaton, components, live);
  return pays != NULL;
}

void
question_init (Question *question, const CoupletAutomaton *automaton)
{
  *question = (Question){.rule_too_strict = is_rule_too_strict (automaton),
                         .not_conclusive = why_not_conclusive (automaton),
                         .floating = couplet_is_floating (automaton)};
  question->tells_input = question->not_conclusive != NULL && tells_input (automaton);
  if (question->tells_input)
    question->not_conclusive = NULL;
}
