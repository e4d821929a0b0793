/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes are a list of names, none of which is empty or goes beyond the list. */
#include "file_list.h"
#include "fuzz_file.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_auto (FileList) list = {0};
  g_autoptr (GError) error = NULL;
  g_auto (FuzzFile) file;
  gsize bytes = 0;
  guint n = 0;
  fuzz_file_open (&file, data, size);
  if (!file_list_open (&list, file.name, &error)) {
    if (error == NULL)
      g_error ("no list, no error");
    return 0;
  }
  for (const char *name; (name = file_list_next (&list)) != NULL; n++) {
    bytes += strlen (name) + 1;
    if (*name == '\0' || list.number < n + 1)
      g_error ("name %u is empty or miscounted", n + 1);
  }
  if (bytes > size + 1)
    g_error ("names of %" G_GSIZE_FORMAT " bytes", bytes);
  return 0;
}
