/* SPDX-License-Identifier: Apache-2.0 */
#include "linear_search.h"

/* More differences take too long. */
#define MOST_DIFFERENCES 4096

#define TOGETHER 4 /* differences of all answers at once: of one sign, and of both in turn */

/* Paths with the same outputs: what is necessary for them at each difference. */
typedef struct {
  gboolean is_certain; /* something takes one of them */
  guint n_differences;
  LinearCost *least; /* of any, per difference */
} Group;

int
linear_cost_compare (const LinearCost *a, const LinearCost *b)
{
  if (a->is_infinite || b->is_infinite)
    return (int)a->is_infinite - (int)b->is_infinite;
  return mpq_cmp (a->value, b->value);
}

static void
cost_set (LinearCost *to, const LinearCost *from)
{
  to->is_infinite = from->is_infinite;
  if (!from->is_infinite)
    mpq_set (to->value, from->value);
}

static void
group_free (gpointer data)
{
  Group *group = data;
  for (guint i = 0; i < group->n_differences; i++)
    mpq_clear (group->least[i].value);
  g_free (group->least);
  g_free (group);
}

static Group *
need_group (LinearSearch *search, const char *outputs)
{
  Group *group = g_hash_table_lookup (search->groups, outputs);
  if (group != NULL)
    return group;
  group = g_new (Group, 1);
  *group =
      (Group){FALSE, search->n_differences, g_new0 (LinearCost, MAX (search->n_differences, 1))};
  for (guint i = 0; i < group->n_differences; i++) {
    mpq_init (group->least[i].value);
    group->least[i].is_infinite = TRUE;
  }
  g_hash_table_insert (search->groups, g_strdup (outputs), group);
  return group;
}

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
  return search->differences != NULL;
}

void
linear_search_clear (LinearSearch *search)
{
  g_hash_table_unref (search->groups);
  mpq_clear (search->most.value);
  g_free (search->differences);
}

gboolean
linear_search_differs (const LinearSearch *search)
{
  return !search->linear->whole_answers ||
         mpz_cmp_ui (mpq_denref (search->linear->sensitivity.value), 1) == 0;
}

gboolean
linear_search_takes_shifts (const LinearSearch *search)
{
  return !couplet_linear_has_discrete (search->list) ||
         mpq_cmp_ui (search->linear->sensitivity.value, 1, 1) == 0;
}

/* What is enough on a path, of the costs at the differences of single answers: the differences of
 * adjacent answers are sums of these, and their shifts too (docs/theory.md section 5). */
typedef struct {
  LinearCost above, below, either;
  mpq_t last; /* at the difference before */
} Sum;

static void
sum_init (Sum *sum)
{
  *sum = (Sum){0};
  mpq_inits (sum->above.value, sum->below.value, sum->either.value, sum->last, NULL);
}

static void
sum_clear (Sum *sum)
{
  mpq_clears (sum->above.value, sum->below.value, sum->either.value, sum->last, NULL);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sum, sum_clear)

/* Adds what is enough at difference i, upwards (even) or downwards of answer i / 2. */
static void
sum_add (Sum *sum, guint i, const LinearCost *enough)
{
  LinearCost *side = i % 2 == 0 ? &sum->above : &sum->below;
  side->is_infinite |= enough->is_infinite;
  sum->either.is_infinite |= enough->is_infinite;
  if (enough->is_infinite)
    return;
  mpq_add (side->value, side->value, enough->value);
  if (i % 2 == 0)
    mpq_set (sum->last, enough->value);
  else
    mpq_add (sum->either.value, sum->either.value,
             mpq_cmp (enough->value, sum->last) > 0 ? enough->value : sum->last);
}

static const LinearCost *
sum_most (const Sum *sum, CoupletAdjacency adjacency)
{
  if (adjacency == COUPLET_ADJACENT_ANY)
    return &sum->either;
  return linear_cost_compare (&sum->above, &sum->below) > 0 ? &sum->above : &sum->below;
}

/* Adds what the path costs at each difference, if it can be taken at all. */
static void
take_path (LinearSearch *search, const LinearMethod *method, gpointer data,
           const CoupletLinearPath *path)
{
  PathPlace place = PATH_OPEN;
  search->n_paths++;
  search->problem = method->place (data, path, &place);
  if (search->problem != NULL || place == PATH_IMPOSSIBLE)
    return;
  Group *group = need_group (search, path->outputs);
  group->is_certain |= place == PATH_CERTAIN;
  g_auto (Sum) sum;
  sum_init (&sum);
  for (guint i = 0; i < search->n_differences && !couplet_context_should_stop (search->context);
       i++) {
    LinearCost least, enough;
    search->problem = method->cost (data, path, i, &least, &enough);
    if (search->problem != NULL)
      return;
    if (linear_cost_compare (&least, &group->least[i]) < 0)
      cost_set (&group->least[i], &least);
    if (search->adds_up && i < 2 * search->list->n_answers)
      sum_add (&sum, i, &enough);
    if (linear_cost_compare (&enough, &search->most) > 0 && !search->adds_up)
      cost_set (&search->most, &enough);
  }
  if (search->adds_up &&
      linear_cost_compare (sum_most (&sum, search->linear->adjacency), &search->most) > 0)
    cost_set (&search->most, sum_most (&sum, search->linear->adjacency));
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
  if (couplet_outcome_set_stopped (outcome, search->context))
    return FALSE;
  if (search->problem != NULL)
    couplet_outcome_set_reason (outcome, "%s", search->problem);
  return search->problem == NULL;
}

LinearForced
linear_search_forced (const LinearSearch *search)
{
  LinearForced forced = {0};
  GHashTableIter iter;
  gpointer key, value;
  g_hash_table_iter_init (&iter, search->groups);
  while (g_hash_table_iter_next (&iter, &key, &value)) {
    const Group *group = value;
    for (guint i = 0; group->is_certain && i < search->n_differences; i++) {
      int order = forced.cost == NULL ? 1 : linear_cost_compare (&group->least[i], forced.cost);
      /* whatever the order in the table, the answer is the same */
      if (order > 0 || (order == 0 && g_strcmp0 (key, forced.outputs) < 0))
        forced = (LinearForced){key, i, &group->least[i]};
    }
  }
  return forced;
}
