/* SPDX-License-Identifier: Apache-2.0 */
/* The kinds of results in a log. */
#ifndef SARIF_RULES_H
#define SARIF_RULES_H

#include <couplet/json.h>

typedef enum {
  SARIF_NOT_PRIVATE,
  SARIF_CLAIM_FAILS,
  SARIF_CLAIM_OPEN,
  SARIF_UNKNOWN,
  SARIF_REFUSED,
  SARIF_DOUBTFUL,
  SARIF_STAGE_FAILED,
  SARIF_DISAGREEMENT
} SarifRule;

/* Its stable name, `not-private`. */
const char *sarif_rule_id (SarifRule rule);
/* `error` or `warning`. */
const char *sarif_rule_level (SarifRule rule);

/* Writes all of them, as the list `rules` of a tool's driver. */
void sarif_put_rules (const CoupletJson *json);

#endif
