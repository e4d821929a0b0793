/* SPDX-License-Identifier: Apache-2.0 */
#include "server.h"

#include "frame.h"
#include "rpc.h"

#include <couplet/host/version.h>

#include <errno.h>
#include <glib-unix.h>
#include <unistd.h>

typedef struct {
  Desk desk;
  FrameReader input;
  GMainLoop *loop;
  gboolean initialized, shut_down;
  int status;
} Server;

/* A message that has a method. id is NULL in a notification. */
typedef struct {
  const char *method;
  json_t *id, *parameters;
} Message;

/* Does what message says. FALSE when its parameters are wrong. */
typedef gboolean (*Handler) (Server *server, const Message *message);

static void
quit (Server *server)
{
  server->status = server->shut_down ? 0 : 1;
  g_main_loop_quit (server->loop);
}

/* result is taken. */
static void
reply (Server *server, const Message *message, json_t *result)
{
  server->desk.deaf |= !rpc_reply (message->id, result);
}

/* ---- Handlers ------------------------------------------------------------------------- */

static gboolean
initialize (Server *server, const Message *message)
{
  server->initialized = TRUE;
  reply (server, message,
         json_pack ("{s:{s:{s:b,s:i,s:{s:b}},s:b,s:b},s:{s:s,s:s}}", "capabilities",
                    "textDocumentSync", "openClose", TRUE, "change", 1 /* whole texts */, "save",
                    "includeText", FALSE, "hoverProvider", TRUE, "documentFormattingProvider", TRUE,
                    "serverInfo", "name", "couplet", "version", couplet_version ()));
  return TRUE;
}

static gboolean
pass_over (Server *server, const Message *message)
{
  (void)server;
  (void)message;
  return TRUE;
}

static gboolean
shut_down (Server *server, const Message *message)
{
  server->shut_down = TRUE;
  reply (server, message, json_null ());
  return TRUE;
}

static gboolean
leave (Server *server, const Message *message)
{
  (void)message;
  quit (server);
  return TRUE;
}

static Text
text_of (const json_t *string)
{
  return (Text){json_string_value (string), json_string_length (string)};
}

static gboolean
did_open (Server *server, const Message *message)
{
  const char *uri, *language = NULL;
  json_t *text, *version = NULL;
  if (json_unpack (message->parameters, "{s:{s:s,s:o,s?s,s?o}}", "textDocument", "uri", &uri,
                   "text", &text, "languageId", &language, "version", &version) != 0 ||
      !json_is_string (text))
    return FALSE;
  desk_open (&server->desk, uri, language, text_of (text), version);
  return TRUE;
}

/* The last of changes that is a whole text; NULL when one is a part, which was not asked for. */
static json_t *
last_text (const json_t *changes)
{
  json_t *change, *text = NULL;
  gsize i;
  json_array_foreach (changes, i, change)
  {
    text = json_object_get (change, "text");
    if (!json_is_string (text) || json_object_get (change, "range") != NULL)
      return NULL;
  }
  return text;
}

/* The open document that parameters name; NULL. version may be NULL. */
static OpenText *
named_document (Server *server, json_t *parameters, json_t **version)
{
  const char *uri;
  json_t *unused = NULL;
  if (json_unpack (parameters, "{s:{s:s,s?o}}", "textDocument", "uri", &uri, "version",
                   version != NULL ? version : &unused) != 0)
    return NULL;
  return desk_find (&server->desk, uri);
}

static gboolean
did_change (Server *server, const Message *message)
{
  json_t *version = NULL;
  OpenText *document = named_document (server, message->parameters, &version);
  json_t *text = last_text (json_object_get (message->parameters, "contentChanges"));
  if (document == NULL || text == NULL)
    return FALSE;
  desk_change (&server->desk, document, text_of (text), version);
  return TRUE;
}

static gboolean
did_save (Server *server, const Message *message)
{
  OpenText *document = named_document (server, message->parameters, NULL);
  if (document != NULL)
    desk_save (&server->desk, document);
  return document != NULL;
}

static gboolean
did_close (Server *server, const Message *message)
{
  OpenText *document = named_document (server, message->parameters, NULL);
  if (document != NULL)
    desk_close (&server->desk, document);
  return document != NULL;
}

static gboolean
hover (Server *server, const Message *message)
{
  int line, character;
  OpenText *document = named_document (server, message->parameters, NULL);
  if (document == NULL ||
      json_unpack (message->parameters, "{s:{s:i,s:i}}", "position", "line", &line, "character",
                   &character) != 0 ||
      line < 0 || character < 0)
    return FALSE;
  desk_ask (&server->desk, REQUEST_HOVER, message->id, document,
            (Place){(guint)line, (guint)character});
  return TRUE;
}

static gboolean
formatting (Server *server, const Message *message)
{
  OpenText *document = named_document (server, message->parameters, NULL);
  if (document != NULL)
    desk_ask (&server->desk, REQUEST_LAYOUT, message->id, document, (Place){0, 0});
  return document != NULL;
}

static gboolean
cancel (Server *server, const Message *message)
{
  json_t *id = json_object_get (message->parameters, "id");
  if (id != NULL)
    desk_cancel (&server->desk, id);
  return id != NULL;
}

