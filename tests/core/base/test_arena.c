/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks of every size, the empty one included. */
#include "unit.h"

#include <couplet/internal/arena.h>

static void
test_blocks_lie_apart (void **state)
{
  (void)state;
  static const gsize sizes[] = {1, 15, 16, 17, 4000, 5000, 1, 100000, 3};
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  guint8 *blocks[G_N_ELEMENTS (sizes)];
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    blocks[i] = couplet_arena_alloc (arena, sizes[i]);
    assert_int_equal ((gsize)blocks[i] % 16, 0);
    memset (blocks[i], (int)i, sizes[i]);
  }
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (gsize at = 0; at < sizes[i]; at++)
      assert_int_equal (blocks[i][at], i);
}

/* NULL plus nothing is undefined in C. */
static void
test_an_empty_block_of_an_empty_arena_lies_somewhere (void **state)
{
  (void)state;
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  assert_non_null (couplet_arena_alloc (arena, 0));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_blocks_lie_apart),
      cmocka_unit_test (test_an_empty_block_of_an_empty_arena_lies_somewhere),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
