/* SPDX-License-Identifier: Apache-2.0 */
#include "python_reader.h"
#include "python_run.h"

static const char *const EXTENSIONS[] = {"py", NULL};

static const char *const ADJACENCIES[] = {"as-said", "any", "monotonic", "one", NULL};

static const CoupletOption OPTIONS[] = {
    {"function", COUPLET_OPTION_STRING, "", 0, 0, NULL,
     "the function that is the mechanism; empty = the only one that draws noise"},
    {"private", COUPLET_OPTION_STRING, "", 0, 0, NULL,
     "the argument with the private answers; empty = the one that it goes through"},
    {"adjacency", COUPLET_OPTION_CHOICE, "as-said", 0, 0, ADJACENCIES,
     "how the answers of adjacent databases differ; as-said = as a comment says, or any"},
};

static const CoupletFrontend FRONTEND = {.struct_size = sizeof (CoupletFrontend),
                                         .extensions = EXTENSIONS,
                                         .read = python_read_automaton};

static const CoupletLibrary LIBRARIES[] = {{"Python", python_version}};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_FRONTEND,
    .name = "python",
    .version = "1.0",
    .summary = "mechanisms as Python functions, parsed by CPython and never run",
    /* CPython's parser reads files of strangers, and keeps memory */
    .capabilities = {COUPLET_WANTS_PROCESS | COUPLET_ONLY_NAMED, 0},
    .options = OPTIONS,
    .n_options = G_N_ELEMENTS (OPTIONS),
    .frontend = &FRONTEND,
    .restate = python_restate,
    .libraries = LIBRARIES,
    .n_libraries = G_N_ELEMENTS (LIBRARIES),
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
