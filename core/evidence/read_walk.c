/* SPDX-License-Identifier: Apache-2.0 */
#include "read_walk.h"

#include <couplet/sample.h>

gboolean
read_shifts (Reader *reader, CoupletEvidence *evidence, guint step, json_t *object,
             gboolean (*read) (Reader *, CoupletEvidence *, guint, guint32, json_t *))
{
  gboolean several = couplet_n_slots (reader->automaton) > 1;
  json_t *shift = json_object_get (object, several ? "shifts" : "shift"), *value;
  const char *name;
  if (json_object_get (object, several ? "shift" : "shifts") != NULL)
    return reader_fail (reader, several ? "'shift' where each threshold has a sample; give 'shifts'"
                                        : "'shifts' where a state has one sample; give 'shift'");
  if (shift == NULL || json_is_null (shift))
    return TRUE;
  if (!several)
    return read (reader, evidence, step, 0, shift);
  if (!json_is_object (shift))
    return reader_fail (reader, "'shifts' is not an object");
  json_object_foreach (shift, name, value)
  {
    guint32 slot;
    json_t *text = json_string (name);
    gboolean known = reader_need_threshold (reader, text, &slot);
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
  if (!reader_need_integer (reader, json, "shift", -1, 1, &shift))
    return FALSE;
  couplet_evidence_set_shift (evidence, step, slot, (gint8)shift);
  return TRUE;
}

gboolean
read_walk (Reader *reader, CoupletEvidence *evidence, json_t *object)
{
  static const char *const keys[] = {"from",       "to",    "output", "transition",
                                     "difference", "shift", "shifts", NULL};
  guint32 state = reader->automaton->initial;
  json_t *walk, *step;
  size_t i;
  if (!reader_need_array (reader, object, "walk", &walk))
    return FALSE;
  json_array_foreach (walk, i, step)
  {
    CoupletWalkStep taken = {.shift = COUPLET_SHIFT_UNUSED};
    int difference = 0;
    reader_set_place (reader, "step", i);
    if (!json_is_object (step))
      return reader_fail (reader, "a step is not an object");
    if (!reader_check_keys (reader, step, keys) ||
        !reader_need_step (reader, step, &state, &taken.transition) ||
        !reader_need_integer (reader, json_object_get (step, "difference"), "difference", -1, 1,
                              &difference))
      return FALSE;
    taken.difference = (gint8)difference;
    couplet_evidence_add_step (evidence, taken);
    if (!read_shifts (reader, evidence, (guint)i, step, read_walk_shift))
      return FALSE;
  }
  return TRUE;
}
