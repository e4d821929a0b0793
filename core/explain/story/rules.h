/* SPDX-License-Identifier: Apache-2.0 */
/* The coupling rules by their names, and where they are proven. */
#ifndef COUPLET_EXPLAIN_RULES_H
#define COUPLET_EXPLAIN_RULES_H

#include "document.h"
#include "walk_samples.h"

/* The rule that couples a draw of the walk: [LapNull] where the shift is D and Laplace noise pays
 * nothing, else [LapGen]; [ExpNull] and [ExpGen] for exponential noise; [Dilation] for a snapped
 * output that pays. */
const char *rule_of (const WalkSample *sample);

/* The rules that the walk uses, and what its differences obey, with the papers that prove them. */
void tell_rules (Document *document, const WalkSamples *samples);

/* The same of a walk that leaves no shifts. */
void tell_conflict_rules (Document *document, const WalkSamples *samples);

/* An item that says why no smaller d than the least one is enough, or no d at all. */
void tell_theorem (Document *document, gboolean is_private);

#endif
