/* SPDX-License-Identifier: Apache-2.0 */
/* A mechanism as `couplet repair` changes it: the text of a program, or an automaton. */
#ifndef COUPLET_EXPLAIN_VERSION_H
#define COUPLET_EXPLAIN_VERSION_H

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

/* Whether it is a program, whose text a front end can change. */
gboolean version_is_program (const Subject *subject);

/* The text of a program with n changes; NULL when one cannot be made. The caller frees it. */
char *version_text (const Subject *subject, const Version *version, const CoupletChange *changes,
                    guint n);

/* The version with that text, which it takes over, without messages. NULL when it is none. */
Version *version_read_again (const Subject *subject, char *text);

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

/* The version with a repair made, halting after so many times. NULL when that is none. */
Version *version_change (const Subject *subject, const Version *version, const Repair *repair,
                         guint times);

/* Whether its cost is proven exactly, is at most `most` (NULL: any), and not 0, at which it tells
 * nothing of its inputs. */
gboolean version_tells (const Version *version, Examiner *examiner, const CoupletRational *most);

/* The most times that a repair may wait before it halts (others: 1), so that version_tells() for at
 * most `most`; 0 = once is too often. */
guint version_most_times (const Subject *subject, const Version *version, const Repair *repair,
                          const CoupletRational *most, Examiner *examiner);

#endif
