/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "glpk_guard.h"

#include <glpk.h>
#include <math.h>
#include <setjmp.h>

static void
on_abort (void *data)
{
  longjmp (*(jmp_buf *)data, 1);
}

/* GLPK turns its terminal on again to say why it aborts. */
static int
swallow (void *data, const char *text)
{
  (void)data;
  (void)text;
  return 1;
}

gboolean
glpk_guarded (void (*work) (gpointer data), gpointer data)
{
  jmp_buf here;
  glp_term_hook (swallow, NULL);
  if (setjmp (here) != 0) {
    /* whatever GLPK was doing is lost */
    glp_error_hook (NULL, NULL);
    glp_free_env ();
    return FALSE;
  }
  glp_error_hook (on_abort, &here);
  work (data);
  glp_error_hook (NULL, NULL);
  return TRUE;
}

int
glpk_milliseconds (double seconds)
{
  /* GLPK takes its times as whole milliseconds: by its clock one may pass too soon */
  return (int)fmin (fmax (seconds, 0) * 1000 + 2, G_MAXINT32);
}
