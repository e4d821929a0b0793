/* SPDX-License-Identifier: Apache-2.0 */
/* The linear mechanism: what a program does with lists of a known number of answers
 * (docs/theory.md section 5; JSON form: docs/formats.md).
 *
 * For each number of answers there is a tree of draws, decisions on real numbers, and outputs. A
 * real number is a constant plus multiples of answers and draws. Built once and validated;
 * afterwards immutable. Everything belongs to the mechanism.
 */
#ifndef COUPLET_LINEAR_H
#define COUPLET_LINEAR_H

#include <couplet/automaton.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

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

/* What text, the JSON form of docs/formats.md, says; NULL with errors added to diagnostics. The
 * caller frees it. */
CoupletLinear *couplet_linear_parse (const char *text, gsize length,
                                     CoupletDiagnostics *diagnostics);

/* Appends the JSON form of linear, which was parsed; reading that gives an equal one. */
void couplet_linear_append_json (GString *out, const CoupletLinear *linear);

/* Frees a linear mechanism that was parsed. NULL is allowed. */
void couplet_linear_free (CoupletLinear *linear);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletLinear, couplet_linear_free)

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

/* Whether the form of a row of path contains a draw that is not discrete. */
gboolean couplet_linear_is_continuous (const CoupletLinearList *list, const CoupletLinearPath *path,
                                       const CoupletLinearForm *form);

/* Whether list has a discrete draw. */
gboolean couplet_linear_has_discrete (const CoupletLinearList *list);

/* The differences of adjacent answers, as multiples of the sensitivity, of which the costs bound
 * those of all others: the corners of the adjacency; where list has discrete draws, all whole
 * differences. *n receives how many, n_answers numbers each. NULL when they are more than most. The
 * caller frees them. */
gint8 *couplet_linear_differences (const CoupletLinear *linear, const CoupletLinearList *list,
                                   guint most, guint *n);

#pragma GCC visibility pop
G_END_DECLS

#endif
