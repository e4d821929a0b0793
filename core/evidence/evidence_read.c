/* SPDX-License-Identifier: Apache-2.0 */
/* Reading evidence: pieces of each kind, and documents of them (docs/evidence.md). */
#include "evidence_parts.h"
#include "origin.h"
#include "reader.h"

#include <couplet/host/evidence.h>
#include <couplet/internal/context.h>
#include <couplet/internal/sample.h>

#include <string.h>

#define MOST_ANSWERS 1000

typedef gboolean (*ReadPart) (Reader *reader, CoupletEvidence *evidence,
                              const CoupletJsonValue *part);

/* Reads each part of the list that is the member key: an object with these keys, which messages
 * call what, as in `an entry`. */
static gboolean
read_each (Reader *reader, CoupletEvidence *evidence, const CoupletJsonValue *object,
           const char *key, const char *what, const char *const *keys, ReadPart read)
{
  const CoupletJsonValue *list;
  gsize i = 0;
  if (!reader_need_array (reader, object, key, &list))
    return FALSE;
  for (const CoupletJsonValue *part = list->first; part != NULL; part = part->next) {
    reader_set_place (reader, strchr (what, ' ') + 1, i++);
    if (!reader_check_keys (reader, part, what, keys) || !read (reader, evidence, part))
      return FALSE;
  }
  return TRUE;
}

/* ---- Walks ------------------------------------------------------------------------------- */

typedef gboolean (*ReadShift) (Reader *reader, CoupletEvidence *evidence, guint step, guint32 slot,
                               const CoupletJsonValue *json);

/* Calls read for the shift of each sample that object names: `shift` when a state has one,
 * `shifts` by threshold when it has several. */
