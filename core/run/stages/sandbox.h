/* SPDX-License-Identifier: Apache-2.0 */
/* The sandbox of code that is run: a filter of system calls, which the process of the code installs
 * itself. */
#ifndef COUPLET_CORE_SANDBOX_H
#define COUPLET_CORE_SANDBOX_H

#include <glib.h>

/* A descriptor, closed when a program is started, of a file that nobody can change, with the filter
 * as a program of BPF. -1 with error set: it was left out when Couplet was built, or the kernel has
 * no filters. The caller closes it. */
int sandbox_open_filter (GError **error);

#endif
