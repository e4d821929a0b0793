/* SPDX-License-Identifier: Apache-2.0 */
#include "line_probability.h"

#include <math.h>

#define MOST_NODES 400
#define MOST_FORM 8

/* A tree made by hand: whole numbers only. */
typedef struct {
  CoupletLinearNode nodes[MOST_NODES];
  CoupletLinearTerm terms[MOST_NODES][MOST_FORM];
  CoupletLinearList list;
} Tree;

static Tree *
tree_new (guint n_answers)
{
  Tree *tree = g_new0 (Tree, 1);
  tree->list.n_answers = n_answers;
  tree->list.nodes = tree->nodes;
  return tree;
}

static CoupletLinearNode *
push (Tree *tree, CoupletLinearKind kind)
{
  CoupletLinearNode *node = &tree->nodes[tree->list.n_nodes++];
  node->kind = kind;
  node->otherwise = COUPLET_NONE;
  couplet_rational_init (&node->rate);
  couplet_rational_init (&node->form.constant);
  return node;
}

static void
draw (Tree *tree, CoupletNoiseKind noise, int numerator, guint denominator)
{
  CoupletLinearNode *node = push (tree, COUPLET_LINEAR_DRAW);
  node->noise = noise;
  mpq_set_si (node->rate.value, numerator, denominator);
  mpq_canonicalize (node->rate.value);
}

/* multiples: of the atoms from 0 on. */
static guint32
form (Tree *tree, CoupletLinearKind kind, int constant, const int *multiples, guint n)
{
  guint32 index = tree->list.n_nodes;
  CoupletLinearNode *node = push (tree, kind);
  mpq_set_si (node->form.constant.value, constant, 1);
  for (guint i = 0; i < n; i++)
    if (multiples[i] != 0) {
      CoupletLinearTerm *term = &tree->terms[index][node->form.n_terms++];
      term->atom = i;
      couplet_rational_init (&term->factor);
      mpq_set_si (term->factor.value, multiples[i], 1);
    }
  node->form.terms = tree->terms[index];
  return index;
}

static guint32
end (Tree *tree)
{
  push (tree, COUPLET_LINEAR_END);
  return tree->list.n_nodes - 1;
}

static void
tree_free (Tree *tree)
{
  for (guint32 i = 0; i < tree->list.n_nodes; i++) {
    couplet_rational_clear (&tree->nodes[i].rate);
    couplet_rational_clear (&tree->nodes[i].form.constant);
    for (guint k = 0; k < tree->nodes[i].form.n_terms; k++)
      couplet_rational_clear (&tree->terms[i][k].factor);
  }
  g_free (tree);
}

/* Adds what line_probability() says to sum, and returns it for reading. */
static ProbabilityStatus
ask (const Tree *tree, guint32 at, const int *answers, const int *outputs, guint n_outputs,
     arb_t value)
{
  g_auto (CoupletRational) epsilon;
  couplet_rational_init (&epsilon);
  mpq_set_ui (epsilon.value, 1, 1);
  g_autoptr (GArray) inputs = couplet_numbers_new (tree->list.n_answers);
  g_autoptr (GArray) shown = couplet_numbers_new (n_outputs);
  for (guint i = 0; i < tree->list.n_answers; i++)
    mpq_set_si (couplet_number (inputs, i)->value, answers[i], 1);
  for (guint i = 0; i < n_outputs; i++)
    mpq_set_si (couplet_number (shown, i)->value, outputs[i], 1);
  CoupletLinearPath path;
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (&tree->list);
  do
    g_assert_true (couplet_linear_walk_next (walk, &path));
  while (path.end != at);
  g_autoptr (CoupletLine) line = couplet_line_of_path (&tree->list, &path);
  slong bits = PROBABILITY_FIRST_BITS;
  ProbabilityStatus status = line_probability (value, line, inputs, shown, &epsilon, &bits, NULL);
  return status;
}

static double
middle (const arb_t value)
{
  return arf_get_d (arb_midref (value), ARF_RND_NEAR);
}

static double
probability (const Tree *tree, guint32 at, const int *answers)
{
  arb_t value;
  arb_init (value);
  g_assert_cmpint (ask (tree, at, answers, NULL, 0, value), ==, PROBABILITY_FOUND);
  double result = middle (value);
  arb_clear (value);
  return result;
}

