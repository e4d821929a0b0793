/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_compile.h"

#include "svt_emit.h"
#include "svt_flow.h"
#include "svt_program.h"

/* Parts of a program that no run reaches. */

static gboolean
compares_numbers (const SvtProgram *program, const SvtBranch *branch)
{
  const SvtConditionTerm *terms = svt_condition_terms (program->file, &branch->condition);
  for (guint32 i = 0; branch->has_condition && i < branch->condition.n; i++)
    if (terms[i].kind == SVT_COMPARISON)
      return TRUE;
  return FALSE;
}

/* Warns of the first statement of each block that no run reaches, unless none
 * reaches the block. What a comparison of numbers rules out may be reached with other
 * parameters; TRUE when the block has such a comparison. */
static gboolean
warn_unreached (const SvtProgram *program, const SvtBlock *block)
{
  gboolean by_numbers = FALSE;
  for (const SvtStatement *s = block->first; s != NULL; s = s->next) {
    if (!s->reached) {
      if (!by_numbers)
        svt_warning (program->reporter, s->place, "no run reaches this statement");
      return by_numbers;
    }
    for (const SvtBranch *b = s->branches; b != NULL; b = b->next) {
      by_numbers |= compares_numbers (program, b);
      if (b->reached)
        by_numbers |= warn_unreached (program, &b->body);
      else if (!by_numbers)
        svt_warning (program->reporter, b->place, "no run takes this branch");
    }
    if (s->kind == SVT_LOOP || s->count > 0)
      by_numbers |= warn_unreached (program, &s->body);
  }
  return by_numbers;
}

/* Warns of the first statement of each block of a compiled program that no run reaches,
 * unless none reaches the block. What a comparison of numbers rules out may be reached with
 * other parameters. */
static void
svt_warn_unreached (const SvtProgram *program)
{
  warn_unreached (program, &program->mechanism->body);
}

/* Of a state before the first reading. */
#define START_NAME "start"

/* Of the clock's pace. */
#define STEPS_PER_STATE 4

typedef struct {
  CoupletContext *context;
  SvtEmitter *emitter;
  SvtFlow *flow;     /* NULL where the first reading sets the only threshold */
  SvtRecall *recall; /* NULL where nothing is read again */
  guint8 *seen;      /* one bit per state */
  GArray *waiting;   /* guint32: states found, in that order */
  gboolean has_end;
} Compiler;

/* ---- States ---------------------------------------------------------------------------- */

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

/* The first reading has to set a threshold, whatever it reads. */
static void
check_start (Compiler *compiler)
{
  const SvtReporter *reporter = compiler->emitter->program->reporter;
  const SvtWalker *walker = compiler->emitter->walker;
  const SvtStatement *read = walker->reading->statement;
  const char *how = "expected 'threshold NAME = ...' to come first";
  if (read->kind == SVT_OUTPUT)
    return;
  for (guint i = 0; i < walker->decisions->len; i++) {
    const SvtDecision *made = &g_array_index (walker->decisions, SvtDecision, i);
    svt_error (reporter, made->place,
               "the first reading is compared, but no threshold has been read yet; %s", how);
    return;
  }
  for (guint i = 0; i < walker->ways->len; i++)
    if (g_array_index (walker->ways, SvtWay, i).n_assigned == 0)
      svt_error (reporter, read->place, "the first reading goes into no threshold; %s", how);
}

static gboolean
compile_state (Compiler *compiler, guint32 state)
{
  SvtWalker *walker = compiler->emitter->walker;
  if (!svt_walker_find_ways (walker, state))
    return FALSE;
  if (compiler->waiting->len == 1)
    check_start (compiler);
  if (!svt_emit (compiler->emitter, state))
    return FALSE;
  for (guint i = 0; i < walker->ways->len; i++) {
    const SvtWay *way = &g_array_index (walker->ways, SvtWay, i);
    svt_flow_add (compiler->flow, walker, way);
    svt_recall_add (compiler->recall, walker, way);
    meet_state (compiler, way->target);
  }
  return TRUE;
}

/* Makes the state of the first reading the initial one. A snapped answer cannot be: it sets no
 * threshold. Before it stands a state that reads nothing which anybody could tell. */
