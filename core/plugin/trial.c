/* SPDX-License-Identifier: Apache-2.0 */
#include "trial.h"

#include "child.h"

#include <couplet/internal/context.h>

#include <signal.h>
#include <sys/wait.h>

#define LOOK_MS 1000
#define MOST_TRIES 5 /* where the system or somebody else may have killed the process */

typedef struct {
  TrialFunction function;
  gpointer data;
} Trial;

static void
be_trial (gpointer data, int in, int out)
{
  const Trial *trial = data;
  child_keep_only (in, out);
  child_lead_group ();
  /* a handler of the program, or of a sanitizer, would tell of a crash in its own words */
  (void)signal (SIGSEGV, SIG_DFL);
  (void)signal (SIGBUS, SIG_DFL);
  trial->function (trial->data);
  write_all (out, "", 1); /* it returned */
}

/* Whether function returns; *killed: it did not, as somebody else killed its process. */
static gboolean
try_once (Trial *trial, guint seconds, gboolean *killed, GError **error)
{
  Child child = {0}, *all = &child;
  gint64 deadline = g_get_monotonic_time () + (gint64)seconds * G_USEC_PER_SEC;
  *killed = FALSE;
  if (!child_start (&child, be_trial, trial, error))
    return FALSE;
  for (gboolean ended = FALSE; !ended;) {
    children_wait (&all, 1, LOOK_MS, &ended);
    if (seconds > 0 && g_get_monotonic_time () > deadline)
      child_kill (&child, CHILD_OVERRAN);
  }
  g_auto (Inbox) said = child_reap (&child);
  if (said.bytes->len > 0)
    return TRUE;
  *killed = child.kill == CHILD_NOT_KILLED && WIFSIGNALED (child.status) &&
            WTERMSIG (child.status) == SIGKILL;
  g_autofree char *end = child.kill == CHILD_OVERRAN
                             ? g_strdup_printf ("took more than %u s and had to be ended", seconds)
                             : child_end_text (&child);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN, "its process %s", end);
  return FALSE;
}

gboolean
trial_run (TrialFunction function, gpointer data, guint seconds, GError **error)
{
  Trial trial = {function, data};
  for (guint i = 1;; i++) {
    gboolean killed;
    g_autoptr (GError) why = NULL;
    if (try_once (&trial, seconds, &killed, &why))
      return TRUE;
    if (killed && i < MOST_TRIES)
      continue;
    g_propagate_error (error, g_steal_pointer (&why));
    return FALSE;
  }
}
