/* SPDX-License-Identifier: Apache-2.0 */
#include "segment_table.h"

#include "naming.h"

#define N_SETS 8       /* sets of shifts: bit x + 1 for shift x */
#define MOST_EXAMPLE 6 /* outputs shown of an example */

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
  Label *labels; /* N_SETS per state */
  GArray *queue; /* guint32: indices of labels */
  guint32 begin;
} Search;

static void
free_class (gpointer data)
{
  SegmentClass *class = data;
  g_array_unref (class->example);
  g_free (class);
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
    if (a->assignment[t] != 0)
      continue;
    CoupletStep step;
    CoupletVector after;
    couplet_step_load (&step, a, search->components, search->table->unit, t);
    couplet_step_apply (&step, 0, search->table->unit, &before, &after);
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

/* The most the assignment at work costs with each shift, whatever the inputs are. */
static CoupletVector
assignment_cost (const Search *search, gboolean *follows)
{
  CoupletStep step;
  CoupletVector cost = {{0, 0, 0}};
  couplet_step_load (&step, search->automaton, search->components, search->table->unit,
                     search->begin);
  *follows = step.tight && step.n > 1;
  for (guint32 i = 0; i < step.n && !*follows; i++)
    for (int x = 0; x < 3; x++)
      cost.at[x] = couplet_cost_max (cost.at[x], step.pay[i][x]);
  return cost;
}

static void
add_class (Search *search, guint32 index, guint32 next)
{
  SegmentClass *class = g_new0 (SegmentClass, 1);
  class->begin = search->begin;
  class->next = next;
  class->example = example_of (search, index);
  CoupletVector own = assignment_cost (search, &class->follows);
  for (int x = 0; x < 3; x++)
    class->cost.at[x] =
        couplet_cost_add (search->table->unit, own.at[x], search->labels[index].cost.at[x]);
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
      if (a->assignment[t] != 0 && index % N_SETS != 0)
        add_class (search, index, t);
  }
}

/* Whether what is said of class is said of other as well. Of two equal ones the
 * first stays. */
static gboolean
is_covered (const SegmentClass *class, guint place, const SegmentClass *other, guint other_place)
{
  if (class->begin != other->begin || class->next != other->next || place == other_place ||
      !couplet_vector_below (&class->cost, &other->cost))
    return FALSE;
  return other_place < place || !couplet_vector_below (&other->cost, &class->cost);
}

/* Drops covered classes among those from place first on. */
static void
drop_covered (SegmentTable *table, guint first)
{
  GPtrArray *classes = table->classes;
  g_autofree guint8 *covered = g_new0 (guint8, classes->len + 1);
  for (guint i = first; i < classes->len; i++)
    for (guint j = first; j < classes->len && !covered[i]; j++)
      covered[i] = is_covered (classes->pdata[i], i, classes->pdata[j], j);
  for (guint i = classes->len; i-- > first;)
    if (covered[i]) {
      g_ptr_array_remove_index (classes, i);
      table->n_dropped++;
    }
}

SegmentTable *
segment_table_new (const CoupletAutomaton *automaton, GError **error)
{
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, error);
  if (unit == NULL)
    return NULL;
  SegmentTable *table = g_new0 (SegmentTable, 1);
  table->unit = g_steal_pointer (&unit);
  table->classes = g_ptr_array_new_with_free_func (free_class);
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autofree Label *labels = g_new (Label, (gsize)automaton->n_states * N_SETS);
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint32));
  Search search = {automaton, components, table, labels, queue, 0};
  for (guint32 t = 0; t < automaton->n_transitions; t++) {
    if (automaton->assignment[t] == 0 || !automaton->reachable[automaton->source[t]])
      continue;
    guint first = table->classes->len;
    search.begin = t;
    search_segment (&search);
    add_classes (&search);
    drop_covered (table, first);
  }
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

/* ---- Words ---------------------------------------------------------------------------------- */

static void
put_outputs (Line *line, const CoupletAutomaton *a, const GArray *walk)
{
  for (guint i = 0; i < MIN (walk->len, MOST_EXAMPLE); i++)
    line_put (line, i > 0 ? ", %c" : "%c",
              couplet_output_of (a, g_array_index (walk, guint32, i))->name);
  if (walk->len > MOST_EXAMPLE)
    line_put (line, ", ... (%u more)", walk->len - MOST_EXAMPLE);
}

static void
put_cost (Line *line, const SegmentTable *table, CoupletCost cost)
{
  if (cost == COUPLET_COST_INFINITE) {
    line_put (line, "{inf}");
    return;
  }
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  couplet_cost_to_rational (table->unit, cost, &value);
  line_put (line, "%q", &value);
}

static void
add_strategy_column (Table *table, const char *letter)
{
  Line *power = line_new ();
  line_put (power, "%v", letter);
  line_put (table_add_column (table, NULL, TRUE), "%v%p", "S", power);
}

static void
tell_class (Table *rows, const CoupletAutomaton *a, const SegmentTable *table,
            const SegmentClass *class, guint number)
{
  Row *row = table_add_row (rows);
  line_put (row_cell (row, 0), "%u", number);
  put_transition (row_cell (row, 1), a, class->begin);
  if (class->follows)
    line_put (row_cell (row, 1), " (repeats)");
  put_outputs (row_cell (row, 2), a, class->example);
  if (class->next != COUPLET_NONE)
    put_transition (row_cell (row, 3), a, class->next);
  else
    line_put (row_cell (row, 3), "the end");
  for (guint x = 0; x < 3; x++)
    put_cost (row_cell (row, 4 + x), table, class->cost.at[2 - x]);
}

void
tell_segments (Document *document, const CoupletAutomaton *automaton, const SegmentTable *table)
{
  line_put (document_heading (document, 2), "Segments");
  Line *line = document_paragraph (document);
  line_put (line,
            "A segment is an assignment and the walk to the next one, or to the end. Its "
            "strategies shift %v by %d (%v",
            automaton->thresholds[0], 1, "S");
  Line *powers[3] = {line_new (), line_new (), line_new ()};
  line_put (powers[0], "%v", "L");
  line_put (powers[1], "%v", "N");
  line_put (powers[2], "%v", "G");
  line_put (line,
            "%p), %d (%v%p) or %d (%v%p), whatever the inputs are. Walks that leave the "
            "same strategies form a class; the cost is that of its worst walk and inputs, "
            "{inf} where the strategy is not valid.",
            powers[0], 0, "S", powers[1], -1, "S", powers[2]);
  Table *rows = document_table (document);
  table_add_column (rows, "Class", TRUE);
  table_add_column (rows, "Assignment", FALSE);
  table_add_column (rows, "Outputs, for example", FALSE);
  table_add_column (rows, "Up to", FALSE);
  add_strategy_column (rows, "L");
  add_strategy_column (rows, "N");
  add_strategy_column (rows, "G");
  gboolean follows = FALSE;
  for (guint i = 0; i < table->classes->len; i++) {
    const SegmentClass *class = table->classes->pdata[i];
    tell_class (rows, automaton, table, class, i + 1);
    follows |= class->follows;
  }
  if (follows)
    line_put (document_paragraph (document),
              "An assignment that repeats costs nothing and shifts by %v, so the class needs every "
              "strategy to be valid.",
              "D");
  if (table->n_dropped > 0)
    line_put (document_paragraph (document),
              "%u more classes cost under no strategy more than one of these with the same ends.",
              table->n_dropped);
}
