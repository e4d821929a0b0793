/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_run.h"

#include <math.h>

/* ---- The automaton ------------------------------------------------------------------- */

static double
number (const CoupletAutomaton *automaton, guint32 index)
{
  return mpq_get_d (automaton->numbers[index].value);
}

static double
sample (const CoupletAutomaton *automaton, const Draw *draw, double mu, guint32 threshold)
{
  guint32 copy = automaton->sampling == COUPLET_SHARED ? 0 : threshold;
  return draw->input + mu + draw->noise[copy];
}

/* draw with the input that a state has: of its own, or that of the last private one. */
static Draw
with_input (const Draw *draw, CoupletInput input, double *last)
{
  Draw own = *draw;
  if (input == COUPLET_AGAIN)
    own.input = *last;
  if (input == COUPLET_PRIVATE)
    *last = own.input;
  return own;
}

static gboolean
holds (const CoupletAutomaton *automaton, const CoupletGuard *guard, const double *thresholds,
       const Draw *draw, double mu)
{
  for (guint32 i = 0; i < guard->n_alternatives; i++) {
    const CoupletConjunction *all = &guard->alternatives[i];
    gboolean good = TRUE;
    for (guint32 j = 0; j < all->n_literals; j++) {
      guint32 v = all->literals[j].threshold;
      gboolean less = sample (automaton, draw, mu, v) < thresholds[v];
      good &= less == (all->literals[j].comparison == COUPLET_LESS);
    }
    if (good)
      return TRUE;
  }
  return FALSE;
}

/* The transition taken, COUPLET_NONE when no guard holds. Two that hold are a bug. */
static guint32
choose (const CoupletAutomaton *automaton, guint32 state, const double *thresholds,
        const Draw *draw, double mu)
{
  guint32 chosen = COUPLET_NONE;
  for (guint32 t = automaton->row[state]; t < automaton->row[state + 1]; t++)
    if (holds (automaton, couplet_guard_of (automaton, t), thresholds, draw, mu)) {
      g_assert_cmpuint (chosen, ==, COUPLET_NONE);
      chosen = t;
    }
  return chosen;
}

void
run_automaton (const CoupletAutomaton *automaton, const Draw *draws, guint n, GString *outputs)
{
  double thresholds[MOST_THRESHOLDS] = {0};
  guint32 state = automaton->initial;
  double last = NAN;
  for (guint i = 0; i < n; i++) {
    const CoupletNoise *noise = &automaton->noises[automaton->states[state].noise];
    double mu = number (automaton, noise->mu);
    Draw draw = with_input (&draws[i], automaton->states[state].input, &last);
    guint32 t = choose (automaton, state, thresholds, &draw, mu);
    if (t == COUPLET_NONE)
      return;
    const CoupletOutput *output = couplet_output_of (automaton, t);
    const CoupletAssignment *assignment = couplet_assignment_of (automaton, t);
    guint32 shown = output->threshold == COUPLET_NONE ? 0 : output->threshold;
    if (couplet_is_silent (automaton, t) || g_str_equal (output->name, "argmax") ||
        g_str_equal (output->name, "snap"))
      ; /* nobody sees it, or not yet; an index that is seen is 1 */
    else if (output->kind == COUPLET_SYMBOL)
      g_string_append_printf (outputs, "%s\n", output->name);
    else if (output->kind == COUPLET_INSAMPLE)
      g_string_append_printf (outputs, "%g\n", sample (automaton, &draw, mu, shown));
    else if (output->kind == COUPLET_GAP)
      g_string_append_printf (outputs, "gap %g\n",
                              sample (automaton, &draw, mu, shown) - thresholds[shown]);
    else
      g_string_append_printf (outputs, "fresh %g\n",
                              draw.input + number (automaton, noise->mu_fresh) + draw.fresh);
    for (guint32 j = 0; j < assignment->n_thresholds; j++)
      thresholds[assignment->thresholds[j]] =
          sample (automaton, &draw, mu, assignment->thresholds[j]);
    state = automaton->target[t];
  }
}

/* ---- The program ---------------------------------------------------------------------- */

typedef enum { GOES_ON, BREAKS, CONTINUES, ENDS } Progress;

typedef struct {
  const SvtFile *file;
  const CoupletAutomaton *automaton; /* for the names of thresholds, and the sampling */
  const Draw *draws;
  guint n, used;
  double thresholds[MOST_THRESHOLDS];
  GHashTable *variables;    /* SvtName to its value in a pointer */
  const SvtStatement *read; /* the reading last done, NULL = none */
  double input, last;       /* of that reading; the private one read last */
  double samples[MOST_THRESHOLDS];
  gboolean silent; /* nothing was output since it */
  GString *outputs;
} Run;

/* COUPLET_NONE when it is none. */
static guint
find_threshold (const Run *run, const SvtName *name)
{
  for (guint v = 0; v < run->automaton->n_thresholds; v++)
    if (g_str_equal (run->automaton->thresholds[v], name->text))
      return v;
  return COUPLET_NONE;
}