static gboolean
read_shifts (Reader *reader, CoupletEvidence *evidence, guint step, const CoupletJsonValue *object,
             ReadShift read)
{
  gboolean several = couplet_n_slots (reader->automaton) > 1;
  const CoupletJsonValue *shift = couplet_json_member (object, several ? "shifts" : "shift");
  if (couplet_json_member (object, several ? "shift" : "shifts") != NULL)
    return reader_fail (reader, several ? "'shift' where each threshold has a sample; give 'shifts'"
                                        : "'shifts' where a state has one sample; give 'shift'");
  if (shift == NULL || couplet_json_is (shift, COUPLET_JSON_TOKEN_NULL))
    return TRUE;
  if (!several)
    return read (reader, evidence, step, 0, shift);
  if (!couplet_json_is_object (shift))
    return reader_fail (reader, "'shifts' is not an object");
  for (const CoupletJsonValue *one = shift->first; one != NULL; one = one->next) {
    guint32 slot;
    if (!reader_need_threshold (reader, one->key, &slot) ||
        !read (reader, evidence, step, slot, one))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_walk_shift (Reader *reader, CoupletEvidence *evidence, guint step, guint32 slot,
                 const CoupletJsonValue *json)
{
  int shift = 0;
  if (!reader_need_integer (reader, json, "shift", -1, 1, &shift))
    return FALSE;
  couplet_evidence_set_shift (evidence, step, slot, (gint8)shift);
  return TRUE;
}

static gboolean
read_step (Reader *reader, CoupletEvidence *evidence, const CoupletJsonValue *step, guint32 *state)
{
  static const char *const keys[] = {"from",       "to",    "output", "transition",
                                     "difference", "shift", "shifts", NULL};
  CoupletWalkStep taken = {.shift = COUPLET_SHIFT_UNUSED};
  int difference = 0;
  guint index;
  couplet_evidence_walk (evidence, &index);
  reader_set_place (reader, "step", index);
  if (!reader_check_keys (reader, step, "a step", keys) ||
      !reader_need_step (reader, step, state, &taken.transition) ||
      !reader_need_integer (reader, couplet_json_member (step, "difference"), "difference", -1, 1,
                            &difference))
    return FALSE;
  taken.difference = (gint8)difference;
  couplet_evidence_add_step (evidence, taken);
  return read_shifts (reader, evidence, index, step, read_walk_shift);
}

/* Lists of steps and loops that are being read, loops within loops. */
typedef struct {
  const CoupletJsonValue *next; /* the first item that is not read yet; NULL = all are */
  guint32 raises;               /* of the loop that the list is */
} Open;

/* Begins the loop that object is; *inner becomes its list. */
static gboolean
begin_loop (Reader *reader, CoupletEvidence *evidence, const CoupletJsonValue *object, Open *inner)
{
  static const char *const keys[] = {"loop", "raises", NULL};
  const CoupletJsonValue *raises = couplet_json_member (object, "raises"), *list;
  *inner = (Open){.raises = COUPLET_NUMBER_NONE};
  if (!reader_check_keys (reader, object, "a loop", keys) ||
      !reader_need_array (reader, object, "loop", &list))
    return FALSE;
  if (list->n == 0)
    return reader_fail (reader, "'loop' is empty");
  if (raises != NULL && !reader_need_number (reader, evidence, raises, &inner->raises))
    return FALSE;
  inner->next = list->first;
  couplet_evidence_begin_loop (evidence);
  return TRUE;
}

/* Reads the steps of `walk`, and its loops if it may have some. */
static gboolean
read_walk (Reader *reader, CoupletEvidence *evidence, const CoupletJsonValue *object,
           gboolean may_loop)
{
  Open open[COUPLET_LOOP_DEPTH_MAX + 1];
  guint32 state = reader->automaton->initial;
  guint depth = 0;
  const CoupletJsonValue *list;
  if (!reader_need_array (reader, object, "walk", &list))
    return FALSE;
  open[0] = (Open){list->first, COUPLET_NUMBER_NONE};
  for (;;) {
    const CoupletJsonValue *item = open[depth].next;
    if (item == NULL && depth == 0)
      return TRUE;
    if (item == NULL) {
      couplet_evidence_end_loop (evidence, open[depth--].raises);
      continue;
    }
    open[depth].next = item->next;
    if (couplet_json_member (item, "loop") == NULL) {
      if (!read_step (reader, evidence, item, &state))
        return FALSE;
    } else if (!may_loop)
      return reader_fail (reader, "a loop, which only 'attained' and 'unbounded' have");
    else if (depth == COUPLET_LOOP_DEPTH_MAX)
      return reader_fail (reader, "more than %d loops within loops", COUPLET_LOOP_DEPTH_MAX);
    else if (!begin_loop (reader, evidence, item, &open[++depth]))
      return FALSE;
  }
}

/* ---- Bounds ------------------------------------------------------------------------------ */

/* A threshold, or null for the last private input. */
static gboolean
read_ordered (Reader *reader, const CoupletJsonValue *json, guint32 *value)
{
  *value = reader->automaton->n_thresholds;
  return couplet_json_is (json, COUPLET_JSON_TOKEN_NULL) ||
         reader_need_threshold (reader, couplet_json_text_of (json), value);
}

static gboolean
read_relations (Reader *reader, CoupletEvidence *evidence, const CoupletJsonValue *entry,
                CoupletRelation relation)
{
  const char *key = evidence_relation_key (relation);
  const CoupletJsonValue *list = couplet_json_member (entry, key);
  if (list == NULL)
    return TRUE;
  if (!couplet_json_is_list (list))
    return reader_fail (reader, "'%s' is not a list", key);
  for (const CoupletJsonValue *pair = list->first; pair != NULL; pair = pair->next) {
    CoupletKnown known = {.relation = relation};
    if (!couplet_json_is_list (pair) || pair->n != 2)
      return reader_fail (reader, "'%s' is not a list of pairs of thresholds", key);
    if (!read_ordered (reader, pair->first, &known.below) ||
        !read_ordered (reader, pair->first->next, &known.above))
      return FALSE;
    if (known.below == known.above)
      return reader_fail (reader, "'%s' relates a threshold to itself", key);
    evidence_add_relation (evidence, known);
  }
  return TRUE;
}

static gboolean
read_memory (Reader *reader, CoupletEvidence *evidence, const CoupletJsonValue *entry)
{
  const CoupletJsonValue *change = couplet_json_member (entry, "change");
  const CoupletJsonValue *last = couplet_json_member (entry, "last");
  int sign = 0, difference = COUPLET_NOT_REMEMBERED;
  if ((change != NULL && !reader_need_integer (reader, change, "change", -1, 1, &sign)) ||
      (last != NULL && !reader_need_integer (reader, last, "last", -1, 1, &difference)))
    return FALSE;
  evidence_set_memory (evidence, (CoupletMemory){.change = (gint8)sign, .last = (gint8)difference});
  return TRUE;
}

/* Adds to over the thresholds of json, none of which may be in used. */
static gboolean
read_over (Reader *reader, const CoupletJsonValue *json, guint32 *over, guint32 *n,
           GHashTable *used)
{
  *n = 0;
  if (!couplet_json_is_list (json))
    return reader_fail (reader, "'over' is not a list of thresholds");
  if (json->n > COUPLET_FACTOR_MAX)
    return reader_fail (reader, "a factor over more than %d thresholds", COUPLET_FACTOR_MAX);
  for (const CoupletJsonValue *name = json->first; name != NULL; name = name->next, ++*n) {
    if (!reader_need_threshold (reader, couplet_json_text_of (name), &over[*n]))
      return FALSE;
    if (!g_hash_table_add (used, GUINT_TO_POINTER (over[*n])))
      return reader_fail (reader, "threshold '%s' stands in two places of a vector",
                          reader->automaton->thresholds[over[*n]]);
  }
  return TRUE;
}

static gboolean
read_factor (Reader *reader, CoupletEvidence *evidence, const CoupletJsonValue *object,
             GHashTable *used)
{
  static const char *const keys[] = {"over", "values", NULL};
  guint32 over[COUPLET_FACTOR_MAX], n;
  const CoupletJsonValue *values;
  if (!reader_check_keys (reader, object, "a factor", keys) ||
      !read_over (reader, couplet_json_member (object, "over"), over, &n, used) ||
      !reader_need_array (reader, object, "values", &values))
    return FALSE;
  gsize size = couplet_factor_size (n), i = 0;
  if (values->n != size)
    return reader_fail (reader,
                        "a factor over %u thresholds has %" G_GSIZE_FORMAT " values, not %u", n,
                        size, values->n);
  g_autofree guint32 *numbers = g_new (guint32, size);
  for (const CoupletJsonValue *value = values->first; value != NULL; value = value->next, i++) {
    numbers[i] = COUPLET_NUMBER_INFINITE;
    if (!couplet_json_is (value, COUPLET_JSON_TOKEN_NULL) &&
        !reader_need_number (reader, evidence, value, &numbers[i]))
      return FALSE;
  }
  couplet_evidence_add_factor (evidence, &(CoupletEvidenceFactor){n, over, numbers});
  return TRUE;
}

static gboolean
read_vectors (Reader *reader, CoupletEvidence *evidence, const CoupletJsonValue *entry)
{
  const CoupletJsonValue *vectors;
  guint number = 1;
  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL);
  if (!reader_need_array (reader, entry, "vectors", &vectors))
    return FALSE;
  for (const CoupletJsonValue *vector = vectors->first; vector != NULL;
       vector = vector->next, number++) {
    if (!couplet_json_is_list (vector))
      return reader_fail (reader, "vector %u is not a list of factors", number);
    couplet_evidence_begin_vector (evidence);
    g_hash_table_remove_all (used);
    for (const CoupletJsonValue *factor = vector->first; factor != NULL; factor = factor->next)
      if (!read_factor (reader, evidence, factor, used))
        return FALSE;
  }
  return TRUE;
}

static gboolean
read_entry (Reader *reader, CoupletEvidence *evidence, const CoupletJsonValue *entry)
{
  guint32 state;
  if (!reader_need_state (reader, couplet_json_member (entry, "state"), &state))
    return FALSE;
  couplet_evidence_begin_entry (evidence, state);
  for (guint relation = 0; relation < EVIDENCE_N_RELATIONS; relation++)
    if (!read_relations (reader, evidence, entry, relation))
      return FALSE;
  return read_memory (reader, evidence, entry) && read_vectors (reader, evidence, entry);
}

static gboolean
read_entries (Reader *reader, CoupletEvidence *evidence, const CoupletJsonValue *object)
{
  static const char *const keys[] = {"state",  "order", "equal",   "at_most",
                                     "change", "last",  "vectors", NULL};
  return read_each (reader, evidence, object, "entries", "an entry", keys, read_entry);
}

/* ---- Strategies -------------------------------------------------------------------------- */

/* A number; the word "D"; or an object that gives a number for each D. */
static gboolean
read_draw_shift (Reader *reader, CoupletEvidence *evidence, guint step, guint32 slot,
                 const CoupletJsonValue *json)
{
  static const char *const keys[] = {"-1", "0", "1", NULL};
  CoupletDrawShift shift = {step, slot, {0, 0, 0}};
  gboolean each = couplet_json_is_object (json);
  gboolean follows = g_strcmp0 (couplet_json_text_of (json), "D") == 0;
  if (each && !reader_check_keys (reader, json, "a shift", keys))
    return FALSE;
  for (int i = 0; i < 3; i++) {
    const CoupletJsonValue *value = each ? couplet_json_member (json, keys[i]) : json;
    shift.at[i] = COUPLET_NUMBER_NONE;
    if (follows) {
      g_auto (CoupletRational) difference;
      couplet_rational_init (&difference);
      mpq_set_si (difference.value, i - 1, 1);
      shift.at[i] = couplet_evidence_add_number (evidence, &difference);
    } else if (value != NULL && !reader_need_number (reader, evidence, value, &shift.at[i]))
      return FALSE;
  }
  evidence_add_draw_shift (evidence, shift);
  return TRUE;
}

static gboolean
read_path_step (Reader *reader, CoupletEvidence *evidence, const CoupletJsonValue *step)
{
  CoupletWalkStep taken = {.shift = COUPLET_SHIFT_UNUSED};
  guint index;
  const CoupletWalkStep *before = couplet_evidence_walk (evidence, &index);
  guint32 state = index > 0 ? reader->automaton->target[before[index - 1].transition]
                            : reader->automaton->initial;
  if (!reader_need_step (reader, step, &state, &taken.transition))
    return FALSE;
  couplet_evidence_add_step (evidence, taken);
  return read_shifts (reader, evidence, index, step, read_draw_shift);
}

static gboolean
read_left (Reader *reader, const CoupletJsonValue *object, guint8 *left)
{
  const CoupletJsonValue *list;
  int shift = 0;
  if (!reader_need_array (reader, object, "left", &list))
    return FALSE;
  for (const CoupletJsonValue *x = list->first; x != NULL; x = x->next) {
    if (!reader_need_integer (reader, x, "left", -1, 1, &shift))
      return FALSE;
    *left |= (guint8)(1 << (shift + 1));
  }
  return TRUE;
}

/* A member that may be left out, or null. */
static const CoupletJsonValue *
optional_member (const CoupletJsonValue *object, const char *key)
{
  const CoupletJsonValue *value = couplet_json_member (object, key);
  return couplet_json_is (value, COUPLET_JSON_TOKEN_NULL) ? NULL : value;
}

static gboolean
read_class (Reader *reader, CoupletEvidence *evidence, const CoupletJsonValue *object)
{
  CoupletShiftClass class = {.next = COUPLET_NONE, .difference = COUPLET_SHIFT_UNUSED};
  const CoupletJsonValue *next = optional_member (object, "next");
  const CoupletJsonValue *difference = optional_member (object, "difference");
  const CoupletJsonValue *threshold = couplet_json_member (object, "threshold");
  int value = COUPLET_SHIFT_UNUSED;
  if (((threshold != NULL || reader->automaton->n_thresholds > 1) &&
       !reader_need_threshold (reader, couplet_json_text_of (threshold), &class.threshold)) ||
      !reader_need_transition (reader, couplet_json_member (object, "assignment"),
                               &class.assignment) ||
      (next != NULL && !reader_need_transition (reader, next, &class.next)) ||
      (difference != NULL &&
       !reader_need_integer (reader, difference, "difference", -1, 1, &value)) ||
      !read_left (reader, object, &class.left) ||
      !reader_need_number (reader, evidence, couplet_json_member (object, "shift"), &class.shift))
    return FALSE;
  class.difference = (gint8)value;
  couplet_evidence_add_class (evidence, class);
  return TRUE;
}

/* The strategy of one path, or for classes of segments. */
static gboolean
read_strategy (Reader *reader, CoupletEvidence *evidence, const CoupletJsonValue *object)
{
  static const char *const step_keys[] = {"from",  "to",     "output", "transition",
                                          "shift", "shifts", NULL};
  static const char *const class_keys[] = {"threshold", "assignment", "next", "difference",
                                           "left",      "shift",      NULL};
  const CoupletJsonValue *classes = couplet_json_member (object, "classes");
  if (classes == NULL)
    return read_each (reader, evidence, object, "path", "a step", step_keys, read_path_step);
  if (couplet_json_member (object, "path") != NULL)
    return reader_fail (reader, "both 'classes' and 'path'");
  if (couplet_json_is_list (classes) && classes->n == 0)
    return reader_fail (reader, "'classes' is empty");
  return read_each (reader, evidence, object, "classes", "a class", class_keys, read_class);
}

/* ---- Linear mechanisms ------------------------------------------------------------------- */

static gboolean
read_answers (Reader *reader, CoupletEvidence *evidence, const CoupletJsonValue *object)
{
  int n = 0;
  if (!reader_need_integer (reader, couplet_json_member (object, "answers"), "answers", 0,
                            MOST_ANSWERS, &n))
    return FALSE;
  couplet_evidence_set_answers (evidence, (guint32)n);
  return couplet_evidence_list (evidence) != NULL ||
         reader_fail (reader, "the mechanism has no lists of %d answers", n);
}

static gboolean
read_difference (Reader *reader, CoupletEvidence *evidence, const CoupletJsonValue *json)
{
  guint32 n = couplet_evidence_list (evidence)->n_answers, j = 0;
  g_autofree gint8 *difference = g_new0 (gint8, n + 1);
  int value = 0;
  if (!couplet_json_is_list (json) || json->n != n)
    return reader_fail (reader, "it is not a list of %u numbers", n);
  for (const CoupletJsonValue *item = json->first; item != NULL; item = item->next) {
    if (!reader_need_integer (reader, item, "difference", -1, 1, &value))
      return FALSE;
    difference[j++] = (gint8)value;
  }
  couplet_evidence_add_difference (evidence, difference);
  return TRUE;
}

static gboolean
read_differences (Reader *reader, CoupletEvidence *evidence, const CoupletJsonValue *object)
{
  const CoupletJsonValue *list;
  gsize i = 0;
  if (!reader_need_array (reader, object, "differences", &list))
    return FALSE;
  for (const CoupletJsonValue *item = list->first; item != NULL; item = item->next) {
    reader_set_place (reader, "difference", i++);
    if (!read_difference (reader, evidence, item))
      return FALSE;
  }
  return TRUE;
}

/* A node of the list that a vector of role may name. */
static gboolean
need_node (Reader *reader, const CoupletEvidence *evidence, CoupletVectorRole role,
           const CoupletJsonValue *json, guint32 *node)
{
  const CoupletLinearList *list = couplet_evidence_list (evidence);
  gboolean ends = role == COUPLET_VECTOR_WITH;
  int number = 0;
  if (!reader_need_integer (reader, json, couplet_vector_role_to_string (role), 0,
                            (int)list->n_nodes - 1, &number))
    return FALSE;
  *node = (guint32)number;
  return list->nodes[number].kind == (ends ? COUPLET_LINEAR_END : COUPLET_LINEAR_DECISION) ||
         reader_fail (reader, "node %d is not %s", number,
                      ends ? "the end of a path" : "a decision");
}

static gboolean
read_vector (Reader *reader, CoupletEvidence *evidence, CoupletVectorRole role,
             const CoupletJsonValue *list)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (!couplet_json_is_list (list))
    return reader_fail (reader, "'%s' is not a list of numbers",
                        couplet_vector_role_to_string (role));
  for (const CoupletJsonValue *item = list->first; item != NULL; item = item->next) {
    guint32 number = 0;
    if (couplet_vector_role_is_nodes (role) ? !need_node (reader, evidence, role, item, &number)
                                            : !reader_need_number (reader, evidence, item, &number))
      return FALSE;
    g_array_append_val (numbers, number);
  }
  couplet_evidence_add_path_vector (evidence, role, (const guint32 *)(gpointer)numbers->data,
                                    numbers->len);
  return TRUE;
}

