/* SPDX-License-Identifier: Apache-2.0 */
/* Manual pages, from the tables that help is printed from. */
#ifndef COUPLET_CLI_MANUAL_H
#define COUPLET_CLI_MANUAL_H

#include "command.h"

/* The page couplet-NAME.1 of command, whose options are lists of entries (each ends in an empty
 * one; the array ends in NULL), in mdoc(7). The caller frees it. */
char *manual_page (const Command *command, GOptionEntry *const *entries);

#endif
