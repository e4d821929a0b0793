/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/host.h>
#include <couplet/internal/large.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIRST_BLOCK 65536

static gboolean
fail (GError **error, const char *what)
{
  g_set_error_literal (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, what);
  return FALSE;
}

/* The most room, with a byte more than may be read: it tells that there is more. Twice that can be
 * addressed. */
static gsize
most_room (guint most)
{
  return (gsize)MIN (((guint64)most << 20) + 1, G_MAXSIZE / 2);
}

/* Room for size bytes and a NUL. */
static gboolean
make_room (char **data, gsize size, guint most, GError **error)
{
  if (size > most_room (most)) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "larger than %u MiB", most);
    return FALSE;
  }
  char *moved = couplet_large_advise (g_try_realloc (*data, size + 1), size + 1);
  if (moved == NULL)
    return fail (error, "not enough memory to read it");
  *data = moved;
  return TRUE;
}

/* A device that never ends is told by its first block, before it fills the memory. A reader
 * says more exactly where a NUL stands in what is short. */
static gboolean
check_is_text (const char *data, gsize before, gsize length, GError **error)
{
  return before >= FIRST_BLOCK || length < FIRST_BLOCK || memchr (data, '\0', length) == NULL ||
         fail (error, "it has a NUL byte, which no text has");
}

/* Reads descriptor to its end; expected is a guess of its size. */
static gboolean
read_all (int descriptor, gsize expected, gboolean is_text, guint most,
          const volatile int *cancelled, char **data, gsize *length, GError **error)
{
  gsize room = MAX (expected + 1, FIRST_BLOCK);
  *length = 0;
  if (!make_room (data, room, most, error))
    return FALSE;
  for (;;) {
    gssize got = read (descriptor, *data + *length, room - *length);
    if (got < 0 && errno == EINTR && (cancelled == NULL || *cancelled == 0))
      continue;
    if (got < 0)
      return fail (error, errno == EINTR ? "interrupted" : g_strerror (errno));
    if (got == 0)
      break;
    *length += (gsize)got;
    if (is_text && !check_is_text (*data, *length - (gsize)got, *length, error))
      return FALSE;
    if (*length == room) {
      room = room < most_room (most) ? MIN (room * 2, most_room (most)) : room + 1;
      if (!make_room (data, room, most, error))
        return FALSE;
    }
  }
  (*data)[*length] = '\0';
  return TRUE;
}

static gboolean
read_source (CoupletSource *source, const char *file, gboolean is_text, guint most,
             const volatile int *cancelled, GError **error)
{
  gboolean standard_input = g_str_equal (file, "-");
  int descriptor = standard_input ? STDIN_FILENO : open (file, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0)
    return fail (error, g_strerror (errno));
  struct stat status;
  g_autofree char *data = NULL;
  gsize length = 0;
  gboolean good = fstat (descriptor, &status) == 0 || fail (error, g_strerror (errno));
  if (good && S_ISDIR (status.st_mode))
    good = fail (error, "is a directory");
  if (good)
    good = read_all (descriptor, S_ISREG (status.st_mode) ? (gsize)status.st_size : 0, is_text,
                     most, cancelled, &data, &length, error);
  if (!standard_input)
    close (descriptor);
  if (good)
    *source = (CoupletSource){file, g_steal_pointer (&data), length};
  return good;
}

gboolean
couplet_source_read (CoupletSource *source, const char *file, guint most,
                     const volatile int *cancelled, GError **error)
{
  return read_source (source, file, TRUE, most, cancelled, error);
}

gboolean
couplet_source_read_bytes (CoupletSource *source, const char *file, guint most,
                           const volatile int *cancelled, GError **error)
{
  return read_source (source, file, FALSE, most, cancelled, error);
}
