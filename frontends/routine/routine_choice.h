/* SPDX-License-Identifier: Apache-2.0 */
/* Which of the functions of a file is the mechanism. */
#ifndef ROUTINE_CHOICE_H
#define ROUTINE_CHOICE_H

#include "svt_message.h"

/* Reports that -o FRONTEND.function=wanted names none, or, where wanted is empty, that there are
 * several: noisy has the names of those that draw noise. */
void routine_report_choice (const SvtReporter *reporter, const char *frontend, const char *wanted,
                            const GPtrArray *noisy, SvtPlace place);

#endif
