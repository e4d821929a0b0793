/* SPDX-License-Identifier: Apache-2.0 */
/* What is said of a claim: its verdict and, where it fails, the path and the inputs that show it.
 */
#ifndef COUPLET_CLAIM_VIEW_H
#define COUPLET_CLAIM_VIEW_H

#include "report_table.h"

/* Appends it to the block of a file, the path and the inputs only where reasons are wanted; nothing
 * where nothing is claimed. */
void claim_view_append (TextPage *page, const CoupletFileResult *result, gboolean reasons);

#endif