static guint
threshold_index (const Run *run, const SvtName *name)
{
  guint v = find_threshold (run, name);
  g_assert_cmpuint (v, !=, COUPLET_NONE);
  return v;
}

static double evaluate (const Run *run, const SvtExpression *expression);

/* Parameters have the value of their defaults here. */
static double
number_of (const Run *run, const SvtName *name)
{
  gpointer value;
  if (g_hash_table_lookup_extended (run->variables, name, NULL, &value))
    return GPOINTER_TO_INT (value);
  for (const SvtParameter *p = run->file->mechanisms->parameters; p != NULL; p = p->next)
    if (p->name == name)
      return evaluate (run, &p->value);
  g_assert_not_reached ();
}

/* Of an expression without eps, by recursion on its last operator's operands. */
static double
evaluate_until (const Run *run, const SvtTerm *terms, guint32 *end)
{
  const SvtTerm *last = &terms[--*end];
  if (last->kind == SVT_NUMBER)
    return g_ascii_strtod (last->number, NULL);
  if (last->kind == SVT_VARIABLE)
    return number_of (run, last->name);
  double b = evaluate_until (run, terms, end);
  if (last->kind == SVT_NEGATE)
    return -b;
  double a = evaluate_until (run, terms, end);
  return last->kind == SVT_ADD        ? a + b
         : last->kind == SVT_SUBTRACT ? a - b
         : last->kind == SVT_MULTIPLY ? a * b
                                      : a / b;
}

static double
evaluate (const Run *run, const SvtExpression *expression)
{
  guint32 end = expression->n;
  return evaluate_until (run, svt_expression_terms (run->file, expression), &end);
}

static double
mean (const Run *run, const SvtDraw *draw)
{
  double sum = 0;
  for (const SvtSummand *s = draw->summands; s != NULL; s = s->next)
    if (s->noise == COUPLET_NOISELESS)
      sum += (s->is_negative ? -1 : 1) * evaluate (run, &s->value);
  return sum;
}

static gboolean
compares (const Run *run, const SvtConditionTerm *term)
{
  guint v = term->threshold != NULL ? find_threshold (run, term->threshold) : COUPLET_NONE;
  double left = v != COUPLET_NONE ? run->samples[v] : evaluate (run, &term->left);
  double right = v != COUPLET_NONE ? run->thresholds[v] : evaluate (run, &term->right);
  switch (term->relation) {
  case SVT_LESS:
    return left < right;
  case SVT_AT_MOST:
    return left <= right;
  case SVT_MORE:
    return left > right;
  case SVT_AT_LEAST:
    return left >= right;
  case SVT_EQUAL:
    return left == right;
  default:
    return left != right;
  }
}

static gboolean
condition_until (const Run *run, const SvtConditionTerm *terms, guint32 *end)
{
  const SvtConditionTerm *last = &terms[--*end];
  if (last->kind == SVT_COMPARISON)
    return compares (run, last);
  gboolean b = condition_until (run, terms, end);
  if (last->kind == SVT_NOT)
    return !b;
  gboolean a = condition_until (run, terms, end);
  return last->kind == SVT_AND ? a && b : a || b;
}

/* What is due at the end of a reading: the symbol of a threshold, or of a `halt`. */
static void
finish_reading (Run *run, gboolean halts)
{
  if (run->read == NULL || !run->silent)
    return;
  g_assert_true (halts || run->read->is_threshold);
  g_string_append (run->outputs, halts ? "halt\n" : "threshold\n");
  run->silent = FALSE;
}

/* The draw for a statement that reads; FALSE when they are used up. */
static gboolean
take_draw (Run *run, const SvtStatement *s)
{
  if (run->used == run->n)
    return FALSE;
  const Draw *draw = &run->draws[run->used++];
  run->input = s->draw->input != COUPLET_AGAIN ? draw->input : run->last;
  if (s->draw->input == COUPLET_PRIVATE)
    run->last = draw->input;
  for (guint v = 0; v < run->automaton->n_thresholds; v++)
    run->samples[v] = run->input + mean (run, s->draw) +
                      draw->noise[run->automaton->sampling == COUPLET_SHARED ? 0 : v];
  return TRUE;
}

/* The answer read last, read again: between the two nothing need be seen. */
static gboolean
is_same_answer (const Run *run, const SvtStatement *s)
{
  return s->draw->input == COUPLET_AGAIN && run->read != NULL && !run->read->is_threshold &&
         run->read->draw->input != COUPLET_PUBLIC;
}

static Progress
read_value (Run *run, const SvtStatement *s)
{
  if (!is_same_answer (run, s))
    finish_reading (run, FALSE);
  run->read = NULL; /* finished, should the draws be used up */
  if (!take_draw (run, s))
    return ENDS;
  run->read = s;
  run->silent = TRUE;
  if (s->is_threshold) {
    guint v = threshold_index (run, s->name);
    run->thresholds[v] = run->samples[v];
  }
  return GOES_ON;
}

