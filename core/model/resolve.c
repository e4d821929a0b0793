/* SPDX-License-Identifier: Apache-2.0 */
/* From collected texts to indices: every distinct number, noise, guard, output
 * and assignment is read once, however many states and transitions share it. */
#include "resolve.h"

#include "guard_parse.h"

/* Beyond this many names, the nearest one is not looked for. */
#define MAX_SEARCHED_NAMES 2000

/* What a text stands for: an index, or nothing usable. */
typedef struct {
  guint32 index;       /* COUPLET_NONE: see messages; NEVER: a guard that cannot hold */
  GPtrArray *messages; /* char *: what is wrong with the text, NULL = nothing */
} Meaning;

#define NEVER (COUPLET_NONE - 1)

typedef struct {
  CoupletBuilder *builder;
  OwnedAutomaton *owned;
  Names *number_keys;                       /* lowest terms; the index is that of the number */
  GArray *numbers;                          /* CoupletRational */
  GArray *guards;                           /* CoupletGuard */
  GHashTable *gap_guards;                   /* guard and threshold of a gap -> guard */
  Meaning *noise, *guard, *output, *assign; /* per text of the builder */
} Resolver;

/* Takes message, if it is one, as something that is wrong; the same words only once. */
static void
take_fault (Meaning *meaning, char *message)
{
  if (message == NULL)
    return;
  if (meaning->messages == NULL)
    meaning->messages = g_ptr_array_new_with_free_func (g_free);
  if (g_ptr_array_find_with_equal_func (meaning->messages, message, g_str_equal, NULL))
    g_free (message);
  else
    g_ptr_array_add (meaning->messages, message);
  meaning->index = COUPLET_NONE;
}

static gboolean
is_shared (const Resolver *resolver)
{
  return resolver->builder->sampling == COUPLET_SHARED;
}

static guint32
n_thresholds (const Resolver *resolver)
{
  return names_count (resolver->builder->thresholds);
}

static CoupletText
text_of (const Names *names, guint32 i)
{
  return (CoupletText){names_text (names, i), names_length (names, i)};
}

/* A message about name, which is not among known; the caller frees it. */
static char *
unknown_name (const char *what, CoupletText name, const Names *known)
{
  g_autofree char *quoted = couplet_quote (name.text, (gssize)name.length);
  g_autofree char *text = g_strndup (name.text, name.length);
  guint32 n = names_count (known);
  const char *nearest = NULL;
  if (n <= MAX_SEARCHED_NAMES) {
    g_autofree const char **candidates = g_new0 (const char *, n + 1);
    for (guint32 i = 0; i < n; i++)
      candidates[i] = names_text (known, i);
    nearest = couplet_nearest (text, candidates);
  }
  g_autofree char *hint = couplet_suggest (nearest);
  return g_strdup_printf ("%s is not a declared %s%s", quoted, what, hint);
}

/* ---- Numbers and noise ------------------------------------------------------ */

static guint32
intern_number (Resolver *resolver, const CoupletRational *value)
{
  g_autofree char *key = couplet_rational_to_string (value);
  guint32 index = names_intern (resolver->number_keys, (CoupletText){key, strlen (key)});
  if (index == resolver->numbers->len) {
    CoupletRational number;
    couplet_rational_init (&number);
    mpq_set (number.value, value->value);
    g_array_append_val (resolver->numbers, number);
  }
  return index;
}

/* Sets *index to the number text stands for; a message when it stands for none. */
static char *
read_number (Resolver *resolver, const char *what, CoupletText text, gboolean is_noise,
             guint32 *index)
{
  if (is_noise && couplet_text_is (text, "none")) {
    *index = COUPLET_NO_NOISE;
    return NULL;
  }
  g_autoptr (GError) error = NULL;
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (!couplet_rational_parse (&value, text.text, text.length, &error))
    return g_strdup_printf ("%s: %s", what, error->message);
  if (is_noise && mpq_sgn (value.value) <= 0)
    return g_strdup_printf ("%s is %.*s; a noise parameter must be positive", what,
                            (int)MIN (text.length, 40), text.text);
  *index = intern_number (resolver, &value);
  return NULL;
}

/* Splits the next field off a noise text; FALSE at its end. A field of length 0
 * was left out. */
