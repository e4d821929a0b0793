/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dladdr() */
#include "picture.h"

#include "layout.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOOK_MS 100 /* how often is looked whether the user cancels */

/* The layout's file: in a folder beside the libcouplet that runs. */
static char *
layout_file (void)
{
  Dl_info info;
  if (dladdr ((void *)couplet_version, &info) == 0 || info.dli_fname == NULL)
    return g_strdup (COUPLET_LAYOUT_FILE);
  g_autofree char *real = realpath (info.dli_fname, NULL);
  g_autofree char *folder = g_path_get_dirname (real != NULL ? real : info.dli_fname);
  return g_build_filename (folder, COUPLET_LAYOUT_FILE, NULL);
}

static LayoutFunction
load_layout (GError **error)
{
  g_autofree char *file = layout_file ();
  void *object = dlopen (file, RTLD_NOW | RTLD_LOCAL);
  void *symbol = object != NULL ? dlsym (object, COUPLET_LAYOUT_FUNCTION) : NULL;
  LayoutFunction layout;
  *(void **)&layout = symbol;
  if (symbol == NULL)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN,
                 "the layout of pictures cannot be loaded: %s; --dot needs none", dlerror ());
  return layout;
}

static void
fail (GError **error, const char *what, const char *why)
{
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "%s%s%s", what, why != NULL ? ": " : "",
               why != NULL ? why : "");
}

/* ---- The process that lays out ------------------------------------------------------- */

/* Writes the picture to descriptor, and nothing when Graphviz cannot lay it out. */
static G_GNUC_NORETURN void
be_child (LayoutFunction layout, const char *dot, int descriptor)
{
  signal (SIGINT, SIG_IGN); /* the parent ends it */
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  const char *svg = layout (dot);
  gsize left = svg != NULL ? strlen (svg) : 0;
  while (left > 0) {
    gssize written = write (descriptor, svg, left);
    if (written < 0)
      _exit (1);
    svg += written;
    left -= (gsize)written;
  }
  _exit (0);
}

/* All that comes from descriptor until its other end is closed; FALSE when the user cancels. */
static gboolean
read_all (int descriptor, const volatile int *cancelled, GString *text)
{
  char part[65536];
  struct pollfd ready = {descriptor, POLLIN, 0};
  while (*cancelled == 0) {
    if (poll (&ready, 1, LOOK_MS) <= 0)
      continue;
    gssize got = read (descriptor, part, sizeof part);
    if (got == 0)
      return TRUE;
    g_string_append_len (text, part, MAX (got, 0));
  }
  return FALSE;
}

/* What the process child writes to descriptor, the picture; NULL with error set. */
static char *
await_child (pid_t child, int descriptor, const volatile int *cancelled, GError **error)
{
  g_autoptr (GString) svg = g_string_new (NULL);
  int status = 0;
  gboolean finished = read_all (descriptor, cancelled, svg);
  if (!finished)
    kill (child, SIGKILL);
  while (waitpid (child, &status, 0) < 0 && errno == EINTR)
    ;
  if (!finished)
    fail (error, "interrupted: the picture was not laid out", NULL);
  else if (WIFSIGNALED (status))
    fail (error, "Graphviz was ended by a signal", strsignal (WTERMSIG (status)));
  else if (status != 0 || svg->len == 0)
    fail (error, "Graphviz could not lay the picture out", NULL);
  else
    return g_strdup (svg->str);
  return NULL;
}

char *
picture_svg (const char *dot, const volatile int *cancelled, GError **error)
{
  int ends[2];
  LayoutFunction layout = load_layout (error);
  if (layout == NULL)
    return NULL;
  if (pipe (ends) != 0) {
    fail (error, "no pipe for the layout", g_strerror (errno));
    return NULL;
  }
  fflush (NULL); /* a library that exits prints what waits, a second time */
  pid_t child = fork ();
  if (child == 0) {
    close (ends[0]);
    be_child (layout, dot, ends[1]);
  }
  close (ends[1]);
  char *svg = NULL;
  if (child > 0)
    svg = await_child (child, ends[0], cancelled, error);
  else
    fail (error, "no process for the layout", g_strerror (errno));
  close (ends[0]);
  return svg;
}
