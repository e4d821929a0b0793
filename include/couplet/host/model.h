/* SPDX-License-Identifier: Apache-2.0 */
/* Making, reading and freeing what <couplet/plugin.h> fills: lists of messages, builders, and
 * models. */
#ifndef COUPLET_HOST_MODEL_H
#define COUPLET_HOST_MODEL_H

#include <couplet/plugin.h>

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

#pragma GCC visibility pop
G_END_DECLS

#endif
