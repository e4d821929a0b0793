/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "linear_method.h"

#include "exact_program.h"

#include <couplet/linear.h>
#include <string.h>

/* More answers have too many corners. */
#define MOST_ANSWERS 12

/* A decision or a real output on a path; met: whether the decision was. */
typedef struct {
  const CoupletLinearNode *node;
  gboolean met;
} Row;

/* A path: the nodes of its draws, its rows, and what it outputs. */
typedef struct {
  GPtrArray *draws; /* const CoupletLinearNode */
  GArray *rows;     /* Row */
  GString *outputs;
} Path;

/* What is known of one list. */
typedef struct {
  CoupletContext *context;
  const CoupletLinear *linear;
  const CoupletLinearList *list;
  GArray *corners; /* gint8, n_answers each */
  guint n_corners;
  GHashTable *known;    /* the text of a program -> Cost, owned */
  GHashTable *groups;   /* outputs -> Group, owned */
  gboolean shares;      /* two paths have the same outputs */
  gboolean is_discrete; /* some draw is, and its rows may have no whole optimum */
  gboolean gave_up;
} Work;

typedef struct {
  gboolean is_infinite, is_known;
  mpq_t value;
} Cost;

/* Of paths with the same outputs: the greatest cost of any, and per corner the least. */
typedef struct {
  guint n_paths;
  Cost greatest;
  Cost *least; /* n_corners */
} Group;

static Cost *
cost_new (guint n)
{
  Cost *costs = g_new0 (Cost, n);
  for (guint i = 0; i < n; i++)
    mpq_init (costs[i].value);
  return costs;
}

static void
cost_free (gpointer data)
{
  mpq_clear (((Cost *)data)->value);
  g_free (data);
}

static int
cost_compare (const Cost *a, const Cost *b)
{
  if (a->is_infinite || b->is_infinite)
    return (int)a->is_infinite - (int)b->is_infinite;
  return mpq_cmp (a->value, b->value);
}

static void
cost_set (Cost *a, const Cost *b)
{
  a->is_infinite = b->is_infinite;
  a->is_known = TRUE;
  mpq_set (a->value, b->value);
}

/* ---- Corners of the adjacency ---------------------------------------------------------------- */

static void
add_corner (Work *work, guint32 bits, gint8 one, gint8 other)
{
  for (guint32 j = 0; j < work->list->n_answers; j++) {
    gint8 difference = (bits >> j & 1) != 0 ? one : other;
    g_array_append_val (work->corners, difference);
  }
  work->n_corners++;
}

static void
find_corners (Work *work)
{
  guint32 n = work->list->n_answers;
  work->corners = g_array_new (FALSE, FALSE, sizeof (gint8));
  if (work->linear->adjacency == COUPLET_ADJACENT_ONE) {
    for (guint32 j = 0; j < n; j++) {
      add_corner (work, 1U << j, 1, 0);
      add_corner (work, 1U << j, -1, 0);
    }
    return;
  }
  gboolean any = work->linear->adjacency == COUPLET_ADJACENT_ANY;
  for (guint32 bits = 0; bits < 1U << n; bits++) {
    add_corner (work, bits, 1, any ? -1 : 0);
    if (!any)
      add_corner (work, bits, -1, 0);
  }
}

/* ---- The program of a path and a corner -------------------------------------------------------
 */

/* What the corner adds to the form: the sum of factors times differences. */
static void
add_differences (const Work *work, const CoupletLinearForm *form, const gint8 *corner, mpq_t sum)
{
  mpq_t product;
  mpq_init (product);
  mpq_set_ui (sum, 0, 1);
  for (guint32 i = 0; i < form->n_terms && form->terms[i].atom < work->list->n_answers; i++) {
    mpq_set_si (product, corner[form->terms[i].atom], 1);
    mpq_mul (product, product, form->terms[i].factor.value);
    mpq_add (sum, sum, product);
  }
  mpq_clear (product);
}

/* The draws of the path that some row has; index[i] is their place among them, or G_MAXUINT. */
static guint
find_used (const Work *work, const Path *path, guint *index)
{
  guint n = 0;
  for (guint i = 0; i < path->draws->len; i++)
    index[i] = G_MAXUINT;
  for (guint r = 0; r < path->rows->len; r++) {
    const CoupletLinearForm *form = &g_array_index (path->rows, Row, r).node->form;
    for (guint32 t = 0; t < form->n_terms; t++)
      if (form->terms[t].atom >= work->list->n_answers &&
          index[form->terms[t].atom - work->list->n_answers] == G_MAXUINT)
        index[form->terms[t].atom - work->list->n_answers] = n++;
  }
  return n;
}

