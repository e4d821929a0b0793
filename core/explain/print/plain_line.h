/* SPDX-License-Identifier: Apache-2.0 */
/* A line as plain characters, for printers that have no mathematics of their
 * own. Between the characters stand marks, which are control characters.
 */
#ifndef COUPLET_EXPLAIN_PLAIN_LINE_H
#define COUPLET_EXPLAIN_PLAIN_LINE_H

#include "document.h"

#define MARK_NO_BREAK '\001' /* a space at which a line must not be broken */
#define MARK_STRONG '\002'
#define MARK_CODE '\003'
#define MARK_RULE '\004'
#define MARK_BAR '\005'
#define MARK_END '\006' /* of what STRONG, CODE, RULE or BAR began */

/* How many characters a full bar has. */
#define PLAIN_BAR_WIDTH 16

/* line in characters, with marks. utf8: otherwise only ASCII is used, and other
 * characters of names become \u{...}. The caller frees it. */
char *plain_line (const Line *line, gboolean utf8);

/* The sign as line has it, with marks. */
const char *plain_sign (Sign sign, gboolean utf8);

/* The columns a terminal needs for text up to end (NULL: all), marks left out. */
guint plain_width (const char *text, const char *end);

#endif
