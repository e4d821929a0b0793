/* SPDX-License-Identifier: Apache-2.0 */
#include "line.h"

#include <couplet/internal/sample.h>

/* ---- Lines -------------------------------------------------------------------------------- */

static void
clear_term (gpointer data)
{
  fmpq_clear (&((LineTerm *)data)->factor);
}

static void
form_init (LineForm *form)
{
  form->terms = g_array_new (FALSE, FALSE, sizeof (LineTerm));
  g_array_set_clear_func (form->terms, clear_term);
  fmpq_init (form->constant);
}

static void
form_clear (LineForm *form)
{
  g_array_unref (form->terms);
  fmpq_clear (form->constant);
}

static void
clear_draw (gpointer data)
{
  LineDraw *draw = data;
  fmpq_clear (draw->rate);
  form_clear (&draw->centre);
}

static void
clear_row (gpointer data)
{
  LineRow *row = data;
  form_clear (&row->form);
  fmpq_clear (row->grid);
  fmpq_clear (row->bound);
}

static Line *
line_new (guint n_inputs)
{
  Line *line = g_new0 (Line, 1);
  line->n_inputs = n_inputs;
  line->draws = g_array_new (FALSE, FALSE, sizeof (LineDraw));
  line->rows = g_array_new (FALSE, FALSE, sizeof (LineRow));
  g_array_set_clear_func (line->draws, clear_draw);
  g_array_set_clear_func (line->rows, clear_row);
  return line;
}

void
line_free (Line *line)
{
  if (line == NULL)
    return;
  g_array_unref (line->draws);
  g_array_unref (line->rows);
  g_free (line);
}

/* form += factor * atom. */
static void
add_term (LineForm *form, guint atom, const fmpq_t factor)
{
  LineTerm term = {.atom = atom};
  fmpq_init (&term.factor);
  fmpq_set (&term.factor, factor);
  g_array_append_val (form->terms, term);
}

/* One more draw, around 0; returns its centre, for the caller to fill. */
static LineForm *
add_draw (Line *line, CoupletNoiseKind noise, const CoupletRational *rate)
{
  LineDraw draw = {.noise = noise};
  fmpq_init (draw.rate);
  fmpq_set_mpq (draw.rate, rate->value);
  form_init (&draw.centre);
  g_array_append_val (line->draws, draw);
  return &g_array_index (line->draws, LineDraw, line->draws->len - 1).centre;
}

/* One more row, whose form is 0, for the caller to fill. */
static LineRow *
add_row (Line *line, LineRowKind kind, guint value)
{
  LineRow row = {.kind = kind, .value = value};
  form_init (&row.form);
  fmpq_init (row.grid);
  fmpq_init (row.bound);
  g_array_append_val (line->rows, row);
  return &g_array_index (line->rows, LineRow, line->rows->len - 1);
}

/* ---- Walks -------------------------------------------------------------------------------- */

/* A sample: an atom, and a mean (a number of the automaton) where it is an input without noise. */
typedef struct {
  guint atom;
  guint32 mean; /* COUPLET_NONE = 0 */
} Sample;

typedef struct {
  const CoupletAutomaton *automaton;
  Line *line;
  CoupletSample *samples;
  Sample *holds; /* per threshold */
} Walk;

/* form += sign * sample. */
static void
add_sample (const Walk *walk, LineForm *form, Sample sample, int sign)
{
  g_auto (fmpq_t) number;
  fmpq_init (number);
  fmpq_set_si (number, sign, 1);
  add_term (form, sample.atom, number);
  if (sample.mean != COUPLET_NONE) {
    fmpq_set_mpq (number, walk->automaton->numbers[sample.mean].value);
    (sign > 0 ? fmpq_add : fmpq_sub) (form->constant, form->constant, number);
  }
}

/* Draws with parameter and mean (numbers of the automaton) around an input. */
static Sample
draw_sample (const Walk *walk, guint input, guint32 d, guint32 mean, CoupletNoiseKind kind)
{
  const Sample centre = {input, mean};
  CoupletNoiseKind noise = couplet_noise_of (d, kind);
  if (noise == COUPLET_NOISELESS)
    return centre;
  Sample sample = {walk->line->n_inputs + walk->line->draws->len, COUPLET_NONE};
  add_sample (walk, add_draw (walk->line, noise, &walk->automaton->numbers[d]), centre, 1);
  return sample;
}

