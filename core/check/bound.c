/* SPDX-License-Identifier: Apache-2.0 */
#include "bound.h"

#include <couplet/host/evidence.h>

#include "graph.h"
#include "remember.h"
#include "take.h"

/* Whether image, minimised over what vector number bound of the evidence does not mention, is at
 * most that everywhere. */
static gboolean
is_below (Check *check, const Vector *image, guint32 bound)
{
  gboolean below;
  if (vector_tells_below (image, check, bound, &below))
    return below;
  g_autoptr (Vector) excess = vector_copy (image), negative = vector_new ();
  g_auto (Cost) zero = {.small = 0};
  vector_add_given (negative, check, bound, -1);
  for (guint32 v = 0; v < check->a->n_thresholds; v++)
    if (vector_mentions (negative, v) && !vector_mentions (excess, v))
      return FALSE;
    else if (!vector_mentions (negative, v) && !vector_drop (excess, check, v, -1))
      return check_give_up (check, CHECK_TOO_MANY_TIED);
  vector_add (excess, check, negative);
  const Cost *greatest = vector_extreme (excess, check, 1);
  return greatest != NULL ? cost_compare (greatest, &zero) <= 0
                          : check_give_up (check, CHECK_TOO_MANY_TIED);
}

/* Whether vector, which number source of the evidence becomes, is below one of those of entry. */
static gboolean
is_covered (Check *check, const Vector *vector, guint32 source, guint32 entry)
{
  CoupletEvidenceEntry e = couplet_evidence_entry (check->evidence, entry);
  for (guint32 i = 0; i < e.n_vectors && check->why == NULL; i++) {
    CoupletBoundStep step = {source, check->transition, e.first_vector + i,
                             (gint8)check->difference};
    if (!is_below (check, vector, step.target))
      continue;
    if (check->bound_steps != NULL)
      g_array_append_val (check->bound_steps, step);
    return TRUE;
  }
  return FALSE;
}

/* Takes vector, number source of the evidence, through the present transition, whose edges are
 * those from first on, before end. */
static gboolean
check_image (Check *check, const Vector *vector, guint32 source, guint first, guint end)
{
  g_autoptr (Vector) image = vector_copy (vector);
  if (!check_take (check, image))
    return FALSE;
  for (guint e = first; e < end && check->why == NULL; e++)
    if ((EDGE (check, e)->differences >> (check->difference + 1) & 1) != 0 &&
        is_covered (check, image, source, EDGE (check, e)->target))
      return TRUE;
  return check->why == NULL &&
         check_reject (check, "what it leads to is not below any vector kept there");
}

/* Takes vector, number source of the evidence, of entry, through the transition of edge number
 * first at each D. *end becomes the first edge of another. */
static gboolean
check_transition (Check *check, const Vector *vector, guint32 source, guint32 entry, guint first,
                  guint *end)
{
  guint32 t = EDGE (check, first)->transition;
  check->on_cycle = FALSE; /* of all paths: each pays for itself */
  *end = first;
  while (*end < FIRST (check, entry + 1) && EDGE (check, *end)->transition == t)
    ++*end;
  guint8 differences = check_differences (check, NODE (check, entry)->memory, t);
  for (int difference = -1; difference <= 1; difference++) {
    check_stand_at (check, "entry", entry, check->a->source[t], t, difference);
    if ((differences >> (difference + 1) & 1) != 0 &&
        !check_image (check, vector, source, first, *end))
      return FALSE;
  }
  return TRUE;
}

/* Checks vector number index of the evidence, of entry: its least value, and where it leads. */
static gboolean
check_vector (Check *check, guint32 entry, guint32 index)
{
  g_autoptr (Vector) vector = vector_new (), rest = NULL;
  vector_add_given (vector, check, index, 1);
  rest = vector_copy (vector);
  check_stand_at (check, "entry", entry, NODE (check, entry)->state, COUPLET_NONE, NO_DIFFERENCE);
  const Cost *least = vector_extreme (rest, check, -1);
  if (least == NULL)
    return check_give_up (check, CHECK_TOO_MANY_TIED);
  if (cost_compare_with_claim (check, least) > 0) {
    g_autofree char *text = cost_to_string (check, least);
    return check_reject (check, "its least value %s is above the cost", text);
  }
  for (guint edge = FIRST (check, entry); edge < FIRST (check, entry + 1);)
    if (!check_transition (check, vector, index, entry, edge, &edge))
      return FALSE;
  return TRUE;
}

gboolean
check_bound (Check *check)
{
  g_autoptr (Vector) nothing = vector_new ();
  gboolean started = FALSE;
  if (!check_link_entries (check))
    return FALSE;
  for (guint32 e = check->entries[check->a->initial]; e != COUPLET_NONE; e = check->next_entry[e])
    started |= couplet_evidence_entry (check->evidence, e).n_relations == 0 &&
               check_memory_fits (NODE (check, e)->memory, check_memory_start ()) &&
               is_covered (check, nothing, COUPLET_NONE, e);
  check_stand_at (check, NULL, 0, COUPLET_NONE, COUPLET_NONE, NO_DIFFERENCE);
  if (!started)
    return check->why == NULL &&
           check_reject (check, "the initial state has no entry without order whose vectors cover "
                                "the start, which costs nothing and mentions no threshold");
  for (guint32 e = 0; e < check->nodes->len; e++) {
    CoupletEvidenceEntry entry = couplet_evidence_entry (check->evidence, e);
    for (guint32 i = 0; i < entry.n_vectors; i++) {
      check->vector = i + 1;
      if (!check_vector (check, e, entry.first_vector + i))
        return FALSE;
    }
  }
  return TRUE;
}
