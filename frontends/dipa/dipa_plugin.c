/* SPDX-License-Identifier: Apache-2.0 */
#include "dipa_reader.h"
#include "dipa_writer.h"

static gboolean
read_source (CoupletContext *context, const CoupletSource *source, CoupletBuilder *builder,
             CoupletDiagnostics *diagnostics)
{
  (void)context;
  return dipa_read_automaton (source, builder, diagnostics);
}

static const char *const EXTENSIONS[] = {"dipa", NULL};

static const CoupletFrontend FRONTEND = {.extensions = EXTENSIONS,
                                         .recognise = dipa_recognise,
                                         .read = read_source,
                                         .write = dipa_write_automaton};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_FRONTEND,
    .name = "dipa",
    .version = "1.0",
    .summary = "automata as the tool DiPAut reads them",
    .capabilities = {.takes = COUPLET_TAKES_INDEPENDENT | COUPLET_TAKES_SHARED},
    .frontend = &FRONTEND,
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