static RowSense
sense_of (const Row *row)
{
  if (row->node->kind == COUPLET_LINEAR_REAL)
    return ROW_EQUAL;
  return row->met ? ROW_AT_LEAST : ROW_AT_MOST;
}

/* Columns 2i and 2i + 1 are what the shift of used draw i is above and below 0. */
static void
make_program (const Work *work, const Path *path, const gint8 *corner, const guint *index,
              guint n_used, ExactProgram *program)
{
  guint32 n = work->list->n_answers;
  exact_program_init (program, path->rows->len, 2 * n_used);
  for (guint i = 0; i < path->draws->len; i++) {
    const CoupletLinearNode *draw = g_ptr_array_index (path->draws, i);
    if (index[i] == G_MAXUINT)
      continue;
    mpq_set (program->cost[2 * index[i]], draw->rate.value);
    mpq_set (program->cost[2 * index[i] + 1], draw->rate.value);
  }
  for (guint r = 0; r < path->rows->len; r++) {
    const Row *row = &g_array_index (path->rows, Row, r);
    const CoupletLinearForm *form = &row->node->form;
    program->sense[r] = sense_of (row);
    add_differences (work, form, corner, program->bound[r]);
    mpq_neg (program->bound[r], program->bound[r]);
    for (guint32 t = 0; t < form->n_terms; t++) {
      if (form->terms[t].atom < n)
        continue;
      guint i = form->terms[t].atom - n;
      const CoupletLinearNode *draw = g_ptr_array_index (path->draws, i);
      mpq_set (exact_program_at (program, r, 2 * index[i]), form->terms[t].factor.value);
      if (draw->noise != COUPLET_EXPONENTIAL) /* whose shifts go upwards only */
        mpq_neg (exact_program_at (program, r, 2 * index[i] + 1), form->terms[t].factor.value);
    }
  }
}

static void
append_number (GString *text, mpq_srcptr number)
{
  char buffer[64];
  if (mpz_sizeinbase (mpq_numref (number), 10) + mpz_sizeinbase (mpq_denref (number), 10) < 60) {
    g_string_append (text, mpq_get_str (buffer, 10, number));
  } else {
    char *digits = mpq_get_str (NULL, 10, number);
    void (*release) (void *, size_t);
    g_string_append (text, digits);
    mp_get_memory_functions (NULL, NULL, &release);
    release (digits, strlen (digits) + 1);
  }
  g_string_append_c (text, ' ');
}

/* A text that is the same for programs that are the same. */
static char *
text_of_program (ExactProgram *program)
{
  GString *text = g_string_new (NULL);
  for (guint j = 0; j < program->n_columns; j++)
    append_number (text, program->cost[j]);
  for (guint i = 0; i < program->n_rows; i++) {
    g_string_append_c (text, "GLE"[program->sense[i]]);
    append_number (text, program->bound[i]);
    for (guint j = 0; j < program->n_columns; j++)
      if (mpq_sgn (*(mpq_t *)exact_program_at (program, i, j)) != 0) {
        g_string_append_printf (text, "%u:", j);
        append_number (text, exact_program_at (program, i, j));
      }
  }
  return g_string_free (text, FALSE);
}

/* T of the path at the corner. NULL: it is not known, and the work gives up. */
static const Cost *
cost_of (Work *work, const Path *path, const gint8 *corner, const guint *index, guint n_used)
{
  g_auto (ExactProgram) program;
  make_program (work, path, corner, index, n_used, &program);
  char *text = text_of_program (&program);
  Cost *known = g_hash_table_lookup (work->known, text);
  if (known != NULL) {
    g_free (text);
    return known;
  }
  Cost *cost = cost_new (1);
  ExactStatus status = exact_program_solve (&program, cost->value, NULL);
  if (status != EXACT_OPTIMUM) {
    cost->is_infinite = exact_program_feasible (&program) == EXACT_INFEASIBLE;
    if (!cost->is_infinite) {
      g_free (text);
      cost_free (cost);
      work->gave_up = TRUE;
      return NULL;
    }
  }
  g_hash_table_insert (work->known, text, cost);
  return cost;
}

