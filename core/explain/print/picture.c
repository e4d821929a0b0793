/* SPDX-License-Identifier: Apache-2.0 */
#include "picture.h"

#include "layout.h"

#include <dlfcn.h>
#include <string.h>

static LayoutFunction
load_layout (GError **error)
{
  g_autofree char *file = couplet_library_file (COUPLET_LAYOUT_FILE);
  void *object = dlopen (file, RTLD_NOW | RTLD_LOCAL);
  void *symbol = object != NULL ? dlsym (object, COUPLET_LAYOUT_FUNCTION) : NULL;
  LayoutFunction layout;
  *(void **)&layout = symbol;
  if (symbol == NULL)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN,
                 "the layout of pictures cannot be loaded: %s; --dot needs none", dlerror ());
  return layout;
}

/* What the process that lays out is given. */
typedef struct {
  LayoutFunction layout;
  const char *dot;
} Task;

static void
lay_out (gpointer data, GByteArray *answer)
{
  const Task *task = data;
  const char *svg = task->layout (task->dot);
  if (svg != NULL)
    g_byte_array_append (answer, (const guint8 *)svg, (guint)strlen (svg) + 1);
  /* nothing is freed: the process ends */
}

char *
picture_svg (const char *dot, const volatile int *cancelled, GError **error)
{
  g_autoptr (GError) reason = NULL;
  Task task = {load_layout (error), dot};
  if (task.layout == NULL)
    return NULL;
  GByteArray *svg =
      couplet_call_apart (lay_out, &task, (CoupletApartLimits){0, cancelled}, &reason);
  if (svg == NULL && cancelled != NULL && *cancelled != 0)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
                 "interrupted: the picture was not laid out");
  else if (svg == NULL)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
                 "Graphviz could not lay the picture out: %s", reason->message);
  return svg != NULL ? (char *)g_byte_array_free (svg, FALSE) : NULL;
}
