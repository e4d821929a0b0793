/* SPDX-License-Identifier: Apache-2.0 */
#include "clock.h"

#include <math.h>

enum { RUNNING, TIMED_OUT, CANCELLED };

/* After a time limit a part of it, but not so little that nothing fits in; after the user
 * cancelled a fixed time. In microseconds. */
static const struct {
  gint64 part, least, cancelled;
} GRACES[] = {
    [CLOCK_GRACE_WORK] = {40, 0, 50000},
    [CLOCK_GRACE_PROCESS] = {25, 2000, 200000},
    [CLOCK_GRACE_WORKER] = {5, 2000000, 2000000},
};

void
clock_start (Clock *clock, gint64 limit_ms)
{
  g_clear_pointer (&clock->reason, g_free);
  clock->limit_ms = limit_ms;
  clock->deadline = g_get_monotonic_time () + limit_ms * 1000;
  clock->stopped = RUNNING;
}

void
clock_clear (Clock *clock)
{
  g_clear_pointer (&clock->reason, g_free);
}

void
clock_leave_out (Clock *clock, gint64 start)
{
  clock->deadline += g_get_monotonic_time () - start;
}

gboolean
clock_should_stop (Clock *clock)
{
  if (clock->alive != NULL)
    clock->alive (clock->data);
  if (g_atomic_int_get (&clock->stopped) != RUNNING)
    return TRUE;
  if (clock->cancelled != NULL && clock->cancelled (clock->data)) {
    clock->ended = g_get_monotonic_time ();
    g_atomic_int_set (&clock->stopped, CANCELLED);
  } else if (clock->limit_ms > 0 && g_get_monotonic_time () >= clock->deadline) {
    clock->ended = clock->deadline;
    g_atomic_int_set (&clock->stopped, TIMED_OUT);
  }
  return g_atomic_int_get (&clock->stopped) != RUNNING;
}

static gint64
grace_after_limit (gint64 limit_ms, ClockGrace grace)
{
  return MAX (limit_ms * 1000 / GRACES[grace].part, GRACES[grace].least);
}

/* When grace is over for work that should end, in monotonic microseconds. */
static gint64
end_of_grace (const Clock *clock, ClockGrace grace)
{
  return clock->ended + (clock_is_cancelled (clock) ? GRACES[grace].cancelled
                                                    : grace_after_limit (clock->limit_ms, grace));
}

gboolean
clock_is_overdue (Clock *clock, ClockGrace grace)
{
  return clock_should_stop (clock) && g_get_monotonic_time () >= end_of_grace (clock, grace);
}

gboolean
clock_is_cancelled (const Clock *clock)
{
  return g_atomic_int_get (&clock->stopped) == CANCELLED;
}

const char *
clock_stop_reason (Clock *clock)
{
  if (g_atomic_int_get (&clock->stopped) == RUNNING)
    return NULL;
  if (clock_is_cancelled (clock))
    return "cancelled";
  if (clock->reason == NULL)
    clock->reason =
        g_strdup_printf ("stopped after the time limit of %.4g s", (double)clock->limit_ms / 1000);
  return clock->reason;
}

double
clock_seconds_left (const Clock *clock)
{
  if (clock->limit_ms <= 0)
    return INFINITY;
  gint64 left = clock->deadline - g_get_monotonic_time ();
  return left > 0 ? (double)left / G_USEC_PER_SEC : 0;
}

int
clock_patience (Clock *clock, ClockGrace grace)
{
  gboolean stopped = g_atomic_int_get (&clock->stopped) != RUNNING;
  if (!stopped && clock->limit_ms <= 0)
    return CLOCK_LONGEST_WAIT;
  gint64 next = stopped ? end_of_grace (clock, grace) : clock->deadline;
  return (int)CLAMP ((next - g_get_monotonic_time ()) / 1000 + 1, 1, CLOCK_LONGEST_WAIT);
}

gint64
clock_most (gint64 limit_ms, ClockGrace grace)
{
  return limit_ms * 1000 + grace_after_limit (limit_ms, grace);
}
