/* SPDX-License-Identifier: Apache-2.0 */
/* Thresholds in groups: two are in one group when samples tie them, one after another
 * (docs/theory.md section 7). Which samples tie is the caller's to say.
 */
#ifndef COUPLET_TIES_H
#define COUPLET_TIES_H

#include <couplet/model.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

typedef struct CoupletTies CoupletTies;

/* Thresholds 0 .. n_thresholds - 1, each a group of its own. The caller frees it. */
CoupletTies *couplet_ties_new (guint32 n_thresholds);
void couplet_ties_free (CoupletTies *ties);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletTies, couplet_ties_free)

/* Ties to each other the thresholds of the literals and those that are assigned: all that one
 * sample is compared with or stored in. */
void couplet_ties_add (CoupletTies *ties, const CoupletLiteral *literals, guint32 n_literals,
                       const guint32 *assigned, guint32 n_assigned);

/* Fills group_of, per threshold, with its group, numbered by their first thresholds.
 * Returns the number of groups. */
guint32 couplet_ties_number (CoupletTies *ties, guint32 *group_of);

#pragma GCC visibility pop
G_END_DECLS

#endif
