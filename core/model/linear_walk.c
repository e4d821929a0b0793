/* SPDX-License-Identifier: Apache-2.0 */
/* The paths of a linear mechanism, one after the other, and the differences of its answers. */
#include "linear.h"

#include <couplet/internal/automaton.h>

#include <string.h>

/* A decision whose other child is still to be looked at, and how long the path was there. */
typedef struct {
  guint32 node;
  guint n_draws, n_rows;
  gsize n_outputs;
} Turn;

struct CoupletLinearWalk {
  const CoupletLinearList *list;
  gboolean has_begun;
  gboolean has_open; /* some output may equal constants */
  GPtrArray *draws;  /* const CoupletLinearNode */
  GArray *rows;      /* CoupletLinearRow */
  GString *outputs;
  GArray *turns; /* Turn */
};

/* ---- Outputs ---------------------------------------------------------------------------- */

gboolean
couplet_linear_is_continuous (const CoupletLinearList *list, const CoupletLinearPath *path,
                              const CoupletLinearForm *form)
{
  for (guint32 t = 0; t < form->n_terms; t++)
    if (form->terms[t].atom >= list->n_answers &&
        !couplet_noise_is_whole (path->draws[form->terms[t].atom - list->n_answers]->noise))
      return TRUE;
  return FALSE;
}

gboolean
couplet_linear_has_discrete (const CoupletLinearList *list)
{
  for (guint32 i = 0; i < list->n_nodes; i++)
    if (list->nodes[i].kind == COUPLET_LINEAR_DRAW && couplet_noise_is_whole (list->nodes[i].noise))
      return TRUE;
  return FALSE;
}

/* What an onlooker takes for the same: a value with a continuous draw is not a constant, almost
 * surely; any other value that is not constant may equal one. */
static void
append_real (CoupletLinearWalk *walk, const CoupletLinearForm *form)
{
  const CoupletLinearPath path = {
      .draws = (const CoupletLinearNode *const *)(gpointer)walk->draws->pdata};
  if (couplet_linear_is_continuous (walk->list, &path, form))
    g_string_append_c (walk->outputs, '#');
  else if (walk->has_open || form->n_terms > 0)
    g_string_append_c (walk->outputs, '~');
  else {
    g_autofree char *value = couplet_rational_to_string (&form->constant);
    g_string_append_printf (walk->outputs, "=%s;", value);
  }
}

/* A text that is a number is that number. */
static void
append_symbol (CoupletLinearWalk *walk, const char *text)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (couplet_rational_parse (&value, text, strlen (text), NULL)) {
    const CoupletLinearForm constant = {.constant = value};
    append_real (walk, &constant);
  } else
    g_string_append_printf (walk->outputs, "%" G_GSIZE_FORMAT ":%s", strlen (text), text);
}

/* Whether some real output is neither constant nor has draws that may be continuous, whatever
 * path it is on. */
static gboolean
has_open_output (const CoupletLinearList *list)
{
  gboolean discrete = couplet_linear_has_discrete (list);
  for (guint32 i = 0; i < list->n_nodes; i++) {
    const CoupletLinearForm *form = &list->nodes[i].form;
    if (list->nodes[i].kind == COUPLET_LINEAR_REAL && form->n_terms > 0 &&
        (discrete || form->terms[form->n_terms - 1].atom < list->n_answers))
      return TRUE;
  }
  return FALSE;
}

/* ---- The walk --------------------------------------------------------------------------- */

CoupletLinearWalk *
couplet_linear_walk_new (const CoupletLinearList *list)
{
  CoupletLinearWalk *walk = g_new0 (CoupletLinearWalk, 1);
  walk->list = list;
  walk->has_open = has_open_output (list);
  walk->draws = g_ptr_array_new ();
  walk->rows = g_array_new (FALSE, FALSE, sizeof (CoupletLinearRow));
  walk->outputs = g_string_new (NULL);
  walk->turns = g_array_new (FALSE, FALSE, sizeof (Turn));
  return walk;
}

void
couplet_linear_walk_free (CoupletLinearWalk *walk)
{
  if (walk == NULL)
    return;
  g_ptr_array_unref (walk->draws);
  g_array_unref (walk->rows);
  g_string_free (walk->outputs, TRUE);
  g_array_unref (walk->turns);
  g_free (walk);
}

/* Takes node, of which a decision is met, into the path. */
static void
take_node (CoupletLinearWalk *walk, guint32 i)
{
  const CoupletLinearNode *node = &walk->list->nodes[i];
  const CoupletLinearRow row = {node, TRUE};
  if (node->kind == COUPLET_LINEAR_DRAW)
    g_ptr_array_add (walk->draws, (gpointer)node);
  else if (node->kind == COUPLET_LINEAR_SYMBOL)
    append_symbol (walk, node->text);
  else if (node->kind == COUPLET_LINEAR_REAL)
    append_real (walk, &node->form);
  else if (!node->idle) {
    Turn turn = {i, walk->draws->len, walk->rows->len, walk->outputs->len};
    g_array_append_val (walk->turns, turn);
  }
  if (node->kind == COUPLET_LINEAR_REAL || (node->kind == COUPLET_LINEAR_DECISION && !node->idle))
    g_array_append_val (walk->rows, row);
}

