/* SPDX-License-Identifier: Apache-2.0 */
/* The paths of a linear mechanism by what they output, what shifts cost on them at each difference
 * of the answers, and single paths that stand for several (docs/theory.md section 5). */
#ifndef COUPLET_LINEAR_SEARCH_H
#define COUPLET_LINEAR_SEARCH_H

#include <couplet/internal/plugin.h>

typedef enum { PATH_IMPOSSIBLE, PATH_OPEN, PATH_CERTAIN } PathPlace;

/* Both return NULL, or why it is not known. Costs are multiples of epsilon at sensitivity 1;
 * negative = infinite. */
typedef struct {
  /* Sets *place to whether something takes path. */
  const char *(*place) (gpointer data, const CoupletLinearPath *path, PathPlace *place);
  /* Sets what is necessary for shifts at difference i (least), and what is enough. */
  const char *(*cost) (gpointer data, const CoupletLinearPath *path, guint i, mpq_t least,
                       mpq_t enough);
} LinearMethod;

/* Paths that one path may stand for: they have the same outputs and draws, and their union is,
 * almost surely, where some of their decisions are as on all of them. */
typedef struct {
  GArray *ends;           /* guint32: the END nodes of the paths, ascending */
  GArray *rows;           /* CoupletLinearRow: the decisions, then the real outputs */
  guint32 n_decisions;    /* of the rows */
  CoupletLinearPath path; /* of these, to the first END; its outputs are NULL */
} LinearUnion;

/* Of the longest list. */
typedef struct {
  CoupletContext *context;
  const LinearMethod *method;
  gpointer data;
  const CoupletLinear *linear;
  const CoupletLinearList *list;
  gint8 *differences; /* n_answers each */
  guint n_differences;
  gboolean adds_up;    /* the corners are too many: the costs of single answers are added up */
  GHashTable *groups;  /* outputs to what is known of the paths with them */
  mpq_t *enough;       /* for the path at hand, per difference */
  GPtrArray *paid;     /* all paths, and what is enough for each */
  guint64 n_questions; /* asked about unions of them */
  GArray *joined;      /* CoupletLinearRow: of a question */
  GPtrArray *unions;   /* LinearUnion: what stands for some paths, and costs less */
  mpq_t most;          /* that is enough for any path or union, and difference */
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

gboolean linear_union_has (const LinearUnion *one, guint32 end);

/* Two paths that nothing takes, whose rows are put into joined and live as long as it. With all
 * decisions of path, which is one of the union, and decision number r of the union broken. */
CoupletLinearPath linear_union_broken (const LinearUnion *one, const CoupletLinearPath *path,
                                       guint32 r, GArray *joined);
/* With all decisions of the union, and those of path, which is none of it, about common draws. */
CoupletLinearPath linear_union_with (const LinearUnion *one, const CoupletLinearPath *path,
                                     guint32 n_answers, GArray *joined);

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
  mpq_srcptr cost;
} LinearForced;

LinearForced linear_search_forced (const LinearSearch *search);

#endif
