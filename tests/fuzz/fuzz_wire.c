/* SPDX-License-Identifier: Apache-2.0 */
/* Whatever another process sends is either refused or taken as an outcome, diagnostics or
 * what a builder has collected, the same when sent once more. The first byte says which. */
#include "answer.h"
#include "builder_wire.h"
#include "full_results.h"
#include "transfer.h"

#include <couplet/host/context.h>

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* What evidence is about, made once. */
static const CoupletAutomaton *
own_automaton (void)
{
  static CoupletAutomaton *automaton;
  if (automaton == NULL)
    automaton = full_automaton ();
  return automaton;
}

/* What is taken, put again; NULL: it is refused. */
static GByteArray *
take_outcome (Wire *wire)
{
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("stage", &FULL_PLUGIN);
  g_autoptr (GError) error = NULL;
  gboolean good = outcome_take (wire, own_automaton (), outcome, &error);
  if (good == (error != NULL))
    g_error ("%s outcome, %s error", good ? "an" : "no", error != NULL ? "an" : "no");
  GByteArray *out = g_byte_array_new ();
  outcome_put (out, outcome);
  return good ? out : (g_byte_array_unref (out), NULL);
}

static GByteArray *
take_diagnostics (Wire *wire)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("sent");
  if (!wire_take_diagnostics (wire, diagnostics))
    return NULL;
  GByteArray *out = g_byte_array_new ();
  wire_put_diagnostics (out, diagnostics);
  return out;
}

/* And what is collected becomes an automaton or has errors. */
static GByteArray *
take_builder (Wire *wire)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("sent");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  if (!wire_take_builder (wire, builder))
    return NULL;
  GByteArray *out = g_byte_array_new ();
  if (!wire_put_builder (out, builder))
    g_error ("it is too large to be sent once more");
  g_autoptr (CoupletAutomaton) automaton = couplet_builder_finish (builder);
  guint errors = couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR);
  if ((automaton == NULL) != (errors > 0))
    g_error ("%s automaton, but %u errors", automaton != NULL ? "an" : "no", errors);
  return out;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static GByteArray *(*const takers[]) (Wire *) = {take_outcome, take_diagnostics, take_builder};
  if (size == 0)
    return 0;
  GByteArray *(*take) (Wire *) = takers[data[0] % G_N_ELEMENTS (takers)];
  /* at a multiple of 8 bytes, and no longer */
  g_autofree guint8 *copy = g_malloc (MAX (size - 1, 1));
  memcpy (copy, data + 1, size - 1);
  Wire wire = {copy, size - 1, 0, FALSE};
  g_autoptr (GByteArray) sent = take (&wire);
  if (sent == NULL)
    return 0;
  wire = (Wire){sent->data, sent->len, 0, FALSE};
  g_autoptr (GByteArray) again = take (&wire);
  if (again == NULL || again->len != sent->len || memcmp (again->data, sent->data, sent->len) != 0)
    g_error ("differs when it is sent once more");
  return 0;
}