static void
emit_start (const SvtEmitter *emitter, guint32 start)
{
  const SvtStatement *read = svt_statement_at (emitter, start);
  const GPtrArray *thresholds = emitter->program->thresholds;
  const SvtName *first = thresholds->len > 0 ? g_ptr_array_index (thresholds, 0) : NULL;
  const char *assigned = first != NULL             ? first->text
                         : emitter->winner != NULL ? emitter->winner
                                                   : "x";
  CoupletText name = COUPLET_TEXT (START_NAME), threshold = COUPLET_TEXT (assigned);
  svt_names_write (emitter->names, start, emitter->from);
  CoupletText behind = {emitter->from->str, emitter->from->len};
  gboolean before = read->output == SVT_OUTPUT_SNAP;
  couplet_builder_set_initial (emitter->builder, before ? name : behind, (CoupletPlace){0, 0});
  if (!before)
    return;
  CoupletPlace place = {read->place.line, read->place.column};
  CoupletNoiseSpec d = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT ("1")};
  couplet_builder_add_state (
      emitter->builder,
      &(CoupletStateSpec){
          .name = name, .input = COUPLET_TEXT ("public"), .d = &d, .n_d = 1, .place = place});
  couplet_builder_add_transition (emitter->builder,
                                  &(CoupletTransitionSpec){.from = name,
                                                           .to = behind,
                                                           .guard = COUPLET_TEXT ("true"),
                                                           .output = name,
                                                           .assign = &threshold,
                                                           .n_assign = 1,
                                                           .place = place});
}

static gboolean
compile_states (Compiler *compiler, guint32 start)
{
  SvtEmitter *emitter = compiler->emitter;
  meet_state (compiler, start);
  emit_start (compiler->emitter, start);
  CoupletPace pace = {.context = compiler->context};
  for (guint i = 0; i < compiler->waiting->len; i++) {
    if (couplet_pace_over (&pace, STEPS_PER_STATE)) {
      svt_error (emitter->program->reporter, emitter->program->mechanism->place,
                 "unrolling the program was given up: %s",
                 couplet_context_stop_reason (compiler->context));
      return FALSE;
    }
    if (!compile_state (compiler, g_array_index (compiler->waiting, guint32, i)))
      return FALSE;
  }
  svt_held_give (emitter->held, emitter->builder, emitter->is_ambiguous);
  if (compiler->has_end)
    couplet_builder_add_state (emitter->builder,
                               &(CoupletStateSpec){.name = COUPLET_TEXT (SVT_END_NAME)});
  return TRUE;
}

/* ---- All of it ------------------------------------------------------------------------------ */

static void
describe_automaton (const SvtProgram *program, const char *winner, CoupletBuilder *builder)
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
  if (winner != NULL)
    couplet_builder_add_threshold (builder, COUPLET_TEXT (winner), place);
}

/* A name for the threshold of every argmax that no other threshold has; NULL when the program has
 * no argmax. The caller frees it. */
static char *
name_winner (const SvtProgram *program, const SvtCode *code)
{
  g_autoptr (GString) name = g_string_new ("argmax");
  gboolean any = FALSE;
  for (guint i = 0; i < code->readings->len; i++)
    any |= svt_code_reading (code, i)->statement->output == SVT_OUTPUT_ARGMAX;
  for (guint i = 0; i < program->thresholds->len;) {
    const SvtName *threshold = g_ptr_array_index (program->thresholds, i++);
    if (!g_str_equal (threshold->text, name->str))
      continue;
    g_string_append_c (name, '_');
    i = 0;
  }
  return any ? g_strdup (name->str) : NULL;
}

/* Whether a threshold might be compared before it has a value: one that is read first has. */
static gboolean
needs_flow (const SvtProgram *program, const SvtCode *code)
{
  return program->thresholds->len > 1 ||
         (program->thresholds->len == 1 && svt_code_has_answers (code));
}

static void
compile (Compiler *compiler)
{
  const SvtEmitter *emitter = compiler->emitter;
  const SvtProgram *program = emitter->program;
  describe_automaton (program, emitter->winner, emitter->builder);
  guint32 start = svt_walker_start (emitter->walker);
  if (start == COUPLET_NONE || !compile_states (compiler, start))
    return;
  if (svt_is_clean (program->reporter)) {
    guint32 first = svt_states_reading (emitter->states, start);
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
  g_autoptr (SvtNames) names = svt_names_new (program, code, states);
  g_autoptr (SvtHeld) held = svt_held_new ();
  g_autofree char *winner = name_winner (program, code);
  g_autoptr (SvtFlow) flow =
      needs_flow (program, code) ? svt_flow_new (program, code, states) : NULL;
  g_autoptr (SvtRecall) recall = svt_recall_new (program, code);
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint8 *seen = g_new0 (guint8, svt_states_limit (states) / 8 + 1);
  SvtEmitter emitter = {.program = program,
                        .builder = builder,
                        .code = code,
                        .states = states,
                        .walker = walker,
                        .names = names,
                        .held = held,
                        .winner = winner,
                        .has_answers = svt_code_has_answers (code)};
  svt_emitter_init (&emitter);
  compile (&(Compiler){.context = context,
                       .emitter = &emitter,
                       .flow = flow,
                       .recall = recall,
                       .seen = seen,
                       .waiting = waiting});
  svt_emitter_clear (&emitter);
  return svt_is_clean (program->reporter);
}
