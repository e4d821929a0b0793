/* SPDX-License-Identifier: Apache-2.0 */
/* The paths of a linear mechanism by what they output, and what shifts cost on them at each
 * difference of the answers (docs/theory.md section 5). */
#ifndef COUPLET_LINEAR_SEARCH_H
#define COUPLET_LINEAR_SEARCH_H

#include "linear_union.h"

/* In multiples of epsilon at sensitivity 1. */
typedef struct {
  gboolean is_infinite;
  mpq_t value;
} LinearCost;

/* cost returns NULL, or why it is not known. */
typedef struct {
  LinearPlace place;
  /* Sets what is necessary for shifts at difference i (least), and what is enough. */
  const char *(*cost) (gpointer data, const CoupletLinearPath *path, guint i, LinearCost *least,
                       LinearCost *enough);
} LinearMethod;

/* A path, and what is enough for it. */
typedef struct {
  guint32 end;
  gboolean is_impossible;
  LinearCost most;
} PaidPath;

/* Of the longest list. */
typedef struct {
  CoupletContext *context;
  const CoupletLinear *linear;
  const CoupletLinearList *list;
  gint8 *differences; /* n_answers each */
  guint n_differences;
  gboolean adds_up;    /* the corners are too many: the costs of single answers are added up */
  GHashTable *groups;  /* outputs to what is known of the paths with them */
  GArray *enough;      /* LinearCost: for the path at hand, per difference */
  GArray *paid;        /* PaidPath: in the order of the walk */
  GPtrArray *unions;   /* LinearUnion: what stands for some of them, and costs less */
  LinearCost most;     /* that is enough for any path or union, and difference */
  guint64 n_paths;     /* looked at */
  const char *problem; /* why nothing can be said; NULL = nothing */
} LinearSearch;

/* may_add: where there are too many differences, method's costs may be added up: those of the
 * differences of single answers bound all. FALSE where there are too many, which the outcome says.
 * Clear it in any case. */
gboolean linear_search_init (LinearSearch *search, CoupletContext *context,
                             const CoupletLinear *linear, gboolean may_add,
                             CoupletOutcome *outcome);
void linear_search_clear (LinearSearch *search);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LinearSearch, linear_search_clear)

static inline const gint8 *
linear_search_difference (const LinearSearch *search, guint i)
{
  return search->differences + (gsize)i * search->list->n_answers;
}

/* The union that stands for the path to end; NULL: it is by itself. */
const LinearUnion *linear_search_union (const LinearSearch *search, guint32 end);

/* Whether whole shifts of discrete draws are enough: else that is known for sensitivity 1 only. */
gboolean linear_search_takes_shifts (const LinearSearch *search);

/* Asks method for all paths, and, where more is enough than is necessary, for unions of them. FALSE
 * when it was stopped or has a problem, which the outcome says. */
gboolean linear_search_run (LinearSearch *search, const LinearMethod *method, gpointer data,
                            CoupletOutcome *outcome);

/* Outputs and the difference at which they force most: something takes one of their paths. */
typedef struct {
  const char *outputs; /* NULL = none force anything */
  guint difference;
  const LinearCost *cost;
} LinearForced;

LinearForced linear_search_forced (const LinearSearch *search);

#endif