static gboolean
next_field (CoupletText *rest, CoupletText *field)
{
  if (rest->length == 0)
    return FALSE;
  const char *start = rest->text + 1; /* behind the SEPARATOR */
  gsize length = rest->length - 1;
  const char *end = memchr (start, SEPARATOR, length);
  gsize field_length = end == NULL ? length : (gsize)(end - start);
  *field = (CoupletText){start, field_length};
  *rest = (CoupletText){start + field_length, length - field_length};
  return TRUE;
}

/* Puts a value of d where it belongs. */
static char *
place_d (Resolver *resolver, CoupletText threshold, guint32 index, guint32 *d)
{
  guint32 slots = is_shared (resolver) ? 1 : n_thresholds (resolver);
  if (threshold.length == 0) {
    for (guint32 v = 0; v < slots; v++)
      d[v] = index;
    return NULL;
  }
  guint32 v = names_find (resolver->builder->thresholds, threshold);
  if (v == COUPLET_NONE) {
    g_autofree char *message = unknown_name ("threshold", threshold, resolver->builder->thresholds);
    return g_strdup_printf ("d: %s", message);
  }
  if (is_shared (resolver) && n_thresholds (resolver) > 1)
    return g_strdup ("d names a threshold, but with shared sampling all thresholds share one d");
  guint32 slot = is_shared (resolver) ? 0 : v;
  if (d[slot] != COUPLET_NONE)
    return g_strdup_printf ("d of threshold %s is given twice",
                            names_text (resolver->builder->thresholds, v));
  d[slot] = index;
  return NULL;
}

/* Sets *kind to the noise that text, perhaps left out, stands for; a message when there is
 * none. */
static char *
read_kind (const char *what, CoupletText text, CoupletNoiseKind *kind)
{
  guint number = 0;
  char *message = text.length == 0 ? NULL : collected_find_word (what, text, noise_words, &number);
  *kind = (CoupletNoiseKind)(COUPLET_LAPLACE + (message == NULL ? number : 0));
  return message;
}

static void
read_noise (Resolver *resolver, CoupletText rest, CoupletNoise *noise, CoupletNoiseKinds *kinds,
            Meaning *meaning)
{
  guint32 slots = is_shared (resolver) ? 1 : n_thresholds (resolver);
  guint32 *d = couplet_arena_new_array (resolver->owned->arena, guint32, slots);
  for (guint32 v = 0; v < slots; v++)
    d[v] = COUPLET_NONE;
  CoupletText zero = COUPLET_TEXT ("0"), field = zero, value;
  *noise = (CoupletNoise){d, 0, COUPLET_NONE, 0};

  next_field (&rest, &field);
  take_fault (meaning,
              read_number (resolver, "mu", field.length > 0 ? field : zero, FALSE, &noise->mu));
  next_field (&rest, &field);
  if (field.length > 0)
    take_fault (meaning, read_number (resolver, "d_fresh", field, TRUE, &noise->d_fresh));
  next_field (&rest, &field);
  take_fault (meaning, read_number (resolver, "mu_fresh", field.length > 0 ? field : zero, FALSE,
                                    &noise->mu_fresh));
  next_field (&rest, &field);
  take_fault (meaning, read_kind ("noise", field, &kinds->sample));
  next_field (&rest, &field);
  take_fault (meaning, read_kind ("noise_fresh", field, &kinds->fresh));
  while (next_field (&rest, &field) && next_field (&rest, &value)) {
    guint32 index = 0;
    take_fault (meaning, read_number (resolver, "d", value, TRUE, &index));
    take_fault (meaning, place_d (resolver, field, index, d));
  }
}

static void
resolve_noises (Resolver *resolver)
{
  CoupletBuilder *builder = resolver->builder;
  guint32 n = names_count (builder->noise_texts);
  CoupletNoise *noises = couplet_arena_new_array (resolver->owned->arena, CoupletNoise, n);
  CoupletNoiseKinds *kinds = couplet_arena_new_array (resolver->owned->arena, CoupletNoiseKinds, n);
  for (guint32 i = 0; i < n; i++) {
    resolver->noise[i].index = i;
    read_noise (resolver, text_of (builder->noise_texts, i), &noises[i], &kinds[i],
                &resolver->noise[i]);
  }
  resolver->owned->automaton.noises = noises;
  resolver->owned->automaton.noise_kinds = kinds;
  resolver->owned->automaton.n_noises = n;
}

