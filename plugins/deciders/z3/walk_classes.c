/* SPDX-License-Identifier: Apache-2.0 */
#include "walk_classes.h"

#include "clusters.h"
#include "merged_walks.h"

#include <string.h>

#define NO_LABEL G_MAXUINT32
/* Of the clock's pace. */
#define STEPS_PER_LABEL 64
/* Assignments that are looked at for where the thresholds have their values from. */
#define MOST_HOPS 64
/* A cluster with more labels than this may be harmless: merged_walks.h. */
#define LABELS_BEFORE_MERGING 2048

/* A walk to state, for all walks that leave the cluster's shifts no less free. */
typedef struct {
  guint32 state;
  guint32 parent;     /* the walk without its last transition; NO_LABEL */
  guint32 transition; /* the last */
  gint8 difference;   /* the last */
  gboolean restricts; /* the last transition does */
  gboolean ends;      /* nothing that follows depends on it */
  gboolean dominated; /* by a later label */
  gboolean covered;   /* its last transition is part of a class */
  guint32 next;       /* of the same state; NO_LABEL */
  guint32 assigner;   /* the last label up to here whose last transition assigns; NO_LABEL */
} Label;

typedef struct {
  CoupletContext *context;
  CoupletPace pace;
  const Clusters *clusters;
  const ClusterView *view;
  guint32 limit;
  gsize most_bytes;
  guint32 n_crowded; /* labels of the cluster that were not the only one of their state */
  guint64 n_before;  /* the same, of the clusters before */
  WalkClasses *classes;
  GArray *labels;    /* Label */
  GArray *relations; /* guint64: one relation for each label */
  guint32 *head;     /* per state: its latest label; NO_LABEL */
  guint64 *nothing;  /* the relation that holds of any shifts */
  guint64 *work;     /* room for a relation */
} Enumeration;

static Label *
label_at (const Enumeration *e, guint32 i)
{
  return &g_array_index (e->labels, Label, i);
}

static guint64 *
relation_of (const Enumeration *e, guint32 label)
{
  return &g_array_index (e->relations, guint64, (gsize)label * relation_size (e->view->shape));
}

/* Whether the last transition of label assigns a threshold of the cluster. */
static gboolean
step_assigns (const Enumeration *e, const Label *label)
{
  guint32 sample = e->view->sample_of[label->transition];
  return sample != COUPLET_NONE &&
         clusters_assigned (e->clusters, e->view->cluster, clusters_sample (e->clusters, sample)) !=
             COUPLET_NONE;
}

/* ---- Labels -------------------------------------------------------------------------- */

static void
append_label (Enumeration *e, Label label, const guint64 *relation)
{
  label.next = NO_LABEL;
  label.assigner = label.parent == NO_LABEL   ? NO_LABEL
                   : step_assigns (e, &label) ? e->labels->len
                                              : label_at (e, label.parent)->assigner;
  if (!label.ends) {
    label.next = e->head[label.state];
    e->head[label.state] = e->labels->len;
  }
  g_array_append_val (e->labels, label);
  g_array_append_vals (e->relations, relation, (guint)relation_size (e->view->shape));
}

/* FALSE when a label of state says all that relation says. Removes those that
 * say less. */
static gboolean
make_room (Enumeration *e, guint32 state, const guint64 *relation)
{
  guint32 last = NO_LABEL;
  for (guint32 i = e->head[state]; i != NO_LABEL; i = label_at (e, i)->next)
    if (relation_implies (e->view->shape, relation_of (e, i), relation))
      return FALSE;
  for (guint32 i = e->head[state]; i != NO_LABEL; i = label_at (e, i)->next)
    if (!relation_implies (e->view->shape, relation, relation_of (e, i)))
      last = i;
    else {
      label_at (e, i)->dominated = TRUE;
      *(last == NO_LABEL ? &e->head[state] : &label_at (e, last)->next) = label_at (e, i)->next;
    }
  return TRUE;
}

