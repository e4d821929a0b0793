/* SPDX-License-Identifier: Apache-2.0 */
/* Programs in a folder, and beside each the text that is expected of it. */
#ifndef COUPLET_TESTS_SVT_GOLDEN_H
#define COUPLET_TESTS_SVT_GOLDEN_H

#include <glib.h>

/* What a test makes of a program. The caller frees it. */
typedef char *(*SvtFunction) (const char *text, gsize length);

/* Fails the test unless function gives, for each .svt file of folder, what the file of
 * the same name with the other ending holds, which is not empty; and unless there are
 * more than fewest. With COUPLET_TEST_UPDATE set these files are written anew. */
void check_svt_folder (const char *folder, const char *ending, SvtFunction function, guint fewest);

#endif
