/* SPDX-License-Identifier: Apache-2.0 */
/* When work should end: after its time limit, when the user cancels, or never. */
#ifndef COUPLET_CORE_CLOCK_H
#define COUPLET_CORE_CLOCK_H

#include <glib.h>

typedef struct {
  void (*alive) (gpointer data);         /* called at every look; NULL = not */
  gboolean (*cancelled) (gpointer data); /* asked until work should end; NULL = never */
  gpointer data;
  gint64 limit_ms; /* 0 = none */
  gint64 deadline; /* monotonic microseconds */
  int stopped;     /* atomic: why work should end, 0 = it may go on */
  gint64 ended;    /* monotonic microseconds: since when it should, once it should */
  char *reason;
} Clock;

/* Kinds of grace periods: how long something may go on after it should end. */
typedef enum {
  CLOCK_GRACE_WORK,    /* for the work itself, to say how far it came */
  CLOCK_GRACE_PROCESS, /* until a process is killed that does this work only */
  CLOCK_GRACE_WORKER   /* until a process is killed that does other work as well */
} ClockGrace;

/* Starts the clock, which is all zeros or was used before: work should end in so many
 * milliseconds, 0 = never. */
void clock_start (Clock *clock, gint64 limit_ms);
void clock_clear (Clock *clock);

/* Leaves out the microseconds that passed since start, for which the work had to wait. */
void clock_leave_out (Clock *clock, gint64 start);

/* TRUE, from then on, when the work should end. */
gboolean clock_should_stop (Clock *clock);

/* TRUE when the work should have ended and the grace period is over, too. */
gboolean clock_is_overdue (Clock *clock, ClockGrace grace);

/* Why clock_should_stop() was TRUE, NULL when it was not; owned by clock. */
const char *clock_stop_reason (Clock *clock);

/* TRUE when the work should end because the user cancelled. */
gboolean clock_is_cancelled (const Clock *clock);

/* Milliseconds: whoever waits for something looks at the clock at least this often. */
#define CLOCK_LONGEST_WAIT 50

/* Seconds until the time limit, infinity when there is none. */
double clock_seconds_left (const Clock *clock);

/* How many milliseconds to wait at most before looking at the clock again: until the time limit
 * or, when that has passed, until the end of the grace period; at least 1. */
int clock_patience (Clock *clock, ClockGrace grace);

/* The time limit with its grace period, in microseconds. */
gint64 clock_most (gint64 limit_ms, ClockGrace grace);

/* For loops of short steps: looks at the clock once in CLOCK_PACE steps, as CoupletPace does for
 * plugins. Set clock (NULL = no limits) and the rest to 0. */
typedef struct {
  Clock *clock;
  guint32 left; /* steps until the next look */
} Pace;

/* Steps between two looks: a step is 10 ns or so. */
#define CLOCK_PACE 16384

/* Counts so many steps. TRUE, from then on, when the work should end. */
static inline gboolean
pace_over (Pace *pace, guint64 steps)
{
  if (steps < pace->left) {
    pace->left -= (guint32)steps;
    return FALSE;
  }
  gboolean over = pace->clock != NULL && clock_should_stop (pace->clock);
  pace->left = over ? 0 : CLOCK_PACE;
  return over;
}

#endif
