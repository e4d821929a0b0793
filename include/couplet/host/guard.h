/* SPDX-License-Identifier: Apache-2.0 */
/* Guards in the words of the source. */
#ifndef COUPLET_HOST_GUARD_H
#define COUPLET_HOST_GUARD_H

#include <couplet/model.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* As couplet_guard_to_string(), with another name for the sample: `q < x && q >= y`. The caller
 * frees it. */
char *couplet_guard_to_string_of (const CoupletAutomaton *automaton, const CoupletGuard *guard,
                                  const char *sample);

#pragma GCC visibility pop
G_END_DECLS

#endif
