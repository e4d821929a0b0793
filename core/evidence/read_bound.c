/* SPDX-License-Identifier: Apache-2.0 */
#include "read_bound.h"

#include "evidence_parts.h"
#include "relation_key.h"

/* A threshold, or null for the last private input. */
static gboolean
read_ordered (Reader *reader, const CoupletEvidence *evidence, json_t *json, guint32 *value)
{
  *value = couplet_evidence_automaton (evidence)->n_thresholds;
  return json_is_null (json) || reader_need_threshold (reader, json, value);
}

static gboolean
read_relations (Reader *reader, CoupletEvidence *evidence, json_t *object, CoupletRelation relation)
{
  const char *key = evidence_relation_key (relation);
  json_t *list = json_object_get (object, key), *pair;
  size_t i;
  if (list == NULL)
    return TRUE;
  if (!json_is_array (list))
    return reader_fail (reader, "'%s' is not a list", key);
  json_array_foreach (list, i, pair)
  {
    CoupletKnown known = {.relation = relation};
    if (!json_is_array (pair) || json_array_size (pair) != 2)
      return reader_fail (reader, "'%s' is not a list of pairs of thresholds", key);
    if (!read_ordered (reader, evidence, json_array_get (pair, 0), &known.below) ||
        !read_ordered (reader, evidence, json_array_get (pair, 1), &known.above))
      return FALSE;
    if (known.below == known.above)
      return reader_fail (reader, "'%s' relates a threshold to itself", key);
    evidence_add_relation (evidence, known);
  }
  return TRUE;
}

static gboolean
read_order (Reader *reader, CoupletEvidence *evidence, json_t *entry)
{
  for (guint relation = 0; relation < EVIDENCE_N_RELATIONS; relation++)
    if (!read_relations (reader, evidence, entry, relation))
      return FALSE;
  return TRUE;
}

static gboolean
read_memory (Reader *reader, CoupletEvidence *evidence, json_t *entry)
{
  json_t *change = json_object_get (entry, "change"), *last = json_object_get (entry, "last");
  int sign = 0, difference = COUPLET_NOT_REMEMBERED;
  if ((change != NULL && !reader_need_integer (reader, change, "change", -1, 1, &sign)) ||
      (last != NULL && !reader_need_integer (reader, last, "last", -1, 1, &difference)))
    return FALSE;
  evidence_set_memory (evidence, (CoupletMemory){.change = (gint8)sign, .last = (gint8)difference});
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
    return reader_fail (reader, "'over' is not a list of thresholds");
  if (json_array_size (json) > COUPLET_FACTOR_MAX)
    return reader_fail (reader, "a factor over more than %d thresholds", COUPLET_FACTOR_MAX);
  json_array_foreach (json, i, name)
  {
    if (!reader_need_threshold (reader, name, &over[*n]))
      return FALSE;
    if (!g_hash_table_add (used, GUINT_TO_POINTER (over[*n])))
      return reader_fail (reader, "threshold '%s' stands in two places of a vector",
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
    return reader_fail (reader, "a factor is not an object");
  if (!reader_check_keys (reader, object, keys) ||
      !read_over (reader, json_object_get (object, "over"), over, &n, used) ||
      !reader_need_array (reader, object, "values", &values))
    return FALSE;
  gsize size = couplet_factor_size (n);
  if (json_array_size (values) != size)
    return reader_fail (reader,
                        "a factor over %u thresholds has %" G_GSIZE_FORMAT " values, not %zu", n,
                        size, json_array_size (values));
  g_autofree guint32 *numbers = g_new (guint32, size);
  json_array_foreach (values, i, value)
  {
    numbers[i] = COUPLET_NUMBER_INFINITE;
    if (!json_is_null (value) && !reader_need_number (reader, evidence, value, &numbers[i]))
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
  if (!reader_need_array (reader, object, "vectors", &vectors))
    return FALSE;
  json_array_foreach (vectors, i, vector)
  {
    if (!json_is_array (vector))
      return reader_fail (reader, "vector %zu is not a list of factors", i + 1);
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

gboolean
read_entries (Reader *reader, CoupletEvidence *evidence, json_t *object)
{
  static const char *const keys[] = {"state",  "order", "equal",   "at_most",
                                     "change", "last",  "vectors", NULL};
  json_t *entries, *entry;
  size_t i;
  if (!reader_need_array (reader, object, "entries", &entries))
    return FALSE;
  json_array_foreach (entries, i, entry)
  {
    guint32 state;
    reader_set_place (reader, "entry", i);
    if (!json_is_object (entry))
      return reader_fail (reader, "an entry is not an object");
    if (!reader_check_keys (reader, entry, keys) ||
        !reader_need_state (reader, json_object_get (entry, "state"), &state))
      return FALSE;
    couplet_evidence_begin_entry (evidence, state);
    if (!read_order (reader, evidence, entry) || !read_memory (reader, evidence, entry) ||
        !read_vectors (reader, evidence, entry))
      return FALSE;
  }
  return TRUE;
}