/* An argmax, of whose runs those are followed in which the first answer is the largest; the
 * automaton has a threshold of its own for it, the last one. Or a snapped answer. */
static Progress
read_and_output (Run *run, const SvtStatement *s)
{
  guint copy = run->automaton->n_thresholds - 1;
  guint n = s->output == SVT_OUTPUT_ARGMAX ? (guint)evaluate (run, &s->value) : 1;
  double largest = 0;
  if (run->read != NULL && run->read->is_threshold)
    finish_reading (run, FALSE);
  run->read = NULL;
  for (guint i = 0; i < n; i++) {
    if (!take_draw (run, s) || (i > 0 && run->samples[copy] >= largest))
      return ENDS;
    largest = i == 0 ? run->samples[copy] : largest;
  }
  if (s->output == SVT_OUTPUT_SNAP)
    g_string_append_printf (run->outputs, "fresh %g\n",
                            run->input + mean (run, s->draw) + run->draws[run->used - 1].fresh);
  run->read = s;
  run->silent = FALSE;
  return GOES_ON;
}

static void
output (Run *run, const SvtStatement *s)
{
  g_assert_true (run->silent);
  run->silent = FALSE;
  if (s->output == SVT_OUTPUT_FRESH) {
    const Draw *draw = &run->draws[run->used - 1];
    g_string_append_printf (run->outputs, "fresh %g\n",
                            run->input + mean (run, s->draw) + draw->fresh);
  } else if (s->output == SVT_OUTPUT_GAP) {
    guint v = threshold_index (run, s->source);
    g_string_append_printf (run->outputs, "gap %g\n", run->samples[v] - run->thresholds[v]);
  } else if (s->output == SVT_OUTPUT_SYMBOL && s->name != run->read->name)
    g_string_append_printf (run->outputs, "%s\n", s->name->text);
  else {
    guint v = s->source != NULL         ? threshold_index (run, s->source)
              : run->read->is_threshold ? threshold_index (run, s->name)
                                        : 0;
    g_string_append_printf (run->outputs, "%g\n", run->samples[v]);
  }
}

static Progress run_block (Run *run, const SvtBlock *block);

static Progress
run_if (Run *run, const SvtStatement *s)
{
  for (const SvtBranch *b = s->branches; b != NULL; b = b->next) {
    guint32 end = b->condition.n;
    if (!b->has_condition ||
        condition_until (run, svt_condition_terms (run->file, &b->condition), &end))
      return run_block (run, &b->body);
  }
  return GOES_ON;
}

static Progress
run_rounds (Run *run, const SvtStatement *s)
{
  guint rounds = s->kind == SVT_LOOP ? G_MAXUINT : (guint)evaluate (run, &s->value);
  for (guint i = 0; i < rounds; i++) {
    Progress progress = run_block (run, &s->body);
    if (progress == ENDS)
      return ENDS;
    if (progress == BREAKS)
      break;
  }
  return GOES_ON;
}

static Progress
run_statement (Run *run, const SvtStatement *s)
{
  guint v;
  switch (s->kind) {
  case SVT_READ:
    return read_value (run, s);
  case SVT_ASSIGN:
    v = threshold_index (run, s->name);
    run->thresholds[v] = run->samples[v];
    return GOES_ON;
  case SVT_DECLARE:
  case SVT_SET:
    g_hash_table_insert (run->variables, s->name, GINT_TO_POINTER ((int)evaluate (run, &s->value)));
    return GOES_ON;
  case SVT_OUTPUT:
    if (svt_reads (s))
      return read_and_output (run, s);
    output (run, s);
    return GOES_ON;
  case SVT_IF:
    return run_if (run, s);
  case SVT_LOOP:
  case SVT_REPEAT:
    return run_rounds (run, s);
  case SVT_BREAK:
    return BREAKS;
  case SVT_CONTINUE:
    return CONTINUES;
  default:
    finish_reading (run, TRUE);
    return ENDS;
  }
}

static Progress
run_block (Run *run, const SvtBlock *block)
{
  for (const SvtStatement *s = block->first; s != NULL; s = s->next) {
    Progress progress = run_statement (run, s);
    if (progress != GOES_ON)
      return progress;
  }
  return GOES_ON;
}

void
run_program (const SvtFile *file, const CoupletAutomaton *automaton, const Draw *draws, guint n,
             GString *outputs)
{
  g_autoptr (GHashTable) variables = g_hash_table_new (NULL, NULL);
  Run run = {.file = file,
             .variables = variables,
             .automaton = automaton,
             .last = NAN,
             .draws = draws,
             .n = n,
             .outputs = outputs};
  run_block (&run, &file->mechanisms->body);
  finish_reading (&run, FALSE);
}
