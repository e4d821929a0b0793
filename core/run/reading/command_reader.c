/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* pipe2(), close_range() */
#include "command_reader.h"

#include "stopwatch.h"

#include <couplet/host/source.h>
#include <couplet/internal/json.h>
#include <couplet/internal/json_tokenizer.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_SAID (512u << 20) /* bytes about one file */
#define LONGEST_WAIT 100       /* ms, between two looks at whether the user cancelled */
#define BLOCK 65536
#define STANDARD_INPUT "-"

typedef struct Server {
  GPid pid;
  pid_t owner;         /* the process that started it: no other may ask it */
  int to, out, err;    /* -1 = closed */
  GString *said;       /* what nobody took yet of out */
  GString *complaints; /* of err */
  gsize searched;      /* of said, which has no whole line */
  guint64 first;       /* number of the request that it was started for */
} Server;

/* ---- Memory ------------------------------------------------------------------------------ */

CommandReader *
command_reader_new (const char *name)
{
  CommandReader *reader = g_new0 (CommandReader, 1);
  reader->name = g_strdup (name);
  reader->filter = -1;
  return reader;
}

static void
close_end (int *end)
{
  if (*end >= 0)
    close (*end);
  *end = -1;
}

/* Ends it, and what it started, unless it is another process's. Returns the status of waitpid(). */
static int
server_end (Server *server, gboolean kill_it)
{
  int status = 0;
  gboolean own = server->owner == getpid ();
  close_end (&server->to);
  close_end (&server->out);
  close_end (&server->err);
  if (kill_it && own)
    killpg (server->pid, SIGKILL);
  while (own && waitpid (server->pid, &status, 0) < 0 && errno == EINTR)
    continue;
  if (own)
    killpg (server->pid, SIGKILL);
  g_string_free (server->said, TRUE);
  g_string_free (server->complaints, TRUE);
  g_free (server);
  return status;
}

void
command_reader_free (CommandReader *reader)
{
  if (reader == NULL)
    return;
  if (reader->server != NULL)
    server_end (reader->server, TRUE);
  close_end (&reader->filter);
  g_free (reader->name);
  g_free (reader->refusal);
  g_free (reader->warning);
  g_strfreev (reader->command);
  g_strfreev (reader->environment);
  g_strfreev (reader->endings);
  g_strfreev (reader->settings);
  g_free (reader);
}

void
reading_free (CoupletReading *reading)
{
  if (reading == NULL)
    return;
  g_free (reading->name);
  g_free (reading->model);
  g_free (reading->understood);
  g_free (reading->epsilon);
  g_free (reading->sha256);
  g_strfreev (reading->used);
  couplet_diagnostics_free (reading->diagnostics);
  g_free (reading);
}

/* ---- One file's answer ------------------------------------------------------------------- */

typedef struct {
  CommandReader *reader;
  const char *file;
  GPtrArray *readings; /* the first is of the file itself */
  gboolean done;
  gboolean is_stopped; /* by a limit, or the user */
  gboolean is_ignored; /* comments leave out all of the file */
  gint64 status;
  char *wrong; /* nonsense; NULL = none */
} Answer;

/* The reading of the mechanism called name, made when first named; NULL or empty = the file. */
static CoupletReading *
need_reading (Answer *answer, const char *name)
{
  gboolean whole = name == NULL || *name == '\0';
  for (guint i = 0; i < answer->readings->len; i++) {
    CoupletReading *reading = g_ptr_array_index (answer->readings, i);
    if (whole ? reading->name == NULL : g_strcmp0 (reading->name, name) == 0)
      return reading;
  }
  CoupletReading *reading = g_new0 (CoupletReading, 1);
  g_autofree char *about =
      whole ? g_strdup (answer->file) : g_strdup_printf ("%s::%s", answer->file, name);
  reading->name = whole ? NULL : g_strdup (name);
  reading->diagnostics = couplet_diagnostics_new (about);
  g_ptr_array_add (answer->readings, reading);
  return reading;
}