/* Goes back to the last turn; the node from which the walk goes on there. */
static guint32
turn_back (CoupletLinearWalk *walk)
{
  const Turn turn = g_array_index (walk->turns, Turn, walk->turns->len - 1);
  const CoupletLinearRow row = {&walk->list->nodes[turn.node], FALSE};
  g_array_set_size (walk->turns, walk->turns->len - 1);
  g_ptr_array_set_size (walk->draws, (gint)turn.n_draws);
  g_array_set_size (walk->rows, turn.n_rows);
  g_string_truncate (walk->outputs, turn.n_outputs);
  g_array_append_val (walk->rows, row);
  return row.node->otherwise;
}

/* Goes on to the next END; FALSE: there is none. */
static gboolean
go_on (CoupletLinearWalk *walk, guint32 *end)
{
  if (walk->has_begun && walk->turns->len == 0)
    return FALSE;
  *end = walk->has_begun ? turn_back (walk) : 0;
  walk->has_begun = TRUE;
  for (; walk->list->nodes[*end].kind != COUPLET_LINEAR_END; ++*end)
    take_node (walk, *end);
  return TRUE;
}

gboolean
couplet_linear_walk_next (CoupletLinearWalk *walk, CoupletLinearPath *path)
{
  const guint8 *left_out = walk->list->left_out;
  guint32 end;
  do
    if (!go_on (walk, &end))
      return FALSE;
  while (left_out != NULL && left_out[end] != 0);
  *path =
      (CoupletLinearPath){.end = end,
                          .n_draws = walk->draws->len,
                          .n_rows = walk->rows->len,
                          .draws = (const CoupletLinearNode *const *)(gpointer)walk->draws->pdata,
                          .rows = (const CoupletLinearRow *)(gpointer)walk->rows->data,
                          .outputs = walk->outputs->str};
  return TRUE;
}

/* ---- Differences ------------------------------------------------------------------------ */

/* All vectors of n numbers from low to high, the steps between them being step. */
static void
add_cube (GArray *differences, guint32 n, gint8 low, gint8 high, gint8 step)
{
  g_autofree gint8 *at = g_new (gint8, n + 1);
  guint32 j = 0;
  memset (at, low, n);
  do {
    g_array_append_vals (differences, at, n);
    for (j = 0; j < n && at[j] == high; j++)
      at[j] = low;
    if (j < n)
      at[j] = (gint8)(at[j] + step);
  } while (j < n);
}

static void
add_units (GArray *differences, guint32 n)
{
  g_autofree gint8 *at = g_new0 (gint8, n + 1);
  for (guint32 j = 0; j < n; j++) {
    at[j] = 1;
    g_array_append_vals (differences, at, n);
    at[j] = -1;
    g_array_append_vals (differences, at, n);
    at[j] = 0;
  }
}

/* base to the power n, or G_MAXUINT where that is more than most. */
static guint
power (guint base, guint32 n, guint most)
{
  guint value = 1;
  for (guint32 i = 0; i < n; i++) {
    if (value > most / base)
      return G_MAXUINT;
    value *= base;
  }
  return value;
}

gint8 *
couplet_linear_differences (const CoupletLinear *linear, const CoupletLinearList *list, guint most,
                            guint *n)
{
  guint32 n_answers = list->n_answers;
  gboolean whole = couplet_linear_has_discrete (list);
  GArray *differences = g_array_new (FALSE, TRUE, sizeof (gint8));
  *n = linear->adjacency == COUPLET_ADJACENT_ONE   ? 2 * n_answers
       : linear->adjacency == COUPLET_ADJACENT_ANY ? power (whole ? 3 : 2, n_answers, most)
                                                   : power (2, n_answers + 1, most);
  if (*n > most) {
    g_array_unref (differences);
    return NULL;
  }
  if (linear->adjacency == COUPLET_ADJACENT_ONE)
    add_units (differences, n_answers);
  else if (linear->adjacency == COUPLET_ADJACENT_ANY)
    add_cube (differences, n_answers, -1, 1, whole ? 1 : 2);
  else {
    add_cube (differences, n_answers, 0, 1, 1);
    add_cube (differences, n_answers, -1, 0, 1);
  }
  g_array_set_size (differences, differences->len + 1); /* never without an address */
  return (gint8 *)(gpointer)g_array_free (differences, FALSE);
}
