/* SPDX-License-Identifier: Apache-2.0 */
#include "linear_search.h"

/* More differences take too long. */
#define MOST_DIFFERENCES 4096

#define TOGETHER 4 /* differences of all answers at once: of one sign, and of both in turn */

/* ---- Costs --------------------------------------------------------------------------------- */

static int
compare (const LinearCost *a, const LinearCost *b)
{
  if (a->is_infinite || b->is_infinite)
    return (int)a->is_infinite - (int)b->is_infinite;
  return mpq_cmp (a->value, b->value);
}

static const LinearCost *
dearer (const LinearCost *a, const LinearCost *b)
{
  return compare (a, b) > 0 ? a : b;
}

static void
cost_set (LinearCost *to, const LinearCost *from)
{
  to->is_infinite = from->is_infinite;
  mpq_set (to->value, from->value);
}

/* Raises most to cost. */
static void
raise_most (LinearCost *most, const LinearCost *cost)
{
  if (compare (cost, most) > 0)
    cost_set (most, cost);
}

static void
cost_add (LinearCost *sum, const LinearCost *cost)
{
  sum->is_infinite |= cost->is_infinite;
  mpq_add (sum->value, sum->value, cost->value);
}

static void
cost_clear (gpointer cost)
{
  mpq_clear (((LinearCost *)cost)->value);
}

static void
costs_add (GArray *costs, gboolean infinite)
{
  LinearCost cost = {.is_infinite = infinite};
  mpq_init (cost.value);
  g_array_append_val (costs, cost);
}

/* n costs, all infinite or all 0. */
static GArray *
costs_new (guint n, gboolean infinite)
{
  GArray *costs = g_array_new (FALSE, FALSE, sizeof (LinearCost));
  g_array_set_clear_func (costs, cost_clear);
  for (guint i = 0; i < n; i++)
    costs_add (costs, infinite);
  return costs;
}

static LinearCost *
cost_at (const GArray *costs, guint i)
{
  return &g_array_index (costs, LinearCost, i);
}

/* ---- Groups --------------------------------------------------------------------------------- */

/* Paths with the same outputs: what is necessary for them at each difference. */
typedef struct {
  gboolean is_certain; /* something takes one of them */
  GArray *least;       /* LinearCost: of any, per difference */
} Group;

static void
group_free (gpointer group)
{
  g_array_unref (((Group *)group)->least);
  g_free (group);
}

static Group *
need_group (LinearSearch *search, const char *outputs)
{
  Group *group = g_hash_table_lookup (search->groups, outputs);
  if (group != NULL)
    return group;
  group = g_new (Group, 1);
  *group = (Group){FALSE, costs_new (search->n_differences, TRUE)};
  g_hash_table_insert (search->groups, g_strdup (outputs), group);
  return group;
}

/* ---- Differences ---------------------------------------------------------------------------- */

/* The differences of single answers, that of answer j in places 2j and 2j + 1, and after them some
 * of all answers at once, which may force much. NULL: they are too many. */
static gint8 *
single_differences (const CoupletLinear *linear, const CoupletLinearList *list, guint *n)
{
  CoupletLinear one = *linear;
  gsize size = list->n_answers;
  one.adjacency = COUPLET_ADJACENT_ONE;
  gint8 *differences = couplet_linear_differences (&one, list, MOST_DIFFERENCES - TOGETHER, n);
  guint more = linear->adjacency == COUPLET_ADJACENT_ANY ? TOGETHER : TOGETHER / 2;
  if (differences == NULL)
    return NULL;
  differences = g_realloc (differences, (*n + more) * size);
  for (guint i = 0; i < more; i++)
    for (gsize j = 0; j < size; j++)
      differences[(*n + i) * size + j] = (gint8)((i + (i / 2) * j) % 2 == 0 ? 1 : -1);
  *n += more;
  return differences;
}

static void
paid_clear (gpointer paid)
{
  cost_clear (&((PaidPath *)paid)->most);
}

/* A path that pays nothing. */
static PaidPath *
add_paid (LinearSearch *search, guint32 end)
{
  PaidPath paid = {.end = end};
  mpq_init (paid.most.value);
  g_array_append_val (search->paid, paid);
  return &g_array_index (search->paid, PaidPath, search->paid->len - 1);
}

