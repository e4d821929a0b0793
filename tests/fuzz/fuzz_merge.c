/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes are either refused with an error that names the file or joined as a report of
 * answers. */
#include "fuzz_file.h"

#include <couplet/host/merge.h>

#include <stdint.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
check (const FuzzFile *file, gboolean good, const GError *error)
{
  if (good == (error != NULL))
    g_error ("%s answers, %s error", good ? "" : "no", error != NULL ? "an" : "no");
  if (error != NULL && !g_str_has_prefix (error->message, file->name))
    g_error ("a message without the file: %s", error->message);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (CoupletMerge) merge = couplet_merge_new ();
  g_autoptr (GError) error = NULL;
  g_auto (FuzzFile) file;
  guint n;
  fuzz_file_open (&file, data, size);
  gboolean good = couplet_merge_add (merge, file.name, &error);
  check (&file, good, error);
  if (!good)
    return 0;
  good = couplet_merge_join (merge, &error);
  check (&file, good, error);
  const CoupletFinding *findings = couplet_merge_findings (merge, &n);
  for (guint i = 0; i < n; i++)
    if (!g_utf8_validate (findings[i].text, -1, NULL) || strchr (findings[i].text, '\n') != NULL)
      g_error ("a finding is no line: %s", findings[i].text);
  return 0;
}
