/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_compile.h"
#include "svt_flow.h"
#include "svt_names.h"
#include "svt_recall.h"
#include "svt_unreached.h"

#define THRESHOLD_SYMBOL "threshold"
#define HALT_SYMBOL "halt"

/* As many as the core allows in a guard. */
#define MAX_ALTERNATIVES 256
/* Of the clock's pace. */
#define STEPS_PER_STATE 4

typedef struct {
  CoupletContext *context;
  const SvtProgram *program;
  CoupletBuilder *builder;
  SvtCode *code;
  SvtStates *states;
  SvtWalker *walker;
  SvtFlow *flow;     /* NULL with one threshold: the first reading sets it */
  SvtRecall *recall; /* NULL where nothing is read again */
  SvtNames *names;
  guint8 *seen;       /* one bit per state */
  GArray *waiting;    /* guint32: states found, in that order */
  GString *from, *to; /* names */
  GString *guard, *output;
  guint8 *joined; /* per way: it belongs to an earlier one's transition */
  GArray *assign; /* CoupletText */
  gboolean has_end;
} Compiler;

static CoupletText
text_of (const GString *string)
{
  return (CoupletText){string->str, string->len};
}

/* ---- Transitions -------------------------------------------------------------------- */

static const SvtWay *
way_at (const Compiler *compiler, guint i)
{
  return &g_array_index (compiler->walker->ways, SvtWay, i);
}

/* TRUE when both are one transition with two alternatives: nothing but the
 * comparisons tells them apart. */
static gboolean
are_joined (const Compiler *compiler, const SvtWay *a, const SvtWay *b)
{
  const guint32 *assigned = (const guint32 *)(gpointer)compiler->walker->assigned->data;
  return a->target == b->target && a->output == b->output && a->branch == b->branch &&
         a->n_assigned == b->n_assigned &&
         (a->n_assigned == 0 || memcmp (assigned + a->first_assigned, assigned + b->first_assigned,
                                        a->n_assigned * sizeof (guint32)) == 0);
}

static void
append_alternative (Compiler *compiler, const SvtWay *way)
{
  GString *guard = compiler->guard;
  if (guard->len > 0)
    g_string_append (guard, " || ");
  if (way->n_decisions == 0)
    g_string_append (guard, "true");
  for (guint32 i = 0; i < way->n_decisions; i++) {
    const SvtDecision *made =
        &g_array_index (compiler->walker->decisions, SvtDecision, way->first_decision + i);
    const SvtName *name = g_ptr_array_index (compiler->program->thresholds, made->threshold);
    g_string_append (guard, i > 0 ? " && insample " : "insample ");
    g_string_append (guard, made->comparison == COUPLET_LESS ? "< " : ">= ");
    g_string_append (guard, name->text);
  }
}

static SvtPlace
place_of_way (const Compiler *compiler, const SvtWay *way)
{
  return way->branch != NULL   ? way->branch->place
         : way->output != NULL ? way->output->place
                               : compiler->walker->reading->statement->place;
}

/* The guard of way and of later ones that are joined with it. Guards of shared
 * sampling have no alternatives: there each way is a transition. */
static gboolean
write_guard (Compiler *compiler, guint first)
{
  const GArray *ways = compiler->walker->ways;
  const SvtWay *way = way_at (compiler, first);
  guint alternatives = 1;
  g_string_truncate (compiler->guard, 0);
  append_alternative (compiler, way);
  if (compiler->program->sampling == COUPLET_SHARED)
    return TRUE;
  for (guint i = first + 1; i < ways->len; i++) {
    compiler->walker->work++;
    if (compiler->joined[i] || !are_joined (compiler, way, way_at (compiler, i)))
      continue;
    compiler->joined[i] = 1;
    append_alternative (compiler, way_at (compiler, i));
    alternatives++;
  }
  if (alternatives <= MAX_ALTERNATIVES)
    return TRUE;
  svt_error (compiler->program->reporter, place_of_way (compiler, way),
             "its condition has more than %d alternatives when written out", MAX_ALTERNATIVES);
  return FALSE;
}

