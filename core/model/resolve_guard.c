/* SPDX-License-Identifier: Apache-2.0 */
#include "resolve_guard.h"

#include "guard_parse.h"

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
    meaning_take_fault (meaning, g_strdup_printf ("guard %s: %s", quoted, error->message));
  } else if (resolver_is_shared (resolver) && guard.n_alternatives > 1) {
    g_autofree char *quoted = couplet_quote (text.text, (gssize)text.length);
    meaning_take_fault (
        meaning, g_strdup_printf ("guard %s: with shared sampling a guard must be a conjunction "
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

void
resolve_guards (Resolver *resolver)
{
  CoupletBuilder *builder = resolver->builder;
  g_autoptr (CoupletArena) scratch = couplet_arena_new ();
  g_autoptr (Names) keys = names_new (scratch);
  for (guint32 i = 0; i < names_count (builder->guard_texts); i++)
    read_guard (resolver, names_get (builder->guard_texts, i), keys, &resolver->guard[i]);
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

guint32
resolve_guard_beside (Resolver *resolver, guint32 guard, guint32 output)
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
