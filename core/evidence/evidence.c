/* SPDX-License-Identifier: Apache-2.0 */
#include "evidence_parts.h"

#include <couplet/host/evidence.h>
#include <couplet/host/unfold.h>
#include <couplet/internal/sample.h>

/* An entry, a vector and a factor, with where their parts begin. */
typedef struct {
  guint32 state, first_relation, first_vector;
  CoupletMemory memory;
} Entry;

#define NOTHING ((CoupletMemory){.last = COUPLET_NOT_REMEMBERED})

typedef struct {
  guint32 n;
  gsize first_threshold, first_value;
} Factor;

/* Of evidence about linear mechanisms: a path, and a vector, with where their parts begin. */
typedef struct {
  guint32 end, first_vector;
} LinearPathPart;

typedef struct {
  CoupletVectorRole role;
  guint32 first, n;
} LinearVectorPart;

/* Where element i is, or would be; of an empty array, which stands nowhere, NULL. */
#define AT(array, type, i) ((array)->len > 0 ? (const type *)(gpointer)(array)->data + (i) : NULL)

struct CoupletEvidence {
  CoupletEvidenceKind kind;
  char *text; /* all that there is of it; NULL = it is what follows */
  const CoupletAutomaton *automaton;
  const CoupletAutomaton *unfolded; /* what is added is about it; NULL = the same */
  gboolean has_cost;
  CoupletRational cost;
  guint32 n_slots;
  char *other_input; /* NULL = it is about this one */
  gboolean broken;   /* something was left out: couplet_evidence_is_broken() */

  GArray *numbers;          /* CoupletRational */
  GHashTable *number_index; /* CoupletRational * (owned) to index */
  GHashTable *cost_index;   /* CoupletCost (in the key itself or owned) to index */

  GArray *walk;   /* CoupletWalkStep */
  GArray *shifts; /* gint8, n_slots per step; when there are several slots */
  GArray *loops;  /* CoupletEvidenceLoop; end 0 = not ended */
  guint n_open;   /* loops that are not ended */

  GArray *entries;    /* Entry */
  GArray *relations;  /* CoupletKnown */
  GArray *vectors;    /* guint32: the first factor */
  GArray *factors;    /* Factor */
  GArray *thresholds; /* guint32 */
  GArray *values;     /* guint32 */
  guint32 *mentioned; /* per threshold: the last vector that mentions it, from 1; 0 = none */

  GArray *draws;   /* CoupletDrawShift */
  GArray *classes; /* CoupletShiftClass */

  const CoupletLinearList *list; /* NULL = none was set */
  GArray *differences;           /* gint8, n_answers each */
  GArray *paths;                 /* LinearPathPart */
  GArray *path_vectors;          /* LinearVectorPart */
  GArray *path_numbers;          /* guint32 */
};

/* Refuses what names something that there is not: it is left out, and the evidence is broken. */
static gboolean
allow (CoupletEvidence *evidence, gboolean good)
{
  evidence->broken |= !good;
  return good;
}

static gboolean
is_shift (gint8 shift)
{
  return (shift >= -1 && shift <= 1) || shift == COUPLET_SHIFT_UNUSED;
}

static gboolean
has_number (const CoupletEvidence *evidence, guint32 number, guint32 special)
{
  return number < evidence->numbers->len || number == special;
}

const char *
couplet_evidence_kind_to_string (CoupletEvidenceKind kind)
{
  static const char *const names[] = {"bound",     "attained", "violation", "strategy",
                                      "unbounded", "shifts",   "weights"};
  return names[kind];
}

/* ---- Numbers ----------------------------------------------------------------------- */

static guint
hash_integer (mpz_srcptr integer)
{
  guint hash = 17;
  for (size_t i = 0; i < mpz_size (integer); i++) {
    mp_limb_t limb = mpz_getlimbn (integer, (mp_size_t)i);
    hash = hash * 31 + (guint)(limb ^ (limb >> 29));
  }
  return hash;
}

