/* SPDX-License-Identifier: Apache-2.0 */
#include "evidence_parts.h"

#include <couplet/host/evidence.h>
#include "read_strategy.h"

#include "read_walk.h"

/* A number; the word "D"; or an object that gives a number for each D. */
static gboolean
read_draw_shift (Reader *reader, CoupletEvidence *evidence, guint step, guint32 slot, json_t *json)
{
  static const char *const keys[] = {"-1", "0", "1", NULL};
  CoupletDrawShift shift = {step, slot, {0, 0, 0}};
  const char *word = json_string_value (json);
  if (json_is_object (json) && !reader_check_keys (reader, json, keys))
    return FALSE;
  for (int i = 0; i < 3; i++) {
    json_t *value = json_is_object (json) ? json_object_get (json, keys[i]) : json;
    shift.at[i] = COUPLET_NUMBER_NONE;
    if (word != NULL && g_str_equal (word, "D")) {
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
read_path (Reader *reader, CoupletEvidence *evidence, json_t *object)
{
  static const char *const keys[] = {"from", "to", "output", "transition", "shift", "shifts", NULL};
  guint32 state = reader->automaton->initial;
  json_t *path, *step;
  size_t i;
  if (!reader_need_array (reader, object, "path", &path))
    return FALSE;
  json_array_foreach (path, i, step)
  {
    CoupletWalkStep taken = {.shift = COUPLET_SHIFT_UNUSED};
    reader_set_place (reader, "step", i);
    if (!json_is_object (step))
      return reader_fail (reader, "a step is not an object");
    if (!reader_check_keys (reader, step, keys) ||
        !reader_need_step (reader, step, &state, &taken.transition))
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
  if (!reader_need_array (reader, object, "left", &list))
    return FALSE;
  json_array_foreach (list, i, x)
  {
    if (!reader_need_integer (reader, x, "left", -1, 1, &shift))
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
    return reader_fail (reader, "a class is not an object");
  if (!reader_check_keys (reader, object, keys) ||
      ((threshold != NULL || reader->automaton->n_thresholds > 1) &&
       !reader_need_threshold (reader, threshold, &class.threshold)) ||
      !reader_need_transition (reader, json_object_get (object, "assignment"), &class.assignment) ||
      (next != NULL && !json_is_null (next) &&
       !reader_need_transition (reader, next, &class.next)) ||
      (difference != NULL && !json_is_null (difference) &&
       !reader_need_integer (reader, difference, "difference", -1, 1, &value)) ||
      !read_left (reader, object, &class.left) ||
      !reader_need_number (reader, evidence, json_object_get (object, "shift"), &class.shift))
    return FALSE;
  class.difference = (gint8)value;
  couplet_evidence_add_class (evidence, class);
  return TRUE;
}

gboolean
read_strategy (Reader *reader, CoupletEvidence *evidence, json_t *object)
{
  json_t *classes, *class;
  size_t i;
  if (json_object_get (object, "classes") == NULL)
    return read_path (reader, evidence, object);
  if (json_object_get (object, "path") != NULL)
    return reader_fail (reader, "both 'classes' and 'path'");
  if (!reader_need_array (reader, object, "classes", &classes))
    return FALSE;
  if (json_array_size (classes) == 0)
    return reader_fail (reader, "'classes' is empty");
  json_array_foreach (classes, i, class)
  {
    reader_set_place (reader, "class", i);
    if (!read_class (reader, evidence, class))
      return FALSE;
  }
  return TRUE;
}
