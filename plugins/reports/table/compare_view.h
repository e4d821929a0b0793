/* SPDX-License-Identifier: Apache-2.0 */
/* All methods side by side: a block per file, or a row per file and a column
 * per method; and a summary over all files. */
#ifndef COUPLET_COMPARE_VIEW_H
#define COUPLET_COMPARE_VIEW_H

#include "report_table.h"

typedef struct CompareView CompareView;

/* A view that writes to page (not owned, as style is; both must outlive it). The caller frees
 * it. */
CompareView *compare_view_new (const TableStyle *style, TextPage *page);
void compare_view_free (CompareView *view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CompareView, compare_view_free)

/* Takes note of a file's result; its block is on the page once the layout is known. */
void compare_view_add (CompareView *view, const CoupletResult *result);

/* Appends what is left: columns and the summary. */
void compare_view_finish (CompareView *view);

#endif
