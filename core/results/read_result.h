/* SPDX-License-Identifier: Apache-2.0 */
/* Results from their JSON: what couplet_result_to_json() writes, which others may have changed. */
#ifndef COUPLET_CORE_READ_RESULT_H
#define COUPLET_CORE_READ_RESULT_H

#include <couplet/internal/arena.h>
#include <couplet/internal/plugin.h>

/* The longest line that is read. */
#define RESULT_LINE_MOST (G_GUINT64_CONSTANT (1) << 30)

/* A result that was read. Its numbers are not to be cleared. */
typedef struct {
  CoupletResult result;
  CoupletArena *arena;
  GPtrArray *evidence; /* CoupletEvidence of all stages, in order, owned */
} ReadResult;

/* Reads the line of length bytes at text, without its end: text[length] is 0. name, line: of the
 * file it is from, for messages. automaton: that the result is about, for its evidence; NULL =
 * evidence is kept as text (couplet_evidence_new_text()). FALSE with error set (INPUT), naming
 * file, line, column and object. Clear read in both cases. */
gboolean read_result (ReadResult *read, const char *name, guint64 line, const char *text,
                      gsize length, const CoupletAutomaton *automaton, GError **error);

/* Likewise, also where what it says contradicts itself. */
gboolean read_result_as_told (ReadResult *read, const char *name, guint64 line, const char *text,
                              gsize length, GError **error);

/* Likewise a line of one stage, which becomes the only one of read's result. */
gboolean read_stage (ReadResult *read, const char *name, const char *text, gsize length,
                     const CoupletAutomaton *automaton, GError **error);

/* One stage with its evidence as a JSON line, newline included: the object that stands in the
 * line of its file, without the ratio. The caller frees it. */
char *stage_to_json (const CoupletStageResult *stage);

void read_result_clear (ReadResult *read);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ReadResult, read_result_clear)

/* Whether the line is no result, but the summary of a report. */
gboolean is_summary_line (const char *text);

#endif
