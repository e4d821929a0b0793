/* SPDX-License-Identifier: Apache-2.0 */
#include "claim_story.h"

#include "naming.h"

#include <string.h>

/* Of the table: people read no more. */
#define MOST_ROWS 40

static const char *
verdict_words (CoupletClaimVerdict verdict)
{
  return verdict == COUPLET_CLAIM_HOLDS   ? "That holds"
         : verdict == COUPLET_CLAIM_FAILS ? "That is wrong"
                                          : "That is open";
}

/* ---- Inputs -------------------------------------------------------------------------------- */

/* `2 - k`: what begins at begin and goes on by that. */
static void
put_input (Line *line, const CoupletRational *begin, const CoupletRational *by)
{
  int sign = mpq_sgn (by->value);
  gboolean begins = sign == 0 || mpq_sgn (begin->value) != 0;
  g_auto (CoupletRational) size;
  couplet_rational_init (&size);
  mpq_abs (size.value, by->value);
  if (begins)
    line_put (line, "%p{q}", begin);
  if (sign == 0)
    return;
  if (begins)
    line_put (line, sign > 0 ? "{+}" : "{-}");
  else
    line_put (line, sign > 0 ? "" : "{neg}");
  if (mpq_cmp_ui (size.value, 1, 1) != 0)
    line_put (line, "%p{q}{*}", &size);
  line_put (line, "%s{v}", "k");
}

static void
parse (CoupletRational *number, const char *text)
{
  couplet_rational_init (number);
  couplet_rational_parse (number, text, strlen (text), NULL);
}

static void
tell_step (Table *table, const CoupletAutomaton *automaton, const CoupletCounterexampleStep *step,
           guint32 times)
{
  g_auto (CoupletRational) first, second, by;
  parse (&first, step->input);
  parse (&second, step->adjacent);
  couplet_rational_init (&by);
  mpq_sub (by.value, second.value, first.value);
  Row *row = table_add_row (table);
  put_transition (row_cell (row, 0), automaton, step->transition);
  put_input (row_cell (row, 1), &first, &by);
  put_input (row_cell (row, 2), &second, &by);
  line_put (row_cell (row, 3), "%u", times);
  if (step->output != NULL)
    line_put (row_cell (row, 4), "%s", step->output);
}

/* The inputs of runs k and k + 1, and what the theorem says of them. */
static void
tell_inputs (Document *document, const CoupletResult *result)
{
  const CoupletCounterexample *shown = result->claim_counterexample;
  static const char *const heads[] = {"Transition", "Run k reads", "Run k + 1 reads", "Steps",
                                      "Output"};
  Table *table = document_table (document);
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    table_add_column (table, heads[i], i == 1 || i == 2);
  guint32 rows = 0;
  for (guint32 i = 0, n; i < shown->n_steps && rows < MOST_ROWS; i += n, rows++) {
    n = couplet_counterexample_repeats (shown, i);
    tell_step (table, result->automaton, &shown->steps[i], n);
  }
  Line *line = document_paragraph (document), *exponent = line_new ();
  put_cost (exponent, &result->claim);
  line_put (line,
            "Runs %s{v} and %s{v}{+}%d are adjacent. At every {eps} there is a %s{v} for which "
            "these outputs "
            "are more than %s{v}%p{p} times as probable in run %s{v} as in the other.",
            "k", "k", 1, "k", "e", exponent, "k");
}

void
tell_claimed (Document *document, const CoupletResult *result)
{
  if (result->claim_verdict == COUPLET_CLAIM_NONE)
    return;
  Line *line = document_paragraph (document);
  line_put (line, "It is claimed to be ");
  put_cost (line, &result->claim);
  line_put (line, "-differentially private. %s{b}: %s.", verdict_words (result->claim_verdict),
            result->claim_reason);
  if (result->claim_verdict != COUPLET_CLAIM_FAILS)
    return;
  if (result->claim_path != NULL)
    line_put (line, " More than the claim is paid on the path %s{c}.", result->claim_path);
  if (!couplet_result_is_snapped (result))
    line_put (line, " Inputs with certified probabilities are looked for by %s{c}.",
              "couplet refute");
  line_put (line, " The least change that makes the claim hold is looked for by %s{c}.",
            "couplet repair");
  if (result->claim_counterexample != NULL && result->claim_counterexample->probability == NULL)
    tell_inputs (document, result);
}
