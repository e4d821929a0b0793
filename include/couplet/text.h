/* SPDX-License-Identifier: Apache-2.0 */
/* Texts of an input in messages: made fit to be shown, and compared. */
#ifndef COUPLET_TEXT_H
#define COUPLET_TEXT_H

#include <glib.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* text between apostrophes for a message: what a terminal might obey and invalid UTF-8 as
 * `\xHH`, long text cut. length -1: text ends in NUL. The caller frees it. */
char *couplet_quote (const char *text, gssize length);

/* Text of whatever origin, fit to stand in a line on a terminal: what might move the
 * cursor or turn the direction of writing becomes `?`, invalid UTF-8 U+FFFD. The caller
 * frees it. */
char *couplet_make_visible (const char *text);

/* The candidate with the least edit distance to text, NULL when none is near.
 * candidates ends in NULL. */
const char *couplet_nearest (const char *text, const char *const *candidates);

/* `; did you mean 'x'?`, to stand behind a message, with name; empty for NULL. The caller
 * frees it. */
char *couplet_suggest (const char *name);
/* The same with the nearest candidate; empty when none is near. */
char *couplet_did_you_mean (const char *text, const char *const *candidates);

#pragma GCC visibility pop
G_END_DECLS

#endif
