/* SPDX-License-Identifier: Apache-2.0 */
/* Reading evidence: docs/evidence.md. */
#include "origin.h"

#include <couplet/host/evidence_read.h>
#include <couplet/context.h>
#include <couplet/sample.h>

#include <jansson.h>
#include <string.h>

typedef struct {
  const CoupletAutomaton *automaton;
  const char *file;
  guint line;         /* where the present document begins */
  guint piece;        /* the number of the present evidence, from 1 */
  char *other_input;  /* couplet_evidence_other_input() of it */
  char *place;        /* in it: `entry 3, vector 1`; may be empty */
  GHashTable *states; /* name to index + 1 */
  GPtrArray *found;
  GError **error;
} Reader;

static gboolean fail (Reader *reader, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
fail (Reader *reader, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_autoptr (GString) place = g_string_new (NULL);
  if (reader->piece > 0)
    g_string_append_printf (place, "evidence %u: ", reader->piece);
  if (reader->other_input != NULL)
    /* what is wrong with it here is no wonder */
    g_string_append_printf (place, "it belongs to %s: ", reader->other_input);
  if (*reader->place != '\0')
    g_string_append_printf (place, "%s: ", reader->place);
  g_set_error (reader->error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s:%u: %s%s", reader->file,
               reader->line, place->str, text);
  return FALSE;
}

static void
set_place (Reader *reader, const char *what, gsize index)
{
  g_free (reader->place);
  reader->place = g_strdup_printf ("%s %" G_GSIZE_FORMAT, what, index + 1);
}

/* ---- Members --------------------------------------------------------------------------- */

/* Every member of object must be called one of names, which ends in NULL. */
static gboolean
check_keys (Reader *reader, json_t *object, const char *const *names)
{
  const char *key;
  json_t *value;
  json_object_foreach (object, key, value)
  {
    if (g_strv_contains (names, key))
      continue;
    g_autofree char *hint = couplet_did_you_mean (key, names);
    g_autofree char *quoted = couplet_quote (key, -1);
    return fail (reader, "unknown key %s%s", quoted, hint);
  }
  return TRUE;
}

/* Sets *value to the member key, which must be an array. */
static gboolean
need_array (Reader *reader, json_t *object, const char *key, json_t **value)
{
  *value = json_object_get (object, key);
  return json_is_array (*value) || fail (reader, "'%s' is not a list", key);
}

/* Sets *value to a whole number from low to high. */
static gboolean
need_integer (Reader *reader, json_t *json, const char *what, int low, int high, int *value)
{
  if (!json_is_integer (json) || json_integer_value (json) < low ||
      json_integer_value (json) > high)
    return fail (reader, "'%s' is not a whole number from %d to %d", what, low, high);
  *value = (int)json_integer_value (json);
  return TRUE;
}

/* Sets *value to an exact rational, a string or a JSON integer. */
static gboolean
need_rational (Reader *reader, json_t *json, CoupletRational *value)
{
  g_autoptr (GError) reason = NULL;
  if (json_is_integer (json)) {
    mpq_set_si (value->value, (long)json_integer_value (json), 1);
    return TRUE;
  }
  if (!json_is_string (json))
    return fail (reader, "a number is not a text such as \"5/4\"");
  if (!couplet_rational_parse (value, json_string_value (json), json_string_length (json), &reason))
    return fail (reader, "%s", reason->message);
  return TRUE;
}

static gboolean
need_number (Reader *reader, CoupletEvidence *evidence, json_t *json, guint32 *number)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (!need_rational (reader, json, &value))
    return FALSE;
  *number = couplet_evidence_add_number (evidence, &value);
  return TRUE;
}

static gboolean
need_threshold (Reader *reader, json_t *json, guint32 *threshold)
{
  const char *name = json_string_value (json);
  for (*threshold = 0; name != NULL && *threshold < reader->automaton->n_thresholds; ++*threshold)
    if (g_str_equal (reader->automaton->thresholds[*threshold], name))
      return TRUE;
  g_autofree char *quoted = name != NULL ? couplet_quote (name, -1) : NULL;
  return name == NULL ? fail (reader, "the name of a threshold is not a text")
                      : fail (reader, "the automaton has no threshold %s", quoted);
}

