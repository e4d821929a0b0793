/* SPDX-License-Identifier: Apache-2.0 */
/* What a run is made by, as parts that may be others the next time: Couplet, libraries, plugins and
 * front ends. */
#ifndef COUPLET_CLI_COMPONENTS_H
#define COUPLET_CLI_COMPONENTS_H

#include "differences.h"

#include <couplet/host.h>

/* A list of them, each with its version and hash once, in the order in which they are added. The
 * caller frees it. */
GPtrArray *components_new (void);

/* Adds those that provenance names; what is missing there is none. */
void components_add (GPtrArray *components, const CoupletProvenance *provenance);

/* Adds a difference for each that is not the same in both. lenient: libraries and front ends that
 * one of both lacks are no difference, since some file could not be read. */
void components_compare (const GPtrArray *was, const GPtrArray *is, gboolean lenient,
                         Differences *differences);

#endif
