/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One linear program for each walk and each choice of differences on it: minimise the fees of
 * shifts that are bounded and ordered by pairs. What GLPK says of it is proven in exact numbers. */
#include "exact_program.h"
#include "glpk_run.h"

#include <couplet/internal/path.h>

/* ---- The walk --------------------------------------------------------------------------- */

/* Goes on by the edge, whose thresholds have values from cycles before it. */
static void
take_edge (CoupletPath *path, const Walks *walks, const WalkEdge *edge)
{
  const WalkLeg *leg = walks_leg (walks, edge->leg);
  const CoupletLetter *letter = couplet_moves_letter (couplet_vectors_moves (walks->vectors),
                                                      leg->transition, leg->difference);
  const gint8 *known = walks_known (walks, leg->source);
  for (guint32 v = 0; v < walks->automaton->n_thresholds; v++)
    if (known[v] != SHIFT_FREE)
      couplet_path_set (path, v, couplet_shift (known[v]));
  for (guint32 p = 0; p < letter->n_parts; p++)
    couplet_path_take (path, &letter->parts[p], letter->parts[p].shifts);
  for (guint32 v = 0; v < walks->automaton->n_thresholds; v++)
    if (*walks_left (walks, edge->to, v) != 0)
      couplet_path_draw (path, path->value[v])->shifts &= *walks_left (walks, edge->to, v);
}

/* The draws of walk; *fresh becomes what its fresh outputs cost. */
static CoupletPath *
path_new (const Walks *walks, const GArray *walk, CoupletCost *fresh)
{
  CoupletPath *path = couplet_path_new (walks->automaton->n_thresholds);
  *fresh = 0;
  for (guint i = 0; i < walk->len; i++) {
    const WalkEdge *edge = walks_edge (walks, g_array_index (walk, guint32, i));
    const WalkLeg *leg = walks_leg (walks, edge->leg);
    CoupletCost cost = couplet_fresh_cost (walks->automaton, walks->components, walks->unit,
                                           leg->transition, leg->difference);
    *fresh = couplet_cost_add (walks->unit, *fresh, cost);
    take_edge (path, walks, edge);
  }
  return path;
}

/* ---- Its program ------------------------------------------------------------------------ */

/* Where the shift of a draw costs least, and how far it may go from there. */
typedef struct {
  int base, up, down;
  gboolean is_limited; /* in a way that other draws, which are from -1 to 1, do not enforce: shifts
                          beyond these can all be cut off, which costs no more */
} Range;

static Range
range_of (const CoupletPathDraw *draw)
{
  int low = couplet_shifts_least (draw->shifts), high = couplet_shifts_greatest (draw->shifts);
  int base = draw->part != NULL ? couplet_cheapest_shift (draw->part->fees, draw->shifts) : low;
  return (Range){base, high - base, base - low, (high == 0 && base < 0) || (low == 0 && base > 0)};
}

/* Adds fee times d to cost, which counts steps. */
static void
add_fee (const Walks *walks, mpq_t cost, int fee, CoupletCost d)
{
  if (fee == 0)
    return;
  g_auto (CoupletRational) added, times;
  couplet_rational_init (&added);
  couplet_rational_init (&times);
  couplet_cost_to_rational (walks->unit, d, &added);
  mpq_set_si (times.value, fee, 1);
  mpq_mul (added.value, added.value, times.value);
  mpq_div (added.value, added.value, walks->step);
  mpq_add (cost, cost, added.value);
}

/* What a draw costs, and what bounds it, in the row limit. */
static void
add_draw (LinearProgram *program, const Walks *walks, guint i, const CoupletPathDraw *draw,
          guint limit)
{
  const Range range = range_of (draw);
  const CoupletLetterPart *part = draw->part;
  if (range.is_limited) {
    program->rows[limit].sense = ROW_AT_MOST;
    mpq_set_ui (program->rows[limit].bound, 1, 1);
    mpq_set_ui (linear_program_add (program, limit, 2 * i + (range.up == 0)), 1, 1);
  }
  if (part == NULL)
    return;
  int fee = part->fees[range.base + 1];
  add_fee (walks, program->constant, fee, part->sample.d);
  if (range.up > 0)
    add_fee (walks, program->columns[2 * i].cost, part->fees[range.base + 2] - fee, part->sample.d);
  if (range.down > 0)
    add_fee (walks, program->columns[2 * i + 1].cost, part->fees[range.base] - fee, part->sample.d);
}

