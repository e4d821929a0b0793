/* SPDX-License-Identifier: Apache-2.0 */
#include "read_linear.h"

#define MOST_ANSWERS 1000

static gboolean
read_answers (Reader *reader, CoupletEvidence *evidence, json_t *object)
{
  int n = 0;
  if (!reader_need_integer (reader, json_object_get (object, "answers"), "answers", 0, MOST_ANSWERS,
                            &n))
    return FALSE;
  couplet_evidence_set_answers (evidence, (guint32)n);
  return couplet_evidence_list (evidence) != NULL ||
         reader_fail (reader, "the mechanism has no lists of %d answers", n);
}

static gboolean
read_difference (Reader *reader, CoupletEvidence *evidence, json_t *json)
{
  guint32 n = couplet_evidence_list (evidence)->n_answers;
  g_autofree gint8 *difference = g_new0 (gint8, n + 1);
  json_t *item;
  size_t j;
  int value = 0;
  if (!json_is_array (json) || json_array_size (json) != n)
    return reader_fail (reader, "it is not a list of %u numbers", n);
  json_array_foreach (json, j, item)
  {
    if (!reader_need_integer (reader, item, "difference", -1, 1, &value))
      return FALSE;
    difference[j] = (gint8)value;
  }
  couplet_evidence_add_difference (evidence, difference);
  return TRUE;
}

static gboolean
read_differences (Reader *reader, CoupletEvidence *evidence, json_t *object)
{
  json_t *list, *item;
  size_t i;
  if (!reader_need_array (reader, object, "differences", &list))
    return FALSE;
  json_array_foreach (list, i, item)
  {
    reader_set_place (reader, "difference", i);
    if (!read_difference (reader, evidence, item))
      return FALSE;
  }
  return TRUE;
}

/* A node of the list that a vector of role may name. */
static gboolean
need_node (Reader *reader, const CoupletEvidence *evidence, CoupletVectorRole role, json_t *json,
           guint32 *node)
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
read_vector (Reader *reader, CoupletEvidence *evidence, CoupletVectorRole role, json_t *list)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
  json_t *item;
  size_t i;
  if (!json_is_array (list))
    return reader_fail (reader, "'%s' is not a list of numbers",
                        couplet_vector_role_to_string (role));
  json_array_foreach (list, i, item)
  {
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
read_role (Reader *reader, CoupletEvidence *evidence, CoupletVectorRole role, json_t *object)
{
  const char *key = couplet_vector_role_to_string (role);
  json_t *list = json_object_get (object, key), *item;
  size_t i;
  if (list == NULL)
    return TRUE;
  if (!couplet_vector_role_is_list (role))
    return read_vector (reader, evidence, role, list);
  if (!reader_need_array (reader, object, key, &list))
    return FALSE;
  json_array_foreach (list, i, item)
  {
    if (!read_vector (reader, evidence, role, item))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_path (Reader *reader, CoupletEvidence *evidence, json_t *object)
{
  static const char *const keys[] = {"end", "shifts",  "weights", "impossible", "point", "with",
                                     "met", "not_met", "within",  "apart",      NULL};
  const CoupletLinearList *list = couplet_evidence_list (evidence);
  int end = 0;
  if (!json_is_object (object))
    return reader_fail (reader, "a path is not an object");
  if (!reader_check_keys (reader, object, keys) ||
      !reader_need_integer (reader, json_object_get (object, "end"), "end", 0,
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

gboolean
read_linear (Reader *reader, CoupletEvidence *evidence, json_t *object)
{
  json_t *paths, *path;
  size_t i;
  if (!read_answers (reader, evidence, object) || !read_differences (reader, evidence, object) ||
      !reader_need_array (reader, object, "paths", &paths))
    return FALSE;
  json_array_foreach (paths, i, path)
  {
    reader_set_place (reader, "path", i);
    if (!read_path (reader, evidence, path))
      return FALSE;
  }
  return TRUE;
}
