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
  int stopped;     /* atomic: why, once work should end */
  gint64 ended;    /* monotonic microseconds: when it should have ended, once it should */
  char *reason;
} Clock;

/* How long after its end something may go on, by what it is. */
typedef enum {
  CLOCK_GRACE_WORK,    /* the work itself, to say how far it came */
  CLOCK_GRACE_PROCESS, /* the process that does nothing else, until it is killed */
  CLOCK_GRACE_WORKER   /* a process that does other work as well, likewise */
} ClockGrace;

/* Starts the clock, which is all zeros or was used before: work should end in so many
 * milliseconds, 0 = never. */
void clock_start (Clock *clock, gint64 limit_ms);
void clock_clear (Clock *clock);

/* TRUE, from then on, when the work should end. */
gboolean clock_should_stop (Clock *clock);

/* TRUE when the work should have ended, and its grace is over, too. */
gboolean clock_is_overdue (Clock *clock, ClockGrace grace);

/* Why clock_should_stop() was TRUE, NULL when it was not; owned by clock. */
const char *clock_stop_reason (Clock *clock);

/* TRUE when the work should end because the user cancelled. */
gboolean clock_is_cancelled (const Clock *clock);

/* The longest time between two looks of who waits for something, in milliseconds. */
#define CLOCK_LONGEST_WAIT 50

/* Seconds until the time limit, infinity when there is none. */
double clock_seconds_left (const Clock *clock);

/* The most milliseconds to wait for something until the clock must be looked at again, to
 * learn that it is over or, once it is, that the grace is; at least 1. */
int clock_patience (Clock *clock, ClockGrace grace);

/* Microseconds that something may take that has so many milliseconds, grace included. */
gint64 clock_most (gint64 limit_ms, ClockGrace grace);

/* Looks at a clock now and then, for loops of short steps: CoupletPace of the core. Set clock
 * (NULL = no limits) and the rest to 0. */
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
