/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One mixed-integer program for the whole automaton: the adversary's walk and
 * input differences are binaries, and the least costs F of docs/theory.md
 * section 4 are potentials along the walk, one for each place; a row is an arc. */
#include "glpk_problem.h"
#include "glpk_run.h"

#include <math.h>

/* That may be tried to prove what GLPK says of its walk. */
#define EDGES_FOR_PROOF 2000
/* Relative: GLPK's bounds, rows and optimum hold up to this. */
#define TOLERANCE 1e-6
/* The largest number that a program is given, about. */
#define MOST_USUAL 1e4
#define LONGEST_NAME 32

/* ---- The program ------------------------------------------------------------------------ */

/* Columns: the cost of each cluster, a potential for each place, a binary for each edge, and one
 * for each node where a walk may end. Rows: of each node, then of arcs. */
typedef struct {
  const Walks *walks;
  CoupletRational one; /* the cost that the program calls 1: a power of 2 times the step, so that
                          nothing is rounded, which makes the largest of usual size */
  double big;          /* no walk costs more than so many times that */
  CoupletRational *room;
} Program;

static double
times (const Program *program, CoupletCost cost)
{
  couplet_cost_to_rational (program->walks->unit, cost, program->room);
  mpq_div (program->room->value, program->room->value, program->one.value);
  return mpq_get_d (program->room->value);
}

static void
set_scale (Program *program, CoupletCost most)
{
  int exponent;
  mpq_set (program->one.value, program->walks->step);
  frexp (times (program, most) / MOST_USUAL, &exponent);
  if (exponent > 0)
    mpq_mul_2exp (program->one.value, program->one.value, (mp_bitcnt_t)exponent);
  program->big = times (program, most);
}

static guint32
n_places (const Walks *walks)
{
  return walks_first (walks, walks->n_nodes, 0);
}

static int
cluster_column (guint32 cluster)
{
  return 1 + (int)cluster;
}

static int
potential_column (const Walks *walks, guint32 place)
{
  return cluster_column (walks->n_clusters) + (int)place;
}

static int
edge_column (const Walks *walks, guint32 edge)
{
  return potential_column (walks, n_places (walks)) + (int)edge;
}

typedef struct {
  const Program *program;
  glp_prob *lp;
  gboolean names;
} Writer;

static int
add_column (const Writer *writer, const char *kind, guint32 number, double high, double cost)
{
  char name[LONGEST_NAME];
  int column = glp_add_cols (writer->lp, 1);
  glp_set_col_bnds (writer->lp, column, high > 0 ? GLP_DB : GLP_FX, 0, high);
  glp_set_obj_coef (writer->lp, column, cost);
  g_snprintf (name, sizeof name, "%s_%u", kind, number + 1);
  if (writer->names)
    glp_set_col_name (writer->lp, column, name);
  return column;
}

/* Adds a binary that is 1 when the walk leaves source for target (nodes; COUPLET_NONE = it ends).
 */
static int
add_binary (const Writer *writer, const char *kind, guint32 number, CoupletCost fixed,
            guint32 source, guint32 target)
{
  const int rows[] = {0, (int)source + 1, target != COUPLET_NONE ? (int)target + 1 : 0};
  const double factors[] = {0, 1, -1};
  int column = add_column (writer, kind, number, 1, times (writer->program, fixed));
  glp_set_col_kind (writer->lp, column, GLP_IV);
  glp_set_mat_col (writer->lp, column, target != COUPLET_NONE ? 2 : 1, rows, factors);
  return column;
}

/* after <= before + fee + big * (1 - taken) */
static void
add_arc (const Writer *writer, int after, int before, CoupletCost fee, int taken)
{
  double big = writer->program->big;
  const int columns[] = {0, after, before, taken};
  const double factors[] = {0, 1, -1, big};
  int row = glp_add_rows (writer->lp, 1);
  glp_set_mat_row (writer->lp, row, 3, columns, factors);
  glp_set_row_bnds (writer->lp, row, GLP_UP, 0, big + times (writer->program, fee));
}

/* A walk ends where it cannot go on: a cluster costs no more than each of its potentials there. */
static void
add_end (const Writer *writer, guint32 node)
{
  const Walks *walks = writer->program->walks;
  int stop = add_binary (writer, "stop", node, 0, node, COUPLET_NONE);
  for (guint32 c = 0; c < walks->n_clusters; c++)
    for (guint32 i = walks_first (walks, node, c); i < walks_first (walks, node, c + 1); i++)
      add_arc (writer, cluster_column (c), potential_column (walks, i), 0, stop);
}

/* The potentials of the start are 0. What enters a node leaves it, and one unit begins at node 0.
 */
static void
write_program (glp_prob *lp, gconstpointer data, gboolean names)
{
  const Program *program = data;
  const Walks *walks = program->walks;
  const Writer writer = {program, lp, names};
  glp_set_obj_dir (lp, GLP_MAX);
  glp_add_rows (lp, (int)walks->n_nodes);
  for (guint32 c = 0; c < walks->n_clusters; c++)
    add_column (&writer, "cluster", c, program->big, 1);
  for (guint32 i = 0; i < n_places (walks); i++)
    add_column (&writer, "potential", i, i < walks_size (walks, 0) ? 0 : program->big, 0);
  for (guint32 node = 0; node < walks->n_nodes; node++)
    glp_set_row_bnds (lp, (int)node + 1, GLP_FX, node == 0, node == 0);
  for (guint32 e = 0; e < walks->edges->len; e++) {
    const WalkEdge *edge = walks_edge (walks, e);
    add_binary (&writer, "taken", e, edge->fixed, edge->from, edge->to);
  }
  for (guint32 e = 0; e < walks->edges->len; e++) {
    const WalkEdge *edge = walks_edge (walks, e);
    for (guint32 i = edge->first_arc; i < edge->first_arc + edge->n_arcs; i++) {
      const WalkArc *arc = walks_arc (walks, i);
      add_arc (&writer, potential_column (walks, arc->to), potential_column (walks, arc->from),
               arc->fee, edge_column (walks, e));
    }
  }
  for (guint32 node = 0; node < walks->n_nodes; node++)
    if (walks->nodes[node].n_edges == 0)
      add_end (&writer, node);
}

