/* SPDX-License-Identifier: Apache-2.0 */
#include "resolver.h"

#include <couplet/internal/pair_hash.h>

void
meaning_take_fault (Meaning *meaning, char *message)
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

gboolean
resolver_is_shared (const Resolver *resolver)
{
  return resolver->builder->sampling == COUPLET_SHARED;
}

guint32
resolver_n_thresholds (const Resolver *resolver)
{
  return names_count (resolver->builder->thresholds);
}

char *
resolver_unknown_name (const char *what, CoupletText name, const Names *known)
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

gpointer
resolver_keep_array (Resolver *resolver, GArray *array, guint32 *n)
{
  *n = array->len;
  return couplet_arena_keep (resolver->owned->arena, array);
}

void
resolver_init (Resolver *resolver, CoupletBuilder *builder, OwnedAutomaton *owned)
{
  CoupletArena *scratch = couplet_arena_new ();
  *resolver = (Resolver){builder,
                         owned,
                         scratch,
                         names_new (scratch),
                         g_array_new (FALSE, FALSE, sizeof (CoupletRational)),
                         names_new (scratch),
                         g_array_new (FALSE, FALSE, sizeof (guint32)),
                         g_array_new (FALSE, FALSE, sizeof (CoupletGuard)),
                         g_hash_table_new_full (couplet_hash_pair, g_int64_equal, g_free, NULL),
                         g_new0 (Meaning, names_count (builder->noise_texts)),
                         g_new0 (Meaning, names_count (builder->guard_texts)),
                         g_new0 (Meaning, names_count (builder->output_texts)),
                         g_new0 (Meaning, names_count (builder->assign_texts))};
}

static void
clear_meanings (Meaning *meanings, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    if (meanings[i].messages != NULL)
      g_ptr_array_unref (meanings[i].messages);
  g_free (meanings);
}

void
resolver_clear (Resolver *resolver)
{
  CoupletBuilder *builder = resolver->builder;
  clear_meanings (resolver->noise, names_count (builder->noise_texts));
  clear_meanings (resolver->guard, names_count (builder->guard_texts));
  clear_meanings (resolver->output, names_count (builder->output_texts));
  clear_meanings (resolver->assign, names_count (builder->assign_texts));
  g_hash_table_unref (resolver->gap_guards);
  g_array_unref (resolver->guards);
  g_array_unref (resolver->number_of_text);
  names_free (resolver->number_texts);
  names_free (resolver->number_keys);
  couplet_arena_free (resolver->scratch);
}

void
resolver_hand_over_numbers (Resolver *resolver)
{
  OwnedAutomaton *owned = resolver->owned;
  owned->automaton.n_numbers = resolver->numbers->len;
  owned->numbers = (CoupletRational *)(gpointer)g_array_free (resolver->numbers, FALSE);
  owned->automaton.numbers = owned->numbers;
}
