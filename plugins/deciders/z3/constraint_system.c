/* SPDX-License-Identifier: Apache-2.0 */
#include "constraint_system.h"

#include <string.h>

#define NO_WALK COUPLET_NONE
/* Assignments that are looked at for where the thresholds have their values from. */
#define MOST_HOPS 64

/* A system that is being written, class by class. */
typedef struct {
  ConstraintSystem *system;
  const WalkSource *source;
  CoupletPace pace;
  guint64 n_crowded; /* walks of the clusters so far that were not the only one to their state,
                        but of single thresholds */
  guint32 cluster;   /* the one at hand */
  const CoupletSearch *search; /* its walks */
  guint32 *assigner;           /* per walk: the last one up to here whose last step assigns */
  guint8 *covered;             /* per walk: its last step is part of a class */
  CoupletPath *path;           /* of the class at hand */
  GArray *variable_of;         /* guint32, per draw of path; COUPLET_NONE = none yet */
  guint32 *origin;             /* per threshold: the transition that assigned the value which it has
                                  before the class' walk; COUPLET_NONE = not known */
} Writer;

/* ---- Variables ----------------------------------------------------------------------- */

/* The variable for draw, which is of transition's sample, and the value of threshold. */
static guint32
variable_of (Writer *writer, guint32 draw, guint32 transition, guint32 threshold)
{
  ConstraintSystem *system = writer->system;
  const guint32 none = COUPLET_NONE;
  while (writer->variable_of->len <= draw)
    g_array_append_val (writer->variable_of, none);
  guint32 *variable = &g_array_index (writer->variable_of, guint32, draw);
  if (*variable == COUPLET_NONE) {
    Variable new = {system->classes->len, transition, threshold};
    *variable = system->variables->len;
    g_array_append_val (system->variables, new);
    shift_terms_declare (system->terms, *variable);
  }
  return *variable;
}

/* ---- Conditions ------------------------------------------------------------------------ */

/* Adds a condition, but for its name and class. */
static void
add_condition (Writer *writer, Condition condition)
{
  ConstraintSystem *system = writer->system;
  Z3_context context = system->terms.context;
  g_autofree char *name = g_strdup_printf ("rule%u", system->conditions->len);
  condition.class = system->classes->len;
  condition.name =
      Z3_mk_const (context, Z3_mk_string_symbol (context, name), Z3_mk_bool_sort (context));
  g_array_append_val (system->conditions, condition);
}

/* What row asks of the sample of step: own is its shift, or without a variable (COUPLET_NONE) the
 * only one that it may have; then, unless that holds of any value, it is a bound. */
