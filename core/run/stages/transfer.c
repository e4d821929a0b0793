/* SPDX-License-Identifier: Apache-2.0 */
#include "diagnostic_count.h"
#include "transfer.h"

void
wire_put_parameters (GByteArray *out, const GArray *parameters)
{
  guint n = parameters != NULL ? parameters->len : 0;
  for (guint i = 0; i < n; i++)
    wire_put_number (out, g_array_index (parameters, CoupletParameter, i).used);
}

void
wire_take_parameters (Wire *wire, GArray *parameters)
{
  guint n = parameters != NULL ? parameters->len : 0;
  for (guint i = 0; i < n; i++)
    if (wire_number (wire) != 0)
      g_array_index (parameters, CoupletParameter, i).used = TRUE;
}

static void
put_diagnostic (GByteArray *out, const CoupletDiagnostic *diagnostic)
{
  wire_put_number (out, diagnostic->severity);
  wire_put_number (out, diagnostic->place.line);
  wire_put_number (out, diagnostic->place.column);
  wire_put_text (out, diagnostic->message);
}

static void
take_diagnostics (Wire *wire, const char *file, GArray *diagnostics)
{
  for (guint64 n = wire_number (wire); n > 0 && !wire->broken; n--) {
    CoupletDiagnostic one = {.file = file};
    guint64 severity = wire_number (wire);
    one.severity = (CoupletSeverity)severity;
    one.place.line = (guint32)wire_number (wire);
    one.place.column = (guint32)wire_number (wire);
    one.message = wire_text (wire);
    wire->broken |= severity > COUPLET_SEVERITY_ERROR || one.message == NULL;
    g_array_append_val (diagnostics, one);
  }
}

void
wire_put_diagnostics (GByteArray *out, const CoupletDiagnostics *diagnostics)
{
  guint n;
  const CoupletDiagnostic *kept = couplet_diagnostics_get (diagnostics, &n);
  wire_put_number (out, n);
  for (guint i = 0; i < n; i++)
    put_diagnostic (out, &kept[i]);
  wire_put_number (out, couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_WARNING));
  wire_put_number (out, couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR));
}

gboolean
wire_take_diagnostics (Wire *wire, CoupletDiagnostics *diagnostics)
{
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (CoupletDiagnostic));
  take_diagnostics (wire, couplet_diagnostics_file (diagnostics), kept);
  guint64 warnings = wire_number (wire), errors = wire_number (wire);
  for (guint i = 0; i < kept->len && !wire->broken; i++) {
    const CoupletDiagnostic *one = &g_array_index (kept, CoupletDiagnostic, i);
    couplet_diagnostics_add (diagnostics, one->severity, one->place, "%s", one->message);
  }
  if (wire->broken)
    return FALSE;
  diagnostics_count_up_to (diagnostics, COUPLET_SEVERITY_WARNING,
                           (guint)MIN (warnings, G_MAXINT32));
  diagnostics_count_up_to (diagnostics, COUPLET_SEVERITY_ERROR, (guint)MIN (errors, G_MAXINT32));
  return TRUE;
}
