/* SPDX-License-Identifier: Apache-2.0 */
/* From the words on the command line to files. */
#ifndef COUPLET_CLI_FILES_H
#define COUPLET_CLI_FILES_H

#include <couplet/host.h>

/* The files that words name, and then those that the lists do (file_list.h; NULL = no lists): a
 * folder stands for the files in it and below whose name ends in an extension that registry has a
 * frontend for, sorted, but for code without a comment `couplet:` (with code: for that, too); all
 * others for themselves. A word `-` is standard input, in a list a file
 * that is called so. NULL with error set when a folder or a list names none, a list cannot be read,
 * or standard input is asked for twice. The caller frees the array (of char *). */
GPtrArray *files_of_words (char **words, char **lists, CoupletRegistry *registry, gboolean code,
                           GError **error);

/* Says whether files that a frontend reads are wanted. */
typedef gboolean (*FrontendFilter) (const CoupletPlugin *plugin);

/* Likewise; of a folder only the files whose frontend is wanted. */
GPtrArray *files_of_words_for (char **words, char **lists, CoupletRegistry *registry,
                               FrontendFilter is_wanted, gboolean code, GError **error);

#endif
