/* SPDX-License-Identifier: Apache-2.0 */
/* Making, reading and freeing what <couplet/plugin.h> fills: lists of messages, builders, and
 * models. */
#ifndef COUPLET_HOST_MODEL_H
#define COUPLET_HOST_MODEL_H

#include <couplet/plugin.h>
#include <couplet/model.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* ---- Messages -------------------------------------------------------------------------------- */

/* One message. All strings belong to the list that holds it. */
typedef struct {
  CoupletSeverity severity;
  const char *file; /* as the user named it */
  CoupletPlace place;
  const char *message; /* UTF-8; may have several lines (a source line, a caret) */
} CoupletDiagnostic;

/* An empty list for messages about file (copied). */
CoupletDiagnostics *couplet_diagnostics_new (const char *file);
void couplet_diagnostics_free (CoupletDiagnostics *diagnostics);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletDiagnostics, couplet_diagnostics_free)

/* The kept messages in the order of adding; *n receives their number. Owned
 * by the list and valid until the next couplet_diagnostics_add(). */
const CoupletDiagnostic *couplet_diagnostics_get (const CoupletDiagnostics *diagnostics, guint *n);

/* The file all messages are about. */
const char *couplet_diagnostics_file (const CoupletDiagnostics *diagnostics);

/* ---- Automata -------------------------------------------------------------------------------- */

/* A builder that reports to diagnostics, which must outlive it. The caller frees it,
 * also after couplet_builder_finish(). */
CoupletBuilder *couplet_builder_new (CoupletDiagnostics *diagnostics);

/* Frees a builder. NULL is allowed. */
void couplet_builder_free (CoupletBuilder *builder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletBuilder, couplet_builder_free)

/* Resolves, validates (well-posedness, docs/theory.md section 1) and returns
 * the automaton, which the caller frees; NULL when an error was reported, by
 * the frontend or here. Warnings alone do not prevent it. Call once. */
CoupletAutomaton *couplet_builder_finish (CoupletBuilder *builder);

/* Frees an automaton. NULL is allowed. */
void couplet_automaton_free (CoupletAutomaton *automaton);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletAutomaton, couplet_automaton_free)

/* ---- Linear mechanisms ----------------------------------------------------------------------- */

/* What text, the JSON form of docs/formats.md, says; NULL with errors added to diagnostics. The
 * caller frees it. */
CoupletLinear *couplet_linear_parse (const char *text, gsize length,
                                     CoupletDiagnostics *diagnostics);

/* Appends the JSON form of linear, which was parsed; reading that gives an equal one. */
void couplet_linear_append_json (GString *out, const CoupletLinear *linear);

/* Frees a linear mechanism that was parsed. NULL is allowed. */
void couplet_linear_free (CoupletLinear *linear);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletLinear, couplet_linear_free)

/* ---- Guards and numbers ------------------------------------------------------------------ */

/* As couplet_guard_to_string(), with another name for the sample: `q < x && q >= y`. The caller
 * frees it. */
char *couplet_guard_to_string_of (const CoupletAutomaton *automaton, const CoupletGuard *guard,
                                  const char *sample);

/* Sets *simple to the rational from low to high (low <= high) with the least denominator. */
void couplet_rational_simplest (const CoupletRational *low, const CoupletRational *high,
                                CoupletRational *simple);

/* ---- Snapping ------------------------------------------------------------------------------ */

/* Of snapped fresh outputs that are computed with floating-point numbers: I. Mironov, On
 * significance of the least significant bits for differential privacy, CCS 2012, Theorem 1;
 * docs/theory.md section 10. */

/* TRUE when a reachable state has floating snapping: then costs are upper bounds of d, for the
 * epsilon of couplet_epsilon_range() only. */
gboolean couplet_is_floating (const CoupletAutomaton *automaton);

/* The epsilon that the costs of automaton hold for: `8 <= epsilon < 16`; NULL = all. The caller
 * frees it. */
char *couplet_epsilon_range (const CoupletAutomaton *automaton);

/* Makes *exact automaton with the same outputs computed in exact arithmetic. It is a view: it
 * owns nothing, must not be freed, and automaton must outlive it. */
void couplet_exact_view (const CoupletAutomaton *automaton, CoupletAutomaton *exact);

#pragma GCC visibility pop
G_END_DECLS

#endif
