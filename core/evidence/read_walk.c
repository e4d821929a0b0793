/* SPDX-License-Identifier: Apache-2.0 */
#include "read_walk.h"

#include <couplet/internal/sample.h>

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

static gboolean
read_step (Reader *reader, CoupletEvidence *evidence, json_t *step, guint32 *state)
{
  static const char *const keys[] = {"from",       "to",    "output", "transition",
                                     "difference", "shift", "shifts", NULL};
  CoupletWalkStep taken = {.shift = COUPLET_SHIFT_UNUSED};
  int difference = 0;
  guint index;
  couplet_evidence_walk (evidence, &index);
  reader_set_place (reader, "step", index);
  if (!json_is_object (step))
    return reader_fail (reader, "a step is not an object");
  if (!reader_check_keys (reader, step, keys) ||
      !reader_need_step (reader, step, state, &taken.transition) ||
      !reader_need_integer (reader, json_object_get (step, "difference"), "difference", -1, 1,
                            &difference))
    return FALSE;
  taken.difference = (gint8)difference;
  couplet_evidence_add_step (evidence, taken);
  return read_shifts (reader, evidence, index, step, read_walk_shift);
}

/* Lists of steps and loops that are being read, loops within loops. */
typedef struct {
  json_t *list;
  gsize next;     /* its first item that is not read yet */
  guint32 raises; /* of the loop that the list is */
} Open;

/* Begins the loop that object is; *inner becomes its list. */
static gboolean
begin_loop (Reader *reader, CoupletEvidence *evidence, json_t *object, Open *inner)
{
  static const char *const keys[] = {"loop", "raises", NULL};
  json_t *raises = json_object_get (object, "raises");
  *inner = (Open){.raises = COUPLET_NUMBER_NONE};
  if (!reader_check_keys (reader, object, keys) ||
      !reader_need_array (reader, object, "loop", &inner->list))
    return FALSE;
  if (json_array_size (inner->list) == 0)
    return reader_fail (reader, "'loop' is empty");
  if (raises != NULL && !reader_need_number (reader, evidence, raises, &inner->raises))
    return FALSE;
  couplet_evidence_begin_loop (evidence);
  return TRUE;
}

gboolean
read_walk (Reader *reader, CoupletEvidence *evidence, json_t *object, gboolean may_loop)
{
  Open open[COUPLET_LOOP_DEPTH_MAX + 1];
  guint32 state = reader->automaton->initial;
  guint depth = 0;
  open[0] = (Open){.raises = COUPLET_NUMBER_NONE};
  if (!reader_need_array (reader, object, "walk", &open[0].list))
    return FALSE;
  for (;;) {
    json_t *item = json_array_get (open[depth].list, open[depth].next++);
    if (item == NULL && depth == 0)
      return TRUE;
    if (item == NULL)
      couplet_evidence_end_loop (evidence, open[depth--].raises);
    else if (json_object_get (item, "loop") == NULL) {
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