gboolean
linear_search_init (LinearSearch *search, CoupletContext *context, const CoupletLinear *linear,
                    gboolean may_add, CoupletOutcome *outcome)
{
  const CoupletLinearList *list = &linear->lists[linear->n_lists - 1];
  *search = (LinearSearch){.context = context, .linear = linear, .list = list};
  search->groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, group_free);
  mpq_init (search->most.value);
  search->differences =
      couplet_linear_differences (linear, list, MOST_DIFFERENCES, &search->n_differences);
  search->adds_up = search->differences == NULL && may_add;
  if (search->adds_up)
    search->differences = single_differences (linear, list, &search->n_differences);
  if (search->differences == NULL)
    couplet_outcome_set_reason (outcome, "lists of %u answers have more than %u differences",
                                list->n_answers, MOST_DIFFERENCES);
  search->enough = costs_new (search->n_differences, FALSE);
  search->unions = g_ptr_array_new ();
  search->paid = g_array_new (FALSE, FALSE, sizeof (PaidPath));
  g_array_set_clear_func (search->paid, paid_clear);
  return search->differences != NULL;
}

void
linear_search_clear (LinearSearch *search)
{
  g_hash_table_unref (search->groups);
  g_array_unref (search->enough);
  g_array_unref (search->paid);
  g_ptr_array_unref (search->unions);
  mpq_clear (search->most.value);
  g_free (search->differences);
}

const LinearUnion *
linear_search_union (const LinearSearch *search, guint32 end)
{
  for (guint i = 0; i < search->unions->len; i++) {
    const LinearUnion *one = g_ptr_array_index (search->unions, i);
    if (linear_union_has (one, end))
      return one;
  }
  return NULL;
}

gboolean
linear_search_takes_shifts (const LinearSearch *search)
{
  return !couplet_linear_has_discrete (search->list) ||
         mpq_cmp_ui (search->linear->sensitivity.value, 1, 1) == 0;
}

/* ---- Paths ---------------------------------------------------------------------------------- */

/* Of the costs at the differences of single answers: the differences of adjacent answers are sums
 * of these, and their shifts too (docs/theory.md section 5). */
static void
raise_by_sum (LinearSearch *search, LinearCost *most)
{
  g_autoptr (GArray) sums = costs_new (3, FALSE);
  LinearCost *either = cost_at (sums, 2);
  for (guint j = 0; j < search->list->n_answers; j++) {
    const LinearCost *sides = cost_at (search->enough, 2 * j);
    for (guint side = 0; side < 2; side++)
      cost_add (cost_at (sums, side), &sides[side]);
    cost_add (either, dearer (&sides[0], &sides[1]));
  }
  raise_most (most, search->linear->adjacency == COUPLET_ADJACENT_ANY
                        ? either
                        : dearer (cost_at (sums, 0), cost_at (sums, 1)));
}

/* Raises most to what path costs at any difference. least: becomes at most what it forces at each;
 * NULL = that is not asked. */
static void
price_path (LinearSearch *search, const LinearMethod *method, gpointer data,
            const CoupletLinearPath *path, GArray *least, LinearCost *most)
{
  g_autoptr (GArray) forced = costs_new (1, FALSE);
  for (guint i = 0; i < search->n_differences && !couplet_context_should_stop (search->context);
       i++) {
    LinearCost *enough = cost_at (search->enough, i);
    search->problem = method->cost (data, path, i, cost_at (forced, 0), enough);
    if (search->problem != NULL)
      return;
    if (least != NULL && compare (cost_at (forced, 0), cost_at (least, i)) < 0)
      cost_set (cost_at (least, i), cost_at (forced, 0));
    if (!search->adds_up)
      raise_most (most, enough);
  }
  if (search->adds_up)
    raise_by_sum (search, most);
}

