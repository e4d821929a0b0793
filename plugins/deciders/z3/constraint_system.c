/* SPDX-License-Identifier: Apache-2.0 */
#include "constraint_system.h"

/* A system that is being written, class by class. */
typedef struct {
  ConstraintSystem *system;
  CoupletMoves *moves;
  const CoupletLive *live;
  const CoupletClusters *clusters;
  guint64 most_classes;
  CoupletWalkLimits limits; /* less the walks of the clusters so far that were not the only one to
                               their state, but of single thresholds */
  CoupletPace pace;
  guint32 cluster;             /* the one at hand */
  const CoupletSearch *search; /* its walks */
  guint8 *covered;             /* per walk: its last step is part of a class */
  CoupletPath *path;           /* of the class at hand */
  GArray *variable_of;         /* guint32, per draw of path; COUPLET_NONE = none yet */
} Writer;

/* ---- Variables and conditions ---------------------------------------------------------- */

/* The variable for draw. */
static guint32
variable_of (Writer *writer, guint32 draw)
{
  ConstraintSystem *system = writer->system;
  const guint32 none = COUPLET_NONE;
  while (writer->variable_of->len <= draw)
    g_array_append_val (writer->variable_of, none);
  guint32 *variable = &g_array_index (writer->variable_of, guint32, draw);
  if (*variable == COUPLET_NONE) {
    *variable = system->n_variables++;
    shift_terms_declare (system->terms, *variable);
  }
  return *variable;
}

/* Adds a condition of the class at hand. */
static void
add_condition (Writer *writer, Condition condition)
{
  condition.class = writer->system->classes->len;
  g_array_append_val (writer->system->conditions, condition);
}

/* What row asks of the sample of step: own is its shift, or without a variable (COUPLET_NONE) the
 * only one that it may have; then, unless that holds of any value, it is a bound. */
static void
add_row (Writer *writer, Condition step, const CoupletPathRow *row, guint32 own)
{
  ShiftTerms terms = writer->system->terms;
  int fixed = couplet_shifts_least (step.part->shifts), side = row->at_most ? 1 : -1;
  if (own == COUPLET_NONE && fixed == -side)
    return;
  guint32 value = variable_of (writer, row->value);
  step.threshold = row->threshold;
  step.less = row->at_most;
  if (own == COUPLET_NONE) {
    step.kind = CONDITION_BOUND;
    step.number = fixed;
    step.variable = value;
    step.formula = shift_terms_bounded (terms, value, side, fixed);
  } else {
    step.kind = step.part->sample.n_assigned > 0 ? CONDITION_LINK : CONDITION_BETWEEN;
    step.formula = row->at_most ? shift_terms_in_order (terms, own, value)
                                : shift_terms_in_order (terms, value, own);
  }
  add_condition (writer, step);
}

/* What part of transition has to do with the thresholds of the cluster: conditions 1, 2, 3 and 5 of
 * docs/theory.md section 2. */
static void
add_step (Writer *writer, guint32 transition, const CoupletLetterPart *part)
{
  const CoupletClusters *clusters = writer->clusters;
  guint32 stored = couplet_part_assigned (part, clusters, writer->cluster), own = COUPLET_NONE;
  guint32 row = writer->path->rows->len;
  guint32 draw = couplet_path_take (writer->path, part, part->shifts);
  Condition step = {.transition = transition, .part = part};
  if (stored != COUPLET_NONE || !couplet_shifts_are_single (part->shifts))
    own = variable_of (writer, draw);
  if (own != COUPLET_NONE && part->shifts != COUPLET_ALL_SHIFTS) {
    Condition among = step;
    among.kind = CONDITION_OWN;
    among.threshold = stored;
    among.number = couplet_shifts_least (part->shifts);
    among.variable = own;
    among.formula = shift_terms_among (writer->system->terms, own, part->shifts);
    add_condition (writer, among);
  }
  for (; row < writer->path->rows->len; row++) {
    const CoupletPathRow *at = couplet_path_row (writer->path, row);
    if (clusters->cluster[at->threshold] == writer->cluster)
      add_row (writer, step, at, own);
  }
}

