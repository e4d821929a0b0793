/* SPDX-License-Identifier: Apache-2.0 */
/* Changes of messages between processes, which are numbers of 8 bytes after a first byte:
 * libFuzzer's own, and those of whole numbers, which keep what follows in its place. */
#include <stdint.h>
#include <string.h>

#define WORD 8

size_t LLVMFuzzerMutate (uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t most, unsigned int seed);

/* The next number of a small generator. */
static uint64_t
draw (uint64_t *state)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state >> 33;
}

static void
set_number (uint8_t *word, uint64_t *state)
{
  static const uint64_t numbers[] = {0, 1, 2, 3, 4, 7, 8, 255, UINT32_MAX, INT64_MAX, UINT64_MAX};
  uint64_t number = numbers[draw (state) % (sizeof numbers / sizeof *numbers)];
  memcpy (word, &number, WORD);
}

size_t
LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t most, unsigned int seed)
{
  uint64_t state = seed;
  size_t n = size > 0 ? (size - 1) / WORD : 0;
  uint64_t way = draw (&state) % 6;
  if (n == 0 || way == 0)
    return LLVMFuzzerMutate (data, size, most);
  uint8_t *word = data + 1 + draw (&state) % n * WORD;
  size_t rest = (size_t)(data + size - word);
  switch (way) {
  case 1: /* without a number */
    memmove (word, word + WORD, rest - WORD);
    return size - WORD;
  case 2: /* with one more */
    if (size + WORD > most)
      return size;
    memmove (word + WORD, word, rest);
    set_number (word, &state);
    return size + WORD;
  case 3: /* bytes of a text */
    LLVMFuzzerMutate (word, WORD, WORD);
    return size;
  default:
    set_number (word, &state);
    return size;
  }
}
