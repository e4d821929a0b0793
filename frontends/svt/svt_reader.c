/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_reader.h"
#include "svt_compile.h"
#include "svt_parse.h"

gboolean
svt_read_automaton (CoupletContext *context, const CoupletSource *source, CoupletBuilder *builder,
                    CoupletDiagnostics *diagnostics)
{
  const SvtReporter reporter = {diagnostics, source->data, source->length};
  g_autoptr (SvtFile) file = svt_parse (&reporter);
  if (!svt_is_clean (&reporter))
    return FALSE;
  g_autoptr (SvtProgram) program = svt_check (context, &reporter, file);
  return program != NULL && svt_compile (context, program, builder);
}
