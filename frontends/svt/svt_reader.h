/* SPDX-License-Identifier: Apache-2.0 */
/* Reads programs of the mechanism language, docs/language.md. */
#ifndef SVT_READER_H
#define SVT_READER_H

#include <couplet/internal/plugin.h>

/* Reads source into builder. False, with an error reported, when source is no
 * well-formed program. */
gboolean svt_read_automaton (CoupletContext *context, const CoupletSource *source,
                             CoupletBuilder *builder, CoupletDiagnostics *diagnostics);

/* Writes source as svt_restate() does. FALSE with an error added to diagnostics. */
gboolean svt_restate_source (CoupletContext *context, const CoupletSource *source,
                             CoupletDiagnostics *diagnostics);

/* Writes source with changes, as svt_rewrite() does. FALSE when one cannot be made. */
gboolean svt_rewrite_source (CoupletContext *context, const CoupletSource *source,
                             const CoupletChange *changes, guint n,
                             CoupletDiagnostics *diagnostics);

#endif
