/* SPDX-License-Identifier: Apache-2.0 */
#include "segment_classes.h"

#include "unfolded.h"

#include <couplet/sample.h>

#define N_SETS 8 /* sets of shifts: bit x + 1 for shift x */

/* The walks from the assignment at work to a state that leave a set of shifts:
 * the most they cost, and the last transition of the first one found. */
typedef struct {
  gboolean reached, waiting;
  CoupletVector cost;
  guint32 via;
  guint8 set_before;
} Label;

typedef struct {
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  SegmentTable *table;
  CoupletSample *draws; /* of one transition */
  Label *labels;        /* N_SETS per state */
  GArray *queue;        /* guint32: indices of labels */
  guint32 threshold, begin;
} Search;

static void
free_class (gpointer data)
{
  SegmentClass *class = data;
  g_array_unref (class->example);
  g_free (class);
}

/* ---- What one transition costs -------------------------------------------------- */

/* The comparisons that draw is asked for with threshold. */
static guint32
comparisons_with (const CoupletSample *draw, guint32 threshold)
{
  guint32 comparisons = 0;
  for (guint32 i = 0; i < draw->n_literals; i++)
    if (draw->literals[i].threshold == threshold)
      comparisons |= draw->literals[i].comparison;
  return comparisons;
}

/* The draw of a transition that concerns the threshold at work, or NULL. With
 * shared sampling that is the one draw where it is compared or stored. */
static const CoupletSample *
draw_of (const Search *search, guint32 transition)
{
  const CoupletAutomaton *a = search->automaton;
  guint32 n =
      couplet_samples_load (search->draws, a, search->components, search->table->unit, transition);
  for (guint32 i = 0; i < n; i++) {
    const CoupletSample *draw = &search->draws[i];
    gboolean concerns = couplet_n_slots (a) == a->n_thresholds
                            ? draw->slot == search->threshold
                            : comparisons_with (draw, search->threshold) != 0 ||
                                  couplet_assigns (a, transition, search->threshold);
    if (concerns)
      return draw;
  }
  return NULL;
}

/* The least that draw pays when the inputs differ by D and the threshold shifts
 * by x; no other threshold is asked. */
static CoupletCost
least_pay (const Search *search, const CoupletSample *draw, int difference, int x)
{
  guint32 comparisons = comparisons_with (draw, search->threshold);
  gint8 fees[3];
  couplet_sample_fees (draw, difference, fees);
  return couplet_cost_of_fee (search->table->unit,
                              couplet_least_fee (fees, couplet_shifts_beside (comparisons, x)),
                              draw->d);
}

/* What a fresh output costs; with several thresholds it belongs to none. */
static CoupletCost
fresh_pay (const Search *search, guint32 transition, int difference)
{
  if (search->automaton->n_thresholds > 1)
    return 0;
  return couplet_fresh_cost (search->automaton, search->components, search->table->unit, transition,
                             difference);
}

/* The most that a transition costs with each shift of the threshold, whatever
 * the inputs are: of one that assigns it, with each new shift. */
static CoupletVector
worst_pay (const Search *search, guint32 transition, gboolean *follows)
{
  const CoupletAutomaton *a = search->automaton;
  const CoupletSample *draw = draw_of (search, transition);
  gboolean assigns = couplet_assigns (a, transition, search->threshold);
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  guint32 n = couplet_differences (a, transition, differences);
  CoupletVector worst = {{0, 0, 0}};
  *follows = assigns && draw->tight && !draw->outputs && n > 1;
  for (guint32 i = 0; i < n; i++)
    for (int x = -1; x <= 1; x++) {
      int difference = differences[i];
      CoupletCost pays = 0;
      if (assigns && !*follows)
        pays = couplet_sample_cost (draw, search->table->unit, difference, x);
      else if (!assigns && draw != NULL)
        pays = least_pay (search, draw, difference, x);
      pays =
          couplet_cost_add (search->table->unit, pays, fresh_pay (search, transition, difference));
      worst.at[x + 1] = couplet_cost_max (worst.at[x + 1], pays);
    }
  return worst;
}

static CoupletVector
add_vectors (const Search *search, const CoupletVector *one, const CoupletVector *two)
{
  CoupletVector sum;
  for (int x = 0; x < 3; x++)
    sum.at[x] = couplet_cost_add (search->table->unit, one->at[x], two->at[x]);
  return sum;
}

/* ---- Walks of one segment --------------------------------------------------------- */

/* Takes a walk into a label; the label waits when that changed it. */
static void
improve (Search *search, guint32 index, const CoupletVector *cost, guint32 via, guint8 before)
{
  Label *label = &search->labels[index];
  gboolean changed = !label->reached;
  if (!label->reached) {
    *label = (Label){.reached = TRUE, .cost = *cost, .via = via, .set_before = before};
  } else
    for (int x = 0; x < 3; x++)
      if (couplet_cost_compare (cost->at[x], label->cost.at[x]) > 0) {
        label->cost.at[x] = cost->at[x];
        changed = TRUE;
      }
  if (changed && !label->waiting) {
    label->waiting = TRUE;
    g_array_append_val (search->queue, index);
  }
}

static guint8
set_of (const CoupletVector *vector)
{
  guint8 set = 0;
  for (int x = 0; x < 3; x++)
    if (vector->at[x] != COUPLET_COST_INFINITE)
      set |= (guint8)(1 << x);
  return set;
}