static void G_GNUC_PRINTF (3, 4)
    complain (Answer *answer, const char *name, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  couplet_diagnostics_add (need_reading (answer, name)->diagnostics, COUPLET_SEVERITY_ERROR,
                           (CoupletPlace){0, 0}, "frontend '%s' %s", answer->reader->name, text);
}

/* What a line says, whatever kind it is of. */
typedef struct {
  char *name, *model, *understood, *epsilon, *message, *severity;
  char **used;
  guint64 line, column;
  gboolean error, rounded, ignored, is_message;
} Line;

static void
line_clear (Line *line)
{
  g_free (line->name);
  g_free (line->model);
  g_free (line->understood);
  g_free (line->epsilon);
  g_strfreev (line->used);
  g_free (line->message);
  g_free (line->severity);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Line, line_clear)

static gboolean
is_text (const CoupletJsonTokenizer *json, char **into)
{
  if (json->token != COUPLET_JSON_TOKEN_STRING)
    return FALSE;
  g_free (*into);
  *into = g_strndup (json->text.text, json->text.length);
  return strlen (*into) == json->text.length;
}

static gboolean
is_number (const CoupletJsonTokenizer *json, guint64 most, guint64 *into)
{
  g_autofree char *text = g_strndup (json->text.text, json->text.length);
  return json->token == COUPLET_JSON_TOKEN_NULL ||
         (json->token == COUPLET_JSON_TOKEN_NUMBER &&
          g_ascii_string_to_unsigned (text, 10, 0, most, into, NULL));
}

/* The object that begins with the current token, as it is written. */
static gboolean
is_object (CoupletJsonTokenizer *json, char **into)
{
  const char *begin = json->at - 1;
  if (json->token == COUPLET_JSON_TOKEN_NULL)
    return TRUE;
  if (json->token != COUPLET_JSON_TOKEN_OBJECT_BEGIN || !couplet_json_skip (json))
    return FALSE;
  g_free (*into);
  *into = g_strndup (begin, (gsize)(json->at - begin));
  return TRUE;
}

/* The array of texts that begins with the current token. */
static gboolean
is_texts (CoupletJsonTokenizer *json, char ***into)
{
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();
  if (json->token != COUPLET_JSON_TOKEN_ARRAY_BEGIN)
    return FALSE;
  while (couplet_json_next (json) == COUPLET_JSON_TOKEN_STRING) {
    g_autofree char *text = NULL;
    if (!is_text (json, &text))
      return FALSE;
    g_strv_builder_add (texts, text);
  }
  g_strfreev (*into);
  *into = g_strv_builder_end (texts);
  return json->token == COUPLET_JSON_TOKEN_ARRAY_END;
}

static gboolean
is_truth (const CoupletJsonTokenizer *json, gboolean *into)
{
  *into = json->token == COUPLET_JSON_TOKEN_TRUE;
  return *into || json->token == COUPLET_JSON_TOKEN_FALSE;
}

/* The value of key, whose first token is the current one. */
static gboolean
read_member (CoupletJsonTokenizer *json, const char *key, Line *line)
{
  if (g_str_equal (key, "name"))
    return json->token == COUPLET_JSON_TOKEN_NULL || is_text (json, &line->name);
  if (g_str_equal (key, "line"))
    return is_number (json, G_MAXUINT32, &line->line);
  if (g_str_equal (key, "column"))
    return is_number (json, G_MAXUINT32, &line->column);
  if (g_str_equal (key, "automaton") || g_str_equal (key, "linear"))
    return is_object (json, &line->model);
  if (g_str_equal (key, "understood"))
    return is_object (json, &line->understood);
  if (g_str_equal (key, "epsilon"))
    return json->token == COUPLET_JSON_TOKEN_NULL || is_text (json, &line->epsilon);
  if (g_str_equal (key, "used"))
    return is_texts (json, &line->used);
  if (g_str_equal (key, "severity"))
    return is_text (json, &line->severity);
  if (g_str_equal (key, "error"))
    return is_truth (json, &line->error);
  if (g_str_equal (key, "rounded"))
    return is_truth (json, &line->rounded);
  if (g_str_equal (key, "ignored"))
    return is_truth (json, &line->ignored);
  line->is_message |= g_str_equal (key, "message");
  if (g_str_equal (key, "message") && json->token == COUPLET_JSON_TOKEN_STRING)
    return is_text (json, &line->message);
  return couplet_json_skip (json);
}