/* ---- Whether a path can be taken ---------------------------------------------------------------
 */

static gboolean
is_continuous (const Work *work, const Path *path, const CoupletLinearForm *form)
{
  for (guint32 t = 0; t < form->n_terms; t++)
    if (form->terms[t].atom >= work->list->n_answers) {
      const CoupletLinearNode *draw =
          g_ptr_array_index (path->draws, form->terms[t].atom - work->list->n_answers);
      if (draw->noise != COUPLET_DISCRETE_LAPLACE)
        return TRUE;
    }
  return FALSE;
}

/* Answers and draws as columns, each above and below 0, and last what is missing to a margin of 1.
 */
static void
make_place (const Work *work, const Path *path, ExactProgram *program)
{
  guint n_atoms = work->list->n_answers + path->draws->len, last = 2 * n_atoms;
  exact_program_init (program, path->rows->len + path->draws->len, last + 1);
  mpq_set_ui (program->cost[last], 1, 1);
  for (guint r = 0; r < path->rows->len; r++) {
    const Row *row = &g_array_index (path->rows, Row, r);
    const CoupletLinearForm *form = &row->node->form;
    if (row->node->kind == COUPLET_LINEAR_REAL)
      continue; /* a row of zeros: any value may be output */
    gboolean wants_margin =
        is_continuous (work, path, form) || (row->met ? row->node->strict : !row->node->strict);
    program->sense[r] = row->met ? ROW_AT_LEAST : ROW_AT_MOST;
    mpq_neg (program->bound[r], form->constant.value);
    for (guint32 t = 0; t < form->n_terms; t++) {
      mpq_set (exact_program_at (program, r, 2 * form->terms[t].atom), form->terms[t].factor.value);
      mpq_neg (exact_program_at (program, r, 2 * form->terms[t].atom + 1),
               form->terms[t].factor.value);
    }
    if (!wants_margin)
      continue;
    mpq_t margin;
    mpq_init (margin);
    mpq_set_si (margin, row->met ? 1 : -1, 1);
    mpq_add (program->bound[r], program->bound[r], margin);
    mpq_set (exact_program_at (program, r, last), margin);
    mpq_clear (margin);
  }
  for (guint i = 0; i < path->draws->len; i++) {
    const CoupletLinearNode *draw = g_ptr_array_index (path->draws, i);
    guint r = path->rows->len + i, column = 2 * (work->list->n_answers + i);
    if (draw->noise != COUPLET_EXPONENTIAL)
      continue;
    mpq_set_si (exact_program_at (program, r, column), 1, 1);
    mpq_set_si (exact_program_at (program, r, column + 1), -1, 1);
    mpq_set_si (exact_program_at (program, r, last), 1, 1);
    mpq_set_si (program->bound[r], 1, 1);
  }
}

/* Whether some answers and draws take the path, with an interior where draws are continuous. */
static gboolean
can_be_taken (Work *work, const Path *path)
{
  g_auto (ExactProgram) program;
  mpq_t missing;
  mpq_init (missing);
  make_place (work, path, &program);
  ExactStatus status = exact_program_solve (&program, missing, NULL);
  gboolean possible = status == EXACT_OPTIMUM && mpq_cmp_ui (missing, 1, 1) < 0;
  mpq_clear (missing);
  if (status == EXACT_NO_OPTIMUM) {
    ExactFeasibility feasible = exact_program_feasible (&program);
    work->gave_up = work->gave_up || feasible != EXACT_INFEASIBLE;
  } else if (status == EXACT_UNKNOWN) {
    work->gave_up = TRUE;
  }
  return possible;
}

/* ---- Paths ------------------------------------------------------------------------------------
 */

static Group *
need_group (Work *work, const char *outputs)
{
  Group *group = g_hash_table_lookup (work->groups, outputs);
  if (group != NULL)
    return group;
  group = g_new0 (Group, 1);
  mpq_init (group->greatest.value);
  group->least = cost_new (work->n_corners);
  g_hash_table_insert (work->groups, g_strdup (outputs), group);
  return group;
}

static void
group_free (gpointer data)
{
  Group *group = data;
  mpq_clear (group->greatest.value);
  (void)group->least; /* freed by free_least(), which knows how many there are */
  g_free (group);
}

