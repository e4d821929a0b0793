/* SPDX-License-Identifier: Apache-2.0 */
/* What `couplet explain` says of a result, as parts of a page. */
#ifndef COUPLET_HOST_EXPLAIN_H
#define COUPLET_HOST_EXPLAIN_H

#include <couplet/host/result.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* What explanations ask of changed automata: a decider and an optimizer. */
typedef struct CoupletExplainer CoupletExplainer;

/* NULL with error set (PLUGIN) when a plugin is missing. The caller frees it. */
CoupletExplainer *couplet_explainer_new (GError **error);
void couplet_explainer_free (CoupletExplainer *explainer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletExplainer, couplet_explainer_free)

/* Below, result has its automaton; with `unfolded`, where couplet_unfold() unfolds it. The stages
 * must have been asked for evidence; what the checker rejects is not told as a proof. */

/* The proof or the refutation as HTML, its headings from level (1 to 5) on, with the classes
 * `rule`, `bar`, `number` and `total`. NULL with error set when it cannot be told. The caller
 * frees it. */
char *couplet_explainer_to_html (CoupletExplainer *explainer, const CoupletResult *result,
                                 int level, GError **error);

/* The automaton with the worst walk, or the violation, as an element `svg` that may stand in a page
 * beside others. NULL with error set (PLUGIN: pictures are not built; SOLVER: Graphviz failed). The
 * caller frees it. */
char *couplet_explain_in_svg (const CoupletResult *result, GError **error);

/* The lines of the source (guint32, from 1) that the walk takes which the explanation is about, in
 * its order; 0 = not known. The caller frees the array. */
GArray *couplet_explained_lines (const CoupletResult *result);

#pragma GCC visibility pop
G_END_DECLS

#endif
