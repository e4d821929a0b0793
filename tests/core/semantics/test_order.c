/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of the order of values, against all ranks that they may have. */
#include "order.h"

#include <string.h>

#include "unit.h"

typedef struct {
  OrderShape shape;
  Order order;
} Known;

static void
known_init (Known *known, guint32 n)
{
  known->shape = order_shape (n);
  known->order = g_new0 (guint64, order_room (&known->shape));
}

static void
known_clear (Known *known)
{
  g_free (known->order);
}

static gboolean
learn_less (Known *known, guint32 u, guint32 v)
{
  return order_add (&known->shape, known->order, u, v, TRUE);
}

static gboolean
learn_at_most (Known *known, guint32 u, guint32 v)
{
  return order_add (&known->shape, known->order, u, v, FALSE);
}

/* Of which nothing is known. */
static void
equate (Known *known, guint32 value, guint32 other)
{
  assert_true (learn_at_most (known, value, other) && learn_at_most (known, other, value));
}

static gboolean
less (const Known *known, guint32 u, guint32 v)
{
  return order_is_less (&known->shape, known->order, u, v);
}

static gboolean
at_most (const Known *known, guint32 u, guint32 v)
{
  return order_is_at_most (&known->shape, known->order, u, v);
}

static gboolean
equal (const Known *known, guint32 u, guint32 v)
{
  return at_most (known, u, v) && at_most (known, v, u);
}

/* ---- Cases ------------------------------------------------------------------------------ */

static void
test_less_is_at_most_and_not_the_other_way (void **state)
{
  (void)state;
  Known known;
  known_init (&known, 3);
  assert_true (learn_less (&known, 0, 1));
  assert_true (learn_at_most (&known, 1, 2));
  assert_true (less (&known, 0, 1) && at_most (&known, 0, 1));
  assert_true (at_most (&known, 1, 2) && !less (&known, 1, 2));
  assert_true (less (&known, 0, 2));
  assert_false (at_most (&known, 2, 0));
  known_clear (&known);
}

static void
test_a_circle_with_less_in_it_cannot_be (void **state)
{
  (void)state;
  Known known;
  known_init (&known, 3);
  assert_true (learn_less (&known, 0, 1));
  assert_true (learn_at_most (&known, 1, 2));
  assert_false (learn_at_most (&known, 2, 0));
  known_clear (&known);
}

static void
test_a_circle_of_at_most_makes_equal (void **state)
{
  (void)state;
  Known known;
  known_init (&known, 4);
  assert_true (learn_at_most (&known, 0, 1));
  assert_true (learn_at_most (&known, 1, 2));
  assert_true (learn_at_most (&known, 2, 0));
  assert_true (equal (&known, 0, 1) && equal (&known, 1, 2) && equal (&known, 0, 2));
  assert_false (at_most (&known, 0, 0));
  assert_true (learn_less (&known, 3, 2));
  assert_true (less (&known, 3, 0));
  known_clear (&known);
}

static void
test_an_equated_value_has_the_same_relations (void **state)
{
  (void)state;
  Known known;
  known_init (&known, 4);
  assert_true (learn_less (&known, 0, 1));
  assert_true (learn_at_most (&known, 1, 2));
  equate (&known, 3, 1);
  assert_true (equal (&known, 3, 1));
  assert_true (less (&known, 0, 3));
  assert_true (at_most (&known, 3, 2) && !less (&known, 3, 2));
  order_forget (&known.shape, known.order, 1);
  assert_true (less (&known, 0, 3) && less (&known, 0, 2));
  assert_false (at_most (&known, 3, 1) || at_most (&known, 1, 3));
  known_clear (&known);
}

/* Relations in words other than the first, and across their ends. */
static void
test_chains_around_the_ends_of_words (void **state)
{
  (void)state;
  const guint32 sizes[] = {2, 63, 64, 65, 127, 128, 129, 130};
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    Known known;
    guint32 n = sizes[i];
    known_init (&known, n);
    for (guint32 v = 0; v + 1 < n; v++)
      assert_true (v % 2 == 0 ? learn_less (&known, v, v + 1) : learn_at_most (&known, v, v + 1));
    for (guint32 u = 0; u < n; u++)
      for (guint32 v = 0; v < n; v++) {
        assert_int_equal (at_most (&known, u, v), u < v);
        assert_int_equal (less (&known, u, v), u < v && (v - u > 1 || u % 2 == 0));
      }
    assert_false (learn_at_most (&known, n - 1, 0));
    known_clear (&known);
  }
}

/* ---- All that is possible --------------------------------------------------------------- */

#define FEW 4

