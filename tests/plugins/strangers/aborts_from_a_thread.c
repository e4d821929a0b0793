/* SPDX-License-Identifier: Apache-2.0 */
/* A thread that is started when it is loaded ends its process later. */
#include "misbehaviour.h"

#include <pthread.h>

#define NAME "aborts-from-a-thread"

static void *
end_later (void *nothing)
{
  usleep (1000);
  abort ();
  return nothing;
}

__attribute__ ((constructor)) static void
start (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, end_later, NULL);
}

static void
misbehave (void)
{
  sleep (1); /* the thread is first */
}

#include "stranger_optimizer.h"