/* ---- Guards, outputs, assignments --------------------------------------------- */

static void
append_key (GString *key, const CoupletGuard *guard)
{
  g_string_truncate (key, 0);
  for (guint32 i = 0; i < guard->n_alternatives; i++) {
    const CoupletConjunction *c = &guard->alternatives[i];
    g_string_append_len (key, (const char *)&c->n_literals, sizeof c->n_literals);
    for (guint32 j = 0; j < c->n_literals; j++)
      g_string_append_len (key, (const char *)&c->literals[j], sizeof c->literals[j]);
  }
}

static void
read_guard (Resolver *resolver, CoupletText text, Names *keys, Meaning *meaning)
{
  CoupletGuard guard;
  g_autoptr (GError) error = NULL;
  meaning->index = COUPLET_NONE;
  if (!guard_parse (&guard, text, resolver->builder->thresholds, resolver->owned->arena, &error)) {
    g_autofree char *quoted = couplet_quote (text.text, (gssize)text.length);
    take_fault (meaning, g_strdup_printf ("guard %s: %s", quoted, error->message));
  } else if (is_shared (resolver) && guard.n_alternatives > 1) {
    g_autofree char *quoted = couplet_quote (text.text, (gssize)text.length);
    take_fault (meaning,
                g_strdup_printf ("guard %s: with shared sampling a guard must be a conjunction "
                                 "of literals",
                                 quoted));
  } else if (guard.n_alternatives == 0)
    meaning->index = NEVER;
  else {
    g_autoptr (GString) key = g_string_new (NULL);
    append_key (key, &guard);
    meaning->index = names_intern (keys, (CoupletText){key->str, key->len});
    if (meaning->index == resolver->guards->len)
      g_array_append_val (resolver->guards, guard);
  }
}

/* The elements of array, moved to the arena. */
static gpointer
keep_array (Resolver *resolver, GArray *array, guint32 *n)
{
  gsize size = g_array_get_element_size (array);
  gpointer kept = couplet_arena_alloc_array (resolver->owned->arena, array->len, size);
  if (array->len > 0)
    memcpy (kept, array->data, array->len * size);
  *n = array->len;
  return kept;
}

static void
resolve_guards (Resolver *resolver)
{
  CoupletBuilder *builder = resolver->builder;
  g_autoptr (CoupletArena) scratch = couplet_arena_new ();
  g_autoptr (Names) keys = names_new (scratch);
  for (guint32 i = 0; i < names_count (builder->guard_texts); i++)
    read_guard (resolver, text_of (builder->guard_texts, i), keys, &resolver->guard[i]);
}

/* The literals of guard, with both comparisons with threshold. */
static CoupletGuard
with_gap (Resolver *resolver, const CoupletGuard *guard, guint32 threshold)
{
  CoupletGuard both = *guard;
  CoupletLiteral *literals =
      couplet_arena_new_array (resolver->owned->arena, CoupletLiteral, guard->n_literals + 1);
  guint32 at = 0;
  while (at < guard->n_literals && guard->literals[at].threshold < threshold)
    at++;
  guint32 behind = at + (at < guard->n_literals && guard->literals[at].threshold == threshold);
  for (guint32 i = 0; i < at; i++)
    literals[i] = guard->literals[i];
  literals[at] = (CoupletLiteral){threshold, COUPLET_LESS | COUPLET_GREATER_EQUAL};
  for (guint32 i = behind; i < guard->n_literals; i++)
    literals[at + 1 + i - behind] = guard->literals[i];
  both.n_literals = at + 1 + guard->n_literals - behind;
  both.literals = literals;
  return both;
}

/* The guard that a transition with that guard and output has. */
static guint32
guard_beside (Resolver *resolver, guint32 guard, guint32 output)
{
  const CoupletOutput *shown = &resolver->owned->automaton.outputs[output];
  if (shown->kind != COUPLET_GAP)
    return guard;
  gpointer known;
  gint64 key = (gint64)guard << 32 | shown->threshold;
  if (g_hash_table_lookup_extended (resolver->gap_guards, &key, NULL, &known))
    return GPOINTER_TO_UINT (known);
  guint32 number = resolver->guards->len;
  CoupletGuard made =
      with_gap (resolver, &g_array_index (resolver->guards, CoupletGuard, guard), shown->threshold);
  g_array_append_val (resolver->guards, made);
  g_hash_table_insert (resolver->gap_guards, g_memdup2 (&key, sizeof key),
                       GUINT_TO_POINTER (number));
  return number;
}

