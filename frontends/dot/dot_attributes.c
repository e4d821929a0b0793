/* SPDX-License-Identifier: Apache-2.0 */
#include "dot_attributes.h"

#include "dot_parse.h"

#include <string.h>

/* Graphviz's own, each between blanks: https://graphviz.org/doc/info/attrs.html, and those that
 * older versions and its programs take. */
static const char GRAPHVIZ[] =
    " Damping K TBbalance URL _background _draw_ _hdraw_ _hldraw_ _ldraw_ _tdraw_ _tldraw_ area "
    "arrowhead arrowsize arrowtail bb beautify bgcolor center charset class cluster clusterrank "
    "color colorscheme comment compound concentrate constraint decorate defaultdist dim dimen "
    "dir diredgeconstraints distortion dpi edgeURL edgehref edgetarget edgetooltip epsilon esep "
    "fillcolor fixedsize font fontcolor fontname fontnames fontpath fontsize forcelabels "
    "gradientangle group headURL head_lp headclip headhref headlabel headport headtarget "
    "headtooltip height href id image imagepath imagepos imagescale inputscale key label "
    "labelURL label_scheme labelangle labeldistance labelfloat labelfontcolor labelfontname "
    "labelfontsize labelhref labeljust labelloc labeltarget labeltooltip landscape layer "
    "layerlistsep layers layerselect layersep layout len levels levelsgap lhead lheight "
    "linelength lp ltail lwidth margin maxiter mclimit mindist minlen mode model newrank "
    "nodesep nojustify normalize notranslate nslimit nslimit1 oneblock ordering orientation "
    "outputorder overlap overlap_scaling overlap_shrink pack packmode pad page pagedir pencolor "
    "penwidth peripheries pin pos quadtree quantum radius rank rankdir ranksep ratio rects "
    "regular remincross repulsiveforce resolution root rotate rotation samehead sametail "
    "samplepoints sampleport scale searchsize sep shape shapefile showboxes sides size skew "
    "smoothing sortv splines start style stylesheet tailURL tail_lp tailclip tailhref taillabel "
    "tailport tailtarget tailtooltip target tooltip truecolor vertices viewport voro_margin "
    "weight width xdotversion xlabel xlp z ";

static gboolean
is_of_graphviz (const char *name)
{
  g_autofree char *between = g_strconcat (" ", name, " ", NULL);
  return strchr (name, ' ') == NULL && strstr (GRAPHVIZ, between) != NULL;
}

/* What an attribute of one kind of object is called, and what is known of it. */
typedef struct {
  int kind; /* cgraph's */
  const char *object;
  const char *const *known;
} Kind;

/* The kind whose attribute name is; NULL = none. */
static const Kind *
kind_with (const Kind *kinds, guint n, const char *name)
{
  for (guint k = 0; k < n; k++)
    if (g_strv_contains (kinds[k].known, name))
      return &kinds[k];
  return NULL;
}

static void
check_name (const Kind *kinds, guint n, const Kind *kind, const char *name,
            const CoupletSource *source, CoupletDiagnostics *diagnostics)
{
  const Kind *other = kind_with (kinds, n, name);
  if (other == kind || is_of_graphviz (name) || *name == '\0')
    return;
  const char *nearest = couplet_nearest (name, kind->known);
  CoupletPlace place = dot_place_of_word (source, name);
  g_autofree char *quoted = couplet_quote (name, -1);
  g_autofree char *suggestion = couplet_suggest (nearest);
  if (other != NULL)
    couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_ERROR, place,
                             "%s: %s is an attribute of %ss", kind->object, quoted, other->object);
  else
    couplet_diagnostics_add (diagnostics,
                             nearest != NULL ? COUPLET_SEVERITY_ERROR : COUPLET_SEVERITY_WARNING,
                             place, "%s: unknown attribute %s%s", kind->object, quoted,
                             nearest != NULL ? suggestion : "; it is not read");
}

void
dot_check_attributes (Agraph_t *graph, const DotAttributes *known, const CoupletSource *source,
                      CoupletDiagnostics *diagnostics)
{
  const Kind kinds[] = {{AGRAPH, "graph", known->graph},
                        {AGNODE, "node", known->node},
                        {AGEDGE, "edge", known->edge}};
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (Agsym_t *symbol = NULL; (symbol = agnxtattr (graph, kinds[k].kind, symbol)) != NULL;)
      check_name (kinds, G_N_ELEMENTS (kinds), &kinds[k], symbol->name, source, diagnostics);
}
