/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the loader can open a file. It maps files without looking at their size, so that a
 * truncated shared object would end the program with SIGBUS. */
#ifndef COUPLET_CORE_ELF_H
#define COUPLET_CORE_ELF_H

#include <glib.h>

/* NULL when path is a shared object whose segments lie within the file; else
 * what is wrong with it, a constant. */
const char *elf_fault (const char *path);

#endif
