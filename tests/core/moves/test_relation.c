/* SPDX-License-Identifier: Apache-2.0 */
/* Relations between shifts, against the sets of shifts in {-1, 0, 1} that meet them. */
#include "relation.h"

#include <string.h>

#include "unit.h"

#define THRESHOLDS 3
#define NODES (THRESHOLDS + 4)
#define VECTORS 81 /* of the shifts of the thresholds and the sample */
#define SEED 20261121

/* Which vectors of shifts are possible. */
typedef struct {
  gboolean has[VECTORS];
} Vectors;

/* What node, none of the numbers, is in vector. */
static int
shift_of (int vector, guint32 node)
{
  for (guint32 i = 3; i < node; i++)
    vector /= 3;
  return vector % 3 - 1;
}

static int
value_of (int vector, guint32 node)
{
  return node < 3 ? (int)node - 1 : shift_of (vector, node);
}

static int
with_shift (int vector, guint32 node, int shift)
{
  int unit = 1;
  for (guint32 i = 3; i < node; i++)
    unit *= 3;
  return vector + (shift - shift_of (vector, node)) * unit;
}

static gboolean
is_empty (const Vectors *vectors)
{
  for (int i = 0; i < VECTORS; i++)
    if (vectors->has[i])
      return FALSE;
  return TRUE;
}

static void
restrict_vectors (Vectors *vectors, guint32 a, guint32 b)
{
  for (int i = 0; i < VECTORS; i++)
    vectors->has[i] = vectors->has[i] && value_of (i, a) <= value_of (i, b);
}

static void
forget_in_vectors (Vectors *vectors, guint32 node)
{
  Vectors before = *vectors;
  for (int i = 0; i < VECTORS; i++)
    for (int x = -1; x <= 1 && before.has[i]; x++)
      vectors->has[with_shift (i, node, x)] = TRUE;
}

static void
assign_in_vectors (Vectors *vectors, guint32 node, guint32 from)
{
  Vectors before = *vectors;
  memset (vectors, 0, sizeof *vectors);
  for (int i = 0; i < VECTORS; i++)
    if (before.has[i])
      vectors->has[with_shift (i, node, value_of (i, from))] = TRUE;
}

/* The relation says a <= b exactly if that holds of all the vectors. */
static void
check_same (RelationShape shape, const guint64 *relation, const Vectors *vectors)
{
  assert_int_equal (relation_is_empty (shape, relation), is_empty (vectors));
  for (guint32 a = 0; a < NODES && !is_empty (vectors); a++)
    for (guint32 b = 0; b < NODES; b++) {
      gboolean holds = TRUE;
      for (int i = 0; i < VECTORS; i++)
        holds = holds && (!vectors->has[i] || value_of (i, a) <= value_of (i, b));
      assert_int_equal (relation_has (shape, relation, a, b), holds);
    }
}

static void
change_both (GRand *random, RelationShape shape, guint64 *relation, Vectors *vectors)
{
  guint32 a = (guint32)g_rand_int_range (random, 0, NODES);
  guint32 b = (guint32)g_rand_int_range (random, 3, NODES);
  switch (g_rand_int_range (random, 0, 4)) {
  case 0:
    relation_forget (shape, relation, b);
    forget_in_vectors (vectors, b);
    break;
  case 1:
    if (a == b)
      break;
    relation_assign (shape, relation, b, a);
    assign_in_vectors (vectors, b, a);
    break;
  case 2:
    relation_add (shape, relation, a, b);
    restrict_vectors (vectors, a, b);
    break;
  default:
    relation_add (shape, relation, b, a);
    restrict_vectors (vectors, b, a);
  }
}

static void
test_relations_against_sets_of_shifts (void **state)
{
  (void)state;
  RelationShape shape = relation_shape (THRESHOLDS);
  g_autoptr (GRand) random = g_rand_new_with_seed (SEED);
  guint64 relation[NODES], empty = 0;
  assert_int_equal (relation_size (shape), NODES);
  for (int round = 0; round < 4000; round++) {
    Vectors vectors;
    relation_clear (shape, relation);
    for (int i = 0; i < VECTORS; i++)
      vectors.has[i] = TRUE;
    for (int step = 0; step < 12 && !is_empty (&vectors); step++) {
      change_both (random, shape, relation, &vectors);
      check_same (shape, relation, &vectors);
    }
    empty += is_empty (&vectors);
  }
  assert_in_range (empty, 400, 3600);
}

/* relation_join() is the intersection, relation_implies() inclusion. */
static void
test_joins_and_inclusion (void **state)
{
  (void)state;
  RelationShape shape = relation_shape (THRESHOLDS);
  g_autoptr (GRand) random = g_rand_new_with_seed (SEED + 1);
  for (int round = 0; round < 4000; round++) {
    guint64 relations[2][NODES];
    Vectors vectors[2];
    for (int k = 0; k < 2; k++) {
      relation_clear (shape, relations[k]);
      for (int i = 0; i < VECTORS; i++)
        vectors[k].has[i] = TRUE;
      for (int step = 0; step < 4; step++) {
        guint32 a = (guint32)g_rand_int_range (random, 0, NODES);
        guint32 b = (guint32)g_rand_int_range (random, 0, NODES);
        relation_add (shape, relations[k], a, b);
        restrict_vectors (&vectors[k], a, b);
      }
    }
    gboolean inside = TRUE;
    for (int i = 0; i < VECTORS; i++)
      inside = inside && (!vectors[0].has[i] || vectors[1].has[i]);
    if (!is_empty (&vectors[0]))
      assert_int_equal (relation_implies (shape, relations[0], relations[1]), inside);
    gboolean known = relation_implies (shape, relations[0], relations[1]);
    assert_int_equal (relation_join (shape, relations[0], relations[1]), !known);
    for (int i = 0; i < VECTORS; i++)
      vectors[0].has[i] = vectors[0].has[i] && vectors[1].has[i];
    check_same (shape, relations[0], &vectors[0]);
  }
}

/* Rows of more than one word. */
static void
test_many_thresholds (void **state)
{
  (void)state;
  RelationShape shape = relation_shape (150);
  g_autofree guint64 *relation = g_new (guint64, relation_size (shape));
  g_autofree guint64 *before = g_new (guint64, relation_size (shape));
  guint32 sample = relation_sample_node (shape);
  relation_clear (shape, relation);
  relation_clear (shape, before);
  for (guint32 i = 0; i + 1 < 150; i++)
    relation_add (shape, relation, THRESHOLD_NODE (i), THRESHOLD_NODE (i + 1));
  assert_true (relation_has (shape, relation, THRESHOLD_NODE (0), THRESHOLD_NODE (149)));
  assert_false (relation_has (shape, relation, THRESHOLD_NODE (149), THRESHOLD_NODE (0)));
  memcpy (before, relation, relation_size (shape) * sizeof *relation);
  relation_add (shape, relation, sample, THRESHOLD_NODE (0));
  assert_true (relation_has (shape, relation, sample, THRESHOLD_NODE (149)));
  assert_true (relation_adds_nothing (shape, relation, before));
  relation_add (shape, relation, THRESHOLD_NODE (149), sample);
  assert_false (relation_adds_nothing (shape, relation, before));
  for (guint32 i = 0; i < 150; i++)
    relation_forget (shape, relation, THRESHOLD_NODE (i));
  relation_forget (shape, relation, sample);
  relation_clear (shape, before);
  assert_true (relation_implies (shape, before, relation));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_relations_against_sets_of_shifts),
      cmocka_unit_test (test_joins_and_inclusion),
      cmocka_unit_test (test_many_thresholds),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
