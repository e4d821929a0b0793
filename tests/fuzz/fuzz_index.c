/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes are either refused with an error that names the file or read as the index of a folder
 * of evidence, which is the same when written and read again. */
#include <couplet/internal/evidence_index.h>
#include "fuzz_folder.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static char *
write_again (CoupletEvidenceIndex *index, const char *folder, const char *name)
{
  char *text = NULL;
  if (couplet_evidence_index_write (index, folder) != 0 || !g_file_get_contents (name, &text, NULL, NULL))
    g_error ("it cannot be written");
  return text;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *folder = fuzz_folder (COUPLET_EVIDENCE_INDEX);
  g_autofree char *name = g_build_filename (folder, COUPLET_EVIDENCE_INDEX, NULL);
  g_autoptr (GError) error = NULL;
  if (!g_file_set_contents_full (name, (const char *)data, (gssize)size, G_FILE_SET_CONTENTS_NONE,
                                 0600, NULL))
    g_error ("%s cannot be written", name);
  g_autoptr (CoupletEvidenceIndex) index = couplet_evidence_index_read (folder, &error);
  if ((index == NULL) != (error != NULL))
    g_error ("%s index, %s error", index != NULL ? "an" : "no", error != NULL ? "an" : "no");
  if (error != NULL && !g_str_has_prefix (error->message, name))
    g_error ("a message without the file: %s", error->message);
  if (index == NULL)
    return 0;
  g_autofree char *first = write_again (index, folder, name);
  g_autoptr (CoupletEvidenceIndex) again = couplet_evidence_index_read (folder, &error);
  if (again == NULL)
    g_error ("cannot be read back: %s\n%s", error->message, first);
  g_autofree char *second = write_again (again, folder, name);
  if (!g_str_equal (first, second))
    g_error ("differs when it is read back:\n%s\n%s", first, second);
  return 0;
}
