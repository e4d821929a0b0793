/* SPDX-License-Identifier: Apache-2.0 */
#include "necessary_story.h"

#include "evidence_walks.h"

/* ---- Multipliers ---------------------------------------------------------------------------- */

static void
tell_multipliers (Numbered *numbered, const WalkSamples *samples, const Multipliers *m)
{
  Table *table = numbered_table (numbered, "Conditions on the shifts, and their multipliers.",
                                 "Condition", ">Multiplier", NULL);
  for (guint i = 0; i < m->n_rows; i++) {
    const CoupletPathRow *order = couplet_path_row (samples->path, i);
    if (mpq_sgn (m->rows[i].value) == 0)
      continue;
    Row *row = table_add_row (table);
    line_put (row_cell (row, 0), "%s{v}%u{i}{<=}%s{v}%u{i}", "g", couplet_path_below (order) + 1,
              "g", couplet_path_above (order) + 1);
    line_put (row_cell (row, 1), "%p{q}", &m->rows[i]);
  }
  for (guint i = 0; i < m->n_samples; i++) {
    if (mpq_sgn (m->outputs[i].value) == 0)
      continue;
    Row *row = table_add_row (table);
    line_put (row_cell (row, 0), "%d{<=}%s{v}%u{i}", 0, "g", i + 1);
    line_put (row_cell (row, 1), "%p{q}", &m->outputs[i]);
  }
}

static gboolean
any_output (const Multipliers *m)
{
  for (guint i = 0; i < m->n_samples; i++)
    if (mpq_sgn (m->outputs[i].value) != 0)
      return TRUE;
  return FALSE;
}

static gboolean
any_turns (const Multipliers *m)
{
  for (guint i = 0; i < m->n_samples; i++)
    if (m->turns[i] > 1)
      return TRUE;
  return FALSE;
}

/* `-1/4 * 0 + 1 * 1 = 5/4`, of the draws that count */
static void
put_sum (Line *line, const WalkSamples *samples, const Multipliers *m)
{
  gboolean any = FALSE;
  g_auto (CoupletRational) part;
  couplet_rational_init (&part);
  for (guint i = 0; i < m->n_samples; i++) {
    mpq_set_si (part.value, -walk_sample (samples, i)->difference, 1);
    mpq_mul (part.value, part.value, m->weights[i].value);
    if (mpq_sgn (part.value) == 0)
      continue;
    gboolean negative = mpq_sgn (part.value) < 0;
    if (any)
      mpq_abs (part.value, part.value);
    line_put (line, !any ? "%p{q}" : negative ? "{-}%p{q}" : "{+}%p{q}", &part);
    any = TRUE;
  }
  line_put (line, any ? "{=}%p{q}" : "%p{q}", &m->least);
}

/* Why no valid shifts of the walk cost less. */
static void
tell_argument (Numbered *numbered, const WalkSamples *samples, const Multipliers *m)
{
  Line *line = document_paragraph (numbered->telling->document);
  line_put (
      line,
      "%s{b}. Take two inputs that differ along the walk of Table %u by %s{v}, and let "
      "%s{v} be the shifts of its draws, valid by Definition %u. Table %u has conditions that "
      "they meet",
      "Proof", numbered->tables - 1, "D", "g", numbered->rules, numbered->tables);
  if (any_output (m))
    line_put (line, " (what is output has the shift %d, so that its multiplier may have any sign)",
              0);
  line_put (line, ". Each condition times its multiplier, added up, gives %d{<=}", 0);
  line_put (line, "the sum of %s{v}{*}%s{v} over all draws, with the weights %s{v} of Table %u. ",
            "w", "g", "w", numbered->tables - 1);
  line_put (line, "The absolute value of a weight is at most the draw's parameter%s",
            any_turns (m) ? ", times its turns" : "");
  line_put (line,
            " (without noise, where %s{v}{=}%s{v}, it is arbitrary; with exponential noise, where "
            "%s{v}{>=}%s{v}, only an upper bound is needed). ",
            "g", "D", "g", "D");
  if (any_turns (m))
    line_put (
        line,
        "A step with several turns is on a loop that stores nothing that is compared "
        "later; the walk takes it that many times, with the same %s{v}, and the multipliers are "
        "divided equally among the turns. ",
        "D");
  line_put (line,
            "So the cost is at least the sum of %s{v}{*}{(}%s{v}{-}%s{v}{)}, which is at least the "
            "sum of {neg}%s{v}{*}%s{v}: ",
            "w", "g", "D", "w", "D");
  put_sum (line, samples, m);
  Line *exponent = line_new ();
  line_put (exponent, "%s{v}{*}{eps}", "d");
  line_put (line,
            ". By Theorem %u of Couplet's docs/theory.md (section %u) the walk then has, at each "
            "{eps} and for each smaller %s{v}, adjacent inputs for which its outputs are more than "
            "%s{v}%p{p} times as probable in one run as in the other; its outputs belong to no "
            "other walk. (End of proof.)",
            3, 5, "d", "e", exponent);
}

