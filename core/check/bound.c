/* SPDX-License-Identifier: Apache-2.0 */
/* BOUND: docs/evidence.md. */
#include "rules.h"

#include <string.h>

/* The entries of each state, and the bytes of an order (0 without orders). */
typedef struct {
  guint32 *row, *entries; /* those of state q: entries[row[q]] .. entries[row[q + 1] - 1] */
  gsize order_size;
} Index;

static gboolean
has_orders (const CoupletAutomaton *a)
{
  return a->sampling == COUPLET_SHARED && a->n_thresholds > 1;
}

static void
index_init (Index *index, const Check *check)
{
  guint32 n = couplet_evidence_n_entries (check->evidence), n_states = check->a->n_states;
  index->row = g_new0 (guint32, (gsize)n_states + 2);
  index->entries = g_new (guint32, (gsize)n + 1);
  index->order_size =
      has_orders (check->a) ? (gsize)check->a->n_thresholds * check->a->n_thresholds : 0;
  for (guint32 i = 0; i < n; i++)
    index->row[couplet_evidence_entry (check->evidence, i).state + 2]++;
  for (guint32 q = 2; q < n_states + 2; q++)
    index->row[q] += index->row[q - 1];
  for (guint32 i = 0; i < n; i++)
    index->entries[index->row[couplet_evidence_entry (check->evidence, i).state + 1]++] = i;
}

static void
index_clear (Index *index)
{
  g_free (index->row);
  g_free (index->entries);
}

/* Sets order to what entry says and what follows from it. */
static void
load_order (const Check *check, const Index *index, const CoupletEvidenceEntry *entry,
            guint8 *order)
{
  guint32 k = check->a->n_thresholds;
  if (index->order_size > 0)
    memset (order, UNRELATED, index->order_size);
  for (guint32 i = 0; i < entry->n_relations; i++) {
    guint32 u = entry->relations[i].below, v = entry->relations[i].above;
    guint8 relation = entry->relations[i].equal ? EQUAL : LESS;
    order[u * k + v] = MAX (order[u * k + v], relation);
    if (entry->relations[i].equal)
      order[v * k + u] = MAX (order[v * k + u], EQUAL);
  }
  if (entry->n_relations > 0)
    check_order_close (check->a, order);
}

static gboolean
is_implied (const Check *check, guint32 entry, const guint8 *order)
{
  CoupletEvidenceEntry e = couplet_evidence_entry (check->evidence, entry);
  for (guint32 i = 0; i < e.n_relations; i++)
    if (order[e.relations[i].below * check->a->n_thresholds + e.relations[i].above] !=
        (e.relations[i].equal ? EQUAL : LESS))
      return FALSE;
  return TRUE;
}

/* Adds as edges the entries of state whose order is implied by order, but those
 * whose order says less than another's. */
static void
add_targets (Check *check, const Index *index, guint32 state, const guint8 *order)
{
  g_autofree guint8 *other = NULL;
  guint32 first = check->graph.target->len;
  for (guint32 i = index->row[state]; i < index->row[state + 1]; i++)
    if (is_implied (check, index->entries[i], order))
      g_array_append_val (check->graph.target, index->entries[i]);
  if (check->graph.target->len - first <= 1)
    return;
  other = g_malloc (index->order_size);
  for (guint32 i = first; i < check->graph.target->len; i++) {
    guint32 strong = g_array_index (check->graph.target, guint32, i);
    CoupletEvidenceEntry entry = couplet_evidence_entry (check->evidence, strong);
    load_order (check, index, &entry, other);
    guint32 kept = first, here = i;
    for (guint32 j = first; j < check->graph.target->len; j++) {
      guint32 weak = g_array_index (check->graph.target, guint32, j);
      if (weak != strong && is_implied (check, weak, other)) {
        here -= j < i ? 1 : 0;
        continue;
      }
      g_array_index (check->graph.target, guint32, kept++) = weak;
    }
    g_array_set_size (check->graph.target, kept);
    i = here;
  }
}