/* Reads the object that begins with the current token; the message of a server is one in it. */
static gboolean
read_object (CoupletJsonTokenizer *json, gpointer into)
{
  Line *line = into;
  while (couplet_json_next (json) == COUPLET_JSON_TOKEN_KEY) {
    g_autofree char *key = g_strndup (json->text.text, json->text.length);
    couplet_json_next (json);
    gboolean inner = g_str_equal (key, "message") && json->token == COUPLET_JSON_TOKEN_OBJECT_BEGIN;
    if (inner && line->is_message)
      return FALSE;
    line->is_message |= inner;
    if (inner) {
      while (couplet_json_next (json) == COUPLET_JSON_TOKEN_KEY) {
        g_autofree char *own = g_strndup (json->text.text, json->text.length);
        couplet_json_next (json);
        if (!read_member (json, own, line))
          return FALSE;
      }
      if (json->token != COUPLET_JSON_TOKEN_OBJECT_END)
        return FALSE;
    } else if (!read_member (json, key, line))
      return FALSE;
  }
  return json->token == COUPLET_JSON_TOKEN_OBJECT_END;
}

/* A line of a server: all that it says of one file. */
typedef struct {
  guint64 request, status;
  char **said; /* lines; NULL = it has none */
} Envelope;

/* Reads the object that begins with the current token into an Envelope. */
static gboolean
read_envelope (CoupletJsonTokenizer *json, gpointer into)
{
  Envelope *envelope = into;
  while (couplet_json_next (json) == COUPLET_JSON_TOKEN_KEY) {
    g_autofree char *key = g_strndup (json->text.text, json->text.length);
    couplet_json_next (json);
    gboolean good = g_str_equal (key, "request") ? is_number (json, G_MAXUINT64, &envelope->request)
                    : g_str_equal (key, "status") ? is_number (json, G_MAXINT32, &envelope->status)
                    : g_str_equal (key, "said")   ? is_texts (json, &envelope->said)
                                                  : couplet_json_skip (json);
    if (!good)
      return FALSE;
  }
  return json->token == COUPLET_JSON_TOKEN_OBJECT_END;
}

/* Whether text is one object, and read takes it. */
static gboolean
parse (const char *text, gsize length, gboolean (*read) (CoupletJsonTokenizer *, gpointer),
       gpointer into)
{
  if (!g_utf8_validate (text, (gssize)length, NULL))
    return FALSE;
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  /* one is as large as the deepest nesting, too large for a stack */
  g_autofree CoupletJsonTokenizer *json = g_new (CoupletJsonTokenizer, 1);
  couplet_json_tokenizer_init (json, text, length, arena);
  gboolean good = couplet_json_next (json) == COUPLET_JSON_TOKEN_OBJECT_BEGIN &&
                  read (json, into) && couplet_json_next (json) == COUPLET_JSON_TOKEN_END;
  couplet_json_tokenizer_clear (json);
  return good;
}

static void
add_message (Answer *answer, const Line *line)
{
  CoupletSeverity severity =
      g_strcmp0 (line->severity, "error") == 0 ? COUPLET_SEVERITY_ERROR : COUPLET_SEVERITY_WARNING;
  if (g_strcmp0 (line->severity, "note") == 0)
    return; /* what a run reads well is told by `understood` */
  couplet_diagnostics_add (need_reading (answer, line->name)->diagnostics, severity,
                           (CoupletPlace){(guint32)line->line, (guint32)line->column}, "%s",
                           line->message != NULL ? line->message : "");
}