/* Extends the label parent; FALSE when no shifts are valid on the longer walk. */
static gboolean
extend_label (Enumeration *e, guint32 parent, guint32 transition, gint8 difference)
{
  StepEffect effect =
      cluster_step (e->view, relation_of (e, parent), transition, difference, e->work);
  guint32 state = e->clusters->automaton->target[transition];
  Label label = {.state = state,
                 .parent = parent,
                 .transition = transition,
                 .difference = difference,
                 .restricts = effect != STEP_FREE,
                 .ends = effect == STEP_IMPOSSIBLE || cluster_is_idle (e->view, state)};
  if (label.ends ? label.restricts : make_room (e, state, e->work)) {
    /* of a single threshold a state has at most as many as there are intervals */
    e->n_crowded += !label.ends && e->head[state] != NO_LABEL && e->view->size > 1;
    append_label (e, label, e->work);
  }
  return effect != STEP_IMPOSSIBLE;
}

/* What walks did before they reach a state that no threshold is live in does not matter. */
static void
add_roots (Enumeration *e)
{
  const Clusters *clusters = e->clusters;
  guint32 cluster = e->view->cluster;
  for (guint32 i = clusters->begin[cluster]; i < clusters->begin[cluster + 1]; i++) {
    guint32 transition = clusters_transition (clusters, clusters->users[i]);
    guint32 state = clusters->automaton->source[transition];
    if (cluster_is_idle (e->view, state) && e->head[state] == NO_LABEL)
      append_label (e, (Label){.state = state, .parent = NO_LABEL, .transition = COUPLET_NONE},
                    e->nothing);
  }
}

typedef enum { SEARCH_DONE, SEARCH_IMPOSSIBLE, SEARCH_HARMLESS, SEARCH_STOPPED } SearchEnd;

static gboolean
extend_by_all (Enumeration *e, guint32 label)
{
  const CoupletAutomaton *a = e->clusters->automaton;
  guint32 state = label_at (e, label)->state;
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    gint8 differences[COUPLET_MOST_DIFFERENCES];
    guint32 n = cluster_differences (e->view, t, differences);
    for (guint32 i = 0; i < n; i++)
      if (!extend_label (e, label, t, differences[i]))
        return FALSE;
  }
  return TRUE;
}

static SearchEnd
stop (Enumeration *e, WalksEnd end)
{
  e->classes->end = end;
  return SEARCH_STOPPED;
}

