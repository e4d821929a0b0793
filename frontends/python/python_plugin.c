/* SPDX-License-Identifier: Apache-2.0 */
#include "python_reader.h"
#include "python_run.h"

static const char *const EXTENSIONS[] = {"py", NULL};

static const char *const ADJACENCIES[] = {"as-said", "any", "monotonic", "one", NULL};

static const char *const KINDS[] = {"auto", "list", "array", "number", "functions", NULL};

static const char *const SWITCH[] = {"on", "off", NULL};

static const CoupletOption OPTIONS[] = {
    {"function", COUPLET_OPTION_STRING, "", 0, 0, NULL,
     "the function that is the mechanism; empty = the only one that draws noise"},
    {"private", COUPLET_OPTION_STRING, "", 0, 0, NULL,
     "the argument with the private answers; empty = the one that it goes through"},
    {"adjacency", COUPLET_OPTION_CHOICE, "as-said", 0, 0, ADJACENCIES,
     "how the answers of adjacent databases differ; as-said = as a comment says, or any"},
    {"private-as", COUPLET_OPTION_CHOICE, "auto", 0, 0, KINDS,
     "what FILE.py::NAME gets as its private argument; auto = what it works with"},
    {"epsilon", COUPLET_OPTION_STRING, "", 0, 0, NULL,
     "the argument of FILE.py::NAME that is epsilon; empty = the one called epsilon or eps"},
    {"sensitivity", COUPLET_OPTION_STRING, "", 0, 0, NULL,
     "by how much an answer of FILE.py::NAME may differ; empty = as a comment says, or 1"},
    {"answers", COUPLET_OPTION_INTEGER, "0", 0, 1000, NULL,
     "how many answers FILE.py::NAME gets; 0 = any number"},
    {"interpreter", COUPLET_OPTION_STRING, "", 0, 0, NULL,
     "the Python that runs FILE.py::NAME; empty = python3 of PATH"},
    {"sandbox", COUPLET_OPTION_CHOICE, "on", 0, 0, SWITCH,
     "whether FILE.py::NAME is run in a sandbox, where it can read files and compute, no more"},
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
    .summary = "mechanisms as Python functions, parsed by CPython and run only as FILE.py::NAME",
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
