/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_ast.h"

#include <couplet/internal/text.h>

SvtFile *
svt_file_new (void)
{
  SvtFile *file = g_new0 (SvtFile, 1);
  file->arena = couplet_arena_new ();
  file->names = g_hash_table_new (g_str_hash, g_str_equal);
  file->terms = g_array_new (FALSE, FALSE, sizeof (SvtTerm));
  file->conditions = g_array_new (FALSE, FALSE, sizeof (SvtConditionTerm));
  return file;
}

void
svt_file_free (SvtFile *file)
{
  if (file == NULL)
    return;
  g_hash_table_unref (file->names);
  g_array_unref (file->terms);
  g_array_unref (file->conditions);
  couplet_arena_free (file->arena);
  g_free (file);
}

gpointer
svt_file_alloc (SvtFile *file, gsize size)
{
  gpointer node = couplet_arena_alloc (file->arena, size);
  memset (node, 0, size);
  return node;
}

const char *
svt_noise_call (CoupletNoiseKind noise)
{
  static const char *const calls[] = {[COUPLET_LAPLACE] = "lap",
                                      [COUPLET_DISCRETE_LAPLACE] = "dlap",
                                      [COUPLET_EXPONENTIAL] = "exp"};
  return calls[noise];
}

SvtName *
svt_file_intern (SvtFile *file, const char *text, gsize length)
{
  g_autofree char *key = g_strndup (text, length);
  SvtName *name = g_hash_table_lookup (file->names, key);
  if (name != NULL)
    return name;
  name = svt_file_new_node (file, SvtName);
  name->text = couplet_arena_strndup (file->arena, text, length);
  g_hash_table_insert (file->names, (char *)name->text, name);
  return name;
}

const char *
svt_file_nearest (const SvtFile *file, const char *text, guint roles)
{
  g_autoptr (GPtrArray) candidates = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer data;
  g_hash_table_iter_init (&iter, file->names);
  while (g_hash_table_iter_next (&iter, NULL, &data)) {
    const SvtName *other = data;
    if ((roles >> other->role & 1) != 0)
      g_ptr_array_add (candidates, (char *)other->text);
  }
  g_ptr_array_add (candidates, NULL);
  return couplet_nearest (text, (const char *const *)candidates->pdata);
}
