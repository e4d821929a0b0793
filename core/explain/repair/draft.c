/* SPDX-License-Identifier: Apache-2.0 */
#include "draft.h"

#define NOWHERE ((CoupletPlace){0, 0})

static void
clear_state (gpointer data)
{
  DraftState *state = data;
  g_free (state->name);
  g_free (state->d_fresh);
}

static void
clear_transition (gpointer data)
{
  DraftTransition *transition = data;
  g_free (transition->guard);
  g_free (transition->output);
}

Draft *
draft_new (const CoupletAutomaton *automaton)
{
  Draft *draft = g_new0 (Draft, 1);
  draft->automaton = automaton;
  draft->states = g_array_new (FALSE, FALSE, sizeof (DraftState));
  draft->transitions = g_array_new (FALSE, FALSE, sizeof (DraftTransition));
  g_array_set_clear_func (draft->states, clear_state);
  g_array_set_clear_func (draft->transitions, clear_transition);
  return draft;
}

void
draft_free (Draft *draft)
{
  if (draft == NULL)
    return;
  g_array_unref (draft->states);
  g_array_unref (draft->transitions);
  g_clear_pointer (&draft->rates, g_ptr_array_unref);
  g_free (draft);
}

static gboolean
has_state (const Draft *draft, const char *name)
{
  for (guint i = 0; i < draft->states->len; i++)
    if (g_str_equal (draft_state (draft, i)->name, name))
      return TRUE;
  return FALSE;
}

static gboolean
has_output (const Draft *draft, const char *name)
{
  for (guint i = 0; i < draft->transitions->len; i++)
    if (g_str_equal (draft_transition (draft, i)->output, name))
      return TRUE;
  return FALSE;
}

/* name, or name with the first number after it that makes it new. */
static char *
make_unique (const Draft *draft, const char *name,
             gboolean (*is_taken) (const Draft *draft, const char *name))
{
  char *unique = g_strdup (name);
  for (guint i = 2; is_taken (draft, unique); i++) {
    g_free (unique);
    unique = g_strdup_printf ("%s %u", name, i);
  }
  return unique;
}

/* The same with a name that is known to be new. */
static guint
append_state (Draft *draft, const char *name, guint32 like)
{
  DraftState state = {.name = g_strdup (name), .like = like};
  g_array_append_val (draft->states, state);
  return draft->states->len - 1;
}

guint
draft_add_state (Draft *draft, const char *name, guint32 like)
{
  g_autofree char *unique = make_unique (draft, name, has_state);
  return append_state (draft, unique, like);
}

void
draft_add_transition (Draft *draft, guint from, guint to, guint32 like)
{
  const CoupletAutomaton *a = draft->automaton;
  DraftTransition transition = {
      .from = from,
      .to = to,
      .like = like,
      .guard = couplet_guard_to_string (a, couplet_guard_of (a, like)),
      .output = g_strdup (couplet_output_of (a, like)->name),
      .assignment = a->assignment[like],
  };
  g_array_append_val (draft->transitions, transition);
}

Draft *
draft_copy (const CoupletAutomaton *automaton)
{
  Draft *draft = draft_new (automaton);
  for (guint32 q = 0; q < automaton->n_states; q++)
    append_state (draft, automaton->states[q].name, q);
  for (guint32 t = 0; t < automaton->n_transitions; t++)
    draft_add_transition (draft, automaton->source[t], automaton->target[t], t);
  draft->initial = automaton->initial;
  return draft;
}

guint32
draft_origin (const Draft *draft, const CoupletAutomaton *built, guint32 transition)
{
  /* states keep their order, and so do the transitions that leave one */
  guint32 from = built->source[transition], rank = transition - built->row[from];
  for (guint i = 0; i < draft->transitions->len; i++)
    if (draft_transition (draft, i)->from == from && rank-- == 0)
      return draft_transition (draft, i)->like;
  return COUPLET_NONE;
}

char *
draft_new_symbol (const Draft *draft, const char *name)
{
  return make_unique (draft, name, has_output);
}

/* ---- Building ---------------------------------------------------------------------- */

static CoupletText
text_of (const char *text)
{
  return text != NULL ? COUPLET_TEXT (text) : COUPLET_TEXT_LEFT_OUT;
}

/* The text of a number, NULL when it was left out. The caller frees it. */
static char *
number_text (const CoupletAutomaton *a, guint32 number)
{
  return number != COUPLET_NONE ? couplet_number_to_string (a, number) : NULL;
}

/* The text of the noise parameter of sample slot of a state of the automaton, which number is when
 * no rate replaces it. */
static char *
rate_text (const Draft *draft, guint32 state, guint32 slot, guint32 number)
{
  const char *rate =
      draft->rates != NULL ? draft->rates->pdata[draft_rate (draft->automaton, state, slot)] : NULL;
  return rate != NULL ? g_strdup (rate) : number_text (draft->automaton, number);
}

static gboolean
outputs_fresh (const Draft *draft, guint state)
{
  for (guint i = 0; i < draft->transitions->len; i++)
    if (draft_transition (draft, i)->from == state &&
        g_str_equal (draft_transition (draft, i)->output, "fresh"))
      return TRUE;
  return FALSE;
}

