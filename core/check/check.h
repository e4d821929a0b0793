/* SPDX-License-Identifier: Apache-2.0 */
/* What the checks of all kinds of evidence share: docs/evidence.md. */
#ifndef COUPLET_CHECK_CHECK_H
#define COUPLET_CHECK_CHECK_H

#include <couplet/host/check.h>

/* A state, and what is known there of thresholds u, v, at order[u * (n_thresholds + 1) + v].
 * order is closed, and empty where there are no orders. memory: of earlier inputs. */
enum { UNRELATED = 1, EQUAL, AT_MOST, LESS };
typedef struct {
  guint32 state;
  char *order;
  CoupletMemory memory;
} Node;

/* differences: those that transition leads to target with, bit D + 1 for D. */
typedef struct {
  guint32 transition, target; /* a node */
  guint8 differences;
} Edge;

/* How a transition uses one sample. A fresh output is a sample that is shown. */
typedef struct {
  guint32 n_compared, n_assigned;
  const CoupletLiteral *compared;
  const guint32 *assigned;
  gboolean shown;
  const CoupletRational *d; /* NULL = no noise */
  gboolean one_sided;       /* exponential noise */
} Sample;

#define NO_DIFFERENCE 2

typedef struct {
  const CoupletAutomaton *a;
  const CoupletEvidence *evidence;
  CoupletEvidenceKind kind;
  guint32 n_slots; /* samples of a state; the fresh one is sample n_slots */
  gint8 *x;        /* scratch, per threshold: its shift */
  mpz_t unit;      /* costs are multiples of 1/unit */

  char *why; /* the rejection, once there is one */
  gboolean too_large;

  /* what is being checked, for rules and rejections: check_stand_at() */
  const char *what; /* `entry`, `step` or `class`, and its number from 0; or NULL */
  guint number;
  guint vector;              /* of an entry, from 1; 0 = none */
  guint32 state, transition; /* COUPLET_NONE = none */
  int difference;            /* D, or NO_DIFFERENCE */
  gboolean on_cycle;         /* whether transition is */

  gboolean remembers; /* differences depend on earlier ones: evidence about all paths, or a walk
                         with its differences, of an automaton where that matters */
  guint8 *recalls;    /* per state: the last private input may be read again before another one */
  gsize order_size;   /* 0 = no orders: one threshold or independent sampling */
  guint32 start;      /* of walks: the node that they start from */
  GArray *nodes;      /* Node: of a bound its entries, else what walks can reach */
  GHashTable *known;  /* of walks: order and state, as a text, to node */
  guint32 *entries, *next_entry; /* of a bound: the first entry of a state, the next one after it */
  GArray *edges;                 /* Edge, by node and transition */
  GArray *first;                 /* per node, and one more: its first edge */
  guint32 *component;            /* per node: its strongly connected component */
} Check;

#define NODE(check, i) (&g_array_index ((check)->nodes, Node, i))
#define EDGE(check, i) (&g_array_index ((check)->edges, Edge, i))
#define FIRST(check, i) g_array_index ((check)->first, guint32, i)

/* Rejects: `step 2 (state q1, transition ..., D = +1): ...`. FALSE. */
gboolean check_reject (Check *check, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* The same for what is beyond a limit, and so neither right nor wrong. */
gboolean check_give_up (Check *check, const char *why);

void check_stand_at (Check *check, const char *what, guint number, guint32 state,
                     guint32 transition, int difference);

/* Whether D is one of those that count where transition leaves, whatever came before. */
gboolean check_counts (const Check *check, guint32 transition, int difference);

/* The sample number slot that the present transition uses. FALSE when it does not. */
gboolean check_sample (const Check *check, guint32 slot, Sample *sample);

/* Which rule keeps sample from shifting by g when the thresholds shift by x; NULL = none. */
const char *check_forbids (const Check *check, const Sample *sample, int g, const gint8 *x);

/* ---- remember.c ---- */

/* Sets remembers and recalls. */
void check_find_memory (Check *check);

/* What is remembered where runs begin. */
CoupletMemory check_memory_start (void);

/* The differences that node's memory leaves transition, bit D + 1 for D; of a walk those that
 * are less than the worst ones, too. */
guint8 check_differences (const Check *check, CoupletMemory memory, guint32 transition);

/* What is remembered behind transition, taken with difference. */
CoupletMemory check_memory_behind (const Check *check, CoupletMemory memory, guint32 transition,
                                   int difference);

/* Whether what an entry remembers stands for memory: the same, or less of the last input. */
gboolean check_memory_fits (CoupletMemory entry, CoupletMemory memory);

/* ---- graph.c ---- */

/* Makes the graph that walks are on; that of a bound's entries. FALSE = rejected, or given up. */
gboolean check_explore (Check *check);
gboolean check_link_entries (Check *check);

/* Stands at a step of the walk, which moves *node. FALSE = rejected. */
gboolean check_follow (Check *check, guint32 *node, guint step);

/* ---- paths.c and classes.c ---- */

/* A STRATEGY for a path. FALSE = rejected. *cost, which may be NULL, becomes what it costs. */
gboolean check_path (Check *check, CoupletRational *cost);

/* The shifts that come with the walk of ATTAINED, if any do. FALSE = rejected. */
gboolean check_walk_shifts (Check *check);

/* A STRATEGY for classes. FALSE = rejected. */
gboolean check_classes (Check *check);

#endif
