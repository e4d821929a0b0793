/* SPDX-License-Identifier: Apache-2.0 */
/* What repeats a run, as JSON: for stores, and to tell runs apart. */
#ifndef COUPLET_HOST_SETUP_H
#define COUPLET_HOST_SETUP_H

#include <couplet/host/origin.h>
#include <couplet/internal/json.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Adds what of provenance repeats the run (CoupletProvenance.command and what follows) as an
 * object, empty where it is not known. */
void couplet_json_setup (const CoupletJson *json, const char *key,
                         const CoupletProvenance *provenance);

#pragma GCC visibility pop
G_END_DECLS

#endif