static guint
hash_rational (gconstpointer key)
{
  const CoupletRational *rational = key;
  return hash_integer (mpq_numref (rational->value)) * 37 +
         hash_integer (mpq_denref (rational->value));
}

static gboolean
equal_rationals (gconstpointer a, gconstpointer b)
{
  return mpq_equal (((const CoupletRational *)a)->value, ((const CoupletRational *)b)->value) != 0;
}

static void
free_rational (gpointer data)
{
  couplet_rational_clear (data);
  g_free (data);
}

guint32
couplet_evidence_add_number (CoupletEvidence *evidence, const CoupletRational *value)
{
  gpointer index;
  if (g_hash_table_lookup_extended (evidence->number_index, value, NULL, &index))
    return GPOINTER_TO_UINT (index);
  CoupletRational *key = g_new (CoupletRational, 1), copy;
  couplet_rational_init (key);
  couplet_rational_init (&copy);
  mpq_set (key->value, value->value);
  mpq_set (copy.value, value->value);
  g_array_append_val (evidence->numbers, copy);
  g_hash_table_insert (evidence->number_index, key, GUINT_TO_POINTER (evidence->numbers->len - 1));
  return evidence->numbers->len - 1;
}

guint32
couplet_evidence_add_cost (CoupletEvidence *evidence, const CoupletUnit *unit, CoupletCost cost)
{
  gpointer index;
  gint64 key = (gint64)cost;
  gboolean small = cost < COUPLET_COST_SMALL_END; /* larger ones are no values, but places */
  if (cost == COUPLET_COST_INFINITE)
    return COUPLET_NUMBER_INFINITE;
  if (small && g_hash_table_lookup_extended (evidence->cost_index, &key, NULL, &index))
    return GPOINTER_TO_UINT (index);
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  couplet_cost_to_rational (unit, cost, &value);
  guint32 number = couplet_evidence_add_number (evidence, &value);
  if (small)
    g_hash_table_insert (evidence->cost_index, g_memdup2 (&key, sizeof key),
                         GUINT_TO_POINTER (number));
  return number;
}

const CoupletRational *
couplet_evidence_numbers (const CoupletEvidence *evidence, guint32 *n)
{
  *n = evidence->numbers->len;
  return (const CoupletRational *)(gpointer)evidence->numbers->data;
}

/* ---- All kinds --------------------------------------------------------------------- */

static CoupletEvidence *
empty_evidence (CoupletEvidenceKind kind)
{
  CoupletEvidence *evidence = g_new0 (CoupletEvidence, 1);
  evidence->kind = kind;
  couplet_rational_init (&evidence->cost);
  evidence->numbers = g_array_new (FALSE, FALSE, sizeof (CoupletRational));
  g_array_set_clear_func (evidence->numbers, (GDestroyNotify)couplet_rational_clear);
  evidence->number_index =
      g_hash_table_new_full (hash_rational, equal_rationals, free_rational, NULL);
  evidence->cost_index = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  evidence->walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  evidence->shifts = g_array_new (FALSE, FALSE, sizeof (gint8));
  evidence->loops = g_array_new (FALSE, FALSE, sizeof (CoupletEvidenceLoop));
  evidence->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  evidence->relations = g_array_new (FALSE, FALSE, sizeof (CoupletKnown));
  evidence->vectors = g_array_new (FALSE, FALSE, sizeof (guint32));
  evidence->factors = g_array_new (FALSE, FALSE, sizeof (Factor));
  evidence->thresholds = g_array_new (FALSE, FALSE, sizeof (guint32));
  evidence->values = g_array_new (FALSE, FALSE, sizeof (guint32));
  evidence->draws = g_array_new (FALSE, FALSE, sizeof (CoupletDrawShift));
  evidence->classes = g_array_new (FALSE, FALSE, sizeof (CoupletShiftClass));
  evidence->differences = g_array_new (FALSE, FALSE, sizeof (gint8));
  evidence->paths = g_array_new (FALSE, FALSE, sizeof (LinearPathPart));
  evidence->path_vectors = g_array_new (FALSE, FALSE, sizeof (LinearVectorPart));
  evidence->path_numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
  return evidence;
}

