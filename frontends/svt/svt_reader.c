/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_reader.h"
#include "svt_compile.h"
#include "svt_parse.h"
#include "svt_restate.h"
#include "svt_rewrite.h"

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

gboolean
svt_restate_source (CoupletContext *context, const CoupletSource *source,
                    CoupletDiagnostics *diagnostics)
{
  static const char *const lines[] = {"its comments are left out, and the layout is another", NULL};
  const SvtReporter reporter = {diagnostics, source->data, source->length};
  g_autoptr (SvtFile) file = svt_parse (&reporter);
  if (!svt_is_clean (&reporter))
    return FALSE;
  g_autoptr (SvtProgram) program = svt_check (context, &reporter, file);
  if (program == NULL)
    return FALSE;
  g_autofree char *what =
      g_strdup_printf ("mechanism %s of %s", program->mechanism->name->text, source->name);
  svt_restate (context, program, what, lines);
  return TRUE;
}

gboolean
svt_rewrite_source (CoupletContext *context, const CoupletSource *source,
                    const CoupletChange *changes, guint n, CoupletDiagnostics *diagnostics)
{
  const SvtReporter reporter = {diagnostics, source->data, source->length};
  g_autoptr (SvtFile) file = svt_parse (&reporter);
  if (!svt_is_clean (&reporter))
    return FALSE;
  g_autoptr (SvtProgram) program = svt_check (context, &reporter, file);
  return program != NULL && svt_rewrite (context, program, changes, n);
}
