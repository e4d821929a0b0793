/* SPDX-License-Identifier: Apache-2.0 */
/* What may have been paid before, given what may follow and what all of it may cost. */
#ifndef COUPLET_ALLOWANCES_H
#define COUPLET_ALLOWANCES_H

#include "antichain.h"

/* Appends to allowances (of CoupletVector) the vectors F such that for each of the n rests
 * some shift x has F(x) + rest(x) at most cost, and no greater F does; F(x) is infinite where no
 * rest is to be met by x. Of rests, which it sorts, none is below another. In time n log n, but
 * for moves. FALSE when the pace is over. */
gboolean allowances_append (GArray *allowances, Candidate *rests, guint n, CoupletCost cost,
                            CoupletUnit *unit, CoupletPace *pace);

#endif
