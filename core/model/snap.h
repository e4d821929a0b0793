/* SPDX-License-Identifier: Apache-2.0 */
/* What floating snapping pays, and the epsilon for which that is proven (couplet/host/model.h). */
#ifndef COUPLET_CORE_SNAP_H
#define COUPLET_CORE_SNAP_H

#include <couplet/host/model.h>

/* An interval of epsilon; all of them until it is narrowed. */
typedef struct {
  CoupletRational from;
  gboolean excludes_from;
  CoupletRational below; /* 0 = not narrowed */
} EpsilonRange;

void epsilon_range_init (EpsilonRange *range);
void epsilon_range_clear (EpsilonRange *range);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EpsilonRange, epsilon_range_clear)

/* Narrows *range to what floating snapping asks for of noise with parameter d: lambda < bound <
 * 2^46 * lambda for lambda = 1/(d*epsilon), and grid is the least power of two not below lambda. */
void epsilon_range_narrow (EpsilonRange *range, const CoupletRational *d,
                           const CoupletRational *bound, const CoupletRational *grid);

gboolean epsilon_range_is_empty (const EpsilonRange *range);

/* `8 <= epsilon < 16`. The caller frees it. */
char *epsilon_range_to_string (const EpsilonRange *range);

/* Sets *pays to d * (1 + bound / 2^49). */
void snap_floating_parameter (const CoupletRational *d, const CoupletRational *bound,
                              CoupletRational *pays);

/* Why nothing is proven of floating snapping with these numbers at any epsilon; NULL = something
 * is. The caller frees it. */
char *snap_floating_fault (const CoupletRational *d, const CoupletRational *bound,
                           const CoupletRational *grid);

#endif
