/* SPDX-License-Identifier: Apache-2.0 */
/* Whether what a line of a report says follows from its stages, by the rules of conclusion.h. */
#ifndef COUPLET_CORE_CONTRADICTION_H
#define COUPLET_CORE_CONTRADICTION_H

#include "result_fields.h"

/* Why what a file's answer says cannot all be right; NULL = it can. The caller frees it. */
char *answer_contradicts_itself (const FileRecord *file);

#endif