CoupletEvidence *
couplet_evidence_new (CoupletEvidenceKind kind, const CoupletAutomaton *automaton)
{
  CoupletEvidence *evidence = empty_evidence (kind);
  evidence->automaton = automaton->folded != NULL ? automaton->folded : automaton;
  evidence->unfolded = automaton->folded != NULL ? automaton : NULL;
  evidence->n_slots = couplet_n_slots (automaton);
  evidence->mentioned = g_new0 (guint32, evidence->automaton->n_thresholds);
  return evidence;
}

CoupletEvidence *
couplet_evidence_new_text (CoupletEvidenceKind kind, const char *text, gsize length)
{
  CoupletEvidence *evidence = empty_evidence (kind);
  evidence->text = g_strndup (text, length);
  return evidence;
}

void
couplet_evidence_free (CoupletEvidence *evidence)
{
  if (evidence == NULL)
    return;
  GArray *arrays[] = {
      evidence->numbers,   evidence->walk,         evidence->shifts,       evidence->entries,
      evidence->relations, evidence->vectors,      evidence->factors,      evidence->thresholds,
      evidence->values,    evidence->draws,        evidence->classes,      evidence->loops,
      evidence->paths,     evidence->path_vectors, evidence->path_numbers, evidence->differences};
  couplet_rational_clear (&evidence->cost);
  g_hash_table_unref (evidence->number_index);
  g_hash_table_unref (evidence->cost_index);
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_array_unref (arrays[i]);
  g_free (evidence->mentioned);
  g_free (evidence->other_input);
  g_free (evidence->text);
  g_free (evidence);
}

void
evidence_set_other_input (CoupletEvidence *evidence, const char *text)
{
  g_free (evidence->other_input);
  evidence->other_input = g_strdup (text);
}

const char *
couplet_evidence_other_input (const CoupletEvidence *evidence)
{
  return evidence->other_input;
}

CoupletEvidenceKind
couplet_evidence_kind (const CoupletEvidence *evidence)
{
  return evidence->kind;
}

const CoupletAutomaton *
couplet_evidence_automaton (const CoupletEvidence *evidence)
{
  return evidence->automaton;
}

void
couplet_evidence_set_cost (CoupletEvidence *evidence, const CoupletRational *cost)
{
  mpq_set (evidence->cost.value, cost->value);
  evidence->has_cost = TRUE;
}

void
couplet_evidence_set_unit_cost (CoupletEvidence *evidence, const CoupletUnit *unit,
                                CoupletCost cost)
{
  couplet_cost_to_rational (unit, cost, &evidence->cost);
  evidence->has_cost = TRUE;
}

const CoupletRational *
couplet_evidence_cost (const CoupletEvidence *evidence)
{
  return evidence->has_cost ? &evidence->cost : NULL;
}

gsize
couplet_evidence_size (const CoupletEvidence *evidence)
{
  return (gsize)evidence->walk->len + evidence->vectors->len + evidence->classes->len +
         evidence->path_vectors->len;
}

gboolean
couplet_evidence_is_broken (const CoupletEvidence *evidence)
{
  return evidence->broken || evidence->n_open > 0;
}

/* ---- Bounds ----------------------------------------------------------------------------- */

void
couplet_evidence_begin_entry (CoupletEvidence *evidence, guint32 state)
{
  guint n = 0;
  const CoupletAutomaton *a = evidence->unfolded != NULL ? evidence->unfolded : evidence->automaton;
  if (!allow (evidence, state < a->n_states))
    return;
  g_autofree CoupletKnown *known =
      evidence->unfolded != NULL ? couplet_known_order (evidence->unfolded, state, &n) : NULL;
  Entry entry = {state, evidence->relations->len, evidence->vectors->len, NOTHING};
  if (evidence->unfolded != NULL)
    entry.state = evidence->unfolded->folded_state[state];
  if (a->memory != NULL)
    entry.memory = a->memory[state];
  g_array_append_val (evidence->entries, entry);
  if (n > 0)
    g_array_append_vals (evidence->relations, known, n);
}

