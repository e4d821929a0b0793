/* SPDX-License-Identifier: Apache-2.0 */
#include "claim_story.h"

#include "naming.h"

static const char *
verdict_words (CoupletClaimVerdict verdict)
{
  return verdict == COUPLET_CLAIM_HOLDS   ? "That holds"
         : verdict == COUPLET_CLAIM_FAILS ? "That is wrong"
                                          : "That is open";
}

void
tell_claimed (Document *document, const CoupletFileResult *result)
{
  if (result->claim_verdict == COUPLET_CLAIM_NONE)
    return;
  Line *line = document_paragraph (document);
  line_put (line, "It is claimed to be ");
  put_cost (line, &result->claim);
  line_put (line, "-differentially private. %s{b}: %s.", verdict_words (result->claim_verdict),
            result->claim_reason);
  if (result->claim_verdict != COUPLET_CLAIM_FAILS)
    return;
  if (result->claim_path != NULL)
    line_put (line, " More than the claim is paid on the path %s{c}.", result->claim_path);
  line_put (line, " Inputs that show it, with certified probabilities, are found by %s{c}.",
            "couplet refute");
}