static void
add_mechanism (Answer *answer, Line *line)
{
  CoupletReading *reading = need_reading (answer, line->name);
  if (reading->model != NULL || reading->failed) {
    answer->wrong = g_strdup_printf ("gave two answers about '%s'", line->name);
    return;
  }
  reading->failed = line->error;
  reading->model = line->error ? NULL : g_steal_pointer (&line->model);
  reading->understood = g_steal_pointer (&line->understood);
  reading->epsilon = g_steal_pointer (&line->epsilon);
  reading->used = g_steal_pointer (&line->used);
  reading->rounded = line->rounded;
  reading->line = (guint32)line->line;
}

static void
refuse_line (Answer *answer, const char *text, gsize length)
{
  g_autofree char *head = couplet_quote (text, (gssize)MIN (length, 60));
  answer->wrong = g_strdup_printf ("said what is no answer: %s", head);
}

/* A line about the file. */
static void
take_line (Answer *answer, const char *text, gsize length)
{
  g_auto (Line) line = {0};
  if (length == 0 || answer->wrong != NULL)
    return;
  if (!parse (text, length, read_object, &line))
    refuse_line (answer, text, length);
  else if (line.is_message)
    add_message (answer, &line);
  else if (line.ignored)
    answer->is_ignored = TRUE;
  else if (line.name != NULL && *line.name != '\0' && (line.model != NULL || line.error))
    add_mechanism (answer, &line);
  else
    answer->wrong = g_strdup ("gave an answer without a name, or without a model");
}

/* A line of a server. What has the number of the request is the answer, and nothing else. */
static void
take_envelope (Answer *answer, const char *text, gsize length)
{
  Envelope envelope = {0};
  if (!parse (text, length, read_envelope, &envelope) || envelope.said == NULL)
    refuse_line (answer, text, length);
  else if (envelope.request != answer->reader->asked)
    answer->wrong = g_strdup ("answers what it was not asked");
  else {
    answer->done = TRUE;
    answer->status = (gint64)envelope.status;
    for (char **line = envelope.said; *line != NULL; line++)
      take_line (answer, *line, strlen (*line));
  }
  g_strfreev (envelope.said);
}

/* What it wrote to standard error: messages, and whatever else is there, of which each line is one.
 */
static void
take_complaints (Answer *answer, char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_auto (GStrv) lines = g_strsplit (valid, "\n", -1);
  for (char **one = lines; *one != NULL; one++) {
    g_auto (Line) line = {0};
    if (**one == '\0')
      continue;
    if (**one == '{' && parse (*one, strlen (*one), read_object, &line) && line.message != NULL)
      add_message (answer, &line);
    else
      complain (answer, NULL, "says: %s", *one);
  }
}

/* ---- Talking ------------------------------------------------------------------------------- */

#define FILTER 3 /* the descriptor that the reader has its filter at */

/* In the process of the reader: runs it, which dies with parent and has no descriptors but its own.
 */
static G_GNUC_NORETURN void
run_reader (const CommandReader *reader, char **words, const int *ends, pid_t parent)
{
  int kept = 2;
  setpgid (0, 0);
  if (prctl (PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid () != parent)
    _exit (127);
  for (int i = 0; i <= kept; i++)
    dup2 (ends[i], i);
  if (reader->filter >= 0) {
    kept = dup2 (reader->filter, FILTER);
    fcntl (FILTER, F_SETFD, 0);
  }
  close_range ((unsigned)kept + 1, ~0U, 0);
  if (reader->environment != NULL)
    execvpe (words[0], words, reader->environment);
  else
    execvp (words[0], words);
  const char *const parts[] = {words[0], ": ", strerror (errno), "\n"};
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (write (2, parts[i], strlen (parts[i])) < 0)
      break;
  _exit (127);
}

/* Code can open the pipes of other processes in /proc, and read what is for us; sockets it cannot.
 * Programs of the user's may want to open theirs. */
static gboolean
open_ends (const CommandReader *reader, int ends[2])
{
  return (reader->language != NULL ? socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)
                                   : pipe2 (ends, O_CLOEXEC)) == 0;
}

