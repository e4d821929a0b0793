/* SPDX-License-Identifier: Apache-2.0 */
/* What the steps after a builder make of a few words, for their tests. */
#ifndef COUPLET_TESTS_COLLECTED_TEXT_H
#define COUPLET_TESTS_COLLECTED_TEXT_H

#include "resolve.h"

/* A builder with what it has collected, and what that resolves to. */
typedef struct {
  CoupletDiagnostics *diagnostics;
  CoupletBuilder *builder;
  OwnedAutomaton *owned;
  gboolean complete; /* what resolving returned */
} Resolved;

/* Collects lines (text_automaton.h) and resolves them. Cleared with resolved_clear(). */
void resolved_init (Resolved *resolved, CoupletSampling sampling, const char *thresholds,
                    const char *const *lines);
void resolved_clear (Resolved *resolved);

/* The only message is of severity and has words. */
void expect_message (const Resolved *resolved, CoupletSeverity severity, const char *words);
void expect_silence (const Resolved *resolved);

#endif
