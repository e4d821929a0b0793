/* SPDX-License-Identifier: Apache-2.0 */
/* For deciders and optimizers: exact costs, components, and what the transitions of an automaton do
 * to the shifts of its thresholds (docs/theory.md sections 2, 3 and 7). */
#ifndef COUPLET_SOLVE_H
#define COUPLET_SOLVE_H

#include <couplet/plugin.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* ---- Costs ----------------------------------------------------------------------------------- */

/* Exact costs as natural numbers of a common unit. All costs of an automaton are sums of its noise
 * parameters times its sensitivity, so over a common denominator they are natural numbers.
 * Addition and comparison never round and never overflow. */

/* Below 2^63: that many units. Otherwise opaque. Copied by value; valid as
 * long as its unit. Compare with couplet_cost_compare(), never with ==. */
typedef guint64 CoupletCost;

/* No finite cost: no proof. */
#define COUPLET_COST_INFINITE G_MAXUINT64
#define COUPLET_COST_SMALL_END (G_GUINT64_CONSTANT (1) << 63)

/* The unit: epsilon / (common denominator). */
typedef struct CoupletUnit CoupletUnit;

/* The unit of automaton's costs, which the caller frees; it does not refer to automaton. NULL
 * with error set when the common denominator has more than a million bits, or when all costs in
 * that unit take more than half a gibibyte. */
CoupletUnit *couplet_unit_new (const CoupletAutomaton *automaton, GError **error);

void couplet_unit_free (CoupletUnit *unit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletUnit, couplet_unit_free)

/* The cost of shifting by one a sample whose noise parameter is
 * automaton->numbers[number]: d times sensitivity. COUPLET_NO_NOISE gives
 * COUPLET_COST_INFINITE. number must not be COUPLET_NONE. */
CoupletCost couplet_unit_cost (const CoupletUnit *unit, guint32 number);

/* Sets *value to cost (finite) in multiples of epsilon. */
void couplet_cost_to_rational (const CoupletUnit *unit, CoupletCost cost, CoupletRational *value);

/* For the inline functions below: numbers of 2^63 and more. */
CoupletCost couplet_cost_add_large (CoupletUnit *unit, CoupletCost a, CoupletCost b);
CoupletCost couplet_cost_subtract_large (CoupletUnit *unit, CoupletCost a, CoupletCost b);
int couplet_cost_compare_large (CoupletCost a, CoupletCost b);

/* a + b; infinite when either is. */
static inline CoupletCost
couplet_cost_add (CoupletUnit *unit, CoupletCost a, CoupletCost b)
{
  if (((a | b) & COUPLET_COST_SMALL_END) == 0 && a + b < COUPLET_COST_SMALL_END)
    return a + b;
  return couplet_cost_add_large (unit, a, b);
}

/* a - b, where b is finite and not above a; infinite when a is. */
static inline CoupletCost
couplet_cost_subtract (CoupletUnit *unit, CoupletCost a, CoupletCost b)
{
  return ((a | b) & COUPLET_COST_SMALL_END) == 0 ? a - b : couplet_cost_subtract_large (unit, a, b);
}

/* Negative, zero or positive as a is below, equal to or above b. */
static inline int
couplet_cost_compare (CoupletCost a, CoupletCost b)
{
  if ((a & b & COUPLET_COST_SMALL_END) == 0) /* what is large has this bit */
    return a > b ? 1 : -(a < b);
  return couplet_cost_compare_large (a, b);
}

static inline CoupletCost
couplet_cost_min (CoupletCost a, CoupletCost b)
{
  return couplet_cost_compare (a, b) <= 0 ? a : b;
}

static inline CoupletCost
couplet_cost_max (CoupletCost a, CoupletCost b)
{
  return couplet_cost_compare (a, b) <= 0 ? b : a;
}

/* ---- The automaton as a graph ---------------------------------------------------------------- */

/* Strongly connected components of the states reachable from the initial one,
 * numbered so that a transition never leads to a higher number: descending
 * numbers are a topological order. */
typedef struct {
  guint32 n_components;
  guint32 *component; /* per state; COUPLET_NONE when unreachable */
  guint32 *first;     /* n_components + 1: where its states begin in members */
  guint32 *members;   /* the reachable states, by component */
} CoupletComponents;

