/* SPDX-License-Identifier: Apache-2.0 */
#include "linear_event.h"

/* ---- What it is about ----------------------------------------------------------------------- */

/* Sets *path to the one that leads to the event's own END; FALSE with a rejection. */
static gboolean
find_first (LinearEvent *event, CoupletLinearWalk *walk, CoupletLinearPath *path)
{
  while (couplet_linear_walk_next (walk, path))
    if (path->end == event->found.end)
      return TRUE;
  return check_reject (event->check->check, "no path leads to node %u", event->found.end);
}

static gboolean
is_about_draws (const CoupletLinearForm *form, guint32 n_atoms)
{
  return form->n_terms == 0 || form->terms[form->n_terms - 1].atom < n_atoms;
}

/* Takes draws and rows of the event, of which path is one. */
static gboolean
take_first (LinearEvent *event, const CoupletLinearPath *path)
{
  guint32 n_atoms = event->whole.n_answers + path->n_draws;
  event->rows = couplet_evidence_event_rows (event->check->check->evidence, &event->found, path);
  for (guint32 i = 0; i < path->n_draws; i++)
    g_ptr_array_add (event->draws, (gpointer)path->draws[i]);
  for (guint32 r = 0; r < event->rows->len; r++) {
    const CoupletLinearRow *row = &g_array_index (event->rows, CoupletLinearRow, r);
    event->n_decisions += row->node->kind == COUPLET_LINEAR_DECISION;
    if (!is_about_draws (&row->node->form, n_atoms))
      return check_reject (event->check->check,
                           "path to node %u: row %u of its event is about a draw that it has not",
                           path->end, r + 1);
  }
  event->path =
      (CoupletLinearPath){.end = path->end,
                          .n_draws = event->draws->len,
                          .n_rows = event->rows->len,
                          .draws = (const CoupletLinearNode *const *)(gpointer)event->draws->pdata,
                          .rows = (const CoupletLinearRow *)(gpointer)event->rows->data};
  return TRUE;
}

static gboolean
cover (LinearEvent *event, GHashTable *covered, guint32 end)
{
  return g_hash_table_add (covered, GUINT_TO_POINTER (end)) ||
         check_reject (event->check->check, "the path to node %u is in two events", end);
}

/* Whether the event's paths are in no other. */
static gboolean
cover_all (LinearEvent *event, GHashTable *covered)
{
  CoupletEvidenceVector with;
  gboolean good = cover (event, covered, event->found.end);
  couplet_evidence_path_has (event->check->check->evidence, &event->found, COUPLET_VECTOR_WITH,
                             &with);
  for (guint32 i = 0; good && i < with.n; i++)
    good = cover (event, covered, with.numbers[i]);
  return good;
}

gboolean
linear_event_init (LinearEvent *event, LinearCheck *check, const CoupletEvidencePath *found,
                   GHashTable *covered)
{
  CoupletLinearPath path;
  *event = (LinearEvent){.check = check, .found = *found, .whole = *check->list};
  event->whole.left_out = NULL; /* what is not asked about may be in the way, too */
  event->draws = g_ptr_array_new ();
  event->joined = g_array_new (FALSE, FALSE, sizeof (CoupletLinearRow));
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (&event->whole);
  return cover_all (event, covered) && find_first (event, walk, &path) && take_first (event, &path);
}

void
linear_event_clear (LinearEvent *event)
{
  g_ptr_array_unref (event->draws);
  g_array_unref (event->joined);
  if (event->rows != NULL)
    g_array_unref (event->rows);
}

/* ---- Vectors -------------------------------------------------------------------------------- */

/* The next vector of the evidence, which has to be of role. */
static gboolean
need_next (LinearEvent *event, CoupletVectorRole role, CoupletEvidenceVector *vector)
{
  const CoupletEvidence *evidence = event->check->check->evidence;
  if (event->n_used < event->found.n_vectors) {
    *vector = couplet_evidence_path_vector (evidence, event->found.first_vector + event->n_used++);
    if (vector->role == role)
      return TRUE;
  }
  return linear_reject (event->check, "its event lacks a vector '%s'",
                        couplet_vector_role_to_string (role));
}

/* Whether the next vector shows that the joined rows do not hold together. */
static gboolean
check_joined (LinearEvent *event, CoupletVectorRole role, guint32 end)
{
  CoupletEvidenceVector multipliers;
  const CoupletLinearPath joined = {.end = end,
                                    .n_draws = event->path.n_draws,
                                    .n_rows = event->joined->len,
                                    .draws = event->path.draws,
                                    .rows =
                                        (const CoupletLinearRow *)(gpointer)event->joined->data};
  const CoupletLinearPath *before = event->check->path;
  event->check->path = &joined;
  gboolean good = need_next (event, role, &multipliers) &&
                  linear_check_multipliers (event->check, &multipliers);
  event->check->path = before;
  return good;
}