/* Reads the NAME of `WORD(NAME)`, word being `insample` or `gap`. */
static char *
read_threshold_name (Resolver *resolver, const char *word, CoupletText text, CoupletOutput *output)
{
  gsize prefix = strlen (word) + 1;
  if (text.length < prefix + 2 || text.text[text.length - 1] != ')')
    return g_strdup_printf ("expected %s, or %s(NAME) with a threshold's name", word, word);
  CoupletText name = {text.text + prefix, text.length - prefix - 1};
  output->threshold = names_find (resolver->builder->thresholds, name);
  return output->threshold != COUPLET_NONE
             ? NULL
             : unknown_name ("threshold", name, resolver->builder->thresholds);
}

/* Reads `gap` or `gap(NAME)`, which is named. */
static char *
read_gap (Resolver *resolver, CoupletText text, gboolean named, CoupletOutput *output)
{
  output->kind = COUPLET_GAP;
  output->threshold = 0;
  char *message = named ? read_threshold_name (resolver, "gap", text, output) : NULL;
  if (message != NULL)
    return message;
  if (n_thresholds (resolver) == 1)
    output->name = "gap";
  else if (!named)
    return g_strdup ("with several thresholds, name the one that is taken from the sample: "
                     "gap(NAME)");
  return NULL;
}

static char *
read_output (Resolver *resolver, CoupletText text, CoupletOutput *output)
{
  CoupletArena *arena = resolver->owned->arena;
  gboolean named = g_str_has_prefix (text.text, "insample(");
  gboolean named_gap = g_str_has_prefix (text.text, "gap(");
  *output = (CoupletOutput){COUPLET_SYMBOL, COUPLET_NONE,
                            couplet_arena_strndup (arena, text.text, text.length)};
  if (couplet_text_is (text, "fresh") || couplet_text_is (text, "insample'")) {
    output->kind = COUPLET_FRESH;
    output->name = "fresh";
    return NULL;
  }
  if (named_gap || couplet_text_is (text, "gap"))
    return read_gap (resolver, text, named_gap, output);
  if (!named && !couplet_text_is (text, "insample"))
    return NULL;
  output->kind = COUPLET_INSAMPLE;
  char *message = named ? read_threshold_name (resolver, "insample", text, output) : NULL;
  if (message != NULL)
    return message;
  if (is_shared (resolver)) {
    output->threshold = COUPLET_NONE;
    output->name = "insample";
  } else if (n_thresholds (resolver) == 1) {
    output->threshold = 0;
    output->name = "insample";
  } else if (!named)
    return g_strdup ("with independent sampling and several thresholds, name the one whose "
                     "sample is meant: insample(NAME)");
  return NULL;
}

static void
resolve_outputs (Resolver *resolver)
{
  CoupletBuilder *builder = resolver->builder;
  g_autoptr (CoupletArena) scratch = couplet_arena_new ();
  g_autoptr (Names) keys = names_new (scratch);
  g_autoptr (GArray) outputs = g_array_new (FALSE, FALSE, sizeof (CoupletOutput));
  for (guint32 i = 0; i < names_count (builder->output_texts); i++) {
    CoupletOutput output;
    CoupletText text = text_of (builder->output_texts, i);
    char *message = read_output (resolver, text, &output);
    resolver->output[i] = (Meaning){COUPLET_NONE, NULL};
    if (message != NULL) {
      g_autofree char *quoted = couplet_quote (text.text, (gssize)text.length);
      take_fault (&resolver->output[i], g_strdup_printf ("output %s: %s", quoted, message));
      g_free (message);
      continue;
    }
    guint32 index = names_intern (keys, COUPLET_TEXT (output.name));
    if (index == outputs->len)
      g_array_append_val (outputs, output);
    resolver->output[i].index = index;
  }
  resolver->owned->automaton.outputs =
      keep_array (resolver, outputs, &resolver->owned->automaton.n_outputs);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  guint32 u = *(const guint32 *)a, v = *(const guint32 *)b;
  return (u > v) - (u < v);
}

