/* SPDX-License-Identifier: Apache-2.0 */
/* What a run works on: files, and the values of the parameters that they are read with. */
#ifndef COUPLET_HOST_ITEM_H
#define COUPLET_HOST_ITEM_H

#include <couplet/automaton.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Parameters with the values that each is to have. */
typedef struct CoupletSweep CoupletSweep;

/* A value for each parameter of a sweep. It belongs to the sweep. */
typedef struct {
  guint n_parameters;
  const CoupletDefinition *parameters; /* in the order given */
  guint n_swept;
  const CoupletDefinition *swept; /* those of them that are given as a list or a range */
} CoupletPoint;

/* A file, and what it is read with. It owns neither. */
typedef struct {
  const char *file;          /* as the user named it, `-` = standard input */
  const CoupletPoint *point; /* NULL = the run's parameters as they are */
} CoupletItem;

/* The most items of files that are read more than once. */
#define COUPLET_MOST_ITEMS 1000000

/* Reads definitions (ends in NULL; may be NULL), each `NAME=VALUES`: one value, or several with
 * commas between. `a..b` stands for the whole numbers from a to b, `a..b..step` for a, a + step,
 * ... up to b, exactly, in lowest terms. NULL with error set (USAGE): another form, a parameter or
 * one of its values given twice, more than COUPLET_MOST_ITEMS points. The caller frees it. */
CoupletSweep *couplet_sweep_new (const char *const *definitions, GError **error);
void couplet_sweep_free (CoupletSweep *sweep);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletSweep, couplet_sweep_free)

/* Its *n points, the product of all values, those of the last parameter changing fastest. There is
 * always one, without parameters if need be. */
const CoupletPoint *couplet_sweep_points (const CoupletSweep *sweep, guint *n);

/* The parameters with their first values, as couplet_run_new() takes them (CoupletParameter). It
 * points into sweep; the caller frees the array. */
GArray *couplet_sweep_parameters (const CoupletSweep *sweep);

/* Each of n files at each point of sweep (CoupletItem), the points of a file one behind the other.
 * NULL with error set (USAGE) when they are too many, or standard input would be read twice. The
 * caller frees the array, which points to files and sweep. */
GArray *couplet_items_new (const char *const *files, guint n, const CoupletSweep *sweep,
                           GError **error);

#pragma GCC visibility pop
G_END_DECLS

#endif