static char *reject (guint32 entry, const char *place, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

static char *
reject (guint32 entry, const char *place, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return g_strdup_printf ("entry %u (%s): %s", entry + 1, place, text);
}

/* The graph of the entries: a pair without edges is a transition that cannot be taken. */
static char *
link_entries (Check *check, const Index *index)
{
  const CoupletAutomaton *a = check->a;
  Graph *graph = &check->graph;
  g_autofree guint8 *orders = g_malloc0 (2 * index->order_size + 1);
  guint8 *before = orders, *after = orders + index->order_size;
  graph->n_nodes = couplet_evidence_n_entries (check->evidence);
  for (guint32 e = 0; e < graph->n_nodes; e++) {
    CoupletEvidenceEntry entry = couplet_evidence_entry (check->evidence, e);
    g_array_append_val (graph->state, entry.state);
    g_array_append_val (graph->first_pair, graph->first_edge->len);
    load_order (check, index, &entry, before);
    for (guint32 t = a->row[entry.state]; t < a->row[entry.state + 1]; t++) {
      g_array_append_val (graph->first_edge, graph->target->len);
      if (entry.n_relations > 0 && check_order_contradicts (a, before, t))
        continue;
      memcpy (after, before, index->order_size);
      if (has_orders (a))
        check_order_advance (a, after, t);
      guint32 edges = graph->target->len;
      add_targets (check, index, a->target[t], after);
      if (graph->target->len == edges) {
        g_autofree char *place = check_place (a, t, 2);
        return reject (e, place, "state %s has no entry whose order is known there",
                       a->states[a->target[t]].name);
      }
    }
  }
  g_array_append_val (graph->first_pair, graph->first_edge->len);
  g_array_append_val (graph->first_edge, graph->target->len);
  check_graph_find_components (graph);
  return NULL;
}

/* Whether vector is below one of those of entry. */
static gboolean
is_covered (const Check *check, const Vector *vector, guint32 entry, const char **why)
{
  CoupletEvidenceEntry e = couplet_evidence_entry (check->evidence, entry);
  Vector bound;
  gboolean covered = FALSE;
  check_vector_init (&bound);
  for (guint32 i = 0; i < e.n_vectors && !covered; i++) {
    check_vector_load (&bound, &check->numbers, check->evidence, e.first_vector + i);
    covered = check_vector_is_below (vector, &bound, &check->numbers, why);
  }
  check_vector_clear (&bound);
  return covered;
}

/* Takes vector, number index of entry, through transition at difference. */
static char *
check_image (const Check *check, guint32 entry, guint32 index, const Vector *vector,
             guint32 transition, int difference)
{
  const Graph *graph = &check->graph;
  guint32 pair = check_graph_pair (graph, check->a, entry, transition);
  guint32 end = g_array_index (graph->first_edge, guint32, pair + 1);
  gboolean covered = FALSE;
  Vector image;
  check_vector_init (&image);
  check_vector_copy (&image, vector);
  const char *why = check_take (check, &image, transition, difference,
                                check_graph_on_cycle (graph, check->a, entry, transition));
  if (why == NULL)
    for (guint32 e = g_array_index (graph->first_edge, guint32, pair); e < end && !covered; e++)
      covered = is_covered (check, &image, g_array_index (graph->target, guint32, e), &why);
  check_vector_clear (&image);
  if (covered)
    return NULL;
  g_autofree char *place = check_place (check->a, transition, difference);
  return reject (entry, place, "vector %u: %s", index + 1,
                 why != NULL ? why : "what it leads to is not below any vector kept there");
}

static char *
check_vector_of (const Check *check, guint32 entry, guint32 index)
{
  const CoupletAutomaton *a = check->a;
  CoupletEvidenceEntry e = couplet_evidence_entry (check->evidence, entry);
  char *why = NULL;
  Vector vector;
  mpz_t least;
  mpz_init (least);
  check_vector_init (&vector);
  check_vector_load (&vector, &check->numbers, check->evidence, e.first_vector + index);
  check_vector_least (&vector, &check->numbers, least);
  if (mpz_cmp (least, check->numbers.cost) > 0) {
    g_autofree char *text = check_to_string (&check->numbers, least);
    g_autofree char *place = g_strdup_printf ("state %s", a->states[e.state].name);
    why = reject (entry, place, "vector %u: its least value %s is above the cost", index + 1, text);
  }
  for (guint32 t = a->row[e.state]; t < a->row[e.state + 1] && why == NULL; t++) {
    guint32 pair = check_graph_pair (&check->graph, a, entry, t);
    if (g_array_index (check->graph.first_edge, guint32, pair) ==
        g_array_index (check->graph.first_edge, guint32, pair + 1))
      continue;
    for (int difference = -1; difference <= 1 && why == NULL; difference++)
      if ((difference != 0) == (a->states[e.state].input == COUPLET_PRIVATE))
        why = check_image (check, entry, index, &vector, t, difference);
  }
  check_vector_clear (&vector);
  mpz_clear (least);
  return why;
}

/* No cost and no relations must be covered at the initial state. */
static gboolean
starts (const Check *check, const Index *index)
{
  Vector nothing;
  gboolean covered = FALSE;
  check_vector_init (&nothing);
  for (guint32 i = index->row[check->a->initial]; i < index->row[check->a->initial + 1]; i++)
    covered |= couplet_evidence_entry (check->evidence, index->entries[i]).n_relations == 0 &&
               is_covered (check, &nothing, index->entries[i], NULL);
  check_vector_clear (&nothing);
  return covered;
}

/* Orders stand only where there can be some. */
static char *
check_orders (const Check *check)
{
  for (guint32 e = 0; e < couplet_evidence_n_entries (check->evidence); e++) {
    CoupletEvidenceEntry entry = couplet_evidence_entry (check->evidence, e);
    if (entry.n_relations > 0 && !has_orders (check->a)) {
      g_autofree char *place = g_strdup_printf ("state %s", check->a->states[entry.state].name);
      return reject (e, place,
                     "it has an order, which only shared sampling of several thresholds reveals");
    }
  }
  return NULL;
}

char *
check_bound (Check *check)
{
  Index index;
  guint32 n = couplet_evidence_n_entries (check->evidence);
  if (couplet_evidence_cost (check->evidence) == NULL)
    return g_strdup ("it names no cost");
  char *why = check_orders (check);
  if (why != NULL)
    return why;
  index_init (&index, check);
  why = starts (check, &index)
            ? link_entries (check, &index)
            : g_strdup ("the initial state has no entry without order whose vectors cover "
                        "the start, which costs nothing and mentions no threshold");
  index_clear (&index);
  for (guint32 e = 0; e < n && why == NULL; e++)
    for (guint32 i = 0; i < couplet_evidence_entry (check->evidence, e).n_vectors && why == NULL;
         i++)
      why = check_vector_of (check, e, i);
  return why;
}
