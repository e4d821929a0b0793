/* SPDX-License-Identifier: Apache-2.0 */
#include "classes.h"

#include <couplet/host/evidence.h>

#include "rules.h"

typedef struct {
  const CoupletShiftClass *at;
  const CoupletRational *numbers;
  guint n;
  guint32 *first, *next; /* the first class of an assignment; the next one after a class */
  guint32 *seen, search; /* per state and set of shifts: the last search that met them */
} Classes;

/* The x of threshold v, bit x + 1, with which transition can be taken at difference; if it assigns
 * v, the new x. */
static guint8
shifts_left (Check *check, guint32 transition, guint32 v, int difference)
{
  const guint32 slots[] = {v, check->n_slots};
  guint8 left = 7;
  Sample sample;
  check_stand_at (check, NULL, 0, COUPLET_NONE, transition, difference);
  check->on_cycle = check->component[check->a->source[transition]] ==
                    check->component[check->a->target[transition]];
  for (guint i = 0; i < G_N_ELEMENTS (slots); i++) {
    guint8 possible = 0;
    if (!check_sample (check, slots[i], &sample))
      continue;
    for (gint8 x = -1; x <= 1; x++)
      for (gint8 g = -1; g <= 1; g++) {
        check->x[v] = x;
        if (check_forbids (check, &sample, g, check->x) == NULL)
          possible |= (guint8)(1 << ((sample.n_assigned > 0 ? g : x) + 1));
      }
    left &= possible;
  }
  return left;
}

/* Those with which it can be taken at every difference. */
static guint8
shifts_left_always (Check *check, guint32 transition, guint32 v)
{
  guint8 left = 7;
  for (int difference = -1; difference <= 1; difference++)
    if (check_counts (check, transition, difference))
      left &= shifts_left (check, transition, v, difference);
  return left;
}

/* Whether shift is between the least and the greatest of a set of shifts. */
static gboolean
is_among (const CoupletRational *shift, guint8 set)
{
  int least = (set & 1) != 0 ? -1 : (set & 2) != 0 ? 0 : 1;
  int greatest = (set & 4) != 0 ? 1 : (set & 2) != 0 ? 0 : -1;
  return set != 0 && mpq_cmp_si (shift->value, least, 1) >= 0 &&
         mpq_cmp_si (shift->value, greatest, 1) <= 0;
}

/* 1 and 2: class number i, and those that follow it. */
static gboolean
check_class (Check *check, const Classes *classes, guint i)
{
  const CoupletShiftClass *class = &classes->at[i];
  const CoupletRational *shift = &classes->numbers[class->shift];
  guint32 v = class->threshold, next = class->next;
  gboolean possible = TRUE;
  for (int difference = -1; difference <= 1; difference++)
    if (check_counts (check, class->assignment, difference) &&
        (class->difference == COUPLET_SHIFT_UNUSED || class->difference == difference))
      possible &= is_among (shift, shifts_left (check, class->assignment, v, difference));
  check_stand_at (check, "class", i, check->a->source[class->assignment], class->assignment,
                  NO_DIFFERENCE);
  if (!couplet_assigns (check->a, class->assignment, v) ||
      (next != COUPLET_NONE && !couplet_assigns (check->a, next, v)))
    return check_reject (check, "it does not assign");
  if (!is_among (shift, class->left))
    return check_reject (check, "its shift is not among those left");
  if (!possible)
    return check_reject (check, "the assignment cannot give its shift");
  if (next == COUPLET_NONE)
    return TRUE;
  guint32 comparisons = couplet_guard_comparisons (couplet_guard_of (check->a, next), v);
  for (guint32 j = classes->first[next]; j != COUPLET_NONE; j = classes->next[j]) {
    int order = couplet_rational_compare (&classes->numbers[classes->at[j].shift], shift);
    if (((comparisons & COUPLET_LESS) != 0 && order > 0) ||
        ((comparisons & COUPLET_GREATER_EQUAL) != 0 && order < 0))
      return check_reject (check, "its shift does not fit that of class %u, which follows", j + 1);
  }
  return TRUE;
}

