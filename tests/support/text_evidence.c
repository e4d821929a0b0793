/* SPDX-License-Identifier: Apache-2.0 */
#include "text_evidence.h"

#include <couplet/host/check.h>
#include <couplet/host/evidence.h>

#include <string.h>

#include "unit.h"

CoupletEvidence *
text_evidence (const CoupletAutomaton *automaton, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) read =
      couplet_evidence_read (automaton, "evidence", text, strlen (text), &error);
  if (read == NULL)
    fail_msg ("%s", error->message);
  assert_int_equal (read->len, 1);
  return g_ptr_array_steal_index (read, 0);
}

char *
text_evidence_complaint (const CoupletAutomaton *automaton, const char *text)
{
  g_autoptr (CoupletEvidence) evidence = text_evidence (automaton, text);
  char *why = NULL;
  CoupletEvidenceCheck check = couplet_evidence_check (evidence, NULL, &why);
  assert_int_equal (check == COUPLET_EVIDENCE_ACCEPTED, why == NULL);
  return why;
}
