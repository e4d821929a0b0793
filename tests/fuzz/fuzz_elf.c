/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes are either no shared object, with the reason, or one whose segments lie in the file. */
#include "fuzz_file.h"
#include "object_file.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_auto (FuzzFile) file;
  fuzz_file_open (&file, data, size);
  const char *fault = elf_fault (file.name);
  if (fault != NULL ? *fault == '\0' : size == 0)
    g_error ("no reason");
  return 0;
}
