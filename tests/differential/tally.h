/* SPDX-License-Identifier: Apache-2.0 */
/* How often each method answered what. */
#ifndef COUPLET_TESTS_TALLY_H
#define COUPLET_TESTS_TALLY_H

#include <couplet/internal/plugin.h>

#define TALLY_STAGES 16

typedef struct {
  char *stage;
  guint64 verdicts[COUPLET_VERDICT_ERROR + 1];
  guint64 not_asked, exact, bounds, evidence, unchecked;
} StageTally;

typedef struct {
  guint64 automata, refused, changed;
  guint64 verdicts[COUPLET_VERDICT_ERROR + 1];
  guint n_stages;
  StageTally stages[TALLY_STAGES];
} Tally;

void tally_add (Tally *tally, const CoupletResult *result);
void tally_print (const Tally *tally);
void tally_clear (Tally *tally);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tally, tally_clear)

#endif
