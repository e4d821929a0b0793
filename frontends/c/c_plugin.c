/* SPDX-License-Identifier: Apache-2.0 */
#include "c_reader.h"
#include "python_run.h"

static const char *const EXTENSIONS[] = {"c", NULL};

static const char *const ADJACENCIES[] = {"as-said", "any", "monotonic", "one", NULL};

static const CoupletOption OPTIONS[] = {
    {"function", COUPLET_OPTION_STRING, "", 0, 0, NULL,
     "the function that is the mechanism; empty = the only one that draws noise"},
    {"private", COUPLET_OPTION_STRING, "", 0, 0, NULL,
     "the parameter with the private answers; empty = what TYPES says, or the array that is read"},
    {"adjacency", COUPLET_OPTION_CHOICE, "as-said", 0, 0, ADJACENCIES,
     "how the answers of adjacent databases differ; as-said = what PRECONDITION says, or any"},
};

static const CoupletFrontend FRONTEND = {
    .struct_size = sizeof (CoupletFrontend), .extensions = EXTENSIONS, .read = c_read_automaton};

/* pycparser is a module of Python's, which does not run yet. */
static char *
pycparser_version (void)
{
  return g_strdup (COUPLET_PYCPARSER_VERSION);
}

static const CoupletLibrary LIBRARIES[] = {{"Python", python_version},
                                           {"pycparser", pycparser_version}};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_FRONTEND,
    .name = "c",
    .version = "1.0",
    .summary = "mechanisms as C functions, CheckDP's and others, parsed by pycparser",
    /* a parser in an interpreter reads files of strangers, and keeps memory */
    .capabilities = {COUPLET_WANTS_PROCESS | COUPLET_ONLY_NAMED, 0},
    .options = OPTIONS,
    .n_options = G_N_ELEMENTS (OPTIONS),
    .frontend = &FRONTEND,
    .restate = c_restate,
    .libraries = LIBRARIES,
    .n_libraries = G_N_ELEMENTS (LIBRARIES),
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