/* ---- The answer ------------------------------------------------------------------------- */

/* The edges that are taken (per edge: 1, or 0) in order, to an end; where none is, as when GLPK was
 * stopped, the first. *cost becomes what that walk costs. */
static GArray *
taken_walk (const Walks *walks, const double *taken, CoupletCost *cost)
{
  GArray *walk = g_array_new (FALSE, FALSE, sizeof (guint32));
  CoupletCost *costs = g_new0 (CoupletCost, walks_size (walks, 0));
  guint32 at = 0;
  while (walks->nodes[at].n_edges > 0) {
    guint32 first = walks->nodes[at].first_edge, end = first + walks->nodes[at].n_edges, e = first;
    while (e < end && taken[e] < 0.5)
      e++;
    e = e < end ? e : first;
    g_array_append_val (walk, e);
    at = walks_edge (walks, e)->to;
    CoupletCost *after = g_new (CoupletCost, walks_size (walks, at));
    walks_take (walks, e, costs, after);
    g_free (costs);
    costs = after;
  }
  *cost = walks_most (walks, at, costs);
  g_free (costs);
  return walk;
}

/* Looks for walks that cost more than walk, which costs *cost, as far as a few edges lead, and
 * takes the dearest. TRUE: no other costs more. */
static gboolean
improve_walk (const GlpkWork *work, GArray *walk, CoupletCost *cost)
{
  g_auto (WalkEnumeration) search;
  walk_enumeration_init (&search, work, MIN (work->options->program_limit, EDGES_FOR_PROOF));
  search.found = TRUE;
  search.best = *cost;
  while (walk_enumeration_next (&search)) {
    *cost = search.best;
    g_array_set_size (walk, 0);
    g_array_append_vals (walk, search.best_walk->data, search.best_walk->len);
  }
  return search.branches->len == 0;
}

/* Why GLPK's optimum is not to be relied on, NULL if it is: the costs of walks may
 * differ by as little as the step, which errors have to stay well below. */
static const char *
find_doubt (const GlpkWork *work, const Program *program, const GlpkSolution *solution,
            CoupletCost cost)
{
  double exact = times (program, cost);
  mpq_div (program->room->value, program->one.value, work->walks->step);
  double steps = program->big * mpq_get_d (program->room->value);
  if (couplet_context_should_stop (work->context))
    return couplet_context_stop_reason (work->context);
  if (solution->status != GLP_OPT)
    return "GLPK ended without a proven optimum";
  if (TOLERANCE * steps > 0.25)
    return "walks may differ in cost by less than GLPK's tolerances";
  if (fabs (solution->value - exact) > TOLERANCE * (1 + exact))
    return "the walk that GLPK calls optimal does not cost what it says";
  return NULL;
}

static void
conclude (const GlpkWork *work, const Program *program, const GlpkSolution *solution)
{
  CoupletCost found, cost, upper = work->walks->upper;
  g_autoptr (GArray) walk =
      taken_walk (work->walks, solution->values + edge_column (work->walks, 0) - 1, &found);
  const char *doubt = find_doubt (work, program, solution, found);
  cost = found;
  if (couplet_cost_compare (cost, upper) < 0 && improve_walk (work, walk, &cost))
    upper = cost;
  else if (couplet_cost_compare (cost, found) > 0)
    doubt = "the walk that GLPK calls optimal is not";
  glpk_answer_bracket (work, cost, upper, doubt);
  glpk_answer_attained (work, cost, walk);
}

static gboolean
solve (const GlpkWork *work, const Program *program, GError **error)
{
  const GlpkProblem problem = {write_program, program, 0,
                               (guint)edge_column (work->walks, work->walks->edges->len) - 1};
  g_auto (GlpkSolution) solution = {0};
  couplet_outcome_set_statistic (work->outcome, "programs", 1);
  couplet_outcome_set_statistic (work->outcome, "binaries", work->walks->edges->len);
  if (glpk_dumps (work) &&
      !glpk_dump (work, "milp", glpk_problem_text (&problem, mpq_get_d (program->one.value), error),
                  error))
    return FALSE;
  glpk_save_bracket (work, 0);
  if (!glpk_problem_solve (&problem, GLPK_WHOLE, work->context, INFINITY, &solution))
    return glpk_fail (error);
  conclude (work, program, &solution);
  return TRUE;
}

gboolean
milp_solve (const GlpkWork *work, GError **error)
{
  if (work->walks->arcs->len > work->options->size_limit ||
      couplet_context_should_stop (work->context)) {
    glpk_answer_bracket (work, 0, work->walks->upper, "");
    if (work->walks->upper > 0 && !couplet_outcome_set_stopped (work->outcome, work->context))
      couplet_outcome_set_reason (
          work->outcome, "the program would pass the size limit of %" G_GUINT64_FORMAT " rows",
          work->options->size_limit);
    return TRUE;
  }
  g_auto (CoupletRational) room;
  couplet_rational_init (&room);
  Program program = {.walks = work->walks, .room = &room};
  couplet_rational_init (&program.one);
  set_scale (&program, work->walks->upper);
  gboolean good = solve (work, &program, error);
  couplet_rational_clear (&program.one);
  return good;
}
