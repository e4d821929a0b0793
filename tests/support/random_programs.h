/* SPDX-License-Identifier: Apache-2.0 */
/* Random well-formed programs of the mechanism language. */
#ifndef COUPLET_TESTS_RANDOM_PROGRAMS_H
#define COUPLET_TESTS_RANDOM_PROGRAMS_H

#include <glib.h>

/* A program's tokens (char *). The caller frees the array. */
GPtrArray *random_program (GRand *random);

/* The tokens with random blanks, line ends and comments between them. The caller
 * frees it. */
char *scatter (const GPtrArray *tokens, GRand *random);

#endif
