/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/path.h>

/* ---- Numbers ------------------------------------------------------------------------------ */

GArray *
couplet_numbers_new (guint n)
{
  GArray *numbers = g_array_new (FALSE, TRUE, sizeof (CoupletRational));
  g_array_set_clear_func (numbers, (GDestroyNotify)couplet_rational_clear);
  g_array_set_size (numbers, n);
  for (guint i = 0; i < n; i++)
    couplet_rational_init (couplet_number (numbers, i));
  return numbers;
}

void
couplet_line_value (const CoupletLinearForm *form, const GArray *numbers, CoupletRational *value)
{
  g_auto (CoupletRational) product;
  couplet_rational_init (&product);
  mpq_set (value->value, form->constant.value);
  for (guint32 i = 0; i < form->n_terms; i++) {
    const CoupletLinearTerm *term = &form->terms[i];
    if (term->atom >= numbers->len)
      continue;
    mpq_mul (product.value, term->factor.value, couplet_number (numbers, term->atom)->value);
    mpq_add (value->value, value->value, product.value);
  }
}

/* ---- Lines -------------------------------------------------------------------------------- */

/* The form of a row of a walk. */
typedef struct {
  CoupletLinearForm form;
  CoupletLinearTerm terms[2];
} WalkForm;

static void
free_form (gpointer data)
{
  WalkForm *own = data;
  couplet_rational_clear (&own->form.constant);
  for (guint32 i = 0; i < own->form.n_terms; i++)
    couplet_rational_clear (&own->terms[i].factor);
  g_free (own);
}

static CoupletLine *
line_new (guint32 n_inputs)
{
  CoupletLine *line = g_new0 (CoupletLine, 1);
  line->n_inputs = n_inputs;
  line->means = g_new0 (const CoupletRational *, MAX (n_inputs, 1));
  line->draws = g_array_new (FALSE, FALSE, sizeof (CoupletLineDraw));
  line->rows = g_array_new (FALSE, FALSE, sizeof (CoupletLineRow));
  line->forms = g_ptr_array_new_with_free_func (free_form);
  return line;
}

void
couplet_line_free (CoupletLine *line)
{
  g_free (line->means);
  g_array_unref (line->draws);
  g_array_unref (line->rows);
  g_ptr_array_unref (line->forms);
  g_free (line);
}

/* ---- Walks -------------------------------------------------------------------------------- */

/* A draw, or where it has no noise an input and a mean. */
typedef struct {
  guint32 atom;
  const CoupletRational *mean; /* NULL = 0 */
} Sample;

/* A walk, at a step that reads input and outputs value. */
typedef struct {
  CoupletLine *line;
  CoupletSample *samples;
  Sample *holds; /* per threshold */
  guint32 input, value;
} Walk;

/* Draws with parameter and mean (numbers of the automaton). */
static Sample
draw_sample (const Walk *walk, guint32 d, guint32 mean, CoupletNoiseKind kind)
{
  const CoupletRational *numbers = walk->line->automaton->numbers;
  CoupletLineDraw draw = {couplet_noise_of (d, kind), NULL, walk->input, &numbers[mean]};
  if (draw.noise == COUPLET_NOISELESS)
    return (Sample){walk->input, &numbers[mean]};
  draw.rate = &numbers[d];
  g_array_append_val (walk->line->draws, draw);
  return (Sample){walk->line->n_inputs + walk->line->draws->len - 1, NULL};
}

/* form += sign * sample. */
static void
add_sample (WalkForm *form, Sample sample, int sign)
{
  mpq_ptr constant = form->form.constant.value;
  CoupletLinearTerm *term = &form->terms[form->form.n_terms++];
  term->atom = sample.atom;
  couplet_rational_init (&term->factor);
  mpq_set_si (term->factor.value, sign, 1);
  if (sample.mean != NULL)
    (sign > 0 ? mpq_add : mpq_sub) (constant, constant, sample.mean->value);
}

/* One more row, of sample less another; NULL = of sample. */
static void
add_row (const Walk *walk, CoupletLineRow row, Sample sample, const Sample *less)
{
  WalkForm *own = g_new0 (WalkForm, 1);
  couplet_rational_init (&own->form.constant);
  own->form.terms = own->terms;
  add_sample (own, sample, 1);
  if (less != NULL)
    add_sample (own, *less, -1);
  row.form = &own->form;
  g_ptr_array_add (walk->line->forms, own);
  g_array_append_val (walk->line->rows, row);
}

