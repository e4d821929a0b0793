/* SPDX-License-Identifier: Apache-2.0 */
/* The automaton (DiPA; with several thresholds GDiPA), docs/theory.md section 1;
 * Chadha, Sistla, Viswanathan, LICS 2021 (arXiv 2104.14519) and CCS 2023
 * (arXiv 2309.06615).
 *
 * Built once by a CoupletBuilder, which validates it; afterwards immutable.
 * Everything is an index into an array of the automaton and belongs to it.
 */
#ifndef COUPLET_AUTOMATON_H
#define COUPLET_AUTOMATON_H

#include <couplet/diagnostic.h>
#include <couplet/guard.h>
#include <couplet/rational.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

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

/* A name and what it stands for: a parameter that was given a value with -D, a library and its
 * version. */
typedef struct {
  const char *name;
  const char *value;
} CoupletDefinition;

/* A front end that is a program, as configurations have it. */
typedef struct {
  const char *name;
  guint32 n_command;
  const char *const *command; /* its words */
  guint32 n_endings;
  const char *const *endings; /* of its files, without dot, in lower case */
  gboolean serves;            /* one process reads one file after the other */
} CoupletProgram;

/* What a run is made by (couplet/provenance.h shows it to people). */
typedef struct {
  const char *version; /* of Couplet: `0.1.0` */
  const char *commit;  /* 40 hexadecimal digits, followed by `-dirty` where the sources were
                          changed since; NULL = not known */
  const char *date;    /* when the run began, in UTC: `2026-11-22T04:21:42Z` */
  guint32 n_libraries;
  const CoupletDefinition *libraries; /* those loaded and their versions as they run */
  guint32 n_options;
  const char *const *options; /* words of a command line that ask for the same answers; what is
                                 left at its default is not said */
} CoupletProvenance;

/* What an automaton was read from: the file's name without its folder (NULL = standard
 * input), the hash of its content (64 hexadecimal digits), and the parameters given. */
typedef struct {
  const char *file;
  const char *sha256;
  guint32 n_parameters;
  const CoupletDefinition *parameters;
  const CoupletProvenance *provenance; /* of the run that read it, with the libraries of the
                                          front end; NULL = not known */
} CoupletOrigin;

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

  const CoupletOrigin *origin; /* NULL: not known, or nobody wants to know */

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

  /* the linear mechanism (linear.h) that this stands for, which has no states; else NULL */
  const struct CoupletLinear *linear;
};

/* Frees an automaton. NULL is allowed. */
void couplet_automaton_free (CoupletAutomaton *automaton);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletAutomaton, couplet_automaton_free)

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

/* The transition, or COUPLET_NONE, of the automaton that was read which transition stands for. */
static inline guint32
couplet_folded_transition (const CoupletAutomaton *automaton, guint32 transition)
{
  return automaton->folded != NULL && transition != COUPLET_NONE
             ? automaton->folded_transition[transition]
             : transition;
}

/* How the fresh outputs of state are snapped; NULL = not at all. */
static inline const CoupletSnap *
couplet_snap_of (const CoupletAutomaton *automaton, const CoupletState *state)
{
  const CoupletSnap *snap = automaton->snaps != NULL ? &automaton->snaps[state->noise] : NULL;
  return snap != NULL && snap->bound != COUPLET_NONE ? snap : NULL;
}

/* How formats call an adjacency, an input and a kind of noise. */
const char *couplet_adjacency_to_string (CoupletAdjacency adjacency);
const char *couplet_input_to_string (CoupletInput input);
const char *couplet_noise_kind_to_string (CoupletNoiseKind kind);

/* The text of a number of the automaton (not COUPLET_NONE) as an input would have
 * it: lowest terms, or `none` for COUPLET_NO_NOISE. The caller frees it. */
char *couplet_number_to_string (const CoupletAutomaton *automaton, guint32 number);

/* True when all samples of a state have the same parameter d, or none has one. */
gboolean couplet_noise_is_uniform (const CoupletAutomaton *automaton, const CoupletNoise *noise);

/* A transition for a message: `q1 -> q2 on insample < x, output bot, x := insample`,
 * cut where it names many thresholds. The caller frees it. */
char *couplet_transition_to_string (const CoupletAutomaton *automaton, guint32 transition);

#pragma GCC visibility pop
G_END_DECLS

#endif
