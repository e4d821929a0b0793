/* SPDX-License-Identifier: Apache-2.0 */
/* A mechanism as `couplet repair` changes it: the text of a program, or an automaton. */
#ifndef COUPLET_CLI_REPAIR_VERSION_H
#define COUPLET_CLI_REPAIR_VERSION_H

#include "rates.h"
#include "repair.h"

#include <couplet/host.h>

/* What is repaired. frontend: what has read its text; NULL = it is code. */
typedef struct {
  CoupletRun *run; /* not owned, like file */
  const char *file;
  const CoupletPlugin *frontend;
} Subject;

/* text: of a program; NULL = only the automaton is known. */
typedef struct {
  char *text;
  CoupletAutomaton *automaton;
} Version;

void version_free (Version *version);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Version, version_free)

/* Reads the subject's file, with messages in diagnostics; NULL when it cannot be read. */
Version *version_read (Subject *subject, const volatile int *cancelled,
                       CoupletDiagnostics *diagnostics);

/* The groups of draws that change together: those of one noise in the text of a program, or of one
 * line of code, else each by itself; all, where noises of a program are tied to each other. noises
 * gets the group (guint32) of each noise of a program, COUPLET_NONE = it makes no draw. The caller
 * frees the rates. */
Rates *version_rates (const Subject *subject, const Version *version, GArray *noises);

/* What a state is called: of code by its line, however many states that has. The caller frees it.
 */
char *version_place (const Subject *subject, const CoupletAutomaton *automaton, guint32 state);

/* The version with the factors of rates, as version_rates() gave them. NULL when that is none. */
Version *version_rescale (const Subject *subject, const Version *version, const Rates *rates,
                          const GArray *noises);

/* The version with a repair made; times: of a repair that halts. NULL when that is none. */
Version *version_change (const Subject *subject, const Version *version, const Repair *repair,
                         guint times);

#endif
