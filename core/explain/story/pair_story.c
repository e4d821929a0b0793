/* SPDX-License-Identifier: Apache-2.0 */
#include "pair_story.h"

#include "naming.h"

#define MOST_ROWS 80 /* a longer table leaves out steps that are taken once with equal inputs */

/* ` + 2 L`, or ` - j L` */
static void
put_distance (Line *line, int times, gboolean each_turn)
{
  if (times == 0)
    return;
  if (line->atoms->len > 0)
    line_put (line, times > 0 ? "{+}" : "{-}");
  else
    line_put (line, times > 0 ? "" : "{neg}");
  if (ABS (times) > 1)
    line_put (line, "%d{*}", ABS (times));
  if (each_turn)
    line_put (line, "%s{v}{*}", "j");
  line_put (line, "%s{v}", "L");
}

static void
put_input (Line *line, const InputPair *pair, guint step, int run, gboolean in_turn)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  input_pair_value (pair, step, run, &value);
  gboolean moved = input_pair_step (pair, step)->level != 0 || (in_turn && pair->drift != 0);
  if (mpq_sgn (value.value) != 0 || !moved)
    line_put (line, "%p{q}", &value);
  put_distance (line, input_pair_step (pair, step)->level, FALSE);
  put_distance (line, in_turn ? pair->drift : 0, TRUE);
}

/* The turn that a step is in, or NULL. */
static const PairTurn *
turn_of (const InputPair *pair, guint step)
{
  for (guint i = 0; i < pair->turns->len; i++) {
    const PairTurn *turn = &g_array_index (pair->turns, PairTurn, i);
    if (step >= turn->begin && step < turn->end)
      return turn;
  }
  return NULL;
}

static void
put_event (Line *line, const InputPair *pair, const PairStep *step)
{
  const CoupletOutput *output = couplet_output_of (pair->automaton, step->transition);
  line_put (line, "%s{c}", output->name);
  if (output->kind == COUPLET_SYMBOL)
    return;
  if (step->event == 0) {
    line_put (line, ", any value");
    return;
  }
  g_auto (CoupletRational) edge;
  couplet_rational_init (&edge);
  mpq_set_si (edge.value, step->event_half, 2);
  mpq_canonicalize (edge.value);
  mpq_mul (edge.value, edge.value, pair->automaton->sensitivity.value);
  line_put (line, step->event > 0 ? "{>=}%p{q}" : "{<=}%p{q}", &edge);
}

static void
tell_pair_step (Table *table, const InputPair *pair, guint index)
{
  const PairStep *step = input_pair_step (pair, index);
  const PairTurn *turn = turn_of (pair, index);
  Row *row = table_add_row (table);
  put_transition (row_cell (row, 0), pair->automaton, step->transition);
  put_input (row_cell (row, 1), pair, index, 1, turn != NULL);
  put_input (row_cell (row, 2), pair, index, 2, turn != NULL);
  if (turn == NULL)
    line_put (row_cell (row, 3), "once");
  else if (turn->end == turn->begin + 1)
    line_put (row_cell (row, 3), "%s{v} times", "k");
  else if (index == turn->begin)
    line_put (row_cell (row, 3), "%s{v} times from here", "k");
  if (turn != NULL && turn->end > turn->begin + 1 && index + 1 == turn->end)
    line_put (row_cell (row, 3), "to here");
  put_event (row_cell (row, 4), pair, step);
}

/* Whether a step is taken once, with equal inputs. */
static gboolean
is_plain (const InputPair *pair, guint index)
{
  const PairStep *step = input_pair_step (pair, index);
  return step->half == 0 && step->event == 0 && step->level == 0 && turn_of (pair, index) == NULL;
}

/* `2 e^(d s eps / 2) - 1`, or `e^(d s eps)` */
static void
put_factor (Line *line, const InputPair *pair)
{
  const CoupletAutomaton *a = pair->automaton;
  g_auto (CoupletRational) scaled;
  couplet_rational_init (&scaled);
  mpq_mul (scaled.value, a->numbers[pair->bound].value, a->sensitivity.value);
  if (!pair->shown)
    mpq_div_2exp (scaled.value, scaled.value, 1);
  Line *exponent = line_new ();
  line_put (exponent, "%p{q}{*}{eps}", &scaled);
  if (pair->shown)
    line_put (line, "%s{v}%p{p}", "e", exponent);
  else
    line_put (line, "%d{*}%s{v}%p{p}{-}%d", 2, "e", exponent, 1);
}

static void
tell_growth (Document *document, const InputPair *pair)
{
  Line *line = document_paragraph (document);
  if (pair->impossible) {
    line_put (line, "The first run can have these outputs; the second never has them.");
    return;
  }
  if (pair->bound == COUPLET_NONE) {
    line_put (
        line,
        "Turns are counted by %s{v} from %d, and %s{v} is much more than the noise is wide, so "
        "that the rest is nearly sure. The ratio of the two probabilities then grows "
        "exponentially with %s{v}: no multiple of {eps} bounds the loss.",
        "j", 0, "L", "k");
    return;
  }
  Line *turns = line_new ();
  line_put (turns, "%s{v}", "k");
  if (pair->far)
    line_put (line, "In the limit of large %s{v}, these outputs are at least {(}", "L");
  else
    line_put (line, "These outputs are at least {(}");
  put_factor (line, pair);
  line_put (line,
            "{)}%p{p} times as probable in the first run as in the second: every turn adds to the "
            "loss, and no multiple of {eps} bounds it.",
            turns);
}

void
tell_input_pair (Document *document, const InputPair *pair)
{
  line_put (document_heading (document, 2), "Inputs that drive the loss up");
  if (!pair->impossible)
    line_put (document_paragraph (document),
              "These inputs are adjacent for every number %s{v} of turns:", "k");
  Table *table = document_table (document);
  table_add_column (table, "Transition", FALSE);
  table_add_column (table, "Run 1 reads", TRUE);
  table_add_column (table, "Run 2 reads", TRUE);
  table_add_column (table, "How often", FALSE);
  table_add_column (table, "Output", FALSE);
  guint n = pair->steps->len;
  for (guint i = 0; i < n; i++) {
    guint plain = 0;
    while (n > MOST_ROWS && i + plain < n && is_plain (pair, i + plain))
      plain++;
    if (plain > 1) {
      Row *row = table_add_row (table);
      line_put (row_cell (row, 0), "%u steps, equal inputs with draws around 0", plain);
      i += plain - 1;
    } else
      tell_pair_step (table, pair, i);
  }
  tell_growth (document, pair);
}