/* The member called as the role; it may be left out. */
static gboolean
read_role (Reader *reader, CoupletEvidence *evidence, CoupletVectorRole role,
           const CoupletJsonValue *object)
{
  const char *key = couplet_vector_role_to_string (role);
  const CoupletJsonValue *list = couplet_json_member (object, key);
  if (list == NULL)
    return TRUE;
  if (!couplet_vector_role_is_list (role))
    return read_vector (reader, evidence, role, list);
  if (!reader_need_array (reader, object, key, &list))
    return FALSE;
  for (const CoupletJsonValue *item = list->first; item != NULL; item = item->next)
    if (!read_vector (reader, evidence, role, item))
      return FALSE;
  return TRUE;
}

static gboolean
read_linear_path (Reader *reader, CoupletEvidence *evidence, const CoupletJsonValue *object)
{
  const CoupletLinearList *list = couplet_evidence_list (evidence);
  int end = 0;
  if (!reader_need_integer (reader, couplet_json_member (object, "end"), "end", 0,
                            (int)list->n_nodes - 1, &end))
    return FALSE;
  if (list->nodes[end].kind != COUPLET_LINEAR_END)
    return reader_fail (reader, "node %d is not the end of a path", end);
  couplet_evidence_begin_path (evidence, (guint32)end);
  for (int role = COUPLET_VECTOR_SHIFTS; role <= COUPLET_VECTOR_APART; role++)
    if (!read_role (reader, evidence, (CoupletVectorRole)role, object))
      return FALSE;
  return TRUE;
}