static void
free_least (Work *work)
{
  GHashTableIter iter;
  gpointer group;
  g_hash_table_iter_init (&iter, work->groups);
  while (g_hash_table_iter_next (&iter, NULL, &group)) {
    for (guint i = 0; i < work->n_corners; i++)
      mpq_clear (((Group *)group)->least[i].value);
    g_free (((Group *)group)->least);
  }
}

/* Adds what the path costs at each corner, if it can be taken at all. */
static void
take_path (Work *work, const Path *path)
{
  g_autofree guint *index = g_new (guint, path->draws->len + 1);
  guint n_used = find_used (work, path, index);
  if (!can_be_taken (work, path) || work->gave_up)
    return;
  Group *group = need_group (work, path->outputs->str);
  work->shares = work->shares || group->n_paths > 0;
  for (guint c = 0; c < work->n_corners && !work->gave_up; c++) {
    const gint8 *corner = &g_array_index (work->corners, gint8, c * work->list->n_answers);
    const Cost *cost = cost_of (work, path, corner, index, n_used);
    if (cost == NULL)
      return;
    if (cost_compare (cost, &group->greatest) > 0 || !group->greatest.is_known)
      cost_set (&group->greatest, cost);
    if (group->n_paths == 0 || cost_compare (cost, &group->least[c]) < 0)
      cost_set (&group->least[c], cost);
  }
  group->n_paths++;
}

/* A place where the other child of a decision is still to be looked at. */
typedef struct {
  guint32 node;
  guint n_draws, n_rows;
  gsize n_outputs;
} Turn;

static void
append_output (Path *path, const CoupletLinearNode *node)
{
  if (node->kind == COUPLET_LINEAR_SYMBOL)
    g_string_append_printf (path->outputs, "%" G_GSIZE_FORMAT ":%s", strlen (node->text),
                            node->text);
  else
    g_string_append_c (path->outputs, '#');
}

/* Goes from node to an END, and leaves turns for the other children. */
static void
follow (Work *work, guint32 node, Path *path, GArray *turns)
{
  for (;; node++) {
    const CoupletLinearNode *here = &work->list->nodes[node];
    Row row = {here, TRUE};
    if (here->kind == COUPLET_LINEAR_END)
      return;
    if (here->kind == COUPLET_LINEAR_DRAW) {
      g_ptr_array_add (path->draws, (gpointer)here);
      continue;
    }
    if (here->kind == COUPLET_LINEAR_DECISION && here->otherwise != COUPLET_NONE) {
      Turn turn = {node, path->draws->len, path->rows->len, path->outputs->len};
      g_array_append_val (turns, turn);
    }
    if (here->kind != COUPLET_LINEAR_SYMBOL)
      g_array_append_val (path->rows, row);
    if (here->kind != COUPLET_LINEAR_DECISION)
      append_output (path, here);
  }
}

/* Goes back to the last turn, and on from there by the other child. */
static void
turn_back (Work *work, Path *path, GArray *turns)
{
  Turn turn = g_array_index (turns, Turn, turns->len - 1);
  Row row = {&work->list->nodes[turn.node], FALSE};
  g_array_set_size (turns, turns->len - 1);
  g_ptr_array_set_size (path->draws, (gint)turn.n_draws);
  g_array_set_size (path->rows, turn.n_rows);
  g_string_truncate (path->outputs, turn.n_outputs);
  g_array_append_val (path->rows, row);
  follow (work, row.node->otherwise, path, turns);
}

static void
take_paths (Work *work)
{
  Path path = {g_ptr_array_new (), g_array_new (FALSE, FALSE, sizeof (Row)), g_string_new (NULL)};
  g_autoptr (GArray) turns = g_array_new (FALSE, FALSE, sizeof (Turn));
  follow (work, 0, &path, turns);
  take_path (work, &path);
  while (turns->len > 0 && !work->gave_up && !couplet_context_should_stop (work->context)) {
    turn_back (work, &path, turns);
    take_path (work, &path);
  }
  g_ptr_array_unref (path.draws);
  g_array_unref (path.rows);
  g_string_free (path.outputs, TRUE);
}

/* ---- The answer -------------------------------------------------------------------------------
 */