static void
add_row (Writer *writer, Condition step, const CoupletPathRow *row, guint32 own)
{
  ShiftTerms terms = writer->system->terms;
  int fixed = couplet_shifts_least (step.part->shifts);
  if (own == COUPLET_NONE && fixed == (row->at_most ? -1 : 1))
    return;
  guint32 value = variable_of (writer, row->value, writer->origin[row->threshold], row->threshold);
  step.threshold = row->threshold;
  step.less = row->at_most;
  if (own == COUPLET_NONE) {
    step.kind = CONDITION_BOUND;
    step.number = fixed;
    step.first = value;
    step.second = COUPLET_NONE;
    step.formula = row->at_most ? shift_terms_at_least (terms, value, fixed)
                                : shift_terms_at_most (terms, value, fixed);
  } else {
    step.kind = step.part->sample.n_assigned > 0 ? CONDITION_LINK : CONDITION_BETWEEN;
    step.first = own;
    step.second = value;
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
  const CoupletClusters *clusters = writer->source->clusters;
  guint32 stored = couplet_part_assigned (part, clusters, writer->cluster), own = COUPLET_NONE;
  guint32 row = writer->path->rows->len;
  guint32 draw = couplet_path_take (writer->path, part, part->shifts);
  Condition step = {.transition = transition, .part = part};
  if (stored != COUPLET_NONE || !couplet_shifts_are_single (part->shifts))
    own = variable_of (writer, draw, transition, stored);
  if (own != COUPLET_NONE && part->shifts != COUPLET_ALL_SHIFTS) {
    Condition among = step;
    among.kind = CONDITION_OWN;
    among.threshold = stored;
    among.number = couplet_shifts_least (part->shifts);
    among.first = own;
    among.second = COUPLET_NONE;
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

/* Whether the cluster is of one threshold, so that few walks lead to each state. */
static gboolean
is_single (const Writer *writer)
{
  const CoupletClusters *clusters = writer->source->clusters;
  return clusters->first[writer->cluster + 1] - clusters->first[writer->cluster] == 1;
}

/* The cluster's part of walk's last step; NULL = it has none. */
static const CoupletLetterPart *
part_of (const Writer *writer, guint32 walk)
{
  const CoupletWalkEnd *end = couplet_search_walk (writer->search, walk);
  const CoupletLetter *letter =
      couplet_moves_letter (writer->source->moves, end->transition, end->difference);
  return couplet_letter_part (letter, writer->source->clusters, writer->cluster);
}

static void
find_assigners (Writer *writer)
{
  const CoupletClusters *clusters = writer->source->clusters;
  for (guint32 i = 0; i < writer->search->walks->len; i++) {
    guint32 before = couplet_search_walk (writer->search, i)->before;
    const CoupletLetterPart *part = before != COUPLET_NONE ? part_of (writer, i) : NULL;
    gboolean assigns =
        part != NULL && couplet_part_assigned (part, clusters, writer->cluster) != COUPLET_NONE;
    writer->assigner[i] = assigns ? i : before == COUPLET_NONE ? NO_WALK : writer->assigner[before];
  }
}

/* Notes where the thresholds have their values from on the walk. */
static void
find_origins (Writer *writer, guint32 walk)
{
  const CoupletAutomaton *a = writer->system->automaton;
  memset (writer->origin, 0xff, a->n_thresholds * sizeof *writer->origin); /* COUPLET_NONE */
  guint32 i = writer->assigner[walk];
  for (guint32 hops = 0; i != NO_WALK && hops < MOST_HOPS; hops++) {
    const CoupletWalkEnd *here = couplet_search_walk (writer->search, i);
    const CoupletAssignment *assignment = couplet_assignment_of (a, here->transition);
    for (guint32 k = 0; k < assignment->n_thresholds; k++)
      if (writer->origin[assignment->thresholds[k]] == COUPLET_NONE)
        writer->origin[assignment->thresholds[k]] = here->transition;
    i = is_single (writer) ? NO_WALK : writer->assigner[here->before];
  }
}

static void
begin_class (Writer *writer)
{
  couplet_path_free (writer->path);
  writer->path = couplet_path_new (writer->system->automaton->n_thresholds);
  g_array_set_size (writer->variable_of, 0);
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
    if ((here->marks & COUPLET_WALK_RESTRICTS) != 0 || writer->assigner[walk] == walk)
      g_array_append_val (steps, walk);
    writer->covered[walk] = TRUE;
    walk = here->before;
    here = couplet_search_walk (writer->search, walk);
    if ((here->marks & COUPLET_WALK_FREE) != 0)
      break;
  }
  begin_class (writer);
  find_origins (writer, walk);
  WalkClass class = {COUPLET_NONE, COUPLET_NONE};
  for (guint i = steps->len; i-- > 0 && !couplet_pace_over (&writer->pace, 8);) {
    guint32 step = g_array_index (steps, guint32, i);
    class.to = couplet_search_walk (writer->search, step)->transition;
    class.from = class.from == COUPLET_NONE ? class.to : class.from;
    add_step (writer, class.to, part_of (writer, step));
  }
  g_array_append_val (writer->system->classes, class);
}

/* TRUE when a class for walk is not needed: a class of a longer one has its steps, or it is
 * dominated, or it ends one that is, so that the one that dominates ends likewise. */
static gboolean
is_covered (const Writer *writer, guint32 walk)
{
  const CoupletWalkEnd *end = couplet_search_walk (writer->search, walk);
  return writer->covered[walk] || end->dominated ||
         (end->ends && couplet_search_walk (writer->search, end->before)->dominated);
}

/* A class for each walk whose last step restricts the shifts. */
static CoupletWalksEnd
add_classes (Writer *writer)
{
  const WalkSource *source = writer->source;
  for (guint32 i = writer->search->walks->len; i-- > 0;) {
    if (couplet_pace_over (&writer->pace, 2))
      return COUPLET_WALKS_STOPPED;
    if ((couplet_search_walk (writer->search, i)->marks & COUPLET_WALK_RESTRICTS) == 0 ||
        is_covered (writer, i))
      continue;
    if (writer->system->classes->len >= source->most_classes)
      return COUPLET_WALKS_TOO_MANY;
    if (writer->system->conditions->len > source->most_bytes / sizeof (Condition))
      return COUPLET_WALKS_TOO_LARGE;
    add_class (writer, i);
  }
  return COUPLET_WALKS_ALL;
}

static CoupletWalksEnd
add_cluster (Writer *writer)
{
  CoupletWalksEnd end;
  const WalkSource *source = writer->source;
  const CoupletWalkLimits limits = {
      source->context, source->most_classes - MIN (writer->n_crowded, source->most_classes),
      source->most_bytes};
  g_autoptr (CoupletSearch) search = couplet_cluster_walks (
      source->moves, source->live, source->clusters, writer->cluster, &limits, &end);
  g_autofree guint32 *assigner = g_new (guint32, search->walks->len);
  g_autofree guint8 *covered = g_new0 (guint8, search->walks->len);
  writer->search = search;
  writer->assigner = assigner;
  writer->covered = covered;
  writer->n_crowded += is_single (writer) ? 0 : search->n_crowded;
  if (end == COUPLET_WALKS_HARMLESS) {
    g_array_append_val (writer->system->harmless, writer->cluster);
    return COUPLET_WALKS_ALL;
  }
  if (end == COUPLET_WALKS_ALL || end == COUPLET_WALKS_IMPOSSIBLE)
    find_assigners (writer);
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
  if (!couplet_moves_disclose (writer->source->moves, &writer->pace, &found))
    return FALSE;
  guint32 own = variable_of (writer, 0, found.transition, COUPLET_NONE);
  add_condition (writer,
                 (Condition){.kind = CONDITION_DISCLOSES,
                             .transition = found.transition,
                             .part = found.part,
                             .threshold = COUPLET_NONE,
                             .first = own,
                             .second = COUPLET_NONE,
                             .formula = shift_terms_both (
                                 system->terms, shift_terms_equal (system->terms, own, 0),
                                 shift_terms_equal (system->terms, own, found.difference))});
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
  if (couplet_context_should_stop (writer->source->context))
    return COUPLET_WALKS_STOPPED;
  for (guint32 n = writer->source->clusters->n_clusters; writer->cluster < n; writer->cluster++) {
    end = add_cluster (writer);
    if (end != COUPLET_WALKS_ALL)
      break;
  }
  return end;
}

ConstraintSystem *
constraint_system_new (ShiftTerms terms, const WalkSource *source)
{
  ConstraintSystem *system = g_new (ConstraintSystem, 1);
  const CoupletAutomaton *automaton = couplet_moves_automaton (source->moves);
  g_autofree guint32 *origin = g_new (guint32, automaton->n_thresholds);
  g_autoptr (GArray) variable_of = g_array_new (FALSE, FALSE, sizeof (guint32));
  *system = (ConstraintSystem){.terms = terms,
                               .automaton = automaton,
                               .clusters = source->clusters,
                               .classes = g_array_new (FALSE, FALSE, sizeof (WalkClass)),
                               .variables = g_array_new (FALSE, FALSE, sizeof (Variable)),
                               .conditions = g_array_new (FALSE, FALSE, sizeof (Condition)),
                               .harmless = g_array_new (FALSE, FALSE, sizeof (guint32)),
                               .walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep))};
  Writer writer = {.system = system,
                   .source = source,
                   .pace = {.context = source->context},
                   .variable_of = variable_of,
                   .origin = origin};
  system->end = add_all (&writer);
  couplet_path_free (writer.path);
  return system;
}

void
constraint_system_free (ConstraintSystem *system)
{
  if (system == NULL)
    return;
  GArray *arrays[] = {system->classes, system->variables, system->conditions, system->harmless,
                      system->walk};
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_array_unref (arrays[i]);
  g_free (system);
}