static gboolean
read_linear (Reader *reader, CoupletEvidence *evidence, const CoupletJsonValue *object)
{
  static const char *const keys[] = {"end", "shifts",  "weights", "impossible", "point", "with",
                                     "met", "not_met", "within",  "apart",      NULL};
  return read_answers (reader, evidence, object) && read_differences (reader, evidence, object) &&
         read_each (reader, evidence, object, "paths", "a path", keys, read_linear_path);
}

/* ---- What stands in front ---------------------------------------------------------------- */

static gboolean
find_kind (Reader *reader, const CoupletJsonValue *object, CoupletEvidenceKind *kind)
{
  const char *word = couplet_json_text_of (couplet_json_member (object, "kind"));
  for (int k = COUPLET_EVIDENCE_BOUND; k <= COUPLET_EVIDENCE_WEIGHTS; k++)
    if (g_strcmp0 (word, couplet_evidence_kind_to_string ((CoupletEvidenceKind)k)) == 0) {
      *kind = (CoupletEvidenceKind)k;
      return TRUE;
    }
  g_autofree char *quoted = word != NULL ? couplet_quote (word, -1) : NULL;
  return word == NULL
             ? reader_fail (reader, "'kind' is missing")
             : reader_fail (
                   reader,
                   "unknown kind %s; expected bound, attained, violation, strategy, unbounded, "
                   "shifts or weights",
                   quoted);
}

