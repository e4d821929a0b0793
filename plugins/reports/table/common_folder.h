/* SPDX-License-Identifier: Apache-2.0 */
/* The folder that all files of a table have in common. */
#ifndef COUPLET_COMMON_FOLDER_H
#define COUPLET_COMMON_FOLDER_H

#include <glib.h>

/* path: NULL = there is no file yet; else what all names of files begin with, which is empty or
 * ends in `/`, as folders are named: neither after it nor before its end another `/` follows. */
typedef struct {
  char *path;
} CommonFolder;

/* One more file. */
void common_folder_add (CommonFolder *folder, const char *file);

/* How many bytes may be left out of the names of all files: 0 also where it is only `/`. */
gsize common_folder_length (const CommonFolder *folder);

void common_folder_clear (CommonFolder *folder);

#endif
