/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/host/explain.h>

#include "evidence_walks.h"
#include "explanation.h"
#include "html_printer.h"
#include "picture.h"
#include "unfolded.h"

#include <string.h>

/* host: of runs that explanations ask for. */
struct CoupletExplainer {
  CoupletHost host;
  CoupletRegistry *registry;
  Examiner *examiner;
};

CoupletExplainer *
couplet_explainer_new (GError **error)
{
  g_autoptr (CoupletExplainer) explainer = g_new0 (CoupletExplainer, 1);
  explainer->host.evidence_limit = COUPLET_USUAL_SIZE;
  explainer->host.self_check = COUPLET_USUAL_EFFORT;
  explainer->registry = couplet_registry_new (NULL);
  explainer->examiner = examiner_new (explainer->registry, &explainer->host, error);
  return explainer->examiner != NULL ? g_steal_pointer (&explainer) : NULL;
}

void
couplet_explainer_free (CoupletExplainer *explainer)
{
  if (explainer == NULL)
    return;
  examiner_free (explainer->examiner);
  couplet_registry_free (explainer->registry);
  g_free (explainer);
}

char *
couplet_explainer_to_html (CoupletExplainer *explainer, const CoupletResult *result, int level,
                           GError **error)
{
  static const Questions none = {0};
  g_autoptr (Document) document = explain (result, &none, explainer->examiner, error);
  if (document == NULL)
    return NULL;
  GString *out = g_string_new (NULL);
  print_html (document, level, out);
  return g_string_free (out, FALSE);
}

/* What of Graphviz's document may stand in a page that has others: no prologue, no comments, no
 * ids, which would not differ. The caller frees it. */
static char *
svg_element (const char *document)
{
  g_autoptr (GRegex) useless =
      g_regex_new (" (xmlns(:xlink)?|id)=\"[^\"]*\"|<!--.*?-->\\n", 0, 0, NULL);
  const char *begin = strstr (document, "<svg");
  return g_regex_replace_literal (useless, begin != NULL ? begin : "", -1, 0, "", 0, NULL);
}

char *
couplet_explain_in_svg (const CoupletResult *result, GError **error)
{
  g_autoptr (GString) dot = g_string_new (NULL);
  explain_in_picture (result, &(PageFormat){0}, dot);
  g_autofree char *document = picture_svg (dot->str, NULL, error);
  return document != NULL ? svg_element (document) : NULL;
}

GArray *
couplet_explained_lines (const CoupletResult *result)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (ShiftConflict) conflict = NULL;
  g_autoptr (WalkSamples) samples = told_walk (result, &conflict);
  for (guint i = 0; samples != NULL && i < samples->walk->len; i++) {
    guint32 t = couplet_folded_transition (samples->automaton, walk_transition (samples, i));
    g_array_append_val (lines, result->automaton->place[t].line);
  }
  return lines;
}
