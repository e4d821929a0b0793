/* SPDX-License-Identifier: Apache-2.0 */
/* Items whose files are read by programs (command_reader.h): one for each mechanism. */
#ifndef COUPLET_CORE_EXPAND_H
#define COUPLET_CORE_EXPAND_H

#include "run.h"

/* The programs that read files, and what they said; NULL = none was needed yet. */
void readers_free (Readers *readers);

/* The name of the mechanism after `::` in file; NULL = there is none. It points into file. */
const char *readers_split (CoupletRun *run, const char *file);

/* The name of the program that reads file; NULL = a front end does. It belongs to run. */
const char *readers_name (CoupletRun *run, const char *file);

/* Makes item, with the run's parameters, the mechanism of its file where a program reads that; else
 * leaves it. Where there are several, its reading is an error that lists them. */
void readers_choose (CoupletRun *run, CoupletItem *item);

/* What the program that reads item's file says of its mechanism at item's point. It belongs to run.
 */
const struct CoupletReading *readers_ask (CoupletRun *run, const CoupletItem *item);

/* The model that a program gave for item as a source, whose data the caller frees, and its front
 * end; NULL: there is none. The messages about it are added to diagnostics. */
Stage *readers_open (CoupletRun *run, const CoupletItem *item, CoupletSource *source,
                     CoupletDiagnostics *diagnostics);

/* The hash of the content of the file that is read: where readers_open() gave source, of the code,
 * and else of source. The caller frees it. */
char *readers_content_hash (const CoupletRun *run, const CoupletSource *source);

/* Where readers_open() gave the text of automaton: its places are the mechanism's line in the code,
 * not those in that text. */
void readers_place (const CoupletRun *run, CoupletAutomaton *automaton);

/* Marks the run's parameters as used that the program asked for, where readers_open() gave what was
 * read just now: all of them where it does not say which. */
void readers_mark_use (CoupletRun *run);

#endif
