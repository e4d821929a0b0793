/* SPDX-License-Identifier: Apache-2.0 */
#include "collected.h"
#include "linear.h"
#include "resolve.h"
#include "wellposed.h"

#include <couplet/internal/large.h>

#define MAX_STATES 200000000u
#define MAX_TRANSITIONS 500000000u

CoupletBuilder *
couplet_builder_new (CoupletDiagnostics *diagnostics)
{
  CoupletBuilder *builder = g_new0 (CoupletBuilder, 1);
  builder->diagnostics = diagnostics;
  builder->arena = couplet_arena_new ();
  builder->name = g_strdup ("");
  couplet_rational_init (&builder->sensitivity);
  couplet_rational_init (&builder->claim);
  mpq_set_ui (builder->sensitivity.value, 1, 1);
  builder->thresholds = names_new (builder->arena);
  builder->state_names = names_new (builder->arena);
  builder->noise_texts = names_new (builder->arena);
  builder->guard_texts = names_new (builder->arena);
  builder->output_texts = names_new (builder->arena);
  builder->assign_texts = names_new (builder->arena);
  builder->readings = names_new (builder->arena);
  builder->initial_name = COUPLET_NONE;
  builder->key = g_string_new (NULL);
  /* number 0 of each is what is there when nothing is said */
  names_intern (builder->guard_texts, COUPLET_TEXT ("true"));
  names_intern (builder->assign_texts, COUPLET_TEXT (""));
  return builder;
}

void
couplet_builder_free (CoupletBuilder *builder)
{
  if (builder == NULL)
    return;
  names_free (builder->thresholds);
  names_free (builder->state_names);
  names_free (builder->noise_texts);
  names_free (builder->guard_texts);
  names_free (builder->output_texts);
  names_free (builder->assign_texts);
  names_free (builder->readings);
  couplet_rational_clear (&builder->sensitivity);
  couplet_rational_clear (&builder->claim);
  couplet_arena_free (builder->arena);
  g_string_free (builder->key, TRUE);
  if (builder->linear != NULL)
    g_string_free (builder->linear, TRUE);
  g_free (builder->state_of_name);
  g_free (builder->states);
  g_free (builder->transitions);
  g_free (builder->name);
  g_free (builder);
}

static char *
quote (CoupletText text)
{
  return couplet_quote (text.text, (gssize)text.length);
}

/* A byte that no name may have: controls, among them SEPARATOR and NUL. */
static gboolean
has_control (CoupletText text)
{
  for (gsize i = 0; i < text.length; i++)
    if ((guchar)text.text[i] < 0x20 || text.text[i] == 0x7f)
      return TRUE;
  return FALSE;
}

/* TRUE when text can be a name or a symbol; else reports what is wrong with it. */
static gboolean
check_name (CoupletBuilder *builder, const char *what, CoupletText text, CoupletPlace place)
{
  const char *wrong = NULL;
  if (text.text == NULL)
    wrong = "is missing";
  else if (text.length == 0)
    wrong = "is empty";
  else if (text.length > LONGEST_NAME)
    wrong = "is longer than " G_STRINGIFY (LONGEST_NAME) " bytes";
  else if (has_control (text))
    wrong = "has a control character";
  else if (!g_utf8_validate_len (text.text, text.length, NULL))
    wrong = "is not valid UTF-8";
  if (wrong == NULL)
    return TRUE;
  g_autofree char *quoted = text.length > 0 ? quote (text) : NULL;
  builder_error (builder, place, "%s%s%s %s", what, quoted != NULL ? " " : "",
                 quoted != NULL ? quoted : "", wrong);
  return FALSE;
}

void
couplet_builder_set_name (CoupletBuilder *builder, CoupletText name, CoupletPlace place)
{
  if (name.length == 0 || !check_name (builder, "the automaton's name", name, place))
    return;
  g_free (builder->name);
  builder->name = g_strndup (name.text, name.length);
}

/* The number of value among words; of the first one, with an error reported, when it is none. */
static guint
read_word (CoupletBuilder *builder, const char *what, CoupletText value, CoupletPlace place,
           const char *const *words)
{
  guint number;
  g_autofree char *fault = collected_find_word (what, value, words, &number);
  if (fault == NULL)
    return number;
  builder_error (builder, place, "%s", fault);
  return 0;
}

void
couplet_builder_set_sampling (CoupletBuilder *builder, CoupletText value, CoupletPlace place)
{
  builder->sampling =
      (CoupletSampling)read_word (builder, "sampling", value, place, sampling_words);
}