/* The values' ranks in two bits each, without gaps. */
static guint32
encode (const int rank[FEW])
{
  guint32 code = 0;
  for (int v = 0; v < FEW; v++) {
    guint32 lower = 0;
    for (int u = 0; u < FEW; u++)
      if (rank[u] < rank[v])
        lower |= 1u << (rank[u] + 1);
    code |= (guint32)__builtin_popcount (lower) << (2 * v);
  }
  return code;
}

static void
decode (guint32 code, int rank[FEW])
{
  for (int v = 0; v < FEW; v++)
    rank[v] = 2 * (int)(code >> (2 * v) & 3);
}

typedef gboolean (*Possible) (gconstpointer data, const int rank[FEW]);

static gboolean
is_bounded (gconstpointer data, const int rank[FEW])
{
  const guint32 *told = data; /* the value, and sets of values */
  for (guint32 v = 0; v < FEW; v++)
    if (((told[1] >> v & 1) != 0 && rank[v] > rank[told[0]]) ||
        ((told[2] >> v & 1) != 0 && rank[v] >= rank[told[0]]) ||
        ((told[3] >> v & 1) != 0 && rank[v] <= rank[told[0]]))
      return FALSE;
  return TRUE;
}

static gboolean
keep_possible (gboolean possible[256], Possible test, gconstpointer data)
{
  gboolean any = FALSE;
  for (guint32 code = 0; code < 256; code++) {
    int rank[FEW];
    decode (code, rank);
    possible[code] = possible[code] && test (data, rank);
    any |= possible[code];
  }
  return any;
}

/* value takes any rank, or that of other if there is one. */
static void
move_value (gboolean possible[256], guint32 value, guint32 other)
{
  gboolean behind[256] = {FALSE};
  for (guint32 code = 0; code < 256; code++)
    for (int place = -1; possible[code] && place <= 2 * FEW; place++) {
      int rank[FEW];
      decode (code, rank);
      rank[value] = other < FEW ? rank[other] : place;
      behind[encode (rank)] = TRUE;
    }
  memcpy (possible, behind, sizeof behind);
}

static void
compare (const Known *known, const gboolean possible[256])
{
  for (guint32 u = 0; u < FEW; u++)
    for (guint32 v = 0; v < FEW; v++) {
      gboolean always_less = u != v, always_at_most = u != v;
      for (guint32 code = 0; code < 256; code++) {
        int rank[FEW];
        decode (code, rank);
        always_less &= !possible[code] || rank[u] < rank[v];
        always_at_most &= !possible[code] || rank[u] <= rank[v];
      }
      assert_int_equal (less (known, u, v), always_less);
      assert_int_equal (at_most (known, u, v), always_at_most);
    }
}

/* Learns something at random, of both; FALSE = it cannot be. */
static gboolean
learn_at_random (GRand *random, Known *known, gboolean possible[256])
{
  guint32 told[4] = {(guint32)g_rand_int_range (random, 0, FEW)};
  gboolean all = TRUE;
  for (guint32 v = 0; v < FEW; v++) {
    int how = v == told[0] ? 0 : g_rand_int_range (random, 0, 8);
    if (how < 1 || how > 3)
      continue;
    told[how] |= 1u << v;
    all = all && (how == 3 ? learn_less (known, told[0], v)
                           : order_add (&known->shape, known->order, v, told[0], how == 2));
  }
  gboolean good = keep_possible (possible, is_bounded, told);
  assert_int_equal (all, good);
  return good;
}

static void
test_all_that_is_so_is_known_and_nothing_else (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (64);
  for (guint i = 0; i < 3000; i++) {
    Known known;
    gboolean possible[256] = {FALSE};
    known_init (&known, FEW);
    for (guint32 code = 0; code < 256; code++) {
      int rank[FEW];
      decode (code, rank);
      possible[encode (rank)] = TRUE;
    }
    for (int step = 0; step < 8 && learn_at_random (random, &known, possible); step++) {
      compare (&known, possible);
      guint32 value = (guint32)g_rand_int_range (random, 0, FEW);
      guint32 other = (value + (guint32)g_rand_int_range (random, 1, FEW)) % FEW;
      order_forget (&known.shape, known.order, value);
      if (g_rand_boolean (random))
        equate (&known, value, other);
      else
        other = FEW;
      move_value (possible, value, other);
      compare (&known, possible);
    }
    known_clear (&known);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_less_is_at_most_and_not_the_other_way),
      cmocka_unit_test (test_a_circle_with_less_in_it_cannot_be),
      cmocka_unit_test (test_a_circle_of_at_most_makes_equal),
      cmocka_unit_test (test_an_equated_value_has_the_same_relations),
      cmocka_unit_test (test_chains_around_the_ends_of_words),
      cmocka_unit_test (test_all_that_is_so_is_known_and_nothing_else),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
