/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes as a file, for functions that open one by its name. */
#ifndef FUZZ_FILE_H
#define FUZZ_FILE_H

#include <glib.h>

typedef struct {
  int descriptor;
  char name[32];
} FuzzFile;

/* A file in memory of these bytes, which is in no folder. */
void fuzz_file_open (FuzzFile *file, gconstpointer data, gsize size);
void fuzz_file_close (FuzzFile *file);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FuzzFile, fuzz_file_close)

#endif
