/* SPDX-License-Identifier: Apache-2.0 */
/* What is wrong, or doubtful, about an input: collected, not only the first. */
#ifndef COUPLET_DIAGNOSTIC_H
#define COUPLET_DIAGNOSTIC_H

#include <couplet/text.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* A place in an input file, counted from 1; 0 = not known. Columns count bytes. */
typedef struct {
  guint32 line;
  guint32 column;
} CoupletPlace;

typedef enum { COUPLET_SEVERITY_WARNING, COUPLET_SEVERITY_ERROR } CoupletSeverity;

/* One message. All strings belong to the list that holds it. */
typedef struct {
  CoupletSeverity severity;
  const char *file; /* as the user named it */
  CoupletPlace place;
  const char *message; /* UTF-8; may have several lines (a source line, a caret) */
} CoupletDiagnostic;

/* A list of messages about one file. Keeps the first 100 of each severity and
 * counts the rest. */
typedef struct CoupletDiagnostics CoupletDiagnostics;

/* An empty list for messages about file (copied). */
CoupletDiagnostics *couplet_diagnostics_new (const char *file);
void couplet_diagnostics_free (CoupletDiagnostics *diagnostics);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletDiagnostics, couplet_diagnostics_free)

/* Adds a message. Text from the input that goes into it should first pass
 * through couplet_quote(). */
void couplet_diagnostics_add (CoupletDiagnostics *diagnostics, CoupletSeverity severity,
                              CoupletPlace place, const char *format, ...) G_GNUC_PRINTF (4, 5);

/* How many were added, kept or not. */
guint couplet_diagnostics_count (const CoupletDiagnostics *diagnostics, CoupletSeverity severity);

/* The kept messages in the order of adding; *n receives their number. Owned
 * by the list and valid until the next couplet_diagnostics_add(). */
const CoupletDiagnostic *couplet_diagnostics_get (const CoupletDiagnostics *diagnostics, guint *n);

/* The file all messages are about. */
const char *couplet_diagnostics_file (const CoupletDiagnostics *diagnostics);

#pragma GCC visibility pop
G_END_DECLS

#endif
