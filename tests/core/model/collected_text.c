/* SPDX-License-Identifier: Apache-2.0 */
#include "collected_text.h"

#include "text_automaton.h"
#include "unit.h"

void
resolved_init (Resolved *resolved, CoupletSampling sampling, const char *thresholds,
               const char *const *lines)
{
  resolved->diagnostics = couplet_diagnostics_new ("text");
  resolved->builder = couplet_builder_new (resolved->diagnostics);
  text_collect (resolved->builder, sampling, thresholds, lines);
  resolved->owned = g_new0 (OwnedAutomaton, 1);
  couplet_rational_init (&resolved->owned->automaton.sensitivity);
  resolved->owned->arena = resolved->builder->arena;
  resolved->complete = resolve_collected (resolved->builder, resolved->owned);
  resolved->builder->arena = couplet_arena_new ();
}

void
resolved_clear (Resolved *resolved)
{
  couplet_automaton_free (&resolved->owned->automaton);
  couplet_builder_free (resolved->builder);
  couplet_diagnostics_free (resolved->diagnostics);
}

void
expect_message (const Resolved *resolved, CoupletSeverity severity, const char *words)
{
  guint n;
  const CoupletDiagnostic *messages = couplet_diagnostics_get (resolved->diagnostics, &n);
  assert_int_equal (n, 1);
  assert_int_equal (messages[0].severity, severity);
  assert_string_equal (messages[0].message, words);
}

void
expect_silence (const Resolved *resolved)
{
  guint n;
  couplet_diagnostics_get (resolved->diagnostics, &n);
  assert_int_equal (n, 0);
}
