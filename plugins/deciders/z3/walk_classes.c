/* SPDX-License-Identifier: Apache-2.0 */
#include "walk_classes.h"

#define NO_WALK COUPLET_NONE
/* Assignments that are looked at for where the thresholds have their values from. */
#define MOST_HOPS 64

typedef struct {
  CoupletContext *context;
  CoupletMoves *moves;
  const CoupletLive *live;
  guint32 limit;
  gsize most_bytes;
  guint64 n_crowded; /* walks of the clusters so far that were not the only one to their state,
                        but of single thresholds */
  WalkClasses *classes;
  guint32 cluster;             /* the one at hand */
  const CoupletSearch *search; /* its walks */
  guint32 *assigner;           /* per walk: the last one up to here whose last step assigns */
  guint8 *covered;             /* per walk: its last step is part of a class */
} Enumeration;

/* Whether the cluster is of one threshold, so that few walks lead to each state. */
static gboolean
is_single (const Enumeration *e)
{
  const CoupletClusters *clusters = e->classes->clusters;
  return clusters->first[e->cluster + 1] - clusters->first[e->cluster] == 1;
}

/* The part of walk's last step. */
static const CoupletLetterPart *
part_of (const Enumeration *e, const CoupletWalkEnd *walk)
{
  const CoupletLetter *letter = couplet_moves_letter (e->moves, walk->transition, walk->difference);
  return couplet_letter_part (letter, e->classes->clusters, e->cluster);
}

/* Whether walk's last step assigns a threshold of the cluster. */
static gboolean
step_assigns (const Enumeration *e, const CoupletWalkEnd *walk)
{
  const CoupletLetterPart *part = part_of (e, walk);
  return part != NULL &&
         couplet_part_assigned (part, e->classes->clusters, e->cluster) != COUPLET_NONE;
}

static void
find_assigners (Enumeration *e)
{
  for (guint32 i = 0; i < e->search->walks->len; i++) {
    const CoupletWalkEnd *walk = couplet_search_walk (e->search, i);
    e->assigner[i] = walk->before == COUPLET_NONE ? NO_WALK
                     : step_assigns (e, walk)     ? i
                                                  : e->assigner[walk->before];
  }
}

/* ---- Classes --------------------------------------------------------------------------- */

static void
reverse_steps (GArray *steps, guint32 first)
{
  WalkStep *list = (WalkStep *)(gpointer)steps->data;
  for (guint32 i = first, j = steps->len; i + 1 < j; i++) {
    WalkStep swapped = list[i];
    list[i] = list[--j];
    list[j] = swapped;
  }
}

/* Notes where the thresholds have their values from on the walk. */
static void
add_origins (Enumeration *e, WalkClass *class, guint32 walk)
{
  class->first_origin = e->classes->origins->len;
  guint32 i = e->assigner[walk];
  for (guint32 hops = 0; i != NO_WALK && hops < MOST_HOPS; hops++) {
    const CoupletWalkEnd *here = couplet_search_walk (e->search, i);
    const CoupletAssignment *assignment =
        couplet_assignment_of (e->classes->automaton, here->transition);
    for (guint32 k = 0; k < assignment->n_thresholds; k++) {
      WalkOrigin origin = {assignment->thresholds[k], here->transition};
      g_array_append_val (e->classes->origins, origin);
      class->n_origins++;
    }
    i = is_single (e) ? NO_WALK : e->assigner[here->before];
  }
}

guint32
walk_classes_origin (const WalkClasses *classes, const WalkClass *class, guint32 threshold)
{
  for (guint32 i = 0; i < class->n_origins; i++) {
    WalkOrigin origin = g_array_index (classes->origins, WalkOrigin, class->first_origin + i);
    if (origin.threshold == threshold)
      return origin.transition;
  }
  return COUPLET_NONE;
}

/* The steps that matter on the walk, from where it has left the shifts free for the last time. */
static void
add_class (Enumeration *e, guint32 walk)
{
  WalkClass class = {e->cluster, e->classes->steps->len, 0, 0, 0};
  const CoupletWalkEnd *here = couplet_search_walk (e->search, walk);
  while (here->before != COUPLET_NONE) {
    if ((here->marks & COUPLET_WALK_RESTRICTS) != 0 || e->assigner[walk] == walk) {
      WalkStep step = {here->transition, here->difference, part_of (e, here)};
      g_array_append_val (e->classes->steps, step);
    }
    e->covered[walk] = TRUE;
    walk = here->before;
    here = couplet_search_walk (e->search, walk);
    if ((here->marks & COUPLET_WALK_FREE) != 0)
      break;
  }
  reverse_steps (e->classes->steps, class.first);
  class.n = e->classes->steps->len - class.first;
  add_origins (e, &class, walk);
  g_array_append_val (e->classes->classes, class);
}

/* TRUE when a class for walk is not needed: a class of a longer one has its steps, or it is
 * dominated, or it ends one that is, so that the one that dominates ends likewise. */
