/* SPDX-License-Identifier: Apache-2.0 */
#include "linear_search.h"

#include "linear_program.h"

/* More differences take too long. */
#define MOST_DIFFERENCES 4096
#define TOGETHER 4 /* differences of all answers at once: of one sign, and of both in turn */
/* Lists with more paths are left as they are, and so is what remains after so many questions. */
#define MOST_PATHS 4096
#define MOST_QUESTIONS 16384

/* Paths with the same outputs: what is necessary for them at each difference. */
typedef struct {
  gboolean is_certain; /* something takes one of them */
  guint n_differences;
  mpq_t *least; /* of any */
} Group;

/* A path of the list, and what is enough for it. */
typedef struct {
  CoupletLinearPath path; /* it owns outputs, draws and rows; NULL where there are too many paths */
  PathPlace place;        /* PATH_IMPOSSIBLE also of one that is not asked about */
  mpq_t most;
  gboolean is_asked;
  gboolean is_seen; /* among others that are alike */
} PaidPath;

/* ---- Costs --------------------------------------------------------------------------------- */

static int
compare (mpq_srcptr a, mpq_srcptr b)
{
  gboolean a_is_infinite = mpq_sgn (a) < 0, b_is_infinite = mpq_sgn (b) < 0;
  return a_is_infinite || b_is_infinite ? a_is_infinite - b_is_infinite : mpq_cmp (a, b);
}

/* Raises most to cost. */
static void
raise_most (mpq_t most, mpq_srcptr cost)
{
  if (compare (cost, most) > 0)
    mpq_set (most, cost);
}

static void
add_cost (mpq_t sum, mpq_srcptr cost)
{
  if (mpq_sgn (sum) >= 0 && mpq_sgn (cost) >= 0)
    mpq_add (sum, sum, cost);
  else
    mpq_set_si (sum, -1, 1);
}

/* ---- Beginning and end --------------------------------------------------------------------- */

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
group_free (gpointer data)
{
  Group *group = data;
  linear_numbers_free (group->least, group->n_differences);
  g_free (group);
}

static void
paid_free (gpointer data)
{
  PaidPath *paid = data;
  g_free ((gpointer)paid->path.outputs);
  g_free ((gpointer)paid->path.draws);
  g_free ((gpointer)paid->path.rows);
  mpq_clear (paid->most);
  g_free (paid);
}

static void
union_free (gpointer data)
{
  LinearUnion *one = data;
  g_array_unref (one->ends);
  g_array_unref (one->rows);
  g_free (one);
}

gboolean
linear_search_init (LinearSearch *search, CoupletContext *context, const CoupletLinear *linear,
                    gboolean may_add, CoupletOutcome *outcome)
{
  const CoupletLinearList *list = &linear->lists[linear->n_lists - 1];
  *search =
      (LinearSearch){.context = context,
                     .linear = linear,
                     .list = list,
                     .groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, group_free),
                     .paid = g_ptr_array_new_with_free_func (paid_free),
                     .joined = g_array_new (FALSE, FALSE, sizeof (CoupletLinearRow)),
                     .unions = g_ptr_array_new_with_free_func (union_free)};
  mpq_init (search->most);
  search->differences =
      couplet_linear_differences (linear, list, MOST_DIFFERENCES, &search->n_differences);
  search->adds_up = search->differences == NULL && may_add;
  if (search->adds_up)
    search->differences = single_differences (linear, list, &search->n_differences);
  if (search->differences == NULL)
    couplet_outcome_set_reason (outcome, "lists of %u answers have more than %u differences",
                                list->n_answers, MOST_DIFFERENCES);
  else
    search->enough = linear_numbers_new (search->n_differences);
  return search->differences != NULL;
}

