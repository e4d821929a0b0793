/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_held.h"

#include <couplet/arena.h>

struct SvtHeld {
  CoupletArena *arena;
  GArray *transitions; /* CoupletTransitionSpec */
};

SvtHeld *
svt_held_new (void)
{
  SvtHeld *held = g_new0 (SvtHeld, 1);
  held->arena = couplet_arena_new ();
  held->transitions = g_array_new (FALSE, FALSE, sizeof (CoupletTransitionSpec));
  return held;
}

void
svt_held_free (SvtHeld *held)
{
  if (held == NULL)
    return;
  couplet_arena_free (held->arena);
  g_array_unref (held->transitions);
  g_free (held);
}

static CoupletText
copy (SvtHeld *held, CoupletText text)
{
  return (CoupletText){couplet_arena_strndup (held->arena, text.text, text.length), text.length};
}

void
svt_held_add (SvtHeld *held, const CoupletTransitionSpec *transition)
{
  CoupletTransitionSpec kept = *transition;
  CoupletText *assign = couplet_arena_new_array (held->arena, CoupletText, transition->n_assign);
  kept.from = copy (held, transition->from);
  kept.to = copy (held, transition->to);
  kept.guard = copy (held, transition->guard);
  kept.output = copy (held, transition->output);
  for (gsize i = 0; i < transition->n_assign; i++)
    assign[i] = copy (held, transition->assign[i]);
  kept.assign = assign;
  g_array_append_val (held->transitions, kept);
}

static gboolean
same_text (CoupletText a, CoupletText b)
{
  return a.length == b.length && memcmp (a.text, b.text, a.length) == 0;
}

/* Which of those from the same state with the same name it is, from 1; they stand together. */
static guint
number_of (const SvtHeld *held, guint i)
{
  const CoupletTransitionSpec *all =
      (const CoupletTransitionSpec *)(gpointer)held->transitions->data;
  guint number = 1;
  for (guint j = i; j > 0 && same_text (all[j - 1].from, all[i].from); j--)
    number += same_text (all[j - 1].output, all[i].output);
  return number;
}

void
svt_held_give (SvtHeld *held, CoupletBuilder *builder, gboolean silent)
{
  g_autoptr (GString) name = g_string_new (NULL);
  for (guint i = 0; i < held->transitions->len; i++) {
    CoupletTransitionSpec transition = g_array_index (held->transitions, CoupletTransitionSpec, i);
    guint number = silent ? number_of (held, i) : 1;
    g_string_printf (name, silent ? "silent(%s" : "%s", transition.output.text);
    if (number > 1)
      g_string_append_printf (name, " %u", number);
    if (silent)
      g_string_append_c (name, ')');
    transition.output = (CoupletText){name->str, name->len};
    couplet_builder_add_transition (builder, &transition);
  }
}