static void
read_assignment (Resolver *resolver, CoupletText text, GArray *thresholds, Meaning *meaning)
{
  g_array_set_size (thresholds, 0);
  if (text.length == 0)
    return;
  g_auto (GStrv) names = g_strsplit (text.text, (char[]){SEPARATOR, '\0'}, -1);
  for (char **name = names; *name != NULL; name++) {
    CoupletText one = COUPLET_TEXT (*name);
    guint32 v = names_find (resolver->builder->thresholds, one);
    if (v == COUPLET_NONE) {
      g_autofree char *message = unknown_name ("threshold", one, resolver->builder->thresholds);
      take_fault (meaning, g_strdup_printf ("assign: %s", message));
    } else
      g_array_append_val (thresholds, v);
  }
  if (g_strv_length (names) > 1 && !is_shared (resolver))
    take_fault (meaning, g_strdup ("assign: several thresholds can take one sample with shared "
                                   "sampling only"));
  g_array_sort (thresholds, compare_numbers);
  for (guint i = 1; i < thresholds->len; i++)
    if (g_array_index (thresholds, guint32, i) == g_array_index (thresholds, guint32, i - 1)) {
      take_fault (meaning, g_strdup ("assign names a threshold twice"));
      return;
    }
}

static void
resolve_assignments (Resolver *resolver)
{
  CoupletBuilder *builder = resolver->builder;
  CoupletArena *arena = resolver->owned->arena;
  guint32 n = names_count (builder->assign_texts);
  CoupletAssignment *assignments = couplet_arena_new_array (arena, CoupletAssignment, n);
  g_autoptr (GArray) thresholds = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < n; i++) {
    resolver->assign[i] = (Meaning){i, NULL};
    read_assignment (resolver, text_of (builder->assign_texts, i), thresholds,
                     &resolver->assign[i]);
    assignments[i].thresholds = keep_array (resolver, thresholds, &assignments[i].n_thresholds);
  }
  resolver->owned->automaton.assignments = assignments;
  resolver->owned->automaton.n_assignments = n;
}

/* ---- States and transitions --------------------------------------------------- */

static void
resolve_states (Resolver *resolver)
{
  CoupletBuilder *builder = resolver->builder;
  CoupletAutomaton *automaton = &resolver->owned->automaton;
  CoupletState *states =
      couplet_arena_new_array (resolver->owned->arena, CoupletState, builder->n_states);
  for (guint32 q = 0; q < builder->n_states; q++) {
    const CollectedState *state = &builder->states[q];
    const char *name = names_text (builder->state_names, state->name);
    const Meaning *noise = state->noise == COUPLET_NONE ? NULL : &resolver->noise[state->noise];
    states[q] = (CoupletState){name, state->input, noise != NULL ? noise->index : COUPLET_NONE,
                               state->place};
    g_autofree char *quoted =
        noise != NULL && noise->messages != NULL ? couplet_quote (name, -1) : NULL;
    for (guint i = 0; quoted != NULL && i < noise->messages->len; i++)
      builder_error (builder, state->place, "state %s: %s", quoted,
                     (const char *)g_ptr_array_index (noise->messages, i));
  }
  automaton->states = states;
  automaton->n_states = builder->n_states;
}

static void
resolve_initial (Resolver *resolver)
{
  CoupletBuilder *builder = resolver->builder;
  resolver->owned->automaton.initial = COUPLET_NONE;
  if (builder->initial_name == COUPLET_NONE) {
    builder_error (builder, ((CoupletPlace){0, 0}), "no initial state is given");
    return;
  }
  guint32 state = builder->state_of_name[builder->initial_name];
  if (state == COUPLET_NONE) {
    g_autofree char *quoted =
        couplet_quote (names_text (builder->state_names, builder->initial_name), -1);
    builder_error (builder, builder->initial_place, "the initial state %s is not declared", quoted);
  }
  resolver->owned->automaton.initial = state;
}

static const char *
nearest_state (const CoupletBuilder *builder, guint32 name)
{
  if (builder->n_states > MAX_SEARCHED_NAMES)
    return NULL;
  g_autofree const char **candidates = g_new0 (const char *, builder->n_states + 1);
  for (guint32 q = 0; q < builder->n_states; q++)
    candidates[q] = names_text (builder->state_names, builder->states[q].name);
  return couplet_nearest (names_text (builder->state_names, name), candidates);
}

