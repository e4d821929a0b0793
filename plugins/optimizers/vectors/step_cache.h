/* SPDX-License-Identifier: Apache-2.0 */
/* Steps of transitions of an automaton with one threshold. Many transitions differ only in the
 * states that they join, and in their symbols: their step is loaded once. */
#ifndef COUPLET_STEP_CACHE_H
#define COUPLET_STEP_CACHE_H

#include <couplet/internal/step.h>

G_BEGIN_DECLS

typedef struct StepCache StepCache;

/* An empty cache; what the arguments point to must outlive it. */
StepCache *step_cache_new (const CoupletAutomaton *automaton, const CoupletComponents *components,
                           CoupletUnit *unit);
/* NULL is allowed. */
void step_cache_free (StepCache *cache);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StepCache, step_cache_free)

/* What couplet_step_load() says of transition where cycles must be free; until the next call. */
const CoupletStep *step_cache_load (StepCache *cache, guint32 transition);

G_END_DECLS

#endif