void
evidence_set_memory (CoupletEvidence *evidence, CoupletMemory memory)
{
  if (allow (evidence, evidence->entries->len > 0))
    g_array_index (evidence->entries, Entry, evidence->entries->len - 1).memory = memory;
}

void
evidence_add_relation (CoupletEvidence *evidence, CoupletKnown relation)
{
  guint32 k = evidence->automaton->n_thresholds; /* stands for the last private input */
  if (allow (evidence, evidence->entries->len > 0 && relation.below <= k && relation.above <= k &&
                           relation.below != relation.above))
    g_array_append_val (evidence->relations, relation);
}

void
couplet_evidence_begin_vector (CoupletEvidence *evidence)
{
  guint32 first = evidence->factors->len;
  if (allow (evidence, evidence->entries->len > 0))
    g_array_append_val (evidence->vectors, first);
}

/* Makes the vector begun last mention threshold; FALSE when there is none, or it does already. */
static gboolean
mention (CoupletEvidence *evidence, guint32 threshold)
{
  if (threshold >= evidence->automaton->n_thresholds ||
      evidence->mentioned[threshold] == evidence->vectors->len)
    return FALSE;
  evidence->mentioned[threshold] = evidence->vectors->len;
  return TRUE;
}

/* Whether factor is over thresholds that there are, each new to the vector begun last, and has
 * values. */
static gboolean
is_factor (CoupletEvidence *evidence, const CoupletEvidenceFactor *factor)
{
  gboolean good = factor->n <= COUPLET_FACTOR_MAX;
  for (guint32 i = 0; good && i < factor->n; i++)
    good = mention (evidence, factor->thresholds[i]);
  for (gsize i = 0; good && i < couplet_factor_size (factor->n); i++)
    good = has_number (evidence, factor->values[i], COUPLET_NUMBER_INFINITE);
  return good;
}

void
couplet_evidence_add_factor (CoupletEvidence *evidence, const CoupletEvidenceFactor *factor)
{
  Factor stored = {factor->n, evidence->thresholds->len, evidence->values->len};
  if (!allow (evidence, evidence->vectors->len > 0 && is_factor (evidence, factor)))
    return;
  g_array_append_val (evidence->factors, stored);
  if (factor->n > 0)
    g_array_append_vals (evidence->thresholds, factor->thresholds, factor->n);
  g_array_append_vals (evidence->values, factor->values, (guint)couplet_factor_size (factor->n));
}

guint32
couplet_evidence_n_entries (const CoupletEvidence *evidence)
{
  return evidence->entries->len;
}

CoupletEvidenceEntry
couplet_evidence_entry (const CoupletEvidence *evidence, guint32 entry)
{
  const Entry *e = &g_array_index (evidence->entries, Entry, entry);
  gboolean last = entry + 1 == evidence->entries->len;
  guint32 relations = last ? evidence->relations->len : e[1].first_relation;
  guint32 vectors = last ? evidence->vectors->len : e[1].first_vector;
  return (CoupletEvidenceEntry){e->state,
                                relations - e->first_relation,
                                AT (evidence->relations, CoupletKnown, e->first_relation),
                                vectors - e->first_vector,
                                e->first_vector,
                                e->memory};
}

guint32
couplet_evidence_n_factors (const CoupletEvidence *evidence, guint32 vector)
{
  const guint32 *first = &g_array_index (evidence->vectors, guint32, vector);
  gboolean last = vector + 1 == evidence->vectors->len;
  return (last ? evidence->factors->len : first[1]) - first[0];
}

