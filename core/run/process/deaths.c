/* SPDX-License-Identifier: Apache-2.0 */
#include "deaths.h"

typedef struct {
  gboolean tried_again;
  char *reason;
  char **failures; /* per stage */
  guint n_stages;
} Record;

struct Deaths {
  guint n_stages;
  GHashTable *records; /* item to Record */
};

static void
free_record (gpointer data)
{
  Record *record = data;
  for (guint i = 0; i < record->n_stages; i++)
    g_free (record->failures[i]);
  g_free (record->failures);
  g_free (record->reason);
  g_free (record);
}

Deaths *
deaths_new (guint n_stages)
{
  Deaths *deaths = g_new0 (Deaths, 1);
  deaths->n_stages = n_stages;
  deaths->records = g_hash_table_new_full (NULL, NULL, NULL, free_record);
  return deaths;
}

void
deaths_free (Deaths *deaths)
{
  if (deaths == NULL)
    return;
  g_hash_table_unref (deaths->records);
  g_free (deaths);
}

static const Record *
find_record (const Deaths *deaths, guint item)
{
  return g_hash_table_lookup (deaths->records, GUINT_TO_POINTER (item));
}

static Record *
need_record (Deaths *deaths, guint item)
{
  Record *record = g_hash_table_lookup (deaths->records, GUINT_TO_POINTER (item));
  if (record != NULL)
    return record;
  record = g_new0 (Record, 1);
  record->n_stages = deaths->n_stages;
  record->failures = g_new0 (char *, deaths->n_stages + 1);
  g_hash_table_insert (deaths->records, GUINT_TO_POINTER (item), record);
  return record;
}

gboolean
deaths_note (Deaths *deaths, guint item, int stage, gboolean overran, const char *reason)
{
  Record *record = need_record (deaths, item);
  g_free (record->reason);
  record->reason = g_strdup (reason);
  if (!record->tried_again && !overran) {
    record->tried_again = TRUE;
    return TRUE;
  }
  if (stage < 0 || record->failures[stage] != NULL)
    return FALSE; /* no stage, or one that was not even run: something else ends processes */
  record->failures[stage] = g_strdup_printf ("its process %s", reason);
  return TRUE;
}

const char *const *
deaths_failures (const Deaths *deaths, guint item)
{
  const Record *record = find_record (deaths, item);
  return record != NULL ? (const char *const *)record->failures : NULL;
}

const char *
deaths_reason (const Deaths *deaths, guint item)
{
  const Record *record = find_record (deaths, item);
  return record != NULL ? record->reason : NULL;
}
