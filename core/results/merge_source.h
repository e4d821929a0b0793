/* SPDX-License-Identifier: Apache-2.0 */
/* Where answers come from that are merged: a JSON report, or a store. */
#ifndef COUPLET_CORE_MERGE_SOURCE_H
#define COUPLET_CORE_MERGE_SOURCE_H

#include "read_result.h"

typedef struct MergeSource MergeSource;

/* Where an answer stands: the byte and the line of a report; the run and the item of a store. */
typedef struct {
  gint64 at;
  guint64 number;
} SourcePlace;

/* Opens the store or report called name, which its content tells; `-` = a report on standard input.
 * NULL with error set. */
MergeSource *merge_source_open (const char *name, GError **error);
void merge_source_free (MergeSource *source);

/* Whether name is that of the same file. */
gboolean merge_source_is (const MergeSource *source, const char *name);

/* What is known of the run that an answer is of, a list by stores only; NULL = not known. */
typedef struct {
  const char *list, *asked;
} SourceRun;

/* What is called with each answer (FALSE ends it), and with each
 * item that has none, of which result has the file and what is swept. */
typedef struct {
  gpointer data;
  gboolean (*answer) (gpointer data, const CoupletResult *result, SourcePlace place, SourceRun run);
  void (*unanswered) (gpointer data, const CoupletResult *result);
} SourceTakers;

/* Reads all of it. *cut_off receives the number of a line that its writer did not end, if there is
 * one. FALSE with error set (INPUT). */
gboolean merge_source_read_all (MergeSource *source, const SourceTakers *takers, guint64 *cut_off,
                                GError **error);

/* Reads the answer at place; automaton as in read_result(). Clear read in both cases. */
gboolean merge_source_read (MergeSource *source, SourcePlace place,
                            const CoupletAutomaton *automaton, ReadResult *read, GError **error);

/* The key of the answer at place, which only a store has. */
gboolean merge_source_key (MergeSource *source, SourcePlace place, guint8 *key);

/* `a.jsonl:12`, `a.db (item 12)`; the caller frees it. */
char *merge_source_place (const MergeSource *source, SourcePlace place);

#endif
