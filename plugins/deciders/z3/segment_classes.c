/* SPDX-License-Identifier: Apache-2.0 */
#include "segment_classes.h"

#include <string.h>

#define NO_LABEL G_MAXUINT32
/* Labels between two looks at the clock. */
#define PATIENCE 256

/* Walks from a start to state that leave the same shifts; one stands for all. */
typedef struct {
  guint32 state;
  ShiftSet left;
  gboolean extended;  /* the walk goes on to a label of its own */
  guint32 parent;     /* NO_LABEL at the start */
  guint32 transition; /* from the parent's state */
  guint32 shrunk;     /* the last label up to here at which shifts were lost; NO_LABEL */
} Label;

typedef struct {
  CoupletContext *context;
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  guint32 limit;
  SegmentClasses *classes;
  GArray *labels;    /* Label, of the current start */
  GHashTable *known; /* state * 8 + left of each label */
} Enumeration;

static gboolean
is_private (const CoupletAutomaton *automaton, guint32 transition)
{
  return couplet_source_state (automaton, transition)->input == COUPLET_PRIVATE;
}

static gboolean
is_tight (const CoupletAutomaton *automaton, const CoupletComponents *components,
          guint32 transition)
{
  const CoupletState *state = couplet_source_state (automaton, transition);
  return couplet_on_cycle (automaton, components, transition) ||
         automaton->noises[state->noise].d[0] == COUPLET_NO_NOISE;
}

/* Whether a real output of transition would have to cost and must not. */
static gboolean
discloses (const CoupletAutomaton *automaton, const CoupletComponents *components,
           guint32 transition)
{
  CoupletOutputKind kind = couplet_output_of (automaton, transition)->kind;
  const CoupletState *state = couplet_source_state (automaton, transition);
  if (kind == COUPLET_SYMBOL || !is_private (automaton, transition))
    return FALSE;
  if (kind == COUPLET_INSAMPLE)
    return is_tight (automaton, components, transition);
  return couplet_on_cycle (automaton, components, transition) ||
         automaton->noises[state->noise].d_fresh == COUPLET_NO_NOISE;
}

ShiftSet
shifts_allowed (const CoupletAutomaton *automaton, const CoupletComponents *components,
                guint32 transition)
{
  guint32 comparisons = couplet_guard_comparisons (couplet_guard_of (automaton, transition), 0);
  gboolean tight = is_tight (automaton, components, transition);
  gboolean shown = couplet_output_of (automaton, transition)->kind == COUPLET_INSAMPLE;
  gboolean strong = tight && is_private (automaton, transition);
  if (discloses (automaton, components, transition))
    return 0;
  if (comparisons == COUPLET_LESS)
    return strong ? ONLY_SHIFT (1) : tight || shown ? ONLY_SHIFT (0) | ONLY_SHIFT (1) : ALL_SHIFTS;
  if (comparisons == COUPLET_GREATER_EQUAL)
    return strong           ? ONLY_SHIFT (-1)
           : tight || shown ? ONLY_SHIFT (0) | ONLY_SHIFT (-1)
                            : ALL_SHIFTS;
  return ALL_SHIFTS;
}

/* ---- The walks from a state -------------------------------------------------------- */

/* TRUE when there was no such label yet. */
static gboolean
add_label (Enumeration *e, guint32 state, ShiftSet left, guint32 parent, guint32 transition)
{
  gint64 key = (gint64)state * (ALL_SHIFTS + 1) + left;
  Label label = {state, left, FALSE, parent, transition, NO_LABEL};
  if (!g_hash_table_add (e->known, g_memdup2 (&key, sizeof key)))
    return FALSE;
  if (parent != NO_LABEL) {
    const Label *before = &g_array_index (e->labels, Label, parent);
    label.shrunk = before->left == left ? before->shrunk : e->labels->len;
  }
  g_array_append_val (e->labels, label);
  return TRUE;
}

/* FALSE when stopped. */
static gboolean
find_labels (Enumeration *e, guint32 start)
{
  const CoupletAutomaton *a = e->automaton;
  g_array_set_size (e->labels, 0);
  g_hash_table_remove_all (e->known);
  add_label (e, start, ALL_SHIFTS, NO_LABEL, COUPLET_NONE);
  for (guint32 i = 0; i < e->labels->len; i++) {
    Label label = g_array_index (e->labels, Label, i);
    if (i % PATIENCE == 0 && couplet_context_should_stop (e->context))
      return FALSE;
    if (label.left == 0)
      continue; /* hopeless already */
    for (guint32 t = a->row[label.state]; t < a->row[label.state + 1]; t++) {
      if (a->assignment[t] != 0)
        continue;
      ShiftSet left = label.left & shifts_allowed (a, e->components, t);
      if (add_label (e, a->target[t], left, i, t))
        g_array_index (e->labels, Label, i).extended = TRUE;
    }
  }
  return TRUE;
}

