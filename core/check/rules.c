/* SPDX-License-Identifier: Apache-2.0 */
#include "rules.h"

guint32
check_n_slots (const CoupletAutomaton *a)
{
  return a->sampling == COUPLET_SHARED ? 1 : a->n_thresholds;
}

gboolean
check_use (Use *use, const CoupletAutomaton *a, guint32 transition, guint32 slot, const char **why)
{
  const CoupletGuard *guard = couplet_guard_of (a, transition);
  const CoupletAssignment *assignment = couplet_assignment_of (a, transition);
  const CoupletOutput *output = couplet_output_of (a, transition);
  gboolean one = check_n_slots (a) == 1;
  *use = (Use){.shown = output->kind == COUPLET_INSAMPLE && (one || output->threshold == slot)};
  *why = "its sample is tied to more thresholds than a factor may have";
  for (guint32 i = 0; i < guard->n_literals; i++) {
    if (!one && guard->literals[i].threshold != slot)
      continue;
    if (use->n_compared == COUPLET_FACTOR_MAX)
      return FALSE;
    use->compared[use->n_compared] = guard->literals[i].threshold;
    use->comparison[use->n_compared++] = guard->literals[i].comparison;
  }
  for (guint32 i = 0; i < assignment->n_thresholds; i++) {
    if (!one && assignment->thresholds[i] != slot)
      continue;
    if (use->n_assigned == COUPLET_FACTOR_MAX)
      return FALSE;
    use->assigned[use->n_assigned++] = assignment->thresholds[i];
  }
  *why = NULL;
  return TRUE;
}

gboolean
check_may_differ (const CoupletAutomaton *a, guint32 transition, int difference)
{
  return difference == 0 || a->states[a->source[transition]].input == COUPLET_PRIVATE;
}

/* What a shift of 0, 1 or 2 minus 1 costs: |D - g| d, where rules 3 and 5 allow it. */
static void
set_pay (const Check *check, mpz_t *pay, const Use *use, guint32 transition, guint32 slot,
         int difference, gboolean on_cycle)
{
  const CoupletAutomaton *a = check->a;
  guint32 d = a->noises[a->states[a->source[transition]].noise].d[slot];
  gboolean tight = on_cycle || d == COUPLET_NO_NOISE;
  for (int g = -1; g <= 1; g++)
    if ((use->shown && g != 0) || (tight && g != difference))
      mpz_set (pay[g + 1], check->numbers.infinite);
    else if (g == difference)
      mpz_set_ui (pay[g + 1], 0);
    else
      mpz_mul_ui (pay[g + 1], check->numbers.noise[d], (unsigned long)ABS (difference - g));
}

/* Rules 4 and 6. */
static void
pay_for_fresh (const Check *check, Vector *vector, guint32 transition, int difference,
               gboolean on_cycle)
{
  const CoupletAutomaton *a = check->a;
  guint32 d = a->noises[a->states[a->source[transition]].noise].d_fresh;
  if (difference == 0 || couplet_output_of (a, transition)->kind != COUPLET_FRESH)
    return;
  mpz_add (vector->constant, vector->constant,
           on_cycle || d == COUPLET_NO_NOISE ? check->numbers.infinite : check->numbers.noise[d]);
  if (check_is_infinite (&check->numbers, vector->constant))
    mpz_set (vector->constant, check->numbers.infinite);
}

const char *
check_take (const Check *check, Vector *vector, guint32 transition, int difference,
            gboolean on_cycle)
{
  const char *why = NULL;
  mpz_t pay[3];
  mpz_inits (pay[0], pay[1], pay[2], NULL);
  for (guint32 slot = 0; slot < check_n_slots (check->a) && why == NULL; slot++) {
    Use use;
    if (!check_use (&use, check->a, transition, slot, &why) || !check_is_used (&use))
      continue;
    set_pay (check, pay, &use, transition, slot, difference, on_cycle);
    why = check_vector_apply (vector, &check->numbers, &use, pay);
  }
  mpz_clears (pay[0], pay[1], pay[2], NULL);
  pay_for_fresh (check, vector, transition, difference, on_cycle);
  return why;
}

char *
check_place (const CoupletAutomaton *a, guint32 transition, int difference)
{
  g_autofree char *text = couplet_transition_to_string (a, transition);
  const char *state = a->states[a->source[transition]].name;
  if (difference > 1)
    return g_strdup_printf ("state %s, transition '%s'", state, text);
  return g_strdup_printf ("state %s, transition '%s', D = %s%d", state, text,
                          difference > 0 ? "+" : "", difference);
}

char *
check_to_string (const Numbers *numbers, mpz_srcptr value)
{
  g_auto (CoupletRational) rational;
  couplet_rational_init (&rational);
  if (check_is_infinite (numbers, value))
    return g_strdup ("infinite");
  mpz_set (mpq_numref (rational.value), value);
  mpz_set (mpq_denref (rational.value), numbers->scale);
  mpq_canonicalize (rational.value);
  return couplet_rational_to_string (&rational);
}

const char *
check_follow (const Check *check, guint32 *node, guint32 transition, gboolean *on_cycle)
{
  const Graph *graph = &check->graph;
  if (g_array_index (graph->state, guint32, *node) != check->a->source[transition])
    return "the walk is not at that state";
  guint32 pair = check_graph_pair (graph, check->a, *node, transition);
  guint32 edge = g_array_index (graph->first_edge, guint32, pair);
  if (edge == g_array_index (graph->first_edge, guint32, pair + 1))
    return "what comes before makes it impossible: it contradicts the order of the thresholds";
  *on_cycle = check_graph_on_cycle (graph, check->a, *node, transition);
  *node = g_array_index (graph->target, guint32, edge);
  return NULL;
}
