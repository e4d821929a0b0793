/* SPDX-License-Identifier: Apache-2.0 */
/* Many files on several processes. Workers are forked once and are sent ranges of
 * files; they send back results, which this process reports in the order of the
 * input. A file on which a worker ends early is run once more; when that ends a worker, too,
 * it is run without the stage that was running, which then counts as failed. The
 * worker's other files are given to another. */
#include "attempt.h"
#include "pipeline.h"
#include "transfer.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define WINDOW 4096 /* files between the one to report next and the last given out */
#define MOST_BYTES                                                                                 \
  (64u << 20)                   /* results waiting for their turn, before no more files are given  \
                                 */
#define MOST_IN_RANGE 64        /* files sent to a worker at once ... */
#define RANGE_SECONDS 0.004     /* ... or as many as take about this long */
#define FLUSH_BYTES (64u << 10) /* a worker sends its results at the latest then */
#define TICK 100                /* milliseconds between looks at clocks and cancellation */
#define GRACE (2 * G_USEC_PER_SEC)
#define MOST_IDLE_DEATHS 8 /* workers that end one after the other without a file to blame */

typedef struct {
  guint32 first, n;
} Range;

typedef struct {
  pid_t pid; /* 0 = none */
  int to, from;
  GByteArray *received;
  Range ranges[2]; /* given out and not reported yet, in order */
  guint n_ranges;
  Watch *watch;
  gboolean overran; /* killed for it */
  gboolean garbled; /* killed for sending what no worker sends */
} Worker;

/* In memory that all processes share. */
typedef struct {
  volatile int cancelled;
  Watch watches[];
} Shared;

/* What is known of a file on which a worker ended. */
typedef struct {
  gboolean tried_again;
  char *reason;        /* of the last */
  GPtrArray *failures; /* char *: per stage why it counts as failed, or NULL */
} Deaths;

typedef struct {
  CoupletRun *run;
  const char *const *files;
  guint n_files;
  CoupletResultFunction function;
  gpointer data;
  Worker *workers;
  guint n_workers;
  Shared *shared;
  gsize shared_size;
  guint next;           /* the first file not given out yet */
  guint reported;       /* all before it are reported */
  GArray *again;        /* Range: to be given out again */
  GByteArray **waiting; /* WINDOW results that are not due yet, by index modulo WINDOW */
  gsize waiting_bytes;
  GHashTable *deaths; /* file to Deaths, of those on which a worker ended */
  guint idle_deaths;
  double seconds; /* of a file, a moving average */
  ReceivedResult result;
  gboolean cancelled;
  int status;
} Pool;

/* Per stage of file why it fails, or NULL; NULL = none does. */
static const char *const *
known_failures (const Pool *pool, guint file)
{
  const Deaths *deaths = g_hash_table_lookup (pool->deaths, GUINT_TO_POINTER (file));
  return deaths != NULL ? (const char *const *)deaths->failures->pdata : NULL;
}

/* ---- Messages: length, file, seconds, least status, parameters used, log, result ------- */

static gboolean
wants_automaton (const CoupletRun *run)
{
  return run->host.wants_evidence ||
         (run->report->plugin->capabilities.flags & COUPLET_WANTS_AUTOMATON) != 0;
}

static void
put_message (GByteArray *out, const CoupletRun *run, guint file, int least_status,
             const CoupletFileResult *result, const GPtrArray *log)
{
  guint start = out->len;
  const CoupletAutomaton *automaton = result->automaton;
  couplet_wire_put_number (out, 0);
  couplet_wire_put_number (out, file);
  couplet_wire_put_double (out, result->seconds);
  couplet_wire_put_number (out, (guint64)least_status);
  couplet_wire_put_number (out, automaton != NULL ? automaton->n_states : 0);
  couplet_wire_put_number (out, automaton != NULL ? automaton->n_transitions : 0);
  couplet_put_parameters (out, run->parameters);
  couplet_wire_put_number (out, log != NULL ? log->len : 0);
  for (guint i = 0; log != NULL && i < log->len; i++)
    couplet_wire_put_text (out, g_ptr_array_index (log, i));
  couplet_put_result (out, result, wants_automaton (run));
  guint64 length = out->len - start;
  memcpy (out->data + start, &length, sizeof length);
}

