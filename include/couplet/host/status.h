/* SPDX-License-Identifier: Apache-2.0 */
/* Exit statuses. */
#ifndef COUPLET_HOST_STATUS_H
#define COUPLET_HOST_STATUS_H

#include <couplet/host/result.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* The worse of two exit statuses, by the order 7 6 5 4 3 2 10 11 0. */
int couplet_worse_status (int a, int b);

/* status without what verdicts say: 0 for 10 and 11; errors stay. */
int couplet_status_of_errors (int status);

/* The exit status that stands for an error of domain COUPLET_ERROR. */
int couplet_error_status (const GError *error);

#pragma GCC visibility pop
G_END_DECLS

#endif
