/* SPDX-License-Identifier: Apache-2.0 */
#include "linear_proof_story.h"

#include "evidence_walks.h"
#include "linear_story.h"
#include "naming.h"
#include "rationals.h"

#include <couplet/host/evidence.h>

/* ---- Paths ----------------------------------------------------------------------------------- */

/* Calls tell for each path of the evidence, with its number among those of the list, from 1. */
typedef void (*TellPath) (gpointer data, guint number, const CoupletLinearPath *path,
                          const CoupletEvidencePath *shown);

static void
for_each_path (const CoupletEvidence *evidence, TellPath tell, gpointer data)
{
  const CoupletLinearList *list = couplet_evidence_list (evidence);
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (list);
  CoupletLinearPath path;
  for (guint number = 1; couplet_linear_walk_next (walk, &path); number++)
    for (guint32 i = 0; i < couplet_evidence_n_paths (evidence); i++) {
      CoupletEvidencePath shown = couplet_evidence_path (evidence, i);
      if (shown.end == path.end)
        tell (data, number, &path, &shown);
    }
}

/* `a1 + z1 >= 0`, `a1 + z1 < 0`, or `a1 + z1 is output`. The caller frees it. */
static char *
condition_to_string (const CoupletLinearList *list, const CoupletLinearRow *row)
{
  g_autofree char *form = linear_form_to_string (list, &row->node->form);
  if (row->node->kind == COUPLET_LINEAR_REAL)
    return g_strdup_printf ("%s is output", form);
  const char *sign = row->node->strict ? (row->met ? ">" : "<=") : row->met ? ">=" : "<";
  return g_strdup_printf ("%s %s 0", form, sign);
}

static void
put_numbers (Line *line, const CoupletEvidence *evidence, const CoupletEvidenceVector *vector)
{
  for (guint32 i = 0; i < vector->n; i++)
    line_put (line, i > 0 ? ", %p{q}" : "%p{q}", vector_number (evidence, vector, i));
}

/* ---- Enough ---------------------------------------------------------------------------------- */

/* The tables of paths and of their shifts; told, left_out: rows of the latter. */
typedef struct {
  const CoupletEvidence *evidence;
  const CoupletLinear *linear;
  Table *paths, *shifts;
  guint32 first;   /* the END of the path whose rows come first */
  gboolean others; /* whether those of others are told now */
  guint told, left_out;
} Enough;

/* The numbers of the paths that shown is about, from 1: `3`, or `3, 5`. The caller frees them. */
static char *
numbers_of (const CoupletEvidence *evidence, const CoupletEvidencePath *shown)
{
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (couplet_evidence_list (evidence));
  GString *numbers = g_string_new (NULL);
  CoupletLinearPath path;
  for (guint number = 1; couplet_linear_walk_next (walk, &path); number++)
    if (couplet_evidence_path_is_of (evidence, shown, path.end))
      g_string_append_printf (numbers, numbers->len > 0 ? ", %u" : "%u", number);
  return g_string_free (numbers, FALSE);
}

static void
tell_conditions (Enough *enough, const char *numbers, const CoupletLinearPath *path)
{
  const CoupletLinearList *list = couplet_evidence_list (enough->evidence);
  Row *row = table_add_row (enough->paths);
  line_put (row_cell (row, 0), "%s", numbers);
  for (guint32 i = 0; i < path->n_draws; i++)
    line_put (row_cell (row, 1), i > 0 ? ", %s %p{q}" : "%s %p{q}",
              couplet_noise_kind_to_string (path->draws[i]->noise), &path->draws[i]->rate);
  for (guint32 i = 0; i < path->n_rows; i++) {
    g_autofree char *condition = condition_to_string (list, &path->rows[i]);
    line_put (row_cell (row, 2), i > 0 ? "; %s{c}" : "%s{c}", condition);
  }
}

/* `1/2 >= 1 * 1/4 + 2 * 1/8`, of the draws that are moved */
static void
put_inequality (Line *line, const Enough *enough, const CoupletLinearPath *path,
                const CoupletEvidenceVector *vector)
{
  gboolean any = FALSE;
  g_auto (CoupletRational) size;
  couplet_rational_init (&size);
  line_put (line, "%p{q}{>=}", couplet_evidence_cost (enough->evidence));
  for (guint32 i = 0; i < vector->n; i++) {
    mpq_abs (size.value, vector_number (enough->evidence, vector, i)->value);
    if (mpq_sgn (size.value) == 0)
      continue;
    line_put (line, any ? "{+}%p{q}{*}%p{q}" : "%p{q}{*}%p{q}", &size, &path->draws[i]->rate);
    if (mpq_cmp_ui (enough->linear->sensitivity.value, 1, 1) != 0)
      line_put (line, "{*}%p{q}", &enough->linear->sensitivity);
    any = TRUE;
  }
  if (!any)
    line_put (line, "%d", 0);
}