void
couplet_builder_set_adjacency (CoupletBuilder *builder, CoupletText value, CoupletPlace place)
{
  builder->adjacency =
      (CoupletAdjacency)read_word (builder, "adjacency", value, place, adjacency_words);
}

/* Sets *number to value; reports what is wrong with what is called name. */
static void
set_positive (CoupletBuilder *builder, const char *name, CoupletText value, CoupletPlace place,
              CoupletRational *number)
{
  g_autoptr (GError) error = NULL;
  if (!couplet_rational_parse (number, value.text, value.length, &error))
    builder_error (builder, place, "%s: %s", name, error->message);
  else if (mpq_sgn (number->value) <= 0)
    builder_error (builder, place, "%s must be positive", name);
}

void
couplet_builder_set_sensitivity (CoupletBuilder *builder, CoupletText value, CoupletPlace place)
{
  set_positive (builder, "sensitivity", value, place, &builder->sensitivity);
}

void
couplet_builder_set_claim (CoupletBuilder *builder, CoupletText value, CoupletPlace place)
{
  set_positive (builder, "claim", value, place, &builder->claim);
}

static gboolean
is_identifier (CoupletText text)
{
  for (gsize i = 0; i < text.length; i++)
    if (!(g_ascii_isalpha (text.text[i]) || text.text[i] == '_' ||
          (i > 0 && g_ascii_isdigit (text.text[i]))))
      return FALSE;
  return text.length > 0;
}

void
couplet_builder_add_threshold (CoupletBuilder *builder, CoupletText name, CoupletPlace place)
{
  if (!check_name (builder, "a threshold's name", name, place))
    return;
  g_autofree char *quoted = quote (name);
  if (!is_identifier (name))
    builder_error (builder, place,
                   "threshold %s: a name is letters, digits and '_', not beginning with a digit",
                   quoted);
  else if (couplet_text_is (name, "insample") || couplet_text_is (name, "fresh") ||
           couplet_text_is (name, "true"))
    builder_error (builder, place, "threshold %s has a name that means something else", quoted);
  else if (names_find (builder->thresholds, name) != COUPLET_NONE)
    builder_error (builder, place, "threshold %s is declared twice", quoted);
  else
    names_intern (builder->thresholds, name);
}

/* The number of text in names, which holds what can be a name; COUPLET_NONE, with an error about
 * what reported, when text cannot. */
static guint32
intern_name (CoupletBuilder *builder, Names *names, const char *what, CoupletText text,
             CoupletPlace place)
{
  guint32 number = text.text != NULL ? names_find (names, text) : COUPLET_NONE;
  if (number != COUPLET_NONE)
    return number;
  return check_name (builder, what, text, place) ? names_intern (names, text) : COUPLET_NONE;
}

/* The same of a state's name, which gets room in state_of_name. */
static guint32
intern_state_name (CoupletBuilder *builder, const char *what, CoupletText name, CoupletPlace place)
{
  guint32 number = intern_name (builder, builder->state_names, what, name, place);
  if (number == COUPLET_NONE || number < builder->n_state_of_name)
    return number;
  if (builder->n_state_of_name == builder->state_of_name_room) {
    builder->state_of_name_room = MAX (64, builder->state_of_name_room * 2);
    builder->state_of_name =
        couplet_large_renew (guint32, builder->state_of_name, builder->state_of_name_room);
  }
  builder->state_of_name[builder->n_state_of_name++] = COUPLET_NONE;
  return number;
}

void
couplet_builder_set_initial (CoupletBuilder *builder, CoupletText state, CoupletPlace place)
{
  guint32 name = intern_state_name (builder, "the initial state's name", state, place);
  if (name == COUPLET_NONE)
    return;
  if (builder->initial_name != COUPLET_NONE)
    builder_error (builder, place, "a second initial state '%s'; '%s' is initial already",
                   names_text (builder->state_names, name),
                   names_text (builder->state_names, builder->initial_name));
  else {
    builder->initial_name = name;
    builder->initial_place = place;
  }
}

/* TRUE when there is room for one more of what; else reports it once. */
static gboolean
has_room (CoupletBuilder *builder, guint32 count, guint32 limit, const char *what,
          CoupletPlace place)
{
  if (count < limit)
    return TRUE;
  if (!builder->full)
    builder_error (builder, place, "more than %u %s", limit, what);
  builder->full = TRUE;
  return FALSE;
}