static void
build_state (const Draft *draft, CoupletBuilder *builder, guint number)
{
  const CoupletAutomaton *a = draft->automaton;
  const DraftState *state = draft_state (draft, number);
  const CoupletState *like = &a->states[state->like];
  const CoupletNoise *noise = &a->noises[like->noise];
  const CoupletNoiseKinds *kinds = &a->noise_kinds[like->noise];
  guint32 slots = a->sampling == COUPLET_SHARED ? 1 : a->n_thresholds;
  gboolean named = slots > 1;
  g_autoptr (GArray) d = g_array_new (FALSE, FALSE, sizeof (CoupletNoiseSpec));
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  for (guint32 v = 0; v < slots; v++) {
    char *text = rate_text (draft, state->like, v, noise->d[v]);
    if (text == NULL)
      continue;
    g_ptr_array_add (texts, text);
    CoupletNoiseSpec spec = {named ? text_of (a->thresholds[v]) : COUPLET_TEXT_LEFT_OUT,
                             text_of (text)};
    g_array_append_val (d, spec);
  }
  g_autofree char *mu = number_text (a, noise->mu);
  g_autofree char *mu_fresh = number_text (a, noise->mu_fresh);
  g_autofree char *d_fresh = state->d_fresh != NULL
                                 ? g_strdup (state->d_fresh)
                                 : rate_text (draft, state->like, DRAFT_FRESH, noise->d_fresh);
  const CoupletSnap *snap = outputs_fresh (draft, number) ? couplet_snap_of (a, like) : NULL;
  g_autofree char *bound = snap != NULL ? couplet_number_to_string (a, snap->bound) : NULL;
  g_autofree char *grid = snap != NULL ? couplet_number_to_string (a, snap->grid) : NULL;
  CoupletStateSpec spec = {.name = text_of (state->name),
                           .place = like->place,
                           .reading =
                               text_of (a->readings != NULL ? a->readings[state->like] : NULL),
                           .input = text_of (couplet_input_to_string (like->input)),
                           .noise = text_of (couplet_noise_kind_to_string (kinds->sample)),
                           .noise_fresh = text_of (couplet_noise_kind_to_string (kinds->fresh)),
                           .d = (const CoupletNoiseSpec *)(gpointer)d->data,
                           .n_d = d->len,
                           .mu = text_of (mu),
                           .d_fresh = text_of (d_fresh),
                           .mu_fresh = text_of (mu_fresh),
                           .snap_bound = text_of (bound),
                           .snap_grid = text_of (grid),
                           .floating = text_of (snap != NULL && snap->floating ? "true" : NULL)};
  couplet_builder_add_state (builder, &spec);
}

static void
build_transition (const Draft *draft, CoupletBuilder *builder, const DraftTransition *transition)
{
  const CoupletAutomaton *a = draft->automaton;
  const CoupletAssignment *assignment = &a->assignments[transition->assignment];
  g_autofree CoupletText *assign = g_new (CoupletText, assignment->n_thresholds + 1);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    assign[i] = text_of (a->thresholds[assignment->thresholds[i]]);
  CoupletTransitionSpec spec = {.from = text_of (draft_state (draft, transition->from)->name),
                                .to = text_of (draft_state (draft, transition->to)->name),
                                .guard = text_of (transition->guard),
                                .output = text_of (transition->output),
                                .assign = assign,
                                .n_assign = assignment->n_thresholds};
  if (transition->like != COUPLET_NONE)
    spec.place = a->place[transition->like];
  couplet_builder_add_transition (builder, &spec);
}

CoupletAutomaton *
draft_build (const Draft *draft)
{
  const CoupletAutomaton *a = draft->automaton;
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("draft");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  g_autofree char *sensitivity = couplet_rational_to_string (&a->sensitivity);
  couplet_builder_set_name (builder, text_of (a->name), NOWHERE);
  couplet_builder_set_sampling (
      builder, text_of (a->sampling == COUPLET_SHARED ? "shared" : "independent"), NOWHERE);
  couplet_builder_set_adjacency (builder, text_of (couplet_adjacency_to_string (a->adjacency)),
                                 NOWHERE);
  couplet_builder_set_sensitivity (builder, text_of (sensitivity), NOWHERE);
  if (couplet_has_claim (a)) {
    g_autofree char *claim = couplet_rational_to_string (&a->claim);
    couplet_builder_set_claim (builder, text_of (claim), NOWHERE);
  }
  for (guint32 v = 0; v < a->n_thresholds; v++)
    couplet_builder_add_threshold (builder, text_of (a->thresholds[v]), NOWHERE);
  couplet_builder_set_initial (builder, text_of (draft_state (draft, draft->initial)->name),
                               NOWHERE);
  for (guint i = 0; i < draft->states->len; i++)
    build_state (draft, builder, i);
  for (guint i = 0; i < draft->transitions->len; i++)
    build_transition (draft, builder, draft_transition (draft, i));
  return couplet_builder_finish (builder);
}