static void
follow (Search *search, guint32 index)
{
  const CoupletAutomaton *a = search->automaton;
  guint32 state = index / N_SETS;
  CoupletVector before = search->labels[index].cost;
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    if (couplet_assigns (a, t, search->threshold))
      continue;
    gboolean follows;
    CoupletVector pays = worst_pay (search, t, &follows);
    CoupletVector after = add_vectors (search, &before, &pays);
    improve (search, a->target[t] * N_SETS + set_of (&after), &after, t, (guint8)(index % N_SETS));
  }
}

/* Costs grow only off cycles, so this ends. */
static void
search_segment (Search *search)
{
  const CoupletVector nothing = {{0, 0, 0}};
  memset (search->labels, 0, (gsize)search->automaton->n_states * N_SETS * sizeof (Label));
  g_array_set_size (search->queue, 0);
  improve (search, search->automaton->target[search->begin] * N_SETS + N_SETS - 1, &nothing,
           COUPLET_NONE, 0);
  for (guint i = 0; i < search->queue->len; i++) {
    guint32 index = g_array_index (search->queue, guint32, i);
    search->labels[index].waiting = FALSE;
    if (index % N_SETS != 0)
      follow (search, index);
  }
}

/* ---- Classes ------------------------------------------------------------------------------ */

static GArray *
example_of (const Search *search, guint32 index)
{
  const CoupletAutomaton *a = search->automaton;
  GArray *walk = g_array_new (FALSE, FALSE, sizeof (guint32));
  while (search->labels[index].via != COUPLET_NONE) {
    guint32 t = search->labels[index].via;
    g_array_prepend_val (walk, t);
    index = a->source[t] * N_SETS + search->labels[index].set_before;
  }
  return walk;
}

static void
add_class (Search *search, guint32 index, guint32 next)
{
  SegmentClass *class = g_new0 (SegmentClass, 1);
  class->threshold = search->threshold;
  class->begin = search->begin;
  class->next = next;
  class->example = example_of (search, index);
  CoupletVector own = worst_pay (search, search->begin, &class->follows);
  class->cost = add_vectors (search, &own, &search->labels[index].cost);
  g_ptr_array_add (search->table->classes, class);
}

static void
add_classes (Search *search)
{
  const CoupletAutomaton *a = search->automaton;
  for (guint32 index = 0; index < a->n_states * N_SETS; index++) {
    if (!search->labels[index].reached)
      continue;
    guint32 state = index / N_SETS;
    add_class (search, index, COUPLET_NONE);
    for (guint32 t = a->row[state]; t < a->row[state + 1]; t++)
      if (couplet_assigns (a, t, search->threshold) && index % N_SETS != 0)
        add_class (search, index, t);
  }
}

/* Whether what is said of class is said of other as well. Of two equal ones the
 * first stays. */
static gboolean
is_covered (const CoupletAutomaton *a, const SegmentClass *class, guint place,
            const SegmentClass *other, guint other_place)
{
  if (input_transition (a, class->next) != input_transition (a, other->next) ||
      place == other_place || class->follows != other->follows ||
      !couplet_vector_below (&class->cost, &other->cost))
    return FALSE;
  return other_place < place || !couplet_vector_below (&other->cost, &class->cost);
}

/* Drops covered classes among those from place first on, which begin alike. */
static void
drop_covered (const CoupletAutomaton *a, SegmentTable *table, guint first)
{
  GPtrArray *classes = table->classes;
  g_autofree guint8 *covered = g_new0 (guint8, classes->len + 1);
  for (guint i = first; i < classes->len; i++)
    for (guint j = first; j < classes->len && !covered[i]; j++)
      covered[i] = is_covered (a, classes->pdata[i], i, classes->pdata[j], j);
  for (guint i = classes->len; i-- > first;)
    if (covered[i]) {
      g_ptr_array_remove_index (classes, i);
      table->n_dropped++;
    }
}

/* The segments that begin with origin, a transition of the input. */
static void
add_segments (Search *search, guint32 origin)
{
  const CoupletAutomaton *a = search->automaton;
  guint first = search->table->classes->len;
  for (guint32 t = 0; t < a->n_transitions; t++)
    if (input_transition (a, t) == origin && a->reachable[a->source[t]]) {
      search->begin = t;
      search_segment (search);
      add_classes (search);
    }
  drop_covered (a, search->table, first);
}

SegmentTable *
segment_table_new (const CoupletAutomaton *automaton, GError **error)
{
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, error);
  if (unit == NULL)
    return NULL;
  const CoupletAutomaton *input = input_automaton (automaton);
  SegmentTable *table = g_new0 (SegmentTable, 1);
  table->unit = g_steal_pointer (&unit);
  table->classes = g_ptr_array_new_with_free_func (free_class);
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autofree Label *labels = g_new (Label, (gsize)automaton->n_states * N_SETS);
  g_autofree CoupletSample *draws = g_new (CoupletSample, couplet_n_slots (automaton));
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint32));
  Search search = {automaton, components, table, draws, labels, queue, 0, 0};
  for (; search.threshold < automaton->n_thresholds; search.threshold++)
    for (guint32 t = 0; t < input->n_transitions; t++)
      if (couplet_assigns (input, t, search.threshold))
        add_segments (&search, t);
  return table;
}

void
segment_table_free (SegmentTable *table)
{
  if (table == NULL)
    return;
  g_ptr_array_unref (table->classes);
  couplet_unit_free (table->unit);
  g_free (table);
}
