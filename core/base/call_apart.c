/* SPDX-License-Identifier: Apache-2.0 */
#include "child.h"

#include <couplet/internal/context.h>
#include <couplet/host/apart.h>

#include <string.h>

#define LOOK_MS 100 /* how often is looked whether the user cancelled */

typedef struct {
  CoupletApartFunction function;
  gpointer data;
} Call;

static void
be_child (gpointer data, int in, int out)
{
  const Call *call = data;
  (void)in;
  const char *answer = call->function (call->data);
  if (answer != NULL)
    write_all (out, answer, strlen (answer));
  /* nothing is freed: the process ends */
}

char *
couplet_call_apart (CoupletApartFunction function, gpointer data, const volatile int *cancelled,
                    GError **error)
{
  Call call = {function, data};
  Child child = {0}, *children[] = {&child};
  if (!child_start (&child, be_child, &call, error))
    return NULL;
  for (gboolean ended = FALSE; !ended;) {
    children_wait (children, 1, LOOK_MS, &ended);
    if (cancelled != NULL && *cancelled != 0)
      child_kill (&child, CHILD_OVERRAN);
  }
  g_auto (Inbox) said = child_reap (&child);
  if (child.status == 0 && said.bytes->len > 0)
    return g_strndup ((const char *)said.bytes->data, said.bytes->len);
  g_autofree char *end =
      child.kill == CHILD_OVERRAN ? g_strdup ("was cancelled") : child_end_text (&child);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "its process %s", end);
  return NULL;
}