/* ---- Classes -------------------------------------------------------------------------- */

/* Notes the transitions that shrink the set on the way to label, in order. */
static void
add_restrictions (Enumeration *e, SegmentClass *class, guint32 label)
{
  class->first = e->classes->restrictions->len;
  guint32 i = g_array_index (e->labels, Label, label).shrunk;
  while (i != NO_LABEL) {
    const Label *here = &g_array_index (e->labels, Label, i);
    Restriction restriction = {here->transition,
                               shifts_allowed (e->automaton, e->components, here->transition)};
    g_array_append_val (e->classes->restrictions, restriction);
    class->n++;
    i = g_array_index (e->labels, Label, here->parent).shrunk;
  }
  Restriction *list = (Restriction *)(gpointer)e->classes->restrictions->data + class->first;
  for (guint32 k = 0, m = class->n; k + 1 < m; k++) {
    Restriction swapped = list[k];
    list[k] = list[--m];
    list[m] = swapped;
  }
}

static gboolean
add_class (Enumeration *e, guint32 assignment, guint32 next, ShiftSet own, guint32 label)
{
  SegmentClass class = {assignment, next, own, g_array_index (e->labels, Label, label).left, 0, 0};
  if (e->classes->classes->len >= e->limit)
    return FALSE;
  add_restrictions (e, &class, label);
  g_array_append_val (e->classes->classes, class);
  return TRUE;
}

/* The classes of assignment when its shift must be in own. One walk stands for
 * each set of shifts and next assignment; walks that others extend are left
 * out, since their conditions are among those of the longer ones. */
static gboolean
add_classes (Enumeration *e, guint32 assignment, ShiftSet own)
{
  const CoupletAutomaton *a = e->automaton;
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint32 i = 0; i < e->labels->len; i++) {
    const Label label = g_array_index (e->labels, Label, i);
    gboolean ends = !label.extended || label.left == 0;
    for (guint32 t = a->row[label.state]; label.left != 0 && t < a->row[label.state + 1]; t++) {
      gint64 key = (gint64)t * (ALL_SHIFTS + 1) + label.left;
      if (a->assignment[t] == 0)
        continue;
      ends = FALSE;
      if (g_hash_table_add (seen, g_memdup2 (&key, sizeof key)) &&
          !add_class (e, assignment, t, own, i))
        return FALSE;
    }
    gint64 key = -1 - (gint64)label.left;
    if (ends && g_hash_table_add (seen, g_memdup2 (&key, sizeof key)) &&
        !add_class (e, assignment, COUPLET_NONE, own, i))
      return FALSE;
  }
  return TRUE;
}

static gboolean
add_assignment (Enumeration *e, guint32 transition)
{
  const CoupletAutomaton *a = e->automaton;
  gboolean tight = is_tight (a, e->components, transition);
  gboolean shown = couplet_output_of (a, transition)->kind == COUPLET_INSAMPLE;
  if (!find_labels (e, a->target[transition]))
    return FALSE;
  if (discloses (a, e->components, transition))
    return add_classes (e, transition, 0);
  if (tight && is_private (a, transition))
    return add_classes (e, transition, ONLY_SHIFT (-1)) &&
           add_classes (e, transition, ONLY_SHIFT (1));
  return add_classes (e, transition, tight || shown ? ONLY_SHIFT (0) : ALL_SHIFTS);
}

SegmentClasses *
segment_classes_new (CoupletContext *context, const CoupletAutomaton *automaton,
                     const CoupletComponents *components, guint32 limit)
{
  g_autoptr (SegmentClasses) classes = g_new0 (SegmentClasses, 1);
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (Label));
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  Enumeration e = {context, automaton, components, limit, classes, labels, known};
  classes->classes = g_array_new (FALSE, FALSE, sizeof (SegmentClass));
  classes->restrictions = g_array_new (FALSE, FALSE, sizeof (Restriction));
  for (guint32 t = 0; t < automaton->n_transitions; t++)
    if (automaton->assignment[t] != 0 && automaton->reachable[automaton->source[t]] &&
        !add_assignment (&e, t))
      return NULL;
  return g_steal_pointer (&classes);
}

void
segment_classes_free (SegmentClasses *classes)
{
  if (classes == NULL)
    return;
  g_array_unref (classes->classes);
  g_array_unref (classes->restrictions);
  g_free (classes);
}
