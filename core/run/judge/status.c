/* SPDX-License-Identifier: Apache-2.0 */
#include "status.h"

#include <couplet/host/run.h>

/* Exit statuses, worst first. */
static const int STATUSES[] = {7, 6, 5, 4, 3, 2, 10, 11, 0};

int
couplet_worse_status (int a, int b)
{
  for (guint i = 0; i < G_N_ELEMENTS (STATUSES); i++)
    if (STATUSES[i] == a || STATUSES[i] == b)
      return STATUSES[i];
  return a;
}

int
couplet_status_of_errors (int status)
{
  return status == 10 || status == 11 ? 0 : status;
}

int
couplet_error_status (const GError *error)
{
  switch (error->domain == COUPLET_ERROR ? error->code : COUPLET_ERROR_USAGE) {
  case COUPLET_ERROR_CONFIGURATION:
    return 3;
  case COUPLET_ERROR_INPUT:
    return 4;
  case COUPLET_ERROR_PLUGIN:
    return 5;
  case COUPLET_ERROR_SOLVER:
    return 6;
  default:
    return 2;
  }
}

/* By the verdict and the claim. */
static int
status_of_verdict (const CoupletResult *result)
{
  int status = result->verdict == COUPLET_VERDICT_PRIVATE       ? 0
               : result->verdict == COUPLET_VERDICT_NOT_PRIVATE ? 10
               : result->verdict == COUPLET_VERDICT_UNKNOWN     ? 11
                                                                : 4;
  if (result->claim_verdict == COUPLET_CLAIM_FAILS)
    status = couplet_worse_status (status, 10);
  if (result->claim_verdict == COUPLET_CLAIM_OPEN)
    status = couplet_worse_status (status, 11);
  return status;
}

/* By whether the parameter that was looked for is found. */
static int
status_of_solution (const CoupletResult *result)
{
  switch (result->solution->kind) {
  case COUPLET_SOLUTION_EXACT:
  case COUPLET_SOLUTION_BETWEEN:
  case COUPLET_SOLUTION_EVERYWHERE:
    return 0;
  case COUPLET_SOLUTION_NOWHERE:
    return 10;
  case COUPLET_SOLUTION_NOT_MONOTONE:
    return 4;
  default:
    return result->verdict == COUPLET_VERDICT_ERROR ? 4 : 11;
  }
}

int
status_of_result (const CoupletResult *result)
{
  int status = result->solution != NULL ? status_of_solution (result) : status_of_verdict (result);
  for (guint i = 0; i < result->n_stages; i++)
    if (result->stages[i].failed)
      status = couplet_worse_status (status, 6);
  return result->disagreement ? couplet_worse_status (status, 7) : status;
}
