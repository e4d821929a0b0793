/* SPDX-License-Identifier: Apache-2.0 */
#include "rewrite.h"

#include <couplet/couplet.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static gboolean
write_all (int descriptor, const char *text, gsize length)
{
  while (length > 0) {
    gssize written = write (descriptor, text, length);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return FALSE;
    text += written;
    length -= (gsize)written;
  }
  return TRUE;
}

/* Fills the new file and makes it durable; closes descriptor. */
static gboolean
complete (int descriptor, const struct stat *old, const char *text, gsize length)
{
  gboolean good = write_all (descriptor, text, length) &&
                  fchmod (descriptor, old->st_mode & 07777) == 0 && fsync (descriptor) == 0;
  int reason = errno;
  close (descriptor);
  errno = reason;
  return good;
}

static gboolean
replace (const char *path, const char *text, gsize length)
{
  struct stat old;
  /* renaming would replace even what must not be written */
  if (stat (path, &old) != 0 || access (path, W_OK) != 0)
    return FALSE;
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *fresh = g_build_filename (folder, ".couplet-XXXXXX", NULL);
  int descriptor = g_mkstemp_full (fresh, O_WRONLY | O_CLOEXEC, 0600);
  if (descriptor < 0)
    return FALSE;
  if (complete (descriptor, &old, text, length) && g_rename (fresh, path) == 0)
    return TRUE;
  int reason = errno;
  g_unlink (fresh);
  errno = reason;
  return FALSE;
}

gboolean
rewrite_file (const char *file, const char *text, gsize length, GError **error)
{
  char *path = realpath (file, NULL);
  if (path != NULL && replace (path, text, length)) {
    free (path);
    return TRUE;
  }
  int reason = errno;
  free (path);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s: it could not be rewritten: %s", file,
               g_strerror (reason));
  return FALSE;
}
