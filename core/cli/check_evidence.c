/* SPDX-License-Identifier: Apache-2.0 */
#include "check_evidence.h"

#include "command.h"

#include <couplet/host/check.h>
#include <couplet/host/evidence.h>
#include <couplet/internal/format.h>

#define STATUS_INPUT 4
#define STATUS_REJECTED 7
#define STATUS_TOO_LARGE 11
#define LARGEST_EVIDENCE 1024 /* MiB */

/* What accepted evidence shows. The caller frees it. */
static char *
meaning_of (const CoupletEvidence *evidence, const CoupletRational *found)
{
  const CoupletRational *cost = couplet_evidence_cost (evidence);
  g_autofree char *text = couplet_format_cost (cost != NULL ? cost : found);
  guint n;
  switch (couplet_evidence_kind (evidence)) {
  case COUPLET_EVIDENCE_BOUND:
    return g_strdup_printf ("every path costs at most %s", text);
  case COUPLET_EVIDENCE_ATTAINED:
    return g_strdup_printf ("no strategy costs less than %s", text);
  case COUPLET_EVIDENCE_VIOLATION:
    return g_strdup ("no strategy has a finite cost");
  case COUPLET_EVIDENCE_UNBOUNDED:
    return g_strdup ("paths cost more and more, without end, as the loops are repeated");
  case COUPLET_EVIDENCE_SHIFTS:
    return g_strdup_printf ("with lists of %u answers every path costs at most %s",
                            couplet_evidence_list (evidence)->n_answers, text);
  case COUPLET_EVIDENCE_WEIGHTS:
    return g_strdup_printf (
        "with lists of %u answers %s%s", couplet_evidence_list (evidence)->n_answers,
        cost != NULL ? "no d is enough below " : "no d is enough", cost != NULL ? text : "");
  case COUPLET_EVIDENCE_STRATEGY:
    break;
  }
  g_autofree char *sum = couplet_format_cost (found);
  couplet_evidence_classes (evidence, &n);
  return n > 0 ? g_strdup ("every path has a valid strategy")
               : g_strdup_printf ("a valid strategy for this path, which costs %s", sum);
}

static const char *const ANSWERS[] = {
    [COUPLET_EVIDENCE_ACCEPTED] = "accepted",
    [COUPLET_EVIDENCE_REJECTED] = "rejected",
    [COUPLET_EVIDENCE_TOO_LARGE] = "neither accepted nor rejected, too large",
};

/* Whether evidence is what entry says (NULL = nothing is said). */
static gboolean
is_as_said (const CoupletEvidence *evidence, const CoupletIndexEntry *entry)
{
  const CoupletRational *cost = couplet_evidence_cost (evidence);
  g_autofree char *text = cost != NULL ? couplet_rational_to_string (cost) : NULL;
  return entry == NULL ||
         (g_str_equal (couplet_evidence_kind_to_string (couplet_evidence_kind (evidence)),
                       entry->kind) &&
          g_strcmp0 (text, entry->cost) == 0);
}

static int
check_one (const char *file, guint number, const CoupletEvidence *evidence,
           const CoupletIndexEntry *entry)
{
  const char *kind = couplet_evidence_kind_to_string (couplet_evidence_kind (evidence));
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  g_autofree char *why = NULL, *meaning = NULL;
  if (!is_as_said (evidence, entry)) {
    print_line (stdout, "%s: evidence %u (%s): rejected: it is not what the index says", file,
                number, kind);
    return STATUS_REJECTED;
  }
  CoupletEvidenceCheck answer = couplet_evidence_check (evidence, &cost, &why);
  if (answer == COUPLET_EVIDENCE_ACCEPTED)
    meaning = meaning_of (evidence, &cost);
  const char *other = couplet_evidence_other_input (evidence);
  if (answer != COUPLET_EVIDENCE_ACCEPTED && other != NULL) {
    print_line (stdout, "%s: evidence %u (%s): it belongs to %s", file, number, kind, other);
    return STATUS_INPUT;
  }
  print_line (stdout, "%s: evidence %u (%s): %s: %s%s%s", file, number, kind, ANSWERS[answer],
              meaning != NULL ? meaning : why, other != NULL ? "; it was made from " : "",
              other != NULL ? other : "");
  return answer == COUPLET_EVIDENCE_ACCEPTED   ? 0
         : answer == COUPLET_EVIDENCE_REJECTED ? STATUS_REJECTED
                                               : STATUS_TOO_LARGE;
}

int
check_evidence_file (const CoupletAutomaton *automaton, const char *file,
                     const CoupletIndexEntry *entry)
{
  g_autoptr (GError) error = NULL;
  CoupletSource source;
  int status = 0;
  if (!couplet_source_read (&source, file, LARGEST_EVIDENCE, NULL, &error)) {
    print_line (stderr, "couplet: %s: %s", file, error->message);
    return STATUS_INPUT;
  }
  g_autofree char *text = (char *)source.data;
  g_autoptr (GPtrArray) evidence =
      couplet_evidence_read (automaton, file, text, source.length, &error);
  if (evidence == NULL)
    return command_fail (error);
  for (guint i = 0; i < evidence->len; i++)
    status = couplet_worse_status (status,
                                   check_one (file, i + 1, g_ptr_array_index (evidence, i), entry));
  return status;
}
