/* SPDX-License-Identifier: Apache-2.0 */
/* Many items on several processes. Workers are forked once and are sent ranges of
 * items; they send back results, which this process reports in the order of the
 * input. An item on which a worker ends early is run once more; when that ends a worker, too,
 * it is run without the stage that was running, which then counts as failed. The
 * worker's other items are given to another. */
#include "clock.h"
#include "delivery.h"
#include "solution.h"
#include "sorting.h"
#include "worker.h"

#define WINDOW 4096 /* items between the one to report next and the last given out */
#define MOST_BYTES                                                                                 \
  (64u << 20)               /* results waiting for their turn, before no more items are given      \
                             */
#define MOST_IN_RANGE 64    /* items sent to a worker at once ... */
#define RANGE_SECONDS 0.004 /* ... or as many as take about this long */
#define MOST_IDLE_DEATHS 8  /* workers that end one after the other without an item to blame */

typedef struct {
  CoupletRun *run;
  const CoupletItem *items;
  guint n_items;
  CoupletResultFunction function;
  gpointer data;
  Workers workers;
  Child **children;     /* of the workers */
  gboolean *ended;      /* per worker */
  guint next;           /* the first item not given out yet */
  guint reported;       /* all before it are reported */
  GArray *again;        /* Range: to be given out again */
  GByteArray **waiting; /* WINDOW results that are not due yet, by index modulo WINDOW */
  gsize waiting_bytes;
  Deaths *deaths;
  guint idle_deaths;
  double seconds; /* of an item, a moving average */
  gboolean cancelled;
  int status;
} Pool;

/* ---- Giving out -------------------------------------------------------------------------- */

static gboolean
is_standard_input (const Pool *pool, guint item)
{
  return g_str_equal (pool->items[item].file, "-");
}

/* Whether this process runs item itself: it could not read it again. */
static gboolean
stays_here (const Pool *pool, guint item)
{
  return is_standard_input (pool, item) && run_needs_automaton (pool->run);
}

/* How many items to send at once: less towards the end, so that all end together. */
static guint
range_size (const Pool *pool)
{
  guint left = pool->n_items - pool->next;
  guint fair = left / (4 * pool->workers.n) + 1;
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
  while (pool->next < pool->n_items && stays_here (pool, pool->next))
    pool->next++;
  guint end = MIN (pool->n_items, pool->reported + WINDOW);
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
  for (guint round = 0; round < G_N_ELEMENTS (pool->workers.all->ranges); round++)
    for (guint i = 0; i < pool->workers.n; i++) {
      Worker *worker = &pool->workers.all[i];
      Range range;
      if (worker->child.pid > 0 && worker->n_ranges <= round && take_range (pool, &range))
        worker_give (worker, range);
    }
}

/* ---- Reporting ----------------------------------------------------------------------------- */

static void
report_content (Pool *pool, Wire content)
{
  const CoupletHost *host = &pool->run->host;
  guint item = delivery_peek (content).item;
  int status = delivery_report (pool->run, content, &pool->items[item], pool->function, pool->data);
  pool->status = couplet_worse_status (pool->status, status);
  if (host->progress != NULL)
    host->progress (host->data, "files", item + 1, pool->n_items);
}

static void
run_here (Pool *pool, guint item)
{
  g_auto (Examination) examination;
  examine_item (pool->run, &pool->items[item], NULL, &examination);
  int status =
      deliver_examination (pool->run, &pool->items[item], &examination, pool->function, pool->data);
  pool->status = couplet_worse_status (pool->status, status);
}

static gboolean
report_waiting (Pool *pool, guint item)
{
  GByteArray **place = &pool->waiting[item % WINDOW];
  if (*place == NULL)
    return FALSE;
  g_autoptr (GByteArray) content = g_steal_pointer (place);
  pool->waiting_bytes -= content->len;
  report_content (pool, (Wire){content->data, content->len, 0, FALSE});
  return TRUE;
}

/* Reports what is due. */
static void
report_due (Pool *pool)
{
  while (pool->reported < pool->n_items) {
    if (stays_here (pool, pool->reported) && !pool->cancelled)
      run_here (pool, pool->reported);
    else if (!report_waiting (pool, pool->reported))
      return;
    pool->reported++;
  }
}

