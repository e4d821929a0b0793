/* SPDX-License-Identifier: Apache-2.0 */
/* A proof that a referee can check: numbered statements about all walks, with the numbers that
 * they rest on, from the evidence that the checker accepts. */
#ifndef COUPLET_EXPLAIN_PROOF_STORY_H
#define COUPLET_EXPLAIN_PROOF_STORY_H

#include "telling.h"

void tell_proof (Telling *telling);

#endif
