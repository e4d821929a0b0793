/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays of rationals. */
#ifndef COUPLET_EXPLAIN_RATIONALS_H
#define COUPLET_EXPLAIN_RATIONALS_H

#include <couplet/model.h>

/* n rationals, all 0; the caller frees them with rationals_free(). */
CoupletRational *rationals_new (guint n);
void rationals_free (CoupletRational *numbers, guint n);

#endif