void
linear_search_clear (LinearSearch *search)
{
  g_hash_table_unref (search->groups);
  g_ptr_array_unref (search->paid);
  g_array_unref (search->joined);
  g_ptr_array_unref (search->unions);
  linear_numbers_free (search->enough, search->n_differences);
  mpq_clear (search->most);
  g_free (search->differences);
}

gboolean
linear_search_takes_shifts (const LinearSearch *search)
{
  return !couplet_linear_has_discrete (search->list) ||
         mpq_cmp_ui (search->linear->sensitivity.value, 1, 1) == 0;
}

/* ---- Paths ---------------------------------------------------------------------------------- */

static Group *
need_group (LinearSearch *search, const char *outputs)
{
  Group *group = g_hash_table_lookup (search->groups, outputs);
  if (group != NULL)
    return group;
  group = g_new (Group, 1);
  *group = (Group){FALSE, search->n_differences, linear_numbers_new (search->n_differences)};
  for (guint i = 0; i < search->n_differences; i++)
    mpq_set_si (group->least[i], -1, 1);
  g_hash_table_insert (search->groups, g_strdup (outputs), group);
  return group;
}

/* Of the costs at the differences of single answers: the differences of adjacent answers are sums
 * of these, and their shifts too (docs/theory.md section 5). */
static void
raise_by_sum (const LinearSearch *search, mpq_t most)
{
  mpq_t *sums = linear_numbers_new (3); /* of each sign, and of the dearer one */
  for (guint j = 0; j < search->list->n_answers; j++) {
    const mpq_t *sides = &search->enough[2 * j];
    add_cost (sums[0], sides[0]);
    add_cost (sums[1], sides[1]);
    add_cost (sums[2], sides[compare (sides[0], sides[1]) > 0 ? 0 : 1]);
  }
  raise_most (sums[0], sums[1]);
  raise_most (most, sums[search->linear->adjacency == COUPLET_ADJACENT_ANY ? 2 : 0]);
  linear_numbers_free (sums, 3);
}

/* Raises most to what path costs at any difference. least: becomes at most what it forces at each;
 * NULL = that is not asked. */
static void
price_path (LinearSearch *search, const CoupletLinearPath *path, mpq_t *least, mpq_t most)
{
  mpq_t forced;
  mpq_init (forced);
  for (guint i = 0; i < search->n_differences && search->problem == NULL &&
                    !couplet_context_should_stop (search->context);
       i++) {
    search->problem = search->method->cost (search->data, path, i, forced, search->enough[i]);
    if (least != NULL && compare (forced, least[i]) < 0)
      mpq_set (least[i], forced);
    if (!search->adds_up)
      raise_most (most, search->enough[i]);
  }
  if (search->adds_up && search->problem == NULL)
    raise_by_sum (search, most);
  mpq_clear (forced);
}

/* Adds path, of which a copy is kept unless there are too many. */
static PaidPath *
add_path (LinearSearch *search, const CoupletLinearPath *path)
{
  const CoupletLinearList *list = search->list;
  PaidPath *paid = g_new0 (PaidPath, 1);
  paid->path.end = path->end;
  paid->is_asked = list->left_out == NULL || list->left_out[path->end] == 0;
  mpq_init (paid->most);
  g_ptr_array_add (search->paid, paid);
  if (search->paid->len > MOST_PATHS)
    return paid;
  paid->path = *path;
  paid->path.outputs = g_strdup (path->outputs);
  paid->path.draws = g_memdup2 (path->draws, path->n_draws * sizeof *path->draws);
  paid->path.rows = g_memdup2 (path->rows, path->n_rows * sizeof *path->rows);
  return paid;
}