/* ---- Classes --------------------------------------------------------------------------- */

/* The cluster's part of walk's last step; NULL = it has none. */
static const CoupletLetterPart *
part_of (const Writer *writer, guint32 walk)
{
  const CoupletWalkEnd *end = couplet_search_walk (writer->search, walk);
  const CoupletLetter *letter =
      couplet_moves_letter (writer->moves, end->transition, end->difference);
  return couplet_letter_part (letter, writer->clusters, writer->cluster);
}

/* Whether the last step of walk restricts the shifts of the cluster, or assigns them. */
static gboolean
matters (const Writer *writer, guint32 walk)
{
  const CoupletLetterPart *part = part_of (writer, walk);
  return (couplet_search_walk (writer->search, walk)->marks & COUPLET_WALK_RESTRICTS) != 0 ||
         (part != NULL &&
          couplet_part_assigned (part, writer->clusters, writer->cluster) != COUPLET_NONE);
}

static guint32
cluster_size (const Writer *writer)
{
  const guint32 *first = writer->clusters->first + writer->cluster;
  return first[1] - first[0];
}

/* The conditions of the steps that matter on the walk, from where it has left the shifts free for
 * the last time. */
static void
add_class (Writer *writer, guint32 walk)
{
  g_autoptr (GArray) steps =
      g_array_new (FALSE, FALSE, sizeof (guint32)); /* walks, the last first */
  const CoupletWalkEnd *here = couplet_search_walk (writer->search, walk);
  while (here->before != COUPLET_NONE) {
    if (matters (writer, walk))
      g_array_append_val (steps, walk);
    writer->covered[walk] = TRUE;
    walk = here->before;
    here = couplet_search_walk (writer->search, walk);
    if ((here->marks & COUPLET_WALK_FREE) != 0)
      break;
  }
  g_clear_pointer (&writer->path, couplet_path_free);
  writer->path = couplet_path_new (writer->system->automaton->n_thresholds);
  g_array_set_size (writer->variable_of, 0);
  WalkClass class = {COUPLET_NONE, COUPLET_NONE};
  for (guint i = steps->len; i-- > 0 && !couplet_pace_over (&writer->pace, 8);) {
    guint32 step = g_array_index (steps, guint32, i);
    class.to = couplet_search_walk (writer->search, step)->transition;
    class.from = class.from == COUPLET_NONE ? class.to : class.from;
    add_step (writer, class.to, part_of (writer, step));
  }
  g_array_append_val (writer->system->classes, class);
}

/* TRUE when a class for walk is not needed: its last step leaves the shifts as they are, a class of
 * a longer one has its steps, or it is dominated, or it ends one that is, so that the one that
 * dominates ends likewise. */
static gboolean
needs_no_class (const Writer *writer, guint32 walk)
{
  const CoupletWalkEnd *end = couplet_search_walk (writer->search, walk);
  return (end->marks & COUPLET_WALK_RESTRICTS) == 0 || writer->covered[walk] || end->dominated ||
         (end->ends && couplet_search_walk (writer->search, end->before)->dominated);
}

static CoupletWalksEnd
add_classes (Writer *writer)
{
  for (guint32 i = writer->search->walks->len; i-- > 0;) {
    if (couplet_pace_over (&writer->pace, 2))
      return COUPLET_WALKS_STOPPED;
    if (needs_no_class (writer, i))
      continue;
    if (writer->system->classes->len >= writer->most_classes)
      return COUPLET_WALKS_TOO_MANY;
    if (writer->system->conditions->len > writer->limits.most_bytes / sizeof (Condition))
      return COUPLET_WALKS_TOO_LARGE;
    add_class (writer, i);
  }
  return COUPLET_WALKS_ALL;
}

