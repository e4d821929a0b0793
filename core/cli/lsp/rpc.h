/* SPDX-License-Identifier: Apache-2.0 */
/* What the server says, as JSON-RPC 2.0 on standard output. */
#ifndef COUPLET_CLI_LSP_RPC_H
#define COUPLET_CLI_LSP_RPC_H

#include <glib.h>

/* Codes of errors, of JSON-RPC and of the protocol. */
enum {
  RPC_PARSE_ERROR = -32700,
  RPC_INVALID_REQUEST = -32600,
  RPC_UNKNOWN_METHOD = -32601,
  RPC_INVALID_PARAMETERS = -32602,
  RPC_INTERNAL_ERROR = -32603,
  RPC_NOT_INITIALIZED = -32002,
  RPC_CANCELLED = -32800,
  RPC_CONTENT_MODIFIED = -32801
};

/* All of them are FALSE when standard output takes no more. id, result and parameters are JSON. */
gboolean rpc_reply (const char *id, const char *result);
/* id NULL: of a message that has none that could be read. */
gboolean rpc_fail (const char *id, int code, const char *format, ...) G_GNUC_PRINTF (3, 4);
gboolean rpc_notify (const char *method, const char *parameters);

#endif
