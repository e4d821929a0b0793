/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_emit.h"

#include <couplet/internal/arena.h>

/* As many as the core allows in a guard. */
#define MAX_ALTERNATIVES 256

void
svt_emitter_init (SvtEmitter *emitter)
{
  emitter->from = g_string_new (NULL);
  emitter->to = g_string_new (NULL);
  emitter->guard = g_string_new (NULL);
  emitter->output = g_string_new (NULL);
  emitter->assign = g_array_new (FALSE, FALSE, sizeof (CoupletText));
  emitter->joined = g_new0 (guint8, SVT_MAX_WAYS);
  emitter->kinds = g_hash_table_new (g_str_hash, g_str_equal);
}

void
svt_emitter_clear (SvtEmitter *emitter)
{
  g_string_free (emitter->from, TRUE);
  g_string_free (emitter->to, TRUE);
  g_string_free (emitter->guard, TRUE);
  g_string_free (emitter->output, TRUE);
  g_array_unref (emitter->assign);
  g_free (emitter->joined);
  g_hash_table_unref (emitter->kinds);
}

const SvtStatement *
svt_statement_at (const SvtEmitter *emitter, guint32 state)
{
  guint32 reading = svt_states_reading (emitter->states, state);
  return svt_code_reading (emitter->code, reading)->statement;
}

static CoupletText
text_of (const GString *string)
{
  return (CoupletText){string->str, string->len};
}

/* ---- Transitions -------------------------------------------------------------------- */

static const SvtWay *
way_at (const SvtEmitter *emitter, guint i)
{
  return &g_array_index (emitter->walker->ways, SvtWay, i);
}

/* TRUE when both are one transition with two alternatives: nothing but the
 * comparisons tells them apart. */
static gboolean
are_joined (const SvtEmitter *emitter, const SvtWay *a, const SvtWay *b)
{
  const guint32 *assigned = (const guint32 *)(gpointer)emitter->walker->assigned->data;
  return a->target == b->target && a->output == b->output && a->branch == b->branch &&
         a->n_assigned == b->n_assigned &&
         (a->n_assigned == 0 || memcmp (assigned + a->first_assigned, assigned + b->first_assigned,
                                        a->n_assigned * sizeof (guint32)) == 0);
}

static void
append_alternative (SvtEmitter *emitter, const SvtWay *way)
{
  GString *guard = emitter->guard;
  if (guard->len > 0)
    g_string_append (guard, " || ");
  if (way->n_decisions == 0)
    g_string_append (guard, "true");
  for (guint32 i = 0; i < way->n_decisions; i++) {
    const SvtDecision *made =
        &g_array_index (emitter->walker->decisions, SvtDecision, way->first_decision + i);
    const SvtName *name = g_ptr_array_index (emitter->program->thresholds, made->threshold);
    g_string_append (guard, i > 0 ? " && insample " : "insample ");
    g_string_append (guard, made->comparison == COUPLET_LESS ? "< " : ">= ");
    g_string_append (guard, name->text);
  }
}

static SvtPlace
place_of_way (const SvtEmitter *emitter, const SvtWay *way)
{
  return way->branch != NULL   ? way->branch->place
         : way->output != NULL ? way->output->place
                               : emitter->walker->reading->statement->place;
}

/* The guard of way and of later ones that are joined with it. Guards of shared
 * sampling have no alternatives: there each way is a transition. */
static gboolean
write_guard (SvtEmitter *emitter, guint first)
{
  const GArray *ways = emitter->walker->ways;
  const SvtWay *way = way_at (emitter, first);
  guint alternatives = 1;
  g_string_truncate (emitter->guard, 0);
  append_alternative (emitter, way);
  if (emitter->program->sampling == COUPLET_SHARED)
    return TRUE;
  for (guint i = first + 1; i < ways->len; i++) {
    emitter->walker->work++;
    if (emitter->joined[i] || !are_joined (emitter, way, way_at (emitter, i)))
      continue;
    emitter->joined[i] = 1;
    append_alternative (emitter, way_at (emitter, i));
    alternatives++;
  }
  if (alternatives <= MAX_ALTERNATIVES)
    return TRUE;
  svt_error (emitter->program->reporter, place_of_way (emitter, way),
             "its condition has more than %d alternatives when written out", MAX_ALTERNATIVES);
  return FALSE;
}

