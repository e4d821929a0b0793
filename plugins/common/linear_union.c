/* SPDX-License-Identifier: Apache-2.0 */
#include "linear_union.h"

/* Lists with more paths are left as they are, and so is what remains after so many questions. */
#define MOST_LEAVES 4096
#define MOST_QUESTIONS 16384

/* A path of the list. */
typedef struct {
  UnionWish wish;
  char *text; /* equal for paths with equal outputs and draws */
  GPtrArray *draws;
  GArray *rows;
  CoupletLinearPath path;
} Leaf;

typedef struct {
  const CoupletLinearList *list;
  LinearPlace place;
  gpointer data;
  CoupletContext *context;
  GPtrArray *leaves; /* Leaf */
  guint64 n_questions;
  GArray *joined; /* CoupletLinearRow, scratch */
} Search;

/* ---- Rows ------------------------------------------------------------------------------------ */

static gboolean
same_form (const CoupletLinearForm *a, const CoupletLinearForm *b)
{
  gboolean same = a->n_terms == b->n_terms && mpq_equal (a->constant.value, b->constant.value);
  for (guint32 t = 0; same && t < a->n_terms; t++)
    same = a->terms[t].atom == b->terms[t].atom &&
           mpq_equal (a->terms[t].factor.value, b->terms[t].factor.value);
  return same;
}

/* Whether rows have the same decision as row, found as met says. */
static gboolean
has_row (const CoupletLinearRow *rows, guint32 n, const CoupletLinearRow *row, gboolean met)
{
  for (guint32 r = 0; r < n; r++)
    if (rows[r].node->kind == COUPLET_LINEAR_DECISION && rows[r].met == met &&
        rows[r].node->strict == row->node->strict &&
        same_form (&rows[r].node->form, &row->node->form))
      return TRUE;
  return FALSE;
}

/* Joins the decisions among rows about atoms below n_atoms. */
static void
join (GArray *joined, const CoupletLinearPath *path, guint32 n_atoms)
{
  for (guint32 r = 0; r < path->n_rows; r++) {
    const CoupletLinearForm *form = &path->rows[r].node->form;
    if (path->rows[r].node->kind == COUPLET_LINEAR_DECISION &&
        (form->n_terms == 0 || form->terms[form->n_terms - 1].atom < n_atoms))
      g_array_append_val (joined, path->rows[r]);
  }
}

