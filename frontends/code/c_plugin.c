/* SPDX-License-Identifier: Apache-2.0 */
#include "basic.h"
#include "code_options.h"

static const CoupletOption OPTIONS[] = {CODE_OPTIONS};

static const char *const EXTENSIONS[] = {"c", NULL};

static const CoupletFrontend FRONTEND = {.extensions = EXTENSIONS};

const CoupletPlugin FRONTEND_C = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_FRONTEND,
    .name = "c",
    .version = "2.0",
    .summary = "functions of C, interpreted on symbolic answers",
    .capabilities = {.takes = COUPLET_IS_CODE | COUPLET_WANTS_PROCESS},
    .options = OPTIONS,
    .n_options = G_N_ELEMENTS (OPTIONS),
    .frontend = &FRONTEND,
};