/* Adds what the object says to parameters (CoupletDefinition). */
static gboolean
read_parameters (Reader *reader, const CoupletJsonValue *json, GArray *parameters)
{
  if (!couplet_json_is_object (json))
    return reader_fail (reader, "'parameters' of its input is not an object");
  for (const CoupletJsonValue *value = json->first; value != NULL; value = value->next) {
    CoupletDefinition parameter = {value->key, couplet_json_text_of (value)};
    if (parameter.value == NULL)
      return reader_fail (reader, "a parameter of its input is not a text");
    g_array_append_val (parameters, parameter);
  }
  return TRUE;
}

/* Notes where the evidence belongs to another input than the automaton's. */
static void
compare_input (Reader *reader, const CoupletOrigin *theirs)
{
  const CoupletOrigin *ours = reader->automaton->origin;
  if (ours == NULL || origin_equal (ours, theirs))
    return;
  gboolean differs = !g_str_equal (ours->sha256, theirs->sha256);
  g_autofree char *there = origin_to_string (theirs, differs);
  g_autofree char *here = origin_to_string (ours, differs);
  reader->other_input = g_strdup_printf ("%s, not %s", there, here);
}

static gboolean
read_input (Reader *reader, const CoupletJsonValue *input)
{
  static const char *const keys[] = {"file", "sha256", "parameters", NULL};
  g_autoptr (GArray) parameters = g_array_new (FALSE, FALSE, sizeof (CoupletDefinition));
  const CoupletJsonValue *file = optional_member (input, "file");
  const CoupletJsonValue *given = couplet_json_member (input, "parameters");
  if (input == NULL)
    return TRUE;
  CoupletOrigin origin = {.file = couplet_json_text_of (file),
                          .sha256 = couplet_json_text_of (couplet_json_member (input, "sha256"))};
  if (!reader_check_keys (reader, input, "'input'", keys))
    return FALSE;
  if (origin.file == NULL && file != NULL)
    return reader_fail (reader, "'file' of its input is not a text");
  if (origin.sha256 == NULL)
    return reader_fail (reader, "'sha256' of its input is not a text");
  if (given != NULL && !read_parameters (reader, given, parameters))
    return FALSE;
  origin.n_parameters = parameters->len;
  origin.parameters = (const CoupletDefinition *)(gpointer)parameters->data;
  compare_input (reader, &origin);
  return TRUE;
}