/* Whether a class of assignment at difference, until next if that is not COUPLET_NONE, leaves no
 * more than left. */
static gboolean
has_class (const Classes *classes, guint32 assignment, int difference, guint32 next, guint8 left)
{
  for (guint32 i = classes->first[assignment]; i != COUPLET_NONE; i = classes->next[i]) {
    const CoupletShiftClass *class = &classes->at[i];
    if ((class->difference == COUPLET_SHIFT_UNUSED || class->difference == difference) &&
        (next == COUPLET_NONE || class->next == next) && (class->left & ~left) == 0)
      return TRUE;
  }
  return FALSE;
}

/* 3: all pairs of a state and what is left of the shifts of v there, as 8 * state + left, to which
 * segments come that begin with assignment at difference. */
static gboolean
check_segments (Check *check, Classes *classes, guint32 v, guint32 assignment, int difference)
{
  const CoupletAutomaton *a = check->a;
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (gsize));
  gsize next = (gsize)a->target[assignment] * 8 + 7;
  classes->search++;
  g_array_append_val (queue, next);
  for (guint i = 0; i < queue->len; i++) {
    guint32 state = (guint32)(g_array_index (queue, gsize, i) / 8);
    guint8 left = g_array_index (queue, gsize, i) % 8;
    gboolean covered = has_class (classes, assignment, difference, COUPLET_NONE, left);
    for (guint32 t = a->row[state]; t < a->row[state + 1] && covered; t++) {
      if (couplet_assigns (a, t, v)) {
        covered = has_class (classes, assignment, difference, t, left);
        continue;
      }
      next = (gsize)a->target[t] * 8 + (left & shifts_left_always (check, t, v));
      if (classes->seen[next] != classes->search)
        g_array_append_val (queue, next);
      classes->seen[next] = classes->search;
    }
    check_stand_at (check, NULL, 0, a->source[assignment], assignment, difference);
    if (!covered)
      return check_reject (check, "a segment that comes to state %s has no class for threshold %s",
                           a->states[state].name, a->thresholds[v]);
  }
  return TRUE;
}

static gboolean
check_all (Check *check, Classes *classes)
{
  const CoupletAutomaton *a = check->a;
  for (guint i = 0; i < classes->n; i++)
    if (!check_class (check, classes, i))
      return FALSE;
  for (guint32 t = 0; t < a->n_transitions; t++)
    for (guint32 v = 0; v < a->n_thresholds && a->reachable[a->source[t]]; v++) {
      gboolean assigned = couplet_assigns (a, t, v);
      for (int difference = -1; difference <= 1; difference++)
        if (assigned && check_counts (check, t, difference) &&
            !check_segments (check, classes, v, t, difference))
          return FALSE;
      gboolean possible = assigned || shifts_left_always (check, t, v) != 0;
      check_stand_at (check, NULL, 0, a->source[t], t, NO_DIFFERENCE);
      if (!possible)
        return check_reject (check, "no shift obeys the rules for every D");
    }
  return TRUE;
}

gboolean
check_classes (Check *check)
{
  guint32 n;
  const CoupletAutomaton *a = check->a;
  Classes classes = {.numbers = couplet_evidence_numbers (check->evidence, &n)};
  if (check->order_size > 0)
    return check_reject (check, "classes of segments are not for thresholds that share samples");
  if (couplet_evidence_cost (check->evidence) != NULL)
    return check_reject (check, "classes of segments show that a strategy is valid, not what it "
                                "costs");
  classes.at = couplet_evidence_classes (check->evidence, &classes.n);
  g_autofree guint32 *memory =
      g_new0 (guint32, (gsize)a->n_transitions + classes.n + (gsize)a->n_states * 8);
  classes.first = memory;
  classes.next = classes.first + a->n_transitions;
  classes.seen = classes.next + classes.n;
  for (guint32 t = 0; t < a->n_transitions; t++)
    classes.first[t] = COUPLET_NONE;
  for (guint i = classes.n; i-- > 0;) {
    classes.next[i] = classes.first[classes.at[i].assignment];
    classes.first[classes.at[i].assignment] = i;
  }
  return check_all (check, &classes);
}