static CoupletLinearPath
path_of (guint32 end, const GPtrArray *draws, const GArray *rows)
{
  return (CoupletLinearPath){.end = end,
                             .n_draws = draws->len,
                             .n_rows = rows->len,
                             .draws = (const CoupletLinearNode *const *)(gpointer)draws->pdata,
                             .rows = (const CoupletLinearRow *)(gpointer)rows->data};
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

CoupletLinearPath
linear_union_broken (const LinearUnion *one, const CoupletLinearPath *path, guint32 r,
                     GArray *joined)
{
  const CoupletLinearRow broken = {one->path.rows[r].node, !one->path.rows[r].met};
  g_array_set_size (joined, 0);
  join (joined, path, G_MAXUINT32);
  g_array_append_val (joined, broken);
  return path_of (path->end, one->draws, joined);
}

CoupletLinearPath
linear_union_with (const LinearUnion *one, const CoupletLinearPath *path, guint32 n_answers,
                   GArray *joined)
{
  g_array_set_size (joined, 0);
  join (joined, &one->path, G_MAXUINT32);
  join (joined, path, n_answers + common_draws (&one->path, path));
  return path_of (path->end, one->draws, joined);
}

/* ---- Leaves -----------------------------------------------------------------------------------
 */

static void
append_number (GString *text, const CoupletRational *number)
{
  g_autofree char *digits = couplet_rational_to_string (number);
  g_string_append_printf (text, "%s ", digits);
}

static char *
leaf_text (const CoupletLinearPath *path)
{
  GString *text = g_string_new (path->outputs);
  for (guint32 i = 0; i < path->n_draws; i++) {
    g_string_append_printf (text, " %d ", (int)path->draws[i]->noise);
    append_number (text, &path->draws[i]->rate);
  }
  for (guint32 r = 0; r < path->n_rows; r++) {
    const CoupletLinearForm *form = &path->rows[r].node->form;
    if (path->rows[r].node->kind != COUPLET_LINEAR_REAL)
      continue;
    g_string_append_c (text, ';');
    append_number (text, &form->constant);
    for (guint32 t = 0; t < form->n_terms; t++) {
      g_string_append_printf (text, "%u:", form->terms[t].atom);
      append_number (text, &form->terms[t].factor);
    }
  }
  return g_string_free (text, FALSE);
}

static void
leaf_free (gpointer data)
{
  Leaf *leaf = data;
  g_free (leaf->text);
  g_ptr_array_unref (leaf->draws);
  g_array_unref (leaf->rows);
  g_free (leaf);
}

static Leaf *
leaf_new (const CoupletLinearPath *path, UnionWish wish)
{
  Leaf *leaf = g_new (Leaf, 1);
  *leaf = (Leaf){.wish = wish,
                 .text = leaf_text (path),
                 .draws = g_ptr_array_new (),
                 .rows = g_array_new (FALSE, FALSE, sizeof (CoupletLinearRow))};
  for (guint32 i = 0; i < path->n_draws; i++)
    g_ptr_array_add (leaf->draws, (gpointer)path->draws[i]);
  if (path->n_rows > 0)
    g_array_append_vals (leaf->rows, path->rows, path->n_rows);
  leaf->path = path_of (path->end, leaf->draws, leaf->rows);
  return leaf;
}

static const Leaf *
leaf_at (const GPtrArray *leaves, guint i)
{
  return g_ptr_array_index (leaves, i);
}

/* Also of paths that are not asked about: they may be in the way. */
static GPtrArray *
leaves_new (const CoupletLinearList *list, const guint8 *wishes)
{
  GPtrArray *leaves = g_ptr_array_new_with_free_func (leaf_free);
  CoupletLinearList whole = *list;
  CoupletLinearPath path;
  whole.left_out = NULL;
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (&whole);
  while (couplet_linear_walk_next (walk, &path))
    g_ptr_array_add (leaves, leaf_new (&path, (UnionWish)wishes[path.end]));
  return leaves;
}

/* ---- Questions --------------------------------------------------------------------------------
 */

static gboolean
is_impossible (Search *search, CoupletLinearPath path)
{
  PathPlace place = PATH_OPEN;
  search->n_questions++;
  return !couplet_context_should_stop (search->context) &&
         search->place (search->data, &path, &place) == NULL && place == PATH_IMPOSSIBLE;
}

/* Whether the last row of one holds on all members. */
static gboolean
holds_on_all (Search *search, const LinearUnion *one, const GPtrArray *members)
{
  guint32 last = one->rows->len - 1;
  const CoupletLinearRow *row = &g_array_index (one->rows, CoupletLinearRow, last);
  gboolean holds = TRUE;
  for (guint i = 0; holds && i < members->len; i++) {
    const CoupletLinearPath *path = &leaf_at (members, i)->path;
    holds = !has_row (path->rows, path->n_rows, row, !row->met);
  }
  for (guint i = 0; holds && i < members->len; i++)
    holds = is_impossible (
        search, linear_union_broken (one, &leaf_at (members, i)->path, last, search->joined));
  return holds;
}

/* Whether nothing else is where the decisions of one are as said. */
static gboolean
is_apart (Search *search, const LinearUnion *one)
{
  gboolean apart = TRUE;
  for (guint i = 0; apart && i < search->leaves->len; i++) {
    const CoupletLinearPath *path = &leaf_at (search->leaves, i)->path;
    if (!linear_union_has (one, path->end))
      apart = is_impossible (
          search, linear_union_with (one, path, search->list->n_answers, search->joined));
  }
  return apart;
}

/* ---- Unions -----------------------------------------------------------------------------------
 */

static void
union_free (gpointer data)
{
  LinearUnion *one = data;
  g_array_unref (one->ends);
  g_ptr_array_unref (one->draws);
  g_array_unref (one->rows);
  g_free (one);
}

/* Of members, without rows. */
static LinearUnion *
union_new (const GPtrArray *members)
{
  LinearUnion *one = g_new (LinearUnion, 1);
  const CoupletLinearPath *first = &leaf_at (members, 0)->path;
  *one = (LinearUnion){.ends = g_array_new (FALSE, FALSE, sizeof (guint32)),
                       .draws = g_ptr_array_new (),
                       .rows = g_array_new (FALSE, FALSE, sizeof (CoupletLinearRow))};
  for (guint i = 0; i < members->len; i++)
    g_array_append_val (one->ends, leaf_at (members, i)->path.end);
  for (guint32 i = 0; i < first->n_draws; i++)
    g_ptr_array_add (one->draws, (gpointer)first->draws[i]);
  return one;
}

static void
add_row (LinearUnion *one, const CoupletLinearRow *row)
{
  g_array_append_val (one->rows, *row);
  one->path = path_of (g_array_index (one->ends, guint32, 0), one->draws, one->rows);
}

/* The decisions of members, each once, those that are met first. The caller frees them. */
static GArray *
decisions_of (const GPtrArray *members)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (CoupletLinearRow));
  for (int met = TRUE; met >= FALSE; met--)
    for (guint i = 0; i < members->len; i++) {
      const CoupletLinearPath *path = &leaf_at (members, i)->path;
      for (guint32 r = 0; r < path->n_rows; r++) {
        const CoupletLinearRow *row = &path->rows[r];
        if (row->node->kind == COUPLET_LINEAR_DECISION && row->met == met &&
            !has_row ((const CoupletLinearRow *)(gpointer)found->data, found->len, row, met))
          g_array_append_val (found, *row);
      }
    }
  return found;
}