/* The components of automaton. The caller frees them. */
CoupletComponents *couplet_components_new (const CoupletAutomaton *automaton);

void couplet_components_free (CoupletComponents *components);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletComponents, couplet_components_free)

/* True when transition lies on a cycle: it may repeat without bound. */
static inline gboolean
couplet_on_cycle (const CoupletAutomaton *automaton, const CoupletComponents *components,
                  guint32 transition)
{
  guint32 c = components->component[automaton->source[transition]];
  return c != COUPLET_NONE && c == components->component[automaton->target[transition]];
}

/* ---- Shifts ---------------------------------------------------------------------------------- */

/* A set of shifts or differences: bit g + 1 stands for g. */
typedef guint8 CoupletShifts;

#define COUPLET_ALL_SHIFTS 7
/* How many sets there are; all are smaller numbers. */
#define COUPLET_N_SHIFT_SETS 8

/* Room for the differences of a transition. */
#define COUPLET_MOST_DIFFERENCES 2

/* Instead of a fee, and above any: the noise cannot make up for this shift. */
#define COUPLET_NO_FEE 127

/* The set of g alone. */
static inline CoupletShifts
couplet_shift (int g)
{
  return (CoupletShifts)(1 << (g + 1));
}

static inline gboolean
couplet_shifts_have (CoupletShifts shifts, int g)
{
  return (shifts >> (g + 1) & 1) != 0;
}

/* TRUE when shifts has one member or none. */
static inline gboolean
couplet_shifts_are_single (CoupletShifts shifts)
{
  return (shifts & (shifts - 1)) == 0;
}

/* The least and the greatest member of shifts, which is not empty. */
static inline int
couplet_shifts_least (CoupletShifts shifts)
{
  return (shifts & 1) != 0 ? -1 : (shifts & 2) != 0 ? 0 : 1;
}

static inline int
couplet_shifts_greatest (CoupletShifts shifts)
{
  return (shifts & 4) != 0 ? 1 : (shifts & 2) != 0 ? 0 : -1;
}

/* The least of the fees of -1, 0 and 1 for a shift that is among shifts; COUPLET_NO_FEE when none
 * of them has one. */
static inline int
couplet_least_fee (const gint8 fees[3], CoupletShifts among)
{
  int least = COUPLET_NO_FEE;
  for (int g = -1; g <= 1; g++)
    if (couplet_shifts_have (among, g) && fees[g + 1] < least)
      least = fees[g + 1];
  return least;
}

/* Those of -1, 0 and 1 that have a fee. */
static inline CoupletShifts
couplet_shifts_with_fee (const gint8 fees[3])
{
  return (CoupletShifts)((fees[0] != COUPLET_NO_FEE) | (fees[1] != COUPLET_NO_FEE) << 1 |
                         (fees[2] != COUPLET_NO_FEE) << 2);
}

/* The first shift with that fee; there is one. */
static inline int
couplet_cheapest_shift (const gint8 fees[3], CoupletShifts among)
{
  int least = couplet_least_fee (fees, among), g = -1;
  while (g < 1 && !(couplet_shifts_have (among, g) && fees[g + 1] == least))
    g++;
  return g;
}

/* The shifts g of a draw that keep comparisons (a union of CoupletComparison, 0 = none)
 * with a threshold of shift x true: g <= x, g >= x or both. */
CoupletShifts couplet_shifts_beside (guint32 comparisons, int x);

/* The input differences that transition, of an automaton that is unfolded where it has to be,
 * may be taken with and that matter: where earlier inputs leave all of them, -1 and 1 at a
 * private state, 0 at a public one. Returns their number, at least 1. */
guint32 couplet_differences (const CoupletAutomaton *automaton, guint32 transition,
                             gint8 differences[COUPLET_MOST_DIFFERENCES]);

/* ---- Moves ----------------------------------------------------------------------------------- */

/* A transition with one difference D of the inputs is a letter; each of its parts is a sample with
 * the shifts that it may have and their fees. */

/* One sample. Its shift g has to be in couplet_shifts_beside() of every literal and its
 * threshold's shift, and among the shifts of its part, where its fee stands. Afterwards the
 * assigned thresholds have x = g. The arrays belong to the automaton. */
