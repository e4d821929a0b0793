/* SPDX-License-Identifier: Apache-2.0 */
#include "resolve_noise.h"

#include "snap.h"

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

static const CoupletRational *
number_at (const Resolver *resolver, guint32 index)
{
  return &g_array_index (resolver->numbers, CoupletRational, index);
}

/* Sets *index to the number that text is. The same text is read once. FALSE with error set. */
static gboolean
intern_text (Resolver *resolver, CoupletText text, guint32 *index, GError **error)
{
  guint32 known = names_find (resolver->number_texts, text);
  if (known != COUPLET_NONE) {
    *index = g_array_index (resolver->number_of_text, guint32, known);
    return TRUE;
  }
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (!couplet_rational_parse (&value, text.text, text.length, error))
    return FALSE;
  *index = intern_number (resolver, &value);
  names_intern (resolver->number_texts, text);
  g_array_append_val (resolver->number_of_text, *index);
  return TRUE;
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
  if (!intern_text (resolver, text, index, &error))
    return g_strdup_printf ("%s: %s", what, error->message);
  if (is_noise && mpq_sgn (number_at (resolver, *index)->value) <= 0)
    return g_strdup_printf ("%s is %.*s; a noise parameter must be positive", what,
                            (int)MIN (text.length, 40), text.text);
  return NULL;
}

/* Splits the next field off a noise text; FALSE at its end. A field of length 0
 * was left out. */
