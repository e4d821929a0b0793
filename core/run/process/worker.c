/* SPDX-License-Identifier: Apache-2.0 */
#include "worker.h"

#include "clock.h"
#include "delivery.h"
#include "solution.h"

#define FLUSH_BYTES (64u << 10) /* a worker sends its results at the latest then */

gboolean
workers_are_needed (const CoupletRun *run)
{
  for (guint i = 0; i < run->solvers->len; i++)
    if (stage_runs_stranger_here (g_ptr_array_index (run->solvers, i)))
      return TRUE;
  return FALSE;
}

/* ---- In the worker --------------------------------------------------------------------- */

typedef struct {
  const Workers *workers;
  const Worker *self;
  GPtrArray *log;  /* lines of the item that is being examined */
  GByteArray *out; /* results to be sent */
} Shift;

static void
keep_line (gpointer data, const char *text)
{
  g_ptr_array_add (data, g_strdup (text));
}

static void
set_up (const Shift *shift)
{
  const Workers *workers = shift->workers;
  CoupletRun *run = workers->run;
  run->host.data = shift->log;
  run->host.log = run->host.log != NULL ? keep_line : NULL;
  run->host.progress = NULL;
  run->host.cancelled = &workers->shared->cancelled;
  run->watch = shift->self->watch;
  for (guint i = 0; i < run->solvers->len; i++)
    ((Stage *)g_ptr_array_index (run->solvers, i))->in_worker = TRUE;
}

/* Sends what is answered, of which item is the last. FALSE: that cannot be done, for which a
 * stranger that was asked here is blamed, as it may have closed files. */
static gboolean
send_answers (const Shift *shift, guint item, int descriptor)
{
  const CoupletRun *run = shift->workers->run;
  if (write_all (descriptor, shift->out->data, shift->out->len)) {
    g_byte_array_set_size (shift->out, 0);
    return TRUE;
  }
  for (guint i = 0; i < run->solvers->len; i++)
    if (stage_runs_stranger_here (g_ptr_array_index (run->solvers, i))) {
      g_atomic_int_set (&run->watch->stage, (gint)i);
      g_atomic_int_set (&run->watch->item, (gint)item);
    }
  return FALSE;
}

static gboolean
run_range (const Shift *shift, Range range, int descriptor)
{
  const Workers *workers = shift->workers;
  CoupletRun *run = workers->run;
  for (guint i = range.first; range_has (range, (gint)i) && !workers->shared->cancelled; i++) {
    g_auto (Examination) examination;
    g_atomic_int_set (&run->watch->stage, WATCH_READING);
    g_atomic_int_set (&run->watch->item, (gint)i);
    examine_item (run, &workers->items[i], deaths_failures (workers->deaths, i), &examination);
    delivery_put (shift->out, run, i, 0, &examination.result, &examination.keeping, shift->log);
    g_atomic_int_set (&run->watch->item, WATCH_IDLE);
    g_ptr_array_set_size (shift->log, 0);
    gboolean is_last = !range_has (range, (gint)i + 1) || workers->shared->cancelled;
    /* what is to be kept is to be lost by nothing that happens later */
    if (shift->out->len < FLUSH_BYTES && !is_last && run->store == NULL)
      continue;
    if (!send_answers (shift, i, descriptor))
      return FALSE;
  }
  return !workers->shared->cancelled;
}

/* The processes that are kept for stages end before this one does. */
static void
free_kept (const CoupletRun *run)
{
  for (guint i = 0; i < run->solvers->len; i++) {
    Stage *stage = g_ptr_array_index (run->solvers, i);
    g_clear_pointer (&stage->kept, kept_free);
  }
}

