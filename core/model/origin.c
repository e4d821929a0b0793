/* SPDX-License-Identifier: Apache-2.0 */
#include "origin.h"

#include "automaton.h"

#include <string.h>

#define SHOWN_DIGITS 12 /* of a content's hash */

static const char *
copy_text (CoupletArena *arena, const char *text)
{
  return text != NULL ? couplet_arena_strndup (arena, text, strlen (text)) : NULL;
}

void
automaton_set_origin (CoupletAutomaton *automaton, const CoupletOrigin *origin)
{
  CoupletArena *arena = ((OwnedAutomaton *)automaton)->arena;
  CoupletOrigin *copy = couplet_arena_new_array (arena, CoupletOrigin, 1);
  CoupletDefinition *parameters =
      couplet_arena_new_array (arena, CoupletDefinition, MAX (origin->n_parameters, 1));
  for (guint32 i = 0; i < origin->n_parameters; i++)
    parameters[i] = (CoupletDefinition){copy_text (arena, origin->parameters[i].name),
                                        copy_text (arena, origin->parameters[i].value)};
  *copy = (CoupletOrigin){copy_text (arena, origin->file), copy_text (arena, origin->sha256),
                          origin->n_parameters, parameters};
  automaton->origin = copy;
}

/* The value of the parameter called name; NULL = it was not given. */
static const char *
value_of (const CoupletOrigin *origin, const char *name)
{
  for (guint32 i = 0; i < origin->n_parameters; i++)
    if (g_str_equal (origin->parameters[i].name, name))
      return origin->parameters[i].value;
  return NULL;
}

gboolean
origin_equal (const CoupletOrigin *a, const CoupletOrigin *b)
{
  if (!g_str_equal (a->sha256, b->sha256) || a->n_parameters != b->n_parameters)
    return FALSE;
  for (guint32 i = 0; i < a->n_parameters; i++)
    if (g_strcmp0 (value_of (b, a->parameters[i].name), a->parameters[i].value) != 0)
      return FALSE;
  return TRUE;
}

char *
origin_to_string (const CoupletOrigin *origin, gboolean with_content)
{
  g_autofree char *file = origin->file != NULL ? couplet_quote (origin->file, -1) : NULL;
  GString *text = g_string_new (file != NULL ? file : "standard input");
  for (guint32 i = 0; i < origin->n_parameters; i++)
    g_string_append_printf (text, "%s%s %s=%s", i == 0 ? " with " : " ",
                            strchr (origin->parameters[i].name, '.') != NULL ? "-o" : "-D",
                            origin->parameters[i].name, origin->parameters[i].value);
  if (with_content)
    g_string_append_printf (text, " (sha256 %.*s...)", SHOWN_DIGITS, origin->sha256);
  return g_string_free (text, FALSE);
}
