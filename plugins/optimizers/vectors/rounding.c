/* SPDX-License-Identifier: Apache-2.0 */
#include "rounding.h"

#include <couplet/internal/sample.h>

/* How many noise parameters transition pays at most, each rounded by less than one
 * unit. On a cycle it pays none. */
static guint64
parameters_paid (const CoupletAutomaton *a, const CoupletComponents *components, guint32 transition)
{
  gboolean private = couplet_may_differ (a, transition);
  if (couplet_on_cycle (a, components, transition))
    return 0;
  guint64 paid = couplet_uses_sample (a, transition, 0) ? (private ? 2 : 1) : 0;
  return paid + (private && couplet_output_of (a, transition)->kind == COUPLET_FRESH ? 1 : 0);
}

/* The most parameters that any walk pays. */
static guint64
most_paid (const CoupletAutomaton *a, const CoupletComponents *components)
{
  g_autofree guint64 *most = g_new0 (guint64, components->n_components);
  for (guint32 c = 0; c < components->n_components; c++)
    for (guint32 i = components->first[c]; i < components->first[c + 1]; i++) {
      guint32 q = components->members[i];
      for (guint32 t = a->row[q]; t < a->row[q + 1]; t++) {
        guint64 rest = most[components->component[a->target[t]]];
        most[c] = MAX (most[c], rest + parameters_paid (a, components, t));
      }
    }
  return most[components->component[a->initial]];
}

CoupletUnit *
rounded_unit_new (const CoupletAutomaton *automaton, const CoupletComponents *components,
                  const CoupletUnit *exact, CoupletCost lower, const CoupletRational *gap)
{
  g_auto (CoupletRational) allowed; /* gap times lower */
  g_auto (CoupletRational) parts;
  couplet_rational_init (&allowed);
  couplet_rational_init (&parts);
  couplet_cost_to_rational (exact, lower, &allowed);
  mpq_mul (allowed.value, allowed.value, gap->value);
  guint64 most = most_paid (automaton, components); /* which an unsigned long need not hold */
  mpz_import (mpq_numref (parts.value), 1, -1, sizeof most, 0, 0, &most);
  mpq_div (parts.value, parts.value, allowed.value);
  mpz_cdiv_q (mpq_numref (parts.value), mpq_numref (parts.value), mpq_denref (parts.value));
  return couplet_unit_new_rounded (automaton, mpq_numref (parts.value));
}