static void
report_undeclared (CoupletBuilder *builder, const CollectedTransition *transition, guint32 name,
                   const char *what)
{
  if (builder->state_of_name[name] != COUPLET_NONE)
    return;
  g_autofree char *which = collected_describe (builder, transition->from, transition->to);
  const char *nearest = nearest_state (builder, name);
  g_autofree char *hint = couplet_suggest (nearest);
  builder_error (builder, transition->place, "%s: its %s is not a declared state%s", which, what,
                 hint);
}

/* What the text of that number means; NULL when an error was reported for it before. */
static const Meaning *
meaning_of (const Meaning *meanings, guint32 text)
{
  return text == COUPLET_NONE ? NULL : &meanings[text];
}

static void
report_meaning (CoupletBuilder *builder, const CollectedTransition *transition,
                const Meaning *meaning)
{
  if (meaning == NULL || meaning->messages == NULL)
    return;
  g_autofree char *which = collected_describe (builder, transition->from, transition->to);
  for (guint i = 0; i < meaning->messages->len; i++)
    builder_error (builder, transition->place, "%s: %s", which,
                   (const char *)g_ptr_array_index (meaning->messages, i));
}

static void
check_transition (Resolver *resolver, const CollectedTransition *transition)
{
  CoupletBuilder *builder = resolver->builder;
  report_undeclared (builder, transition, transition->from, "source");
  report_undeclared (builder, transition, transition->to, "target");
  report_meaning (builder, transition, &resolver->guard[transition->guard]);
  report_meaning (builder, transition, meaning_of (resolver->output, transition->output));
  report_meaning (builder, transition, meaning_of (resolver->assign, transition->assign));
  if (resolver->guard[transition->guard].index == NEVER) {
    g_autofree char *which = collected_describe (builder, transition->from, transition->to);
    builder_warning (builder, transition->place, "%s: its guard can never hold; left out", which);
  }
}

static void
lay_out_transitions (Resolver *resolver, guint32 n)
{
  OwnedAutomaton *owned = resolver->owned;
  CoupletAutomaton *automaton = &owned->automaton;
  /* the places first: they need the stricter alignment only on odd n */
  owned->transition_block = g_new (guint32, (gsize)n * 7 + 1);
  guint32 *block = owned->transition_block;
  automaton->place = (CoupletPlace *)(gpointer)block;
  automaton->source = block + (gsize)n * 2;
  automaton->target = block + (gsize)n * 3;
  automaton->guard = block + (gsize)n * 4;
  automaton->output = block + (gsize)n * 5;
  automaton->assignment = block + (gsize)n * 6;
  automaton->n_transitions = n;
}

/* TRUE when every part of transition is known; an error was reported for any that is not,
 * except for a guard that can never hold. */
static gboolean
is_usable (const Resolver *resolver, const CollectedTransition *transition)
{
  const CoupletBuilder *builder = resolver->builder;
  const Meaning *guard = &resolver->guard[transition->guard];
  const Meaning *output = meaning_of (resolver->output, transition->output);
  const Meaning *assign = meaning_of (resolver->assign, transition->assign);
  return builder->state_of_name[transition->from] != COUPLET_NONE &&
         builder->state_of_name[transition->to] != COUPLET_NONE && guard->index != COUPLET_NONE &&
         guard->index != NEVER && output != NULL && output->index != COUPLET_NONE &&
         assign != NULL && assign->index != COUPLET_NONE;
}

/* Sorts the usable transitions by source, keeping the order of the input. FALSE when one
 * that may be taken is left out. */