static gboolean
next_field (CoupletText *rest, CoupletText *field)
{
  if (rest->length == 0)
    return FALSE;
  const char *start = rest->text + 1; /* after the SEPARATOR */
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
  guint32 slots = resolver_is_shared (resolver) ? 1 : resolver_n_thresholds (resolver);
  if (threshold.length == 0) {
    for (guint32 v = 0; v < slots; v++)
      d[v] = index;
    return NULL;
  }
  guint32 v = names_find (resolver->builder->thresholds, threshold);
  if (v == COUPLET_NONE) {
    g_autofree char *message =
        resolver_unknown_name ("threshold", threshold, resolver->builder->thresholds);
    return g_strdup_printf ("d: %s", message);
  }
  if (resolver_is_shared (resolver) && resolver_n_thresholds (resolver) > 1)
    return g_strdup ("d names a threshold, but with shared sampling all thresholds share one d");
  guint32 slot = resolver_is_shared (resolver) ? 0 : v;
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

/* What is wrong with value where discrete Laplace noise asks for whole numbers; NULL = nothing. */
static char *
whole_fault (const char *what, const CoupletRational *value)
{
  if (mpz_cmp_ui (mpq_denref (value->value), 1) == 0)
    return NULL;
  g_autofree char *text = couplet_rational_to_string (value);
  return g_strdup_printf (
      "%s is %s; discrete Laplace noise is for whole numbers, so that it must be one", what, text);
}

/* Adjacent answers with discrete noise, and what is added to them, are whole numbers. */
static void
check_whole (Resolver *resolver, const CoupletNoise *noise, const CoupletNoiseKinds *kinds,
             Meaning *meaning)
{
  gboolean sample = couplet_noise_is_whole (kinds->sample);
  gboolean fresh = couplet_noise_is_whole (kinds->fresh);
  if (meaning->messages != NULL) /* some number is none */
    return;
  if (sample)
    meaning_take_fault (
        meaning, whole_fault ("mu, which is added to the input,", number_at (resolver, noise->mu)));
  if (fresh)
    meaning_take_fault (meaning, whole_fault ("mu_fresh, which is added to the input,",
                                              number_at (resolver, noise->mu_fresh)));
  if (sample || fresh)
    meaning_take_fault (meaning, whole_fault ("the sensitivity", &resolver->builder->sensitivity));
}

/* Sets *index to the positive number that text stands for; a message when it stands for none. */
static char *
read_length (Resolver *resolver, const char *what, CoupletText text, guint32 *index)
{
  if (text.length == 0)
    return g_strdup_printf ("%s is missing", what);
  char *message = read_number (resolver, what, text, FALSE, index);
  if (message != NULL || mpq_sgn (number_at (resolver, *index)->value) > 0)
    return message;
  return g_strdup_printf ("%s is %.*s; it must be positive", what, (int)MIN (text.length, 40),
                          text.text);
}

/* What is wrong with floating snapping of draws with that noise; NULL = nothing. */
static char *
floating_fault (const Resolver *resolver, guint32 d_fresh, CoupletNoiseKind kind,
                const CoupletSnap *snap)
{
  if (kind != COUPLET_LAPLACE || d_fresh == COUPLET_NO_NOISE)
    return g_strdup ("its fresh sample must have Laplace noise");
  if (mpq_cmp_ui (resolver->builder->sensitivity.value, 1, 1) != 0)
    return g_strdup ("the sensitivity must be 1");
  return snap_floating_fault (number_at (resolver, d_fresh), number_at (resolver, snap->bound),
                              number_at (resolver, snap->grid));
}

/* Sets what snap pays for fresh outputs with that noise. */
static void
price_snap (Resolver *resolver, guint32 d_fresh, CoupletNoiseKind kind, CoupletSnap *snap,
            Meaning *meaning)
{
  snap->pays = d_fresh;
  if (!snap->floating || d_fresh == COUPLET_NONE)
    return;
  g_autofree char *fault = floating_fault (resolver, d_fresh, kind, snap);
  if (fault != NULL) {
    meaning_take_fault (meaning,
                        g_strdup_printf ("floating: nothing is proven of this snap: %s", fault));
    return;
  }
  g_auto (CoupletRational) pays;
  couplet_rational_init (&pays);
  snap_floating_parameter (number_at (resolver, d_fresh), number_at (resolver, snap->bound), &pays);
  snap->pays = intern_number (resolver, &pays);
}

/* Reads three fields: bound, grid, floating. */
static void
read_snap (Resolver *resolver, CoupletText *rest, guint32 d_fresh, CoupletNoiseKind kind,
           CoupletSnap *snap, Meaning *meaning)
{
  CoupletText bound = {0}, grid = {0}, floating = {0};
  guint is_true = 0;
  char *wrong = NULL;
  *snap = (CoupletSnap){.bound = COUPLET_NONE};
  next_field (rest, &bound);
  next_field (rest, &grid);
  next_field (rest, &floating);
  if (floating.length > 0)
    wrong = collected_find_word ("floating", floating, truth_words, &is_true);
  meaning_take_fault (meaning, wrong);
  if (bound.length == 0 && grid.length == 0) {
    if (floating.length > 0)
      meaning_take_fault (meaning, g_strdup ("floating stands without a snap"));
    return;
  }
  char *no_bound = read_length (resolver, "the bound of snap", bound, &snap->bound);
  char *no_grid = read_length (resolver, "the grid of snap", grid, &snap->grid);
  meaning_take_fault (meaning, no_bound);
  meaning_take_fault (meaning, no_grid);
  snap->floating = is_true == 1;
  if (meaning->messages == NULL) /* each number is what it must be, also d_fresh */
    price_snap (resolver, d_fresh, kind, snap, meaning);
}

static void
read_noise (Resolver *resolver, CoupletText rest, CoupletNoise *noise, CoupletNoiseKinds *kinds,
            CoupletSnap *snap, Meaning *meaning)
{
  guint32 slots = resolver_is_shared (resolver) ? 1 : resolver_n_thresholds (resolver);
  guint32 *d = couplet_arena_new_array (resolver->owned->arena, guint32, slots);
  for (guint32 v = 0; v < slots; v++)
    d[v] = COUPLET_NONE;
  CoupletText zero = COUPLET_TEXT ("0"), field = zero, value;
  *noise = (CoupletNoise){d, 0, COUPLET_NONE, 0};

  next_field (&rest, &field);
  meaning_take_fault (
      meaning, read_number (resolver, "mu", field.length > 0 ? field : zero, FALSE, &noise->mu));
  next_field (&rest, &field);
  if (field.length > 0)
    meaning_take_fault (meaning, read_number (resolver, "d_fresh", field, TRUE, &noise->d_fresh));
  next_field (&rest, &field);
  meaning_take_fault (meaning, read_number (resolver, "mu_fresh", field.length > 0 ? field : zero,
                                            FALSE, &noise->mu_fresh));
  next_field (&rest, &field);
  meaning_take_fault (meaning, read_kind ("noise", field, &kinds->sample));
  next_field (&rest, &field);
  meaning_take_fault (meaning, read_kind ("noise_fresh", field, &kinds->fresh));
  check_whole (resolver, noise, kinds, meaning);
  read_snap (resolver, &rest, noise->d_fresh, kinds->fresh, snap, meaning);
  while (next_field (&rest, &field) && next_field (&rest, &value)) {
    guint32 index = 0;
    meaning_take_fault (meaning, read_number (resolver, "d", value, TRUE, &index));
    meaning_take_fault (meaning, place_d (resolver, field, index, d));
  }
}

void
resolve_noises (Resolver *resolver)
{
  CoupletBuilder *builder = resolver->builder;
  guint32 n = names_count (builder->noise_texts);
  CoupletNoise *noises = couplet_arena_new_array (resolver->owned->arena, CoupletNoise, n);
  CoupletNoiseKinds *kinds = couplet_arena_new_array (resolver->owned->arena, CoupletNoiseKinds, n);
  CoupletSnap *snaps = couplet_arena_new_array (resolver->owned->arena, CoupletSnap, n);
  gboolean any_snap = FALSE;
  for (guint32 i = 0; i < n; i++) {
    resolver->noise[i].index = i;
    read_noise (resolver, names_get (builder->noise_texts, i), &noises[i], &kinds[i], &snaps[i],
                &resolver->noise[i]);
    any_snap |= snaps[i].bound != COUPLET_NONE;
  }
  resolver->owned->automaton.snaps = any_snap ? snaps : NULL;
  resolver->owned->automaton.noises = noises;
  resolver->owned->automaton.noise_kinds = kinds;
  resolver->owned->automaton.n_noises = n;
}