static gboolean
need_state (Reader *reader, json_t *json, guint32 *state)
{
  const char *name = json_string_value (json);
  gpointer index = name != NULL ? g_hash_table_lookup (reader->states, name) : NULL;
  g_autofree char *quoted = name != NULL ? couplet_quote (name, -1) : NULL;
  if (index == NULL)
    return name == NULL ? fail (reader, "the name of a state is missing")
                        : fail (reader, "the automaton has no state %s", quoted);
  *state = GPOINTER_TO_UINT (index) - 1;
  return TRUE;
}

/* ---- Transitions ------------------------------------------------------------------------ */

static gboolean
matches (const CoupletAutomaton *a, guint32 transition, const char *to, const char *output)
{
  return (to == NULL || g_str_equal (to, a->states[a->target[transition]].name)) &&
         (output == NULL || g_str_equal (output, couplet_output_of (a, transition)->name));
}

/* Sets *transition to the one that leaves state and that the members `to`,
 * `output` and `transition` (its number there) of object single out. */
static gboolean
find_transition (Reader *reader, json_t *object, guint32 state, guint32 *transition)
{
  const CoupletAutomaton *a = reader->automaton;
  const char *to = json_string_value (json_object_get (object, "to"));
  const char *output = json_string_value (json_object_get (object, "output"));
  json_t *given = json_object_get (object, "transition");
  guint32 first = a->row[state], end = a->row[state + 1], n = 0;
  g_autofree char *name = couplet_quote (a->states[state].name, -1);
  if (given != NULL) {
    int number = 0;
    if (first == end)
      return fail (reader, "no transition leaves state %s", name);
    if (!need_integer (reader, given, "transition", 0, (int)MIN (end - first - 1, G_MAXINT),
                       &number))
      return FALSE;
    first += (guint32)number;
    end = first + 1;
  }
  for (guint32 t = first; t < end; t++)
    if (matches (a, t, to, output)) {
      *transition = t;
      n++;
    }
  return n == 1 || fail (reader,
                         n == 0 ? "no such transition leaves state %s"
                                : "several such transitions leave state %s; give its number "
                                  "among them as 'transition'",
                         name);
}

/* Like it, for an object that stands alone: `from` says the state. */
static gboolean
need_transition (Reader *reader, json_t *object, guint32 *transition)
{
  static const char *const keys[] = {"from", "to", "output", "transition", NULL};
  guint32 state;
  if (!json_is_object (object))
    return fail (reader, "a transition is not an object");
  return check_keys (reader, object, keys) &&
         need_state (reader, json_object_get (object, "from"), &state) &&
         find_transition (reader, object, state, transition);
}

/* Like it, for a step: *state, which `from` must agree with if it is there, becomes
 * the next. */
static gboolean
need_step (Reader *reader, json_t *object, guint32 *state, guint32 *transition)
{
  json_t *from = json_object_get (object, "from");
  guint32 named = *state;
  if (from != NULL && !need_state (reader, from, &named))
    return FALSE;
  if (named != *state) {
    g_autofree char *there = couplet_quote (reader->automaton->states[named].name, -1);
    g_autofree char *here = couplet_quote (reader->automaton->states[*state].name, -1);
    return fail (reader, "the step leaves state %s, but the walk is at %s", there, here);
  }
  if (!find_transition (reader, object, *state, transition))
    return FALSE;
  *state = reader->automaton->target[*transition];
  return TRUE;
}

/* ---- Walks ------------------------------------------------------------------------------- */

/* Calls read for the shift of each sample that object names: `shift` when a state
 * has one, `shifts` by threshold when it has several. */
