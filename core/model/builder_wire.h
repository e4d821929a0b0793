/* SPDX-License-Identifier: Apache-2.0 */
/* What a builder has collected, carried to another process. */
#ifndef COUPLET_CORE_BUILDER_WIRE_H
#define COUPLET_CORE_BUILDER_WIRE_H

#include "collected.h"
#include "wire.h"

/* Appends what builder has collected, but for its diagnostics. FALSE: it is more than an
 * array can hold (4 GiB). */
gboolean wire_put_builder (GByteArray *out, const CoupletBuilder *builder);

/* Gives builder, which is new, what was put. FALSE: the wire is broken, or says what no
 * builder collects; builder can then only be freed. */
gboolean wire_take_builder (Wire *wire, CoupletBuilder *builder);

#endif