/* ---- The worker --------------------------------------------------------------------------- */

static void
keep_line (gpointer data, const char *text)
{
  g_ptr_array_add (data, g_strdup (text));
}

static void
set_up_worker (const Pool *pool, const Worker *self, GPtrArray *log, pid_t parent)
{
  CoupletRun *run = pool->run;
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != parent)
    _exit (0);
  /* interruptions are the parent's to notice */
  signal (SIGINT, SIG_IGN);
  /* the report is the parent's: no copy of what it holds back, no word of a library */
  __fpurge (stdout);
  dup2 (STDERR_FILENO, STDOUT_FILENO);
  for (guint i = 0; i < pool->n_workers; i++)
    if (pool->workers[i].pid > 0) {
      close (pool->workers[i].to);
      close (pool->workers[i].from);
    }
  run->host.data = log;
  run->host.log = run->host.log != NULL ? keep_line : NULL;
  run->host.progress = NULL;
  run->host.cancelled = &pool->shared->cancelled;
  run->watch = self->watch;
}

static void
run_range (const Pool *pool, Range range, GPtrArray *log, GByteArray *out, int descriptor)
{
  CoupletRun *run = pool->run;
  for (guint i = range.first; i < range.first + range.n && !pool->shared->cancelled; i++) {
    g_auto (Examination) examination;
    g_atomic_int_set (&run->watch->stage, WATCH_READING);
    g_atomic_int_set (&run->watch->file, (gint)i);
    couplet_examine (run, pool->files[i], known_failures (pool, i), &examination);
    put_message (out, run, i, 0, &examination.result, log);
    g_atomic_int_set (&run->watch->file, WATCH_IDLE);
    g_ptr_array_set_size (log, 0);
    if (out->len >= FLUSH_BYTES || i + 1 == range.first + range.n || pool->shared->cancelled) {
      if (!couplet_write_all (descriptor, out->data, out->len))
        _exit (0);
      g_byte_array_set_size (out, 0);
    }
  }
}

static void G_GNUC_NORETURN
be_worker (const Pool *pool, const Worker *self, int in, int descriptor, pid_t parent)
{
  GPtrArray *log = g_ptr_array_new_with_free_func (g_free);
  GByteArray *out = g_byte_array_new ();
  Range range;
  set_up_worker (pool, self, log, parent);
  /* what it was given before it began to read */
  for (guint i = 0; i < self->n_ranges; i++)
    run_range (pool, self->ranges[i], log, out, descriptor);
  while (!pool->shared->cancelled) {
    gssize got = read (in, &range, sizeof range);
    if (got < 0 && errno == EINTR)
      continue;
    if (got != sizeof range)
      break;
    run_range (pool, range, log, out, descriptor);
  }
  _exit (0);
}

/* Forks worker, which begins with the ranges it has. FALSE: that cannot be done. */
static gboolean
start_worker (Pool *pool, Worker *worker)
{
  int to[2], from[2];
  pid_t parent = getpid ();
  if (pipe (to) != 0)
    return FALSE;
  if (pipe (from) != 0) {
    close (to[0]);
    close (to[1]);
    return FALSE;
  }
  fflush (NULL); /* what a stream holds back belongs to this process alone */
  *worker->watch = (Watch){WATCH_IDLE, WATCH_READING, 0};
  worker->overran = worker->garbled = FALSE;
  g_byte_array_set_size (worker->received, 0);
  pid_t pid = fork ();
  if (pid == 0) {
    close (to[1]);
    close (from[0]);
    be_worker (pool, worker, to[0], from[1], parent);
  }
  close (to[0]);
  close (from[1]);
  if (pid < 0) {
    close (to[1]);
    close (from[0]);
    return FALSE;
  }
  worker->pid = pid;
  worker->to = to[1];
  worker->from = from[0];
  return TRUE;
}

