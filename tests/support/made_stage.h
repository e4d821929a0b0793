/* SPDX-License-Identifier: Apache-2.0 */
/* Stages of plugins that stand in the test, in no shared object. */
#ifndef COUPLET_TESTS_MADE_STAGE_H
#define COUPLET_TESTS_MADE_STAGE_H

#include "stage.h"

/* A stage of plugin, called after it, for which nothing is set: it runs in this process and is
 * taken for installed. plugin and host must outlive it; the caller frees it. */
Stage *made_stage (const CoupletPlugin *plugin, const CoupletHost *host);

#endif
