/* SPDX-License-Identifier: Apache-2.0 */
#include "naming.h"

#include "unfolded.h"

#define MOST_STEPS_NAMED 40

void
put_transition (Line *line, const CoupletAutomaton *automaton, guint32 transition)
{
  line_put (line, "%s{c}{->}%s{c}: %s{c}", state_name (automaton, automaton->source[transition]),
            state_name (automaton, automaton->target[transition]),
            couplet_output_of (automaton, transition)->name);
}

void
put_full_transition (Line *line, const CoupletAutomaton *automaton, guint32 transition)
{
  const CoupletAssignment *assignment = couplet_assignment_of (automaton, transition);
  g_autofree char *guard =
      couplet_guard_to_string (automaton, couplet_guard_of (automaton, transition));
  line_put (line, "%s{c}{->}%s{c} on %s{c}, output %s{c}",
            state_name (automaton, automaton->source[transition]),
            state_name (automaton, automaton->target[transition]), guard,
            couplet_output_of (automaton, transition)->name);
  for (guint32 i = 0; i < assignment->n_thresholds; i++) {
    g_autofree char *taken =
        g_strdup_printf ("%s := insample", automaton->thresholds[assignment->thresholds[i]]);
    line_put (line, ", %s{c}", taken);
  }
}

static void
put_draw (Line *line, const WalkSamples *samples, const WalkSample *sample)
{
  const CoupletAutomaton *a = samples->automaton;
  if (sample->draw.n_assigned > 0) {
    line_put (line, "%s{v}", a->thresholds[sample->draw.assigned[0]]);
    return;
  }
  line_put (line, "%s{v}%u{i}", sample->fresh ? "f" : "r", sample->step + 1);
  if (!sample->fresh && couplet_n_slots (a) > 1) {
    Line *threshold = line_new ();
    line_put (threshold, "%s{v}", a->thresholds[sample->draw.slot]);
    line_put (line, "%p{p}", threshold);
  }
}

void
put_which_draw (Line *line, const WalkSamples *samples, const WalkSample *sample, gboolean several)
{
  const CoupletAutomaton *a = samples->automaton;
  line_put (line, "%s%s", sample->fresh ? "fresh draw" : "draw", several ? "s" : "");
  if (!sample->fresh && couplet_n_slots (a) > 1)
    line_put (line, " for %s{v}", a->thresholds[sample->draw.slot]);
}

void
put_coupling (Line *line, const WalkSamples *samples, const WalkSample *sample)
{
  put_draw (line, samples, sample);
  line_put (line, "{1}");
  if (sample->shift != 0)
    line_put (line, sample->shift > 0 ? "{+}%d" : "{-}%d", ABS (sample->shift));
  line_put (line, "{=}");
  put_draw (line, samples, sample);
  line_put (line, "{2}");
}

void
put_fee (Line *line, const WalkSamples *samples, const WalkSample *sample)
{
  const CoupletAutomaton *a = samples->automaton;
  int fee = walk_sample_fee (sample);
  if (fee != 1)
    line_put (line, fee > 1 ? "%d{*}" : "%d", fee);
  if (fee == 0)
    return;
  line_put (line, "%p{q}", &a->numbers[sample->number]);
  if (mpq_cmp_ui (a->sensitivity.value, 1, 1) != 0)
    line_put (line, "{*}%p{q}", &a->sensitivity);
}

void
put_cost (Line *line, const CoupletRational *cost)
{
  if (mpq_cmp_ui (cost->value, 1, 1) != 0)
    line_put (line, "%p{q}{*}", cost);
  line_put (line, "{eps}");
}

void
put_unit_cost (Line *line, const CoupletUnit *unit, CoupletCost cost)
{
  if (cost == COUPLET_COST_INFINITE) {
    line_put (line, "{inf}");
    return;
  }
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  couplet_cost_to_rational (unit, cost, &value);
  line_put (line, "%p{q}", &value);
}

void
put_step_numbers (Line *line, const GArray *steps)
{
  line_put (line, steps->len > 1 ? "Steps " : "Step ");
  for (guint i = 0; i < steps->len && i < MOST_STEPS_NAMED; i++)
    line_put (line,
              i == 0               ? "%u"
              : i + 1 < steps->len ? ", %u"
                                   : " and %u",
              g_array_index (steps, guint, i) + 1);
  if (steps->len > MOST_STEPS_NAMED)
    line_put (line, ", ...");
}

static void
append_term (GString *text, mpq_srcptr factor, const char *name)
{
  g_auto (CoupletRational) size;
  couplet_rational_init (&size);
  mpq_abs (size.value, factor);
  g_autofree char *digits = couplet_rational_to_string (&size);
  gboolean negative = mpq_sgn (factor) < 0, unit = mpq_cmp_ui (size.value, 1, 1) == 0;
  g_string_append (text, text->len == 0 ? (negative ? "-" : "") : negative ? " - " : " + ");
  if (*name == '\0' || !unit)
    g_string_append (text, digits);
  if (*name != '\0' && !unit)
    g_string_append_c (text, '*');
  g_string_append (text, name);
}

char *
linear_form_to_string (const CoupletLinearList *list, const CoupletLinearForm *form)
{
  GString *text = g_string_new (NULL);
  for (guint32 t = 0; t < form->n_terms; t++) {
    guint32 atom = form->terms[t].atom;
    gboolean draw = atom >= list->n_answers;
    g_autofree char *name =
        g_strdup_printf ("%c%u", draw ? 'z' : 'a', (draw ? atom - list->n_answers : atom) + 1);
    append_term (text, form->terms[t].factor.value, name);
  }
  if (form->n_terms == 0 || mpq_sgn (form->constant.value) != 0)
    append_term (text, form->constant.value, "");
  return g_string_free (text, FALSE);
}
