/* SPDX-License-Identifier: Apache-2.0 */
#include "stage_enter.h"

#include "context.h"
#include "wire.h"

#include <couplet/host/apart.h>

/* Sets error to what went wrong when the plugin was made ready, and where the stage is set up. What
 * a stranger does is told as the failure of its stage, which names that. */
static void
set_create_error (const Stage *stage, int code, const char *words, GError **error)
{
  gboolean told_as_failure = !stage->trusted && code != COUPLET_ERROR_CONFIGURATION;
  g_autofree char *name =
      told_as_failure ? g_strdup ("") : g_strdup_printf ("stage '%s': ", stage->name);
  g_set_error (error, COUPLET_ERROR, code, "%s%s%splugin '%s' of %s: %s",
               stage->origin != NULL ? stage->origin : "", stage->origin != NULL ? ": " : "", name,
               stage->plugin->name, stage->file, words);
}

/* FALSE with error set when the plugin makes no instance for these options. */
static gboolean
make_instance (Stage *stage, GError **error)
{
  const CoupletSolver *solver = stage->plugin->solver;
  g_autoptr (GError) reason = NULL;
  if (solver == NULL || solver->create == NULL)
    return TRUE;
  gboolean made = solver->create (stage->context, &stage->instance, &reason);
  const char *misuse = context_misuse (stage->context);
  if (made && reason == NULL && misuse == NULL)
    return TRUE;
  g_autofree char *words =
      misuse != NULL   ? g_strdup (misuse)
      : reason == NULL ? g_strdup ("its create returned FALSE and set no error")
      : made ? g_strdup_printf ("its create returned TRUE and set an error: %s", reason->message)
             : g_strdup (reason->message);
  gboolean coded = reason != NULL && reason->domain == COUPLET_ERROR;
  set_create_error (stage, coded ? reason->code : COUPLET_ERROR_PLUGIN, words, error);
  return FALSE;
}

gboolean
stage_enter (Stage *stage, GError **error)
{
  g_autoptr (GError) reason = NULL;
  if (stage->entered)
    return TRUE;
  const CoupletPlugin *plugin = couplet_registry_enter (stage->registry, stage->plugin, &reason);
  if (plugin == NULL) {
    set_create_error (stage, COUPLET_ERROR_PLUGIN, reason->message, error);
    return FALSE;
  }
  stage->plugin = plugin;
  context_set_plugin (stage->context, plugin);
  stage->entered = make_instance (stage, error);
  return stage->entered;
}

static void
try_to_enter (gpointer data, GByteArray *answer)
{
  g_autoptr (GError) error = NULL;
  stage_enter (data, &error);
  wire_put_number (answer, error != NULL ? (guint64)error->code : 0);
  wire_put_text (answer, error != NULL ? error->message : NULL);
}

gboolean
stage_can_enter (Stage *stage, GError **error)
{
  g_autoptr (GError) end = NULL;
  if (stage->plugin->solver == NULL || stage->plugin->solver->create == NULL)
    return TRUE;
  g_autoptr (GByteArray) answer = couplet_call_apart (
      try_to_enter, stage, (CoupletApartLimits){.seconds = COUPLET_APART_SECONDS}, &end);
  if (answer == NULL) {
    g_autofree char *words = g_strdup_printf ("solver.create: %s", end->message);
    set_create_error (stage, COUPLET_ERROR_PLUGIN, words, error);
    return FALSE;
  }
  Wire wire = wire_of_bytes (answer);
  int code = (int)wire_number (&wire);
  const char *message = wire_text (&wire);
  if (message != NULL)
    g_set_error_literal (error, COUPLET_ERROR, code, message);
  return message == NULL;
}
