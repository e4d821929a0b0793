/* SPDX-License-Identifier: Apache-2.0 */
/* Examining one item: reading its file, running every stage, checking what they say, concluding. */
#ifndef COUPLET_CORE_EXAMINATION_H
#define COUPLET_CORE_EXAMINATION_H

#include "run_store.h"
#include "verdict.h"

/* A file's result and what it points to. */
typedef struct CoupletExamination {
  CoupletResult result;
  CoupletDiagnostics *diagnostics;
  CoupletArena *arena;         /* of the origin, and the solution */
  CoupletAutomaton *automaton; /* that was read; NULL = it is someone else's */
  CoupletAutomaton *unfolded;
  gboolean merged; /* its orders are too many, and merged (UNFOLD_MERGED) */
  /* its orders are too many: unfolded is a part, and wide has none, or is NULL as none is needed */
  gboolean between;
  CoupletAutomaton *wide;
  CoupletAutomaton exact; /* a view of what was examined, where that has floating snaps */
  const char *epsilon;    /* that what was read holds for, as its reader says; NULL = all */
  Keeping keeping;        /* what is taken from a store instead: then nothing else is known */
  StageOutcome *outcomes;
  CoupletStageResult *stages;
  /* of several: the examination at one value of a parameter, which all else but the arena is taken
   * from, and what frees it; NULL = this is no search */
  gpointer whole;
  GDestroyNotify free_whole;
} Examination;

/* Reads the item's file and runs every stage but those whose failures entry (one per stage, or
 * failures is NULL) says why they fail. Clear *examination afterwards. */
void examine (CoupletRun *run, const CoupletItem *item, const char *const *failures,
              Examination *examination);
void examination_clear (Examination *examination);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Examination, examination_clear)

#endif
