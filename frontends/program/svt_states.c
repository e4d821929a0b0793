/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_states.h"

struct SvtStates {
  const SvtProgram *program;
  const SvtCode *code;
  guint n_variables;
  GArray *records;     /* gint64: of each state its place, then the values */
  GHashTable *numbers; /* a record in a GBytes to its number */
  gint64 *record;      /* looked for */
  gboolean reported;   /* the limit: once is enough */
};

SvtStates *
svt_states_new (const SvtProgram *program, const SvtCode *code)
{
  SvtStates *states = g_new0 (SvtStates, 1);
  states->program = program;
  states->code = code;
  states->n_variables = program->variables->len;
  states->records = g_array_new (FALSE, FALSE, sizeof (gint64));
  states->numbers =
      g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  states->record = g_new0 (gint64, states->n_variables + 1);
  return states;
}

void
svt_states_free (SvtStates *states)
{
  if (states == NULL)
    return;
  g_array_unref (states->records);
  g_hash_table_unref (states->numbers);
  g_free (states->record);
  g_free (states);
}

guint32
svt_states_limit (const SvtStates *states)
{
  return states->n_variables > 0 ? SVT_MAX_VALUED_STATES : states->code->n_states;
}

static const gint64 *
record_of (const SvtStates *states, guint32 state)
{
  return &g_array_index (states->records, gint64, (gsize)state * (states->n_variables + 1));
}

static guint32
count_values (const SvtStates *states, guint variable)
{
  g_autoptr (GHashTable) values = g_hash_table_new (g_int64_hash, g_int64_equal);
  guint n = g_hash_table_size (states->numbers);
  for (guint32 i = 0; i < n; i++)
    g_hash_table_add (values, (gint64 *)record_of (states, i) + 1 + variable);
  return g_hash_table_size (values);
}

/* Names the variable that has most values: it probably has no end. */
static void
report_limit (SvtStates *states)
{
  guint worst = 0;
  guint32 most = 0;
  for (guint v = 0; v < states->n_variables; v++) {
    guint32 n = count_values (states, v);
    if (n > most) {
      most = n;
      worst = v;
    }
  }
  const SvtName *name = g_ptr_array_index (states->program->variables, worst);
  g_autofree char *quoted = couplet_quote (name->text, -1);
  svt_error (states->program->reporter, name->first,
             "the program has more than %d states when unrolled; %s has %u values among them: "
             "expected an 'if' that halts or leaves the loop before it has so many",
             SVT_MAX_VALUED_STATES, quoted, most);
}

guint32
svt_states_find (SvtStates *states, const SvtReading *reading, const guint32 *round,
                 const gint64 *values)
{
  guint32 place = svt_code_state (states->code, reading, round);
  if (states->n_variables == 0)
    return place;
  states->record[0] = place;
  for (guint v = 0; v < states->n_variables; v++)
    states->record[v + 1] =
        svt_code_is_in_scope (states->code, v, reading->instruction) ? values[v] : 0;
  guint n = states->n_variables + 1;
  GBytes *key = g_bytes_new (states->record, n * sizeof (gint64));
  gpointer found;
  if (g_hash_table_lookup_extended (states->numbers, key, NULL, &found)) {
    g_bytes_unref (key);
    return GPOINTER_TO_UINT (found);
  }
  guint32 number = g_hash_table_size (states->numbers);
  if (number < SVT_MAX_VALUED_STATES) {
    g_hash_table_insert (states->numbers, key, GUINT_TO_POINTER (number));
    g_array_append_vals (states->records, states->record, n);
    return number;
  }
  g_bytes_unref (key);
  if (!states->reported)
    report_limit (states);
  states->reported = TRUE;
  return COUPLET_NONE;
}

guint32
svt_states_place (const SvtStates *states, guint32 state)
{
  return states->n_variables == 0 ? state : (guint32)*record_of (states, state);
}

guint32
svt_states_reading (const SvtStates *states, guint32 state)
{
  return svt_code_find_reading (states->code, svt_states_place (states, state));
}

const gint64 *
svt_states_values (const SvtStates *states, guint32 state)
{
  return states->n_variables == 0 ? states->record : record_of (states, state) + 1;
}
