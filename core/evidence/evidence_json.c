/* SPDX-License-Identifier: Apache-2.0 */
/* Writing evidence: docs/evidence.md. */
#include "evidence_parts.h"

#include <couplet/host/evidence_parts.h>
#include <couplet/host/evidence.h>
#include <couplet/internal/json.h>
#include <couplet/internal/provenance.h>
#include <couplet/internal/sample.h>

static const char *
threshold_name (const CoupletEvidence *evidence, guint32 threshold)
{
  return couplet_evidence_automaton (evidence)->thresholds[threshold];
}

static void
put_number (const CoupletJson *json, const char *key, const CoupletEvidence *evidence,
            guint32 number)
{
  guint32 n;
  const CoupletRational *numbers = couplet_evidence_numbers (evidence, &n);
  gboolean open = number == COUPLET_NUMBER_INFINITE || number == COUPLET_NUMBER_NONE;
  couplet_json_rational (json, key, open ? NULL : &numbers[number]);
}

/* The members that name a transition; its number among those leaving its state
 * tells parallel ones apart. */
static void
put_transition (const CoupletJson *json, const CoupletAutomaton *automaton, guint32 transition)
{
  guint32 source = automaton->source[transition];
  couplet_json_string (json, "from", automaton->states[source].name);
  couplet_json_string (json, "to", automaton->states[automaton->target[transition]].name);
  couplet_json_unsigned (json, "transition", transition - automaton->row[source]);
}

/* ---- Walks ----------------------------------------------------------------------------- */

static void
put_shift (const CoupletJson *json, const char *key, gint8 shift)
{
  if (shift == COUPLET_SHIFT_UNUSED)
    couplet_json_null (json, key);
  else
    couplet_json_integer (json, key, shift);
}

static void
put_shifts (const CoupletJson *json, const CoupletEvidence *evidence, guint step)
{
  guint32 n = couplet_n_slots (couplet_evidence_automaton (evidence));
  if (n == 1) {
    put_shift (json, "shift", couplet_evidence_shift (evidence, step, 0));
    return;
  }
  couplet_json_open (json, "shifts", '{');
  for (guint32 slot = 0; slot < n; slot++)
    if (couplet_evidence_shift (evidence, step, slot) != COUPLET_SHIFT_UNUSED)
      put_shift (json, threshold_name (evidence, slot),
                 couplet_evidence_shift (evidence, step, slot));
  couplet_json_close (json, '}');
}

/* The loops that are open at a step, and the first one after them. */
typedef struct {
  const CoupletEvidenceLoop *loops;
  guint n, next;
  guint open[COUPLET_LOOP_DEPTH_MAX], n_open;
} LoopStack;

static void
open_loops (const CoupletJson *json, const CoupletEvidence *evidence, LoopStack *stack, guint step)
{
  for (; stack->next < stack->n && stack->loops[stack->next].first == step; stack->next++) {
    couplet_json_open (json, NULL, '{');
    if (stack->loops[stack->next].raises != COUPLET_NUMBER_NONE)
      put_number (json, "raises", evidence, stack->loops[stack->next].raises);
    couplet_json_open (json, "loop", '[');
    stack->open[stack->n_open++] = stack->next;
  }
}

static void
close_loops (const CoupletJson *json, LoopStack *stack, guint end)
{
  for (; stack->n_open > 0 && stack->loops[stack->open[stack->n_open - 1]].end == end;
       stack->n_open--) {
    couplet_json_close (json, ']');
    couplet_json_close (json, '}');
  }
}

static void
put_walk (const CoupletJson *json, const CoupletEvidence *evidence)
{
  guint n;
  LoopStack stack = {0};
  const CoupletWalkStep *walk = couplet_evidence_walk (evidence, &n);
  stack.loops = couplet_evidence_loops (evidence, &stack.n);
  couplet_json_open (json, "walk", '[');
  for (guint i = 0; i < n; i++) {
    open_loops (json, evidence, &stack, i);
    couplet_json_open (json, NULL, '{');
    put_transition (json, couplet_evidence_automaton (evidence), walk[i].transition);
    couplet_json_integer (json, "difference", walk[i].difference);
    put_shifts (json, evidence, i);
    couplet_json_close (json, '}');
    close_loops (json, &stack, i + 1);
  }
  couplet_json_close (json, ']');
}

