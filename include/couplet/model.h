/* SPDX-License-Identifier: Apache-2.0 */
/* The model, as plugins read it: automata and linear mechanisms, and the exact numbers in them.
 *
 * An automaton (DiPA; with several thresholds GDiPA) is that of docs/theory.md section 1; Chadha,
 * Sistla, Viswanathan, LICS 2021 (arXiv 2104.14519) and CCS 2023 (arXiv 2309.06615). The host
 * builds it and checks it; afterwards it never changes. Everything is an index into an array of
 * the automaton and belongs to it.
 */
#ifndef COUPLET_MODEL_H
#define COUPLET_MODEL_H

#include <glib.h>
#include <gmp.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* "No such thing" wherever an index is expected. */
#define COUPLET_NONE G_MAXUINT32

/* A place in an input file, counted from 1; 0 = not known. Columns count bytes. */
typedef struct {
  guint32 line;
  guint32 column;
} CoupletPlace;

typedef struct CoupletAutomaton CoupletAutomaton;

/* Where an input comes from, for the host. */
typedef struct CoupletOrigin CoupletOrigin;

/* ---- Numbers --------------------------------------------------------------------------------- */

/* An exact rational in lowest terms. Initialise before use, clear after. Compute with GMP's
 * mpq_ functions on .value: mpq_add (sum.value, a.value, b.value). */
typedef struct {
  mpq_t value;
} CoupletRational;

/* Makes *rational zero. The caller owns it and calls couplet_rational_clear(). */
void couplet_rational_init (CoupletRational *rational);

/* Frees what *rational holds. */
void couplet_rational_clear (CoupletRational *rational);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CoupletRational, couplet_rational_clear)

/* The longest text couplet_rational_parse() reads, also once the number is written out, and the
 * largest power of ten it expands: beyond, the number is refused. */
#define COUPLET_RATIONAL_MAX_LENGTH 10000
#define COUPLET_RATIONAL_MAX_EXPONENT 10000

/* Reads `3`, `-3`, `1/4`, `0.25`, `2.5e-1` into *rational, exactly.
 * text need not end in NUL. False with error set (COUPLET_ERROR_INPUT), and *rational
 * left as it may be, when it is not such a number, when its denominator is 0, or when
 * it is beyond the limits above. */
gboolean couplet_rational_parse (CoupletRational *rational, const char *text, gsize length,
                                 GError **error);

/* Lowest terms: `5/4`, `3`, `0`. The caller frees the string. */
char *couplet_rational_to_string (const CoupletRational *rational);

/* A decimal for people: exact when it has at most digits places ("1.25"),
 * else rounded half up and led by a tilde ("~0.8333"). The caller frees it. */
char *couplet_rational_to_decimal (const CoupletRational *rational, unsigned digits);

/* Negative, zero or positive as a is below, equal to or above b. */
int couplet_rational_compare (const CoupletRational *a, const CoupletRational *b);

/* ---- Guards ---------------------------------------------------------------------------------- */

/* A literal of a guard compares the sample with one threshold. */
typedef enum {
  COUPLET_LESS = 1,         /* insample <  v */
  COUPLET_GREATER_EQUAL = 2 /* insample >= v */
} CoupletComparison;

/* comparison is one CoupletComparison in an alternative of a guard, a union of
 * them in CoupletGuard.literals. */
typedef struct {
  guint32 threshold;
  guint32 comparison;
} CoupletLiteral;

/* literals that must all hold, at most one per threshold, by threshold. */
typedef struct {
  guint32 n_literals;
  const CoupletLiteral *literals;
} CoupletConjunction;

/* A guard is the disjunction of its alternatives, which are its prime
 * implicants where these are few, so equal guards are equal arrays. `true` has
 * one alternative without literals. Guards that can never hold are not stored.
 * literals: for each threshold that any alternative reads, by threshold, the
 * union of the comparisons made with it; of a transition that outputs a gap, also
 * both comparisons with the threshold of the gap, which must be the same number in
 * adjacent runs. (Such a transition shares its guard with those of the same gap only.) */
typedef struct {
  guint32 n_alternatives;
  const CoupletConjunction *alternatives;
  guint32 n_literals;
  const CoupletLiteral *literals;
} CoupletGuard;

