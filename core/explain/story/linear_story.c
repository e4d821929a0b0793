/* SPDX-License-Identifier: Apache-2.0 */
#include "linear_story.h"

#include "evidence_walks.h"
#include "naming.h"

#include <couplet/host/evidence.h>

#include <string.h>

enum { COLUMN_LINE, COLUMN_STEP, COLUMN_SHIFT, COLUMN_COST, COLUMN_WEIGHT };

/* A path of a list with what evidence says of it; each may be NULL. */
typedef struct {
  const CoupletLinear *linear;
  const CoupletLinearList *list;
  guint32 end;
  const gint8 *difference;
  const CoupletEvidence *shown_shifts, *shown_weights;
  CoupletEvidenceVector shifts, weights; /* n is 0 where there are none */
  gboolean is_united;                    /* the shifts are of several paths together */
} LinearTold;

const CoupletRational *
vector_number (const CoupletEvidence *evidence, const CoupletEvidenceVector *vector, guint32 i)
{
  guint32 n;
  return &couplet_evidence_numbers (evidence, &n)[vector->numbers[i]];
}

/* ---- What evidence says ---------------------------------------------------------------------- */

static gboolean
find_vector (const CoupletEvidence *evidence, guint32 path, CoupletVectorRole role, guint skip,
             CoupletEvidenceVector *vector)
{
  CoupletEvidencePath part = couplet_evidence_path (evidence, path);
  for (guint32 i = part.first_vector; i < part.first_vector + part.n_vectors; i++) {
    CoupletEvidenceVector one = couplet_evidence_path_vector (evidence, i);
    if (one.role != role || skip-- > 0)
      continue;
    *vector = one;
    return TRUE;
  }
  return FALSE;
}

/* The path that something certainly takes. */
static void
take_weights (LinearTold *told, const CoupletEvidence *evidence)
{
  guint n;
  CoupletEvidenceVector point;
  told->shown_weights = evidence;
  told->list = couplet_evidence_list (evidence);
  told->difference = couplet_evidence_differences (evidence, &n);
  for (guint32 i = 0; i < couplet_evidence_n_paths (evidence); i++)
    if (find_vector (evidence, i, COUPLET_VECTOR_POINT, 0, &point)) {
      told->end = couplet_evidence_path (evidence, i).end;
      find_vector (evidence, i, COUPLET_VECTOR_WEIGHTS, 0, &told->weights);
    }
}

/* The shifts of the path for its difference. */
static void
take_shifts (LinearTold *told, const CoupletEvidence *evidence)
{
  guint n, i = 0;
  const gint8 *all = couplet_evidence_differences (evidence, &n);
  gsize size = told->list->n_answers;
  if (couplet_evidence_list (evidence) != told->list)
    return;
  while (i < n && memcmp (all + i * size, told->difference, size) != 0)
    i++;
  for (guint32 path = 0; i < n && path < couplet_evidence_n_paths (evidence); path++) {
    CoupletEvidencePath shown = couplet_evidence_path (evidence, path);
    if (couplet_evidence_path_is_of (evidence, &shown, told->end) &&
        find_vector (evidence, path, COUPLET_VECTOR_SHIFTS, i, &told->shifts)) {
      CoupletEvidenceVector with;
      told->is_united = couplet_evidence_path_has (evidence, &shown, COUPLET_VECTOR_WITH, &with);
      told->shown_shifts = evidence;
    }
  }
}

/* ---- The path -------------------------------------------------------------------------------- */

static void
put_number (const Row *row, guint column, const CoupletRational *value)
{
  g_autofree char *text = couplet_rational_to_string (value);
  line_put (row_cell (row, column), "%s{c}", text);
}

static void
put_noise (const LinearTold *told, const Row *row, const CoupletLinearNode *node, guint32 number)
{
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  g_autofree char *rate = couplet_rational_to_string (&node->rate);
  g_autofree char *name = g_strdup_printf ("z%u", number + 1);
  line_put (row_cell (row, COLUMN_STEP), "draws %s{c}: %s, rate %s{c}", name,
            couplet_noise_kind_to_string (node->noise), rate);
  if (number >= told->shifts.n)
    return;
  const CoupletRational *shift = vector_number (told->shown_shifts, &told->shifts, number);
  put_number (row, COLUMN_SHIFT, shift);
  mpq_abs (cost.value, shift->value);
  mpq_mul (cost.value, cost.value, node->rate.value);
  mpq_mul (cost.value, cost.value, told->linear->sensitivity.value);
  put_cost (row_cell (row, COLUMN_COST), &cost);
}

static void
put_row (const LinearTold *told, const Row *row, const CoupletLinearRow *part, guint32 number)
{
  const CoupletLinearNode *node = part->node;
  g_autofree char *form = linear_form_to_string (told->list, &node->form);
  g_autofree char *question = g_strdup_printf ("%s %s 0", form, node->strict ? ">" : ">=");
  if (node->kind == COUPLET_LINEAR_REAL)
    line_put (row_cell (row, COLUMN_STEP), "outputs %s{c}", form);
  else
    line_put (row_cell (row, COLUMN_STEP), "finds that %s{c} is %s", question,
              part->met ? "true" : "false");
  if (number < told->weights.n)
    put_number (row, COLUMN_WEIGHT, vector_number (told->shown_weights, &told->weights, number));
}