/* What the steps are called that belong to an output which reads. */
static const char *
name_of_output (const SvtStatement *output)
{
  return output->output == SVT_OUTPUT_ARGMAX ? "argmax" : "snap";
}

/* The value read, or what it has over a threshold. */
static void
write_value (SvtEmitter *emitter, const SvtStatement *output)
{
  const SvtStatement *read = emitter->walker->reading->statement;
  gboolean gap = output->output == SVT_OUTPUT_GAP;
  const SvtName *threshold = output->source != NULL ? output->source
                             : read->is_threshold   ? read->name
                                                    : NULL;
  if (threshold == NULL && emitter->winner != NULL && emitter->program->thresholds->len == 1)
    threshold = g_ptr_array_index (emitter->program->thresholds, 0);
  g_string_assign (emitter->output, gap ? "gap" : "insample");
  if (threshold != NULL)
    g_string_append_printf (emitter->output, "(%s)", threshold->text);
}

/* A name for the step alone, among those from the same reading. */
static void
write_silent (SvtEmitter *emitter, const SvtWay *way)
{
  guint number = 1;
  for (guint i = 0; way_at (emitter, i) != way; i++)
    number += way_at (emitter, i)->is_silent && !emitter->joined[i];
  g_string_assign (emitter->output, "silent(again");
  if (number > 1)
    g_string_append_printf (emitter->output, " %u", number);
  g_string_append_c (emitter->output, ')');
}

static void
write_output (SvtEmitter *emitter, const SvtWay *way)
{
  const SvtStatement *output = way->output;
  GString *text = emitter->output;
  if (way->is_silent)
    write_silent (emitter, way);
  else if (way->is_entry)
    g_string_assign (text, name_of_output (svt_statement_at (emitter, way->target)));
  else if (output == NULL)
    g_string_assign (text, SVT_THRESHOLD_SYMBOL);
  else if (output->kind == SVT_HALT)
    g_string_assign (text, SVT_HALT_SYMBOL);
  else if (output->output == SVT_OUTPUT_ARGMAX)
    g_string_assign (text, name_of_output (output));
  else if (output->output == SVT_OUTPUT_FRESH || output->output == SVT_OUTPUT_SNAP)
    g_string_assign (text, "fresh");
  else if (output->output == SVT_OUTPUT_SYMBOL)
    g_string_assign (text, output->name->text);
  else
    write_value (emitter, output);
}

static void
write_assignment (SvtEmitter *emitter, const SvtWay *way)
{
  g_array_set_size (emitter->assign, 0);
  for (guint32 i = 0; i < way->n_assigned; i++) {
    guint32 v = g_array_index (emitter->walker->assigned, guint32, way->first_assigned + i);
    const SvtName *name = g_ptr_array_index (emitter->program->thresholds, v);
    CoupletText text = COUPLET_TEXT (name->text);
    g_array_append_val (emitter->assign, text);
  }
}

/* ---- States ---------------------------------------------------------------------------- */

static gboolean
same_snap (const SvtSnap *a, const SvtSnap *b)
{
  return a == b ||
         (a != NULL && b != NULL && g_strcmp0 (a->bound_text, b->bound_text) == 0 &&
          g_strcmp0 (a->grid_text, b->grid_text) == 0 && a->is_floating == b->is_floating);
}

