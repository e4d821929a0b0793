/* SPDX-License-Identifier: Apache-2.0 */
#include "resolve_noise.h"

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

static void
read_noise (Resolver *resolver, CoupletText rest, CoupletNoise *noise, CoupletNoiseKinds *kinds,
            Meaning *meaning)
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
  for (guint32 i = 0; i < n; i++) {
    resolver->noise[i].index = i;
    read_noise (resolver, names_get (builder->noise_texts, i), &noises[i], &kinds[i],
                &resolver->noise[i]);
  }
  resolver->owned->automaton.noises = noises;
  resolver->owned->automaton.noise_kinds = kinds;
  resolver->owned->automaton.n_noises = n;
}
