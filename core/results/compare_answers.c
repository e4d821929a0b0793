/* SPDX-License-Identifier: Apache-2.0 */
#include "compare_answers.h"

#include <couplet/internal/provenance.h>
#include <couplet/host/result_json.h>

/* ---- Alike ------------------------------------------------------------------------------ */

/* The stages of result without what may differ from run to run. The caller frees them. */
static CoupletStageResult *
timeless_stages (const CoupletResult *result)
{
  CoupletStageResult *stages = g_memdup2 (result->stages, result->n_stages * sizeof *stages);
  for (guint i = 0; i < result->n_stages; i++) {
    stages[i].seconds = stages[i].seconds_total = stages[i].cpu_seconds = 0;
    stages[i].n_statistics = stages[i].n_evidence = 0;
    stages[i].evidence_left_out = 0;
  }
  return stages;
}

void
answer_digest (const CoupletResult *result, guint8 digest[DIGEST_BYTES])
{
  CoupletResult copy = *result;
  CoupletOrigin origin = {0};
  CoupletProvenance provenance = {0};
  g_autofree CoupletStageResult *stages = timeless_stages (result);
  copy.stages = stages;
  copy.seconds = copy.read_seconds = 0;
  copy.part = NULL;
  if (result->origin != NULL) {
    origin = *result->origin;
    copy.origin = &origin;
  }
  if (origin.provenance != NULL) {
    provenance = *origin.provenance;
    provenance.date = "";
    provenance.command = NULL; /* plugins of another folder are no other answer */
    origin.provenance = &provenance;
  }
  gsize length = DIGEST_BYTES;
  g_autofree char *text = couplet_result_to_json (&copy, FALSE);
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_checksum_update (checksum, (const guchar *)text, -1);
  g_checksum_get_digest (checksum, digest, &length);
}

/* ---- Contrary --------------------------------------------------------------------------- */

static gboolean
decides (CoupletVerdict verdict)
{
  return verdict == COUPLET_VERDICT_PRIVATE || verdict == COUPLET_VERDICT_NOT_PRIVATE;
}

/* Whether a d that one proves sufficient is below one that the other proves necessary. */
static gboolean
is_below (const CoupletResult *a, const CoupletResult *b)
{
  const CoupletRational *upper = a->bounds.upper, *lower = b->bounds.lower;
  return upper != NULL && lower != NULL && couplet_rational_compare (upper, lower) < 0;
}

static char *
contrary_costs (const CoupletResult *a, const CoupletResult *b)
{
  gboolean first = is_below (a, b);
  const CoupletResult *low = first ? a : b, *high = first ? b : a;
  if (!first && !is_below (b, a))
    return NULL;
  g_autofree char *cost = couplet_rational_to_string (low->bounds.upper);
  g_autofree char *least = couplet_rational_to_string (high->bounds.lower);
  return first ? g_strdup_printf ("d = %s is enough, and d = %s is necessary", cost, least)
               : g_strdup_printf ("d = %s is necessary, and d = %s is enough", least, cost);
}

static gboolean
has_other_claim_verdict (const CoupletResult *a, const CoupletResult *b)
{
  CoupletClaimVerdict one = a->claim_verdict, other = b->claim_verdict;
  return ((one == COUPLET_CLAIM_HOLDS && other == COUPLET_CLAIM_FAILS) ||
          (one == COUPLET_CLAIM_FAILS && other == COUPLET_CLAIM_HOLDS)) &&
         couplet_rational_compare (&a->claim, &b->claim) == 0;
}

char *
answers_contradiction (const CoupletResult *a, const CoupletResult *b)
{
  if (decides (a->verdict) && decides (b->verdict) && a->verdict != b->verdict)
    return g_strdup_printf ("%s and %s", couplet_verdict_to_string (a->verdict),
                            couplet_verdict_to_string (b->verdict));
  char *costs = contrary_costs (a, b);
  if (costs != NULL || !has_other_claim_verdict (a, b))
    return costs;
  return g_strdup_printf ("the claim %s, and it %s",
                          couplet_claim_verdict_to_string (a->claim_verdict),
                          couplet_claim_verdict_to_string (b->claim_verdict));
}

gboolean
answer_says_more (const CoupletResult *a, const CoupletResult *b)
{
  if (a->verdict == COUPLET_VERDICT_ERROR || b->verdict == COUPLET_VERDICT_ERROR)
    return b->verdict != COUPLET_VERDICT_ERROR;
  if (decides (a->verdict) != decides (b->verdict))
    return decides (b->verdict);
  const CoupletRational *of_a = a->bounds.upper, *of_b = b->bounds.upper;
  return of_b != NULL && (of_a == NULL || couplet_rational_compare (of_b, of_a) < 0);
}
