/* SPDX-License-Identifier: Apache-2.0 */
/* The result of a file in the sizes that a report knows, which may be made for another minor
 * version of the plugin interface. */
#ifndef COUPLET_CORE_SIZED_RESULT_H
#define COUPLET_CORE_SIZED_RESULT_H

#include "interface_sizes.h"

#include <couplet/result.h>

/* A result whose arrays have the strides that were asked for; all else is the original's. */
typedef struct {
  CoupletFileResult result;
  GPtrArray *arrays; /* the copies */
} SizedResult;

/* Copies the arrays of result, which must outlive *sized. Of each element sizes says how much is
 * copied; what it has beyond this program's structure is 0. */
void sized_result_init (SizedResult *sized, const CoupletFileResult *result,
                        const InterfaceSizes *sizes);
void sized_result_clear (SizedResult *sized);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SizedResult, sized_result_clear)

#endif