/* What a state says of its noise besides d, in the order of the noise key. */
static const struct {
  gsize offset; /* of a CoupletText in CoupletStateSpec */
  const char *what;
} NOISE_FIELDS[] = {
    {G_STRUCT_OFFSET (CoupletStateSpec, mu), "mu"},
    {G_STRUCT_OFFSET (CoupletStateSpec, d_fresh), "d_fresh"},
    {G_STRUCT_OFFSET (CoupletStateSpec, mu_fresh), "mu_fresh"},
    {G_STRUCT_OFFSET (CoupletStateSpec, noise), "noise"},
    {G_STRUCT_OFFSET (CoupletStateSpec, noise_fresh), "noise_fresh"},
    {G_STRUCT_OFFSET (CoupletStateSpec, snap_bound), "the bound of snap"},
    {G_STRUCT_OFFSET (CoupletStateSpec, snap_grid), "the grid of snap"},
    {G_STRUCT_OFFSET (CoupletStateSpec, floating), "floating"},
};

/* A field of the noise key; a text that could not be a number, or a kind of noise, is left
 * for resolve_collected() to refuse, but must not have a SEPARATOR. */
static gboolean
append_field (CoupletBuilder *builder, const CoupletStateSpec *state, const char *what,
              CoupletText text)
{
  if (text.length <= COUPLET_RATIONAL_MAX_LENGTH && !has_control (text)) {
    g_string_append_len (builder->key, text.text, (gssize)text.length);
    return TRUE;
  }
  g_autofree char *name = quote (state->name);
  g_autofree char *value = quote (text);
  builder_error (builder, state->place, "state %s: %s is %s, which is not a %s", name, what, value,
                 g_str_has_prefix (what, "noise") ? "kind of noise"
                 : g_str_equal (what, "floating") ? "truth value"
                                                  : "number");
  return FALSE;
}

/* The number of the state's noise in noise_texts: NOISE_FIELDS, then threshold and value of each
 * d, each after a SEPARATOR and empty where it is left out. */
static gboolean
intern_noise (CoupletBuilder *builder, const CoupletStateSpec *state, guint32 *noise)
{
  gboolean good = TRUE;
  GString *key = builder->key;
  g_string_truncate (key, 0);
  for (guint i = 0; i < G_N_ELEMENTS (NOISE_FIELDS); i++) {
    CoupletText text = G_STRUCT_MEMBER (CoupletText, state, NOISE_FIELDS[i].offset);
    g_string_append_c (key, SEPARATOR);
    if (text.text != NULL)
      good &= append_field (builder, state, NOISE_FIELDS[i].what, text);
  }
  for (gsize i = 0; i < state->n_d; i++) {
    const CoupletNoiseSpec *d = &state->d[i];
    g_string_append_c (key, SEPARATOR);
    if (d->threshold.text != NULL)
      good &= append_field (builder, state, "a threshold", d->threshold);
    g_string_append_c (key, SEPARATOR);
    if (d->value.text != NULL)
      good &= append_field (builder, state, "d", d->value);
  }
  if (good)
    *noise = names_intern (builder->noise_texts, (CoupletText){key->str, key->len});
  return good;
}

static void
read_input (CoupletBuilder *builder, const CoupletStateSpec *state, CoupletInput *input)
{
  *input = COUPLET_PRIVATE;
  if (state->input.text == NULL)
    return;
  guint number;
  g_autofree char *fault = collected_find_word ("input", state->input, input_words, &number);
  if (fault == NULL) {
    *input = (CoupletInput)number;
    return;
  }
  g_autofree char *name = quote (state->name);
  builder_error (builder, state->place, "state %s: %s", name, fault);
}

void
couplet_builder_add_state (CoupletBuilder *builder, const CoupletStateSpec *spec)
{
  CollectedState state = {.place = spec->place, .reading = COUPLET_NONE};
  if (!has_room (builder, builder->n_states, MAX_STATES, "states", spec->place))
    return;
  state.name = intern_state_name (builder, "a state's name", spec->name, spec->place);
  if (state.name == COUPLET_NONE)
    return;
  guint32 *declared = &builder->state_of_name[state.name];
  if (*declared != COUPLET_NONE) {
    g_autofree char *quoted = quote (spec->name);
    guint32 line = builder->states[*declared].place.line;
    g_autofree char *first =
        line > 0 ? g_strdup_printf (", first on line %u", line) : g_strdup ("");
    builder_error (builder, spec->place, "state %s is declared twice%s", quoted, first);
    return;
  }
  /* where an error is reported, declared all the same, not to report its uses */
  read_input (builder, spec, &state.input);
  if (!intern_noise (builder, spec, &state.noise))
    state.noise = COUPLET_NONE;
  if (spec->reading.text != NULL)
    state.reading = intern_name (builder, builder->readings, "the name of a reading", spec->reading,
                                 spec->place);
  if (builder->n_states == builder->states_room) {
    builder->states_room = MAX (64, builder->states_room * 2);
    builder->states = couplet_large_renew (CollectedState, builder->states, builder->states_room);
  }
  *declared = builder->n_states;
  builder->states[builder->n_states++] = state;
}