CoupletEvidenceFactor
couplet_evidence_factor (const CoupletEvidence *evidence, guint32 vector, guint32 factor)
{
  guint32 first = g_array_index (evidence->vectors, guint32, vector);
  const Factor *stored = &g_array_index (evidence->factors, Factor, first + factor);
  return (CoupletEvidenceFactor){stored->n,
                                 AT (evidence->thresholds, guint32, stored->first_threshold),
                                 AT (evidence->values, guint32, stored->first_value)};
}

/* ---- Walks --------------------------------------------------------------------------------- */

/* Whether *transition is one of the automaton that parts are added about; it becomes that of the
 * one that was read. */
static gboolean
fold_transition (const CoupletEvidence *evidence, guint32 *transition)
{
  const CoupletAutomaton *unfolded = evidence->unfolded;
  if (unfolded == NULL)
    return *transition < evidence->automaton->n_transitions;
  if (*transition >= unfolded->n_transitions)
    return FALSE;
  *transition = unfolded->folded_transition[*transition];
  return TRUE;
}

void
couplet_evidence_add_step (CoupletEvidence *evidence, CoupletWalkStep step)
{
  gint8 unused = COUPLET_SHIFT_UNUSED;
  if (!allow (evidence, fold_transition (evidence, &step.transition) && step.difference >= -1 &&
                            step.difference <= 1 && is_shift (step.shift)))
    return;
  g_array_append_val (evidence->walk, step);
  for (guint32 slot = 0; evidence->n_slots > 1 && slot < evidence->n_slots; slot++)
    g_array_append_val (evidence->shifts, unused);
}

void
couplet_evidence_set_shift (CoupletEvidence *evidence, guint step, guint32 slot, gint8 shift)
{
  if (!allow (evidence, step < evidence->walk->len && slot < evidence->n_slots && is_shift (shift)))
    return;
  if (evidence->n_slots == 1)
    g_array_index (evidence->walk, CoupletWalkStep, step).shift = shift;
  else
    g_array_index (evidence->shifts, gint8, (gsize)step * evidence->n_slots + slot) = shift;
}

gint8
couplet_evidence_shift (const CoupletEvidence *evidence, guint step, guint32 slot)
{
  if (evidence->n_slots == 1)
    return g_array_index (evidence->walk, CoupletWalkStep, step).shift;
  return g_array_index (evidence->shifts, gint8, (gsize)step * evidence->n_slots + slot);
}

const CoupletWalkStep *
couplet_evidence_walk (const CoupletEvidence *evidence, guint *n)
{
  *n = evidence->walk->len;
  return (const CoupletWalkStep *)(gpointer)evidence->walk->data;
}

/* ---- Loops ------------------------------------------------------------------------------ */

void
couplet_evidence_begin_loop (CoupletEvidence *evidence)
{
  CoupletEvidenceLoop loop = {evidence->walk->len, 0, COUPLET_NUMBER_NONE};
  if (!allow (evidence, evidence->n_open < COUPLET_LOOP_DEPTH_MAX))
    return;
  g_array_append_val (evidence->loops, loop);
  evidence->n_open++;
}

/* The loop begun last among those that are not ended. */
static CoupletEvidenceLoop *
innermost (const CoupletEvidence *evidence)
{
  guint i = evidence->loops->len;
  while (g_array_index (evidence->loops, CoupletEvidenceLoop, i - 1).end != 0)
    i--;
  return &g_array_index (evidence->loops, CoupletEvidenceLoop, i - 1);
}

void
couplet_evidence_end_loop (CoupletEvidence *evidence, guint32 raises)
{
  if (!allow (evidence, evidence->n_open > 0 && has_number (evidence, raises, COUPLET_NUMBER_NONE)))
    return;
  CoupletEvidenceLoop *loop = innermost (evidence);
  if (!allow (evidence, loop->first < evidence->walk->len))
    return;
  loop->end = evidence->walk->len;
  loop->raises = raises;
  evidence->n_open--;
}

const CoupletEvidenceLoop *
couplet_evidence_loops (const CoupletEvidence *evidence, guint *n)
{
  *n = evidence->loops->len;
  return (const CoupletEvidenceLoop *)(gpointer)evidence->loops->data;
}

