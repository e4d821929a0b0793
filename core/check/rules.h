/* SPDX-License-Identifier: Apache-2.0 */
/* What one transition asks of the shifts of its samples: docs/evidence.md, whose rules have the
 * same numbers. */
#ifndef COUPLET_CHECK_RULES_H
#define COUPLET_CHECK_RULES_H

#include "check.h"

/* How a transition uses one sample. A fresh output is a sample that is shown. */
typedef struct {
  guint32 n_compared, n_assigned;
  const CoupletLiteral *compared;
  const guint32 *assigned;
  gboolean shown;
  const CoupletRational *d; /* NULL = no noise */
  gboolean one_sided;       /* exponential noise */
} Sample;

/* Whether D is one of those that count where transition leaves, whatever came before. */
gboolean check_counts (const Check *check, guint32 transition, int difference);

/* What differences of sample number slot of noise are paid with; NULL = no noise, or left out. */
const CoupletRational *check_parameter (const Check *check, guint32 noise, guint32 slot);

/* The sample number slot that the present transition uses. FALSE when it does not. */
gboolean check_sample (const Check *check, guint32 slot, Sample *sample);

/* Which rule keeps sample from shifting by g when the thresholds shift by x; NULL = none. */
const char *check_forbids (const Check *check, const Sample *sample, int g, const gint8 *x);

#endif