/* Adds what the path costs at each difference, if it can be taken at all. */
static void
take_path (LinearSearch *search, const CoupletLinearPath *path)
{
  PaidPath *paid = add_path (search, path);
  if (!paid->is_asked)
    return;
  search->n_paths++;
  paid->place = PATH_OPEN;
  search->problem = search->method->place (search->data, path, &paid->place);
  if (search->problem != NULL || paid->place == PATH_IMPOSSIBLE)
    return;
  Group *group = need_group (search, path->outputs);
  group->is_certain |= paid->place == PATH_CERTAIN;
  price_path (search, path, group->least, paid->most);
  raise_most (search->most, paid->most);
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
      int order = forced.cost == NULL ? 1 : compare (group->least[i], forced.cost);
      /* whatever the order in the table, the answer is the same */
      if (order > 0 || (order == 0 && g_strcmp0 (key, forced.outputs) < 0))
        forced = (LinearForced){key, i, group->least[i]};
    }
  }
  return forced;
}

/* ---- Alike and apart ------------------------------------------------------------------------ */

static gboolean
same_form (const CoupletLinearForm *a, const CoupletLinearForm *b)
{
  gboolean same = a->n_terms == b->n_terms && mpq_equal (a->constant.value, b->constant.value);
  for (guint32 t = 0; same && t < a->n_terms; t++)
    same = a->terms[t].atom == b->terms[t].atom &&
           mpq_equal (a->terms[t].factor.value, b->terms[t].factor.value);
  return same;
}

static gboolean
is_decision (const CoupletLinearRow *row)
{
  return row->node->kind == COUPLET_LINEAR_DECISION;
}

/* Whether rows have the same decision as row, found as met says. */
static gboolean
has_row (const CoupletLinearRow *rows, guint32 n, const CoupletLinearRow *row, gboolean met)
{
  for (guint32 r = 0; r < n; r++)
    if (is_decision (&rows[r]) && rows[r].met == met && rows[r].node->strict == row->node->strict &&
        same_form (&rows[r].node->form, &row->node->form))
      return TRUE;
  return FALSE;
}

/* How many draws from the first on both have in common. */
static guint32
common_draws (const CoupletLinearPath *a, const CoupletLinearPath *b)
{
  guint32 n = 0;
  while (n < a->n_draws && n < b->n_draws && a->draws[n]->noise == b->draws[n]->noise &&
         mpq_equal (a->draws[n]->rate.value, b->draws[n]->rate.value))
    n++;
  return n;
}

/* Whether both have the same outputs and draws; equal outputs have as many real ones. */
static gboolean
are_alike (const CoupletLinearPath *a, const CoupletLinearPath *b)
{
  gboolean alike = a->n_draws == b->n_draws && g_str_equal (a->outputs, b->outputs) &&
                   common_draws (a, b) == a->n_draws;
  for (guint32 r = 0, s = 0; alike && r < a->n_rows; r++) {
    if (is_decision (&a->rows[r]))
      continue;
    while (is_decision (&b->rows[s]))
      s++;
    alike = same_form (&a->rows[r].node->form, &b->rows[s++].node->form);
  }
  return alike;
}

/* Joins the decisions of path about atoms below n_atoms. */
static void
join (GArray *joined, const CoupletLinearPath *path, guint32 n_atoms)
{
  for (guint32 r = 0; r < path->n_rows; r++) {
    const CoupletLinearForm *form = &path->rows[r].node->form;
    if (is_decision (&path->rows[r]) &&
        (form->n_terms == 0 || form->terms[form->n_terms - 1].atom < n_atoms))
      g_array_append_val (joined, path->rows[r]);
  }
}

/* The path to end with the draws of one, and rows. */
static CoupletLinearPath
path_with (const CoupletLinearPath *one, guint32 end, const GArray *rows)
{
  return (CoupletLinearPath){.end = end,
                             .n_draws = one->n_draws,
                             .n_rows = rows->len,
                             .draws = one->draws,
                             .rows = (const CoupletLinearRow *)(gpointer)rows->data};
}

CoupletLinearPath
linear_union_broken (const LinearUnion *one, const CoupletLinearPath *path, guint32 r,
                     GArray *joined)
{
  const CoupletLinearRow broken = {one->path.rows[r].node, !one->path.rows[r].met};
  g_array_set_size (joined, 0);
  join (joined, path, G_MAXUINT32);
  g_array_append_val (joined, broken);
  return path_with (&one->path, path->end, joined);
}

