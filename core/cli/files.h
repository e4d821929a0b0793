/* SPDX-License-Identifier: Apache-2.0 */
/* From the words on the command line to files. */
#ifndef COUPLET_CLI_FILES_H
#define COUPLET_CLI_FILES_H

#include <couplet/host.h>

/* Which files of code are read that have no comment `couplet:`. */
typedef enum {
  CODE_NAMED,     /* those that are named */
  CODE_ALL,       /* those in folders, too */
  CODE_COMMENTED, /* none */
} CodeWanted;

/* The files that words name, and then those that the lists do (file_list.h; NULL = no lists): a
 * folder stands for the files in it and below whose name ends in an extension that registry has a
 * frontend for, or that a program of programs reads, sorted, but for code without a comment
 * `couplet:` (unless code is CODE_ALL); all others for themselves, but with CODE_COMMENTED for code
 * without such a comment. A word `-` is standard input, in a list a file that is called so. NULL
 * with error set when a folder or a list names none, a list cannot be read, or standard input is
 * asked for twice. The caller frees the array (of char *). */
GPtrArray *files_of_words (char **words, char **lists, CoupletRegistry *registry,
                           const CoupletConfiguration *programs, CodeWanted code, GError **error);

/* Says whether files that a frontend reads are wanted. */
typedef gboolean (*FrontendFilter) (const CoupletPlugin *plugin);

/* Likewise without programs; of a folder only the files whose frontend is wanted. */
GPtrArray *files_of_words_for (char **words, char **lists, CoupletRegistry *registry,
                               FrontendFilter is_wanted, GError **error);

#endif
