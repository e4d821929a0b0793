/* SPDX-License-Identifier: Apache-2.0 */
#include "pipeline.h"

#include "expand.h"
#include "frontends.h"
#include "input.h"
#include "report_child.h"
#include "run_provenance.h"
#include "run_store.h"
#include "stage_new.h"
#include "status.h"
#include "unused_settings.h"

#include <couplet/internal/format.h>

/* ---- Making -------------------------------------------------------------------------- */

static gboolean
add_solvers (CoupletRun *run, CoupletPluginKind kind, const GPtrArray *names, GError **error)
{
  for (guint i = 0; i < names->len; i++) {
    const char *name = g_ptr_array_index (names, i);
    for (guint j = 0; j < run->solvers->len; j++)
      if (g_str_equal (((Stage *)g_ptr_array_index (run->solvers, j))->name, name))
        return configuration_fail (error, configuration_origin_of (run->configuration, kind, name),
                                   "stage '%s' stands among the deciders and the optimizers", name);
    Stage *stage = stage_new (run->configuration, run->registry, kind, name, &run->host, error);
    if (stage == NULL)
      return FALSE;
    g_ptr_array_add (run->solvers, stage);
  }
  return TRUE;
}

/* Makes the frontends that something is set for, so that what is wrong there is told before any
 * file is read. With `auto`, what the pipeline does not name is a frontend. */
static gboolean
add_frontends (CoupletRun *run, const GPtrArray *settings, GError **error)
{
  for (guint i = 0; i < settings->len; i++) {
    const char *name = ((const StageSettings *)g_ptr_array_index (settings, i))->name;
    if (!configuration_uses (run->configuration, name) &&
        couplet_registry_find (run->registry, COUPLET_KIND_FRONTEND, name, NULL) != NULL &&
        need_frontend (run, name, error) == NULL)
      return FALSE;
  }
  return TRUE;
}

static gboolean
report_wants_provenance (const CoupletRun *run)
{
  return (run->report->plugin->capabilities.takes & COUPLET_WANTS_PROVENANCE) != 0;
}

/* Whether results tell how to repeat the run, for which files of plugins are hashed. */
static gboolean
is_repeatable (const CoupletRun *run)
{
  return run->host.command != NULL && (run->host.wants_provenance || report_wants_provenance (run));
}

/* Notes what the run is made by where that will be shown. FALSE with error set. */
static gboolean
note_provenance (CoupletRun *run, GError **error)
{
  gboolean wanted = run->host.wants_provenance || run->host.wants_evidence ||
                    run_writes_dumps (run) || report_wants_provenance (run);
  if (!wanted)
    return TRUE;
  run->provenance = run_provenance_new (run, is_repeatable (run), error);
  run->host.provenance = run->provenance != NULL ? &run->provenance->provenance : NULL;
  return run->provenance != NULL;
}

CoupletRun *
couplet_run_new (const CoupletConfiguration *configuration, CoupletRegistry *registry,
                 const CoupletHost *host, GArray *parameters, GError **error)
{
  g_autoptr (CoupletRun) run = g_new0 (CoupletRun, 1);
  run->configuration = configuration;
  run->registry = registry;
  run->host = *host;
  run->parameters = parameters;
  run->frontends = g_ptr_array_new_with_free_func ((GDestroyNotify)stage_free);
  run->not_asked = g_ptr_array_new ();
  run->solvers = g_ptr_array_new_with_free_func ((GDestroyNotify)stage_free);
  if (!check_unused_settings (configuration, registry, error) ||
      !add_frontends (run, configuration->stages, error) ||
      !add_frontends (run, configuration->overrides, error) ||
      !add_solvers (run, COUPLET_KIND_DECIDER, configuration->deciders, error) ||
      !add_solvers (run, COUPLET_KIND_OPTIMIZER, configuration->optimizers, error))
    return NULL;
  if (!g_str_equal (configuration->frontend, "auto") &&
      configuration_find_program (configuration, COUPLET_KIND_FRONTEND, configuration->frontend) ==
          NULL &&
      need_frontend (run, configuration->frontend, error) == NULL)
    return NULL;
  run->report = stage_new (configuration, registry, COUPLET_KIND_REPORT, configuration->report,
                           &run->host, error);
  return run->report == NULL || !note_provenance (run, error) ? NULL : g_steal_pointer (&run);
}

const CoupletProvenance *
couplet_run_provenance (const CoupletRun *run)
{
  return run->host.provenance;
}

void
couplet_run_free (CoupletRun *run)
{
  if (run == NULL)
    return;
  if (run->reporting)
    couplet_run_end (run);
  stage_free (run->for_linear);
  g_ptr_array_unref (run->frontends);
  g_clear_pointer (&run->not_asked, g_ptr_array_unref);
  g_ptr_array_unref (run->solvers);
  stage_free (run->report);
  g_free (run->report_failure);
  run_provenance_free (run->provenance);
  run_store_free (run->store);
  readers_free (run->readers);
  g_free (run);
}

void
couplet_run_begin (CoupletRun *run, gboolean compare)
{
  const Stage *stage = run->report;
  if (stage->trusted)
    run->report_state = stage->plugin->report->begin (stage->context, compare);
  else
    run->report_child = report_child_begin (run, compare);
  run->reporting = TRUE;
}

void
couplet_run_end (CoupletRun *run)
{
  run->reporting = FALSE;
  if (run->report_child != NULL)
    run->report_failure = report_child_end (g_steal_pointer (&run->report_child));
  else
    run->report->plugin->report->end (run->report_state, run->report->context);
}

const char *
couplet_run_report_failure (const CoupletRun *run)
{
  return run->report_failure;
}

/* ---- Results ------------------------------------------------------------------------- */

/* Whether the report is to show result. */
static gboolean
is_shown (const CoupletRun *run, const CoupletResult *result)
{
  g_auto (CoupletRational) ratio;
  couplet_rational_init (&ratio);
  return run->host.loose == NULL || (couplet_greatest_ratio (result, &ratio) &&
                                     couplet_rational_compare (&ratio, run->host.loose) >= 0);
}

static void
report_result (CoupletRun *run, const CoupletResult *result)
{
  const CoupletPlugin *plugin = run->report->plugin;
  CoupletResult copy = *result;
  copy.is_unshown = !is_shown (run, result);
  if (copy.is_unshown && (plugin->capabilities.takes & COUPLET_WANTS_UNSHOWN) == 0)
    return;
  if (run->report_child != NULL)
    report_child_file (run->report_child, &copy);
  else
    plugin->report->file (run->report_state, run->report->context, &copy.shown);
}

int
deliver_result (CoupletRun *run, const CoupletResult *result, CoupletResultFunction function,
                gpointer data)
{
  if (function != NULL)
    function (data, result);
  if (run->reporting)
    report_result (run, result);
  return status_of_result (result);
}
