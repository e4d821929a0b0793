/* SPDX-License-Identifier: Apache-2.0 */
#include "read_again.h"

#include <couplet/internal/format.h>
#include <couplet/host/source.h>

/* Why the file cannot be read a second time; NULL = it can. */
static const char *
obstacle (const char *file)
{
  if (g_str_equal (file, "-"))
    return "it came from standard input";
  /* a pipe gives its content once, and may never end */
  if (g_file_test (file, G_FILE_TEST_EXISTS) && !g_file_test (file, G_FILE_TEST_IS_REGULAR))
    return "it is not a regular file";
  return NULL;
}

/* Whether source is no longer what was read. */
static gboolean
has_changed (const CoupletSource *source, const CoupletOrigin *origin)
{
  if (origin == NULL)
    return FALSE;
  g_autofree char *sha256 =
      g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *)source->data, source->length);
  return !g_str_equal (sha256, origin->sha256);
}

gboolean
report_read_again (CoupletSource *source, const CoupletResult *result, guint mebibytes, char **why)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = couplet_result_path (result);
  /* only a program tells what it comes to */
  const char *no = result->function != NULL ? "it is read by a program" : obstacle (path);
  if (no == NULL && !couplet_source_read (source, path, mebibytes, NULL, &error))
    no = error->message;
  else if (no == NULL && has_changed (source, result->origin)) {
    no = "it changed since it was read";
    g_free ((char *)source->data);
  }
  *why = g_strdup (no);
  return no == NULL;
}