static Server *
server_start (const CommandReader *reader, char **words, GError **error)
{
  int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
  GPid pid = 0;
  gboolean good = socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) == 0 &&
                  open_ends (reader, out) && open_ends (reader, err);
  if (!good)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "cannot be started: %s",
                 g_strerror (errno));
  const int ends[] = {in[1], out[1], err[1]};
  pid_t parent = getpid (), started = good ? fork () : -1;
  if (started == 0)
    run_reader (reader, words, ends, parent);
  if (good && started < 0)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "cannot be started: %s",
                 g_strerror (errno));
  pid = started;
  close_end (&in[1]);
  close_end (&out[1]);
  close_end (&err[1]);
  if (!good || started < 0) {
    close_end (&in[0]);
    close_end (&out[0]);
    close_end (&err[0]);
    return NULL;
  }
  setpgid (pid, pid);
  Server *server = g_new0 (Server, 1);
  *server = (Server){pid,
                     parent,
                     in[0],
                     out[0],
                     err[0],
                     g_string_new (NULL),
                     g_string_new (NULL),
                     0,
                     reader->n_requests};
  fcntl (server->to, F_SETFL, O_NONBLOCK);
  return server;
}

/* Reads what is there; closes the end where no more will come. */
static void
take_bytes (int *end, GString *into)
{
  char block[BLOCK];
  ssize_t n = read (*end, block, sizeof block);
  if (n > 0)
    g_string_append_len (into, block, n);
  else if (n == 0 || (errno != EINTR && errno != EAGAIN))
    close_end (end);
}

/* Sends what is left of request, as much as there is room for. */
static void
send_bytes (Server *server, GString *request)
{
  ssize_t n = send (server->to, request->str, request->len, MSG_NOSIGNAL);
  if (n > 0)
    g_string_erase (request, 0, n);
  else if (n < 0 && errno != EAGAIN && errno != EINTR)
    g_string_set_size (request, 0); /* it is gone, which its output tells */
}

/* Takes the whole lines that are there: of a server one, of another program all. */
static void
take_lines (Answer *answer, Server *server)
{
  gsize taken = 0;
  char *said = server->said->str, *end;
  while (!answer->done && answer->wrong == NULL &&
         (end = memchr (said + server->searched, '\n', server->said->len - server->searched)) !=
             NULL) {
    *end = '\0';
    if (answer->reader->serves)
      take_envelope (answer, said + taken, (gsize)(end - said) - taken);
    else
      take_line (answer, said + taken, (gsize)(end - said) - taken);
    taken = server->searched = (gsize)(end - said) + 1;
  }
  g_string_erase (server->said, 0, (gssize)taken);
  server->searched = answer->done ? 0 : server->said->len;
}

/* Talks until the answer is whole. FALSE: the server is of no more use, and answer->wrong says why,
 * or is NULL: it ended. */