/* True for the guard `true`. */
static inline gboolean
couplet_guard_is_true (const CoupletGuard *guard)
{
  return guard->n_alternatives == 1 && guard->alternatives[0].n_literals == 0;
}

/* The comparisons (a union of CoupletComparison, 0 = none) guard makes with threshold. */
guint32 couplet_guard_comparisons (const CoupletGuard *guard, guint32 threshold);

/* A guard as docs/formats.md writes it: `insample < x && insample >= y`. The caller frees it. */
char *couplet_guard_to_string (const CoupletAutomaton *automaton, const CoupletGuard *guard);

/* ---- Automata -------------------------------------------------------------------------------- */

/* As the index of a noise parameter: the draw has no noise at all (d infinite). */
#define COUPLET_NO_NOISE (G_MAXUINT32 - 1)

/* COUPLET_AGAIN: the input of the last visit of a private state is read once more, with
 * noise of its own. */
typedef enum { COUPLET_PRIVATE, COUPLET_PUBLIC, COUPLET_AGAIN } CoupletInput;
typedef enum { COUPLET_INDEPENDENT, COUPLET_SHARED } CoupletSampling;

/* How the private inputs of adjacent runs may differ, beside the sensitivity. */
typedef enum {
  COUPLET_ADJACENT_ANY,       /* each by itself */
  COUPLET_ADJACENT_MONOTONIC, /* none of them upwards, or none downwards */
  COUPLET_ADJACENT_ONE        /* at most one of them */
} CoupletAdjacency;

/* How the noise of a draw is distributed; what shifts it makes up for: shift.h. */
typedef enum {
  COUPLET_NOISELESS, /* none: the draw is its mean */
  COUPLET_LAPLACE,
  COUPLET_DISCRETE_LAPLACE, /* two-sided geometric, of whole numbers */
  COUPLET_EXPONENTIAL       /* never negative, density proportional to e^(-d*eps*z) */
} CoupletNoiseKind;

/* Draws are never below their mean. */
static inline gboolean
couplet_noise_is_one_sided (CoupletNoiseKind kind)
{
  return kind == COUPLET_EXPONENTIAL;
}

/* Draws and their mean are whole numbers apart. */
static inline gboolean
couplet_noise_is_whole (CoupletNoiseKind kind)
{
  return kind == COUPLET_DISCRETE_LAPLACE;
}

/* COUPLET_GAP: the sample less the value of a threshold. */
typedef enum { COUPLET_SYMBOL, COUPLET_INSAMPLE, COUPLET_FRESH, COUPLET_GAP } CoupletOutputKind;

/* What a transition outputs. threshold: of INSAMPLE the one whose sample is shown (COUPLET_NONE
 * with shared sampling), of GAP the one whose value is subtracted. name: the symbol, or the
 * notation of docs/formats.md. */
typedef struct {
  CoupletOutputKind kind;
  guint32 threshold;
  const char *name;
} CoupletOutput;

/* The thresholds that take the sample, ascending; none for n = 0. With
 * independent sampling at most one. */
typedef struct {
  guint32 n_thresholds;
  const guint32 *thresholds;
} CoupletAssignment;

/* The numbers of a state, as indices into CoupletAutomaton.numbers.
 * d: one per threshold (independent) or one (shared), each may be COUPLET_NONE
 * (left out) or COUPLET_NO_NOISE; likewise d_fresh. mu, mu_fresh: always set. */
typedef struct {
  const guint32 *d;
  guint32 mu;
  guint32 d_fresh;
  guint32 mu_fresh;
} CoupletNoise;

/* How the draws of a state are distributed where they have noise: that of the samples, and
 * that of a fresh one. */
typedef struct {
  CoupletNoiseKind sample;
  CoupletNoiseKind fresh;
} CoupletNoiseKinds;

/* How the fresh outputs of a state are snapped: rounded to multiples of grid, then clamped to
 * [-bound, bound] (I. Mironov, On significance of the least significant bits for differential
 * privacy, CCS 2012). Indices into CoupletAutomaton.numbers. */
