/* SPDX-License-Identifier: Apache-2.0 */
/* The options that the host gives every stage. */
#ifndef COUPLET_HOST_OPTIONS_H
#define COUPLET_HOST_OPTIONS_H

#include <couplet/plugin.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* The options that every decider and optimizer has besides its own; *n receives
 * their number. */
const CoupletOption *couplet_host_options (guint *n);

#pragma GCC visibility pop
G_END_DECLS

#endif
