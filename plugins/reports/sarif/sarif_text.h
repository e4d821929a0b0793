/* SPDX-License-Identifier: Apache-2.0 */
/* What is for people, in a log. */
#ifndef SARIF_TEXT_H
#define SARIF_TEXT_H

#include <couplet/internal/json.h>

/* Writes text as the member key of the open object: SARIF's messages are objects. */
void sarif_put_text (const CoupletJson *json, const char *key, const char *text);

#endif