/* ---- Giving out -------------------------------------------------------------------------- */

static gboolean
is_standard_input (const Pool *pool, guint file)
{
  return g_str_equal (pool->files[file], "-");
}

/* Whether this process runs file itself: it could not read it again. */
static gboolean
stays_here (const Pool *pool, guint file)
{
  return is_standard_input (pool, file) && wants_automaton (pool->run);
}

/* How many files to send at once: less towards the end, so that all end together. */
static guint
range_size (const Pool *pool)
{
  guint left = pool->n_files - pool->next;
  guint fair = left / (4 * pool->n_workers) + 1;
  double by_time = pool->seconds > 0 ? RANGE_SECONDS / pool->seconds : 1;
  guint most = by_time >= MOST_IN_RANGE ? MOST_IN_RANGE : MAX (1, (guint)by_time);
  return MIN (fair, most);
}

/* FALSE: there is nothing to give out now. */
static gboolean
take_range (Pool *pool, Range *range)
{
  if (pool->again->len > 0) {
    *range = g_array_index (pool->again, Range, pool->again->len - 1);
    g_array_set_size (pool->again, pool->again->len - 1);
    return TRUE;
  }
  while (pool->next < pool->n_files && stays_here (pool, pool->next))
    pool->next++;
  guint end = MIN (pool->n_files, pool->reported + WINDOW);
  if (pool->next >= end || pool->waiting_bytes > MOST_BYTES)
    return FALSE;
  *range = (Range){pool->next, 0};
  for (guint most = range_size (pool); range->n < most && pool->next < end; range->n++) {
    if (stays_here (pool, pool->next))
      break;
    pool->next++;
  }
  return TRUE;
}

static void
give_out (Pool *pool)
{
  for (guint round = 0; round < G_N_ELEMENTS (pool->workers->ranges); round++)
    for (guint i = 0; i < pool->n_workers; i++) {
      Worker *worker = &pool->workers[i];
      Range range;
      if (worker->pid == 0 || worker->n_ranges > round || !take_range (pool, &range))
        continue;
      worker->ranges[worker->n_ranges++] = range;
      /* fails only when the worker is gone, which its other pipe will tell */
      couplet_write_all (worker->to, &range, sizeof range);
    }
}

/* ---- Reporting ----------------------------------------------------------------------------- */

/* The file once more, when what it says of the automaton cannot be said without;
 * NULL also when it is not the file it was. */
static CoupletAutomaton *
read_again (Pool *pool, guint file, guint64 n_states, guint64 n_transitions)
{
  if (n_states == 0 || !wants_automaton (pool->run))
    return NULL;
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (pool->files[file]);
  g_autoptr (CoupletAutomaton) automaton =
      couplet_run_read (pool->run, pool->files[file], diagnostics);
  if (automaton == NULL || automaton->n_states != n_states ||
      automaton->n_transitions != n_transitions)
    return NULL;
  return g_steal_pointer (&automaton);
}

static void
log_lines (const CoupletHost *host, CoupletWire *wire)
{
  for (guint64 n = couplet_wire_number (wire); n > 0 && !wire->broken; n--) {
    const char *line = couplet_wire_text (wire);
    if (line != NULL && host->log != NULL)
      host->log (host->data, line);
  }
}