/* Whether json, if there is one, is the name of the automaton. */
static gboolean
check_name (Reader *reader, const CoupletJsonValue *json)
{
  const char *name = couplet_json_text_of (json);
  if (json == NULL || g_strcmp0 (name, reader->automaton->name) == 0)
    return TRUE;
  g_autofree char *theirs = name != NULL ? couplet_quote (name, -1) : NULL;
  g_autofree char *ours = couplet_quote (reader->automaton->name, -1);
  return theirs == NULL ? reader_fail (reader, "'automaton' is not a text")
                        : reader_fail (reader, "it is about automaton %s, not %s", theirs, ours);
}

/* The keys of a piece of kind: those of all, and its own. */
static gboolean
check_piece_keys (Reader *reader, const CoupletJsonValue *object, CoupletEvidenceKind kind)
{
  static const char *const own[COUPLET_EVIDENCE_WEIGHTS + 1][3] = {
      [COUPLET_EVIDENCE_BOUND] = {"entries"},
      [COUPLET_EVIDENCE_ATTAINED] = {"walk"},
      [COUPLET_EVIDENCE_VIOLATION] = {"walk"},
      [COUPLET_EVIDENCE_STRATEGY] = {"path", "classes"},
      [COUPLET_EVIDENCE_UNBOUNDED] = {"walk"},
      [COUPLET_EVIDENCE_SHIFTS] = {"answers", "differences", "paths"},
      [COUPLET_EVIDENCE_WEIGHTS] = {"answers", "differences", "paths"},
  };
  const char *keys[] = {"couplet_evidence",
                        "kind",
                        "automaton",
                        "input",
                        "provenance",
                        "cost",
                        NULL,
                        NULL,
                        NULL,
                        NULL};
  for (guint i = 0; i < G_N_ELEMENTS (own[kind]); i++)
    keys[6 + i] = own[kind][i];
  return reader_check_keys (reader, object, "it", keys);
}

