/* SPDX-License-Identifier: Apache-2.0 */
/* Manual pages, from the tables that help is printed from. */
#ifndef COUPLET_CLI_MANUAL_H
#define COUPLET_CLI_MANUAL_H

#include <glib.h>

/* The page couplet-COMMAND.1; the options are lists of entries (each ends in an empty
 * one; the array ends in NULL), in mdoc(7). The caller frees it. */
char *manual_page (const char *command, const char *summary, const char *usage,
                   GOptionEntry *const *entries);

#endif