CoupletLinearPath
linear_union_with (const LinearUnion *one, const CoupletLinearPath *path, guint32 n_answers,
                   GArray *joined)
{
  g_array_set_size (joined, 0);
  join (joined, &one->path, G_MAXUINT32);
  join (joined, path, n_answers + common_draws (&one->path, path));
  return path_with (&one->path, path->end, joined);
}

gboolean
linear_union_has (const LinearUnion *one, guint32 end)
{
  for (guint i = 0; i < one->ends->len; i++)
    if (g_array_index (one->ends, guint32, i) == end)
      return TRUE;
  return FALSE;
}

const LinearUnion *
linear_search_union (const LinearSearch *search, guint32 end)
{
  for (guint i = 0; i < search->unions->len; i++)
    if (linear_union_has (g_ptr_array_index (search->unions, i), end))
      return g_ptr_array_index (search->unions, i);
  return NULL;
}

/* ---- Unions --------------------------------------------------------------------------------- */

static const CoupletLinearPath *
path_at (const GPtrArray *paths, guint i)
{
  return &((const PaidPath *)g_ptr_array_index (paths, i))->path;
}

static gboolean
is_impossible (LinearSearch *search, CoupletLinearPath path)
{
  PathPlace place = PATH_OPEN;
  search->n_questions++;
  return !couplet_context_should_stop (search->context) &&
         search->method->place (search->data, &path, &place) == NULL && place == PATH_IMPOSSIBLE;
}

static void
add_row (LinearUnion *one, const CoupletLinearRow *row)
{
  g_array_append_val (one->rows, *row);
  one->path = path_with (&one->path, one->path.end, one->rows);
}

/* Adds row, of some of the members, if it holds on all of them. */
static void
add_decision (LinearSearch *search, LinearUnion *one, const GPtrArray *members,
              const CoupletLinearRow *row)
{
  gboolean holds = TRUE;
  add_row (one, row);
  for (guint i = 0; holds && i < members->len; i++)
    holds = !has_row (path_at (members, i)->rows, path_at (members, i)->n_rows, row, !row->met);
  for (guint i = 0; holds && i < members->len; i++)
    holds = is_impossible (search, linear_union_broken (one, path_at (members, i),
                                                        one->rows->len - 1, search->joined));
  if (!holds) {
    g_array_set_size (one->rows, one->rows->len - 1);
    one->path.n_rows--;
  }
}

/* Whether nothing else is where the decisions of one are as said. */
static gboolean
is_apart (LinearSearch *search, const LinearUnion *one)
{
  gboolean apart = TRUE;
  for (guint i = 0; apart && i < search->paid->len; i++) {
    const CoupletLinearPath *path = path_at (search->paid, i);
    if (!linear_union_has (one, path->end))
      apart = is_impossible (
          search, linear_union_with (one, path, search->list->n_answers, search->joined));
  }
  return apart;
}

/* The decisions of members, each once, those that are met first. The caller frees them. */
static GArray *
decisions_of (const GPtrArray *members)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (CoupletLinearRow));
  for (int met = TRUE; met >= FALSE; met--)
    for (guint i = 0; i < members->len; i++)
      for (guint32 r = 0; r < path_at (members, i)->n_rows; r++) {
        const CoupletLinearRow *row = &path_at (members, i)->rows[r];
        if (is_decision (row) && row->met == met &&
            !has_row ((const CoupletLinearRow *)(gpointer)found->data, found->len, row, met))
          g_array_append_val (found, *row);
      }
  return found;
}