static void
tell_shifts_of (Enough *enough, const char *numbers, const CoupletLinearPath *path,
                const CoupletEvidenceVector *vector, guint difference)
{
  guint n, size = couplet_evidence_list (enough->evidence)->n_answers;
  const gint8 *all = couplet_evidence_differences (enough->evidence, &n);
  Row *row = table_add_row (enough->shifts);
  line_put (row_cell (row, 0), "%s", numbers);
  if (vector->role == COUPLET_VECTOR_IMPOSSIBLE) {
    line_put (row_cell (row, 2), "no run takes it: ");
    put_numbers (row_cell (row, 2), enough->evidence, vector);
    return;
  }
  for (guint i = 0; i < size; i++)
    line_put (row_cell (row, 1), i > 0 ? ", %d" : "%d", (int)all[(gsize)difference * size + i]);
  put_numbers (row_cell (row, 2), enough->evidence, vector);
  put_inequality (row_cell (row, 3), enough, path, vector);
}

static void
tell_path_shifts (gpointer data, G_GNUC_UNUSED guint number, const CoupletLinearPath *path,
                  const CoupletEvidencePath *shown)
{
  Enough *enough = data;
  gboolean first = couplet_evidence_path_is_of (enough->evidence, shown, enough->first);
  CoupletLinearPath one = *path;
  g_autoptr (GArray) rows = couplet_evidence_event_rows (enough->evidence, shown, path);
  g_autofree char *numbers = NULL;
  if (first == enough->others)
    return;
  if (rows != NULL) { /* it stands for several paths */
    one.rows = (const CoupletLinearRow *)(gpointer)rows->data;
    one.n_rows = rows->len;
  }
  numbers = numbers_of (enough->evidence, shown);
  if (enough->told < MOST_PROOF_ROWS)
    tell_conditions (enough, numbers, &one);
  for (guint32 i = 0; i < shown->n_vectors; i++) {
    CoupletEvidenceVector vector =
        couplet_evidence_path_vector (enough->evidence, shown->first_vector + i);
    if (vector.role != COUPLET_VECTOR_SHIFTS && vector.role != COUPLET_VECTOR_IMPOSSIBLE)
      continue;
    if (enough->told == MOST_PROOF_ROWS) {
      enough->left_out++;
      continue;
    }
    enough->told++;
    tell_shifts_of (enough, numbers, &one, &vector, i);
  }
}

/* The path that most is necessary on, or the first. */
static guint32
first_end (const CoupletResult *result, const CoupletEvidence *shifts)
{
  const CoupletStageResult *by;
  const CoupletEvidence *weights = accepted_evidence (result, COUPLET_EVIDENCE_WEIGHTS, &by);
  return weights != NULL && couplet_evidence_list (weights) == couplet_evidence_list (shifts)
             ? couplet_evidence_path (weights, 0).end
             : couplet_evidence_path (shifts, 0).end;
}

/* The tables of all paths, and how much of them is left out. */
static void
tell_tables (Numbered *numbered, const CoupletEvidence *evidence)
{
  const CoupletResult *result = numbered->telling->result;
  Enough enough = {
      .evidence = evidence, .linear = result->linear, .first = first_end (result, evidence)};
  enough.paths = numbered_table (
      numbered, "Paths: the noise of their draws, and what they find of the answers a and draws z.",
      ">Path", "Draws", "What it finds and outputs", NULL);
  enough.shifts = numbered_table (
      numbered, "Shifts of the draws of each path, by the differences of the answers.", ">Path",
      "$D", "$g", "Inequality", NULL);
  for (int others = 0; others < 2; others++) {
    enough.others = others != 0;
    for_each_path (evidence, tell_path_shifts, &enough);
  }
  if (enough.left_out == 0)
    return;
  Line *line = document_paragraph (numbered->telling->document);
  line_put (line, "Another %u rows are in ", enough.left_out);
  put_evidence_source (line, result);
}

static gboolean
has_role (const CoupletEvidence *evidence, CoupletVectorRole role)
{
  CoupletEvidenceVector vector;
  for (guint32 i = 0; i < couplet_evidence_n_paths (evidence); i++) {
    CoupletEvidencePath path = couplet_evidence_path (evidence, i);
    if (couplet_evidence_path_has (evidence, &path, role, &vector))
      return TRUE;
  }
  return FALSE;
}