typedef struct {
  guint32 slot; /* of the state's noise parameters: the threshold, or 0 with shared sampling */
  guint32 n_literals;
  const CoupletLiteral *literals;
  guint32 n_assigned;
  const guint32 *assigned;
  gboolean outputs;       /* it is output */
  CoupletNoiseKind noise; /* on a cycle that must be free, COUPLET_NOISELESS */
  gboolean tight;         /* noise is COUPLET_NOISELESS: g = D */
  CoupletCost d;          /* in the unit; infinite without noise */
} CoupletSample;

static inline gboolean
couplet_sample_assigns (const CoupletSample *sample, guint32 threshold)
{
  for (guint32 i = 0; i < sample->n_assigned; i++)
    if (sample->assigned[i] == threshold)
      return TRUE;
  return FALSE;
}

/* How many samples of a state there are, used or not: one for each threshold,
 * or one with shared sampling. */
static inline guint32
couplet_n_slots (const CoupletAutomaton *automaton)
{
  return automaton->sampling == COUPLET_SHARED ? 1 : automaton->n_thresholds;
}

/* fee times d; infinite for COUPLET_NO_FEE. */
static inline CoupletCost
couplet_cost_of_fee (CoupletUnit *unit, int fee, CoupletCost d)
{
  return fee == 0                ? 0
         : fee == 1              ? d
         : fee == COUPLET_NO_FEE ? COUPLET_COST_INFINITE
                                 : couplet_cost_add (unit, d, d);
}

/* What a fresh output of transition, which is not shifted, pays when the inputs differ by
 * difference; infinite = impossible, 0 for a transition without one. free_cycles: as in
 * couplet_moves_new(). */
CoupletCost couplet_fresh_cost (const CoupletAutomaton *automaton,
                                const CoupletComponents *free_cycles, CoupletUnit *unit,
                                guint32 transition, int difference);

/* A sample of a letter. Its shift is one of shifts, and beside those of the literals' thresholds;
 * the assigned thresholds take it. */
typedef struct {
  CoupletSample sample;
  CoupletShifts shifts; /* those with a fee */
  gint8 fees[3];        /* of -1, 0 and 1, in multiples of sample.d */
} CoupletLetterPart;

typedef struct {
  gint8 difference;
  gint8 fresh_fee; /* of a fresh output, in multiples of d_fresh; COUPLET_NO_FEE = impossible */
  guint32 n_parts;
  const CoupletLetterPart *parts; /* by slot */
} CoupletLetter;

/* The letters of one automaton, asked for once; what does the same is kept once. */
typedef struct CoupletMoves CoupletMoves;

/* free_cycles: the components on whose cycles nothing may be paid (rules 5 and 6 of docs/theory.md
 * section 2), so that a draw there is like one without noise; NULL = a transition on a cycle pays
 * like any other. unit: NULL = parts have no d. The arguments must outlive the result, which the
 * caller frees. */
CoupletMoves *couplet_moves_new (const CoupletAutomaton *automaton,
                                 const CoupletComponents *free_cycles, const CoupletUnit *unit);
void couplet_moves_free (CoupletMoves *moves);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletMoves, couplet_moves_free)

/* Sets *letters to those of transition, in the order of couplet_differences(), and returns their
 * number. They belong to moves. */
guint32 couplet_moves_letters (CoupletMoves *moves, guint32 transition,
                               const CoupletLetter **letters);

/* The shifts that n literals leave a sample beside the shifts x of the thresholds; of one with
 * another number nothing is asked. */
CoupletShifts couplet_literals_left (const CoupletLiteral *literals, guint32 n, const gint8 *x);

/* Those that part's sample may have. */
static inline CoupletShifts
couplet_part_left (const CoupletLetterPart *part, const gint8 *x)
{
  return part->shifts & couplet_literals_left (part->sample.literals, part->sample.n_literals, x);
}

/* ---- Vectors --------------------------------------------------------------------------------- */

/* What walks cost, by the shifts that they leave of the thresholds. A vector at a state is an
 * array: first what is paid whatever the shifts are; then, for each cluster of thresholds whose
 * shifts are tied, an entry for each combination of shifts of those that may still be read: the
 * least cost with which a walk leads there, infinite = impossible. It costs the sum of the first
 * entry and of each cluster's least one. The shifts of a cluster's thresholds count up with its
 * entries, those of the last one fastest. */
