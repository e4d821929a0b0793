/* SPDX-License-Identifier: Apache-2.0 */
#include "steps_story.h"

#include "naming.h"
#include "rules.h"

enum { STEP, TRANSITION, DIFFERENCE, COUPLING, CONDITION, RULE, PAYS };

/* ---- Cells ------------------------------------------------------------------------------ */

static void
put_separator (Line *line)
{
  if (line->atoms->len > 0)
    line_put (line, "; ");
}

/* Whether order is one of the two that a gap output gives: the shifts are equal. */
static gboolean
is_gap (const WalkSamples *samples, const CoupletPathRow *order)
{
  guint32 t = walk_transition (samples, walk_sample (samples, order->sample)->step);
  const CoupletOutput *output = couplet_output_of (samples->automaton, t);
  return output->kind == COUPLET_GAP && output->threshold == order->threshold;
}

/* Why the shift is allowed: the literals it meets, or what forces it. */
static void
put_conditions (Line *line, const WalkSamples *samples, guint index, guint *next_order)
{
  const WalkSample *sample = walk_sample (samples, index);
  for (; *next_order < samples->path->rows->len; (*next_order)++) {
    const CoupletPathRow *order = couplet_path_row (samples->path, *next_order);
    gboolean less = order->at_most, gap = is_gap (samples, order);
    if (order->sample != index)
      break;
    if (gap && !less) /* told with the other side */
      continue;
    put_separator (line);
    line_put (line,
              gap    ? "%d{=}%d; gap"
              : less ? "%d{<=}%d"
                     : "%d{>=}%d",
              sample->shift, walk_sample (samples, order->value)->shift);
  }
  if (couplet_noise_is_one_sided (sample->kind) && !sample->draw.tight) {
    put_separator (line);
    line_put (line, "%d{>=}%s{v}", sample->shift, "D");
  }
  if (sample->draw.outputs) {
    put_separator (line);
    line_put (line, "output");
  }
  if (sample->draw.tight) {
    put_separator (line);
    line_put (line, sample->on_cycle ? "loop" : "no noise");
  }
}

/* `2 * 1/4 = 1/2` */
static void
put_pays (Line *line, const WalkSamples *samples, const WalkSample *sample)
{
  gboolean scaled = mpq_cmp_ui (samples->automaton->sensitivity.value, 1, 1) != 0;
  int fee = walk_sample_fee (sample);
  g_auto (CoupletRational) pays;
  couplet_rational_init (&pays);
  walk_sample_pays (samples, sample, &pays);
  if (fee > 1 || (fee > 0 && scaled)) {
    put_fee (line, samples, sample);
    line_put (line, "{=}");
  }
  line_put (line, "%p{q}", &pays);
}

/* ---- Rows -------------------------------------------------------------------------------- */

static Row *
add_step_row (Table *table, const WalkSamples *samples, guint step, gboolean first)
{
  Row *row = table_add_row (table);
  if (!first)
    return row;
  const CoupletWalkStep *taken = &g_array_index (samples->walk, CoupletWalkStep, step);
  line_put (row_cell (row, STEP), "%u", step + 1);
  put_transition (row_cell (row, TRANSITION), samples->automaton, taken->transition);
  line_put (row_cell (row, DIFFERENCE), "%d", (int)taken->difference);
  return row;
}

/* The rows of a step, one for each draw it uses, from sample *next on. */
static void
tell_step (Table *table, const WalkSamples *samples, guint step, guint *next, guint *next_order)
{
  gboolean first = TRUE;
  for (; *next < samples->samples->len; (*next)++) {
    const WalkSample *sample = walk_sample (samples, *next);
    if (sample->step != step)
      break;
    Row *row = add_step_row (table, samples, step, first);
    put_coupling (row_cell (row, COUPLING), samples, sample);
    put_conditions (row_cell (row, CONDITION), samples, *next, next_order);
    line_put (row_cell (row, RULE), "%s{r}", rule_of (sample));
    put_pays (row_cell (row, PAYS), samples, sample);
    first = FALSE;
  }
  if (!first)
    return;
  Row *row = add_step_row (table, samples, step, TRUE);
  line_put (row_cell (row, COUPLING), "no draw is used");
  line_put (row_cell (row, PAYS), "%d", 0);
}

