/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/host/counterexample.h>

#include <couplet/host/model.h>
#include <couplet/internal/path_inputs.h>

#include "counterexample.h"

#include <string.h>

CoupletCounterexample *
counterexample_copy (const CoupletCounterexample *counterexample)
{
  CoupletCounterexample *copy = g_memdup2 (counterexample, sizeof *counterexample);
  CoupletCounterexampleStep *steps = g_new (CoupletCounterexampleStep, copy->n_steps);
  copy->epsilon = g_strdup (copy->epsilon);
  copy->claim = g_strdup (copy->claim);
  copy->probability = g_strdup (copy->probability);
  copy->adjacent_probability = g_strdup (copy->adjacent_probability);
  copy->loss = g_strdup (copy->loss);
  copy->pairs = g_strdup (copy->pairs);
  for (guint32 i = 0; i < copy->n_steps; i++) {
    const CoupletCounterexampleStep *step = &counterexample->steps[i];
    steps[i] = (CoupletCounterexampleStep){step->transition, g_strdup (step->input),
                                           g_strdup (step->adjacent), g_strdup (step->output)};
  }
  copy->steps = steps;
  return copy;
}

void
couplet_counterexample_free (CoupletCounterexample *counterexample)
{
  if (counterexample == NULL)
    return;
  for (guint32 i = 0; i < counterexample->n_steps; i++) {
    const CoupletCounterexampleStep *step = &counterexample->steps[i];
    g_free ((char *)step->input);
    g_free ((char *)step->adjacent);
    g_free ((char *)step->output);
  }
  g_free ((CoupletCounterexampleStep *)counterexample->steps);
  g_free ((char *)counterexample->epsilon);
  g_free ((char *)counterexample->claim);
  g_free ((char *)counterexample->probability);
  g_free ((char *)counterexample->adjacent_probability);
  g_free ((char *)counterexample->loss);
  g_free ((char *)counterexample->pairs);
  g_free (counterexample);
}

/* ---- What plugins give ---------------------------------------------------------------------- */

/* FALSE when text is neither NULL nor a number. */
static gboolean
is_number_if_any (const char *text)
{
  g_auto (CoupletRational) number;
  couplet_rational_init (&number);
  return text == NULL || couplet_rational_parse (&number, text, strlen (text), NULL);
}

static gboolean
has_numbers (const CoupletCounterexampleStep *step)
{
  return step->input != NULL && step->adjacent != NULL && is_number_if_any (step->input) &&
         is_number_if_any (step->adjacent) && is_number_if_any (step->output);
}

static const char *
steps_fault (const CoupletCounterexample *counterexample, const CoupletAutomaton *automaton)
{
  static const char NO_PATH[] = "its counterexample is no path from the initial state";
  guint32 state = automaton->initial;
  for (guint32 i = 0; i < counterexample->n_steps; i++) {
    const CoupletCounterexampleStep *step = &counterexample->steps[i];
    if (step->transition >= automaton->n_transitions ||
        automaton->source[step->transition] != state)
      return NO_PATH;
    if (!has_numbers (step))
      return "its counterexample has a text that is not a number";
    state = automaton->target[step->transition];
  }
  return counterexample->n_steps == 0 ? NO_PATH : NULL;
}

/* The list of linear with as many answers as the counterexample; NULL = there is none. */
static const CoupletLinearList *
find_list (const CoupletCounterexample *counterexample, const CoupletLinear *linear)
{
  guint32 n = 0;
  while (n < counterexample->n_steps && counterexample->steps[n].output == NULL)
    n++;
  for (guint32 i = 0; i < linear->n_lists; i++)
    if (linear->lists[i].n_answers == n)
      return &linear->lists[i];
  return NULL;
}

static const char *
linear_fault (const CoupletCounterexample *counterexample, const CoupletLinear *linear)
{
  const CoupletLinearList *list = find_list (counterexample, linear);
  if (list == NULL)
    return "its counterexample has another number of answers";
  for (guint32 i = 0; i < counterexample->n_steps; i++) {
    const CoupletCounterexampleStep *step = &counterexample->steps[i];
    CoupletLinearKind kind = i < list->n_answers ? COUPLET_LINEAR_END : COUPLET_LINEAR_REAL;
    if (step->transition >= list->n_nodes || list->nodes[step->transition].kind != kind)
      return "its counterexample names no node of a path";
    if (!has_numbers (step))
      return "its counterexample has a text that is not a number";
  }
  return NULL;
}