typedef struct {
  guint32 bound; /* COUPLET_NONE: not at all, and nothing else is set */
  guint32 grid;
  guint32 pays;      /* the parameter that differences are paid with: d_fresh, or floating a
                        little more */
  gboolean floating; /* computed with doubles, for some epsilon: couplet_epsilon_range() */
} CoupletSnap;

typedef struct {
  const char *name;
  CoupletInput input;
  guint32 noise; /* index into CoupletAutomaton.noises */
  CoupletPlace place;
} CoupletState;

/* What is remembered of the differences of the private inputs before a state, where those
 * of later ones depend on it (docs/theory.md section 7).
 * change: with COUPLET_ADJACENT_ONE 1 once an input has differed, with
 * COUPLET_ADJACENT_MONOTONIC the sign of the differences so far; else 0.
 * last: the difference of the last private input, which may be read again before another
 * private one; else COUPLET_NOT_REMEMBERED. */
typedef struct {
  gint8 change;
  gint8 last;
} CoupletMemory;

#define COUPLET_NOT_REMEMBERED 2

/* The transitions that leave state q are those with an index from row[q] up to,
 * not including, row[q + 1], in the order of the input. Read only. */
struct CoupletAutomaton {
  const char *name; /* of the mechanism; never NULL, may be empty */
  CoupletSampling sampling;
  CoupletRational sensitivity; /* multiplies every cost; > 0 */
  guint32 initial;

  guint32 n_thresholds;
  const char *const *thresholds; /* names */
  guint32 n_states;
  const CoupletState *states;
  guint32 n_transitions;
  const guint32 *row; /* n_states + 1 */

  /* one entry per transition */
  const guint32 *source;
  const guint32 *target;
  const guint32 *guard;      /* into guards */
  const guint32 *output;     /* into outputs */
  const guint32 *assignment; /* into assignments; 0 = none */
  const CoupletPlace *place;

  /* each distinct one once */
  guint32 n_guards;
  const CoupletGuard *guards;
  guint32 n_outputs;
  const CoupletOutput *outputs;
  guint32 n_assignments;
  const CoupletAssignment *assignments;
  guint32 n_noises;
  const CoupletNoise *noises;
  guint32 n_numbers;
  const CoupletRational *numbers;

  /* what "not private" may be concluded from (docs/theory.md section 5) */
  gboolean output_distinct; /* on reachable states; false where some step is silent */
  /* a reachable comparison is other than those of DiP automata: of an input that need not differ
   * (a public one, one read again, any where adjacency is not `any`), with exponential noise, or
   * for a gap */
  gboolean compares_otherwise;
  gboolean all_noise_finite; /* no reachable used draw is COUPLET_NO_NOISE */
  const guint8 *reachable;   /* one byte per state, 0 or 1 */

  /* of an unfolded automaton (docs/theory.md section 7):
   * the one it was made from, and per state and transition what stands for it
   * there; else NULL */
  const struct CoupletAutomaton *folded;
  const guint32 *folded_state;
  const guint32 *folded_transition;
  const guint64 *const *order; /* per state, opaque: couplet_known_order(); NULL: no orders */

  const CoupletOrigin *origin; /* for the host; NULL: not known, or nobody wants to know */

  /* the d for which the mechanism is said to be d*epsilon-private; 0 = nothing is said */
  CoupletRational claim;

  CoupletAdjacency adjacency;
  const CoupletNoiseKinds *noise_kinds; /* one entry per noise */

  /* of an automaton unfolded by what is remembered of earlier inputs (docs/theory.md section 7),
   * else NULL: per state what that is, and per transition the set of differences that it is
   * taken with, bit D + 1 for D */
  const CoupletMemory *memory;
  const guint8 *differences;

  const CoupletSnap *snaps; /* one entry per noise; NULL = no output is snapped */

  /* one byte per output; 1: the mechanism outputs nothing there (`silent(NAME)`), and the symbol
   * is a name for the step only. Costs are upper bounds then, since they are those of an
   * observer who sees the names. NULL where all are 0 */
  const guint8 *silent;

  /* of an unfolded automaton with orders: how many values these are of, the thresholds and, where
   * inputs are read again without noise, the last private input */
  guint32 n_ordered;

  /* per state what the source calls the value that is read there, NULL = nothing; NULL: no state
   * has such a name */
  const char *const *readings;