static Table *
new_table (Telling *telling)
{
  Table *table = document_table (telling->document);
  table_add_column (table, "Line", TRUE);
  table_add_column (table, "The program", FALSE);
  table_add_column (table, "Shift", TRUE);
  table_add_column (table, "Cost", TRUE);
  table_add_column (table, "Weight", TRUE);
  return table;
}

/* A row for each node from the root to the END. */
static void
tell_nodes (Telling *telling, const LinearTold *told, const CoupletLinearPath *path)
{
  Table *table = new_table (telling);
  guint32 draw = 0, row = 0, next = 0;
  for (guint32 at = 0; at != told->end; at = next) {
    const CoupletLinearNode *node = &told->list->nodes[at];
    gboolean is_row = row < path->n_rows && path->rows[row].node == node;
    next = is_row && !path->rows[row].met ? node->otherwise : at + 1;
    if (node->kind == COUPLET_LINEAR_DECISION && !is_row)
      continue; /* it tells nothing */
    const Row *line = table_add_row (table);
    if (node->place.line > 0)
      line_put (row_cell (line, COLUMN_LINE), "%u", node->place.line);
    if (node->kind == COUPLET_LINEAR_DRAW)
      put_noise (told, line, node, draw++);
    else if (is_row) {
      put_row (told, line, &path->rows[row], row);
      row++;
    } else
      line_put (row_cell (line, COLUMN_STEP), "outputs %s{c}", node->text);
  }
}

static void
tell_difference (Telling *telling, const LinearTold *told)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint32 j = 0; j < told->list->n_answers; j++)
    g_string_append_printf (text, "%sa%u by %d", j > 0 ? ", " : "", j + 1, told->difference[j]);
  g_autofree char *sensitivity = couplet_rational_to_string (&told->linear->sensitivity);
  line_put (document_paragraph (telling->document),
            "Two lists of %u answers differ: %s{c} (times the sensitivity, %s{c}). Both runs take "
            "this path%s; a shift is by how much a draw of the second run differs from that of the "
            "first, as a multiple of the sensitivity:",
            told->list->n_answers, text->str, sensitivity,
            told->is_united ? ", or another with its outputs" : "");
}

static void
tell_weights (Telling *telling, const CoupletRational *cost)
{
  Line *line = document_paragraph (telling->document);
  if (cost == NULL) {
    line_put (line,
              "The weights show that no shifts are possible: the rows times their weights add "
              "up to a condition without draws, which is false. Far along this difference the "
              "second list cannot lead to these outputs at all.");
    return;
  }
  line_put (line, "The weights show that no shifts cost less: the rows times their weights add up "
                  "to a lower bound of what shifts cost, ");
  put_cost (line, cost);
  line_put (line, ".");
}

static void
tell_path (Telling *telling, const LinearTold *told)
{
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (told->list);
  CoupletLinearPath path;
  while (couplet_linear_walk_next (walk, &path))
    if (path.end == told->end) {
      line_put (document_heading (telling->document, 2), "The path on which most is necessary");
      tell_difference (telling, told);
      tell_nodes (telling, told, &path);
      tell_weights (telling, couplet_evidence_cost (told->shown_weights));
      return;
    }
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void
tell_answer (Telling *telling)
{
  const CoupletResult *result = telling->result;
  const CoupletLinear *linear = result->linear;
  Line *line = document_paragraph (telling->document);
  if (result->verdict == COUPLET_VERDICT_PRIVATE && result->bounds.upper != NULL) {
    line_put (line, "With lists of %u answers it is private for a loss of ",
              linear->lists[linear->n_lists - 1].n_answers);
    put_cost (line, result->bounds.upper);
    line_put (line, ". ");
  }
  if (couplet_bounds_are_above_zero (&result->bounds)) {
    line_put (line, "Less than ");
    put_cost (line, result->bounds.lower);
    line_put (line, " will not do. ");
  }
  if (result->reason != NULL)
    line_put (line, "%s: %s.",
              result->verdict == COUPLET_VERDICT_NOT_PRIVATE ? "It is not private"
                                                             : "What is known",
              result->reason);
}

void
tell_linear (Telling *telling)
{
  const CoupletStageResult *by;
  LinearTold told = {.linear = telling->result->linear};
  const CoupletEvidence *weights =
      accepted_evidence (telling->result, COUPLET_EVIDENCE_WEIGHTS, &by);
  const CoupletEvidence *shifts = accepted_evidence (telling->result, COUPLET_EVIDENCE_SHIFTS, &by);
  tell_answer (telling);
  if (weights == NULL)
    return;
  take_weights (&told, weights);
  if (shifts != NULL)
    take_shifts (&told, shifts);
  tell_path (telling, &told);
}
