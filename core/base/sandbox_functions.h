/* SPDX-License-Identifier: Apache-2.0 */
/* What the module sandbox exports: the filter of system calls under which code is run, by
 * libseccomp. */
#ifndef COUPLET_CORE_SANDBOX_FUNCTIONS_H
#define COUPLET_CORE_SANDBOX_FUNCTIONS_H

#include <glib.h>

#define SANDBOX_MODULE "sandbox"
#define SANDBOX_SYMBOL "couplet_sandbox_functions"

typedef struct {
  /* Writes the filter to the file with that descriptor, as a program of BPF. 0, or -errno. */
  int (*export_filter) (int descriptor);
} SandboxFunctions;

extern const SandboxFunctions couplet_sandbox_functions;

#endif
