/* SPDX-License-Identifier: Apache-2.0 */
#include "transfer_counterexample.h"

void
put_counterexample (GByteArray *out, const CoupletCounterexample *counterexample)
{
  couplet_wire_put_number (out, counterexample != NULL);
  if (counterexample == NULL)
    return;
  couplet_wire_put_text (out, counterexample->epsilon);
  couplet_wire_put_text (out, counterexample->claim);
  couplet_wire_put_text (out, counterexample->probability);
  couplet_wire_put_text (out, counterexample->adjacent_probability);
  couplet_wire_put_number (out, counterexample->is_density);
  couplet_wire_put_text (out, counterexample->loss);
  couplet_wire_put_number (out, counterexample->refutes);
  couplet_wire_put_number (out, counterexample->n_steps);
  for (guint32 i = 0; i < counterexample->n_steps; i++) {
    const CoupletCounterexampleStep *step = &counterexample->steps[i];
    couplet_wire_put_number (out, step->transition);
    couplet_wire_put_text (out, step->input);
    couplet_wire_put_text (out, step->adjacent);
    couplet_wire_put_text (out, step->output);
  }
}

/* The steps, one by one: their number is not to be believed before they are there. */
static GArray *
take_steps (CoupletWire *wire)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (CoupletCounterexampleStep));
  for (guint64 n = couplet_wire_number (wire); n > 0 && !wire->broken; n--) {
    CoupletCounterexampleStep step = {0};
    step.transition = (guint32)couplet_wire_number (wire);
    step.input = couplet_wire_text (wire);
    step.adjacent = couplet_wire_text (wire);
    step.output = couplet_wire_text (wire);
    g_array_append_val (steps, step);
  }
  return steps;
}

CoupletCounterexample *
take_counterexample (CoupletWire *wire)
{
  if (couplet_wire_number (wire) == 0)
    return NULL;
  CoupletCounterexample taken = {0};
  taken.epsilon = couplet_wire_text (wire);
  taken.claim = couplet_wire_text (wire);
  taken.probability = couplet_wire_text (wire);
  taken.adjacent_probability = couplet_wire_text (wire);
  taken.is_density = couplet_wire_number (wire) != 0;
  taken.loss = couplet_wire_text (wire);
  taken.refutes = couplet_wire_number (wire) != 0;
  g_autoptr (GArray) steps = take_steps (wire);
  taken.n_steps = steps->len;
  taken.steps = (const CoupletCounterexampleStep *)(gpointer)steps->data;
  return wire->broken ? NULL : couplet_counterexample_copy (&taken);
}
