/* SPDX-License-Identifier: Apache-2.0 */
#include "linear_probability.h"

#include "line.h"

/* result = form at the answers, over the draws, or its opposite; it is 0 before. */
static void
read_form (const CoupletLinearList *list, const CoupletLinearForm *form, const fmpq *answers,
           gboolean opposite, fmpq *result, guint n)
{
  fmpq_t factor;
  fmpq_init (factor);
  fmpq_set_mpq (&result[n], form->constant.value);
  for (guint32 i = 0; i < form->n_terms; i++) {
    guint32 atom = form->terms[i].atom;
    fmpq_set_mpq (factor, form->terms[i].factor.value);
    if (atom < list->n_answers)
      fmpq_addmul (&result[n], factor, &answers[atom]);
    else
      fmpq_set (&result[atom - list->n_answers], factor);
  }
  for (guint i = 0; i <= n && opposite; i++)
    fmpq_neg (&result[i], &result[i]);
  fmpq_clear (factor);
}

/* The draws of the path to end. */
static Line *
read_draws (const CoupletLinearList *list, guint32 end)
{
  guint n = 0;
  for (guint32 at = 0; at != end; at = couplet_linear_next (list, at, end))
    n += list->nodes[at].kind == COUPLET_LINEAR_DRAW;
  Line *line = line_new (n);
  fmpq_t rate;
  fmpq_init (rate);
  n = 0;
  for (guint32 at = 0; at != end; at = couplet_linear_next (list, at, end)) {
    const CoupletLinearNode *node = &list->nodes[at];
    if (node->kind != COUPLET_LINEAR_DRAW)
      continue;
    fmpq_set_mpq (rate, node->rate.value);
    line_draw (line, n++, rate, node->noise);
  }
  fmpq_clear (rate);
  return line;
}

/* Reads the decisions and outputs of the path to end. */
static void
read_rows (Line *line, const CoupletLinearList *list, guint32 end, const fmpq *answers,
           const fmpq *outputs)
{
  for (guint32 at = 0; at != end; at = couplet_linear_next (list, at, end)) {
    const CoupletLinearNode *node = &list->nodes[at];
    if (node->kind == COUPLET_LINEAR_DECISION && !node->idle) {
      gboolean met = couplet_linear_next (list, at, end) == at + 1;
      fmpq *form = line_add_row (line, node->strict == met);
      read_form (list, &node->form, answers, !met, form, line->n);
    } else if (node->kind == COUPLET_LINEAR_REAL) {
      fmpq *form = line_add_output (line);
      read_form (list, &node->form, answers, FALSE, form, line->n);
      fmpq_sub (&form[line->n], &form[line->n], outputs++);
    }
  }
}

ProbabilityStatus
linear_probability (arb_t value, const CoupletLinearList *list, guint32 end, const fmpq *answers,
                    const fmpq *outputs, const fmpq_t epsilon)
{
  g_autoptr (Line) line = read_draws (list, end);
  read_rows (line, list, end, answers, outputs);
  for (slong bits = PROBABILITY_FIRST_BITS; bits <= PROBABILITY_MOST_BITS; bits *= 2) {
    ProbabilityStatus status = line_probability (value, line, epsilon, bits, NULL);
    if (status != PROBABILITY_FOUND || probability_is_known (value))
      return status;
  }
  return PROBABILITY_TOO_SMALL;
}
