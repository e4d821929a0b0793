/* SPDX-License-Identifier: Apache-2.0 */
/* Random well-posed automata with several thresholds, as JSON texts: any names,
 * numbers of any size, draws without noise. */
#ifndef COUPLET_TESTS_RANDOM_DOCUMENTS_H
#define COUPLET_TESTS_RANDOM_DOCUMENTS_H

#include <glib.h>

/* Appends a document. n_thresholds: 1 to 3. */
void append_random_document (GString *text, GRand *random, guint n_thresholds, gboolean shared);

#endif
