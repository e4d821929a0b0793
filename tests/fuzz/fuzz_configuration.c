/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes are either refused with an error that names the file or read as a configuration. */
#include "fuzz_file.h"

#include <couplet/host/configuration.h>

#include <stdint.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (CoupletConfiguration) configuration = couplet_configuration_new ();
  g_autoptr (GError) error = NULL;
  g_auto (FuzzFile) file;
  fuzz_file_open (&file, data, size);
  gboolean good = couplet_configuration_load (configuration, file.name, &error);
  if (good == (error != NULL))
    g_error ("%s configuration, %s error", good ? "a" : "no", error != NULL ? "an" : "no");
  if (error != NULL && !g_str_has_prefix (error->message, file.name))
    g_error ("a message without the file: %s", error->message);
  return 0;
}
