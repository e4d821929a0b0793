/* SPDX-License-Identifier: Apache-2.0 */
#include "origin.h"

#include "automaton.h"
#include "linear.h"

#include <couplet/host/origin.h>
#include <couplet/internal/provenance.h>

#include <string.h>

#define SHOWN_DIGITS 12 /* of a content's hash */

static const char *
copy_text (CoupletArena *arena, const char *text)
{
  return text != NULL ? couplet_arena_strndup (arena, text, strlen (text)) : NULL;
}

static const CoupletDefinition *
copy_definitions (CoupletArena *arena, const CoupletDefinition *definitions, guint32 n)
{
  CoupletDefinition *copy = couplet_arena_new_array (arena, CoupletDefinition, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    copy[i] = (CoupletDefinition){copy_text (arena, definitions[i].name),
                                  copy_text (arena, definitions[i].value)};
  return copy;
}

static const CoupletProvenance *
copy_provenance (CoupletArena *arena, const CoupletProvenance *provenance)
{
  if (provenance == NULL)
    return NULL;
  CoupletProvenance *copy = couplet_arena_new_array (arena, CoupletProvenance, 1);
  const char **options =
      couplet_arena_new_array (arena, const char *, MAX (provenance->n_options, 1));
  for (guint32 i = 0; i < provenance->n_options; i++)
    options[i] = copy_text (arena, provenance->options[i]);
  *copy = (CoupletProvenance){
      .version = copy_text (arena, provenance->version),
      .commit = copy_text (arena, provenance->commit),
      .date = copy_text (arena, provenance->date),
      .n_libraries = provenance->n_libraries,
      .libraries = copy_definitions (arena, provenance->libraries, provenance->n_libraries),
      .n_options = provenance->n_options,
      .options = options,
  };
  return copy;
}

const CoupletOrigin *
origin_copy (CoupletArena *arena, const CoupletOrigin *origin)
{
  CoupletOrigin *copy = couplet_arena_new_array (arena, CoupletOrigin, 1);
  *copy = (CoupletOrigin){
      .file = copy_text (arena, origin->file),
      .sha256 = copy_text (arena, origin->sha256),
      .n_parameters = origin->n_parameters,
      .parameters = copy_definitions (arena, origin->parameters, origin->n_parameters),
      .provenance = copy_provenance (arena, origin->provenance),
  };
  return copy;
}

void
automaton_set_origin (CoupletAutomaton *automaton, const CoupletOrigin *origin)
{
  automaton->origin = origin_copy (((OwnedAutomaton *)automaton)->arena, origin);
  linear_follow (automaton);
}

void
automaton_set_place (CoupletAutomaton *automaton, CoupletPlace place)
{
  for (guint32 i = 0; i < automaton->n_states; i++)
    ((CoupletState *)automaton->states)[i].place = place;
  for (guint32 i = 0; i < automaton->n_transitions; i++)
    ((CoupletPlace *)automaton->place)[i] = place;
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
  g_autofree char *parameters = couplet_origin_parameters (origin);
  if (*parameters != '\0')
    g_string_append_printf (text, " with %s", parameters);
  if (with_content)
    g_string_append_printf (text, " (sha256 %.*s...)", SHOWN_DIGITS, origin->sha256);
  return g_string_free (text, FALSE);
}
