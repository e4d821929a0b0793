/* SPDX-License-Identifier: Apache-2.0 */
/* Searching for the largest or least value of a parameter at which a cost is at most a bound. The
 * cost is taken to be monotone in the parameter; whether it rises or falls shows at the values
 * tried, and so does that it does neither. */
#ifndef COUPLET_CORE_SEARCH_H
#define COUPLET_CORE_SEARCH_H

#include "search_work.h"

/* Runs the search that task asks for. Data of the samples named above is kept. */
void search_run (const SearchTask *task, Search *search);
void search_clear (Search *search);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

#endif