static const struct {
  const char *method;
  gboolean is_request;
  Handler handle;
} METHODS[] = {
    {"initialize", TRUE, initialize},
    {"initialized", FALSE, pass_over},
    {"shutdown", TRUE, shut_down},
    {"exit", FALSE, leave},
    {"$/cancelRequest", FALSE, cancel},
    {"textDocument/didOpen", FALSE, did_open},
    {"textDocument/didChange", FALSE, did_change},
    {"textDocument/didClose", FALSE, did_close},
    {"textDocument/didSave", FALSE, did_save},
    {"textDocument/hover", TRUE, hover},
    {"textDocument/formatting", TRUE, formatting},
};

/* ---- Messages ------------------------------------------------------------------------- */

static void
fail (Server *server, json_t *id, int code, const char *why)
{
  server->desk.deaf |= !rpc_fail (id, code, "%s", why);
}

/* The handler of a message of that kind; NULL. */
static Handler
find_handler (const Message *message)
{
  for (guint i = 0; i < G_N_ELEMENTS (METHODS); i++)
    if (g_str_equal (METHODS[i].method, message->method) &&
        METHODS[i].is_request == (message->id != NULL))
      return METHODS[i].handle;
  return NULL;
}

static void
handle_request (Server *server, const Message *message)
{
  Handler handler = find_handler (message);
  if (server->shut_down)
    fail (server, message->id, RPC_INVALID_REQUEST, "the server has been shut down");
  else if (handler == initialize && server->initialized)
    fail (server, message->id, RPC_INVALID_REQUEST, "the server is initialized");
  else if (handler != initialize && !server->initialized)
    fail (server, message->id, RPC_NOT_INITIALIZED, "the server is not initialized");
  else if (handler == NULL)
    server->desk.deaf |=
        !rpc_fail (message->id, RPC_UNKNOWN_METHOD, "%s: there is no such method", message->method);
  else if (!handler (server, message))
    server->desk.deaf |= !rpc_fail (message->id, RPC_INVALID_PARAMETERS,
                                    "%s: the parameters are wrong", message->method);
}

static void
handle_notification (Server *server, const Message *message)
{
  Handler handler = find_handler (message);
  if (handler == NULL || (!server->initialized && handler != leave))
    return;
  if (handler (server, message))
    return;
  g_autofree char *text = g_strdup_printf ("%s: the parameters are wrong", message->method);
  server->desk.deaf |=
      !rpc_notify ("window/logMessage", json_pack ("{s:i,s:s}", "type", 1, "message", text));
}

/* A message that is JSON. */
static void
handle (Server *server, json_t *json)
{
  json_t *id = json_object_get (json, "id");
  const char *version = json_string_value (json_object_get (json, "jsonrpc"));
  const Message message = {json_string_value (json_object_get (json, "method")), id,
                           json_object_get (json, "params")};
  gboolean has_id = json_is_string (id) || json_is_integer (id);
  if (message.method == NULL && has_id && version != NULL)
    return; /* an answer, though nothing was asked */
  if (message.method == NULL || g_strcmp0 (version, "2.0") != 0 || (id != NULL && !has_id))
    fail (server, has_id ? id : NULL, RPC_INVALID_REQUEST, "this is no JSON-RPC 2.0 message");
  else if (id != NULL)
    handle_request (server, &message);
  else
    handle_notification (server, &message);
}

static void
handle_body (Server *server, const GString *body)
{
  json_error_t error;
  json_t *json = json_loadb (body->str, body->len, JSON_ALLOW_NUL | JSON_DECODE_ANY, &error);
  if (json == NULL)
    server->desk.deaf |=
        !rpc_fail (NULL, RPC_PARSE_ERROR, "this is not valid JSON: %s", error.text);
  else
    handle (server, json);
  json_decref (json);
}

/* Handles what has arrived. FALSE when the stream makes no sense from here on. */
static gboolean
handle_input (Server *server)
{
  g_autoptr (GString) body = g_string_new (NULL);
  Frame frame;
  while (g_main_loop_is_running (server->loop) &&
         (frame = frame_reader_next (&server->input, body)) != FRAME_NONE) {
    if (frame == FRAME_WHOLE)
      handle_body (server, body);
    else
      fail (server, NULL, RPC_INVALID_REQUEST,
            frame == FRAME_BROKEN ? "expected the header 'Content-Length: N' and an empty line"
                                  : "the message is too long");
    if (frame == FRAME_BROKEN)
      return FALSE;
  }
  return TRUE;
}

static gboolean
on_input (gint file, GIOCondition condition, gpointer data)
{
  Server *server = data;
  char block[65536];
  (void)condition;
  gssize got = read (file, block, sizeof block);
  if (got < 0 && errno == EINTR)
    return G_SOURCE_CONTINUE;
  if (got <= 0) {
    quit (server);
    return G_SOURCE_CONTINUE;
  }
  frame_reader_add (&server->input, block, (gsize)got);
  if (!handle_input (server) || server->desk.deaf) {
    server->status = 1;
    g_main_loop_quit (server->loop);
  } else if (g_main_loop_is_running (server->loop))
    desk_work (&server->desk);
  return G_SOURCE_CONTINUE;
}

int
server_run (const ServerOptions *options)
{
  Server server = {.loop = g_main_loop_new (NULL, FALSE)};
  desk_init (&server.desk, options);
  frame_reader_init (&server.input);
  guint source = g_unix_fd_add (STDIN_FILENO, G_IO_IN | G_IO_HUP | G_IO_ERR, on_input, &server);
  g_main_loop_run (server.loop);
  g_source_remove (source);
  desk_clear (&server.desk);
  frame_reader_clear (&server.input);
  g_main_loop_unref (server.loop);
  return server.status;
}