/* Reports a message of put_message(), from behind its length. */
static void
report_message (Pool *pool, const guint8 *data, gsize length)
{
  CoupletRun *run = pool->run;
  CoupletWire wire = {data, length, 0, FALSE};
  guint file = (guint)couplet_wire_number (&wire);
  couplet_wire_double (&wire);
  int least_status = (int)couplet_wire_number (&wire);
  guint64 n_states = couplet_wire_number (&wire), n_transitions = couplet_wire_number (&wire);
  couplet_take_parameters (&wire, run->parameters);
  log_lines (&run->host, &wire);
  g_autoptr (CoupletAutomaton) automaton = read_again (pool, file, n_states, n_transitions);
  CoupletFileResult *result = &pool->result.result;
  CoupletDiagnostic changed = {
      COUPLET_SEVERITY_ERROR, pool->files[file], {0, 0}, "it changed while it was read"};
  if (!couplet_take_result (&wire, pool->files[file], automaton, &pool->result) ||
      (n_states > 0 && automaton == NULL && wants_automaton (run)))
    *result = (CoupletFileResult){.file = pool->files[file],
                                  .verdict = COUPLET_VERDICT_ERROR,
                                  .n_diagnostics = 1,
                                  .diagnostics = &changed,
                                  .n_errors = 1};
  int status = couplet_deliver (run, result, pool->function, pool->data);
  pool->status = couplet_worse_status (pool->status, couplet_worse_status (status, least_status));
  if (run->host.progress != NULL)
    run->host.progress (run->host.data, "files", file + 1, pool->n_files);
}

static void
run_here (Pool *pool, guint file)
{
  g_auto (Examination) examination;
  couplet_examine (pool->run, pool->files[file], known_failures (pool, file), &examination);
  int status = couplet_deliver (pool->run, &examination.result, pool->function, pool->data);
  pool->status = couplet_worse_status (pool->status, status);
}

static gboolean
report_waiting (Pool *pool, guint file)
{
  GByteArray **place = &pool->waiting[file % WINDOW];
  if (*place == NULL)
    return FALSE;
  g_autoptr (GByteArray) message = g_steal_pointer (place);
  pool->waiting_bytes -= message->len;
  report_message (pool, message->data, message->len);
  return TRUE;
}

/* Reports what is due. */
static void
report_due (Pool *pool)
{
  while (pool->reported < pool->n_files) {
    if (stays_here (pool, pool->reported) && !pool->cancelled)
      run_here (pool, pool->reported);
    else if (!report_waiting (pool, pool->reported))
      return;
    pool->reported++;
  }
}

static void
take_message (Pool *pool, guint file, const guint8 *data, gsize length)
{
  if (file == pool->reported && !pool->cancelled) {
    report_message (pool, data, length);
    pool->reported++;
    report_due (pool);
    return;
  }
  GByteArray *copy = g_byte_array_sized_new ((guint)length);
  g_byte_array_append (copy, data, (guint)length);
  pool->waiting[file % WINDOW] = copy;
  pool->waiting_bytes += length;
}

/* ---- Workers that end ------------------------------------------------------------------------ */

/* The file that ended processes, whatever is left out. */
static void
report_lost (Pool *pool, guint file, const char *reason)
{
  g_autoptr (GByteArray) message = g_byte_array_new ();
  g_autofree char *text = g_strdup_printf ("it could not be verified: the process %s", reason);
  CoupletDiagnostic diagnostic = {COUPLET_SEVERITY_ERROR, pool->files[file], {0, 0}, text};
  CoupletFileResult result = {.file = pool->files[file],
                              .verdict = COUPLET_VERDICT_ERROR,
                              .n_diagnostics = 1,
                              .diagnostics = &diagnostic,
                              .n_errors = 1};
  put_message (message, pool->run, file, 6, &result, NULL);
  take_message (pool, file, message->data + sizeof (guint64), message->len - sizeof (guint64));
}

static char *
death_text (const Worker *worker, const Stage *stage, int status)
{
  if (worker->overran && stage != NULL)
    return g_strdup_printf ("overran the time limit of %.4g s and had to be ended",
                            (double)stage->limit_ms / 1000);
  if (worker->garbled)
    return g_strdup ("sent no sensible answer and had to be ended");
  if (WIFSIGNALED (status))
    return g_strdup_printf ("was ended by signal %d (%s)", WTERMSIG (status),
                            strsignal (WTERMSIG (status)));
  return g_strdup_printf ("ended with status %d and no answer", WEXITSTATUS (status));
}

