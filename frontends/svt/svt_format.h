/* SPDX-License-Identifier: Apache-2.0 */
/* Lays a program out: two spaces per block, a statement a line. Works on tokens,
 * so comments and parentheses stay; formatting twice changes nothing more.
 */
#ifndef SVT_FORMAT_H
#define SVT_FORMAT_H

#include "svt_message.h"

#include <couplet/internal/plugin.h>

/* Appends the formatted text to out. False, with errors reported, when the
 * program cannot be parsed. */
gboolean svt_format_text (const SvtReporter *reporter, GString *out);

/* CoupletFrontend.format */
gboolean svt_format_source (CoupletContext *context, const CoupletSource *source,
                            CoupletDiagnostics *diagnostics);

#endif
