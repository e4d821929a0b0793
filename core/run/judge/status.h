/* SPDX-License-Identifier: Apache-2.0 */
/* Exit statuses of results. */
#ifndef COUPLET_CORE_STATUS_H
#define COUPLET_CORE_STATUS_H

#include <couplet/internal/plugin.h>

/* The exit status that result calls for. */
int status_of_result (const CoupletResult *result);

#endif