/* The value read, or what it has over a threshold. */
static void
write_value (Compiler *compiler, const SvtStatement *output)
{
  const SvtStatement *read = compiler->walker->reading->statement;
  gboolean gap = output->output == SVT_OUTPUT_GAP;
  const SvtName *threshold = output->source != NULL ? output->source
                             : read->is_threshold   ? read->name
                                                    : NULL;
  g_string_assign (compiler->output, gap ? "gap" : "insample");
  if (threshold != NULL)
    g_string_append_printf (compiler->output, "(%s)", threshold->text);
}

/* A name for the step alone, among those from the same reading. */
static void
write_silent (Compiler *compiler, const SvtWay *way)
{
  guint number = 1;
  for (guint i = 0; way_at (compiler, i) != way; i++)
    number += way_at (compiler, i)->is_silent && !compiler->joined[i];
  g_string_assign (compiler->output, "silent(again");
  if (number > 1)
    g_string_append_printf (compiler->output, " %u", number);
  g_string_append_c (compiler->output, ')');
}

static void
write_output (Compiler *compiler, const SvtWay *way)
{
  const SvtStatement *output = way->output;
  GString *text = compiler->output;
  if (way->is_silent)
    write_silent (compiler, way);
  else if (output == NULL)
    g_string_assign (text, THRESHOLD_SYMBOL);
  else if (output->kind == SVT_HALT)
    g_string_assign (text, HALT_SYMBOL);
  else if (output->output == SVT_OUTPUT_FRESH)
    g_string_assign (text, "fresh");
  else if (output->output == SVT_OUTPUT_SYMBOL)
    g_string_assign (text, output->name->text);
  else
    write_value (compiler, output);
}

static void
write_assignment (Compiler *compiler, const SvtWay *way)
{
  g_array_set_size (compiler->assign, 0);
  for (guint32 i = 0; i < way->n_assigned; i++) {
    guint32 v = g_array_index (compiler->walker->assigned, guint32, way->first_assigned + i);
    const SvtName *name = g_ptr_array_index (compiler->program->thresholds, v);
    CoupletText text = COUPLET_TEXT (name->text);
    g_array_append_val (compiler->assign, text);
  }
}

static void
meet_state (Compiler *compiler, guint32 state)
{
  if (state == COUPLET_NONE) {
    compiler->has_end = TRUE;
    return;
  }
  guint8 bit = (guint8)(1 << (state % 8));
  if (compiler->seen[state / 8] & bit)
    return;
  compiler->seen[state / 8] |= bit;
  g_array_append_val (compiler->waiting, state);
}

static gboolean
emit_transitions (Compiler *compiler)
{
  guint n = compiler->walker->ways->len;
  memset (compiler->joined, 0, SVT_MAX_WAYS);
  for (guint i = 0; i < n; i++) {
    const SvtWay *way = way_at (compiler, i);
    if (compiler->joined[i])
      continue;
    if (!write_guard (compiler, i))
      return FALSE;
    meet_state (compiler, way->target);
    write_output (compiler, way);
    write_assignment (compiler, way);
    svt_names_write (compiler->names, way->target, compiler->to);
    SvtPlace place = place_of_way (compiler, way);
    couplet_builder_add_transition (
        compiler->builder,
        &(CoupletTransitionSpec){.from = text_of (compiler->from),
                                 .to = text_of (compiler->to),
                                 .guard = text_of (compiler->guard),
                                 .output = text_of (compiler->output),
                                 .assign = (const CoupletText *)(gpointer)compiler->assign->data,
                                 .n_assign = compiler->assign->len,
                                 .place = {place.line, place.column}});
  }
  return TRUE;
}

/* ---- States ---------------------------------------------------------------------------- */

static gboolean
same_text (const char *a, const char *b)
{
  return g_strcmp0 (a, b) == 0;
}

