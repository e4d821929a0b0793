/* SPDX-License-Identifier: Apache-2.0 */
#include "segment_shifts.h"

#include <string.h>

typedef struct {
  ShiftTerms terms;
  Z3_solver solver;
  const CoupletAutomaton *automaton;
  guint32 threshold; /* of the segments at hand */
  guint32 *between;  /* per transition that assigns threshold: a variable between the shifts of
                      * the segments it ends and of those it begins; COUPLET_NONE = not yet */
  guint32 n_variables;
} Writer;

static void
assert_all (Writer *writer, GArray *formulas)
{
  for (guint i = 0; i < formulas->len; i++)
    Z3_solver_assert (writer->terms.context, writer->solver, g_array_index (formulas, Z3_ast, i));
}

static void
declare (Writer *writer, guint32 variable)
{
  g_autoptr (GArray) always = g_array_new (FALSE, FALSE, sizeof (Z3_ast));
  g_autoptr (GArray) constants = g_array_new (FALSE, FALSE, sizeof (Z3_ast));
  shift_terms_declare (writer->terms, variable, always, constants);
  assert_all (writer, always);
}

/* The variable between those of assignment: with it the order of m shifts and n others takes
 * m + n formulas. */
static guint32
between (Writer *writer, guint32 assignment)
{
  if (writer->between[assignment] == COUPLET_NONE) {
    writer->between[assignment] = writer->n_variables++;
    declare (writer, writer->between[assignment]);
  }
  return writer->between[assignment];
}

/* The shift of variable is one of set or between two of them; the empty set has none. */
static void
assert_among (Writer *writer, guint32 variable, CoupletShifts set)
{
  ShiftTerms terms = writer->terms;
  Z3_ast formula =
      set != 0 ? shift_terms_among (terms, variable, set) : Z3_mk_false (terms.context);
  Z3_solver_assert (terms.context, writer->solver, formula);
}

/* Conditions 1 and 2 of docs/theory.md section 2 for assignment, which begins (own) or
 * ends the segments whose shift is variable. */
static void
assert_order (Writer *writer, guint32 variable, guint32 assignment, gboolean own)
{
  ShiftTerms terms = writer->terms;
  guint32 comparisons = couplet_guard_comparisons (couplet_guard_of (writer->automaton, assignment),
                                                   writer->threshold);
  if (comparisons == 0)
    return;
  guint32 middle = between (writer, assignment);
  if (couplet_asks_at_most (comparisons))
    Z3_solver_assert (terms.context, writer->solver,
                      own ? shift_terms_in_order (terms, variable, middle)
                          : shift_terms_in_order (terms, middle, variable));
  if (couplet_asks_at_least (comparisons))
    Z3_solver_assert (terms.context, writer->solver,
                      own ? shift_terms_in_order (terms, middle, variable)
                          : shift_terms_in_order (terms, variable, middle));
}

static void
assert_segment (Writer *writer, guint32 variable, const Segment *segment)
{
  declare (writer, variable);
  assert_among (writer, variable, segment->own);
  assert_among (writer, variable, segment->left);
  assert_order (writer, variable, segment->assignment, TRUE);
  if (segment->next != COUPLET_NONE)
    assert_order (writer, variable, segment->next, FALSE);
}

void
segment_shifts_assert (ShiftTerms terms, Z3_solver solver, CoupletContext *host,
                       const CoupletAutomaton *automaton, const Segments *segments)
{
  const GArray *list = segments->segments;
  g_autofree guint32 *middle = g_new (guint32, MAX (automaton->n_transitions, 1));
  Writer writer = {terms, solver, automaton, COUPLET_NONE, middle, list->len};
  for (guint i = 0; i < list->len && !couplet_context_should_stop (host); i++) {
    const Segment *segment = &g_array_index (list, Segment, i);
    if (segment->threshold != writer.threshold)
      memset (middle, 0xff, automaton->n_transitions * sizeof *middle); /* COUPLET_NONE */
    writer.threshold = segment->threshold;
    assert_segment (&writer, i, segment);
  }
}

CoupletEvidence *
segment_shifts_evidence (ShiftTerms terms, Z3_model model, const CoupletAutomaton *automaton,
                         const Segments *segments)
{
  g_autoptr (CoupletEvidence) evidence =
      couplet_evidence_new (COUPLET_EVIDENCE_STRATEGY, automaton);
  g_auto (CoupletRational) shift;
  couplet_rational_init (&shift);
  for (guint i = 0; i < segments->segments->len; i++) {
    const Segment *segment = &g_array_index (segments->segments, Segment, i);
    if (!shift_terms_value (terms, model, i, &shift))
      return NULL;
    couplet_evidence_add_class (
        evidence, (CoupletShiftClass){.threshold = segment->threshold,
                                      .assignment = segment->assignment,
                                      .next = segment->next,
                                      .difference = segment->difference,
                                      .left = segment->left,
                                      .shift = couplet_evidence_add_number (evidence, &shift)});
  }
  return g_steal_pointer (&evidence);
}
