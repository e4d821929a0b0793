/* SPDX-License-Identifier: Apache-2.0 */
#include "check_effort.h"

#include <couplet/host/evidence.h>
#include <couplet/internal/graph.h>
#include <couplet/internal/moves.h>

/* So many steps of closing an order take the time of one comparison of vectors. */
#define SMALL_STEPS 1000
/* A checker turns a loop some 2 to the so many times. */
#define TURNS_AS_BITS 3
/* Relations that a draw has, about. */
#define RELATIONS 4
/* The effort of looking at orders until there is no more room for them. */
#define MANY_ORDERS 5000
/* Limbs of a number that take no more time to speak of than one. */
#define SHORT_NUMBER 16

/* The pairs of vectors that a bound may have to compare. */
static gsize
count_pairs (const CoupletEvidence *evidence)
{
  const CoupletAutomaton *a = couplet_evidence_automaton (evidence);
  g_autofree guint32 *vectors = g_new0 (guint32, a->n_states);
  gsize pairs = 0;
  for (guint32 e = 0; e < couplet_evidence_n_entries (evidence); e++) {
    CoupletEvidenceEntry entry = couplet_evidence_entry (evidence, e);
    vectors[entry.state] = MAX (vectors[entry.state], entry.n_vectors);
  }
  for (guint32 e = 0; e < couplet_evidence_n_entries (evidence); e++) {
    CoupletEvidenceEntry entry = couplet_evidence_entry (evidence, e);
    for (guint32 t = a->row[entry.state]; t < a->row[entry.state + 1]; t++)
      pairs += (gsize)entry.n_vectors * (vectors[a->target[t]] + 1);
  }
  return pairs;
}

/* Whether orders of thresholds are followed. */
static gboolean
has_orders (const CoupletAutomaton *a)
{
  return a->sampling == COUPLET_SHARED && a->n_thresholds > 1;
}

/* Closing the order of k thresholds takes k^3 small steps at every transition. */
static gsize
order_effort (const CoupletAutomaton *a)
{
  gsize k = a->n_thresholds, steps;
  if (!has_orders (a))
    return 0;
  if (!g_size_checked_mul (&steps, k * k, k) ||
      !g_size_checked_mul (&steps, steps, a->n_transitions))
    return G_MAXSIZE / 2;
  return steps / SMALL_STEPS;
}

static gsize
length_of (const CoupletRational *number)
{
  return mpz_size (mpq_numref (number->value)) + mpz_size (mpq_denref (number->value));
}

/* How many times as long the longest number takes to reckon with as a short one. */
static gsize
number_effort (const CoupletEvidence *evidence)
{
  guint32 n;
  const CoupletRational *numbers = couplet_evidence_numbers (evidence, &n);
  const CoupletRational *cost = couplet_evidence_cost (evidence);
  gsize longest = cost != NULL ? length_of (cost) : 0;
  for (guint32 i = 0; i < n; i++)
    longest = MAX (longest, length_of (&numbers[i]));
  return 1 + longest / SHORT_NUMBER;
}

/* The steps of a walk with loops, those in a loop as often as that is turned, about. */
static gsize
count_turns (const CoupletEvidence *evidence)
{
  guint n, n_loops;
  const CoupletEvidenceLoop *loops = couplet_evidence_loops (evidence, &n_loops);
  couplet_evidence_walk (evidence, &n);
  if (n_loops == 0)
    return 0;
  g_autofree guint8 *depth = g_new0 (guint8, (gsize)n + 1); /* per step: loops that it is in */
  for (guint i = 0; i < n_loops; i++)
    for (guint step = loops[i].first; step < loops[i].end; step++)
      depth[step]++;
  gsize turns = 0;
  for (guint step = 0; step < n && turns < G_MAXSIZE / 4; step++)
    turns += (gsize)1 << MIN (TURNS_AS_BITS * depth[step], 60);
  return turns;
}

/* The effort of those: at each the order takes some k^2 small steps for each relation of the draw,
 * and walks have loops where orders are many, which a checker looks at first. */
static gsize
turns_effort (const CoupletEvidence *evidence)
{
  const CoupletAutomaton *a = couplet_evidence_automaton (evidence);
  gsize effort, turns = count_turns (evidence), k = a->n_thresholds;
  if (turns == 0 || !has_orders (a))
    return turns;
  return g_size_checked_mul (&effort, turns, 1 + RELATIONS * k * k / SMALL_STEPS)
             ? MIN (effort, G_MAXSIZE / 4) + MANY_ORDERS
             : G_MAXSIZE / 4;
}