/* Adds the union of members, if one path may stand for it and the questions are not too many. */
static void
unite (LinearSearch *search, const GPtrArray *members)
{
  g_autoptr (GArray) decisions = decisions_of (members);
  const CoupletLinearPath *first = path_at (members, 0);
  guint64 n = (guint64)members->len * decisions->len + search->paid->len;
  if (search->n_questions + n > MOST_QUESTIONS)
    return;
  LinearUnion *one = g_new (LinearUnion, 1);
  *one = (LinearUnion){.ends = g_array_new (FALSE, FALSE, sizeof (guint32)),
                       .rows = g_array_new (FALSE, FALSE, sizeof (CoupletLinearRow))};
  one->path = path_with (first, first->end, one->rows);
  for (guint i = 0; i < members->len; i++)
    g_array_append_val (one->ends, path_at (members, i)->end);
  for (guint i = 0; i < decisions->len; i++)
    add_decision (search, one, members, &g_array_index (decisions, CoupletLinearRow, i));
  one->n_decisions = one->rows->len;
  if (one->n_decisions == 0 || !is_apart (search, one)) {
    union_free (one);
    return;
  }
  for (guint32 r = 0; r < first->n_rows; r++)
    if (!is_decision (&first->rows[r]))
      add_row (one, &first->rows[r]);
  g_ptr_array_add (search->unions, one);
}

/* Unites the paths that are like number first, which is their first, if some pays more than least.
 */
static void
unite_like (LinearSearch *search, guint first, mpq_srcptr least)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new ();
  gboolean should = FALSE;
  for (guint i = first; i < search->paid->len; i++) {
    PaidPath *paid = g_ptr_array_index (search->paid, i);
    if (paid->is_seen || paid->place == PATH_IMPOSSIBLE ||
        !are_alike (&paid->path, path_at (search->paid, first)))
      continue;
    paid->is_seen = TRUE;
    g_ptr_array_add (members, paid);
    should |= compare (paid->most, least) > 0;
  }
  if (members->len > 1 && should)
    unite (search, members);
}

/* Lets unions take the place of paths where the paths by themselves pay more than is necessary. */
static void
take_unions (LinearSearch *search)
{
  const LinearForced forced = linear_search_forced (search);
  mpq_t nothing;
  mpq_init (nothing);
  mpq_srcptr least = forced.cost != NULL ? forced.cost : nothing;
  gboolean may =
      mpq_sgn (least) >= 0 && compare (search->most, least) > 0 && search->paid->len <= MOST_PATHS;
  for (guint i = 0; may && i < search->paid->len; i++)
    unite_like (search, i, least);
  mpq_clear (nothing);
  if (search->unions->len == 0)
    return;
  mpq_set_ui (search->most, 0, 1);
  for (guint i = 0; i < search->unions->len && search->problem == NULL; i++) {
    const LinearUnion *one = g_ptr_array_index (search->unions, i);
    price_path (search, &one->path, NULL, search->most);
  }
  for (guint i = 0; i < search->paid->len; i++) {
    const PaidPath *paid = g_ptr_array_index (search->paid, i);
    if (linear_search_union (search, paid->path.end) == NULL)
      raise_most (search->most, paid->most);
  }
}

gboolean
linear_search_run (LinearSearch *search, const LinearMethod *method, gpointer data,
                   CoupletOutcome *outcome)
{
  CoupletLinearList whole = *search->list;
  CoupletLinearPath path;
  whole.left_out = NULL; /* others may be in the way of unions */
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (&whole);
  search->method = method;
  search->data = data;
  while (search->problem == NULL && !couplet_context_should_stop (search->context) &&
         couplet_linear_walk_next (walk, &path))
    take_path (search, &path);
  if (search->problem == NULL && !couplet_context_should_stop (search->context))
    take_unions (search);
  if (couplet_outcome_set_stopped (outcome, search->context))
    return FALSE;
  if (search->problem != NULL)
    couplet_outcome_set_reason (outcome, "%s", search->problem);
  return search->problem == NULL;
}