/* ---- Bounds ------------------------------------------------------------------------------- */

/* A threshold's name, or null for the last private input. */
static void
put_ordered (const CoupletJson *json, const CoupletEvidence *evidence, guint32 value)
{
  if (value == couplet_evidence_automaton (evidence)->n_thresholds)
    couplet_json_null (json, NULL);
  else
    couplet_json_string (json, NULL, threshold_name (evidence, value));
}

/* The pairs of which relation is known; no list without. */
static void
put_relations (const CoupletJson *json, const CoupletEvidence *evidence,
               const CoupletEvidenceEntry *entry, CoupletRelation relation)
{
  gboolean any = FALSE;
  for (guint32 i = 0; i < entry->n_relations; i++) {
    if (entry->relations[i].relation != relation)
      continue;
    if (!any)
      couplet_json_open (json, evidence_relation_key (relation), '[');
    couplet_json_open (json, NULL, '[');
    put_ordered (json, evidence, entry->relations[i].below);
    put_ordered (json, evidence, entry->relations[i].above);
    couplet_json_close (json, ']');
    any = TRUE;
  }
  if (any)
    couplet_json_close (json, ']');
}

static void
put_memory (const CoupletJson *json, CoupletMemory memory)
{
  if (memory.change != 0)
    couplet_json_integer (json, "change", memory.change);
  if (memory.last != COUPLET_NOT_REMEMBERED)
    couplet_json_integer (json, "last", memory.last);
}

static void
put_factor (const CoupletJson *json, const CoupletEvidence *evidence,
            const CoupletEvidenceFactor *factor)
{
  couplet_json_open (json, NULL, '{');
  couplet_json_open (json, "over", '[');
  for (guint32 i = 0; i < factor->n; i++)
    couplet_json_string (json, NULL, threshold_name (evidence, factor->thresholds[i]));
  couplet_json_close (json, ']');
  couplet_json_open (json, "values", '[');
  for (gsize i = 0; i < couplet_factor_size (factor->n); i++)
    put_number (json, NULL, evidence, factor->values[i]);
  couplet_json_close (json, ']');
  couplet_json_close (json, '}');
}

static void
put_vector (const CoupletJson *json, const CoupletEvidence *evidence, guint32 vector)
{
  guint32 n = couplet_evidence_n_factors (evidence, vector);
  couplet_json_open (json, NULL, '[');
  for (guint32 i = 0; i < n; i++) {
    CoupletEvidenceFactor factor = couplet_evidence_factor (evidence, vector, i);
    put_factor (json, evidence, &factor);
  }
  couplet_json_close (json, ']');
}

static void
put_entries (const CoupletJson *json, const CoupletEvidence *evidence)
{
  const CoupletAutomaton *automaton = couplet_evidence_automaton (evidence);
  guint32 n = couplet_evidence_n_entries (evidence);
  couplet_json_open (json, "entries", '[');
  for (guint32 i = 0; i < n; i++) {
    CoupletEvidenceEntry entry = couplet_evidence_entry (evidence, i);
    couplet_json_open (json, NULL, '{');
    couplet_json_string (json, "state", automaton->states[entry.state].name);
    for (guint relation = 0; relation < EVIDENCE_N_RELATIONS; relation++)
      put_relations (json, evidence, &entry, relation);
    put_memory (json, entry.memory);
    couplet_json_open (json, "vectors", '[');
    for (guint32 j = 0; j < entry.n_vectors; j++)
      put_vector (json, evidence, entry.first_vector + j);
    couplet_json_close (json, ']');
    couplet_json_close (json, '}');
  }
  couplet_json_close (json, ']');
}

/* ---- Strategies ----------------------------------------------------------------------------- */

