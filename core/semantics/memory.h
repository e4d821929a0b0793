/* SPDX-License-Identifier: Apache-2.0 */
/* What earlier inputs leave of the ways in which a private one may differ (docs/theory.md
 * section 7): the rules of adjacency and of inputs that are read again, once for every method.
 */
#ifndef COUPLET_CORE_MEMORY_H
#define COUPLET_CORE_MEMORY_H

#include <couplet/internal/shift.h>
#include <couplet/host/unfold.h>

/* Per state: whether the last private input may be read again before another private one. */
typedef struct {
  const CoupletAutomaton *automaton;
  guint8 *recalls;
} MemoryRules;

/* TRUE when differences depend on what came before: else nothing need be remembered. */
gboolean memory_matters (const CoupletAutomaton *automaton);

/* Finds what states recall; the caller clears it. */
void memory_rules_init (MemoryRules *rules, const CoupletAutomaton *automaton);
void memory_rules_clear (MemoryRules *rules);

/* What is remembered where runs begin. */
CoupletMemory memory_start (void);

/* The differences of the input of state that memory leaves. */
CoupletShifts memory_differences (const MemoryRules *rules, guint32 state, CoupletMemory memory);

/* What is remembered at target after a visit of state whose input differed by difference. */
CoupletMemory memory_after (const MemoryRules *rules, guint32 state, CoupletMemory memory,
                            int difference, guint32 target);

/* A number for each memory, less than MEMORY_CODES. */
#define MEMORY_CODES 16
guint memory_code (CoupletMemory memory);
CoupletMemory memory_of_code (guint code);

#endif
