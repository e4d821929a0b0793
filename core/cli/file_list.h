/* SPDX-License-Identifier: Apache-2.0 */
/* Names of files from a file, as `find` and `ls` write them. */
#ifndef COUPLET_CLI_FILE_LIST_H
#define COUPLET_CLI_FILE_LIST_H

#include <couplet/host.h>

/* A list that is read from its beginning to its end. */
typedef struct {
  const char *file; /* not owned */
  char *text;
  gsize length;
  gsize at;       /* where the next name begins */
  char separator; /* a line break; '\0' where the list has one */
  guint number;   /* of the name given last, from 1: its line, but for lists with '\0' */
} FileList;

/* Reads file (`-` = standard input, not owned). FALSE with error set (INPUT), naming it. Clear
 * with file_list_clear(). */
gboolean file_list_open (FileList *list, const char *file, GError **error);
void file_list_clear (FileList *list);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FileList, file_list_clear)

/* The next name, byte for byte as it stands there, but for a carriage return before the line
 * break; empty ones are left out. NULL = there is none. list owns it. */
const char *file_list_next (FileList *list);

#endif