static Deaths *
deaths_of (Pool *pool, guint file)
{
  Deaths *deaths = g_hash_table_lookup (pool->deaths, GUINT_TO_POINTER (file));
  if (deaths != NULL)
    return deaths;
  deaths = g_new0 (Deaths, 1);
  deaths->failures = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_set_size (deaths->failures, (gint)pool->run->solvers->len);
  g_hash_table_insert (pool->deaths, GUINT_TO_POINTER (file), deaths);
  return deaths;
}

static void
free_deaths (gpointer data)
{
  Deaths *deaths = data;
  g_ptr_array_unref (deaths->failures);
  g_free (deaths->reason);
  g_free (deaths);
}

/* Puts back what worker was given, but for the file to blame. */
static void
put_back (Pool *pool, Worker *worker, gint blamed)
{
  for (guint i = worker->n_ranges; i-- > 0;) {
    Range range = worker->ranges[i];
    Range behind = range;
    if (blamed >= (gint)range.first && (guint)blamed < range.first + range.n) {
      behind.first = (guint)blamed + 1;
      behind.n = range.first + range.n - behind.first;
      range.n = (guint)blamed - range.first;
      if (behind.n > 0)
        g_array_append_val (pool->again, behind);
    }
    if (range.n > 0)
      g_array_append_val (pool->again, range);
  }
  worker->n_ranges = 0;
}

/* Whether file can be run again after a worker ended on it in stage (WATCH_READING = in
 * none): once as it is, unless it was for the time limit, and once without each stage. */
static gboolean
learn_from_death (Pool *pool, const Worker *worker, guint file, gint stage, const char *reason)
{
  Deaths *deaths = deaths_of (pool, file);
  g_free (deaths->reason);
  deaths->reason = g_strdup (reason);
  if (is_standard_input (pool, file))
    return FALSE;
  if (!deaths->tried_again && !worker->overran) {
    deaths->tried_again = TRUE;
    return TRUE;
  }
  if (stage < 0 || g_ptr_array_index (deaths->failures, stage) != NULL)
    return FALSE; /* that stage was not even run */
  g_ptr_array_index (deaths->failures, stage) = g_strdup_printf ("its process %s", reason);
  return TRUE;
}

/* Gives the file to the worker's successor or reports it as lost. */
static void
try_again (Pool *pool, Worker *worker, guint file, gint stage, int status)
{
  const Stage *culprit = stage >= 0 ? g_ptr_array_index (pool->run->solvers, stage) : NULL;
  g_autofree char *reason = death_text (worker, culprit, status);
  if (!learn_from_death (pool, worker, file, stage, reason)) {
    report_lost (pool, file, reason);
    return;
  }
  worker->ranges[0] = (Range){file, 1};
  worker->n_ranges = 1;
}

static gboolean
is_given_to (const Worker *worker, gint file)
{
  for (guint i = 0; i < worker->n_ranges; i++)
    if (file >= (gint)worker->ranges[i].first &&
        (guint)file < worker->ranges[i].first + worker->ranges[i].n)
      return TRUE;
  return FALSE;
}

static void
bury (Pool *pool, Worker *worker)
{
  int status = 0;
  gint file = g_atomic_int_get (&worker->watch->file),
       stage = g_atomic_int_get (&worker->watch->stage);
  close (worker->to);
  close (worker->from);
  while (waitpid (worker->pid, &status, 0) < 0 && errno == EINTR)
    ;
  worker->pid = 0;
  if (pool->cancelled)
    return;
  gboolean blameable = file >= 0 && is_given_to (worker, file);
  put_back (pool, worker, blameable ? file : -1);
  if (blameable)
    try_again (pool, worker, (guint)file, stage, status);
  else
    pool->idle_deaths++;
  if (pool->idle_deaths > MOST_IDLE_DEATHS || !start_worker (pool, worker))
    put_back (pool, worker, -1);
}

