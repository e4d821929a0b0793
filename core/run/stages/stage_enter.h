/* SPDX-License-Identifier: Apache-2.0 */
/* Making the plugin of a stage one that can be called in this process. */
#ifndef COUPLET_CORE_STAGE_ENTER_H
#define COUPLET_CORE_STAGE_ENTER_H

#include "stage.h"

/* Loads the file of a stranger, and creates the instance of a solver, unless that was done. Where a
 * stage is isolated, this is called in its process. FALSE with error set, which names plugin and
 * file. */
gboolean stage_enter (Stage *stage, GError **error);

/* Whether a process of its own can make a stranger's plugin ready. FALSE with error set. */
gboolean stage_can_enter (Stage *stage, GError **error);

#endif
