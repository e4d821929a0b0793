/* SPDX-License-Identifier: Apache-2.0 */
/* A run as its JSON report tells it: how to repeat it, and what was answered. */
#ifndef COUPLET_CLI_RECORDED_RUN_H
#define COUPLET_CLI_RECORDED_RUN_H

#include "components.h"

/* What is compared of an answer. */
enum { ANSWER_VERDICT, ANSWER_COST, ANSWER_AT_LEAST, ANSWER_CLAIM, N_ANSWER_PARTS };
extern const char *const ANSWER_PARTS[N_ANSWER_PARTS]; /* as lines name them */

/* An answer about a file with the values of parameters that it was read with. */
typedef struct {
  char *item;                  /* for people */
  char *file;                  /* as it was named, with `::` and the name of a mechanism */
  char *path;                  /* without that */
  char *sha256;                /* of the content; NULL = it was not read */
  char *parts[N_ANSWER_PARTS]; /* as texts */
  gboolean found;              /* the run gave it again */
} RecordedAnswer;

typedef struct {
  CoupletReportReader *reader;    /* has the answer that setup is of */
  const CoupletProvenance *setup; /* what repeats the run */
  GPtrArray *answers;             /* RecordedAnswer *, in the report's order */
  GHashTable *by_key;             /* key to the RecordedAnswer */
  GPtrArray *made_by;             /* components.h */
  gboolean is_part;               /* the report has some answers of the run only */
} RecordedRun;

/* Reads the report called name. FALSE with error set (INPUT): it is none, or does not tell how to
 * repeat its run. Clear it in both cases. */
gboolean recorded_run_load (RecordedRun *run, const char *name, GError **error);
void recorded_run_clear (RecordedRun *run);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RecordedRun, recorded_run_clear)

/* The answer to the same question as result; NULL = there is none. */
RecordedAnswer *recorded_run_find (const RecordedRun *run, const CoupletResult *result);

/* Likewise, that an item asks. */
RecordedAnswer *recorded_run_find_item (const RecordedRun *run, const CoupletItem *item);

/* The part of result as a text; the caller frees it. */
char *answer_part (const CoupletResult *result, guint part);

#endif
