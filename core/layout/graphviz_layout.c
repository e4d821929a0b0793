/* SPDX-License-Identifier: Apache-2.0 */
#include "layout.h"

#include <graphviz/gvc.h>

/* The drawing of graph, already laid out. */
static char *
render (GVC_t *context, Agraph_t *graph)
{
  char *svg = NULL;
  unsigned length = 0;
  if (gvRenderData (context, graph, "svg", &svg, &length) != 0 || svg == NULL)
    return NULL;
  char *copy = g_strndup (svg, length);
  gvFreeRenderData (svg);
  return copy;
}

__attribute__ ((visibility ("default"))) char *
couplet_layout_svg (const char *dot)
{
  /* a graph of ours deserves no messages, and none may go to standard error */
  agseterr (AGMAX);
  Agraph_t *graph = agmemread (dot);
  if (graph == NULL)
    return NULL;
  GVC_t *context = gvContext ();
  char *svg = NULL;
  if (gvLayout (context, graph, "dot") == 0) {
    svg = render (context, graph);
    gvFreeLayout (context, graph);
  }
  agclose (graph);
  gvFreeContext (context);
  return svg;
}
