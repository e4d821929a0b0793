/* SPDX-License-Identifier: Apache-2.0 */
/* Settings that nothing in the pipeline uses. */
#ifndef COUPLET_CORE_UNUSED_SETTINGS_H
#define COUPLET_CORE_UNUSED_SETTINGS_H

#include "configuration.h"

/* FALSE with error set when the file or -o sets something for a stage that is
 * not in the pipeline and cannot be a frontend chosen later, or for every stage what none
 * has. */
gboolean check_unused_settings (const CoupletConfiguration *configuration,
                                CoupletRegistry *registry, GError **error);

#endif
