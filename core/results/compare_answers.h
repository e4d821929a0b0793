/* SPDX-License-Identifier: Apache-2.0 */
/* Two answers about the same file with the same parameters. */
#ifndef COUPLET_CORE_COMPARE_ANSWERS_H
#define COUPLET_CORE_COMPARE_ANSWERS_H

#include <couplet/internal/plugin.h>

#define DIGEST_BYTES 32

/* A hash of what result says, but for times, dates, statistics, evidence, and where it stands in a
 * run that is divided. */
void answer_digest (const CoupletResult *result, guint8 digest[DIGEST_BYTES]);

/* Why a and b cannot both be right, as a clause about one and the other; NULL = they can. The
 * caller frees it. */
char *answers_contradiction (const CoupletResult *a, const CoupletResult *b);

/* Whether b says more than a: an answer instead of an error, a verdict instead of none, or a
 * smaller cost. */
gboolean answer_says_more (const CoupletResult *a, const CoupletResult *b);

#endif
