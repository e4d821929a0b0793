/* SPDX-License-Identifier: Apache-2.0 */
#include "segment_table.h"

#include "unfolded.h"

#include <couplet/internal/segment_walks.h>

typedef struct {
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  SegmentTable *table;
  CoupletSegmentWalks *walks;
  guint32 threshold, begin;
} ClassSearch;

static void
free_class (gpointer data)
{
  SegmentClass *class = data;
  g_array_unref (class->example);
  g_free (class);
}

/* The most that the assignment at work costs with each new shift, whatever the inputs are. One
 * that may repeat shifts by the difference: what it pays then is the same for all. */
static CoupletVector
assignment_cost (const ClassSearch *search, gboolean *follows)
{
  CoupletStep step;
  couplet_step_load_of (&step, search->automaton, search->components, search->table->unit,
                        search->begin, search->threshold);
  *follows = step.tight && step.n > 1;
  CoupletCost most = 0;
  for (guint32 i = 0; i < step.n; i++)
    most = couplet_cost_max (most, step.pay[i][step.difference[i] + 1]);
  if (*follows)
    return (CoupletVector){{most, most, most}};
  couplet_step_join (&step);
  return (CoupletVector){{step.pay[0][0], step.pay[0][1], step.pay[0][2]}};
}

/* ---- Classes ------------------------------------------------------------------------------ */

/* The first walk found to the class at place. */
static GArray *
example_of (const CoupletSegmentClass *classes, guint32 place)
{
  GArray *walk = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (; classes[place].last != COUPLET_NONE; place = classes[place].before)
    g_array_prepend_val (walk, classes[place].last);
  return walk;
}

static void
add_class (ClassSearch *search, const CoupletSegmentClass *classes, guint32 place, guint32 next)
{
  SegmentClass *class = g_new0 (SegmentClass, 1);
  class->threshold = search->threshold;
  class->begin = search->begin;
  class->next = next;
  class->example = example_of (classes, place);
  class->cost = assignment_cost (search, &class->follows);
  for (int x = 0; x < 3; x++)
    class->cost.at[x] =
        couplet_cost_add (search->table->unit, class->cost.at[x], classes[place].cost.at[x]);
  g_ptr_array_add (search->table->classes, class);
}

/* By state and shifts. */
static int
compare_places (gconstpointer a, gconstpointer b, gpointer data)
{
  const CoupletSegmentClass *classes = data;
  const CoupletSegmentClass *p = &classes[*(const guint32 *)a], *q = &classes[*(const guint32 *)b];
  return p->state != q->state ? (p->state > q->state) - (p->state < q->state)
                              : p->shifts - q->shifts;
}

static void
add_classes (ClassSearch *search)
{
  const CoupletAutomaton *a = search->automaton;
  guint32 n;
  const CoupletSegmentClass *classes = couplet_segment_classes (
      search->walks, search->threshold, a->target[search->begin], NULL, NULL, &n);
  g_autoptr (GArray) places = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);
  for (guint32 i = 0; i < n; i++)
    g_array_append_val (places, i);
  g_array_sort_with_data (places, compare_places, (gpointer)classes);
  for (guint32 i = 0; i < n; i++) {
    guint32 place = g_array_index (places, guint32, i), state = classes[place].state;
    add_class (search, classes, place, COUPLET_NONE);
    for (guint32 t = a->row[state]; t < a->row[state + 1]; t++)
      if (couplet_assigns (a, t, search->threshold) && classes[place].shifts != 0)
        add_class (search, classes, place, t);
  }
}

/* Whether what is said of class is said of other as well. Of two equal ones the
 * first stays. */
static gboolean
is_covered (const CoupletAutomaton *a, const SegmentClass *class, guint place,
            const SegmentClass *other, guint other_place)
{
  if (couplet_folded_transition (a, class->next) != couplet_folded_transition (a, other->next) ||
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
add_segments (ClassSearch *search, guint32 origin)
{
  const CoupletAutomaton *a = search->automaton;
  guint first = search->table->classes->len;
  for (guint32 t = 0; t < a->n_transitions; t++)
    if (couplet_folded_transition (a, t) == origin && a->reachable[a->source[t]]) {
      search->begin = t;
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
  g_autoptr (CoupletSegmentWalks) walks =
      couplet_segment_walks_new (automaton, components, table->unit);
  ClassSearch search = {automaton, components, table, walks, 0, 0};
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