typedef struct CoupletVectors CoupletVectors;

/* Thresholds of one cluster that may still be read at a state: at most. */
#define COUPLET_VECTOR_THRESHOLDS 10

/* Of a threshold that an entry is not about. */
#define COUPLET_NO_SHIFT 2

/* The vectors of automaton, which must outlive them; the caller frees them. NULL with error set
 * when its costs have no unit (couplet_unit_new()), without one when the stage should stop or more
 * than COUPLET_VECTOR_THRESHOLDS thresholds are tied. */
CoupletVectors *couplet_vectors_of (const CoupletAutomaton *automaton, CoupletContext *context,
                                    GError **error);
void couplet_vectors_free (CoupletVectors *vectors);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletVectors, couplet_vectors_free)

/* The automaton, and the unit of their costs, which belongs to them. */
const CoupletAutomaton *couplet_vectors_automaton (const CoupletVectors *vectors);
CoupletUnit *couplet_vectors_unit (CoupletVectors *vectors);

/* The entries of a vector at state, a reachable one. */
gsize couplet_vectors_size (const CoupletVectors *vectors, guint32 state);

/* Sets x, per threshold, to the shifts of that entry of vectors at state, from 1 on. */
void couplet_vectors_shifts (const CoupletVectors *vectors, guint32 state, gsize entry, gint8 *x);

/* Sets *after to what before, at transition's source, becomes at its target by the cheapest shifts.
 * difference: one of couplet_differences(). */
void couplet_vectors_take (CoupletVectors *vectors, guint32 transition, int difference,
                           const CoupletCost *before, CoupletCost *after);

/* A transition, and by how much its input differs. */
typedef struct {
  guint32 transition;
  int difference;
} CoupletMove;

/* A way of a move from an entry of the vector before it to one of the vector after it. */
typedef struct {
  guint32 before, after;
  CoupletCost cost;
} CoupletArc;

/* Appends the arcs (CoupletArc) of move. That from entry 0 to entry 0 has what is paid whatever the
 * shifts are. The first entry after the move is the sum of its one arc, and each other one the
 * least sum of those that lead to it; couplet_vectors_take() does the same. */
void couplet_vectors_arcs (CoupletVectors *vectors, CoupletMove move, GArray *arcs);

/* What vector costs; infinite = no shifts are left. */
CoupletCost couplet_vectors_least (const CoupletVectors *vectors, guint32 state,
                                   const CoupletCost *vector);

/* Whether nothing that follows low, at state, costs more than after high. */
gboolean couplet_vectors_below (const CoupletVectors *vectors, guint32 state,
                                const CoupletCost *low, const CoupletCost *high);

/* ---- A method that keeps a vector at each state ---------------------------------------------- */

/* What such a method does; data is its own. Each function may be NULL. */
typedef struct {
  /* Sets the vector of the initial state, which has only 0. */
  void (*start) (gpointer data, CoupletVectors *vectors, CoupletCost *vector);
  /* Sets *after to what before becomes through move. NULL: couplet_vectors_take(). */
  void (*through) (gpointer data, CoupletVectors *vectors, CoupletMove move,
                   const CoupletCost *before, CoupletCost *after);
  /* Raises vector, at state, so that it is no longer below other. NULL: each entry becomes the
   * greater one of the two. */
  void (*join) (gpointer data, CoupletVectors *vectors, guint32 state, CoupletCost *vector,
                const CoupletCost *other);
  /* Called when the answer is in outcome: adds statistics, or a reason. at: the vector of each
   * state, NULL where none leads. */
  void (*done) (gpointer data, CoupletVectors *vectors, CoupletCost *const *at,
                CoupletOutcome *outcome);
  gpointer reserved[4];
} CoupletVectorMethod;

/* Runs method: its vectors are taken through all moves until they rise no more; an entry that rises
 * too often becomes infinite. The greatest cost of a vector is the answer, an upper bound with
 * `bound` evidence (couplet_outcome_add_bound()). What an optimizer returns: FALSE with error set
 * when the vectors do not hold. */
gboolean couplet_run_vectors (const CoupletVectorMethod *method, gpointer data,
                              CoupletContext *context, const CoupletAutomaton *automaton,
                              CoupletOutcome *outcome, GError **error);

#pragma GCC visibility pop
G_END_DECLS

#endif