/* One row for the steps from begin up to end. */
static void
skip_steps (Table *table, const WalkSamples *samples, guint begin, guint end, guint *next,
            guint *next_order)
{
  g_auto (CoupletRational) pays;
  couplet_rational_init (&pays);
  walk_samples_pay (samples, begin, end, &pays);
  Row *row = table_add_row (table);
  line_put (row_cell (row, STEP), "...");
  line_put (row_cell (row, TRANSITION), "%u more steps", end - begin);
  line_put (row_cell (row, PAYS), "%p{q}", &pays);
  while (*next < samples->samples->len && walk_sample (samples, *next)->step < end)
    (*next)++;
  while (*next_order < samples->path->rows->len &&
         couplet_path_row (samples->path, *next_order)->sample < *next)
    (*next_order)++;
}

static void
tell_sum (Table *table, const WalkSamples *samples)
{
  g_auto (CoupletRational) sum;
  couplet_rational_init (&sum);
  walk_samples_pay (samples, 0, samples->walk->len, &sum);
  Row *row = table_add_row (table);
  row->total = TRUE;
  line_put (row_cell (row, TRANSITION), "sum");
  line_put (row_cell (row, RULE), "%s{r}", "[Seq]");
  line_put (row_cell (row, PAYS), "%p{q}", &sum);
}

/* ---- All of it ------------------------------------------------------------------------- */

/* Explains the words that the column Because has. */
static void
tell_words (Document *document, const WalkSamples *samples)
{
  gboolean loop = FALSE, silent = FALSE, output = FALSE, gap = FALSE;
  for (guint i = 0; i < samples->samples->len; i++) {
    const WalkSample *sample = walk_sample (samples, i);
    loop |= sample->draw.tight && sample->on_cycle;
    silent |= sample->draw.tight && !sample->on_cycle;
    output |= sample->draw.outputs;
  }
  for (guint i = 0; i < samples->path->rows->len; i++)
    gap |= is_gap (samples, couplet_path_row (samples->path, i));
  Line *line = document_paragraph (document);
  line_put (line,
            "An inequality under %s{b} compares the shift of a draw with that of the threshold "
            "its guard reads: it makes the guard hold in the second run if it holds in the "
            "first.",
            "Because");
  if (loop)
    line_put (line, " %s{b}: the transition may repeat, so that its draw must be free.", "loop");
  if (silent)
    line_put (line, " %s{b}: what is drawn is the input, so that it can only shift by %s{v}.",
              "no noise", "D");
  if (output)
    line_put (line, " %s{b}: the value drawn is output, so that it may not shift.", "output");
  if (gap)
    line_put (line, " %s{b}: the difference of the draw and its threshold is output.", "gap");
  line_put (line,
            " The outputs are equal in both runs and are joined by %s{r}; the steps are joined by "
            "%s{r}, which adds what they pay.",
            "[PW-Eq]", "[Seq]");
}

void
tell_steps (Document *document, const WalkSamples *samples)
{
  Table *table = document_table (document);
  table_add_column (table, "Step", TRUE);
  table_add_column (table, "Transition", FALSE);
  table_add_column (table, "D", TRUE);
  table_add_column (table, "Coupling", FALSE);
  table_add_column (table, "Because", FALSE);
  table_add_column (table, "By", FALSE);
  table_add_column (table, "Pays", TRUE);
  guint n = samples->walk->len, next = 0, next_order = 0;
  guint skipped = n > MOST_STEPS ? n - MOST_STEPS : 0, begin = (n - skipped) / 2;
  for (guint step = 0; step < n; step++) {
    if (step == begin && skipped > 0) {
      skip_steps (table, samples, begin, begin + skipped, &next, &next_order);
      step += skipped;
    }
    tell_step (table, samples, step, &next, &next_order);
  }
  tell_sum (table, samples);
  tell_words (document, samples);
}