/* The greatest cost of a path, and the greatest that outputs force at one corner. forced: some
 * outputs have no shifts at all at a corner. */
static void
sum_up (const Work *work, Cost *greatest, Cost *forced, gboolean *is_distinguisher)
{
  GHashTableIter iter;
  gpointer data;
  g_hash_table_iter_init (&iter, work->groups);
  while (g_hash_table_iter_next (&iter, NULL, &data)) {
    const Group *group = data;
    if (cost_compare (&group->greatest, greatest) > 0)
      cost_set (greatest, &group->greatest);
    for (guint c = 0; c < work->n_corners; c++) {
      if (group->least[c].is_infinite)
        *is_distinguisher = TRUE;
      else if (cost_compare (&group->least[c], forced) > 0)
        cost_set (forced, &group->least[c]);
    }
  }
}

static void
scale (const Work *work, const Cost *cost, CoupletRational *scaled)
{
  mpq_mul (scaled->value, cost->value, work->linear->sensitivity.value);
}

static void
answer (const Work *work, CoupletOutcome *outcome)
{
  g_auto (CoupletRational) most, least;
  g_autofree Cost *costs = cost_new (2);
  gboolean is_distinguisher = FALSE;
  couplet_rational_init (&most);
  couplet_rational_init (&least);
  sum_up (work, &costs[0], &costs[1], &is_distinguisher);
  scale (work, &costs[0], &most);
  scale (work, &costs[1], &least);
  gboolean is_exact = !work->shares && !work->is_discrete;
  if (is_distinguisher) {
    couplet_outcome_set_infinite (outcome, COUPLET_GUARANTEE_EXACT);
    couplet_outcome_set_found (outcome, COUPLET_FOUND_DISTINGUISHER);
    couplet_outcome_set_reason (outcome,
                                "with lists of %u answers some outputs are possible with some "
                                "answers and impossible with adjacent ones",
                                work->list->n_answers);
  } else if (work->is_discrete) {
    couplet_outcome_set_least (outcome, &least);
    couplet_outcome_set_reason (outcome, "what is enough for whole numbers is not computed");
  } else if (costs[0].is_infinite) {
    couplet_outcome_set_least (outcome, &least);
    couplet_outcome_set_reason (outcome, "outputs do not tell the path, and a path by itself has "
                                         "no shifts");
  } else {
    couplet_outcome_set_cost (outcome, &most,
                              is_exact ? COUPLET_GUARANTEE_EXACT : COUPLET_GUARANTEE_UPPER_BOUND);
    couplet_outcome_set_least (outcome, &least);
  }
  mpq_clear (costs[0].value);
  mpq_clear (costs[1].value);
}

static gboolean
has_discrete (const CoupletLinearList *list)
{
  for (guint32 i = 0; i < list->n_nodes; i++)
    if (list->nodes[i].kind == COUPLET_LINEAR_DRAW &&
        list->nodes[i].noise == COUPLET_DISCRETE_LAPLACE)
      return TRUE;
  return FALSE;
}

static void
run_list (CoupletContext *context, const CoupletLinear *linear, const CoupletLinearList *list,
          CoupletOutcome *outcome)
{
  Work work = {.context = context, .linear = linear, .list = list};
  work.known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, cost_free);
  work.groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, group_free);
  work.is_discrete = has_discrete (list);
  find_corners (&work);
  take_paths (&work);
  if (couplet_outcome_set_stopped (outcome, context))
    ;
  else if (work.gave_up)
    couplet_outcome_set_reason (outcome, "GLPK solved a linear program of the paths in no way "
                                         "that passes the check");
  else
    answer (&work, outcome);
  couplet_outcome_set_statistic (outcome, "programs", g_hash_table_size (work.known));
  free_least (&work);
  g_hash_table_unref (work.known);
  g_hash_table_unref (work.groups);
  g_array_unref (work.corners);
}

gboolean
linear_method_run (CoupletContext *context, const CoupletLinear *linear, CoupletOutcome *outcome,
                   GError **error)
{
  const CoupletLinearList *list = &linear->lists[linear->n_lists - 1];
  (void)error;
  if (list->n_answers > MOST_ANSWERS)
    couplet_outcome_set_reason (outcome, "lists of more than %u answers have too many corners",
                                MOST_ANSWERS);
  else
    run_list (context, linear, list, outcome);
  return TRUE;
}
