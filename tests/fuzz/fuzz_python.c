/* SPDX-License-Identifier: Apache-2.0 */
#include "python_reader.h"
#include "fuzz_program.h"

int
LLVMFuzzerInitialize (int *n G_GNUC_UNUSED, char ***arguments G_GNUC_UNUSED)
{
  fuzz_start (NULL);
  return 0;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  return fuzz_program ("python", python_read_automaton, data, size);
}