/* Reports a result or keeps it until it is due. */
static void
take_result (Pool *pool, Wire content)
{
  guint item = delivery_peek (content).item;
  delivery_keep (pool->run, content, &pool->items[item]);
  if (item == pool->reported && !pool->cancelled) {
    report_content (pool, content);
    pool->reported++;
    report_due (pool);
    return;
  }
  GByteArray *copy = g_byte_array_sized_new ((guint)content.length);
  g_byte_array_append (copy, content.data, (guint)content.length);
  pool->waiting[item % WINDOW] = copy;
  pool->waiting_bytes += content.length;
}

/* Reports an item that ended processes, whatever was left out. */
static void
report_lost (Pool *pool, guint item, const char *reason)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_auto (Inbox) inbox;
  Wire content;
  delivery_put_lost (bytes, pool->run, item, &pool->items[item], reason);
  inbox_init (&inbox);
  inbox_add (&inbox, bytes->data, bytes->len);
  if (inbox_next (&inbox, &content))
    take_result (pool, content);
}

/* ---- Workers that end ------------------------------------------------------------------------ */

/* Puts back what worker was given, but for the item on which it ended, negative = none. */
static void
put_back (Pool *pool, Worker *worker, gint ended_on)
{
  for (guint i = worker->n_ranges; i-- > 0;) {
    Range range = worker->ranges[i];
    if (range_has (range, ended_on)) {
      Range behind = {(guint)ended_on + 1, range.first + range.n - (guint)ended_on - 1};
      range.n = (guint)ended_on - range.first;
      if (behind.n > 0)
        g_array_append_val (pool->again, behind);
    }
    if (range.n > 0)
      g_array_append_val (pool->again, range);
  }
  worker->n_ranges = 0;
}

/* Gives the item on which worker ended to its successor or reports it as lost. */
static void
try_again (Pool *pool, Worker *worker, guint item, int stage)
{
  g_autofree char *reason = worker_end_text (&pool->workers, worker);
  gboolean overran = worker->child.kill == CHILD_OVERRAN;
  if (is_standard_input (pool, item) || !deaths_note (pool->deaths, item, stage, overran, reason)) {
    report_lost (pool, item, reason);
    return;
  }
  worker->ranges[0] = (Range){item, 1};
  worker->n_ranges = 1;
}

static void
replace (Pool *pool, Worker *worker)
{
  guint item;
  int stage;
  Inbox rest = child_reap (&worker->child); /* no whole message */
  inbox_clear (&rest);
  if (pool->cancelled)
    return;
  gboolean worked = worker_last_work (worker, &item, &stage);
  put_back (pool, worker, worked ? (gint)item : -1);
  if (worked)
    try_again (pool, worker, item, stage);
  else
    pool->idle_deaths++;
  if (pool->idle_deaths > MOST_IDLE_DEATHS || !worker_start (&pool->workers, worker))
    put_back (pool, worker, -1);
}

/* Takes the whole messages that worker sent, which answer its items in order. */
static void
take_results (Pool *pool, Worker *worker)
{
  Wire content;
  while (inbox_next (&worker->child.inbox, &content)) {
    DeliveryHead head = delivery_peek (content);
    if (worker->n_ranges == 0 || head.item != worker->ranges[0].first) {
      worker->child.inbox.broken = TRUE;
      break;
    }
    pool->seconds += (head.seconds - pool->seconds) / 16;
    worker_count_answer (worker);
    pool->idle_deaths = 0;
    take_result (pool, content);
  }
  if (worker->child.inbox.broken)
    child_kill (&worker->child, CHILD_GARBLED);
}

/* Waits for workers; FALSE: there is none. */
static gboolean
wait_for_workers (Pool *pool)
{
  gboolean alive = FALSE;
  for (guint i = 0; i < pool->workers.n; i++)
    alive = alive || pool->workers.all[i].child.pid > 0;
  if (!alive)
    return FALSE;
  children_wait (pool->children, pool->workers.n, CLOCK_LONGEST_WAIT, pool->ended);
  for (guint i = 0; i < pool->workers.n; i++) {
    Worker *worker = &pool->workers.all[i];
    if (worker->child.pid == 0)
      continue;
    take_results (pool, worker);
    if (pool->ended[i])
      replace (pool, worker);
  }
  return TRUE;
}

/* ---- The pool ------------------------------------------------------------------------------ */

/* Reports the next item when no process can be started: one that ended a process would end
 * this one. */
