/* SPDX-License-Identifier: Apache-2.0 */
#include "rates.h"

#include "evidence_walks.h"

static guint32
slots_of (const CoupletAutomaton *a)
{
  return a->sampling == COUPLET_SHARED ? 1 : a->n_thresholds;
}

Rates *
rates_new (const CoupletAutomaton *automaton)
{
  Rates *rates = g_new0 (Rates, 1);
  rates->automaton = automaton;
  rates->n_draws = automaton->n_states * (slots_of (automaton) + 1);
  rates->group = g_new (guint32, MAX (rates->n_draws, 1));
  for (guint i = 0; i < rates->n_draws; i++)
    rates->group[i] = COUPLET_NONE;
  return rates;
}

void
rates_free (Rates *rates)
{
  if (rates == NULL)
    return;
  rationals_free (rates->factors, rates->n_groups);
  g_free (rates->group);
  g_free (rates);
}

guint32
rates_add_group (Rates *rates)
{
  rates->factors = g_renew (CoupletRational, rates->factors, rates->n_groups + 1);
  couplet_rational_init (&rates->factors[rates->n_groups]);
  mpq_set_ui (rates->factors[rates->n_groups].value, 1, 1);
  return rates->n_groups++;
}

guint32
rates_state (const Rates *rates, guint draw)
{
  return draw / (slots_of (rates->automaton) + 1);
}

guint32
rates_slot (const Rates *rates, guint draw)
{
  guint32 slots = slots_of (rates->automaton), slot = draw % (slots + 1);
  return slot < slots ? slot : DRAFT_FRESH;
}

/* Whether a run can make the draw: some transition uses it. */
static gboolean
is_made (const CoupletAutomaton *a, guint32 state, guint32 slot)
{
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++)
    if (slot == DRAFT_FRESH ? couplet_output_of (a, t)->kind == COUPLET_FRESH
                            : couplet_uses_sample (a, t, slot))
      return a->reachable[state];
  return FALSE;
}

guint32
rates_number (const Rates *rates, guint draw)
{
  const CoupletAutomaton *a = rates->automaton;
  guint32 state = rates_state (rates, draw), slot = rates_slot (rates, draw);
  const CoupletNoise *noise = &a->noises[a->states[state].noise];
  guint32 number = slot == DRAFT_FRESH ? noise->d_fresh : noise->d[slot];
  return number != COUPLET_NO_NOISE && is_made (a, state, slot) ? number : COUPLET_NONE;
}

guint
rates_first (const Rates *rates, guint32 group)
{
  guint draw = 0;
  while (draw < rates->n_draws && rates->group[draw] != group)
    draw++;
  return draw;
}

CoupletAutomaton *
rates_apply (const Rates *rates, const CoupletRational *factors)
{
  g_autoptr (Draft) draft = draft_copy (rates->automaton);
  g_auto (CoupletRational) rate;
  couplet_rational_init (&rate);
  factors = factors != NULL ? factors : rates->factors;
  draft->rates = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_set_size (draft->rates, (gint)rates->n_draws);
  for (guint i = 0; i < rates->n_draws; i++) {
    if (rates->group[i] == COUPLET_NONE)
      continue;
    mpq_mul (rate.value, rates->automaton->numbers[rates_number (rates, i)].value,
             factors[rates->group[i]].value);
    draft->rates->pdata[i] = couplet_rational_to_string (&rate);
  }
  return draft_build (draft);
}

void
rates_proof_clear (RatesProof *proof)
{
  g_clear_pointer (&proof->examination, couplet_examination_free);
  g_clear_pointer (&proof->automaton, couplet_automaton_free);
}

const CoupletRational *
rates_prove (const Rates *rates, const CoupletRational *factors, Examiner *examiner,
             RatesProof *proof)
{
  *proof = (RatesProof){rates_apply (rates, factors), NULL};
  if (proof->automaton == NULL)
    return NULL;
  proof->examination = examiner_ask (examiner, proof->automaton);
  const CoupletResult *result = couplet_examination_result (proof->examination);
  return result->verdict == COUPLET_VERDICT_PRIVATE && result->bounds.upper != NULL && !result->disagreement
             ? result->bounds.upper
             : NULL;
}

void
rates_sum (const Rates *rates, const WalkSamples *samples, CoupletRational *sums)
{
  const CoupletAutomaton *a = samples->automaton;
  g_auto (CoupletRational) pays;
  couplet_rational_init (&pays);
  for (guint j = 0; j < rates->n_groups; j++)
    mpq_set_ui (sums[j].value, 0, 1);
  for (guint i = 0; i < samples->samples->len; i++) {
    const WalkSample *sample = walk_sample (samples, i);
    guint32 state = a->source[walk_transition (samples, sample->step)];
    state = a->folded != NULL ? a->folded_state[state] : state;
    guint32 group = rates->group[draft_rate (rates->automaton, state,
                                             sample->fresh ? DRAFT_FRESH : sample->draw.slot)];
    walk_sample_pays (samples, sample, &pays);
    if (group != COUPLET_NONE)
      mpq_add (sums[group].value, sums[group].value, pays.value);
  }
}

gboolean
rates_pay (const Rates *rates, const RatesProof *proof, CoupletRational *sums)
{
  const CoupletStageResult *by;
  g_autoptr (WalkSamples) walk = worst_walk (couplet_examination_result (proof->examination), &by);
  if (walk != NULL)
    rates_sum (rates, walk, sums);
  return walk != NULL;
}