  /* the linear mechanism that this stands for, which has no states; else NULL */
  const struct CoupletLinear *linear;
};

/* TRUE when the input says what d the mechanism has. */
static inline gboolean
couplet_has_claim (const CoupletAutomaton *automaton)
{
  return mpq_sgn (automaton->claim.value) != 0;
}

/* The index in .d of the parameter of threshold's sample. */
static inline guint32
couplet_noise_slot (const CoupletAutomaton *automaton, guint32 threshold)
{
  return automaton->sampling == COUPLET_SHARED ? 0 : threshold;
}

/* The state that transition leaves. */
static inline const CoupletState *
couplet_source_state (const CoupletAutomaton *automaton, guint32 transition)
{
  return &automaton->states[automaton->source[transition]];
}

/* What the value is called that is read at state, by the source or else by the formats. */
static inline const char *
couplet_reading_of (const CoupletAutomaton *automaton, guint32 state)
{
  const char *name = automaton->readings != NULL ? automaton->readings[state] : NULL;
  return name != NULL ? name : "insample";
}

/* Its guard, output and assignment (never NULL: that of no threshold has none). */
static inline const CoupletGuard *
couplet_guard_of (const CoupletAutomaton *automaton, guint32 transition)
{
  return &automaton->guards[automaton->guard[transition]];
}

static inline const CoupletOutput *
couplet_output_of (const CoupletAutomaton *automaton, guint32 transition)
{
  return &automaton->outputs[automaton->output[transition]];
}

static inline const CoupletAssignment *
couplet_assignment_of (const CoupletAutomaton *automaton, guint32 transition)
{
  return &automaton->assignments[automaton->assignment[transition]];
}

/* TRUE when the mechanism shows nothing of the step. */
static inline gboolean
couplet_is_silent (const CoupletAutomaton *automaton, guint32 transition)
{
  return automaton->silent != NULL && automaton->silent[automaton->output[transition]];
}

/* True when transition uses threshold's sample (with shared sampling: the one
 * sample, whatever threshold is): its guard reads it, its output shows it or
 * its assignment stores it. Unused samples cost nothing. */
gboolean couplet_uses_sample (const CoupletAutomaton *automaton, guint32 transition,
                              guint32 threshold);

/* TRUE when transition assigns threshold. */
gboolean couplet_assigns (const CoupletAutomaton *automaton, guint32 transition, guint32 threshold);

/* The text of a number of the automaton (not COUPLET_NONE) as an input would have
 * it: lowest terms, or `none` for COUPLET_NO_NOISE. The caller frees it. */
char *couplet_number_to_string (const CoupletAutomaton *automaton, guint32 number);

/* A transition for a message: `q1 -> q2 on insample < x, output bot, x := insample`,
 * cut where it names many thresholds. The caller frees it. */
char *couplet_transition_to_string (const CoupletAutomaton *automaton, guint32 transition);

/* ---- Linear mechanisms ----------------------------------------------------------------------- */

/* What a program does with lists of a known number of answers (docs/theory.md section 5; JSON
 * form: docs/formats.md). For each number of answers there is a tree of draws, decisions on real
 * numbers, and outputs. A real number is a constant plus multiples of answers and draws. */

/* factor times an atom. Atom i below the number of answers is answer i, atom n_answers + j is
 * draw j of the path: its draws are counted from the root, from 0. */
typedef struct {
  guint32 atom;
  CoupletRational factor; /* not 0 */
} CoupletLinearTerm;

/* constant + the sum of the terms, which stand by ascending atom. */
typedef struct {
  CoupletRational constant;
  guint32 n_terms;
  const CoupletLinearTerm *terms;
} CoupletLinearForm;

typedef enum {
  COUPLET_LINEAR_DRAW,     /* a new draw of noise */
  COUPLET_LINEAR_DECISION, /* is the form >= 0 (or > 0)? */
  COUPLET_LINEAR_SYMBOL,   /* outputs a text */
  COUPLET_LINEAR_REAL,     /* outputs the value of the form */
  COUPLET_LINEAR_END
} CoupletLinearKind;

