/* SPDX-License-Identifier: Apache-2.0 */
/* Paths of a linear mechanism that one path may stand for: they have the same outputs and draws,
 * and their union is, almost surely, where some of their decisions are as on all of them
 * (docs/theory.md section 5). */
#ifndef COUPLET_LINEAR_UNION_H
#define COUPLET_LINEAR_UNION_H

#include <couplet/internal/plugin.h>

typedef enum { PATH_IMPOSSIBLE, PATH_OPEN, PATH_CERTAIN } PathPlace;

/* Sets *place to whether something takes path. NULL, or why it is not known. */
typedef const char *(*LinearPlace) (gpointer data, const CoupletLinearPath *path, PathPlace *place);

typedef struct {
  GArray *ends;           /* guint32: the END nodes of the paths, ascending */
  GPtrArray *draws;       /* const CoupletLinearNode */
  GArray *rows;           /* CoupletLinearRow: its decisions, then the real outputs */
  guint32 n_decisions;    /* of the rows */
  CoupletLinearPath path; /* of these, to the first END; its outputs are NULL */
} LinearUnion;

/* What is known of a path. */
typedef enum { UNION_NEVER, UNION_MAY, UNION_SHOULD } UnionWish;

/* The unions of paths of list, each with one at least of which wishes (per node) says
 * UNION_SHOULD, and none that says UNION_NEVER. place is asked a bounded number of times. The
 * caller frees the array, which frees them. */
GPtrArray *linear_unions_new (const CoupletLinearList *list, const guint8 *wishes,
                              LinearPlace place, gpointer data, CoupletContext *context);

gboolean linear_union_has (const LinearUnion *one, guint32 end);

/* The joined rows of two questions, none of which anything answers. They live as long as joined.
 * All of path's decisions, which is one of the union, and decision number r of the union broken. */
CoupletLinearPath linear_union_broken (const LinearUnion *one, const CoupletLinearPath *path,
                                       guint32 r, GArray *joined);
/* All decisions of the union, and those of path, which is none of it, about common draws. */
CoupletLinearPath linear_union_with (const LinearUnion *one, const CoupletLinearPath *path,
                                     guint32 n_answers, GArray *joined);

#endif