/* What a step asks of the sample of slot, and outputs of it. */
static void
add_rows (const Walk *walk, guint32 transition, const CoupletSample *one, Sample sample)
{
  const CoupletAutomaton *a = walk->line->automaton;
  const CoupletConjunction *way = &couplet_guard_of (a, transition)->alternatives[0];
  const CoupletOutput *output = couplet_output_of (a, transition);
  const CoupletLineRow shows = {.kind = COUPLET_LINE_SHOWS, .value = walk->value};
  for (guint32 i = 0; i < way->n_literals; i++) {
    guint32 threshold = way->literals[i].threshold;
    gboolean below = way->literals[i].comparison == COUPLET_LESS;
    if (couplet_noise_slot (a, threshold) == one->slot)
      add_row (walk, (CoupletLineRow){.opposite = below, .strict = below}, sample,
               &walk->holds[threshold]);
  }
  if (one->outputs)
    add_row (walk, shows, sample, NULL);
  else if (output->kind == COUPLET_GAP && couplet_noise_slot (a, output->threshold) == one->slot) {
    add_row (walk, shows, sample, &walk->holds[output->threshold]);
    walk->line->in_order = FALSE;
  }
}

static void
add_fresh (const Walk *walk, const CoupletState *state)
{
  const CoupletAutomaton *a = walk->line->automaton;
  const CoupletNoise *noise = &a->noises[state->noise];
  const CoupletSnap *snap = couplet_snap_of (a, state);
  Sample sample =
      draw_sample (walk, noise->d_fresh, noise->mu_fresh, a->noise_kinds[state->noise].fresh);
  add_row (walk,
           (CoupletLineRow){.kind = snap != NULL ? COUPLET_LINE_SNAPS : COUPLET_LINE_SHOWS,
                            .value = walk->value,
                            .snap = snap},
           sample, NULL);
}

static void
add_step (const Walk *walk, guint32 transition)
{
  const CoupletAutomaton *a = walk->line->automaton;
  const CoupletState *state = couplet_source_state (a, transition);
  const CoupletNoise *noise = &a->noises[state->noise];
  gboolean fresh = couplet_output_of (a, transition)->kind == COUPLET_FRESH;
  guint32 n = couplet_samples_load (walk->samples, a, NULL, NULL, transition);
  g_autofree Sample *drawn = g_new (Sample, n + 1);
  if (walk->line->means[walk->input] == NULL)
    walk->line->means[walk->input] = &a->numbers[fresh && n == 0 ? noise->mu_fresh : noise->mu];
  for (guint32 i = 0; i < n; i++) {
    const CoupletSample *one = &walk->samples[i];
    drawn[i] =
        draw_sample (walk, noise->d[one->slot], noise->mu, a->noise_kinds[state->noise].sample);
    add_rows (walk, transition, one, drawn[i]);
  }
  for (guint32 i = 0; i < n; i++)
    for (guint32 k = 0; k < walk->samples[i].n_assigned; k++)
      walk->holds[walk->samples[i].assigned[k]] = drawn[i];
  if (fresh)
    add_fresh (walk, state);
}

CoupletLine *
couplet_line_of_walk (const CoupletAutomaton *automaton, const guint32 *transitions, guint n,
                      const guint *reads, const guint *shows, guint n_inputs)
{
  g_autofree CoupletSample *samples = g_new0 (CoupletSample, couplet_n_slots (automaton));
  g_autofree Sample *holds = g_new0 (Sample, automaton->n_thresholds);
  Walk walk = {line_new (n_inputs), samples, holds, 0, 0};
  guint32 last = 0; /* the last private input */
  walk.line->automaton = automaton;
  walk.line->in_order = TRUE;
  for (guint i = 0; i < n; i++) {
    CoupletInput input = couplet_source_state (automaton, transitions[i])->input;
    walk.input = reads != NULL ? reads[i] : input == COUPLET_AGAIN ? last : i;
    walk.value = shows != NULL ? shows[i] : i;
    last = input == COUPLET_PRIVATE ? walk.input : last;
    add_step (&walk, transitions[i]);
  }
  return walk.line;
}

/* ---- Linear trees --------------------------------------------------------------------------- */

CoupletLine *
couplet_line_of_path (const CoupletLinearList *list, const CoupletLinearPath *path)
{
  CoupletLine *line = line_new (list->n_answers);
  guint32 n_values = 0;
  for (guint32 i = 0; i < path->n_draws; i++) {
    CoupletLineDraw draw = {path->draws[i]->noise, &path->draws[i]->rate, COUPLET_NONE, NULL};
    g_array_append_val (line->draws, draw);
  }
  for (guint32 r = 0; r < path->n_rows; r++) {
    const CoupletLinearNode *node = path->rows[r].node;
    gboolean met = path->rows[r].met;
    CoupletLineRow row = {.form = &node->form, .opposite = !met, .strict = node->strict == met};
    if (node->kind == COUPLET_LINEAR_REAL)
      row = (CoupletLineRow){.kind = COUPLET_LINE_SHOWS, .form = &node->form, .value = n_values++};
    g_array_append_val (line->rows, row);
  }
  return line;
}