/* A node of a tree. Nodes stand in preorder: the child of a draw or an output, and the child of a
 * decision that is met, is the next node. */
typedef struct {
  CoupletLinearKind kind;
  CoupletNoiseKind noise; /* DRAW: never COUPLET_NOISELESS */
  CoupletRational rate;   /* DRAW: d > 0, a multiple of epsilon */
  CoupletLinearForm form; /* DECISION, REAL */
  gboolean strict;        /* DECISION: it asks for > 0, not >= 0 */
  guint32 otherwise; /* DECISION: the child where it is not met; COUPLET_NONE = it is always met */
  gboolean idle; /* DECISION: both children are roots of equal subtrees, so that it tells nothing */
  const char *text;   /* SYMBOL */
  CoupletPlace place; /* in the source; line 0 = not known */
} CoupletLinearNode;

/* What the program does with lists of n_answers answers. */
typedef struct {
  guint32 n_answers;
  guint32 n_nodes;
  const CoupletLinearNode *nodes; /* node 0 is the root */
  guint32 n_paths;                /* the number of END nodes */
  guint32 most_draws;             /* on a path */
  const guint8 *left_out;         /* per node: 1 = an END whose path is not asked about; NULL = all
                                     are, as of what is parsed */
} CoupletLinearList;

typedef struct CoupletLinear {
  const char *name;            /* never NULL, may be empty */
  CoupletRational sensitivity; /* > 0 */
  CoupletAdjacency adjacency;
  CoupletRational claim;  /* as in CoupletAutomaton; 0 = nothing is said */
  gboolean whole_answers; /* answers are whole numbers */
  gboolean exactly;       /* it is asked about lists of exactly this many answers, and n_lists is 1;
                             else the lists are examples of lists of any length */
  const char *reason;     /* why no automaton stands for lists of any length; NULL = not said */
  guint32 n_lists;
  const CoupletLinearList *lists;    /* by ascending number of answers */
  const CoupletOrigin *origin;       /* as in CoupletAutomaton */
  const CoupletAutomaton *automaton; /* without states, which stands for this and owns it */
} CoupletLinear;

/* The node after at on the path to the END node end, to which at leads. */
static inline guint32
couplet_linear_next (const CoupletLinearList *list, guint32 at, guint32 end)
{
  const CoupletLinearNode *node = &list->nodes[at];
  gboolean other = node->kind == COUPLET_LINEAR_DECISION && node->otherwise != COUPLET_NONE &&
                   node->otherwise <= end;
  return other ? node->otherwise : at + 1;
}

/* ---- Paths --------------------------------------------------------------------------------- */

/* A decision on a path, or a real output. met: whether the decision was. */
typedef struct {
  const CoupletLinearNode *node;
  gboolean met;
} CoupletLinearRow;

/* A path from the root to an END. Idle decisions are left out: the child that is met stands for
 * both. */
typedef struct {
  guint32 end; /* the END node */
  guint32 n_draws, n_rows;
  const CoupletLinearNode *const *draws;
  const CoupletLinearRow *rows; /* decisions and real outputs, in their order */
  const char *outputs;          /* a text that is the same for paths whose outputs may be equal */
} CoupletLinearPath;

typedef struct CoupletLinearWalk CoupletLinearWalk;

/* A walk through the paths of list, which must outlive it. The caller frees it. */
CoupletLinearWalk *couplet_linear_walk_new (const CoupletLinearList *list);
void couplet_linear_walk_free (CoupletLinearWalk *walk);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletLinearWalk, couplet_linear_walk_free)

/* Sets *path to the next path that is asked about, by ascending END node; it is valid until the
 * next call. FALSE: there is none. */
gboolean couplet_linear_walk_next (CoupletLinearWalk *walk, CoupletLinearPath *path);

/* The differences of adjacent answers, as multiples of the sensitivity, of which the costs bound
 * those of all others: the corners of the adjacency; where list has discrete draws, all whole
 * differences. *n receives how many, n_answers numbers each. NULL when they are more than most. The
 * caller frees them. */
gint8 *couplet_linear_differences (const CoupletLinear *linear, const CoupletLinearList *list,
                                   guint most, guint *n);

#pragma GCC visibility pop
G_END_DECLS

#endif