/* Why the shifts of the tables are enough. */
static void
tell_movement (Numbered *numbered, const CoupletEvidence *shifts)
{
  Line *line = document_paragraph (numbered->telling->document);
  Line *exponent = line_new ();
  line_put (exponent, "{neg}%s{v}{*}{|}%s{v}{|}{*}{eps}", "d", "g");
  line_put (line,
            "%s{b}. Let the answers differ by %s{v}, and move each draw by its shift %s{v} of "
            "Table %u. Then no expression that the path finds to be not negative decreases, none "
            "that it finds to be negative increases, and none that it outputs changes: the second "
            "run takes the same path. Moving a draw with parameter %s{v} by %s{v} multiplies its "
            "probability by at least %s{v}%p{p}",
            "Proof", "D", "g", numbered->tables, "d", "g", "e", exponent);
  line_put (line, " (an exponential draw is moved by %d or more)", 0);
  line_put (line,
            ". By the inequalities the exponents sum up to at most %p{q}{*}{eps} in size on each "
            "path. The differences of the table are enough, as costs are convex in them (Theorem "
            "%u of Couplet's docs/theory.md, section %u). ",
            numbered->telling->result->bounds.upper, 4, 5);
  if (has_role (shifts, COUPLET_VECTOR_WITH))
    line_put (line,
              "Where a row is about several paths, all runs that meet its conditions take one of "
              "them, with probability %d, as multipliers in the evidence show; so does the second "
              "run, with the same outputs. ",
              1);
  if (has_role (shifts, COUPLET_VECTOR_IMPOSSIBLE))
    line_put (
        line,
        "No run takes a path whose conditions, times the multipliers that the table has instead of "
        "shifts, add up to a false condition. ");
  line_put (line, "(End of proof.)");
}

static void
tell_enough (Numbered *numbered)
{
  const CoupletResult *result = numbered->telling->result;
  const CoupletStageResult *by;
  const CoupletEvidence *shifts = accepted_evidence (result, COUPLET_EVIDENCE_SHIFTS, &by);
  const CoupletLinearList *list = &result->linear->lists[result->linear->n_lists - 1];
  Line *line = numbered_statement (numbered, "Theorem", "privacy");
  line_put (line, "With lists of %u answers the mechanism is ", list->n_answers);
  put_private (line, result, result->bounds.upper);
  line_put (line, ".");
  if (shifts == NULL ||
      couplet_rational_compare (couplet_evidence_cost (shifts), result->bounds.upper) != 0) {
    line_put (document_paragraph (numbered->telling->document),
              "The method that found this bound gave no shifts that show it.");
    return;
  }
  tell_tables (numbered, shifts);
  tell_movement (numbered, shifts);
}

/* ---- Necessary ------------------------------------------------------------------------------- */

typedef struct {
  Numbered *numbered;
  const CoupletEvidence *evidence;
  const CoupletLinear *linear;
  guint told;
} Needed;

/* Adds weight times what the form has of each atom to sums (per atom). */
static void
add_form (CoupletRational *sums, const CoupletLinearForm *form, const CoupletRational *weight)
{
  g_auto (CoupletRational) part;
  couplet_rational_init (&part);
  for (guint32 t = 0; t < form->n_terms; t++) {
    mpq_mul (part.value, form->terms[t].factor.value, weight->value);
    mpq_ptr sum = sums[form->terms[t].atom].value;
    mpq_add (sum, sum, part.value);
  }
}

/* What the rows times their weights add up to: per draw, beside its parameter, and in all. */
static void
tell_sums (Needed *needed, const CoupletLinearPath *path, const CoupletRational *sums)
{
  guint n;
  guint32 n_answers = couplet_evidence_list (needed->evidence)->n_answers;
  const gint8 *difference = couplet_evidence_differences (needed->evidence, &n);
  Line *line = document_paragraph (needed->numbered->telling->document);
  g_auto (CoupletRational) part, total;
  couplet_rational_init (&part);
  couplet_rational_init (&total);
  line_put (line, "Each condition times its weight, added up, gives ");
  for (guint32 i = 0; i < path->n_draws; i++) {
    line_put (line, i > 0 ? ", %p{q} of %s{v}%u{i}" : "%p{q} of %s{v}%u{i}", &sums[n_answers + i],
              "z", i + 1);
    if (couplet_evidence_cost (needed->evidence) != NULL)
      line_put (line, " (parameter %p{q})", &path->draws[i]->rate);
  }
  line_put (line, ", and along the differences to {neg}%s{v}, where %s{v}{=}", "c", "c");
  for (guint32 j = 0; j < n_answers; j++) {
    mpq_set_si (part.value, -difference[j], 1);
    mpq_mul (part.value, part.value, sums[j].value);
    mpq_mul (part.value, part.value, needed->linear->sensitivity.value);
    mpq_add (total.value, total.value, part.value);
  }
  line_put (line, "%p{q}.", &total);
}

