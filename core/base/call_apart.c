/* SPDX-License-Identifier: Apache-2.0 */
#include "child.h"

#include <couplet/internal/context.h>
#include <couplet/host/apart.h>

#include <signal.h>
#include <sys/wait.h>

#define LOOK_MS 100  /* how often is looked whether the user cancelled */
#define MOST_TRIES 5 /* where the system or somebody else may have killed the process */

typedef struct {
  CoupletApartFunction function;
  gpointer data;
} Call;

static void
be_child (gpointer data, int in, int out)
{
  const Call *call = data;
  g_autoptr (GByteArray) answer = g_byte_array_new (), message = g_byte_array_new ();
  child_keep_only (in, out);
  child_lead_group ();
  if (child_usual_memory () > 0)
    child_limit_memory (child_usual_memory ());
  /* a handler of the program, or of a sanitizer, would tell of a crash in its own words */
  (void)signal (SIGSEGV, SIG_DFL);
  (void)signal (SIGBUS, SIG_DFL);
  call->function (call->data, answer);
  if (answer->len == 0)
    return;
  gsize start = message_begin (message);
  wire_put_bytes (message, answer->data, answer->len);
  message_end (message, start);
  write_all (out, message->data, message->len);
  /* nothing else is freed: the process ends */
}

/* Hears child until it ends, or has to be ended. */
static void
hear (Child *child, CoupletApartLimits limits)
{
  gint64 deadline = g_get_monotonic_time () + (gint64)limits.seconds * G_USEC_PER_SEC;
  for (gboolean ended = FALSE; !ended;) {
    children_wait (&child, 1, LOOK_MS, &ended);
    if ((limits.seconds > 0 && g_get_monotonic_time () > deadline) ||
        (limits.cancelled != NULL && *limits.cancelled != 0))
      child_kill (child, CHILD_OVERRAN);
  }
}

/* How a child ended that gave no answer. The caller frees it. */
static char *
end_text (const Child *child, CoupletApartLimits limits)
{
  if (child->kill != CHILD_OVERRAN)
    return child_end_text (child);
  return limits.cancelled != NULL && *limits.cancelled != 0
             ? g_strdup ("was cancelled")
             : g_strdup_printf ("took more than %u s and had to be ended", limits.seconds);
}

/* The answer; *killed: there is none, as somebody else killed the process. */
static GByteArray *
try_once (Call *call, CoupletApartLimits limits, gboolean *killed, GError **error)
{
  Child child = {0};
  Wire content;
  *killed = FALSE;
  if (!child_start (&child, be_child, call, error))
    return NULL;
  hear (&child, limits);
  g_auto (Inbox) said = child_reap (&child);
  if (child.kill != CHILD_OVERRAN && inbox_next (&said, &content)) {
    gsize length;
    const guint8 *bytes = wire_bytes (&content, &length);
    return g_byte_array_append (g_byte_array_new (), bytes, (guint)length);
  }
  *killed = child.kill == CHILD_NOT_KILLED && WIFSIGNALED (child.status) &&
            WTERMSIG (child.status) == SIGKILL;
  g_autofree char *end = end_text (&child, limits);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "its process %s", end);
  return NULL;
}

GByteArray *
couplet_call_apart (CoupletApartFunction function, gpointer data, CoupletApartLimits limits,
                    GError **error)
{
  Call call = {function, data};
  for (guint i = 1;; i++) {
    gboolean killed;
    g_autoptr (GError) why = NULL;
    GByteArray *answer = try_once (&call, limits, &killed, &why);
    if (answer != NULL)
      return answer;
    if (killed && i < MOST_TRIES)
      continue;
    g_propagate_error (error, g_steal_pointer (&why));
    return NULL;
  }
}