static gboolean
is_covered (const Enumeration *e, guint32 walk)
{
  const CoupletWalkEnd *end = couplet_search_walk (e->search, walk);
  return e->covered[walk] || end->dominated ||
         (end->ends && couplet_search_walk (e->search, end->before)->dominated);
}

/* A class for each walk whose last step restricts the shifts. */
static CoupletWalksEnd
add_classes (Enumeration *e)
{
  CoupletPace pace = {.context = e->context};
  for (guint32 i = e->search->walks->len; i-- > 0;) {
    if (couplet_pace_over (&pace, 2))
      return COUPLET_WALKS_STOPPED;
    if ((couplet_search_walk (e->search, i)->marks & COUPLET_WALK_RESTRICTS) == 0 ||
        is_covered (e, i))
      continue;
    if (e->classes->classes->len >= e->limit)
      return COUPLET_WALKS_TOO_MANY;
    if (e->classes->steps->len > e->most_bytes / sizeof (WalkStep))
      return COUPLET_WALKS_TOO_LARGE;
    guint before = e->classes->steps->len;
    add_class (e, i);
    couplet_pace_over (&pace, (guint64)8 * (e->classes->steps->len - before));
  }
  return COUPLET_WALKS_ALL;
}

static CoupletWalksEnd
add_cluster (Enumeration *e)
{
  CoupletWalksEnd end;
  const CoupletWalkLimits limits = {e->context, e->limit - MIN (e->n_crowded, e->limit),
                                    e->most_bytes};
  g_autoptr (CoupletSearch) search =
      couplet_cluster_walks (e->moves, e->live, e->classes->clusters, e->cluster, &limits, &end);
  g_autofree guint32 *assigner = g_new (guint32, search->walks->len);
  g_autofree guint8 *covered = g_new0 (guint8, search->walks->len);
  e->search = search;
  e->assigner = assigner;
  e->covered = covered;
  e->n_crowded += is_single (e) ? 0 : search->n_crowded;
  if (end == COUPLET_WALKS_HARMLESS) {
    g_array_append_val (e->classes->harmless, e->cluster);
    return COUPLET_WALKS_ALL;
  }
  if (end == COUPLET_WALKS_ALL || end == COUPLET_WALKS_IMPOSSIBLE)
    find_assigners (e);
  if (end == COUPLET_WALKS_IMPOSSIBLE) {
    add_class (e, search->walks->len - 1);
    couplet_search_steps (search, search->walks->len - 1, e->classes->walk);
  }
  return end == COUPLET_WALKS_ALL ? add_classes (e) : end;
}

/* ---- All of it ----------------------------------------------------------------------------- */

/* The class of a step that no shifts allow, if there is one. */
static gboolean
add_disclosing (WalkClasses *classes, CoupletMoves *moves, CoupletContext *context)
{
  CoupletPace pace = {.context = context};
  CoupletDisclosure found;
  if (!couplet_moves_disclose (moves, &pace, &found))
    return FALSE;
  WalkClass class = {COUPLET_NONE, classes->steps->len, 1, 0, 0};
  WalkStep step = {found.transition, found.difference, found.part};
  CoupletWalkStep walked = {found.transition, found.difference, COUPLET_SHIFT_UNUSED};
  g_array_append_val (classes->steps, step);
  g_array_append_val (classes->walk, walked);
  g_array_append_val (classes->classes, class);
  classes->end = COUPLET_WALKS_IMPOSSIBLE;
  return TRUE;
}

WalkClasses *
walk_classes_new (CoupletContext *context, CoupletMoves *moves, const CoupletLive *live,
                  const CoupletClusters *clusters, guint32 most_classes, gsize most_bytes)
{
  WalkClasses *classes = g_new0 (WalkClasses, 1);
  classes->automaton = couplet_moves_automaton (moves);
  classes->clusters = clusters;
  classes->classes = g_array_new (FALSE, FALSE, sizeof (WalkClass));
  classes->steps = g_array_new (FALSE, FALSE, sizeof (WalkStep));
  classes->origins = g_array_new (FALSE, FALSE, sizeof (WalkOrigin));
  classes->harmless = g_array_new (FALSE, FALSE, sizeof (guint32));
  classes->walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  if (add_disclosing (classes, moves, context))
    return classes;
  Enumeration e = {.context = context,
                   .moves = moves,
                   .live = live,
                   .limit = most_classes,
                   .most_bytes = most_bytes > 0 ? most_bytes : G_MAXSIZE,
                   .classes = classes};
  if (couplet_context_should_stop (context))
    classes->end = COUPLET_WALKS_STOPPED;
  for (; e.cluster < clusters->n_clusters && classes->end == COUPLET_WALKS_ALL; e.cluster++)
    classes->end = add_cluster (&e);
  return classes;
}

void
walk_classes_free (WalkClasses *classes)
{
  if (classes == NULL)
    return;
  g_array_unref (classes->classes);
  g_array_unref (classes->steps);
  g_array_unref (classes->origins);
  g_array_unref (classes->harmless);
  g_array_unref (classes->walk);
  g_free (classes);
}