static gboolean
check_head (Reader *reader, const CoupletJsonValue *object, CoupletEvidenceKind kind)
{
  gboolean is_linear = kind == COUPLET_EVIDENCE_SHIFTS || kind == COUPLET_EVIDENCE_WEIGHTS;
  gint64 version = 0;
  if (!couplet_json_whole_of (couplet_json_member (object, "couplet_evidence"), &version) ||
      version != 1)
    return reader_fail (reader, "'couplet_evidence' is not 1, the version known here");
  if (!read_input (reader, couplet_json_member (object, "input")))
    return FALSE;
  if (is_linear != (reader->automaton->linear != NULL))
    return reader_fail (reader, is_linear ? "it is about a linear mechanism, and the input is none"
                                          : "it is about an automaton, and the input is a linear "
                                            "mechanism");
  return check_name (reader, couplet_json_member (object, "automaton")) &&
         check_piece_keys (reader, object, kind);
}

static gboolean
read_cost (Reader *reader, CoupletEvidence *evidence, const CoupletJsonValue *json)
{
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  if (json == NULL)
    return TRUE;
  if (!reader_need_rational (reader, json, &cost))
    return FALSE;
  couplet_evidence_set_cost (evidence, &cost);
  return TRUE;
}

/* ---- Pieces and documents ---------------------------------------------------------------- */