/* Whether the result says that less than what samples cost is not enough, and that is by their
 * walk. */
static gboolean
rests_on (const CoupletResult *result, const WalkSamples *samples, const Multipliers *m)
{
  const CoupletRational *least = couplet_result_least (result);
  return samples->automaton->output_distinct && least != NULL && mpq_sgn (least->value) > 0 &&
         couplet_rational_compare (least, &m->least) == 0;
}

static void
put_below (Line *line, const CoupletResult *result)
{
  line_put (line,
            "No %s{v} below %p{q} is enough%s: for each such %s{v} the mechanism is not "
            "%s{v}{*}{eps}-differentially private, at ",
            "d", couplet_result_least (result),
            couplet_result_is_snapped (result) ? " in exact arithmetic" : "", "d", "d");
  line_put (line, result->epsilon_is_read ? "that {eps}." : "any {eps}.");
}

static void
tell_least (Numbered *numbered)
{
  const CoupletStageResult *by;
  const CoupletResult *result = numbered->telling->result;
  g_autoptr (WalkSamples) samples = worst_walk (result, &by);
  g_autoptr (Multipliers) m = samples != NULL ? multipliers_new (samples) : NULL;
  gboolean shown = m != NULL && rests_on (result, samples, m);
  const CoupletRational *least = couplet_result_least (result);
  if (least == NULL || mpq_sgn (least->value) == 0)
    return;
  put_below (numbered_statement (numbered, "Proposition", "necessity"), result);
  if (!shown) {
    line_put (document_paragraph (numbered->telling->document),
              "This was found by a search that is described in Couplet's docs/theory.md, section "
              "%u; no single walk of a length that can be told shows it.",
              5);
    return;
  }
  tell_proof_walk (numbered, samples, m);
  tell_multipliers (numbered, samples, m);
  tell_argument (numbered, samples, m);
}

/* ---- No d is enough -------------------------------------------------------------------------- */

/* Whether the sample meets its end of the chain of any number of turns, rather than by itself. */
static gboolean
needs_turns (const WalkSample *sample, gboolean lower)
{
  gboolean alone = sample->kind == COUPLET_NOISELESS ||
                   (sample->draw.outputs && !sample->on_cycle) ||
                   (lower && couplet_noise_is_one_sided (sample->kind));
  return sample->on_cycle && !alone;
}

/* Sets *rate to what n turns of the chain's ends pay at least, over n and the gap between the ends;
 * FALSE: no turns are needed, as no shifts are left at any cost. */
static gboolean
find_rate (const WalkSamples *samples, const ShiftConflict *conflict, CoupletRational *rate)
{
  gboolean any = FALSE;
  guint n = conflict->samples->len;
  g_auto (CoupletRational) one;
  couplet_rational_init (&one);
  for (guint end = 0; end < 2; end++) {
    const WalkSample *sample =
        walk_sample (samples, shift_conflict_sample (conflict, end == 0 ? 0 : n - 1));
    if (!needs_turns (sample, end == 0))
      continue;
    walk_sample_rate (samples, sample, &one);
    if (!any || couplet_rational_compare (&one, rate) < 0)
      mpq_set (rate->value, one.value);
    any = TRUE;
  }
  return any;
}

/* Whether an end of the chain is stored on its loop, so that turns do not add up by themselves. */
static gboolean
is_stored (const WalkSamples *samples, const ShiftConflict *conflict)
{
  for (guint i = 0; i < conflict->samples->len; i++) {
    const WalkSample *sample = walk_sample (samples, shift_conflict_sample (conflict, i));
    if (sample->on_cycle && sample->draw.n_assigned > 0)
      return TRUE;
  }
  return FALSE;
}