static gboolean
read_shifts (Reader *reader, CoupletEvidence *evidence, guint step, json_t *object,
             gboolean (*read) (Reader *, CoupletEvidence *, guint, guint32, json_t *))
{
  gboolean several = couplet_n_slots (reader->automaton) > 1;
  json_t *shift = json_object_get (object, several ? "shifts" : "shift"), *value;
  const char *name;
  if (json_object_get (object, several ? "shift" : "shifts") != NULL)
    return fail (reader, several ? "'shift' where each threshold has a sample; give 'shifts'"
                                 : "'shifts' where a state has one sample; give 'shift'");
  if (shift == NULL || json_is_null (shift))
    return TRUE;
  if (!several)
    return read (reader, evidence, step, 0, shift);
  if (!json_is_object (shift))
    return fail (reader, "'shifts' is not an object");
  json_object_foreach (shift, name, value)
  {
    guint32 slot;
    json_t *text = json_string (name);
    gboolean known = need_threshold (reader, text, &slot);
    json_decref (text);
    if (!known || !read (reader, evidence, step, slot, value))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_walk_shift (Reader *reader, CoupletEvidence *evidence, guint step, guint32 slot, json_t *json)
{
  int shift = 0;
  if (!need_integer (reader, json, "shift", -1, 1, &shift))
    return FALSE;
  couplet_evidence_set_shift (evidence, step, slot, (gint8)shift);
  return TRUE;
}

static gboolean
read_walk (Reader *reader, CoupletEvidence *evidence, json_t *object)
{
  static const char *const keys[] = {"from",       "to",    "output", "transition",
                                     "difference", "shift", "shifts", NULL};
  guint32 state = reader->automaton->initial;
  json_t *walk, *step;
  size_t i;
  if (!need_array (reader, object, "walk", &walk))
    return FALSE;
  json_array_foreach (walk, i, step)
  {
    CoupletWalkStep taken = {.shift = COUPLET_SHIFT_UNUSED};
    int difference = 0;
    set_place (reader, "step", i);
    if (!json_is_object (step))
      return fail (reader, "a step is not an object");
    if (!check_keys (reader, step, keys) || !need_step (reader, step, &state, &taken.transition) ||
        !need_integer (reader, json_object_get (step, "difference"), "difference", -1, 1,
                       &difference))
      return FALSE;
    taken.difference = (gint8)difference;
    couplet_evidence_add_step (evidence, taken);
    if (!read_shifts (reader, evidence, (guint)i, step, read_walk_shift))
      return FALSE;
  }
  return TRUE;
}

/* ---- Bounds ------------------------------------------------------------------------------- */

static gboolean
read_relations (Reader *reader, CoupletEvidence *evidence, json_t *object, const char *key,
                gboolean equal)
{
  json_t *list = json_object_get (object, key), *pair;
  size_t i;
  if (list == NULL)
    return TRUE;
  if (!json_is_array (list))
    return fail (reader, "'%s' is not a list", key);
  json_array_foreach (list, i, pair)
  {
    CoupletKnown relation = {.equal = equal};
    if (!json_is_array (pair) || json_array_size (pair) != 2)
      return fail (reader, "'%s' is not a list of pairs of thresholds", key);
    if (!need_threshold (reader, json_array_get (pair, 0), &relation.below) ||
        !need_threshold (reader, json_array_get (pair, 1), &relation.above))
      return FALSE;
    if (relation.below == relation.above)
      return fail (reader, "'%s' relates a threshold to itself", key);
    couplet_evidence_add_relation (evidence, relation);
  }
  return TRUE;
}

static gboolean
read_memory (Reader *reader, CoupletEvidence *evidence, json_t *entry)
{
  json_t *change = json_object_get (entry, "change"), *last = json_object_get (entry, "last");
  int sign = 0, difference = COUPLET_NOT_REMEMBERED;
  if ((change != NULL && !need_integer (reader, change, "change", -1, 1, &sign)) ||
      (last != NULL && !need_integer (reader, last, "last", -1, 1, &difference)))
    return FALSE;
  couplet_evidence_set_memory (evidence,
                               (CoupletMemory){.change = (gint8)sign, .last = (gint8)difference});
  return TRUE;
}

/* Adds to over the thresholds of json, none of which may be in used. */
static gboolean
read_over (Reader *reader, json_t *json, guint32 *over, guint32 *n, GHashTable *used)
{
  json_t *name;
  size_t i;
  *n = 0;
  if (!json_is_array (json))
    return fail (reader, "'over' is not a list of thresholds");
  if (json_array_size (json) > COUPLET_FACTOR_MAX)
    return fail (reader, "a factor over more than %d thresholds", COUPLET_FACTOR_MAX);
  json_array_foreach (json, i, name)
  {
    if (!need_threshold (reader, name, &over[*n]))
      return FALSE;
    if (!g_hash_table_add (used, GUINT_TO_POINTER (over[*n])))
      return fail (reader, "threshold '%s' stands in two places of a vector",
                   reader->automaton->thresholds[over[*n]]);
    ++*n;
  }
  return TRUE;
}

static gboolean
read_factor (Reader *reader, CoupletEvidence *evidence, json_t *object, GHashTable *used)
{
  static const char *const keys[] = {"over", "values", NULL};
  guint32 over[COUPLET_FACTOR_MAX], n;
  json_t *values, *value;
  size_t i;
  if (!json_is_object (object))
    return fail (reader, "a factor is not an object");
  if (!check_keys (reader, object, keys) ||
      !read_over (reader, json_object_get (object, "over"), over, &n, used) ||
      !need_array (reader, object, "values", &values))
    return FALSE;
  gsize size = couplet_factor_size (n);
  if (json_array_size (values) != size)
    return fail (reader, "a factor over %u thresholds has %" G_GSIZE_FORMAT " values, not %zu", n,
                 size, json_array_size (values));
  g_autofree guint32 *numbers = g_new (guint32, size);
  json_array_foreach (values, i, value)
  {
    numbers[i] = COUPLET_NUMBER_INFINITE;
    if (!json_is_null (value) && !need_number (reader, evidence, value, &numbers[i]))
      return FALSE;
  }
  couplet_evidence_add_factor (evidence, &(CoupletEvidenceFactor){n, over, numbers});
  return TRUE;
}

static gboolean
read_vectors (Reader *reader, CoupletEvidence *evidence, json_t *object)
{
  json_t *vectors, *vector, *factor;
  size_t i, j;
  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL);
  if (!need_array (reader, object, "vectors", &vectors))
    return FALSE;
  json_array_foreach (vectors, i, vector)
  {
    if (!json_is_array (vector))
      return fail (reader, "vector %zu is not a list of factors", i + 1);
    couplet_evidence_begin_vector (evidence);
    g_hash_table_remove_all (used);
    json_array_foreach (vector, j, factor)
    {
      if (!read_factor (reader, evidence, factor, used))
        return FALSE;
    }
  }
  return TRUE;
}

static gboolean
read_entries (Reader *reader, CoupletEvidence *evidence, json_t *object)
{
  static const char *const keys[] = {"state", "order", "equal", "change", "last", "vectors", NULL};
  json_t *entries, *entry;
  size_t i;
  if (!need_array (reader, object, "entries", &entries))
    return FALSE;
  json_array_foreach (entries, i, entry)
  {
    guint32 state;
    set_place (reader, "entry", i);
    if (!json_is_object (entry))
      return fail (reader, "an entry is not an object");
    if (!check_keys (reader, entry, keys) ||
        !need_state (reader, json_object_get (entry, "state"), &state))
      return FALSE;
    couplet_evidence_begin_entry (evidence, state);
    if (!read_relations (reader, evidence, entry, "order", FALSE) ||
        !read_relations (reader, evidence, entry, "equal", TRUE) ||
        !read_memory (reader, evidence, entry) || !read_vectors (reader, evidence, entry))
      return FALSE;
  }
  return TRUE;
}

/* ---- Strategies ------------------------------------------------------------------------------ */

/* A number; the word "D"; or an object that gives a number for each D. */
static gboolean
read_draw_shift (Reader *reader, CoupletEvidence *evidence, guint step, guint32 slot, json_t *json)
{
  static const char *const keys[] = {"-1", "0", "1", NULL};
  CoupletDrawShift shift = {step, slot, {0, 0, 0}};
  const char *word = json_string_value (json);
  if (json_is_object (json) && !check_keys (reader, json, keys))
    return FALSE;
  for (int i = 0; i < 3; i++) {
    json_t *value = json_is_object (json) ? json_object_get (json, keys[i]) : json;
    shift.at[i] = COUPLET_NUMBER_NONE;
    if (word != NULL && g_str_equal (word, "D")) {
      g_auto (CoupletRational) difference;
      couplet_rational_init (&difference);
      mpq_set_si (difference.value, i - 1, 1);
      shift.at[i] = couplet_evidence_add_number (evidence, &difference);
    } else if (value != NULL && !need_number (reader, evidence, value, &shift.at[i]))
      return FALSE;
  }
  couplet_evidence_add_draw_shift (evidence, shift);
  return TRUE;
}

static gboolean
read_path (Reader *reader, CoupletEvidence *evidence, json_t *object)
{
  static const char *const keys[] = {"from", "to", "output", "transition", "shift", "shifts", NULL};
  guint32 state = reader->automaton->initial;
  json_t *path, *step;
  size_t i;
  if (!need_array (reader, object, "path", &path))
    return FALSE;
  json_array_foreach (path, i, step)
  {
    CoupletWalkStep taken = {.shift = COUPLET_SHIFT_UNUSED};
    set_place (reader, "step", i);
    if (!json_is_object (step))
      return fail (reader, "a step is not an object");
    if (!check_keys (reader, step, keys) || !need_step (reader, step, &state, &taken.transition))
      return FALSE;
    couplet_evidence_add_step (evidence, taken);
    if (!read_shifts (reader, evidence, (guint)i, step, read_draw_shift))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_left (Reader *reader, json_t *object, guint8 *left)
{
  json_t *list, *x;
  size_t i;
  int shift = 0;
  *left = 0;
  if (!need_array (reader, object, "left", &list))
    return FALSE;
  json_array_foreach (list, i, x)
  {
    if (!need_integer (reader, x, "left", -1, 1, &shift))
      return FALSE;
    *left |= (guint8)(1 << (shift + 1));
  }
  return TRUE;
}

static gboolean
read_class (Reader *reader, CoupletEvidence *evidence, json_t *object)
{
  static const char *const keys[] = {"threshold", "assignment", "next", "difference",
                                     "left",      "shift",      NULL};
  CoupletShiftClass class = {.next = COUPLET_NONE, .difference = COUPLET_SHIFT_UNUSED};
  json_t *next = json_object_get (object, "next"),
         *difference = json_object_get (object, "difference"),
         *threshold = json_object_get (object, "threshold");
  int value = COUPLET_SHIFT_UNUSED;
  if (!json_is_object (object))
    return fail (reader, "a class is not an object");
  if (!check_keys (reader, object, keys) ||
      ((threshold != NULL || reader->automaton->n_thresholds > 1) &&
       !need_threshold (reader, threshold, &class.threshold)) ||
      !need_transition (reader, json_object_get (object, "assignment"), &class.assignment) ||
      (next != NULL && !json_is_null (next) && !need_transition (reader, next, &class.next)) ||
      (difference != NULL && !json_is_null (difference) &&
       !need_integer (reader, difference, "difference", -1, 1, &value)) ||
      !read_left (reader, object, &class.left) ||
      !need_number (reader, evidence, json_object_get (object, "shift"), &class.shift))
    return FALSE;
  class.difference = (gint8)value;
  couplet_evidence_add_class (evidence, class);
  return TRUE;
}

static gboolean
read_strategy (Reader *reader, CoupletEvidence *evidence, json_t *object)
{
  json_t *classes, *class;
  size_t i;
  if (json_object_get (object, "classes") == NULL)
    return read_path (reader, evidence, object);
  if (json_object_get (object, "path") != NULL)
    return fail (reader, "both 'classes' and 'path'");
  if (!need_array (reader, object, "classes", &classes))
    return FALSE;
  if (json_array_size (classes) == 0)
    return fail (reader, "'classes' is empty");
  json_array_foreach (classes, i, class)
  {
    set_place (reader, "class", i);
    if (!read_class (reader, evidence, class))
      return FALSE;
  }
  return TRUE;
}

/* ---- Pieces and documents ----------------------------------------------------------------------
 */

static gboolean
find_kind (Reader *reader, json_t *object, CoupletEvidenceKind *kind)
{
  const char *names[5] = {NULL}, *word = json_string_value (json_object_get (object, "kind"));
  for (int k = COUPLET_EVIDENCE_BOUND; k <= COUPLET_EVIDENCE_STRATEGY; k++) {
    names[k] = couplet_evidence_kind_to_string ((CoupletEvidenceKind)k);
    if (word != NULL && g_str_equal (word, names[k])) {
      *kind = (CoupletEvidenceKind)k;
      return TRUE;
    }
  }
  g_autofree char *quoted = word != NULL ? couplet_quote (word, -1) : NULL;
  return word == NULL
             ? fail (reader, "'kind' is missing")
             : fail (reader, "unknown kind %s; expected bound, attained, violation or strategy",
                     quoted);
}

/* Sets *parameters, whose texts are json's, to what the object says. */
static gboolean
read_parameters (Reader *reader, json_t *json, GArray *parameters)
{
  const char *name;
  json_t *value;
  if (!json_is_object (json))
    return fail (reader, "'parameters' of its input is not an object");
  json_object_foreach (json, name, value)
  {
    CoupletDefinition parameter = {name, json_string_value (value)};
    if (parameter.value == NULL)
      return fail (reader, "a parameter of its input is not a text");
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
read_input (Reader *reader, json_t *input)
{
  static const char *const keys[] = {"file", "sha256", "parameters", NULL};
  g_autoptr (GArray) parameters = g_array_new (FALSE, FALSE, sizeof (CoupletDefinition));
  json_t *file = json_object_get (input, "file"), *given = json_object_get (input, "parameters");
  if (input == NULL)
    return TRUE;
  if (!json_is_object (input))
    return fail (reader, "'input' is not an object");
  CoupletOrigin origin = {json_string_value (file),
                          json_string_value (json_object_get (input, "sha256")), 0, NULL};
  if (!check_keys (reader, input, keys))
    return FALSE;
  if (origin.file == NULL && file != NULL && !json_is_null (file))
    return fail (reader, "'file' of its input is not a text");
  if (origin.sha256 == NULL)
    return fail (reader, "'sha256' of its input is not a text");
  if (given != NULL && !read_parameters (reader, given, parameters))
    return FALSE;
  origin.n_parameters = parameters->len;
  origin.parameters = (const CoupletDefinition *)(gpointer)parameters->data;
  compare_input (reader, &origin);
  return TRUE;
}

static gboolean
check_head (Reader *reader, json_t *object, CoupletEvidenceKind kind)
{
  static const char *const keys[4][8] = {
      {"couplet_evidence", "kind", "automaton", "input", "cost", "entries", NULL},
      {"couplet_evidence", "kind", "automaton", "input", "cost", "walk", NULL},
      {"couplet_evidence", "kind", "automaton", "input", "cost", "walk", NULL},
      {"couplet_evidence", "kind", "automaton", "input", "cost", "path", "classes", NULL}};
  json_t *version = json_object_get (object, "couplet_evidence");
  json_t *name = json_object_get (object, "automaton");
  if (!json_is_integer (version) || json_integer_value (version) != 1)
    return fail (reader, "'couplet_evidence' is not 1, the version known here");
  if (!read_input (reader, json_object_get (object, "input")))
    return FALSE;
  if (name != NULL && (!json_is_string (name) ||
                       !g_str_equal (json_string_value (name), reader->automaton->name))) {
    g_autofree char *theirs =
        json_is_string (name) ? couplet_quote (json_string_value (name), -1) : NULL;
    g_autofree char *ours = couplet_quote (reader->automaton->name, -1);
    return theirs == NULL ? fail (reader, "'automaton' is not a text")
                          : fail (reader, "it is about automaton %s, not %s", theirs, ours);
  }
  return check_keys (reader, object, keys[kind]);
}

static gboolean
read_cost (Reader *reader, CoupletEvidence *evidence, json_t *json)
{
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  if (json == NULL || json_is_null (json))
    return TRUE;
  if (!need_rational (reader, json, &cost))
    return FALSE;
  couplet_evidence_set_cost (evidence, &cost);
  return TRUE;
}

static gboolean
read_piece (Reader *reader, json_t *object)
{
  CoupletEvidenceKind kind = COUPLET_EVIDENCE_BOUND;
  reader->piece++;
  g_free (reader->place);
  reader->place = g_strdup ("");
  g_clear_pointer (&reader->other_input, g_free);
  if (!json_is_object (object))
    return fail (reader, "it is not an object");
  if (!find_kind (reader, object, &kind) || !check_head (reader, object, kind))
    return FALSE;
  CoupletEvidence *evidence = couplet_evidence_new (kind, reader->automaton);
  g_ptr_array_add (reader->found, evidence);
  couplet_evidence_set_other_input (evidence, reader->other_input);
  if (!read_cost (reader, evidence, json_object_get (object, "cost")))
    return FALSE;
  return kind == COUPLET_EVIDENCE_BOUND      ? read_entries (reader, evidence, object)
         : kind == COUPLET_EVIDENCE_STRATEGY ? read_strategy (reader, evidence, object)
                                             : read_walk (reader, evidence, object);
}

static gboolean
read_list (Reader *reader, json_t *list)
{
  json_t *piece;
  size_t i;
  json_array_foreach (list, i, piece)
  {
    if (!read_piece (reader, piece))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_document (Reader *reader, json_t *document)
{
  json_t *stages = json_object_get (document, "stages"), *stage;
  size_t i;
  if (json_is_array (document))
    return read_list (reader, document);
  if (!json_is_array (stages))
    return read_piece (reader, document);
  json_array_foreach (stages, i, stage)
  {
    json_t *list = json_object_get (stage, "evidence");
    if (list != NULL && !read_list (reader, list))
      return FALSE;
  }
  return TRUE;
}

static gboolean
fail_to_parse (Reader *reader, const json_error_t *problem)
{
  guint line = reader->line + (guint)MAX (problem->line - 1, 0);
  g_set_error (reader->error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s:%u:%d: %s", reader->file,
               line, MAX (problem->column, 1), problem->text);
  return FALSE;
}

static gboolean
read_documents (Reader *reader, const char *data, gsize length)
{
  gsize done = 0;
  for (;;) {
    json_error_t problem;
    for (; done < length && strchr (" \t\r\n", data[done]) != NULL && data[done] != '\0'; done++)
      reader->line += data[done] == '\n';
    if (done == length)
      return TRUE;
    json_t *document = json_loadb (data + done, length - done,
                                   JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &problem);
    if (document == NULL)
      return fail_to_parse (reader, &problem);
    gboolean good = read_document (reader, document);
    json_decref (document);
    if (!good)
      return FALSE;
    for (gsize end = done + (gsize)problem.position; done < end; done++)
      reader->line += data[done] == '\n';
  }
}

GPtrArray *
couplet_evidence_read (const CoupletAutomaton *automaton, const char *file, const char *data,
                       gsize length, GError **error)
{
  if (automaton->folded != NULL)
    automaton = automaton->folded;
  g_autoptr (GHashTable) states = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) found =
      g_ptr_array_new_with_free_func ((GDestroyNotify)couplet_evidence_free);
  Reader reader = {automaton, file, 1, 0, NULL, g_strdup (""), states, found, error};
  for (guint32 q = 0; q < automaton->n_states; q++)
    g_hash_table_insert (states, (gpointer)automaton->states[q].name, GUINT_TO_POINTER (q + 1));
  gboolean good = read_documents (&reader, data, length);
  g_free (reader.place);
  g_free (reader.other_input);
  if (good && found->len == 0) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s: there is no evidence in it", file);
    return NULL;
  }
  return good ? g_steal_pointer (&found) : NULL;
}