static void
be_worker (gpointer data, int in, int out)
{
  Shift *shift = data;
  Range range;
  if (workers_are_needed (shift->workers->run))
    child_lead_group (); /* processes that a stranger leaves behind end with it */
  shift->log = g_ptr_array_new_with_free_func (g_free);
  shift->out = g_byte_array_new ();
  set_up (shift);
  gboolean goes_on = TRUE;
  /* what it was given before it began to read */
  for (guint i = 0; goes_on && i < shift->self->n_ranges; i++)
    goes_on = run_range (shift, shift->self->ranges[i], out);
  while (goes_on && child_receive (in, &range, sizeof range))
    goes_on = run_range (shift, range, out);
  free_kept (shift->workers->run);
}

/* ---- In the parent ----------------------------------------------------------------------- */

static gsize
size_of_shared (guint n)
{
  return sizeof (Shared) + n * sizeof (Watch);
}

gboolean
workers_init (Workers *workers, CoupletRun *run, const CoupletItem *items, const Deaths *deaths,
              guint n)
{
  *workers = (Workers){run, items, deaths, g_new0 (Worker, n), n, child_share (size_of_shared (n))};
  for (guint i = 0; workers->shared != NULL && i < n; i++)
    workers->all[i].watch = &workers->shared->watches[i];
  return workers->shared != NULL;
}

void
workers_clear (Workers *workers)
{
  for (guint i = 0; i < workers->n; i++)
    child_close (&workers->all[i].child);
  for (guint i = 0; i < workers->n; i++) {
    Inbox rest = child_reap (&workers->all[i].child);
    inbox_clear (&rest);
  }
  child_unshare (workers->shared, size_of_shared (workers->n));
  g_free (workers->all);
}

gboolean
worker_start (Workers *workers, Worker *worker)
{
  Shift shift = {.workers = workers, .self = worker};
  *worker->watch = (Watch){WATCH_IDLE, WATCH_READING, 0};
  return child_start (&worker->child, be_worker, &shift, NULL);
}

void
worker_give (Worker *worker, Range range)
{
  worker->ranges[worker->n_ranges++] = range;
  /* where that fails the worker ends, which its other pipe will tell */
  child_send (&worker->child, &range, sizeof range);
}

void
worker_count_answer (Worker *worker)
{
  worker->ranges[0].first++;
  if (--worker->ranges[0].n > 0)
    return;
  worker->ranges[0] = worker->ranges[1];
  worker->n_ranges--;
}

void
workers_cancel (Workers *workers)
{
  workers->shared->cancelled = 1;
  for (guint i = 0; i < workers->n; i++)
    child_close (&workers->all[i].child);
}

/* The stage that worker is running, NULL = none. */
static const Stage *
running_stage (const Workers *workers, const Worker *worker)
{
  gint stage = g_atomic_int_get (&worker->watch->stage);
  return stage >= 0 ? g_ptr_array_index (workers->run->solvers, stage) : NULL;
}

void
workers_kill_overrunning (Workers *workers)
{
  gint64 now = g_get_monotonic_time ();
  for (guint i = 0; i < workers->n; i++) {
    Worker *worker = &workers->all[i];
    const Stage *stage = running_stage (workers, worker);
    if (stage != NULL && stage->limit_ms > 0 && g_atomic_int_get (&worker->watch->item) >= 0 &&
        now - worker->watch->started >=
            clock_most (stage->limit_ms, CLOCK_GRACE_WORKER) * MAX (stage->repeat, 1))
      child_kill (&worker->child, CHILD_OVERRAN);
  }
}

gboolean
worker_last_work (const Worker *worker, guint *item, int *stage)
{
  gint last = g_atomic_int_get (&worker->watch->item);
  *stage = g_atomic_int_get (&worker->watch->stage);
  *item = (guint)MAX (last, 0);
  for (guint i = 0; i < worker->n_ranges; i++)
    if (range_has (worker->ranges[i], last))
      return TRUE;
  return FALSE;
}

char *
worker_end_text (const Workers *workers, const Worker *worker)
{
  const Stage *stage = running_stage (workers, worker);
  if (worker->child.kill == CHILD_OVERRAN && stage != NULL)
    return g_strdup_printf ("overran the time limit of %.4g s and had to be ended",
                            (double)stage->limit_ms / 1000);
  return child_end_text (&worker->child);
}