/* ---- Its paths ------------------------------------------------------------------------------ */

static gboolean
same_draw (const CoupletLinearNode *a, const CoupletLinearNode *b)
{
  return a->noise == b->noise && mpq_equal (a->rate.value, b->rate.value);
}

/* How many draws from the first on path has in common with the event. */
static guint32
common_draws (const LinearEvent *event, const CoupletLinearPath *path)
{
  guint32 n = 0;
  while (n < path->n_draws && n < event->path.n_draws &&
         same_draw (path->draws[n], event->path.draws[n]))
    n++;
  return n;
}

/* Joins the decisions of path about answers and its first n_draws draws. */
static void
join_decisions (LinearEvent *event, const CoupletLinearPath *path, guint32 n_draws)
{
  for (guint32 r = 0; r < path->n_rows; r++)
    if (path->rows[r].node->kind == COUPLET_LINEAR_DECISION &&
        is_about_draws (&path->rows[r].node->form, event->whole.n_answers + n_draws))
      g_array_append_val (event->joined, path->rows[r]);
}

static gboolean
same_form (const CoupletLinearForm *a, const CoupletLinearForm *b)
{
  gboolean same = a->n_terms == b->n_terms && mpq_equal (a->constant.value, b->constant.value);
  for (guint32 t = 0; same && t < a->n_terms; t++)
    same = a->terms[t].atom == b->terms[t].atom &&
           mpq_equal (a->terms[t].factor.value, b->terms[t].factor.value);
  return same;
}

/* Whether path outputs the real numbers of the event, in their order. */
static gboolean
same_reals (const LinearEvent *event, const CoupletLinearPath *path)
{
  guint32 at = event->n_decisions;
  for (guint32 r = 0; r < path->n_rows; r++) {
    if (path->rows[r].node->kind != COUPLET_LINEAR_REAL)
      continue;
    if (at == event->path.n_rows ||
        !same_form (&path->rows[r].node->form, &event->path.rows[at++].node->form))
      return FALSE;
  }
  return at == event->path.n_rows;
}

/* Whether nothing takes path, which is one of the event, and breaks one of its decisions. */
static gboolean
check_within (LinearEvent *event, const CoupletLinearPath *path)
{
  gboolean good = TRUE;
  if (path->n_draws != event->path.n_draws || common_draws (event, path) != path->n_draws)
    return linear_reject (event->check, "it has other draws than the event");
  if (!same_reals (event, path))
    return linear_reject (event->check, "it outputs other numbers than the event");
  for (guint32 r = 0; good && r < event->n_decisions; r++) {
    const CoupletLinearRow broken = {event->path.rows[r].node, !event->path.rows[r].met};
    g_array_set_size (event->joined, 0);
    join_decisions (event, path, path->n_draws);
    g_array_append_val (event->joined, broken);
    good = check_joined (event, COUPLET_VECTOR_WITHIN, path->end);
  }
  return good;
}

/* Whether nothing takes path, which is not one of the event, and keeps all of its decisions. Where
 * path draws other noise, what it decides before is all that counts. */
static gboolean
check_apart (LinearEvent *event, const CoupletLinearPath *path)
{
  g_array_set_size (event->joined, 0);
  join_decisions (event, &event->path, event->path.n_draws);
  join_decisions (event, path, common_draws (event, path));
  return check_joined (event, COUPLET_VECTOR_APART, path->end);
}

/* Looks at each path of the list that is one of the event, or that is not. */
static gboolean
check_paths (LinearEvent *event, gboolean within)
{
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (&event->whole);
  const CoupletEvidence *evidence = event->check->check->evidence;
  CoupletLinearPath path;
  gboolean good = TRUE;
  while (good && couplet_linear_walk_next (walk, &path)) {
    event->check->path = &path;
    if (couplet_evidence_path_is_of (evidence, &event->found, path.end) == within)
      good = within ? check_within (event, &path) : check_apart (event, &path);
  }
  event->check->path = &event->path;
  return good;
}

gboolean
linear_event_check (LinearEvent *event, guint n_shifts)
{
  CoupletEvidenceVector nodes;
  event->check->path = &event->path;
  event->n_used = n_shifts;
  return need_next (event, COUPLET_VECTOR_WITH, &nodes) &&
         need_next (event, COUPLET_VECTOR_MET, &nodes) &&
         need_next (event, COUPLET_VECTOR_NOT_MET, &nodes) && check_paths (event, TRUE) &&
         check_paths (event, FALSE) &&
         (event->n_used == event->found.n_vectors ||
          linear_reject (event->check, "its event has more than is asked for"));
}