/* ---- Strategies ---------------------------------------------------------------------------- */

void
evidence_add_draw_shift (CoupletEvidence *evidence, CoupletDrawShift shift)
{
  gboolean good = shift.step < evidence->walk->len && shift.slot < evidence->n_slots;
  for (guint i = 0; i < G_N_ELEMENTS (shift.at); i++)
    good &= has_number (evidence, shift.at[i], COUPLET_NUMBER_NONE);
  if (allow (evidence, good))
    g_array_append_val (evidence->draws, shift);
}

const CoupletDrawShift *
couplet_evidence_draw_shifts (const CoupletEvidence *evidence, guint *n)
{
  *n = evidence->draws->len;
  return (const CoupletDrawShift *)(gpointer)evidence->draws->data;
}

void
couplet_evidence_add_class (CoupletEvidence *evidence, CoupletShiftClass shift_class)
{
  if (allow (evidence, fold_transition (evidence, &shift_class.assignment) &&
                           (shift_class.next == COUPLET_NONE ||
                            fold_transition (evidence, &shift_class.next)) &&
                           shift_class.threshold < evidence->automaton->n_thresholds &&
                           is_shift (shift_class.difference) && shift_class.left < 8 &&
                           shift_class.shift < evidence->numbers->len))
    g_array_append_val (evidence->classes, shift_class);
}

const CoupletShiftClass *
couplet_evidence_classes (const CoupletEvidence *evidence, guint *n)
{
  *n = evidence->classes->len;
  return (const CoupletShiftClass *)(gpointer)evidence->classes->data;
}

/* ---- Linear mechanisms --------------------------------------------------------------------- */

const char *
couplet_vector_role_to_string (CoupletVectorRole role)
{
  static const char *const names[] = {"shifts", "weights", "impossible", "point", "with",
                                      "met",    "not_met", "within",     "apart"};
  return names[role];
}

void
couplet_evidence_set_answers (CoupletEvidence *evidence, guint32 n_answers)
{
  const CoupletLinear *linear = evidence->automaton->linear;
  evidence->list = NULL;
  for (guint32 i = 0; linear != NULL && i < linear->n_lists; i++)
    if (linear->lists[i].n_answers == n_answers)
      evidence->list = &linear->lists[i];
  allow (evidence, evidence->list != NULL);
}

void
couplet_evidence_add_difference (CoupletEvidence *evidence, const gint8 *difference)
{
  if (!allow (evidence, evidence->list != NULL))
    return;
  for (guint32 j = 0; j < evidence->list->n_answers; j++)
    if (!allow (evidence, difference[j] >= -1 && difference[j] <= 1))
      return;
  /* without answers there is one difference, of no numbers: its place is one byte */
  g_array_append_vals (evidence->differences, difference, MAX (evidence->list->n_answers, 1));
}

void
couplet_evidence_begin_path (CoupletEvidence *evidence, guint32 end)
{
  LinearPathPart path = {end, evidence->path_vectors->len};
  if (allow (evidence, evidence->list != NULL && end < evidence->list->n_nodes &&
                           evidence->list->nodes[end].kind == COUPLET_LINEAR_END))
    g_array_append_val (evidence->paths, path);
}

/* What number may be in a vector of role. */
static gboolean
has_part (const CoupletEvidence *evidence, CoupletVectorRole role, guint32 number)
{
  const CoupletLinearList *list = evidence->list;
  if (!couplet_vector_role_is_nodes (role))
    return number < evidence->numbers->len;
  return number < list->n_nodes &&
         list->nodes[number].kind ==
             (role == COUPLET_VECTOR_WITH ? COUPLET_LINEAR_END : COUPLET_LINEAR_DECISION);
}

