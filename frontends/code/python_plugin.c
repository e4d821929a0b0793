/* SPDX-License-Identifier: Apache-2.0 */
#include "basic.h"
#include "code_options.h"

static const char *const KINDS[] = {"auto", "list", "array", "number", "functions", NULL};

static const CoupletOption OPTIONS[] = {
    CODE_OPTIONS,
    {"private-as", COUPLET_OPTION_CHOICE, "auto", 0, 0, KINDS,
     "what the private argument is; auto = what the code works with"}};

static const char *const EXTENSIONS[] = {"py", "ipynb", NULL};

static const CoupletFrontend FRONTEND = {.extensions = EXTENSIONS};

const CoupletPlugin FRONTEND_PYTHON = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_FRONTEND,
    .name = "python",
    .version = "2.0",
    .summary = "functions and classes of Python, run on symbolic answers",
    .capabilities = {.takes = COUPLET_IS_CODE | COUPLET_WANTS_PROCESS},
    .options = OPTIONS,
    .n_options = G_N_ELEMENTS (OPTIONS),
    .frontend = &FRONTEND,
};