static void
go_on_alone (Pool *pool)
{
  guint item = pool->reported;
  const char *reason = deaths_reason (pool->deaths, item);
  if (reason != NULL && pool->waiting[item % WINDOW] == NULL) {
    report_lost (pool, item, reason);
    return;
  }
  if (!report_waiting (pool, item))
    run_here (pool, item);
  pool->reported++;
  report_due (pool);
}

static void
work (Pool *pool)
{
  report_due (pool);
  while (pool->reported < pool->n_items) {
    if (!pool->cancelled && run_is_cancelled (pool->run)) {
      pool->cancelled = TRUE;
      workers_cancel (&pool->workers);
    }
    if (!pool->cancelled) {
      give_out (pool);
      workers_kill_overrunning (&pool->workers);
    }
    if (wait_for_workers (pool))
      continue;
    if (pool->cancelled)
      break;
    go_on_alone (pool);
  }
  /* after a cancellation: what is there, with gaps */
  for (; pool->reported < pool->n_items && pool->cancelled; pool->reported++)
    report_waiting (pool, pool->reported);
}

static gboolean
pool_init (Pool *pool, guint jobs)
{
  guint n = MIN (jobs, pool->n_items);
  pool->deaths = deaths_new (pool->run->solvers->len);
  pool->children = g_new0 (Child *, n);
  pool->ended = g_new0 (gboolean, n);
  pool->again = g_array_new (FALSE, FALSE, sizeof (Range));
  pool->waiting = g_new0 (GByteArray *, WINDOW);
  if (!workers_init (&pool->workers, pool->run, pool->items, pool->deaths, n))
    return FALSE;
  for (guint i = 0; i < n; i++) {
    pool->children[i] = &pool->workers.all[i].child;
    worker_start (&pool->workers, &pool->workers.all[i]);
  }
  return TRUE;
}

static void
pool_clear (Pool *pool)
{
  workers_clear (&pool->workers);
  g_free (pool->waiting);
  g_array_unref (pool->again);
  g_free (pool->ended);
  g_free (pool->children);
  deaths_free (pool->deaths);
}

static int
run_in_turn (CoupletRun *run, const CoupletItem *items, guint n, CoupletResultFunction function,
             gpointer data)
{
  int status = 0;
  for (guint i = 0; i < n && !run_is_cancelled (run); i++) {
    if (n > 1 && run->host.progress != NULL)
      run->host.progress (run->host.data, "files", i, n);
    status = couplet_worse_status (status, couplet_run_item (run, &items[i], function, data));
  }
  return status;
}

static int
run_in_pool (CoupletRun *run, const CoupletItem *items, guint n, guint jobs,
             CoupletResultFunction function, gpointer data)
{
  Pool pool = {.run = run, .items = items, .n_items = n, .function = function, .data = data};
  if (pool_init (&pool, MAX (jobs, 1)))
    work (&pool);
  else
    pool.status = run_in_turn (run, items, n, function, data);
  pool_clear (&pool);
  return pool.status;
}

/* Reports what waits, by its ratios; the worst exit status. */
static int
report_sorted (CoupletRun *run, CoupletResultFunction function, gpointer data)
{
  g_autoptr (GPtrArray) sorting = g_steal_pointer (&run->sorting);
  const CoupletItem *item;
  GByteArray *delivery;
  int status = 0;
  sorting_sort (sorting);
  for (guint i = 0; (delivery = sorting_get (sorting, i, &item)) != NULL; i++) {
    g_auto (Inbox) inbox;
    Wire content;
    inbox_init (&inbox);
    inbox_add (&inbox, delivery->data, delivery->len);
    if (inbox_next (&inbox, &content))
      status = couplet_worse_status (status, delivery_report (run, content, item, function, data));
  }
  return status;
}

int
couplet_run_items (CoupletRun *run, const CoupletItem *items, guint n, guint jobs,
                   CoupletResultFunction function, gpointer data)
{
  run->sorting = run->host.sorts_by_ratio ? sorting_new () : NULL;
  gboolean in_pool = n > 0 && ((jobs > 1 && n > 1) || workers_are_needed (run));
  int status = in_pool ? run_in_pool (run, items, n, jobs, function, data)
                       : run_in_turn (run, items, n, function, data);
  return run->sorting == NULL ? status
                              : couplet_worse_status (status, report_sorted (run, function, data));
}