/* The comparisons of a step that are with the sample of slot. */
static void
add_comparisons (const Walk *walk, guint32 transition, guint32 slot, Sample sample)
{
  const CoupletConjunction *way = &couplet_guard_of (walk->automaton, transition)->alternatives[0];
  for (guint32 i = 0; i < way->n_literals; i++) {
    const CoupletLiteral *literal = &way->literals[i];
    gboolean above = literal->comparison == COUPLET_GREATER_EQUAL;
    if (couplet_noise_slot (walk->automaton, literal->threshold) != slot)
      continue;
    LineForm *form = &add_row (walk->line, above ? LINE_AT_LEAST : LINE_ABOVE, 0)->form;
    add_sample (walk, form, sample, above ? 1 : -1);
    add_sample (walk, form, walk->holds[literal->threshold], above ? -1 : 1);
  }
}

/* What a step outputs of the sample of slot. */
static void
add_shown (const Walk *walk, guint32 transition, const CoupletSample *one, Sample sample,
           guint value)
{
  const CoupletOutput *output = couplet_output_of (walk->automaton, transition);
  gboolean gap = output->kind == COUPLET_GAP &&
                 couplet_noise_slot (walk->automaton, output->threshold) == one->slot;
  if (!one->outputs && !gap)
    return;
  LineForm *form = &add_row (walk->line, LINE_SHOWN, value)->form;
  add_sample (walk, form, sample, 1);
  if (!one->outputs) {
    add_sample (walk, form, walk->holds[output->threshold], -1);
    walk->line->in_order = FALSE;
  }
}

static void
add_fresh (const Walk *walk, const CoupletState *state, guint input, guint value)
{
  const CoupletAutomaton *a = walk->automaton;
  const CoupletNoise *noise = &a->noises[state->noise];
  const CoupletSnap *snap = couplet_snap_of (a, state);
  Sample sample = draw_sample (walk, input, noise->d_fresh, noise->mu_fresh,
                               a->noise_kinds[state->noise].fresh);
  LineRow *row = add_row (walk->line, snap != NULL ? LINE_SNAPPED : LINE_SHOWN, value);
  add_sample (walk, &row->form, sample, 1);
  if (snap != NULL) {
    fmpq_set_mpq (row->grid, a->numbers[snap->grid].value);
    fmpq_set_mpq (row->bound, a->numbers[snap->bound].value);
  }
}

static void
add_step (const Walk *walk, guint32 transition, guint input, guint value)
{
  const CoupletAutomaton *a = walk->automaton;
  const CoupletState *state = couplet_source_state (a, transition);
  const CoupletNoise *noise = &a->noises[state->noise];
  guint32 n = couplet_samples_load (walk->samples, a, NULL, NULL, transition);
  g_autofree Sample *drawn = g_new (Sample, n + 1);
  for (guint32 i = 0; i < n; i++) {
    const CoupletSample *one = &walk->samples[i];
    drawn[i] = draw_sample (walk, input, noise->d[one->slot], noise->mu,
                            a->noise_kinds[state->noise].sample);
    add_comparisons (walk, transition, one->slot, drawn[i]);
    add_shown (walk, transition, one, drawn[i], value);
  }
  for (guint32 i = 0; i < n; i++)
    for (guint32 k = 0; k < walk->samples[i].n_assigned; k++)
      walk->holds[walk->samples[i].assigned[k]] = drawn[i];
  if (couplet_output_of (a, transition)->kind == COUPLET_FRESH)
    add_fresh (walk, state, input, value);
}

Line *
line_of_walk (const CoupletAutomaton *automaton, const guint32 *transitions, guint n,
              const guint *reads, const guint *shows, guint n_inputs)
{
  g_autofree CoupletSample *samples = g_new0 (CoupletSample, couplet_n_slots (automaton));
  g_autofree Sample *holds = g_new0 (Sample, automaton->n_thresholds);
  const Walk walk = {automaton, line_new (n_inputs), samples, holds};
  walk.line->in_order = TRUE;
  for (guint i = 0; i < n; i++)
    add_step (&walk, transitions[i], reads != NULL ? reads[i] : i, shows != NULL ? shows[i] : i);
  return walk.line;
}

/* ---- Linear trees --------------------------------------------------------------------------- */

/* form = that of a node, or its opposite; it is 0 before. */
static void
read_form (const CoupletLinearForm *of, gboolean opposite, LineForm *form)
{
  g_auto (fmpq_t) factor;
  fmpq_init (factor);
  fmpq_set_mpq (form->constant, of->constant.value);
  if (opposite)
    fmpq_neg (form->constant, form->constant);
  for (guint32 i = 0; i < of->n_terms; i++) {
    fmpq_set_mpq (factor, of->terms[i].factor.value);
    if (opposite)
      fmpq_neg (factor, factor);
    add_term (form, of->terms[i].atom, factor);
  }
}