/* A number that does not depend on D, or an object keyed by it. */
static void
put_draw_shift (const CoupletJson *json, const char *key, const CoupletEvidence *evidence,
                const CoupletDrawShift *shift)
{
  static const char *const differences[] = {"-1", "0", "1"};
  if (shift->at[0] == shift->at[1] && shift->at[1] == shift->at[2]) {
    put_number (json, key, evidence, shift->at[0]);
    return;
  }
  couplet_json_open (json, key, '{');
  for (int i = 0; i < 3; i++)
    if (shift->at[i] != COUPLET_NUMBER_NONE)
      put_number (json, differences[i], evidence, shift->at[i]);
  couplet_json_close (json, '}');
}

/* Puts the shifts of step, which begin at shifts[*i], and moves *i after them. */
static void
put_draw_shifts (const CoupletJson *json, const CoupletEvidence *evidence, guint step, guint *i)
{
  guint n;
  const CoupletDrawShift *shifts = couplet_evidence_draw_shifts (evidence, &n);
  gboolean several = couplet_n_slots (couplet_evidence_automaton (evidence)) > 1;
  if (*i >= n || shifts[*i].step != step)
    return;
  if (several)
    couplet_json_open (json, "shifts", '{');
  for (; *i < n && shifts[*i].step == step; (*i)++)
    put_draw_shift (json, several ? threshold_name (evidence, shifts[*i].slot) : "shift", evidence,
                    &shifts[*i]);
  if (several)
    couplet_json_close (json, '}');
}

static void
put_path (const CoupletJson *json, const CoupletEvidence *evidence)
{
  guint n, shift = 0;
  const CoupletWalkStep *walk = couplet_evidence_walk (evidence, &n);
  couplet_json_open (json, "path", '[');
  for (guint i = 0; i < n; i++) {
    couplet_json_open (json, NULL, '{');
    put_transition (json, couplet_evidence_automaton (evidence), walk[i].transition);
    put_draw_shifts (json, evidence, i, &shift);
    couplet_json_close (json, '}');
  }
  couplet_json_close (json, ']');
}

static void
put_named_transition (const CoupletJson *json, const char *key, const CoupletAutomaton *automaton,
                      guint32 transition)
{
  couplet_json_open (json, key, '{');
  put_transition (json, automaton, transition);
  couplet_json_close (json, '}');
}

static void
put_class (const CoupletJson *json, const CoupletEvidence *evidence, const CoupletShiftClass *class)
{
  const CoupletAutomaton *automaton = couplet_evidence_automaton (evidence);
  couplet_json_open (json, NULL, '{');
  if (automaton->n_thresholds > 1)
    couplet_json_string (json, "threshold", automaton->thresholds[class->threshold]);
  put_named_transition (json, "assignment", automaton, class->assignment);
  if (class->difference != COUPLET_SHIFT_UNUSED)
    couplet_json_integer (json, "difference", class->difference);
  if (class->next == COUPLET_NONE)
    couplet_json_null (json, "next");
  else
    put_named_transition (json, "next", automaton, class->next);
  couplet_json_open (json, "left", '[');
  for (int x = -1; x <= 1; x++)
    if ((class->left >> (x + 1) & 1) != 0)
      couplet_json_integer (json, NULL, x);
  couplet_json_close (json, ']');
  put_number (json, "shift", evidence, class->shift);
  couplet_json_close (json, '}');
}

static void
put_strategy (const CoupletJson *json, const CoupletEvidence *evidence)
{
  guint n;
  const CoupletShiftClass *classes = couplet_evidence_classes (evidence, &n);
  if (n == 0) {
    put_path (json, evidence);
    return;
  }
  couplet_json_open (json, "classes", '[');
  for (guint i = 0; i < n; i++)
    put_class (json, evidence, &classes[i]);
  couplet_json_close (json, ']');
}

/* ---- Linear mechanisms ---------------------------------------------------------------------- */

static void
put_differences (const CoupletJson *json, const CoupletEvidence *evidence)
{
  guint n;
  const gint8 *differences = couplet_evidence_differences (evidence, &n);
  guint32 n_answers = couplet_evidence_list (evidence)->n_answers;
  couplet_json_open (json, "differences", '[');
  for (guint i = 0; i < n; i++) {
    couplet_json_open (json, NULL, '[');
    for (guint32 j = 0; j < n_answers; j++)
      couplet_json_integer (json, NULL, differences[i * n_answers + j]);
    couplet_json_close (json, ']');
  }
  couplet_json_close (json, ']');
}