static CoupletWalksEnd
add_cluster (Writer *writer)
{
  CoupletWalksEnd end;
  g_autoptr (CoupletSearch) search = couplet_cluster_walks (
      writer->moves, writer->live, writer->clusters, writer->cluster, &writer->limits, &end);
  g_autofree guint8 *covered = g_new0 (guint8, search->walks->len);
  writer->search = search;
  writer->covered = covered;
  if (cluster_size (writer) > 1) /* else few walks lead to each state */
    writer->limits.most_walks -= MIN (search->n_crowded, writer->limits.most_walks);
  if (end == COUPLET_WALKS_HARMLESS)
    return COUPLET_WALKS_ALL;
  if (end == COUPLET_WALKS_IMPOSSIBLE) {
    add_class (writer, search->walks->len - 1);
    couplet_search_steps (search, search->walks->len - 1, writer->system->walk);
  }
  return end == COUPLET_WALKS_ALL ? add_classes (writer) : end;
}

/* ---- All of it ----------------------------------------------------------------------------- */

/* The class of a step that no shifts allow, if there is one: conditions 4, 5 and 6, a real output
 * shifts by 0, a free one by its difference. */
static gboolean
add_disclosing (Writer *writer)
{
  ConstraintSystem *system = writer->system;
  CoupletDisclosure found;
  if (!couplet_moves_disclose (writer->moves, &writer->pace, &found))
    return FALSE;
  guint32 own = variable_of (writer, 0);
  Z3_ast free = shift_terms_among (system->terms, own, couplet_shift (found.difference));
  Z3_ast none = shift_terms_among (system->terms, own, couplet_shift (0));
  add_condition (writer, (Condition){.kind = CONDITION_DISCLOSES,
                                     .transition = found.transition,
                                     .part = found.part,
                                     .threshold = COUPLET_NONE,
                                     .formula = shift_terms_both (system->terms, none, free)});
  WalkClass class = {found.transition, found.transition};
  CoupletWalkStep walked = {found.transition, found.difference, COUPLET_SHIFT_UNUSED};
  g_array_append_val (system->walk, walked);
  g_array_append_val (system->classes, class);
  return TRUE;
}

static CoupletWalksEnd
add_all (Writer *writer)
{
  CoupletWalksEnd end = COUPLET_WALKS_ALL;
  if (add_disclosing (writer))
    return COUPLET_WALKS_IMPOSSIBLE;
  if (couplet_context_should_stop (writer->limits.context))
    return COUPLET_WALKS_STOPPED;
  for (guint32 n = writer->clusters->n_clusters; writer->cluster < n && end == COUPLET_WALKS_ALL;
       writer->cluster++)
    end = add_cluster (writer);
  return end;
}

ConstraintSystem *
constraint_system_new (ShiftTerms terms, CoupletMoves *moves, const CoupletLive *live,
                       const CoupletClusters *clusters, const CoupletWalkLimits *limits)
{
  ConstraintSystem *system = g_new (ConstraintSystem, 1);
  const CoupletAutomaton *automaton = couplet_moves_automaton (moves);
  g_autoptr (GArray) variable_of = g_array_new (FALSE, FALSE, sizeof (guint32));
  *system = (ConstraintSystem){.terms = terms,
                               .automaton = automaton,
                               .classes = g_array_new (FALSE, FALSE, sizeof (WalkClass)),
                               .conditions = g_array_new (FALSE, FALSE, sizeof (Condition)),
                               .walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep))};
  Writer writer = {.system = system,
                   .moves = moves,
                   .live = live,
                   .clusters = clusters,
                   .most_classes = limits->most_walks,
                   .limits = *limits,
                   .pace = {.context = limits->context},
                   .variable_of = variable_of};
  system->end = add_all (&writer);
  couplet_path_free (writer.path);
  return system;
}

void
constraint_system_free (ConstraintSystem *system)
{
  GArray *arrays[] = {system->classes, system->conditions, system->walk};
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_array_unref (arrays[i]);
  g_free (system);
}