void
couplet_evidence_add_path_vector (CoupletEvidence *evidence, CoupletVectorRole role,
                                  const guint32 *numbers, guint32 n)
{
  LinearVectorPart vector = {role, evidence->path_numbers->len, n};
  if (!allow (evidence, evidence->paths->len > 0))
    return;
  for (guint32 i = 0; i < n; i++)
    if (!allow (evidence, has_part (evidence, role, numbers[i])))
      return;
  g_array_append_val (evidence->path_vectors, vector);
  if (n > 0)
    g_array_append_vals (evidence->path_numbers, numbers, n);
}

const CoupletLinearList *
couplet_evidence_list (const CoupletEvidence *evidence)
{
  return evidence->list;
}

const gint8 *
couplet_evidence_differences (const CoupletEvidence *evidence, guint *n)
{
  *n = evidence->list != NULL ? evidence->differences->len / MAX (evidence->list->n_answers, 1) : 0;
  return (const gint8 *)(gpointer)evidence->differences->data;
}

guint32
couplet_evidence_n_paths (const CoupletEvidence *evidence)
{
  return evidence->paths->len;
}

CoupletEvidencePath
couplet_evidence_path (const CoupletEvidence *evidence, guint32 path)
{
  const LinearPathPart *part = AT (evidence->paths, LinearPathPart, path);
  guint32 end =
      path + 1 < evidence->paths->len ? part[1].first_vector : evidence->path_vectors->len;
  return (CoupletEvidencePath){part->end, part->first_vector, end - part->first_vector};
}

CoupletEvidenceVector
couplet_evidence_path_vector (const CoupletEvidence *evidence, guint32 vector)
{
  const LinearVectorPart *part = AT (evidence->path_vectors, LinearVectorPart, vector);
  return (CoupletEvidenceVector){part->role, part->n,
                                 AT (evidence->path_numbers, guint32, part->first)};
}

gboolean
couplet_evidence_path_has (const CoupletEvidence *evidence, const CoupletEvidencePath *path,
                           CoupletVectorRole role, CoupletEvidenceVector *vector)
{
  for (guint32 i = 0; i < path->n_vectors; i++) {
    *vector = couplet_evidence_path_vector (evidence, path->first_vector + i);
    if (vector->role == role)
      return TRUE;
  }
  return FALSE;
}

gboolean
couplet_evidence_path_is_of (const CoupletEvidence *evidence, const CoupletEvidencePath *path,
                             guint32 end)
{
  CoupletEvidenceVector with;
  if (path->end == end)
    return TRUE;
  if (!couplet_evidence_path_has (evidence, path, COUPLET_VECTOR_WITH, &with))
    return FALSE;
  for (guint32 i = 0; i < with.n; i++)
    if (with.numbers[i] == end)
      return TRUE;
  return FALSE;
}

static void
add_decisions (const CoupletEvidence *evidence, const CoupletEvidencePath *shown,
               CoupletVectorRole role, GArray *rows)
{
  CoupletEvidenceVector nodes;
  if (!couplet_evidence_path_has (evidence, shown, role, &nodes))
    return;
  for (guint32 i = 0; i < nodes.n; i++) {
    const CoupletLinearRow row = {&evidence->list->nodes[nodes.numbers[i]],
                                  role == COUPLET_VECTOR_MET};
    g_array_append_val (rows, row);
  }
}

GArray *
couplet_evidence_event_rows (const CoupletEvidence *evidence, const CoupletEvidencePath *shown,
                             const CoupletLinearPath *path)
{
  CoupletEvidenceVector with;
  if (!couplet_evidence_path_has (evidence, shown, COUPLET_VECTOR_WITH, &with))
    return NULL;
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (CoupletLinearRow));
  add_decisions (evidence, shown, COUPLET_VECTOR_MET, rows);
  add_decisions (evidence, shown, COUPLET_VECTOR_NOT_MET, rows);
  for (guint32 r = 0; r < path->n_rows; r++)
    if (path->rows[r].node->kind == COUPLET_LINEAR_REAL)
      g_array_append_val (rows, path->rows[r]);
  return rows;
}

const char *
evidence_text (const CoupletEvidence *evidence)
{
  return evidence->text;
}
