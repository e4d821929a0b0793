/* SPDX-License-Identifier: Apache-2.0 */
/* What commands say on standard error of a result. */
#ifndef COUPLET_CLI_RESULT_MESSAGES_H
#define COUPLET_CLI_RESULT_MESSAGES_H

#include "terminal.h"

/* Diagnostics, disagreement, stages that failed. */
void print_result_messages (Terminal *terminal, const CoupletResult *result);

/* That the checker rejects an answer about file; clause: why. */
void print_rejection (const char *file, const char *clause);

#endif
