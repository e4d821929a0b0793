/* SPDX-License-Identifier: Apache-2.0 */
/* What the reader of code took for what, in words. */
#ifndef COUPLET_REPORTS_UNDERSTOOD_WORDS_H
#define COUPLET_REPORTS_UNDERSTOOD_WORDS_H

#include <couplet/internal/plugin.h>

/* A line each of what result's reader understood: `private: queries`. The caller frees the list;
 * it is empty where nothing is told. */
GPtrArray *understood_words (const CoupletResult *result);

#endif
