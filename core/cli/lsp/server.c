/* SPDX-License-Identifier: Apache-2.0 */
#include "server.h"

#include "frame.h"
#include "rpc.h"

#include <couplet/host/version.h>
#include <couplet/internal/json.h>
#include <couplet/internal/json_tree.h>

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
  const char *id; /* JSON */
  const CoupletJsonValue *parameters;
} Message;

/* Does what message says. FALSE when its parameters are wrong. */
typedef gboolean (*Handler) (Server *server, const Message *message);

static void
quit (Server *server)
{
  server->status = server->shut_down ? 0 : 1;
  g_main_loop_quit (server->loop);
}

/* result is JSON. */
static void
reply (Server *server, const Message *message, const char *result)
{
  server->desk.deaf |= !rpc_reply (message->id, result);
}

/* ---- Handlers ------------------------------------------------------------------------- */

/* Whole texts are sent at each change, and not once more when they are saved. */
#define CAPABILITIES                                                                               \
  "{\"textDocumentSync\":{\"openClose\":true,\"change\":1,\"save\":{\"includeText\":false}},"      \
  "\"hoverProvider\":true,\"documentFormattingProvider\":true}"

static gboolean
initialize (Server *server, const Message *message)
{
  const CoupletJson json = {g_string_new (NULL), FALSE};
  couplet_json_open (&json, NULL, '{');
  couplet_json_raw (&json, "capabilities", CAPABILITIES);
  couplet_json_open (&json, "serverInfo", '{');
  couplet_json_string (&json, "name", "couplet");
  couplet_json_string (&json, "version", couplet_version ());
  couplet_json_close (&json, '}');
  couplet_json_close (&json, '}');
  server->initialized = TRUE;
  reply (server, message, json.text->str);
  g_string_free (json.text, TRUE);
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
  reply (server, message, "null");
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
content_of (const CoupletJsonValue *string)
{
  return (Text){string->text, string->length};
}

/* As it is written, NULL = it is not there. The caller frees it. */
static char *
version_of (const CoupletJsonValue *document)
{
  const CoupletJsonValue *version = couplet_json_member (document, "version");
  return version != NULL ? couplet_json_written (version) : NULL;
}

static const CoupletJsonValue *
document_of (const Message *message)
{
  return couplet_json_member (message->parameters, "textDocument");
}

static const char *
text_of (const CoupletJsonValue *object, const char *key)
{
  return couplet_json_text_of (couplet_json_member (object, key));
}

static gboolean
did_open (Server *server, const Message *message)
{
  const CoupletJsonValue *document = document_of (message);
  const CoupletJsonValue *language = couplet_json_member (document, "languageId");
  const char *uri = text_of (document, "uri");
  const CoupletJsonValue *text = couplet_json_member (document, "text");
  if (uri == NULL || !couplet_json_is (text, COUPLET_JSON_TOKEN_STRING) ||
      (language != NULL && couplet_json_text_of (language) == NULL))
    return FALSE;
  g_autofree char *version = version_of (document);
  desk_open (&server->desk, uri, couplet_json_text_of (language), content_of (text), version);
  return TRUE;
}

/* The last of changes that is a whole text; NULL when one is a part, which was not asked for. */
static const CoupletJsonValue *
last_text (const CoupletJsonValue *changes)
{
  const CoupletJsonValue *text = NULL, *change = couplet_json_first (changes);
  for (; change != NULL; change = change->next) {
    text = couplet_json_member (change, "text");
    if (!couplet_json_is (text, COUPLET_JSON_TOKEN_STRING) ||
        couplet_json_member (change, "range") != NULL)
      return NULL;
  }
  return text;
}

/* The open document that message names; NULL. */
static OpenText *
named_document (Server *server, const Message *message)
{
  const char *uri = text_of (document_of (message), "uri");
  return uri != NULL ? desk_find (&server->desk, uri) : NULL;
}

static gboolean
did_change (Server *server, const Message *message)
{
  OpenText *document = named_document (server, message);
  const CoupletJsonValue *text =
      last_text (couplet_json_member (message->parameters, "contentChanges"));
  if (document == NULL || text == NULL)
    return FALSE;
  g_autofree char *version = version_of (document_of (message));
  desk_change (&server->desk, document, content_of (text), version);
  return TRUE;
}

static gboolean
did_save (Server *server, const Message *message)
{
  OpenText *document = named_document (server, message);
  if (document != NULL)
    desk_save (&server->desk, document);
  return document != NULL;
}

static gboolean
did_close (Server *server, const Message *message)
{
  OpenText *document = named_document (server, message);
  if (document != NULL)
    desk_close (&server->desk, document);
  return document != NULL;
}

static gboolean
hover (Server *server, const Message *message)
{
  gint64 line, character;
  const CoupletJsonValue *position = couplet_json_member (message->parameters, "position");
  OpenText *document = named_document (server, message);
  if (document == NULL || !couplet_json_whole_of (couplet_json_member (position, "line"), &line) ||
      !couplet_json_whole_of (couplet_json_member (position, "character"), &character) ||
      line < 0 || line > G_MAXINT || character < 0 || character > G_MAXINT)
    return FALSE;
  desk_ask (&server->desk, REQUEST_HOVER, message->id, document,
            (Place){(guint)line, (guint)character});
  return TRUE;
}

static gboolean
formatting (Server *server, const Message *message)
{
  OpenText *document = named_document (server, message);
  if (document != NULL)
    desk_ask (&server->desk, REQUEST_LAYOUT, message->id, document, (Place){0, 0});
  return document != NULL;
}

static gboolean
cancel (Server *server, const Message *message)
{
  const CoupletJsonValue *id = couplet_json_member (message->parameters, "id");
  g_autofree char *written = id != NULL ? couplet_json_written (id) : NULL;
  if (id != NULL)
    desk_cancel (&server->desk, written);
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
fail (Server *server, const char *id, int code, const char *why)
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
  const CoupletJson json = {g_string_new (NULL), FALSE};
  g_autofree char *text = g_strdup_printf ("%s: the parameters are wrong", message->method);
  couplet_json_open (&json, NULL, '{');
  couplet_json_integer (&json, "type", 1); /* an error */
  couplet_json_string (&json, "message", text);
  couplet_json_close (&json, '}');
  server->desk.deaf |= !rpc_notify ("window/logMessage", json.text->str);
  g_string_free (json.text, TRUE);
}

/* A message that is JSON. */
static void
handle (Server *server, const CoupletJsonValue *json)
{
  const CoupletJsonValue *id = couplet_json_member (json, "id");
  const char *version = text_of (json, "jsonrpc");
  gint64 number;
  gboolean has_id = couplet_json_text_of (id) != NULL || couplet_json_whole_of (id, &number);
  g_autofree char *written = has_id ? couplet_json_written (id) : NULL;
  const Message message = {text_of (json, "method"), written, couplet_json_member (json, "params")};
  if (message.method == NULL && has_id && version != NULL)
    return; /* an answer, though nothing was asked */
  if (message.method == NULL || g_strcmp0 (version, "2.0") != 0 || (id != NULL && !has_id))
    fail (server, written, RPC_INVALID_REQUEST, "this is no JSON-RPC 2.0 message");
  else if (id != NULL)
    handle_request (server, &message);
  else
    handle_notification (server, &message);
}

static void
handle_body (Server *server, const GString *body)
{
  g_autofree char *why = NULL;
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  const CoupletJsonValue *json = couplet_json_read_message (body->str, body->len, arena, &why);
  if (json == NULL)
    server->desk.deaf |= !rpc_fail (NULL, RPC_PARSE_ERROR, "this is not valid JSON: %s", why);
  else
    handle (server, json);
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
