/* SPDX-License-Identifier: Apache-2.0 */
/* How evidence calls what is known of two values: docs/evidence.md. */
#ifndef COUPLET_EVIDENCE_RELATION_KEY_H
#define COUPLET_EVIDENCE_RELATION_KEY_H

#include <couplet/host/unfold.h>

#define EVIDENCE_N_RELATIONS 3

/* The member of an entry that has the pairs of which relation is known. */
static inline const char *
evidence_relation_key (CoupletRelation relation)
{
  static const char *const KEYS[EVIDENCE_N_RELATIONS] = {
      [COUPLET_KNOWN_LESS] = "order",
      [COUPLET_KNOWN_EQUAL] = "equal",
      [COUPLET_KNOWN_AT_MOST] = "at_most",
  };
  return KEYS[relation];
}

#endif