static void
tell_weights_of (Needed *needed, guint number, const CoupletLinearPath *path,
                 const CoupletEvidenceVector *vector)
{
  const CoupletLinearList *list = couplet_evidence_list (needed->evidence);
  guint32 n_atoms = list->n_answers + path->n_draws;
  CoupletRational *sums = rationals_new (n_atoms);
  g_autofree char *says = g_strdup_printf ("Path %u: its conditions, and their weights.", number);
  Table *table = numbered_table (needed->numbered, says, "Condition", ">Weight", NULL);
  for (guint32 i = 0; i < path->n_rows; i++) {
    g_autofree char *condition = condition_to_string (list, &path->rows[i]);
    Row *row = table_add_row (table);
    line_put (row_cell (row, 0), "%s{c}", condition);
    line_put (row_cell (row, 1), "%p{q}", vector_number (needed->evidence, vector, i));
    add_form (sums, &path->rows[i].node->form, vector_number (needed->evidence, vector, i));
  }
  tell_sums (needed, path, sums);
  rationals_free (sums, n_atoms);
}

static void
tell_path_weights (gpointer data, guint number, const CoupletLinearPath *path,
                   const CoupletEvidencePath *shown)
{
  Needed *needed = data;
  for (guint32 i = 0; i < shown->n_vectors; i++) {
    CoupletEvidenceVector vector =
        couplet_evidence_path_vector (needed->evidence, shown->first_vector + i);
    if (vector.role != COUPLET_VECTOR_WEIGHTS || needed->told == MOST_PROOF_ROWS)
      continue;
    needed->told++;
    tell_weights_of (needed, number, path, &vector);
  }
}

static void
tell_needed_proof (Needed *needed)
{
  const CoupletRational *cost = couplet_evidence_cost (needed->evidence);
  guint n;
  guint32 n_answers = couplet_evidence_list (needed->evidence)->n_answers;
  const gint8 *difference = couplet_evidence_differences (needed->evidence, &n);
  Line *line = document_paragraph (needed->numbered->telling->document);
  line_put (line, "%s{b}. Let the answers differ by %s{v}{=}{(}", "Proof", "D");
  for (guint32 j = 0; j < n_answers; j++)
    line_put (line, j > 0 ? ", %d" : "%d", (int)difference[j]);
  line_put (
      line,
      "{)}. These paths have the same outputs, and no other path with these outputs can be taken:");
  for_each_path (needed->evidence, tell_path_weights, needed);
  line = document_paragraph (needed->numbered->telling->document);
  if (cost != NULL)
    line_put (line,
              "A weight has the sign with which its condition holds. The sum of a draw is at most "
              "its parameter (also in size, unless the draw is exponential), so that shifts that "
              "keep the conditions cost at least %s{v}",
              "c");
  else
    line_put (
        line,
        "A weight has the sign with which its condition holds. The sum of a draw is %d (of an "
        "exponential draw: at most %d), so that no shifts keep the conditions",
        0, 0);
  line_put (line,
            " on any of these paths; by Theorem %u of Couplet's docs/theory.md (section %u) no "
            "smaller %s{v} is enough, at each {eps}. (End of proof.)",
            4, 5, "d");
}

static void
tell_needed (Numbered *numbered)
{
  const CoupletResult *result = numbered->telling->result;
  const CoupletStageResult *by;
  const CoupletEvidence *weights = accepted_evidence (result, COUPLET_EVIDENCE_WEIGHTS, &by);
  gboolean endless = result->verdict == COUPLET_VERDICT_NOT_PRIVATE;
  gboolean least = couplet_bounds_are_above_zero (&result->bounds);
  if (!endless && !least)
    return;
  Line *line =
      numbered_statement (numbered, "Proposition", endless ? "no d is enough" : "necessity");
  if (endless)
    put_never_private (line);
  else
    line_put (line, "No %s{v} below %p{q} is enough, at any {eps}.", "d", result->bounds.lower);
  if (weights == NULL)
    return;
  Needed needed = {numbered, weights, result->linear, 0};
  tell_needed_proof (&needed);
}

void
tell_linear_proof (Numbered *numbered)
{
  const CoupletResult *result = numbered->telling->result;
  if (result->verdict == COUPLET_VERDICT_PRIVATE && result->bounds.upper != NULL)
    tell_enough (numbered);
  tell_needed (numbered);
}
