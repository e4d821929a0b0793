/* SPDX-License-Identifier: Apache-2.0 */
/* A language server on standard input and output:
 * https://microsoft.github.io/language-server-protocol (3.17). Texts are read, verified and laid
 * out by runs of this program beside it. */
#ifndef COUPLET_CLI_LSP_SERVER_H
#define COUPLET_CLI_LSP_SERVER_H

#include "desk.h"

/* Serves until the input ends or the editor says so; the exit status: 0 after a shutdown that was
 * asked for, else 1. */
int server_run (const ServerOptions *options);

#endif
