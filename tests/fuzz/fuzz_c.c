/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz_program.h"
#include "c_reader.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  return fuzz_program ("c", c_read_automaton, data, size);
}
