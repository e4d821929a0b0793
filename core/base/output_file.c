/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <couplet/host/output_file.h>

#include "wire.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
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
rename_over (const char *target, const struct stat *old, const char *text, gsize length)
{
  g_autofree char *fresh = NULL;
  int reason = write_beside (target, old, text, length, &fresh);
  if (reason != 0 || g_rename (fresh, target) == 0)
    return reason;
  reason = errno;
  g_unlink (fresh);
  return reason;
}

/* Signals wait meanwhile: what ends the process would leave the file beside. */
static int
replace (const char *path, const struct stat *old, const char *text, gsize length)
{
  g_autofree char *target = follow_links (path);
  sigset_t all, before;
  if (target == NULL)
    return errno;
  (void)sigfillset (&all);
  (void)pthread_sigmask (SIG_BLOCK, &all, &before);
  int reason = rename_over (target, old, text, length);
  (void)pthread_sigmask (SIG_SETMASK, &before, NULL);
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

/* Where a folder cannot have a file without a name: the content may be seen growing. */
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

static gboolean
give_name (int descriptor, const char *path)
{
  g_autofree char *without = g_strdup_printf ("/proc/self/fd/%d", descriptor);
  return linkat (AT_FDCWD, without, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
}

/* By a file that has no name until it is whole, so that nothing is left of it if the process ends
 * before. */
static int
create_whole (const char *path, const char *text, gsize length)
{
  g_autofree char *folder = g_path_get_dirname (path);
  int descriptor = open (folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return errno;
  gboolean written = write_all (descriptor, text, length);
  gboolean named = written && give_name (descriptor, path);
  int reason = close_after (descriptor, named);
  if (named && reason != 0)
    g_unlink (path);
  return reason;
}

/* Whether a file system without such files, or a system without /proc, gives that reason. */
static gboolean
tells_of_no_names (int reason)
{
  return reason == EOPNOTSUPP || reason == EISDIR || reason == EINVAL || reason == EPERM ||
         reason == ENOENT;
}

int
couplet_create_file (const char *path, const char *text, gsize length)
{
  struct stat there;
  if (lstat (path, &there) == 0)
    return EEXIST;
  int reason = create_whole (path, text, length);
  return tells_of_no_names (reason) ? create_plainly (path, text, length) : reason;
}