static gboolean
talk (Answer *answer, Server *server, GString *request, const volatile int *cancelled)
{
  const CommandReader *reader = answer->reader;
  gint64 begin = g_get_monotonic_time ();
  while (!answer->done && answer->wrong == NULL) {
    gint64 left = reader->limit_ms + reader->grace_ms - (g_get_monotonic_time () - begin) / 1000;
    if (cancelled != NULL && *cancelled != 0)
      answer->wrong = g_strdup ("was cancelled");
    else if (reader->limit_ms > 0 && left <= 0)
      answer->wrong = g_strdup_printf ("did not end within the time limit of %.4g s",
                                       (double)reader->limit_ms / 1000);
    else if (server->said->len > MOST_SAID || server->complaints->len > MOST_SAID)
      answer->wrong = g_strdup ("says more than it may");
    answer->is_stopped = answer->wrong != NULL;
    if (answer->is_stopped)
      return FALSE;
    struct pollfd ends[] = {{server->out, POLLIN, 0},
                            {server->err, POLLIN, 0},
                            {request->len > 0 ? server->to : -1, POLLOUT, 0}};
    int wait = reader->limit_ms > 0 ? (int)MIN (left, LONGEST_WAIT) : LONGEST_WAIT;
    if (poll (ends, G_N_ELEMENTS (ends), wait) < 0 && errno != EINTR)
      return FALSE;
    if (ends[2].revents != 0)
      send_bytes (server, request);
    if (ends[1].revents != 0)
      take_bytes (&server->err, server->complaints);
    if (ends[0].revents != 0) {
      take_bytes (&server->out, server->said);
      take_lines (answer, server);
    }
    if (server->out < 0 && (server->err < 0 || (reader->serves && ends[1].revents == 0)))
      return FALSE;
  }
  return answer->done && answer->wrong == NULL;
}

static void
put_request (GString *line, const CommandReader *reader, const char *file, const char *text,
             const char *name, const CoupletDefinition *parameters, guint n)
{
  const CoupletJson json = {line, FALSE};
  couplet_json_open (&json, NULL, '{');
  couplet_json_unsigned (&json, "request", reader->asked);
  couplet_json_string (&json, "file", file);
  couplet_json_string (&json, "name", name);
  if (text != NULL)
    couplet_json_string (&json, "text", text);
  if (reader->language != NULL)
    couplet_json_string (&json, "language", reader->language);
  couplet_json_open (&json, "settings", '{');
  for (guint i = 0; i < n; i++)
    couplet_json_string (&json, parameters[i].name, parameters[i].value);
  for (char **one = reader->settings; one != NULL && *one != NULL; one++) {
    const char *equals = strchr (*one, '=');
    g_autofree char *key = g_strndup (*one, (gsize)(equals - *one));
    couplet_json_string (&json, key, equals + 1);
  }
  couplet_json_close (&json, '}');
  couplet_json_close (&json, '}');
  g_string_append_c (line, '\n');
}

/* The words that the reader is started with. */
static char **
words_of (const CommandReader *reader, const char *file, const char *name,
          const CoupletDefinition *parameters, guint n)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_strv_builder_addv (words, (const char **)reader->command);
  if (reader->serves) {
    g_strv_builder_add (words, "--serve");
    if (reader->filter >= 0)
      g_strv_builder_add_many (words, "--filter-fd", G_STRINGIFY (FILTER), NULL);
    return g_strv_builder_end (words);
  }
  g_strv_builder_add_many (words, file, name, NULL);
  for (guint i = 0; i < n; i++) {
    g_autofree char *word = g_strdup_printf ("%s=%s", parameters[i].name, parameters[i].value);
    g_strv_builder_add (words, word);
  }
  if (reader->settings != NULL)
    g_strv_builder_addv (words, (const char **)reader->settings);
  return g_strv_builder_end (words);
}

static char *
end_text (int status)
{
  if (WIFSIGNALED (status))
    return g_strdup_printf ("was ended by signal %d (%s)", WTERMSIG (status),
                            g_strsignal (WTERMSIG (status)));
  return g_strdup_printf ("ended with status %d", WEXITSTATUS (status));
}

