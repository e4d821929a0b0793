/* SPDX-License-Identifier: Apache-2.0 */
/* A folder for targets whose file must have a name: of a file in memory SQLite finds none, and an
 * index is one of a folder. */
#ifndef COUPLET_TESTS_FUZZ_FOLDER_H
#define COUPLET_TESTS_FUZZ_FOLDER_H

#include <glib.h>

/* The path of a folder for this process, which goes with it, and with the file called name in it:
 * always the same name, which is not copied. */
const char *fuzz_folder (const char *name);

#endif
