/* SPDX-License-Identifier: Apache-2.0 */
/* Assignments: from lists of names to sorted indices of thresholds. */
#ifndef COUPLET_CORE_RESOLVE_ASSIGNMENT_H
#define COUPLET_CORE_RESOLVE_ASSIGNMENT_H

#include "resolver.h"

/* Reads each distinct assignment. */
void resolve_assignments (Resolver *resolver);

#endif
