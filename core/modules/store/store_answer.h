/* SPDX-License-Identifier: Apache-2.0 */
/* Writing an answer into the tables of a store. */
#ifndef COUPLET_CORE_STORE_ANSWER_H
#define COUPLET_CORE_STORE_ANSWER_H

#include "database.h"

#include <couplet/internal/plugin.h>

/* The row of provenance, but for its date; it is added where it is not there yet. FALSE with error
 * set. */
gboolean store_provenance (const Database *database, const CoupletProvenance *provenance,
                           gint64 *id, GError **error);

/* Adds result, as store_put() says; *id receives its number. FALSE with error set. */
gboolean store_add_answer (const Database *database, const guint8 *key, const CoupletResult *result,
                           gboolean with_evidence, gint64 *id, GError **error);

#endif