static void
kill_overrunning (Pool *pool)
{
  gint64 now = g_get_monotonic_time ();
  for (guint i = 0; i < pool->n_workers; i++) {
    Worker *worker = &pool->workers[i];
    gint stage = g_atomic_int_get (&worker->watch->stage);
    if (worker->pid == 0 || stage < 0 || worker->overran ||
        g_atomic_int_get (&worker->watch->file) < 0)
      continue;
    const Stage *running = g_ptr_array_index (pool->run->solvers, stage);
    gint64 most = running->limit_ms * 1200 + GRACE; /* a fifth more, in microseconds */
    if (running->limit_ms == 0 || now - worker->watch->started < most)
      continue;
    worker->overran = TRUE;
    kill (worker->pid, SIGKILL);
  }
}

/* ---- Receiving --------------------------------------------------------------------------- */

static void
count_reported (Worker *worker)
{
  worker->ranges[0].first++;
  if (--worker->ranges[0].n > 0)
    return;
  worker->ranges[0] = worker->ranges[1];
  worker->n_ranges--;
}

/* The length of the message at start, of which there are available bytes; 0 = not
 * whole yet, or nothing that worker may send. */
static gsize
message_length (Worker *worker, const guint8 *start, gsize available)
{
  guint64 length, file;
  if (available < sizeof length + sizeof file)
    return 0;
  memcpy (&length, start, sizeof length);
  memcpy (&file, start + sizeof length, sizeof file);
  worker->garbled = length < 4 * sizeof length || length % sizeof length != 0 ||
                    worker->n_ranges == 0 || file != worker->ranges[0].first;
  return worker->garbled || length > available ? 0 : length;
}

/* Takes the whole messages among what was received. */
static void
take_messages (Pool *pool, Worker *worker)
{
  gsize at = 0, length;
  double seconds;
  while ((length = message_length (worker, worker->received->data + at,
                                   worker->received->len - at)) > 0) {
    const guint8 *start = worker->received->data + at + sizeof (guint64);
    guint file = worker->ranges[0].first;
    memcpy (&seconds, start + sizeof (guint64), sizeof seconds);
    pool->seconds += (seconds - pool->seconds) / 16;
    count_reported (worker);
    pool->idle_deaths = 0;
    take_message (pool, file, start, length - sizeof (guint64));
    at += length;
  }
  g_byte_array_remove_range (worker->received, 0, (guint)at);
  if (worker->garbled)
    kill (worker->pid, SIGKILL);
}

static void
receive (Pool *pool, Worker *worker)
{
  guint8 part[65536];
  gssize got = read (worker->from, part, sizeof part);
  if (got < 0 && errno == EINTR)
    return;
  if (got <= 0) {
    bury (pool, worker);
    return;
  }
  if (worker->garbled)
    return;
  g_byte_array_append (worker->received, part, (guint)got);
  take_messages (pool, worker);
}

static guint
wait_for_workers (Pool *pool, struct pollfd *places)
{
  guint alive = 0;
  for (guint i = 0; i < pool->n_workers; i++) {
    gboolean lives = pool->workers[i].pid > 0;
    places[i] = (struct pollfd){lives ? pool->workers[i].from : -1, POLLIN, 0};
    alive += lives;
  }
  if (alive > 0 && poll (places, pool->n_workers, TICK) > 0)
    for (guint i = 0; i < pool->n_workers; i++)
      if (places[i].revents != 0)
        receive (pool, &pool->workers[i]);
  return alive;
}

/* Tells the workers to begin nothing more, and to stop what they do. */
static void
cancel (Pool *pool)
{
  pool->cancelled = TRUE;
  pool->shared->cancelled = 1;
  for (guint i = 0; i < pool->n_workers; i++) {
    if (pool->workers[i].pid == 0)
      continue;
    close (pool->workers[i].to);
    pool->workers[i].to = -1;
  }
}

static gboolean
user_cancelled (const Pool *pool)
{
  return pool->run->host.cancelled != NULL && *pool->run->host.cancelled != 0;
}

/* Reports the next file when no process can be started: one that ended a process would
 * end this one. */