/* Adds sign times the shift of draw i to row. */
static void
add_shift (LinearProgram *program, guint row, const CoupletPath *path, guint i, int sign)
{
  const Range range = range_of (couplet_path_draw (path, i));
  if (range.up > 0)
    mpq_set_si (linear_program_add (program, row, 2 * i), sign, 1);
  if (range.down > 0)
    mpq_set_si (linear_program_add (program, row, 2 * i + 1), -sign, 1);
  if (range.base != 0) { /* bounds are whole, as the bases are */
    mpz_ptr bound = mpq_numref (program->rows[row].bound);
    mpz_set_si (bound, mpz_get_si (bound) - sign * range.base);
  }
}

/* Columns 2i and 2i + 1 are how far draw i is above and below its base; costs are multiples of
 * walks->step. Initializes *program. */
static void
program_of_walk (LinearProgram *program, const Walks *walks, const GArray *walk)
{
  CoupletCost fresh;
  g_autoptr (CoupletPath) path = path_new (walks, walk, &fresh);
  guint n_rows = path->rows->len, limit = n_rows;
  for (guint i = 0; i < path->draws->len; i++)
    n_rows += range_of (couplet_path_draw (path, i)).is_limited;
  linear_program_init (program, n_rows, 2 * path->draws->len);
  add_fee (walks, program->constant, 1, fresh);
  for (guint i = 0; i < path->draws->len; i++) {
    add_draw (program, walks, i, couplet_path_draw (path, i), limit);
    limit += range_of (couplet_path_draw (path, i)).is_limited;
  }
  for (guint i = 0; i < path->rows->len; i++) {
    const CoupletPathRow *row = couplet_path_row (path, i);
    add_shift (program, i, path, couplet_path_above (row), 1);
    add_shift (program, i, path, couplet_path_below (row), -1);
  }
}

/* ---- All walks -------------------------------------------------------------------------- */

/* FALSE with error set when the program of the best walk cannot be written, or has another least
 * cost than its places. Where GLPK finds none that is proven, theirs is the walk's cost. */
static gboolean
solve_walk (const GlpkWork *work, const WalkEnumeration *search, guint64 number, GError **error)
{
  const Walks *walks = work->walks;
  g_autofree char *name = g_strdup_printf ("lp-%" G_GUINT64_FORMAT, number);
  g_auto (LinearProgram) program;
  g_auto (CoupletRational) cost;
  program_of_walk (&program, walks, search->best_walk);
  couplet_rational_init (&cost);
  add_fee (walks, cost.value, 1, search->best);
  if (glpk_dumps (work) &&
      !glpk_dump (work, name, exact_program_text (&program, mpq_get_d (walks->step), error), error))
    return FALSE;
  g_autoptr (ExactSolution) solution = exact_solution_new (&program, work->context);
  if (solution == NULL || (!solution->is_infeasible && mpq_equal (solution->least, cost.value)))
    return TRUE;
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
               "a linear program and the places of its walk differ");
  return FALSE;
}

gboolean
lp_solve (const GlpkWork *work, GError **error)
{
  g_auto (WalkEnumeration) search;
  g_autofree char *limit = NULL;
  guint64 programs = 0;
  walk_enumeration_init (&search, work, G_MAXUINT64);
  glpk_save_bracket (work, 0);
  while (limit == NULL && walk_enumeration_next (&search)) {
    glpk_save_bracket (work, search.best);
    if (programs == work->options->program_limit)
      limit = g_strdup_printf ("stopped after %" G_GUINT64_FORMAT " linear programs", programs);
    else if (!solve_walk (work, &search, ++programs, error))
      return FALSE;
    couplet_context_progress (work->context, programs, 0);
    search.pace.left = 0; /* the program took its time */
  }
  if (limit == NULL)
    limit = g_strdup (couplet_context_stop_reason (work->context));
  couplet_outcome_set_statistic (work->outcome, "programs", programs);
  glpk_answer_bracket (work, search.best, limit != NULL ? work->walks->upper : search.best, limit);
  if (search.found)
    glpk_answer_attained (work, search.best, search.best_walk);
  return TRUE;
}
