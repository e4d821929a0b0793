/* SPDX-License-Identifier: Apache-2.0 */
/* Lines about what differs, each printed once on standard output. */
#ifndef COUPLET_CLI_DIFFERENCES_H
#define COUPLET_CLI_DIFFERENCES_H

#include <glib.h>

typedef struct {
  GHashTable *printed; /* a set of lines */
} Differences;

void differences_init (Differences *differences);
void differences_clear (Differences *differences);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Differences, differences_clear)

/* Prints a line, unless it has been printed. */
void differences_add (Differences *differences, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Prints `what: aspect was A, is B` where the two are not the same; NULL shows as `unknown`. */
void differences_compare (Differences *differences, const char *what, const char *aspect,
                          const char *was, const char *is);

/* Whether there are any. */
gboolean differences_any (const Differences *differences);

#endif