static void
go_on_alone (Pool *pool)
{
  guint file = pool->reported;
  const Deaths *deaths = g_hash_table_lookup (pool->deaths, GUINT_TO_POINTER (file));
  if (pool->waiting[file % WINDOW] == NULL && deaths != NULL) {
    report_lost (pool, file, deaths->reason);
    return;
  }
  if (!report_waiting (pool, file))
    run_here (pool, file);
  pool->reported++;
  report_due (pool);
}

static void
work (Pool *pool)
{
  g_autofree struct pollfd *places = g_new0 (struct pollfd, pool->n_workers);
  report_due (pool);
  while (pool->reported < pool->n_files) {
    if (!pool->cancelled && user_cancelled (pool))
      cancel (pool);
    if (!pool->cancelled) {
      give_out (pool);
      kill_overrunning (pool);
    }
    if (wait_for_workers (pool, places) > 0)
      continue;
    if (pool->cancelled)
      break;
    go_on_alone (pool);
  }
  /* after a cancellation: what is there, with gaps */
  for (; pool->reported < pool->n_files && pool->cancelled; pool->reported++)
    report_waiting (pool, pool->reported);
}

/* ---- The pool ------------------------------------------------------------------------------ */

static gboolean
pool_init (Pool *pool, guint jobs)
{
  pool->n_workers = MIN (jobs, pool->n_files);
  pool->shared_size = sizeof (Shared) + pool->n_workers * sizeof (Watch);
  pool->shared =
      mmap (NULL, pool->shared_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (pool->shared == MAP_FAILED)
    return FALSE;
  pool->workers = g_new0 (Worker, pool->n_workers);
  pool->again = g_array_new (FALSE, FALSE, sizeof (Range));
  pool->waiting = g_new0 (GByteArray *, WINDOW);
  pool->deaths = g_hash_table_new_full (NULL, NULL, NULL, free_deaths);
  couplet_received_init (&pool->result);
  for (guint i = 0; i < pool->n_workers; i++) {
    pool->workers[i].received = g_byte_array_new ();
    pool->workers[i].watch = &pool->shared->watches[i];
  }
  for (guint i = 0; i < pool->n_workers; i++)
    start_worker (pool, &pool->workers[i]);
  return TRUE;
}

static void
pool_clear (Pool *pool)
{
  for (guint i = 0; i < pool->n_workers; i++)
    if (pool->workers[i].pid > 0 && pool->workers[i].to >= 0)
      close (pool->workers[i].to);
  for (guint i = 0; i < pool->n_workers; i++) {
    Worker *worker = &pool->workers[i];
    g_byte_array_unref (worker->received);
    if (worker->pid == 0)
      continue;
    close (worker->from);
    while (waitpid (worker->pid, NULL, 0) < 0 && errno == EINTR)
      ;
  }
  couplet_received_clear (&pool->result);
  g_hash_table_unref (pool->deaths);
  g_free (pool->waiting);
  g_array_unref (pool->again);
  g_free (pool->workers);
  munmap (pool->shared, pool->shared_size);
}

static int
run_in_turn (CoupletRun *run, const char *const *files, guint n, CoupletResultFunction function,
             gpointer data)
{
  int status = 0;
  for (guint i = 0; i < n && (run->host.cancelled == NULL || *run->host.cancelled == 0); i++) {
    if (n > 1 && run->host.progress != NULL)
      run->host.progress (run->host.data, "files", i, n);
    status = couplet_worse_status (status, couplet_run_file (run, files[i], function, data));
  }
  return status;
}

int
couplet_run_files (CoupletRun *run, const char *const *files, guint n, guint jobs,
                   CoupletResultFunction function, gpointer data)
{
  Pool pool = {.run = run, .files = files, .n_files = n, .function = function, .data = data};
  if (jobs <= 1 || n <= 1 || !pool_init (&pool, jobs))
    return run_in_turn (run, files, n, function, data);
  work (&pool);
  pool_clear (&pool);
  return pool.status;
}