/* Ends the server that is of no more use and says what became of the file. */
static void
end_server (Answer *answer, CommandReader *reader)
{
  Server *server = g_steal_pointer (&reader->server);
  if (!answer->done && answer->wrong == NULL && !reader->serves)
    take_line (answer, server->said->str, server->said->len); /* the last line may have no end */
  g_autofree char *complaints = g_strdup (server->complaints->str);
  int status = server_end (server, answer->wrong != NULL);
  take_complaints (answer, complaints);
  if (answer->wrong != NULL) {
    complain (answer, NULL, "%s", answer->wrong);
    return;
  }
  gboolean good = WIFEXITED (status) && WEXITSTATUS (status) == 0;
  answer->status = good && !reader->serves ? 0 : 1;
  guint n_errors = 0;
  for (guint i = 0; i < answer->readings->len; i++) {
    CoupletReading *reading = g_ptr_array_index (answer->readings, i);
    n_errors += couplet_diagnostics_count (reading->diagnostics, COUPLET_SEVERITY_ERROR);
  }
  if (answer->status == 0 || (n_errors > 0 && WIFEXITED (status)))
    return;
  g_autofree char *end = end_text (status);
  complain (answer, NULL, "failed: its process %s", end);
}

/* Warnings about a file with mechanisms are told with the first of them. */
static void
move_warnings (CoupletReading *whole, CoupletReading *first)
{
  guint n;
  const CoupletDiagnostic *warnings = couplet_diagnostics_get (whole->diagnostics, &n);
  for (guint i = 0; i < n; i++)
    couplet_diagnostics_add (first->diagnostics, warnings[i].severity, warnings[i].place, "%s",
                             warnings[i].message);
}

/* Sees that each mechanism has a model or an error, and the file one or the other; drops what is
 * said of the file where that is no error. */
static void
complete (Answer *answer)
{
  CoupletReading *whole = g_ptr_array_index (answer->readings, 0);
  guint n_errors = 0;
  for (guint i = 1; i < answer->readings->len; i++) {
    CoupletReading *reading = g_ptr_array_index (answer->readings, i);
    guint own = couplet_diagnostics_count (reading->diagnostics, COUPLET_SEVERITY_ERROR);
    if (own > 0)
      g_clear_pointer (&reading->model, g_free);
    else if (reading->model == NULL)
      complain (answer, reading->name, "cannot read it and gives no reason");
    n_errors += couplet_diagnostics_count (reading->diagnostics, COUPLET_SEVERITY_ERROR);
  }
  guint of_file = couplet_diagnostics_count (whole->diagnostics, COUPLET_SEVERITY_ERROR);
  whole->is_ignored =
      answer->is_ignored && answer->readings->len == 1 && of_file == 0 && answer->status == 0;
  if (whole->is_ignored)
    return;
  if (answer->readings->len == 1 && of_file == 0)
    complain (answer, NULL,
              answer->status == 0 ? "finds no mechanism in it" : "failed and gives no reason");
  else if (answer->status != 0 && of_file + n_errors == 0)
    complain (answer, NULL, "failed and gives no reason");
  if (couplet_diagnostics_count (whole->diagnostics, COUPLET_SEVERITY_ERROR) > 0)
    return;
  move_warnings (whole, g_ptr_array_index (answer->readings, 1));
  g_ptr_array_remove_index (answer->readings, 0);
}

/* The text of standard input, where that is the file; NULL: it is another, or error is set. */
static char *
text_of (const CommandReader *reader, const char *file, const volatile int *cancelled,
         GError **error)
{
  CoupletSource source;
  if (!g_str_equal (file, STANDARD_INPUT))
    return NULL;
  if (!reader->serves) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "reads no standard input; name a file");
    return NULL;
  }
  if (!couplet_source_read (&source, file, MOST_SAID >> 20, cancelled, error))
    return NULL;
  return (char *)source.data;
}

/* The hash of the content of file, of which text is given if it is standard input; NULL = it can be
 * read once only, or not at all. The caller frees it. */
static char *
hash_of (const char *file, const char *text, const volatile int *cancelled)
{
  CoupletSource source;
  if (text != NULL)
    return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  if (!g_file_test (file, G_FILE_TEST_IS_REGULAR) ||
      !couplet_source_read_bytes (&source, file, MOST_SAID >> 20, cancelled, NULL))
    return NULL;
  char *hash =
      g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *)source.data, source.length);
  g_free ((char *)source.data);
  return hash;
}