static gboolean
read_piece (Reader *reader, const CoupletJsonValue *object)
{
  CoupletEvidenceKind kind = COUPLET_EVIDENCE_BOUND;
  reader->piece++;
  g_free (reader->place);
  reader->place = g_strdup ("");
  g_clear_pointer (&reader->other_input, g_free);
  if (!couplet_json_is_object (object))
    return reader_fail (reader, "it is not an object");
  if (!find_kind (reader, object, &kind) || !check_head (reader, object, kind))
    return FALSE;
  CoupletEvidence *evidence = couplet_evidence_new (kind, reader->automaton);
  g_ptr_array_add (reader->found, evidence);
  evidence_set_other_input (evidence, reader->other_input);
  if (!read_cost (reader, evidence, optional_member (object, "cost")))
    return FALSE;
  return kind == COUPLET_EVIDENCE_BOUND      ? read_entries (reader, evidence, object)
         : kind == COUPLET_EVIDENCE_STRATEGY ? read_strategy (reader, evidence, object)
         : reader->automaton->linear != NULL
             ? read_linear (reader, evidence, object)
             : read_walk (reader, evidence, object, kind != COUPLET_EVIDENCE_VIOLATION);
}

/* Of a piece, a list of pieces, or a report, whose stages have some. */
static gboolean
read_document (Reader *reader, const CoupletJsonValue *document)
{
  const CoupletJsonValue *stages = couplet_json_member (document, "stages");
  const CoupletJsonValue *list = couplet_json_is_list (document) ? document : NULL;
  const CoupletJsonValue *stage = list == NULL ? couplet_json_first (stages) : NULL;
  if (list == NULL && !couplet_json_is_list (stages))
    return read_piece (reader, document);
  do {
    for (const CoupletJsonValue *piece =
             couplet_json_first (list != NULL ? list : couplet_json_member (stage, "evidence"));
         piece != NULL; piece = piece->next)
      if (!read_piece (reader, piece))
        return FALSE;
    stage = stage != NULL ? stage->next : NULL;
  } while (stage != NULL);
  return TRUE;
}

/* Reads the documents in data, which stand one after another. */
static gboolean
read_documents (Reader *reader, const char *data, gsize length)
{
  const char *at = data, *end = data + length;
  for (;;) {
    for (; at < end && strchr (" \t\r\n", *at) != NULL && *at != '\0'; at++)
      reader->line += *at == '\n';
    if (at == end)
      return TRUE;
    g_autoptr (CoupletArena) arena = couplet_arena_new ();
    g_autofree char *why = NULL;
    const char *rest;
    CoupletPlace place;
    const CoupletJsonValue *document =
        couplet_json_read (at, (gsize)(end - at), arena, &rest, &place, &why);
    if (document == NULL) {
      g_set_error (reader->error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s:%u:%u: %s", reader->file,
                   reader->line + place.line - 1, place.column, why);
      return FALSE;
    }
    if (!read_document (reader, document))
      return FALSE;
    for (; at < rest; at++)
      reader->line += *at == '\n';
  }
}

GPtrArray *
couplet_evidence_read (const CoupletAutomaton *automaton, const char *file, const char *data,
                       gsize length, GError **error)
{
  if (automaton->linear != NULL) /* of which automaton may be a view with one list */
    automaton = automaton->linear->automaton;
  if (automaton->folded != NULL)
    automaton = automaton->folded;
  g_autoptr (GHashTable) states = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) found =
      g_ptr_array_new_with_free_func ((GDestroyNotify)couplet_evidence_free);
  Reader reader = {automaton, file, 1, 0, NULL, g_strdup (""), states, found, error};
  for (guint32 q = 0; q < automaton->n_states; q++)
    g_hash_table_insert (states, (gpointer)automaton->states[q].name, GUINT_TO_POINTER (q + 1));
  g_autofree char *text = g_strndup (data, length);
  gboolean good = read_documents (&reader, text, length);
  g_free (reader.place);
  g_free (reader.other_input);
  if (good && found->len == 0) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s: there is no evidence in it", file);
    return NULL;
  }
  return good ? g_steal_pointer (&found) : NULL;
}