/* About how many comparisons of vectors and visits of transitions it takes, tables left out. */
static gsize
evidence_effort (const CoupletEvidence *evidence)
{
  const CoupletAutomaton *a = couplet_evidence_automaton (evidence);
  gsize effort =
      couplet_evidence_kind (evidence) == COUPLET_EVIDENCE_BOUND
          ? count_pairs (evidence)
          : couplet_evidence_size (evidence) + turns_effort (evidence) + a->n_transitions;
  if (!g_size_checked_mul (&effort, effort, number_effort (evidence)))
    return G_MAXSIZE / 2;
  return MIN (effort, G_MAXSIZE / 2) + order_effort (a);
}

/* The size of the largest cluster where cycles must be free as components has it; NULL = none. */
static guint32
largest_cluster (const CoupletAutomaton *a, const CoupletComponents *components)
{
  CoupletPace pace = {.context = NULL};
  g_autoptr (CoupletMoves) moves = couplet_moves_new (a, components, NULL);
  g_autoptr (CoupletClusters) clusters = couplet_clusters_new (moves, TRUE, &pace);
  guint32 most = 1;
  for (guint32 c = 0; c < clusters->n_clusters; c++)
    most = MAX (most, clusters->first[c + 1] - clusters->first[c]);
  return most;
}

static gboolean
ties_none (const CoupletAutomaton *a)
{
  return a->sampling == COUPLET_INDEPENDENT || a->n_thresholds == 1;
}

guint32
most_tied (const CoupletAutomaton *a)
{
  if (ties_none (a))
    return 1;
  g_autoptr (CoupletComponents) cycles = couplet_free_cycles (a);
  return largest_cluster (a, cycles);
}

/* Most thresholds of one table when a step of a bound is checked: it joins the factors of what its
 * sample is about. */
static guint32
most_joined (const CoupletEvidence *evidence)
{
  const CoupletAutomaton *a = couplet_evidence_automaton (evidence);
  guint32 widest = 1, most = 1;
  for (guint32 e = 0; e < couplet_evidence_n_entries (evidence); e++) {
    CoupletEvidenceEntry entry = couplet_evidence_entry (evidence, e);
    for (guint32 v = entry.first_vector; v < entry.first_vector + entry.n_vectors; v++)
      for (guint32 f = 0; f < couplet_evidence_n_factors (evidence, v); f++)
        widest = MAX (widest, couplet_evidence_factor (evidence, v, f).n);
  }
  for (guint32 t = 0; t < a->n_transitions; t++)
    most = MAX (most, couplet_guard_of (a, t)->n_literals * widest +
                          couplet_assignment_of (a, t)->n_thresholds);
  return most;
}

/* Most thresholds of one table that a checker makes, to which samples on cycles have choices. That
 * is too many where it may leave them in several tables, but its search for cycles takes as long.
 */
static guint32
most_in_table (const CoupletEvidence *evidence)
{
  const CoupletAutomaton *a = couplet_evidence_automaton (evidence);
  if (ties_none (a))
    return 1;
  guint32 most = MIN (largest_cluster (a, NULL), COUPLET_FACTOR_MAX);
  return most > 2 && couplet_evidence_kind (evidence) == COUPLET_EVIDENCE_BOUND
             ? MIN (most, most_joined (evidence))
             : most;
}

/* Each vector is added up along the rows of its path. */
static gsize
linear_effort (const CoupletEvidence *evidence, const CoupletLinearList *list)
{
  gsize effort = 0;
  for (guint32 i = 0; i < couplet_evidence_n_paths (evidence); i++) {
    CoupletEvidencePath path = couplet_evidence_path (evidence, i);
    for (guint32 v = path.first_vector; v < path.first_vector + path.n_vectors; v++)
      effort += couplet_evidence_path_vector (evidence, v).n;
  }
  return MIN (effort, G_MAXUINT32) * number_effort (evidence) + list->n_nodes;
}

gsize
check_effort (const CoupletEvidence *evidence, gsize most)
{
  if (couplet_evidence_list (evidence) != NULL)
    return MIN (linear_effort (evidence, couplet_evidence_list (evidence)), most);
  gsize effort = evidence_effort (evidence);
  if (effort >= most)
    return most;
  for (guint32 tied = most_in_table (evidence); tied > 1 && effort < most; tied--)
    effort = effort < most / 3 ? effort * 3 : most;
  return effort;
}
