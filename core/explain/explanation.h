/* SPDX-License-Identifier: Apache-2.0 */
/* What a run found about one file, as a document for a person. */
#ifndef COUPLET_EXPLAIN_EXPLANATION_H
#define COUPLET_EXPLAIN_EXPLANATION_H

#include "page_format.h"
#include "question_story.h"

/* The document, which the caller frees; NULL with error set (USAGE) when a
 * question names what the automaton does not have. result->automaton or result->linear must not
 * be NULL (of the latter nothing can be asked), and its stages must have been asked for evidence.
 * What the checker rejects is not told as a proof; examiner_disagreement() says what it rejects of
 * repairs. */
Document *explain (const CoupletResult *result, const Questions *questions, Examiner *examiner,
                   GError **error);

/* Appends the picture of what a run found to out (drawing.h): the worst walk, or
 * the violation. result as for explain(). */
void explain_in_picture (const CoupletResult *result, const PageFormat *page, GString *out);

#endif
