/* SPDX-License-Identifier: Apache-2.0 */
/* What was verified, in a table for the head of a printed explanation. */
#ifndef COUPLET_EXPLAIN_SUMMARY_STORY_H
#define COUPLET_EXPLAIN_SUMMARY_STORY_H

#include "document.h"

#include <couplet/internal/plugin.h>

/* A table: the file, its digest, verdict and least d, and, where they matter, the parameters,
 * sampling, adjacency, sensitivity, range of epsilon and claim. result->automaton must not be
 * NULL. */
void tell_summary (Document *document, const CoupletResult *result);

#endif
