/* SPDX-License-Identifier: Apache-2.0 */
/* A log in the Static Analysis Results Interchange Format (OASIS, SARIF 2.1.0, 2020): one run, and
 * a result for each verdict that a change should not pass with, each refusal and each warning. */
#ifndef REPORT_SARIF_H
#define REPORT_SARIF_H

#include <couplet/internal/plugin.h>

G_BEGIN_DECLS

typedef struct SarifLog SarifLog;

/* A log without results. */
SarifLog *sarif_log_new (void);

/* Adds what there is to say of a file; nothing where it is private and no claim is open. */
void sarif_log_add (SarifLog *log, const CoupletResult *result);

/* The log as JSON, which the caller frees; frees log. */
char *sarif_log_finish (SarifLog *log);

G_END_DECLS

#endif
