/* SPDX-License-Identifier: Apache-2.0 */
#include "merge.h"
#include "origin.h"
#include "pipeline.h"
#include "run_provenance.h"
#include "sorting.h"

#include <couplet/host/input.h>

#include <string.h>

/* Sets the run's parameters to those that the answer was read with. What has a point in its name is
 * an option of a front end, which the run has or not. */
static void
set_parameters (CoupletRun *run, const CoupletOrigin *origin)
{
  g_array_set_size (run->parameters, 0);
  for (guint32 i = 0; i < origin->n_parameters; i++) {
    CoupletParameter parameter = {origin->parameters[i].name, origin->parameters[i].value, FALSE};
    if (strchr (parameter.name, '.') == NULL)
      g_array_append_val (run->parameters, parameter);
  }
}

/* The automaton that result is about; NULL when its file is not there, or not what it was. */
static CoupletAutomaton *
read_automaton (CoupletRun *run, const CoupletResult *result)
{
  if (result->origin == NULL || result->name == NULL || g_str_equal (result->file, "-"))
    return NULL;
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (result->file);
  set_parameters (run, result->origin);
  g_autoptr (CoupletAutomaton) automaton = couplet_run_read (run, result->file, diagnostics);
  g_array_set_size (run->parameters, 0);
  if (automaton == NULL || automaton->origin == NULL ||
      !origin_equal (automaton->origin, result->origin))
    return NULL;
  if (result->claim_verdict != COUPLET_CLAIM_NONE)
    mpq_set (automaton->claim.value, result->claim.value);
  return g_steal_pointer (&automaton);
}

/* Reads the answer at index once more, with its automaton where the report needs that and it can be
 * had; *automaton is to be freed after read. */
static gboolean
read_for_report (CoupletRun *run, const CoupletMerge *merge, guint index,
                 CoupletAutomaton **automaton, ReadResult *read, GError **error)
{
  *automaton = NULL;
  if (!merge_read (merge, index, NULL, read, error))
    return FALSE;
  if ((run->report->plugin->capabilities.takes & COUPLET_WANTS_AUTOMATON) != 0)
    *automaton = read_automaton (run, &read->result);
  if (*automaton == NULL)
    return TRUE;
  ReadResult with_automaton;
  g_autoptr (GError) wrong = NULL;
  if (merge_read (merge, index, *automaton, &with_automaton, &wrong)) {
    read_result_clear (read);
    *read = with_automaton;
  } else { /* its evidence is about another automaton */
    read_result_clear (&with_automaton);
    g_clear_pointer (automaton, couplet_automaton_free);
  }
  return TRUE;
}

/* Reports the answer at index. FALSE with error set. */
static gboolean
report_one (CoupletRun *run, const CoupletMerge *merge, guint index, CoupletResultFunction function,
            gpointer data, int *status, GError **error)
{
  g_autoptr (CoupletAutomaton) automaton = NULL;
  g_auto (ReadResult) read = {0};
  if (!read_for_report (run, merge, index, &automaton, &read, error))
    return FALSE;
  *status = couplet_worse_status (*status, deliver_result (run, &read.result, function, data));
  return TRUE;
}

/* Adds all answers to sorting, as items whose numbers are their indices. FALSE with error set. */
static gboolean
sort_all (const CoupletMerge *merge, GPtrArray *sorting, GError **error)
{
  g_autoptr (GByteArray) nothing = g_byte_array_new ();
  for (guint i = 0; i < merge_n_kept (merge); i++) {
    g_auto (ReadResult) read = {0};
    if (!merge_read (merge, i, NULL, &read, error))
      return FALSE;
    sorting_add (sorting, &(CoupletItem){.part.item = i}, &read.result, nothing);
  }
  sorting_sort (sorting);
  return TRUE;
}

static gboolean
report_all (CoupletRun *run, const CoupletMerge *merge, CoupletResultFunction function,
            gpointer data, int *status, GError **error)
{
  const CoupletItem *item;
  g_autoptr (GPtrArray) sorting = sorting_new ();
  if (run->host.sorts_by_ratio && !sort_all (merge, sorting, error))
    return FALSE;
  for (guint i = 0; i < merge_n_kept (merge) && !run_is_cancelled (run); i++) {
    guint index = sorting_get (sorting, i, &item) != NULL ? item->part.item : i;
    if (!report_one (run, merge, index, function, data, status, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
couplet_run_merge (CoupletRun *run, CoupletMerge *merge, gboolean compare,
                   CoupletResultFunction function, gpointer data, int *status, GError **error)
{
  g_auto (ReadResult) first = {0};
  *status = 0;
  /* the whole is made by what its answers are made by */
  if (merge_n_kept (merge) > 0 && !merge_read (merge, 0, NULL, &first, error))
    return FALSE;
  if (first.result.origin != NULL)
    run->host.provenance = first.result.origin->provenance;
  couplet_run_begin (run, compare);
  gboolean good = report_all (run, merge, function, data, status, error);
  couplet_run_end (run);
  run->host.provenance = run->provenance != NULL ? &run->provenance->provenance : NULL;
  return good;
}
