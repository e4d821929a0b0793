/* SPDX-License-Identifier: Apache-2.0 */
#include "counterexample.h"
#include "transfer_counterexample.h"

void
put_counterexample (GByteArray *out, const CoupletCounterexample *counterexample)
{
  wire_put_number (out, counterexample != NULL);
  if (counterexample == NULL)
    return;
  wire_put_text (out, counterexample->epsilon);
  wire_put_text (out, counterexample->claim);
  wire_put_text (out, counterexample->probability);
  wire_put_text (out, counterexample->adjacent_probability);
  wire_put_number (out, counterexample->is_density);
  wire_put_text (out, counterexample->loss);
  wire_put_text (out, counterexample->pairs);
  wire_put_number (out, counterexample->refutes);
  wire_put_number (out, counterexample->n_steps);
  for (guint32 i = 0; i < counterexample->n_steps; i++) {
    const CoupletCounterexampleStep *step = &counterexample->steps[i];
    wire_put_number (out, step->transition);
    wire_put_text (out, step->input);
    wire_put_text (out, step->adjacent);
    wire_put_text (out, step->output);
  }
}

/* The steps, one by one: their number is not to be believed before they are there. */
static GArray *
take_steps (Wire *wire)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (CoupletCounterexampleStep));
  for (guint64 n = wire_number (wire); n > 0 && !wire->broken; n--) {
    CoupletCounterexampleStep step = {0};
    step.transition = (guint32)wire_number (wire);
    step.input = wire_text (wire);
    step.adjacent = wire_text (wire);
    step.output = wire_text (wire);
    wire->broken |= step.input == NULL || step.adjacent == NULL;
    g_array_append_val (steps, step);
  }
  return steps;
}

CoupletCounterexample *
take_counterexample (Wire *wire)
{
  if (wire_number (wire) == 0)
    return NULL;
  CoupletCounterexample taken = {0};
  taken.epsilon = wire_text (wire);
  taken.claim = wire_text (wire);
  taken.probability = wire_text (wire);
  taken.adjacent_probability = wire_text (wire);
  taken.is_density = wire_number (wire) != 0;
  taken.loss = wire_text (wire);
  taken.pairs = wire_text (wire);
  taken.refutes = wire_number (wire) != 0;
  g_autoptr (GArray) steps = take_steps (wire);
  taken.n_steps = steps->len;
  taken.steps = (const CoupletCounterexampleStep *)(gpointer)steps->data;
  return wire->broken ? NULL : counterexample_copy (&taken);
}
