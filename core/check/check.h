/* SPDX-License-Identifier: Apache-2.0 */
/* One piece of evidence while it is checked: what all parts of the checker look at, where they
 * stand, and why they reject (docs/evidence.md). */
#ifndef COUPLET_CHECK_CHECK_H
#define COUPLET_CHECK_CHECK_H

#include <couplet/host/check.h>

#define NO_DIFFERENCE 2

typedef struct {
  const CoupletAutomaton *a;
  const CoupletEvidence *evidence;
  CoupletEvidenceKind kind;
  guint32 n_slots; /* samples of a state; the fresh one is sample n_slots */
  gint8 *x;        /* scratch, per threshold: its shift */
  mpz_t unit;      /* costs are multiples of 1/unit */
  CoupletRational
      *floating; /* per noise: what a floating snap pays, else 0; NULL = there is none */

  char *why; /* the rejection, once there is one */
  gboolean too_large;

  /* what is being checked, for rules and rejections: check_stand_at() */
  const char *what; /* `entry`, `step` or `class`, and its number from 0; or NULL */
  guint number;
  guint vector;              /* of an entry, from 1; 0 = none */
  guint32 state, transition; /* COUPLET_NONE = none */
  int difference;            /* D, or NO_DIFFERENCE */
  gboolean on_cycle;         /* whether transition is */

  gboolean remembers;   /* differences depend on earlier ones: evidence about all paths, or a walk
                           with its differences, of an automaton where that matters */
  guint8 *recalls;      /* per state: the last private input may be read again before another one */
  gboolean keeps_input; /* the last private input is a value that draws are compared with */
  gsize order_size;     /* 0 = no orders, as nothing tells of them */
  guint32 start;        /* of walks: the node that they start from */
  GArray *nodes;        /* Node: of a bound its entries, else what walks can reach */
  GHashTable *known;    /* of walks: order and state, as a text, to node */
  guint32 *entries, *next_entry; /* of a bound: the first entry of a state, the next one after it */
  GArray *edges;                 /* Edge, by node and transition */
  GArray *first;                 /* per node, and one more: its first edge */
  guint32 *component;            /* per node: its strongly connected component; NULL = what is on
                                    a cycle is not known, and nothing is asked of it */
  GArray *bound_steps; /* CoupletBoundStep: what an accepted bound rests on; NULL = not asked */
  guint8 *pays;        /* per component, where walks may pay for the last turn of a loop; or NULL */
} Check;

/* Prepares *check for evidence, which must outlive it. */
void check_init (Check *check, const CoupletEvidence *evidence);
/* Frees all but the graph and why. */
void check_clear (Check *check);

/* Rejects: `step 2 (state q1, transition ..., D = +1): ...`. FALSE. */
gboolean check_reject (Check *check, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* The same for what is beyond a limit, and so neither right nor wrong. */
gboolean check_give_up (Check *check, const char *why);

void check_stand_at (Check *check, const char *what, guint number, guint32 state,
                     guint32 transition, int difference);

#endif