Line *
line_of_node (const CoupletLinearList *list, guint32 end)
{
  Line *line = line_new (list->n_answers);
  guint n_values = 0;
  for (guint32 at = 0; at != end; at = couplet_linear_next (list, at, end)) {
    const CoupletLinearNode *node = &list->nodes[at];
    gboolean met = couplet_linear_next (list, at, end) == at + 1;
    if (node->kind == COUPLET_LINEAR_DRAW)
      add_draw (line, node->noise, &node->rate);
    else if (node->kind == COUPLET_LINEAR_REAL)
      read_form (&node->form, FALSE, &add_row (line, LINE_SHOWN, n_values++)->form);
    else if (node->kind == COUPLET_LINEAR_DECISION && !node->idle)
      read_form (&node->form, !met,
                 &add_row (line, node->strict == met ? LINE_ABOVE : LINE_AT_LEAST, 0)->form);
  }
  return line;
}

/* ---- What is output ---------------------------------------------------------------------------
 */

void
line_form_at (const Line *line, const LineForm *form, const fmpq *inputs, fmpq_t value)
{
  fmpq_set (value, form->constant);
  for (guint i = 0; i < form->terms->len; i++) {
    const LineTerm *term = &g_array_index (form->terms, LineTerm, i);
    if (term->atom < line->n_inputs)
      fmpq_addmul (value, &term->factor, &inputs[term->atom]);
  }
}

static gboolean
is_real (const Line *line, const LineTerm *term)
{
  return term->atom >= line->n_inputs &&
         !couplet_noise_is_whole (line_draw (line, term->atom - line->n_inputs)->noise);
}

gboolean
line_mark_densities (const Line *line, guint8 *marks, guint8 bits)
{
  gboolean good = TRUE;
  for (guint i = 0; i < line->rows->len; i++) {
    const LineRow *row = line_row (line, i);
    for (guint t = 0; t < row->form.terms->len && row->kind == LINE_SHOWN; t++) {
      const LineTerm *terms = (const LineTerm *)(gconstpointer)row->form.terms->data;
      if (is_real (line, &terms[t]))
        marks[row->value] |= bits;
      good = good && (is_real (line, &terms[0]) || !is_real (line, &terms[t]));
    }
  }
  return good;
}

/* value = value / grid, rounded up or else down, times grid. */
static void
round_to_grid (fmpq_t value, const fmpq_t grid, gboolean up)
{
  g_auto (fmpz_t) whole;
  fmpz_init (whole);
  fmpq_div (value, value, grid);
  (up ? fmpz_cdiv_q : fmpz_fdiv_q) (whole, fmpq_numref (value), fmpq_denref (value));
  fmpq_mul_fmpz (value, grid, whole);
}

/* Rounds value to the grid of row, within its bound. */
static void
snap_value (const LineRow *row, fmpq *value)
{
  g_auto (fmpq_t) end;
  fmpq_init (end);
  fmpq_div_2exp (end, row->grid, 1);
  fmpq_add (value, value, end);
  round_to_grid (value, row->grid, FALSE);
  fmpq_neg (end, row->bound);
  if (fmpq_cmp (value, row->bound) > 0)
    fmpq_set (value, row->bound);
  if (fmpq_cmp (value, end) < 0)
    fmpq_set (value, end);
}

void
line_move_values (const Line *line, const fmpq_t by, fmpq *values)
{
  for (guint i = 0; i < line->rows->len; i++) {
    const LineRow *row = line_row (line, i);
    gboolean shows = row->kind == LINE_SHOWN || row->kind == LINE_SNAPPED;
    for (guint t = 0; t < row->form.terms->len && shows; t++)
      fmpq_addmul (&values[row->value], &g_array_index (row->form.terms, LineTerm, t).factor, by);
    if (row->kind == LINE_SNAPPED)
      snap_value (row, &values[row->value]);
  }
}

gboolean
line_cell_end (const LineRow *row, const fmpq_t shown, int side, fmpq_t end)
{
  g_auto (fmpq_t) near, half; /* the end of the range on the other side */
  fmpq_init (near);
  fmpq_init (half);
  if (side < 0)
    fmpq_set (near, row->bound);
  else
    fmpq_neg (near, row->bound);
  fmpq_set (end, shown);
  if (fmpq_equal (end, near)) /* what is farther out is clamped to it */
    round_to_grid (end, row->grid, side < 0);
  fmpq_div_2exp (half, row->grid, 1);
  (side < 0 ? fmpq_sub : fmpq_add) (end, end, half);
  fmpq_neg (near, near);
  return !fmpq_equal (shown, near);
}