/* The balls of all paths add up to one with 1 in it. */
static void
assert_sums_to_one (const Tree *tree, const int *answers)
{
  arb_t value, sum;
  arb_init (value);
  arb_init (sum);
  for (guint32 i = 0; i < tree->list.n_nodes; i++)
    if (tree->nodes[i].kind == COUPLET_LINEAR_END) {
      g_assert_cmpint (ask (tree, i, answers, NULL, 0, value), ==, PROBABILITY_FOUND);
      arb_add (sum, sum, value, 256);
    }
  g_assert_true (arb_contains_si (sum, 1));
  g_assert_cmpfloat_with_epsilon (middle (sum), 1, 1e-10);
  arb_clear (sum);
  arb_clear (value);
}

static double
laplace_above (double x) /* P (z >= x) at rate 1/2 */
{
  return x < 0 ? 1 - exp (x / 2) / 2 : exp (-x / 2) / 2;
}

/* Above threshold on two answers, threshold 0: noise z0, then z1 and z2. */
static Tree *
above_threshold (guint32 *both_below)
{
  Tree *tree = tree_new (2);
  draw (tree, COUPLET_LAPLACE, 1, 2);
  draw (tree, COUPLET_LAPLACE, 1, 2);
  guint32 first = form (tree, COUPLET_LINEAR_DECISION, 0, (int[]){1, 0, -1, 1}, 4);
  end (tree);
  tree->nodes[first].otherwise = tree->list.n_nodes;
  draw (tree, COUPLET_LAPLACE, 1, 2);
  guint32 second = form (tree, COUPLET_LINEAR_DECISION, 0, (int[]){0, 1, -1, 0, 1}, 5);
  end (tree);
  tree->nodes[second].otherwise = tree->list.n_nodes;
  *both_below = end (tree);
  return tree;
}

static void
test_above_threshold (void)
{
  guint32 below;
  Tree *tree = above_threshold (&below);
  const int answers[] = {1, -2};
  double integral = 0, width = 1.0 / 512;
  for (double t = -80 + width / 2; t < 80; t += width)
    integral +=
        width * exp (-fabs (t) / 2) / 4 * (1 - laplace_above (t - 1)) * (1 - laplace_above (t + 2));
  g_assert_cmpfloat_with_epsilon (probability (tree, below, answers), integral, 1e-5);
  /* for equal centres the three draws may be in any order */
  g_assert_cmpfloat_with_epsilon (probability (tree, below, (int[]){0, 0}), 1.0 / 3, 1e-12);
  assert_sums_to_one (tree, answers);
  tree_free (tree);
}

/* Sums of several draws, with resonance: a0 + z0 >= 0, then a0 + a1 + z0 + z1 >= 1. */
static void
test_partial_sums (void)
{
  Tree *tree = tree_new (2);
  draw (tree, COUPLET_LAPLACE, 1, 2);
  draw (tree, COUPLET_LAPLACE, 1, 2);
  guint32 sum = form (tree, COUPLET_LINEAR_DECISION, 0, (int[]){1, 1, 1, 1}, 4);
  guint32 over = end (tree);
  tree->nodes[sum].otherwise = tree->list.n_nodes;
  end (tree);
  /* P (z0 + z1 >= s) = e^(-s/2) (2 + s/2) / 4 for s > 0 */
  g_assert_cmpfloat_with_epsilon (probability (tree, over, (int[]){-1, -2}), exp (-1.5) * 3.5 / 4,
                                  1e-12);
  assert_sums_to_one (tree, (int[]){-1, -2});
  tree_free (tree);
}

/* One noise for all answers: the second answer must be on the other side. */
static void
test_one_noise (void)
{
  Tree *tree = tree_new (2);
  draw (tree, COUPLET_LAPLACE, 1, 2);
  guint32 first = form (tree, COUPLET_LINEAR_DECISION, 0, (int[]){1, 0, 1}, 3);
  guint32 second = form (tree, COUPLET_LINEAR_DECISION, 0, (int[]){0, 1, 1}, 3);
  end (tree);
  tree->nodes[second].otherwise = tree->list.n_nodes;
  guint32 between = end (tree);
  tree->nodes[first].otherwise = tree->list.n_nodes;
  end (tree);
  g_assert_cmpfloat_with_epsilon (probability (tree, between, (int[]){1, 0}), 0.5 - exp (-0.5) / 2,
                                  1e-12);
  arb_t value;
  arb_init (value);
  g_assert_cmpint (ask (tree, between, (int[]){0, 0}, NULL, 0, value), ==, PROBABILITY_FOUND);
  g_assert_true (arb_is_zero (value)); /* exactly: certified as impossible */
  arb_clear (value);
  assert_sums_to_one (tree, (int[]){3, -1});
  tree_free (tree);
}