/* The number of the assignment in assign_texts, COUPLET_NONE with an error reported. */
static guint32
intern_assign (CoupletBuilder *builder, const CoupletTransitionSpec *spec)
{
  gboolean good = TRUE;
  if (spec->n_assign == 0)
    return 0;
  g_string_truncate (builder->key, 0);
  for (gsize i = 0; i < spec->n_assign; i++) {
    good &= check_name (builder, "an assigned threshold's name", spec->assign[i], spec->place);
    if (i > 0)
      g_string_append_c (builder->key, SEPARATOR);
    g_string_append_len (builder->key, spec->assign[i].text, (gssize)spec->assign[i].length);
  }
  return good ? names_intern (builder->assign_texts,
                              (CoupletText){builder->key->str, builder->key->len})
              : COUPLET_NONE;
}

/* The number of the output in output_texts, COUPLET_NONE with an error reported. */
static guint32
intern_output (CoupletBuilder *builder, const CoupletTransitionSpec *spec,
               const CollectedTransition *transition)
{
  CoupletText output = spec->output;
  g_autofree char *what = NULL;
  if (output.text == NULL || output.length == 0 || output.length > LONGEST_NAME) {
    g_autofree char *which = collected_describe (builder, transition->from, transition->to);
    what = g_strdup_printf ("the output of %s", which);
  }
  return intern_name (builder, builder->output_texts, what != NULL ? what : "output", output,
                      spec->place);
}

void
couplet_builder_add_transition (CoupletBuilder *builder, const CoupletTransitionSpec *spec)
{
  if (!has_room (builder, builder->n_transitions, MAX_TRANSITIONS, "transitions", spec->place))
    return;
  CollectedTransition transition = {.place = spec->place};
  if (spec->to.text != NULL)
    names_prefetch (builder->state_names, spec->to);
  transition.from = intern_state_name (builder, "a transition's source", spec->from, spec->place);
  transition.to = intern_state_name (builder, "a transition's target", spec->to, spec->place);
  if (transition.from == COUPLET_NONE || transition.to == COUPLET_NONE) {
    builder->dropped = TRUE;
    return;
  }
  transition.output = intern_output (builder, spec, &transition);
  transition.assign = intern_assign (builder, spec);
  if (spec->guard.text != NULL)
    transition.guard = names_intern (builder->guard_texts, spec->guard);
  if (builder->n_transitions == builder->transitions_room) {
    builder->transitions_room = MAX (64, builder->transitions_room * 2);
    builder->transitions =
        couplet_large_renew (CollectedTransition, builder->transitions, builder->transitions_room);
  }
  builder->transitions[builder->n_transitions++] = transition;
}

void
couplet_builder_set_linear (CoupletBuilder *builder, CoupletText text)
{
  if (builder->linear == NULL)
    builder->linear = g_string_new (NULL);
  g_string_truncate (builder->linear, 0);
  g_string_append_len (builder->linear, text.text, (gssize)text.length);
}

CoupletAutomaton *
couplet_builder_finish (CoupletBuilder *builder)
{
  if (builder->linear != NULL)
    return collected_has_all (builder)
               ? linear_parse (builder->linear->str, builder->linear->len, builder->diagnostics)
               : NULL;
  OwnedAutomaton *owned = g_new0 (OwnedAutomaton, 1);
  couplet_rational_init (&owned->automaton.sensitivity);
  couplet_rational_init (&owned->automaton.claim);
  owned->arena = builder->arena;
  gboolean complete = resolve_collected (builder, owned);
  builder->arena = couplet_arena_new ();
  /* without what the frontend could not read, an automaton that nobody wrote would be judged */
  if (collected_has_all (builder) &&
      check_well_posed (builder->diagnostics, owned, complete && !builder->dropped))
    return &owned->automaton;
  couplet_automaton_free (&owned->automaton);
  return NULL;
}
