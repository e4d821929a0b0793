/* SPDX-License-Identifier: Apache-2.0 */
/* The libraries that the program and its plugins use, and their versions as they run. */
#ifndef COUPLET_CORE_LIBRARIES_H
#define COUPLET_CORE_LIBRARIES_H

#include <couplet/internal/plugin.h>

/* Libraries by name, each once, in the order in which they were added. */
typedef struct {
  GArray *list; /* CoupletDefinition */
} Libraries;

/* Those of libcouplet itself. */
void libraries_init (Libraries *libraries);
/* A copy of n libraries. */
void libraries_init_copy (Libraries *libraries, const CoupletDefinition *list, guint n);
void libraries_clear (Libraries *libraries);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Libraries, libraries_clear)

/* Adds those of plugin. */
void libraries_add (Libraries *libraries, const CoupletPlugin *plugin);

#endif