/* The answer to what cannot be asked. */
static GPtrArray *
refuse (Answer *answer, const GError *error)
{
  complain (answer, NULL, "%s", error->message);
  return answer->readings;
}

/* Whether there are bytes of the server that nobody asked for, or it has ended. */
static gboolean
has_left_over (const Server *server)
{
  struct pollfd end = {server->out, POLLIN, 0};
  return server->said->len > 0 || server->out < 0 || poll (&end, 1, 0) != 0;
}

static void
drop_server (CommandReader *reader)
{
  if (reader->server != NULL)
    server_end (g_steal_pointer (&reader->server), TRUE);
}

/* Starts a server where none runs that can be believed. */
static gboolean
need_server (CommandReader *reader, const char *file, const char *name,
             const CoupletDefinition *parameters, guint n_parameters, GError **error)
{
  if (reader->server != NULL &&
      (reader->server->owner != getpid () || has_left_over (reader->server)))
    drop_server (reader);
  if (reader->server == NULL) {
    g_auto (GStrv) words = words_of (reader, file, name, parameters, n_parameters);
    reader->server = server_start (reader, words, error);
  }
  return reader->server != NULL;
}

/* Asks, and ends the server that does not answer. FALSE: that may be an earlier file's doing, and
 * the server is to be started anew. */
static gboolean
ask_server (Answer *answer, CommandReader *reader, GString *request, const volatile int *cancelled)
{
  Server *server = reader->server;
  if (talk (answer, server, request, cancelled)) {
    take_complaints (answer, server->complaints->str);
    g_string_set_size (server->complaints, 0);
  } else if (answer->done || answer->is_stopped || server->first == reader->n_requests)
    end_server (answer, reader);
  else {
    drop_server (reader);
    g_clear_pointer (&answer->wrong, g_free);
    return FALSE;
  }
  return TRUE;
}

GPtrArray *
command_reader_ask (CommandReader *reader, const char *file, const char *name,
                    const CoupletDefinition *parameters, guint n_parameters,
                    const volatile int *cancelled)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) request = g_string_new (NULL);
  Answer answer = {.reader = reader, .file = file};
  Stopwatch watch = stopwatch_start ();
  answer.readings = g_ptr_array_new_with_free_func ((GDestroyNotify)reading_free);
  need_reading (&answer, NULL);
  g_autofree char *text = text_of (reader, file, cancelled, &error);
  if (error != NULL)
    return refuse (&answer, error);
  g_autofree char *sha256 = hash_of (file, text, cancelled);
  do {
    reader->n_requests++;
    reader->asked = (guint64)g_random_int () << 20 | (reader->n_requests & 0xfffff);
    if (!need_server (reader, file, name, parameters, n_parameters, &error))
      return refuse (&answer, error);
    g_string_truncate (request, 0);
    if (reader->serves)
      put_request (request, reader, file, text, name, parameters, n_parameters);
    else
      close_end (&reader->server->to);
  } while (!ask_server (&answer, reader, request, cancelled));
  complete (&answer);
  for (guint i = 0; i < answer.readings->len; i++) {
    CoupletReading *reading = g_ptr_array_index (answer.readings, i);
    reading->sha256 = g_strdup (sha256);
    reading->reader = reader;
    reading->seconds = stopwatch_seconds (&watch);
  }
  g_free (answer.wrong);
  return answer.readings;
}

GPtrArray *
command_reader_refuse (const char *file, const char *error)
{
  Answer answer = {.file = file};
  answer.readings = g_ptr_array_new_with_free_func ((GDestroyNotify)reading_free);
  couplet_diagnostics_add (need_reading (&answer, NULL)->diagnostics, COUPLET_SEVERITY_ERROR,
                           (CoupletPlace){0, 0}, "%s", error);
  return answer.readings;
}