/* All labels, shortest walks first. */
static SearchEnd
find_labels (Enumeration *e)
{
  gboolean merged = FALSE;
  add_roots (e);
  for (guint32 i = 0; i < e->labels->len; i++) {
    if (couplet_pace_over (&e->pace, STEPS_PER_LABEL))
      return stop (e, WALKS_STOPPED);
    if (e->n_before + e->n_crowded > e->limit)
      return stop (e, WALKS_TOO_MANY);
    if (e->relations->len > e->most_bytes / sizeof (guint64))
      return stop (e, WALKS_TOO_LARGE);
    if (e->n_crowded > LABELS_BEFORE_MERGING && !merged) {
      merged = TRUE;
      if (merged_walks_are_harmless (e->context, e->view, e->most_bytes))
        return SEARCH_HARMLESS;
    }
    const Label *label = label_at (e, i);
    if (!label->ends && !label->dominated && !extend_by_all (e, i))
      return SEARCH_IMPOSSIBLE;
  }
  return SEARCH_DONE;
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

/* Notes where the thresholds have their values from on the walk to label. */
static void
add_origins (Enumeration *e, WalkClass *class, guint32 label)
{
  class->first_origin = e->classes->origins->len;
  guint32 i = label_at (e, label)->assigner;
  for (guint32 hops = 0; i != NO_LABEL && hops < MOST_HOPS; hops++) {
    const Label *here = label_at (e, i);
    const CoupletAssignment *assignment =
        couplet_assignment_of (e->clusters->automaton, here->transition);
    for (guint32 k = 0; k < assignment->n_thresholds; k++) {
      WalkOrigin origin = {assignment->thresholds[k], here->transition};
      g_array_append_val (e->classes->origins, origin);
      class->n_origins++;
    }
    i = e->view->size > 1 ? label_at (e, here->parent)->assigner : NO_LABEL;
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

/* The steps that matter on the walk to label, from where it has left the shifts
 * free for the last time. */
static void
add_class (Enumeration *e, guint32 label)
{
  RelationShape shape = e->view->shape;
  WalkClass class = {e->view->cluster, e->classes->steps->len, 0, 0, 0};
  guint32 i = label;
  while (label_at (e, i)->parent != NO_LABEL) {
    Label *here = label_at (e, i);
    if (here->restricts || step_assigns (e, here)) {
      WalkStep step = {here->transition, e->view->sample_of[here->transition], here->difference};
      g_array_append_val (e->classes->steps, step);
    }
    here->covered = TRUE;
    i = here->parent;
    if (relation_implies (shape, e->nothing, relation_of (e, i)))
      break;
  }
  reverse_steps (e->classes->steps, class.first);
  class.n = e->classes->steps->len - class.first;
  add_origins (e, &class, i);
  g_array_append_val (e->classes->classes, class);
}

/* Writes down the walk to label from its root on. */
static void
keep_walk (Enumeration *e, guint32 label)
{
  for (guint32 i = label; label_at (e, i)->parent != NO_LABEL; i = label_at (e, i)->parent) {
    const Label *here = label_at (e, i);
    WalkStep step = {here->transition, e->view->sample_of[here->transition], here->difference};
    g_array_append_val (e->classes->walk, step);
  }
  reverse_steps (e->classes->walk, 0);
}

/* TRUE when a class for label is not needed: a class of a longer walk has its
 * steps, or it is dominated, or it ends a walk that is, so that the one that
 * dominates ends likewise. */
static gboolean
is_covered (const Enumeration *e, const Label *label)
{
  return label->covered || label->dominated ||
         (label->ends && label_at (e, label->parent)->dominated);
}

/* A class for each label whose last transition restricts the shifts. */
static gboolean
add_classes (Enumeration *e)
{
  CoupletPace pace = {.context = e->context};
  for (guint32 i = e->labels->len; i-- > 0;) {
    const Label *label = label_at (e, i);
    if (couplet_pace_over (&pace, 2))
      return stop (e, WALKS_STOPPED), FALSE;
    if (!label->restricts || is_covered (e, label))
      continue;
    if (e->classes->classes->len >= e->limit)
      return stop (e, WALKS_TOO_MANY), FALSE;
    if (e->classes->steps->len > e->most_bytes / sizeof (WalkStep))
      return stop (e, WALKS_TOO_LARGE), FALSE;
    guint before = e->classes->steps->len;
    add_class (e, i);
    couplet_pace_over (&pace, (guint64)8 * (e->classes->steps->len - before));
  }
  return TRUE;
}

/* FALSE when the search is over. */
static gboolean
add_cluster (Enumeration *e)
{
  guint32 n_states = e->clusters->automaton->n_states;
  e->n_before += e->n_crowded;
  e->n_crowded = 0;
  g_array_set_size (e->labels, 0);
  g_array_set_size (e->relations, 0);
  memset (e->head, 0xff, n_states * sizeof *e->head); /* NO_LABEL */
  relation_clear (e->view->shape, e->nothing);
  switch (find_labels (e)) {
  case SEARCH_DONE:
    return add_classes (e);
  case SEARCH_HARMLESS:
    g_array_append_val (e->classes->harmless, e->view->cluster);
    return TRUE;
  case SEARCH_IMPOSSIBLE:
    add_class (e, e->labels->len - 1);
    keep_walk (e, e->labels->len - 1);
    return FALSE;
  case SEARCH_STOPPED:
  default:
    return FALSE;
  }
}

/* ---- Outputs at no cost ------------------------------------------------------------------ */

static gboolean
add_disclosing (WalkClasses *classes, guint32 transition, guint32 sample, gint8 difference)
{
  WalkClass class = {COUPLET_NONE, classes->steps->len, 1, 0, 0};
  WalkStep step = {transition, sample, difference};
  g_array_append_val (classes->steps, step);
  g_array_append_val (classes->walk, step);
  g_array_append_val (classes->classes, class);
  return TRUE;
}

/* Whether transition has no shift for sample (NULL: its fresh output) at some difference. */
static gboolean
is_disclosing (const Clusters *clusters, guint32 transition, const CoupletSample *sample,
               gint8 *difference)
{
  const CoupletAutomaton *a = clusters->automaton;
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  guint32 n = couplet_differences (a, transition, differences);
  while (n-- > 0) {
    *difference = differences[n];
    if (sample != NULL ? couplet_sample_shifts (sample, differences[n]) == 0
                       : couplet_fresh_fee (a, clusters->components, transition, differences[n]) ==
                             COUPLET_NO_FEE)
      return TRUE;
  }
  return FALSE;
}

/* A real output of a private input that may cost nothing, whatever the walk. */
static gboolean
find_disclosing (WalkClasses *classes, const Clusters *clusters, CoupletContext *context)
{
  const CoupletAutomaton *a = clusters->automaton;
  CoupletPace pace = {.context = context};
  gint8 difference;
  for (guint32 s = 0; s < clusters->samples->len && !couplet_pace_over (&pace, 1); s++) {
    guint32 t = clusters_transition (clusters, s);
    const CoupletSample *sample = clusters_sample (clusters, s);
    if (sample->outputs && is_disclosing (clusters, t, sample, &difference))
      return add_disclosing (classes, t, s, difference);
  }
  for (guint32 t = 0; t < a->n_transitions && !couplet_pace_over (&pace, 1); t++)
    if (a->reachable[a->source[t]] && couplet_output_of (a, t)->kind == COUPLET_FRESH &&
        is_disclosing (clusters, t, NULL, &difference))
      return add_disclosing (classes, t, COUPLET_NONE, difference);
  return FALSE;
}

/* ---- All of it ----------------------------------------------------------------------------- */

static void
enumerate (Enumeration *e)
{
  const CoupletAutomaton *a = e->clusters->automaton;
  g_autofree guint32 *row = NULL, *entering = NULL;
  if (couplet_context_should_stop (e->context)) {
    e->classes->end = WALKS_STOPPED;
    return;
  }
  couplet_entering_transitions (a, &row, &entering);
  gboolean more = TRUE;
  for (guint32 c = 0; c < e->clusters->n_clusters && more; c++) {
    g_autoptr (ClusterView) view = cluster_view_new (e->clusters, c, row, entering, e->context);
    g_autofree guint64 *nothing = g_new (guint64, relation_size (view->shape));
    g_autofree guint64 *work = g_new (guint64, relation_size (view->shape));
    e->view = view;
    e->nothing = nothing;
    e->work = work;
    more = add_cluster (e);
  }
}

WalkClasses *
walk_classes_new (CoupletContext *context, const Clusters *clusters, guint32 most_classes,
                  gsize most_bytes)
{
  WalkClasses *classes = g_new0 (WalkClasses, 1);
  classes->classes = g_array_new (FALSE, FALSE, sizeof (WalkClass));
  classes->steps = g_array_new (FALSE, FALSE, sizeof (WalkStep));
  classes->origins = g_array_new (FALSE, FALSE, sizeof (WalkOrigin));
  classes->harmless = g_array_new (FALSE, FALSE, sizeof (guint32));
  classes->walk = g_array_new (FALSE, FALSE, sizeof (WalkStep));
  if (find_disclosing (classes, clusters, context))
    return classes;
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (Label));
  g_autoptr (GArray) relations = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autofree guint32 *head = g_new (guint32, clusters->automaton->n_states);
  Enumeration e = {.context = context,
                   .pace = {.context = context},
                   .clusters = clusters,
                   .limit = most_classes,
                   .most_bytes = most_bytes > 0 ? most_bytes : G_MAXSIZE,
                   .classes = classes,
                   .labels = labels,
                   .relations = relations,
                   .head = head};
  enumerate (&e);
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
