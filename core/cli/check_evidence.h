/* SPDX-License-Identifier: Apache-2.0 */
/* Checking the evidence in a file, and telling what came of it. */
#ifndef COUPLET_CLI_CHECK_EVIDENCE_H
#define COUPLET_CLI_CHECK_EVIDENCE_H

#include <couplet/internal/evidence_index.h>

/* Checks the evidence in file against automaton and prints a line for each piece. entry: what an
 * index says of it, NULL = nothing; evidence that is something else is rejected. Returns the exit
 * status that this calls for. */
int check_evidence_file (const CoupletAutomaton *automaton, const char *file,
                         const CoupletIndexEntry *entry);

#endif