/* The greatest of three answers with exponential noise. */
static void
test_noisy_max (void)
{
  Tree *tree = tree_new (3);
  for (int i = 0; i < 3; i++)
    draw (tree, COUPLET_EXPONENTIAL, 1, 2);
  form (tree, COUPLET_LINEAR_DECISION, 0, (int[]){1, -1, 0, 1, -1, 0}, 6);
  form (tree, COUPLET_LINEAR_DECISION, 0, (int[]){1, 0, -1, 1, 0, -1}, 6);
  guint32 first = end (tree);
  tree->nodes[1 + 2].otherwise = tree->list.n_nodes + 1;
  tree->nodes[2 + 2].otherwise = tree->list.n_nodes;
  end (tree);
  end (tree);
  g_assert_cmpfloat_with_epsilon (probability (tree, first, (int[]){4, 4, 4}), 1.0 / 3, 1e-12);
  assert_sums_to_one (tree, (int[]){2, 0, 1});
  tree_free (tree);
}

/* 2 (a0 + z0) and a0 + z0 + z1 are output. */
static void
test_density (void)
{
  Tree *tree = tree_new (1);
  draw (tree, COUPLET_LAPLACE, 1, 2);
  draw (tree, COUPLET_EXPONENTIAL, 1, 1);
  form (tree, COUPLET_LINEAR_REAL, 0, (int[]){2, 2}, 2);
  form (tree, COUPLET_LINEAR_REAL, 0, (int[]){1, 1, 1}, 3);
  guint32 at = end (tree);
  arb_t value;
  arb_init (value);
  g_assert_cmpint (ask (tree, at, (int[]){1}, (int[]){6, 5}, 2, value), ==, PROBABILITY_FOUND);
  g_assert_cmpfloat_with_epsilon (middle (value), exp (-1) / 4 * exp (-2) / 2, 1e-12);
  g_assert_cmpint (ask (tree, at, (int[]){1}, (int[]){6, 2}, 2, value), ==, PROBABILITY_FOUND);
  g_assert_true (arb_is_zero (value));
  arb_clear (value);
  tree_free (tree);
}

/* Discrete Laplace noise at rate 1 and epsilon = 1: the probability of z. */
static double
discrete (int z)
{
  return tanh (0.5) * exp (-abs (z));
}

/* Draws of whole numbers that are compared, also as sums and multiples, are added up. */
static void
test_discrete (void)
{
  Tree *tree = tree_new (1);
  double sum = 0, difference = 0, multiple = 0;
  for (int i = 0; i < 3; i++)
    draw (tree, COUPLET_DISCRETE_LAPLACE, 1, 1);
  guint32 first = form (tree, COUPLET_LINEAR_DECISION, 0, (int[]){0, 1, -1}, 3);
  guint32 second = form (tree, COUPLET_LINEAR_DECISION, -2, (int[]){1, 1, 1, 1}, 4);
  guint32 third = form (tree, COUPLET_LINEAR_DECISION, -3, (int[]){0, 2}, 2);
  guint32 at = end (tree);
  const guint32 others[] = {third, second, first};
  for (guint i = 0; i < 3; i++) {
    tree->nodes[others[i]].otherwise = tree->list.n_nodes;
    end (tree);
  }
  for (int x = -40; x <= 40; x++)
    for (int y = -40; y <= 40; y++)
      for (int z = -40; z <= 40; z++) {
        double one = discrete (x) * discrete (y) * discrete (z);
        difference += x < y ? one : 0;
        sum += x >= y && 1 + x + y + z < 2 ? one : 0;
        multiple += x >= y && 1 + x + y + z >= 2 && 2 * x >= 3 ? one : 0;
      }
  g_assert_cmpfloat_with_epsilon (probability (tree, at, (int[]){1}), multiple, 1e-12);
  g_assert_cmpfloat_with_epsilon (probability (tree, at + 2, (int[]){1}), sum, 1e-12);
  g_assert_cmpfloat_with_epsilon (probability (tree, at + 3, (int[]){1}), difference, 1e-12);
  assert_sums_to_one (tree, (int[]){1});
  tree_free (tree);
}