/* `1 <= g2 <= g1 <= -1` */
static void
put_chain (Line *line, const ShiftConflict *conflict)
{
  line_put (line, "%d", conflict->least);
  for (guint i = 0; i < conflict->samples->len; i++)
    line_put (line, "{<=}%s{v}%u{i}", "g", shift_conflict_sample (conflict, i) + 1);
  line_put (line, "{<=}%d", conflict->greatest);
}

static void
tell_impossible (Numbered *numbered, const WalkSamples *samples, const ShiftConflict *conflict)
{
  g_auto (CoupletRational) rate, gap;
  couplet_rational_init (&rate);
  couplet_rational_init (&gap);
  Line *line = document_paragraph (numbered->telling->document);
  line_put (
      line,
      "%s{b}. Take two inputs that differ along the walk of Table %u by %s{v}. For shifts that "
      "cost nothing where the walk may repeat, its comparisons and outputs demand: ",
      "Proof", numbered->tables, "D");
  put_chain (line, conflict);
  line_put (line, ", which is false. ");
  gboolean turns = find_rate (samples, conflict, &rate);
  if (turns && is_stored (samples, conflict))
    line_put (
        line,
        "A loop that stores the draw of such a step has, where it is left or compares, a turn "
        "that costs something for one %s{v} or the other, and may be repeated (Couplet's "
        "docs/theory.md, section %u, cycles that may be paid for): the costs have no bound. ",
        "D", 5);
  else if (turns) {
    mpq_set_si (gap.value, conflict->least - conflict->greatest, 1);
    mpq_mul (gap.value, gap.value, rate.value);
    line_put (line,
              "Where the walk takes each loop that these steps are on %s{v} times, with the same "
              "%s{v}, its shifts cost at least %s{v}{*}%p{q}{*}%d{=}%s{v}{*}%p{q}: the draws of a "
              "turn pay their parameter, at least %p{q}, for each 1 that they are from %s{v}. ",
              "n", "D", "n", &rate, conflict->least - conflict->greatest, "n", &gap, &rate, "D");
  } else
    line_put (line, "These draws have no noise, are output or cannot shift by less, so that no "
                    "shifts are left at any cost. ");
}

/* Why a walk with loops costs more and more (docs/evidence.md, "Loops"). */
static void
tell_loops (Numbered *numbered)
{
  line_put (document_paragraph (numbered->telling->document),
            "%s{b}. On the walk with loops that is told below, no shifts pass all loops free of "
            "charge. A turn costs nothing only where each of its draws shifts by its %s{v}, which "
            "leads to fixed shifts. With shifts that no turn of a loop repeats free of charge one "
            "turn in two therefore costs something, and never less than the least noise "
            "parameter: %d%s{v} turns cost at least %s{v} times that. ",
            "Proof", "D", 2, "n", "n");
}

static void
tell_endless (Numbered *numbered)
{
  const CoupletResult *result = numbered->telling->result;
  g_autoptr (ShiftConflict) conflict = NULL;
  g_autoptr (WalkSamples) samples = violating_walk (result, &conflict);
  gboolean shown = examined_automaton (result)->output_distinct &&
                   result->verdict == COUPLET_VERDICT_NOT_PRIVATE;
  Line *line =
      numbered_statement (numbered, "Proposition", shown ? "no d is enough" : "no coupling");
  if (shown)
    put_never_private (line);
  else
    line_put (line,
              "The costs of valid couplings of all walks have no finite bound, so that "
              "Fact %u shows no privacy.",
              numbered->rules + 1);
  if (samples == NULL)
    tell_loops (numbered);
  else {
    tell_proof_walk (numbered, samples, NULL);
    tell_impossible (numbered, samples, conflict);
  }
  if (!shown)
    return;
  line_put (
      document_paragraph (numbered->telling->document),
      "By Theorem %u of Couplet's docs/theory.md (section %u) the cost of a walk is the least "
      "%s{v} that its outputs allow at each {eps}, as these belong to no other walk. (End of "
      "proof.)",
      3, 5, "d");
}

void
tell_necessary (Numbered *numbered)
{
  const CoupletStageResult *by;
  const CoupletResult *result = numbered->telling->result;
  gboolean endless = result->verdict != COUPLET_VERDICT_PRIVATE &&
                     (accepted_evidence (result, COUPLET_EVIDENCE_VIOLATION, &by) != NULL ||
                      accepted_evidence (result, COUPLET_EVIDENCE_UNBOUNDED, &by) != NULL);
  if (endless)
    tell_endless (numbered);
  tell_least (numbered);
}
