/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/host/output_file.h>
#include <couplet/output_file.h>

#include "wire.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_LINKS 40

/* Where the links lead that begin at path, whether something is there or not; NULL with
 * errno set when they lead nowhere. The caller frees it. */
static char *
follow_links (const char *path)
{
  char *at = g_strdup (path);
  for (guint i = 0; i < MOST_LINKS; i++) {
    g_autofree char *target = g_file_read_link (at, NULL);
    if (target == NULL)
      return at;
    g_autofree char *folder = g_path_get_dirname (at);
    g_free (at);
    at = g_path_is_absolute (target) ? g_steal_pointer (&target)
                                     : g_build_filename (folder, target, NULL);
  }
  g_free (at);
  errno = ELOOP;
  return NULL;
}

/* Closes descriptor, also after a failure. 0, or the first errno. */
static int
close_after (int descriptor, gboolean good)
{
  int reason = good ? 0 : errno;
  if (close (descriptor) != 0 && reason == 0)
    reason = errno;
  return reason;
}

static int
write_in_place (const char *path, const char *text, gsize length)
{
  int descriptor = open (path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0)
    return errno;
  return close_after (descriptor, write_all (descriptor, text, length));
}

/* Gives a file the owner and the mode of another. An owner that only root could give
 * is left out. */
static gboolean
take_over (int descriptor, const struct stat *old)
{
  if (fchown (descriptor, old->st_uid, old->st_gid) != 0 && errno != EPERM)
    return FALSE;
  return fchmod (descriptor, old->st_mode & 07777) == 0;
}

/* Writes a file with a name of its own beside path, which *fresh becomes and the caller
 * frees; like *old and durable, unless that is NULL. 0, or an errno and no file. */
static int
write_beside (const char *path, const struct stat *old, const char *text, gsize length,
              char **fresh)
{
  g_autofree char *folder = g_path_get_dirname (path);
  *fresh = g_build_filename (folder, ".couplet-XXXXXX", NULL);
  int descriptor = g_mkstemp_full (*fresh, O_WRONLY | O_CLOEXEC, old != NULL ? 0600 : 0666);
  if (descriptor < 0)
    return errno;
  gboolean good = write_all (descriptor, text, length) &&
                  (old == NULL || (take_over (descriptor, old) && fsync (descriptor) == 0));
  int reason = close_after (descriptor, good);
  if (reason != 0)
    g_unlink (*fresh);
  return reason;
}

static int
replace (const char *path, const struct stat *old, const char *text, gsize length)
{
  g_autofree char *target = follow_links (path), *fresh = NULL;
  if (target == NULL)
    return errno;
  int reason = write_beside (target, old, text, length, &fresh);
  if (reason != 0 || g_rename (fresh, target) == 0)
    return reason;
  reason = errno;
  g_unlink (fresh);
  return reason;
}

int
couplet_write_file (const char *path, const char *text, gsize length)
{
  struct stat old;
  if (stat (path, &old) != 0)
    return errno == ENOENT ? replace (path, NULL, text, length) : errno;
  if (!S_ISREG (old.st_mode))
    return write_in_place (path, text, length);
  /* renaming would replace even what must not be written, root what no one may write */
  if ((old.st_mode & 0222) == 0)
    return EACCES;
  if (access (path, W_OK) != 0)
    return errno;
  return replace (path, &old, text, length);
}

/* Where a folder cannot have two names of one file: the content may be seen growing. */
static int
create_plainly (const char *path, const char *text, gsize length)
{
  int descriptor = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return errno;
  int reason = close_after (descriptor, write_all (descriptor, text, length));
  if (reason != 0)
    g_unlink (path);
  return reason;
}

int
couplet_create_file (const char *path, const char *text, gsize length)
{
  g_autofree char *fresh = NULL;
  struct stat there;
  if (lstat (path, &there) == 0)
    return EEXIST;
  int reason = write_beside (path, NULL, text, length, &fresh);
  if (reason != 0)
    return reason;
  if (link (fresh, path) != 0)
    reason = errno;
  g_unlink (fresh);
  return reason == EPERM || reason == EOPNOTSUPP ? create_plainly (path, text, length) : reason;
}