/* The noise of fresh outputs behind the reading: a state has one for all. */
static const SvtDraw *
find_fresh (Compiler *compiler)
{
  const SvtStatement *first = NULL;
  for (guint i = 0; i < compiler->walker->ways->len; i++) {
    const SvtStatement *output = way_at (compiler, i)->output;
    if (output == NULL || output->output != SVT_OUTPUT_FRESH || output == first)
      continue;
    if (first == NULL)
      first = output;
    else if (first->draw->noise != output->draw->noise ||
             !same_text (first->draw->d, output->draw->d) ||
             !same_text (first->draw->mu, output->draw->mu)) {
      svt_error (compiler->program->reporter, output->place,
                 "another fresh output after the same reading (on line %u) has other noise; "
                 "expected the same, for a reading has one fresh copy",
                 first->place.line);
      break;
    }
  }
  return first != NULL ? first->draw : NULL;
}

static CoupletText
optional_text (const char *text)
{
  return text != NULL ? COUPLET_TEXT (text) : COUPLET_TEXT_LEFT_OUT;
}

/* How draw, which may be NULL, is distributed; one without noise is anyway. */
static CoupletText
noise_text (const SvtDraw *draw)
{
  if (draw == NULL || draw->noise == COUPLET_LAPLACE || g_str_equal (draw->d, "none"))
    return COUPLET_TEXT_LEFT_OUT;
  return COUPLET_TEXT (couplet_noise_kind_to_string (draw->noise));
}

static void
emit_state (Compiler *compiler)
{
  const SvtStatement *read = compiler->walker->reading->statement;
  const SvtDraw *fresh = find_fresh (compiler);
  CoupletNoiseSpec d = {COUPLET_TEXT_LEFT_OUT, optional_text (read->draw->d)};
  CoupletStateSpec state = {.name = text_of (compiler->from),
                            .input = COUPLET_TEXT (couplet_input_to_string (read->draw->input)),
                            .d = &d,
                            .n_d = 1,
                            .mu = optional_text (read->draw->mu),
                            .d_fresh = optional_text (fresh != NULL ? fresh->d : NULL),
                            .mu_fresh = optional_text (fresh != NULL ? fresh->mu : NULL),
                            .place = {read->place.line, read->place.column},
                            .noise = noise_text (read->draw),
                            .noise_fresh = noise_text (fresh)};
  couplet_builder_add_state (compiler->builder, &state);
}

/* The first reading has to set a threshold, whatever it reads. */
static void
check_start (Compiler *compiler)
{
  const SvtWalker *walker = compiler->walker;
  const SvtStatement *read = walker->reading->statement;
  const char *how = "expected 'threshold NAME = ...' to come first";
  for (guint i = 0; i < walker->decisions->len; i++) {
    const SvtDecision *made = &g_array_index (walker->decisions, SvtDecision, i);
    svt_error (compiler->program->reporter, made->place,
               "the first reading is compared, but no threshold has been read yet; %s", how);
    return;
  }
  for (guint i = 0; i < walker->ways->len; i++)
    if (way_at (compiler, i)->n_assigned == 0)
      svt_error (compiler->program->reporter, read->place,
                 "the first reading goes into no threshold; %s", how);
}

static gboolean
compile_state (Compiler *compiler, guint32 state)
{
  if (!svt_walker_find_ways (compiler->walker, state))
    return FALSE;
  if (compiler->waiting->len == 1)
    check_start (compiler);
  for (guint i = 0; i < compiler->walker->ways->len; i++) {
    svt_flow_add (compiler->flow, compiler->walker, way_at (compiler, i));
    svt_recall_add (compiler->recall, compiler->walker, way_at (compiler, i));
  }
  svt_names_write (compiler->names, state, compiler->from);
  emit_state (compiler);
  return emit_transitions (compiler);
}