const char *
counterexample_fault (const CoupletCounterexample *counterexample,
                      const CoupletAutomaton *automaton)
{
  gboolean computed = counterexample->probability != NULL;
  if (!is_number_if_any (counterexample->epsilon) || !is_number_if_any (counterexample->claim) ||
      !is_number_if_any (counterexample->loss))
    return "its counterexample has a text that is not a number";
  if (counterexample->refutes && counterexample->claim == NULL)
    return "its counterexample refutes no claim";
  if (computed != (counterexample->adjacent_probability != NULL))
    return "its counterexample has one probability of two";
  if (computed && (counterexample->loss == NULL || counterexample->epsilon == NULL))
    return "its counterexample has probabilities, but no loss or no epsilon";
  return automaton->linear != NULL ? linear_fault (counterexample, automaton->linear)
                                   : steps_fault (counterexample, automaton);
}

gboolean
counterexample_refutes (const CoupletCounterexample *counterexample, const CoupletRational *claim)
{
  g_auto (CoupletRational) refuted;
  couplet_rational_init (&refuted);
  return counterexample->refutes &&
         couplet_rational_parse (&refuted, counterexample->claim, strlen (counterexample->claim),
                                 NULL) &&
         couplet_rational_compare (&refuted, claim) >= 0;
}

/* ---- By the theorem ------------------------------------------------------------------------- */

static char *
print_optional (const CoupletRational *number)
{
  return number != NULL ? couplet_rational_to_string (number) : NULL;
}

/* One step, at which the first run reads input and both output that number, if it is one. */
static CoupletCounterexampleStep
make_step (const CoupletAutomaton *a, const CoupletWalkStep *step, const CoupletRational *input,
           const CoupletRational *output)
{
  gboolean shows = couplet_output_of (a, step->transition)->kind != COUPLET_SYMBOL;
  g_auto (CoupletRational) adjacent;
  couplet_rational_init (&adjacent);
  mpq_set_si (adjacent.value, step->difference, 1);
  mpq_mul (adjacent.value, adjacent.value, a->sensitivity.value);
  mpq_add (adjacent.value, adjacent.value, input->value);
  return (CoupletCounterexampleStep){
      couplet_folded_transition (a, step->transition), couplet_rational_to_string (input),
      couplet_rational_to_string (&adjacent), print_optional (shows ? output : NULL)};
}

/* numbers: n inputs, then n outputs. */
static CoupletCounterexample *
make_counterexample (const CoupletAutomaton *a, const CoupletWalkStep *walk, guint n,
                     const GArray *numbers)
{
  const CoupletRational *inputs = (const CoupletRational *)(gpointer)numbers->data;
  CoupletCounterexample *made = g_new0 (CoupletCounterexample, 1);
  CoupletCounterexampleStep *steps = g_new (CoupletCounterexampleStep, n);
  for (guint i = 0; i < n; i++) {
    steps[i] = make_step (a, &walk[i], &inputs[i], &inputs[n + i]);
    made->is_density |= steps[i].output != NULL;
  }
  made->n_steps = n;
  made->steps = steps;
  made->refutes = TRUE;
  return made;
}

CoupletCounterexample *
couplet_counterexample_by_theorem (const CoupletAutomaton *automaton, const CoupletWalkStep *steps,
                                   guint n, const CoupletRational *claim,
                                   const CoupletRational *loss)
{
  g_autofree guint32 *transitions = g_new (guint32, n);
  for (guint i = 0; i < n; i++)
    transitions[i] = steps[i].transition;
  g_autoptr (GArray) numbers = couplet_path_inputs (automaton, transitions, n);
  if (numbers == NULL)
    return NULL;
  CoupletCounterexample *made = make_counterexample (automaton, steps, n, numbers);
  made->claim = couplet_rational_to_string (claim);
  made->loss = print_optional (loss);
  return made;
}

/* ---- Reading -------------------------------------------------------------------------------- */

static gboolean
is_same_step (const CoupletCounterexampleStep *a, const CoupletCounterexampleStep *b)
{
  return a->transition == b->transition && g_str_equal (a->input, b->input) &&
         g_str_equal (a->adjacent, b->adjacent) && g_strcmp0 (a->output, b->output) == 0;
}

guint32
couplet_counterexample_repeats (const CoupletCounterexample *counterexample, guint32 index)
{
  const CoupletCounterexampleStep *steps = counterexample->steps;
  guint32 n = 1;
  while (index + n < counterexample->n_steps && is_same_step (&steps[index], &steps[index + n]))
    n++;
  return n;
}