static void
put_numbers (const CoupletJson *json, const char *key, const CoupletEvidence *evidence,
             const CoupletEvidenceVector *vector)
{
  couplet_json_open (json, key, '[');
  for (guint32 i = 0; i < vector->n; i++)
    if (couplet_vector_role_is_nodes (vector->role))
      couplet_json_unsigned (json, NULL, vector->numbers[i]);
    else
      put_number (json, NULL, evidence, vector->numbers[i]);
  couplet_json_close (json, ']');
}

/* Of some roles there is a list of vectors, of others one each. */
static void
put_linear_path (const CoupletJson *json, const CoupletEvidence *evidence,
                 const CoupletEvidencePath *path)
{
  const char *open = NULL; /* the list that is written */
  couplet_json_open (json, NULL, '{');
  couplet_json_unsigned (json, "end", path->end);
  for (guint32 i = path->first_vector; i < path->first_vector + path->n_vectors; i++) {
    CoupletEvidenceVector vector = couplet_evidence_path_vector (evidence, i);
    const char *role = couplet_vector_role_to_string (vector.role);
    gboolean listed = couplet_vector_role_is_list (vector.role);
    if (open != NULL && open != role)
      couplet_json_close (json, ']');
    if (listed && open != role)
      couplet_json_open (json, role, '[');
    open = listed ? role : NULL;
    put_numbers (json, listed ? NULL : role, evidence, &vector);
  }
  if (open != NULL)
    couplet_json_close (json, ']');
  couplet_json_close (json, '}');
}

static void
put_linear (const CoupletJson *json, const CoupletEvidence *evidence)
{
  couplet_json_unsigned (json, "answers", couplet_evidence_list (evidence)->n_answers);
  put_differences (json, evidence);
  couplet_json_open (json, "paths", '[');
  for (guint32 i = 0; i < couplet_evidence_n_paths (evidence); i++) {
    CoupletEvidencePath path = couplet_evidence_path (evidence, i);
    put_linear_path (json, evidence, &path);
  }
  couplet_json_close (json, ']');
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void
put_origin (const CoupletJson *json, const CoupletOrigin *origin)
{
  if (origin == NULL)
    return;
  couplet_json_open (json, "input", '{');
  couplet_json_string (json, "file", origin->file);
  couplet_json_string (json, "sha256", origin->sha256);
  couplet_json_parameters (json, "parameters", origin);
  couplet_json_close (json, '}');
  if (origin->provenance != NULL)
    couplet_json_provenance (json, "provenance", origin->provenance);
}

void
couplet_evidence_append_json (GString *out, const CoupletEvidence *evidence)
{
  const CoupletJson writer = {out, FALSE}, *json = &writer;
  const CoupletAutomaton *automaton = couplet_evidence_automaton (evidence);
  CoupletEvidenceKind kind = couplet_evidence_kind (evidence);
  couplet_json_open (json, NULL, '{');
  if (evidence_text (evidence) != NULL) { /* its first brace stands there now */
    g_string_append (out, evidence_text (evidence) + 1);
    return;
  }
  couplet_json_unsigned (json, "couplet_evidence", 1);
  couplet_json_string (json, "kind", couplet_evidence_kind_to_string (kind));
  couplet_json_string (json, "automaton", automaton->name);
  put_origin (json, automaton->origin);
  couplet_json_rational (json, "cost", couplet_evidence_cost (evidence));
  if (kind == COUPLET_EVIDENCE_BOUND)
    put_entries (json, evidence);
  else if (kind == COUPLET_EVIDENCE_STRATEGY)
    put_strategy (json, evidence);
  else if (couplet_evidence_list (evidence) != NULL)
    put_linear (json, evidence);
  else
    put_walk (json, evidence);
  couplet_json_close (json, '}');
}
