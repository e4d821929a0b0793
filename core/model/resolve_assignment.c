/* SPDX-License-Identifier: Apache-2.0 */
#include "resolve_assignment.h"

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
      g_autofree char *message =
          resolver_unknown_name ("threshold", one, resolver->builder->thresholds);
      meaning_take_fault (meaning, g_strdup_printf ("assign: %s", message));
    } else
      g_array_append_val (thresholds, v);
  }
  if (g_strv_length (names) > 1 && !resolver_is_shared (resolver))
    meaning_take_fault (meaning,
                        g_strdup ("assign: several thresholds can take one sample with shared "
                                  "sampling only"));
  g_array_sort (thresholds, compare_numbers);
  for (guint i = 1; i < thresholds->len; i++)
    if (g_array_index (thresholds, guint32, i) == g_array_index (thresholds, guint32, i - 1)) {
      meaning_take_fault (meaning, g_strdup ("assign names a threshold twice"));
      return;
    }
}

void
resolve_assignments (Resolver *resolver)
{
  CoupletBuilder *builder = resolver->builder;
  CoupletArena *arena = resolver->owned->arena;
  guint32 n = names_count (builder->assign_texts);
  CoupletAssignment *assignments = couplet_arena_new_array (arena, CoupletAssignment, n);
  g_autoptr (GArray) thresholds = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < n; i++) {
    resolver->assign[i] = (Meaning){i, NULL};
    read_assignment (resolver, names_get (builder->assign_texts, i), thresholds,
                     &resolver->assign[i]);
    assignments[i].thresholds =
        resolver_keep_array (resolver, thresholds, &assignments[i].n_thresholds);
  }
  resolver->owned->automaton.assignments = assignments;
  resolver->owned->automaton.n_assignments = n;
}
