/* SPDX-License-Identifier: Apache-2.0 */
/* Which thresholds a walk may still read: the shift of any other can be forgotten
 * (docs/theory.md section 7).
 */
#ifndef COUPLET_INTERNAL_LIVE_H
#define COUPLET_INTERNAL_LIVE_H

#include <couplet/internal/graph.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* One bit per state and threshold. */
typedef struct {
  guint32 row_words; /* of a state's bits */
  guint64 *bits;
} CoupletLive;

/* The live thresholds of automaton, which the caller frees. */
CoupletLive *couplet_live_new (const CoupletAutomaton *automaton,
                               const CoupletComponents *components);

/* The same, or NULL when the stage should stop. */
CoupletLive *couplet_live_new_within (const CoupletAutomaton *automaton,
                                      const CoupletComponents *components, CoupletContext *context);
void couplet_live_free (CoupletLive *live);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletLive, couplet_live_free)

/* TRUE when a walk from state (a reachable one) may compare with threshold before
 * it is assigned. */
static inline gboolean
couplet_is_live (const CoupletLive *live, guint32 state, guint32 threshold)
{
  return (live->bits[(gsize)state * live->row_words + threshold / 64] >> (threshold % 64) & 1) != 0;
}

/* Per component, 1 where a transition inside assigns a threshold that is live after it. There
 * the rule that cycles must be free may be too strict, since only the last turn of a loop may
 * have to be paid for (docs/theory.md section 5). NULL when there is no such component, or when
 * the only threshold is compared with private inputs only, where the rule is exact. The caller
 * frees it. */
guint8 *couplet_paying_components (const CoupletAutomaton *automaton,
                                   const CoupletComponents *components, const CoupletLive *live);

#pragma GCC visibility pop
G_END_DECLS

#endif