/* A sum of whole numbers is output, and a multiple, which is not each number. */
static void
test_discrete_outputs (void)
{
  Tree *tree = tree_new (1);
  draw (tree, COUPLET_DISCRETE_LAPLACE, 1, 1);
  draw (tree, COUPLET_DISCRETE_LAPLACE, 1, 1);
  form (tree, COUPLET_LINEAR_REAL, 0, (int[]){1, 1, 1}, 3);
  form (tree, COUPLET_LINEAR_REAL, 0, (int[]){0, 2}, 2);
  guint32 at = end (tree);
  arb_t value;
  arb_init (value);
  g_assert_cmpint (ask (tree, at, (int[]){1}, (int[]){5, 4}, 2, value), ==, PROBABILITY_FOUND);
  g_assert_cmpfloat_with_epsilon (middle (value), discrete (2) * discrete (2), 1e-12);
  g_assert_cmpint (ask (tree, at, (int[]){1}, (int[]){5, 3}, 2, value), ==, PROBABILITY_FOUND);
  g_assert_true (arb_is_zero (value));
  arb_clear (value);
  tree_free (tree);
}

/* A whole number may be the real one that is output, so that it matters whether it is to be
 * greater.
 */
static void
test_discrete_above_an_output (void)
{
  for (int strict = FALSE; strict <= TRUE; strict++) {
    Tree *tree = tree_new (1);
    double above = 0;
    draw (tree, COUPLET_DISCRETE_LAPLACE, 1, 1);
    draw (tree, COUPLET_LAPLACE, 1, 2);
    form (tree, COUPLET_LINEAR_REAL, 0, (int[]){1, 0, 1}, 3);
    guint32 decision = form (tree, COUPLET_LINEAR_DECISION, 0, (int[]){-1, 1, -1}, 3);
    tree->nodes[decision].strict = strict != FALSE;
    guint32 at = end (tree);
    for (int z = strict ? 3 : 2; z <= 40; z++)
      above += discrete (z);
    arb_t value;
    arb_init (value);
    g_assert_cmpint (ask (tree, at, (int[]){0}, (int[]){2}, 1, value), ==, PROBABILITY_FOUND);
    g_assert_cmpfloat_with_epsilon (middle (value), exp (-1) / 4 * above, 1e-12);
    arb_clear (value);
    tree_free (tree);
  }
}

/* Two whole numbers in different multiples are not computed with. */
static void
test_discrete_multiples (void)
{
  Tree *tree = tree_new (1);
  draw (tree, COUPLET_DISCRETE_LAPLACE, 1, 1);
  draw (tree, COUPLET_DISCRETE_LAPLACE, 1, 1);
  form (tree, COUPLET_LINEAR_DECISION, 0, (int[]){0, 2, 1}, 3);
  guint32 at = end (tree);
  arb_t value;
  arb_init (value);
  g_assert_cmpint (ask (tree, at, (int[]){1}, NULL, 0, value), ==, PROBABILITY_DISCRETE);
  arb_clear (value);
  tree_free (tree);
}

/* Decisions on random forms of three draws, each way followed. */
static void
grow (Tree *tree, guint depth)
{
  if (depth == 0) {
    end (tree);
    return;
  }
  int multiples[5];
  for (guint i = 0; i < 5; i++)
    multiples[i] = g_test_rand_int_range (-2, 3);
  guint32 at = form (tree, COUPLET_LINEAR_DECISION, g_test_rand_int_range (-3, 4), multiples, 5);
  grow (tree, depth - 1);
  tree->nodes[at].otherwise = tree->list.n_nodes;
  grow (tree, depth - 1);
}

static void
test_random_trees (void)
{
  for (guint i = 0; i < 12; i++) {
    Tree *tree = tree_new (2);
    for (guint k = 0; k < 3; k++)
      draw (tree, g_test_rand_bit () ? COUPLET_LAPLACE : COUPLET_EXPONENTIAL,
            g_test_rand_int_range (1, 4), 2);
    grow (tree, 2);
    assert_sums_to_one (tree, (int[]){1, -1});
    tree_free (tree);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/line-probability/above-threshold", test_above_threshold);
  g_test_add_func ("/line-probability/partial-sums", test_partial_sums);
  g_test_add_func ("/line-probability/one-noise", test_one_noise);
  g_test_add_func ("/line-probability/noisy-max", test_noisy_max);
  g_test_add_func ("/line-probability/density", test_density);
  g_test_add_func ("/line-probability/discrete", test_discrete);
  g_test_add_func ("/line-probability/discrete-outputs", test_discrete_outputs);
  g_test_add_func ("/line-probability/discrete-above-an-output", test_discrete_above_an_output);
  g_test_add_func ("/line-probability/discrete-multiples", test_discrete_multiples);
  g_test_add_func ("/line-probability/random-trees", test_random_trees);
  return g_test_run ();
}
