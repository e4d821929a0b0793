/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes are either refused with an error or read as evidence that is the same when
 * written and read again, and that the checker judges alike. */
#include "json_text.h"

#include <couplet/host/check.h>
#include <couplet/host/evidence.h>
#include <couplet/host/model.h>

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static const char *const AUTOMATA[] = {
    "{\"couplet\":1,\"name\":\"svt\",\"initial\":\"q0\",\"states\":["
    "{\"name\":\"q0\",\"input\":\"public\",\"d\":\"1/2\"},{\"name\":\"q1\",\"d\":\"1/4\"},"
    "{\"name\":\"q2\"}],\"transitions\":["
    "{\"from\":\"q0\",\"to\":\"q1\",\"output\":\"start\",\"assign\":\"x\"},"
    "{\"from\":\"q1\",\"to\":\"q1\",\"guard\":\"insample < x\",\"output\":\"bot\"},"
    "{\"from\":\"q1\",\"to\":\"q2\",\"guard\":\"insample >= x\",\"output\":\"top\"}]}",
    "{\"couplet\":1,\"name\":\"range\",\"initial\":\"q0\",\"thresholds\":[\"u\",\"v\"],"
    "\"sampling\":\"shared\",\"states\":[{\"name\":\"q0\",\"input\":\"public\",\"d\":\"1/2\"},"
    "{\"name\":\"q1\",\"input\":\"public\",\"d\":\"1/3\"},{\"name\":\"q2\",\"d\":\"1/4\"},"
    "{\"name\":\"q3\",\"d\":\"1\"},{\"name\":\"q4\"}],\"transitions\":["
    "{\"from\":\"q0\",\"to\":\"q1\",\"output\":\"a\",\"assign\":\"u\"},"
    "{\"from\":\"q1\",\"to\":\"q2\",\"output\":\"b\",\"assign\":\"v\"},"
    "{\"from\":\"q2\",\"to\":\"q3\",\"guard\":\"insample >= u && insample < v\",\"output\":\"in\"},"
    "{\"from\":\"q3\",\"to\":\"q4\",\"guard\":\"insample < u && insample >= "
    "v\",\"output\":\"no\"}]}",
};

/* Of two answers it tells whether one with noise is at least the other. */
static const char LINEAR[] =
    "{\"couplet_linear\":1,\"name\":\"larger\",\"answers\":2,\"lists\":[{\"answers\":2,\"nodes\":["
    "{\"draw\":\"laplace\",\"rate\":\"1/2\"},"
    "{\"decide\":{\"a\":{\"0\":\"1\",\"1\":\"-1\"},\"z\":{\"0\":\"1\"}},\"otherwise\":4},"
    "{\"output\":\"first\"},{\"end\":true},{\"output\":\"second\"},{\"end\":true}]}]}";

static void
check_round_trip (const CoupletAutomaton *automaton, const CoupletEvidence *evidence)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) written = g_string_new (NULL);
  g_autoptr (GString) again = g_string_new (NULL);
  couplet_evidence_append_json (written, evidence);
  g_autoptr (GPtrArray) read =
      couplet_evidence_read (automaton, "written", written->str, written->len, &error);
  if (read == NULL)
    g_error ("cannot be read back: %s\n%s", error->message, written->str);
  couplet_evidence_append_json (again, g_ptr_array_index (read, 0));
  if (!g_string_equal (written, again))
    g_error ("differs when it is read back:\n%s\n%s", written->str, again->str);
  g_autofree char *why = NULL, *why_again = NULL;
  CoupletEvidenceCheck answer = couplet_evidence_check (evidence, NULL, &why);
  if (couplet_evidence_check (g_ptr_array_index (read, 0), NULL, &why_again) != answer ||
      g_strcmp0 (why, why_again) != 0)
    g_error ("judged differently: %s / %s\n%s", why, why_again, written->str);
}

static void
check_input (const CoupletAutomaton *automaton, const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) evidence =
      couplet_evidence_read (automaton, "input", (const char *)data, size, &error);
  if ((evidence == NULL) != (error != NULL))
    g_error ("%s evidence, %s error", evidence != NULL ? "" : "no", error != NULL ? "an" : "no");
  for (guint i = 0; evidence != NULL && i < evidence->len; i++)
    check_round_trip (automaton, g_ptr_array_index (evidence, i));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("mechanism");
  for (guint i = 0; i < G_N_ELEMENTS (AUTOMATA); i++) {
    g_autoptr (CoupletAutomaton) automaton =
        read_json (AUTOMATA[i], strlen (AUTOMATA[i]), diagnostics);
    check_input (automaton, data, size);
  }
  g_autoptr (CoupletLinear) linear =
      couplet_linear_parse (LINEAR, sizeof (LINEAR) - 1, diagnostics);
  check_input (linear->automaton, data, size);
  return 0;
}
