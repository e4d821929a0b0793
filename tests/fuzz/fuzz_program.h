/* SPDX-License-Identifier: Apache-2.0 */
/* Front ends of programs: any bytes are either refused with an error or read as an automaton; in
 * this process, so that a crash is seen. */
#ifndef FUZZ_PROGRAM_H
#define FUZZ_PROGRAM_H

#include <couplet/host.h>

#include <stdint.h>

int LLVMFuzzerInitialize (int *n, char ***arguments);
int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* Starts the interpreter, which then runs to the end: starting it takes longer than a program.
 * folder: as for python_run(). */
void fuzz_start (const char *folder);

/* Gives size bytes to read, which is the front end called name that the program is linked with. */
int fuzz_program (const char *name,
                  gboolean (*read) (CoupletContext *context, const CoupletSource *source,
                                    CoupletBuilder *builder, CoupletDiagnostics *diagnostics),
                  const uint8_t *data, size_t size);

#endif
