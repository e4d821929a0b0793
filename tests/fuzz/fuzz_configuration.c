/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes are either refused with an error that names the file or read as a configuration. */
#define _GNU_SOURCE
#include <couplet/host/configuration.h>

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (CoupletConfiguration) configuration = couplet_configuration_new ();
  g_autoptr (GError) error = NULL;
  int file = memfd_create ("configuration", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", file);
  if (file < 0 || write (file, data, size) != (ssize_t)size)
    return 0; /* the machine has no room */
  gboolean good = couplet_configuration_load (configuration, path, &error);
  close (file);
  if (good == (error != NULL))
    g_error ("%s configuration, %s error", good ? "a" : "no", error != NULL ? "an" : "no");
  if (error != NULL && !g_str_has_prefix (error->message, path))
    g_error ("a message without the file: %s", error->message);
  return 0;
}