/* Adds those of decisions that hold on all members. */
static void
add_common (Search *search, LinearUnion *one, const GPtrArray *members, const GArray *decisions)
{
  for (guint i = 0; i < decisions->len; i++) {
    add_row (one, &g_array_index (decisions, CoupletLinearRow, i));
    if (!holds_on_all (search, one, members)) {
      g_array_set_size (one->rows, one->rows->len - 1);
      one->path.n_rows--;
    }
  }
  one->n_decisions = one->rows->len;
}

static void
add_reals (LinearUnion *one, const CoupletLinearPath *path)
{
  for (guint32 r = 0; r < path->n_rows; r++)
    if (path->rows[r].node->kind == COUPLET_LINEAR_REAL)
      add_row (one, &path->rows[r]);
}

/* The union of members, if one path may stand for it and the questions are not too many; NULL. */
static LinearUnion *
unite (Search *search, const GPtrArray *members)
{
  g_autoptr (GArray) decisions = decisions_of (members);
  guint64 n = (guint64)members->len * decisions->len + search->leaves->len;
  if (search->n_questions + n > MOST_QUESTIONS)
    return NULL;
  LinearUnion *one = union_new (members);
  add_common (search, one, members, decisions);
  if (one->n_decisions == 0 || !is_apart (search, one)) {
    union_free (one);
    return NULL;
  }
  add_reals (one, &leaf_at (members, 0)->path);
  return one;
}

gboolean
linear_union_has (const LinearUnion *one, guint32 end)
{
  for (guint i = 0; i < one->ends->len; i++)
    if (g_array_index (one->ends, guint32, i) == end)
      return TRUE;
  return FALSE;
}

/* The leaves that are like number first, which is their first; NULL: there is no need to unite
 * them. The caller frees the array. */
static GPtrArray *
members_of (const GPtrArray *leaves, guint first, GHashTable *seen)
{
  const Leaf *leaf = leaf_at (leaves, first);
  gboolean should = FALSE;
  if (leaf->wish == UNION_NEVER || !g_hash_table_add (seen, leaf->text))
    return NULL;
  GPtrArray *members = g_ptr_array_new ();
  for (guint i = first; i < leaves->len; i++) {
    const Leaf *other = leaf_at (leaves, i);
    if (other->wish == UNION_NEVER || !g_str_equal (other->text, leaf->text))
      continue;
    g_ptr_array_add (members, (gpointer)other);
    should |= other->wish == UNION_SHOULD;
  }
  if (members->len > 1 && should)
    return members;
  g_ptr_array_unref (members);
  return NULL;
}

static void
find_unions (Search *search, GPtrArray *unions)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < search->leaves->len; i++) {
    g_autoptr (GPtrArray) members = members_of (search->leaves, i, seen);
    LinearUnion *one = members != NULL ? unite (search, members) : NULL;
    if (one != NULL)
      g_ptr_array_add (unions, one);
  }
}

static guint32
count_ends (const CoupletLinearList *list)
{
  guint32 n = 0;
  for (guint32 i = 0; i < list->n_nodes; i++)
    n += list->nodes[i].kind == COUPLET_LINEAR_END;
  return n;
}

GPtrArray *
linear_unions_new (const CoupletLinearList *list, const guint8 *wishes, LinearPlace place,
                   gpointer data, CoupletContext *context)
{
  GPtrArray *unions = g_ptr_array_new_with_free_func (union_free);
  if (count_ends (list) > MOST_LEAVES)
    return unions;
  Search search = {list,
                   place,
                   data,
                   context,
                   leaves_new (list, wishes),
                   0,
                   g_array_new (FALSE, FALSE, sizeof (CoupletLinearRow))};
  find_unions (&search, unions);
  g_ptr_array_unref (search.leaves);
  g_array_unref (search.joined);
  return unions;
}