static gboolean
resolve_transitions (Resolver *resolver)
{
  CoupletBuilder *builder = resolver->builder;
  CoupletAutomaton *automaton = &resolver->owned->automaton;
  guint32 *row =
      couplet_arena_new_array (resolver->owned->arena, guint32, (gsize)automaton->n_states + 2);
  memset (row, 0, ((gsize)automaton->n_states + 2) * sizeof (guint32));
  guint32 kept = 0;
  gboolean complete = TRUE;
  for (guint32 i = 0; i < builder->n_transitions; i++) {
    const CollectedTransition *t = &builder->transitions[i];
    if (!is_usable (resolver, t)) {
      complete &= resolver->guard[t->guard].index == NEVER;
      continue;
    }
    kept++;
    row[builder->state_of_name[t->from] + 2]++;
  }
  for (guint32 q = 2; q < automaton->n_states + 2; q++)
    row[q] += row[q - 1];
  lay_out_transitions (resolver, kept);
  for (guint32 i = 0; i < builder->n_transitions; i++) {
    const CollectedTransition *t = &builder->transitions[i];
    if (!is_usable (resolver, t))
      continue;
    guint32 source = builder->state_of_name[t->from];
    guint32 at = row[source + 1]++; /* afterwards row[q] is where q begins */
    ((guint32 *)automaton->source)[at] = source;
    ((guint32 *)automaton->target)[at] = builder->state_of_name[t->to];
    ((guint32 *)automaton->guard)[at] =
        guard_beside (resolver, resolver->guard[t->guard].index, resolver->output[t->output].index);
    ((guint32 *)automaton->output)[at] = resolver->output[t->output].index;
    ((guint32 *)automaton->assignment)[at] = resolver->assign[t->assign].index;
    ((CoupletPlace *)automaton->place)[at] = t->place;
  }
  automaton->row = row;
  automaton->guards = keep_array (resolver, resolver->guards, &automaton->n_guards);
  return complete;
}

/* ---- All of it ------------------------------------------------------------------ */

static void
resolve_thresholds (Resolver *resolver)
{
  CoupletBuilder *builder = resolver->builder;
  CoupletAutomaton *automaton = &resolver->owned->automaton;
  if (n_thresholds (resolver) == 0)
    names_intern (builder->thresholds, COUPLET_TEXT ("x"));
  guint32 n = n_thresholds (resolver);
  const char **names = couplet_arena_new_array (resolver->owned->arena, const char *, n);
  for (guint32 v = 0; v < n; v++)
    names[v] = names_text (builder->thresholds, v);
  automaton->thresholds = names;
  automaton->n_thresholds = n;
}

static void
resolve_header (Resolver *resolver)
{
  CoupletBuilder *builder = resolver->builder;
  CoupletAutomaton *automaton = &resolver->owned->automaton;
  automaton->name =
      couplet_arena_strndup (resolver->owned->arena, builder->name, strlen (builder->name));
  automaton->sampling = builder->sampling;
  automaton->adjacency = builder->adjacency;
  mpq_set (automaton->sensitivity.value, builder->sensitivity.value);
  mpq_set (automaton->claim.value, builder->claim.value);
}

static void
clear_meanings (Meaning *meanings, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    if (meanings[i].messages != NULL)
      g_ptr_array_unref (meanings[i].messages);
  g_free (meanings);
}

gboolean
resolve_collected (CoupletBuilder *builder, OwnedAutomaton *owned)
{
  g_autoptr (CoupletArena) scratch = couplet_arena_new ();
  g_autoptr (Names) number_keys = names_new (scratch);
  guint32 n_noise = names_count (builder->noise_texts);
  guint32 n_guard = names_count (builder->guard_texts);
  guint32 n_output = names_count (builder->output_texts);
  guint32 n_assign = names_count (builder->assign_texts);
  Resolver resolver = {builder,
                       owned,
                       number_keys,
                       g_array_new (FALSE, FALSE, sizeof (CoupletRational)),
                       g_array_new (FALSE, FALSE, sizeof (CoupletGuard)),
                       g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
                       g_new0 (Meaning, n_noise),
                       g_new0 (Meaning, n_guard),
                       g_new0 (Meaning, n_output),
                       g_new0 (Meaning, n_assign)};
  resolve_header (&resolver);
  resolve_thresholds (&resolver);
  resolve_noises (&resolver);
  resolve_guards (&resolver);
  resolve_outputs (&resolver);
  resolve_assignments (&resolver);
  resolve_states (&resolver);
  resolve_initial (&resolver);
  for (guint32 i = 0; i < builder->n_transitions; i++)
    check_transition (&resolver, &builder->transitions[i]);
  owned->automaton.n_numbers = resolver.numbers->len;
  owned->numbers = (CoupletRational *)(gpointer)g_array_free (resolver.numbers, FALSE);
  owned->automaton.numbers = owned->numbers;
  gboolean complete = resolve_transitions (&resolver);
  g_hash_table_unref (resolver.gap_guards);
  g_array_unref (resolver.guards);
  clear_meanings (resolver.noise, n_noise);
  clear_meanings (resolver.guard, n_guard);
  clear_meanings (resolver.output, n_output);
  clear_meanings (resolver.assign, n_assign);
  return complete;
}