static gboolean
compile_states (Compiler *compiler, guint32 start)
{
  meet_state (compiler, start);
  svt_names_write (compiler->names, start, compiler->from);
  couplet_builder_set_initial (compiler->builder, text_of (compiler->from), (CoupletPlace){0, 0});
  CoupletPace pace = {.context = compiler->context};
  for (guint i = 0; i < compiler->waiting->len; i++) {
    if (couplet_pace_over (&pace, STEPS_PER_STATE)) {
      svt_error (compiler->program->reporter, compiler->program->mechanism->place,
                 "unrolling the program was given up: %s",
                 couplet_context_stop_reason (compiler->context));
      return FALSE;
    }
    if (!compile_state (compiler, g_array_index (compiler->waiting, guint32, i)))
      return FALSE;
  }
  if (compiler->has_end)
    couplet_builder_add_state (compiler->builder,
                               &(CoupletStateSpec){.name = COUPLET_TEXT (SVT_END_NAME)});
  return TRUE;
}

/* ---- All of it --------------------------------------------------------------------------------
 */

static void
describe_automaton (const SvtProgram *program, CoupletBuilder *builder)
{
  SvtPlace at = program->mechanism->place;
  CoupletPlace place = {at.line, at.column};
  couplet_builder_set_name (builder, COUPLET_TEXT (program->mechanism->name->text), place);
  if (program->sampling == COUPLET_SHARED)
    couplet_builder_set_sampling (builder, COUPLET_TEXT ("shared"), place);
  if (program->adjacency != COUPLET_ADJACENT_ANY)
    couplet_builder_set_adjacency (
        builder, COUPLET_TEXT (couplet_adjacency_to_string (program->adjacency)), place);
  if (program->sensitivity != NULL)
    couplet_builder_set_sensitivity (builder, COUPLET_TEXT (program->sensitivity), place);
  if (program->claim != NULL)
    couplet_builder_set_claim (builder, COUPLET_TEXT (program->claim), place);
  for (guint i = 0; i < program->thresholds->len; i++) {
    const SvtName *name = g_ptr_array_index (program->thresholds, i);
    couplet_builder_add_threshold (builder, COUPLET_TEXT (name->text),
                                   (CoupletPlace){name->first.line, name->first.column});
  }
}

static void
compile (Compiler *compiler)
{
  const SvtProgram *program = compiler->program;
  describe_automaton (program, compiler->builder);
  guint32 start = svt_walker_start (compiler->walker);
  if (start == COUPLET_NONE || !compile_states (compiler, start))
    return;
  if (svt_is_clean (program->reporter)) {
    guint32 first = svt_states_reading (compiler->states, start);
    svt_flow_check (compiler->flow, first);
    svt_recall_check (compiler->recall, first);
  }
  if (svt_is_clean (program->reporter))
    svt_warn_unreached (program);
}

gboolean
svt_compile (CoupletContext *context, const SvtProgram *program, CoupletBuilder *builder)
{
  g_autoptr (SvtCode) code = svt_code_new (program);
  if (code == NULL)
    return FALSE;
  g_autoptr (SvtStates) states = svt_states_new (program, code);
  g_autoptr (SvtWalker) walker = svt_walker_new (program, code, states);
  g_autoptr (SvtFlow) flow =
      program->thresholds->len > 1 ? svt_flow_new (program, code, states) : NULL;
  g_autoptr (SvtRecall) recall = svt_recall_new (program, code);
  g_autoptr (SvtNames) names = svt_names_new (program, code, states);
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) assign = g_array_new (FALSE, FALSE, sizeof (CoupletText));
  g_autofree guint8 *seen = g_new0 (guint8, svt_states_limit (states) / 8 + 1);
  g_autofree guint8 *joined = g_new0 (guint8, SVT_MAX_WAYS);
  g_autoptr (GString) from = g_string_new (NULL);
  g_autoptr (GString) to = g_string_new (NULL);
  g_autoptr (GString) guard = g_string_new (NULL);
  g_autoptr (GString) output = g_string_new (NULL);
  Compiler compiler = {.context = context,
                       .program = program,
                       .builder = builder,
                       .code = code,
                       .states = states,
                       .walker = walker,
                       .flow = flow,
                       .recall = recall,
                       .names = names,
                       .seen = seen,
                       .waiting = waiting,
                       .from = from,
                       .to = to,
                       .guard = guard,
                       .output = output,
                       .joined = joined,
                       .assign = assign};
  compile (&compiler);
  return svt_is_clean (program->reporter);
}
