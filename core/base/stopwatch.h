/* SPDX-License-Identifier: Apache-2.0 */
/* How long a piece of work takes, to the nanosecond: for people, and for no verdict. */
#ifndef COUPLET_CORE_STOPWATCH_H
#define COUPLET_CORE_STOPWATCH_H

#include <glib.h>
#include <time.h>

typedef struct {
  struct timespec elapsed, processor;
} Stopwatch;

static inline Stopwatch
stopwatch_start (void)
{
  Stopwatch watch;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &watch.processor);
  clock_gettime (CLOCK_MONOTONIC, &watch.elapsed);
  return watch;
}

static inline double
seconds_from (const struct timespec *start, const struct timespec *end)
{
  return (double)(end->tv_sec - start->tv_sec) + (double)(end->tv_nsec - start->tv_nsec) * 1e-9;
}

/* Seconds since the start. */
static inline double
stopwatch_seconds (const Stopwatch *start)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return seconds_from (&start->elapsed, &now);
}

/* Seconds of the processor since the start, of all threads of this process; 0 where that was forked
 * since. */
static inline double
stopwatch_cpu_seconds (const Stopwatch *start)
{
  struct timespec now;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return MAX (seconds_from (&start->processor, &now), 0);
}

#endif