/* Adds what the path costs at each difference, if it can be taken at all. */
static void
take_path (LinearSearch *search, const LinearMethod *method, gpointer data,
           const CoupletLinearPath *path)
{
  PathPlace place = PATH_OPEN;
  PaidPath *paid = add_paid (search, path->end);
  search->n_paths++;
  search->problem = method->place (data, path, &place);
  paid->is_impossible = place == PATH_IMPOSSIBLE;
  if (search->problem != NULL || place == PATH_IMPOSSIBLE)
    return;
  Group *group = need_group (search, path->outputs);
  group->is_certain |= place == PATH_CERTAIN;
  price_path (search, method, data, path, group->least, &paid->most);
  raise_most (&search->most, &paid->most);
}

/* Per node: which paths unions may have, and those that pay more than least. The caller frees them.
 */
static guint8 *
find_wishes (const LinearSearch *search, const LinearCost *least)
{
  guint8 *wishes = g_new0 (guint8, search->list->n_nodes); /* UNION_NEVER */
  for (guint i = 0; i < search->paid->len; i++) {
    const PaidPath *paid = &g_array_index (search->paid, PaidPath, i);
    if (!paid->is_impossible)
      wishes[paid->end] = compare (&paid->most, least) > 0 ? UNION_SHOULD : UNION_MAY;
  }
  return wishes;
}

/* What is enough where unions stand for their paths. */
static void
price_unions (LinearSearch *search, const LinearMethod *method, gpointer data, LinearCost *most)
{
  for (guint i = 0; i < search->unions->len && search->problem == NULL; i++) {
    const LinearUnion *one = g_ptr_array_index (search->unions, i);
    price_path (search, method, data, &one->path, NULL, most);
  }
  for (guint i = 0; i < search->paid->len; i++) {
    const PaidPath *paid = &g_array_index (search->paid, PaidPath, i);
    if (linear_search_union (search, paid->end) == NULL)
      raise_most (most, &paid->most);
  }
}

/* Lets unions take the place of paths where the paths by themselves pay more than is necessary. */
static void
take_unions (LinearSearch *search, const LinearMethod *method, gpointer data)
{
  const LinearForced forced = linear_search_forced (search);
  g_autoptr (GArray) costs = costs_new (2, FALSE);
  const LinearCost *least = forced.cost != NULL ? forced.cost : cost_at (costs, 0);
  LinearCost *most = cost_at (costs, 1);
  if (least->is_infinite || compare (&search->most, least) <= 0)
    return;
  g_autofree guint8 *wishes = find_wishes (search, least);
  g_ptr_array_unref (search->unions);
  search->unions = linear_unions_new (search->list, wishes, method->place, data, search->context);
  price_unions (search, method, data, most);
  cost_set (&search->most, most);
}

gboolean
linear_search_run (LinearSearch *search, const LinearMethod *method, gpointer data,
                   CoupletOutcome *outcome)
{
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (search->list);
  CoupletLinearPath path;
  while (search->problem == NULL && !couplet_context_should_stop (search->context) &&
         couplet_linear_walk_next (walk, &path))
    take_path (search, method, data, &path);
  if (search->problem == NULL && !couplet_context_should_stop (search->context))
    take_unions (search, method, data);
  if (couplet_outcome_set_stopped (outcome, search->context))
    return FALSE;
  if (search->problem != NULL)
    couplet_outcome_set_reason (outcome, "%s", search->problem);
  return search->problem == NULL;
}

LinearForced
linear_search_forced (const LinearSearch *search)
{
  const CoupletLinear *linear = search->linear;
  LinearForced forced = {0};
  GHashTableIter iter;
  gpointer key, value;
  if (linear->whole_answers && mpz_cmp_ui (mpq_denref (linear->sensitivity.value), 1) != 0)
    return forced; /* no answers differ by that */
  g_hash_table_iter_init (&iter, search->groups);
  while (g_hash_table_iter_next (&iter, &key, &value)) {
    const Group *group = value;
    for (guint i = 0; group->is_certain && i < search->n_differences; i++) {
      const LinearCost *least = cost_at (group->least, i);
      int order = forced.cost == NULL ? 1 : compare (least, forced.cost);
      /* whatever the order in the table, the answer is the same */
      if (order > 0 || (order == 0 && g_strcmp0 (key, forced.outputs) < 0))
        forced = (LinearForced){key, i, least};
    }
  }
  return forced;
}
