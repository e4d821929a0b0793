/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/counterexample.h>

#include "counterexample.h"

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