/* The first of the fresh outputs after the reading, or NULL: a state has one copy for all. */
static const SvtStatement *
find_fresh (SvtEmitter *emitter)
{
  const SvtStatement *first = NULL;
  for (guint i = 0; i < emitter->walker->ways->len; i++) {
    const SvtStatement *output = way_at (emitter, i)->output;
    if (output == NULL || output == first ||
        (output->output != SVT_OUTPUT_FRESH && output->output != SVT_OUTPUT_SNAP))
      continue;
    if (first == NULL)
      first = output;
    else if (first->draw->noise != output->draw->noise ||
             g_strcmp0 (first->draw->d, output->draw->d) ||
             g_strcmp0 (first->draw->mu, output->draw->mu) ||
             !same_snap (first->snap, output->snap)) {
      svt_error (emitter->program->reporter, output->place,
                 "another fresh output after the same reading (on line %u) has other noise; "
                 "expected the same, for a reading has one fresh copy",
                 first->place.line);
      break;
    }
  }
  return first;
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
emit_state (SvtEmitter *emitter)
{
  const SvtStatement *read = emitter->walker->reading->statement;
  const SvtStatement *output = find_fresh (emitter);
  const SvtDraw *fresh = output != NULL ? output->draw : NULL;
  const SvtSnap *snap = output != NULL ? output->snap : NULL;
  gboolean samples = read->kind == SVT_READ || read->output == SVT_OUTPUT_ARGMAX;
  CoupletNoiseSpec d = {COUPLET_TEXT_LEFT_OUT, optional_text (samples ? read->draw->d : NULL)};
  CoupletStateSpec state = {.name = text_of (emitter->from),
                            .input = COUPLET_TEXT (couplet_input_to_string (read->draw->input)),
                            .d = &d,
                            .n_d = samples ? 1 : 0,
                            .mu = optional_text (samples ? read->draw->mu : NULL),
                            .d_fresh = optional_text (fresh != NULL ? fresh->d : NULL),
                            .mu_fresh = optional_text (fresh != NULL ? fresh->mu : NULL),
                            .place = {read->place.line, read->place.column},
                            .noise = noise_text (samples ? read->draw : NULL),
                            .noise_fresh = noise_text (fresh),
                            .snap_bound = optional_text (snap != NULL ? snap->bound_text : NULL),
                            .snap_grid = optional_text (snap != NULL ? snap->grid_text : NULL)};
  if (snap != NULL && snap->is_floating)
    state.floating = COUPLET_TEXT ("true");
  if (read->kind == SVT_READ && !read->is_threshold)
    state.reading = COUPLET_TEXT (read->name->text);
  couplet_builder_add_state (emitter->builder, &state);
}

/* ---- Ways from a state ------------------------------------------------------------------- */

/* The kinds of outputs that an observer tells apart: symbols by their names. */
static const char *
kind_of_output (const SvtStatement *output)
{
  return output->kind == SVT_HALT              ? SVT_HALT_SYMBOL
         : output->output == SVT_OUTPUT_SYMBOL ? output->name->text
         : output->output == SVT_OUTPUT_ARGMAX ? "(an index)"
                                               : "(a real value)";
}

/* Notes what is seen of way. */
static void
note_output (SvtEmitter *emitter, const SvtWay *way)
{
  if (!emitter->has_answers)
    return;
  const SvtStatement *output =
      way->is_entry ? svt_statement_at (emitter, way->target) : way->output;
  const char *kind = output != NULL ? kind_of_output (output) : SVT_THRESHOLD_SYMBOL;
  emitter->is_ambiguous |= way->is_silent || !g_hash_table_add (emitter->kinds, (gpointer)kind);
}

static void
emit_transition (SvtEmitter *emitter, const SvtWay *way)
{
  SvtPlace place = place_of_way (emitter, way);
  CoupletTransitionSpec spec = {.from = text_of (emitter->from),
                                .to = text_of (emitter->to),
                                .guard = text_of (emitter->guard),
                                .output = text_of (emitter->output),
                                .assign = (const CoupletText *)(gpointer)emitter->assign->data,
                                .n_assign = emitter->assign->len,
                                .place = {place.line, place.column}};
  if (way->is_entry || (way->output != NULL && way->output->output == SVT_OUTPUT_ARGMAX))
    svt_held_add (emitter->held, &spec);
  else
    couplet_builder_add_transition (emitter->builder, &spec);
}

/* The way on from an argmax. Which answer wins does not matter, since all are drawn alike: the
 * first is drawn and stored, and each of the others is below it. That is the probability of an
 * index, and its cost; of no other path. */
static void
emit_argmax (SvtEmitter *emitter, const SvtWay *way)
{
  const SvtStatement *argmax = way->output;
  g_autofree char *first = g_strdup (emitter->from->str);
  for (guint answer = 1; answer <= argmax->count; answer++) {
    CoupletText winner = COUPLET_TEXT (emitter->winner);
    g_array_set_size (emitter->assign, 0);
    if (answer == 1)
      g_array_append_val (emitter->assign, winner);
    else
      emit_state (emitter);
    g_string_assign (emitter->guard, "true");
    if (answer > 1)
      g_string_printf (emitter->guard, "insample < %s", emitter->winner);
    svt_names_write (emitter->names, way->target, emitter->to);
    if (answer < argmax->count) {
      g_string_assign (emitter->to, first);
      svt_names_number (emitter->to, answer + 1);
    }
    emit_transition (emitter, way);
    g_string_assign (emitter->from, emitter->to->str);
  }
}

gboolean
svt_emit (SvtEmitter *emitter, guint32 state)
{
  svt_names_write (emitter->names, state, emitter->from);
  emit_state (emitter);
  guint n = emitter->walker->ways->len;
  memset (emitter->joined, 0, SVT_MAX_WAYS);
  g_hash_table_remove_all (emitter->kinds);
  for (guint i = 0; i < n; i++) {
    const SvtWay *way = way_at (emitter, i);
    if (emitter->joined[i])
      continue;
    if (!write_guard (emitter, i))
      return FALSE;
    write_output (emitter, way);
    write_assignment (emitter, way);
    svt_names_write (emitter->names, way->target, emitter->to);
    note_output (emitter, way);
    if (way->output != NULL && way->output->output == SVT_OUTPUT_ARGMAX)
      emit_argmax (emitter, way);
    else
      emit_transition (emitter, way);
  }
  return TRUE;
}

/* ---- Steps before an output ---- */

struct SvtHeld {
  CoupletArena *arena;
  GArray *transitions; /* CoupletTransitionSpec */
};

SvtHeld *
svt_held_new (void)
{
  SvtHeld *held = g_new0 (SvtHeld, 1);
  held->arena = couplet_arena_new ();
  held->transitions = g_array_new (FALSE, FALSE, sizeof (CoupletTransitionSpec));
  return held;
}

void
svt_held_free (SvtHeld *held)
{
  if (held == NULL)
    return;
  couplet_arena_free (held->arena);
  g_array_unref (held->transitions);
  g_free (held);
}

static CoupletText
copy (SvtHeld *held, CoupletText text)
{
  return (CoupletText){couplet_arena_strndup (held->arena, text.text, text.length), text.length};
}

void
svt_held_add (SvtHeld *held, const CoupletTransitionSpec *transition)
{
  CoupletTransitionSpec kept = *transition;
  CoupletText *assign = couplet_arena_new_array (held->arena, CoupletText, transition->n_assign);
  kept.from = copy (held, transition->from);
  kept.to = copy (held, transition->to);
  kept.guard = copy (held, transition->guard);
  kept.output = copy (held, transition->output);
  for (gsize i = 0; i < transition->n_assign; i++)
    assign[i] = copy (held, transition->assign[i]);
  kept.assign = assign;
  g_array_append_val (held->transitions, kept);
}

static gboolean
same_text (CoupletText a, CoupletText b)
{
  return a.length == b.length && memcmp (a.text, b.text, a.length) == 0;
}

/* Which of those from the same state with the same name it is, from 1; they stand together. */
static guint
number_of (const SvtHeld *held, guint i)
{
  const CoupletTransitionSpec *all =
      (const CoupletTransitionSpec *)(gpointer)held->transitions->data;
  guint number = 1;
  for (guint j = i; j > 0 && same_text (all[j - 1].from, all[i].from); j--)
    number += same_text (all[j - 1].output, all[i].output);
  return number;
}

void
svt_held_give (SvtHeld *held, CoupletBuilder *builder, gboolean silent)
{
  g_autoptr (GString) name = g_string_new (NULL);
  for (guint i = 0; i < held->transitions->len; i++) {
    CoupletTransitionSpec transition = g_array_index (held->transitions, CoupletTransitionSpec, i);
    guint number = silent ? number_of (held, i) : 1;
    g_string_printf (name, silent ? "silent(%s" : "%s", transition.output.text);
    if (number > 1)
      g_string_append_printf (name, " %u", number);
    if (silent)
      g_string_append_c (name, ')');
    transition.output = (CoupletText){name->str, name->len};
    couplet_builder_add_transition (builder, &transition);
  }
}
