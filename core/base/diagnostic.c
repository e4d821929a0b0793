/* SPDX-License-Identifier: Apache-2.0 */
#include "diagnostic_count.h"

#include <couplet/host/model.h>

#define KEPT_PER_SEVERITY 100

struct CoupletDiagnostics {
  char *file;
  GArray *kept; /* CoupletDiagnostic */
  guint count[2];
};

static void
clear_diagnostic (gpointer data)
{
  CoupletDiagnostic *diagnostic = data;
  g_free ((char *)diagnostic->message);
}

CoupletDiagnostics *
couplet_diagnostics_new (const char *file)
{
  CoupletDiagnostics *diagnostics = g_new0 (CoupletDiagnostics, 1);
  diagnostics->file = g_strdup (file);
  diagnostics->kept = g_array_new (FALSE, FALSE, sizeof (CoupletDiagnostic));
  g_array_set_clear_func (diagnostics->kept, clear_diagnostic);
  return diagnostics;
}

void
couplet_diagnostics_free (CoupletDiagnostics *diagnostics)
{
  if (diagnostics == NULL)
    return;
  g_array_unref (diagnostics->kept);
  g_free (diagnostics->file);
  g_free (diagnostics);
}

void
couplet_diagnostics_add (CoupletDiagnostics *diagnostics, CoupletSeverity severity,
                         CoupletPlace place, const char *format, ...)
{
  if (diagnostics->count[severity]++ >= KEPT_PER_SEVERITY)
    return;
  va_list arguments;
  va_start (arguments, format);
  CoupletDiagnostic diagnostic = {severity, diagnostics->file, place,
                                  g_strdup_vprintf (format, arguments)};
  va_end (arguments);
  g_array_append_val (diagnostics->kept, diagnostic);
}

void
diagnostics_count_up_to (CoupletDiagnostics *diagnostics, CoupletSeverity severity, guint n)
{
  diagnostics->count[severity] = MAX (diagnostics->count[severity], n);
}

guint
couplet_diagnostics_count (const CoupletDiagnostics *diagnostics, CoupletSeverity severity)
{
  return diagnostics->count[severity];
}

const CoupletDiagnostic *
couplet_diagnostics_get (const CoupletDiagnostics *diagnostics, guint *n)
{
  *n = diagnostics->kept->len;
  return (const CoupletDiagnostic *)(gpointer)diagnostics->kept->data;
}

const char *
couplet_diagnostics_file (const CoupletDiagnostics *diagnostics)
{
  return diagnostics->file;
}
