/* SPDX-License-Identifier: Apache-2.0 */
#include "dot_reader.h"

#include "dot_attributes.h"
#include "dot_parse.h"

static const CoupletPlace NOWHERE = {0, 0};

enum {
  NODE_INITIAL,
  NODE_INPUT,
  NODE_D,
  NODE_MU,
  NODE_D_FRESH,
  NODE_MU_FRESH,
  NODE_NOISE,
  NODE_NOISE_FRESH,
  NODE_SNAP,
  NODE_FLOATING,
  N_NODE_ATTRIBUTES
};
static const char *const NODE_ATTRIBUTES[] = {"initial", "input",    "d",     "mu",
                                              "d_fresh", "mu_fresh", "noise", "noise_fresh",
                                              "snap",    "floating", NULL};

enum { EDGE_GUARD, EDGE_OUTPUT, EDGE_ASSIGN, N_EDGE_ATTRIBUTES };
static const char *const EDGE_ATTRIBUTES[] = {"guard", "output", "assign", NULL};

static const char *const GRAPH_ATTRIBUTES[] = {"thresholds",  "sampling", "adjacency",
                                               "sensitivity", "claim",    NULL};

typedef struct {
  Agraph_t *graph;
  CoupletBuilder *builder;
  CoupletDiagnostics *diagnostics;
  Agsym_t *node[N_NODE_ATTRIBUTES]; /* NULL: the file never gives it */
  Agsym_t *edge[N_EDGE_ATTRIBUTES];
  Agsym_t *tail_port, *head_port, *shape, *style;
  Agnode_t *initial; /* NULL: none yet */
  gboolean warned_of_ports;
} Reader;

static void
report (Reader *reader, const char *object, const char *what)
{
  couplet_diagnostics_add (reader->diagnostics, COUPLET_SEVERITY_ERROR, NOWHERE, "%s: %s", object,
                           what);
}

static char *
node_words (Agnode_t *node)
{
  g_autofree char *name = couplet_quote (agnameof (node), -1);
  return g_strdup_printf ("node %s", name);
}

static char *
edge_words (Agedge_t *edge)
{
  g_autofree char *tail = couplet_quote (agnameof (agtail (edge)), -1);
  g_autofree char *head = couplet_quote (agnameof (aghead (edge)), -1);
  return g_strdup_printf ("edge %s -> %s", tail, head);
}

/* The value of an attribute; left out when it is empty. */
static CoupletText
value_of (Reader *reader, void *object, Agsym_t *symbol, char *(*words) (void *))
{
  char *value = symbol != NULL ? agxget (object, symbol) : NULL;
  if (value == NULL || *value == '\0')
    return COUPLET_TEXT_LEFT_OUT;
  if (aghtmlstr (value)) {
    g_autofree char *which = words (object);
    g_autofree char *what =
        g_strdup_printf ("attribute '%s' is an HTML string; expected plain text", symbol->name);
    report (reader, which, what);
    return COUPLET_TEXT_LEFT_OUT;
  }
  return COUPLET_TEXT (value);
}

static char *
node_words_of (void *node)
{
  return node_words (node);
}

static char *
edge_words_of (void *edge)
{
  return edge_words (edge);
}

static char *
graph_words_of (void *graph)
{
  (void)graph;
  return g_strdup ("graph");
}

static CoupletText
strip (const char *start, const char *end)
{
  while (start < end && g_ascii_isspace (*start))
    start++;
  while (end > start && g_ascii_isspace (end[-1]))
    end--;
  return (CoupletText){start, (gsize)(end - start)};
}

/* Splits text at commas into *parts (CoupletText, blanks around them removed). */
static void
split (CoupletText text, GArray *parts)
{
  if (text.text == NULL)
    return;
  const char *end = text.text + text.length;
  for (const char *start = text.text;;) {
    const char *comma = memchr (start, ',', (gsize)(end - start));
    CoupletText part = strip (start, comma != NULL ? comma : end);
    g_array_append_val (parts, part);
    if (comma == NULL)
      break;
    start = comma + 1;
  }
}

/* ---- Nodes ------------------------------------------------------------------------- */

/* `1/4`, or `x:1/4, y:1/2` */
static void
read_noise (CoupletText text, GArray *noise)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (CoupletText));
  split (text, parts);
  for (guint i = 0; i < parts->len; i++) {
    CoupletText part = g_array_index (parts, CoupletText, i);
    const char *colon = memchr (part.text, ':', part.length);
    CoupletNoiseSpec spec = {COUPLET_TEXT_LEFT_OUT, part};
    if (colon != NULL) {
      spec.threshold = strip (part.text, colon);
      spec.value = strip (colon + 1, part.text + part.length);
    }
    g_array_append_val (noise, spec);
  }
}

/* TRUE for a node that is not drawn, from which arrows without output lead: no
 * state, but the mark of the initial one. */
static gboolean
is_mark (Reader *reader, Agnode_t *node)
{
  const char *shape = reader->shape != NULL ? agxget (node, reader->shape) : "";
  const char *style = reader->style != NULL ? agxget (node, reader->style) : "";
  if ((!g_str_equal (shape, "point") && !g_str_equal (shape, "none") &&
       !g_str_equal (style, "invis")) ||
      agdegree (reader->graph, node, TRUE, FALSE) > 0 ||
      agdegree (reader->graph, node, FALSE, TRUE) == 0)
    return FALSE;
  for (Agedge_t *edge = agfstout (reader->graph, node); edge != NULL;
       edge = agnxtout (reader->graph, edge))
    if (reader->edge[EDGE_OUTPUT] != NULL && *agxget (edge, reader->edge[EDGE_OUTPUT]) != '\0')
      return FALSE;
  return TRUE;
}

static void
set_initial (Reader *reader, Agnode_t *node)
{
  if (reader->initial == node)
    return;
  reader->initial = node;
  couplet_builder_set_initial (reader->builder, COUPLET_TEXT (agnameof (node)), NOWHERE);
}

static void
read_initial (Reader *reader, Agnode_t *node, CoupletText value)
{
  if (value.text == NULL || g_str_equal (value.text, "false"))
    return;
  if (g_str_equal (value.text, "true")) {
    set_initial (reader, node);
    return;
  }
  g_autofree char *which = node_words (node);
  g_autofree char *quoted = couplet_quote (value.text, -1);
  g_autofree char *what =
      g_strdup_printf ("attribute 'initial' is %s; expected 'true' or 'false'", quoted);
  report (reader, which, what);
}

/* `100,1/8`: bound and grid. */
static void
read_snap (Reader *reader, Agnode_t *node, CoupletText value, CoupletStateSpec *state)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (CoupletText));
  split (value, parts);
  if (parts->len == 2) {
    state->snap_bound = g_array_index (parts, CoupletText, 0);
    state->snap_grid = g_array_index (parts, CoupletText, 1);
  } else if (parts->len > 0) {
    g_autofree char *which = node_words (node);
    g_autofree char *quoted = couplet_quote (value.text, (gssize)value.length);
    g_autofree char *what =
        g_strdup_printf ("attribute 'snap' is %s; expected 'BOUND,GRID'", quoted);
    report (reader, which, what);
    state->floating = COUPLET_TEXT_LEFT_OUT;
  }
}

static void
read_node (Reader *reader, Agnode_t *node, GArray *noise)
{
  CoupletText values[N_NODE_ATTRIBUTES];
  for (guint i = 0; i < N_NODE_ATTRIBUTES; i++)
    values[i] = value_of (reader, node, reader->node[i], node_words_of);
  g_array_set_size (noise, 0);
  if (values[NODE_D].text != NULL)
    read_noise (values[NODE_D], noise);
  CoupletStateSpec state = {.name = COUPLET_TEXT (agnameof (node)),
                            .input = values[NODE_INPUT],
                            .d = (const CoupletNoiseSpec *)(gpointer)noise->data,
                            .n_d = noise->len,
                            .mu = values[NODE_MU],
                            .d_fresh = values[NODE_D_FRESH],
                            .mu_fresh = values[NODE_MU_FRESH],
                            .noise = values[NODE_NOISE],
                            .noise_fresh = values[NODE_NOISE_FRESH],
                            .floating = values[NODE_FLOATING],
                            .place = NOWHERE};
  read_snap (reader, node, values[NODE_SNAP], &state);
  couplet_builder_add_state (reader->builder, &state);
  read_initial (reader, node, values[NODE_INITIAL]);
}

/* ---- Edges --------------------------------------------------------------------------- */

/* A compass point only says how the edge is drawn. */
static gboolean
has_port (Agedge_t *edge, Agsym_t *symbol)
{
  static const char *const points[] = {"",   "n", "ne", "e", "se", "s",
                                       "sw", "w", "nw", "c", "_",  NULL};
  return symbol != NULL && !g_strv_contains (points, agxget (edge, symbol));
}

static void
warn_of_ports (Reader *reader, Agedge_t *edge)
{
  if (reader->warned_of_ports ||
      !(has_port (edge, reader->tail_port) || has_port (edge, reader->head_port)))
    return;
  g_autofree char *which = edge_words (edge);
  couplet_diagnostics_add (reader->diagnostics, COUPLET_SEVERITY_WARNING, NOWHERE,
                           "%s: ports mean nothing here; ignored", which);
  reader->warned_of_ports = TRUE;
}

/* An edge's key is its name: cgraph makes edges with the same one into one. */
static void
refuse_key (Reader *reader, Agedge_t *edge)
{
  if (agnameof (edge) == NULL)
    return;
  g_autofree char *which = edge_words (edge);
  report (reader, which,
          "it has a 'key', by which Graphviz makes parallel transitions into one; leave it out");
}

static void
read_edge (Reader *reader, Agedge_t *edge, GArray *assign)
{
  CoupletText values[N_EDGE_ATTRIBUTES];
  refuse_key (reader, edge);
  for (guint i = 0; i < N_EDGE_ATTRIBUTES; i++)
    values[i] = value_of (reader, edge, reader->edge[i], edge_words_of);
  g_array_set_size (assign, 0);
  split (values[EDGE_ASSIGN], assign);
  warn_of_ports (reader, edge);
  CoupletTransitionSpec transition = {.from = COUPLET_TEXT (agnameof (agtail (edge))),
                                      .to = COUPLET_TEXT (agnameof (aghead (edge))),
                                      .guard = values[EDGE_GUARD],
                                      .output = values[EDGE_OUTPUT],
                                      .assign = (const CoupletText *)(gpointer)assign->data,
                                      .n_assign = assign->len,
                                      .place = NOWHERE};
  couplet_builder_add_transition (reader->builder, &transition);
}

/* ---- The graph ---------------------------------------------------------------------------- */

static CoupletText
graph_value (Reader *reader, const char *name)
{
  Agsym_t *symbol = agattr (reader->graph, AGRAPH, (char *)name, NULL);
  return value_of (reader, reader->graph, symbol, graph_words_of);
}

static void
read_graph_attributes (Reader *reader)
{
  CoupletText sampling = graph_value (reader, "sampling");
  CoupletText adjacency = graph_value (reader, "adjacency");
  CoupletText sensitivity = graph_value (reader, "sensitivity");
  CoupletText claim = graph_value (reader, "claim");
  CoupletText thresholds = graph_value (reader, "thresholds");
  const char *name = agnameof (reader->graph);
  /* cgraph names a graph without a name by itself: % and a number */
  if (name != NULL && *name != '%')
    couplet_builder_set_name (reader->builder, COUPLET_TEXT (name), NOWHERE);
  if (sampling.text != NULL)
    couplet_builder_set_sampling (reader->builder, sampling, NOWHERE);
  if (adjacency.text != NULL)
    couplet_builder_set_adjacency (reader->builder, adjacency, NOWHERE);
  if (sensitivity.text != NULL)
    couplet_builder_set_sensitivity (reader->builder, sensitivity, NOWHERE);
  if (claim.text != NULL)
    couplet_builder_set_claim (reader->builder, claim, NOWHERE);
  g_autoptr (GArray) names = g_array_new (FALSE, FALSE, sizeof (CoupletText));
  split (thresholds, names);
  for (guint i = 0; i < names->len; i++)
    couplet_builder_add_threshold (reader->builder, g_array_index (names, CoupletText, i), NOWHERE);
}

static void
find_symbols (Reader *reader)
{
  for (guint i = 0; i < N_NODE_ATTRIBUTES; i++)
    reader->node[i] = agattr (reader->graph, AGNODE, (char *)NODE_ATTRIBUTES[i], NULL);
  for (guint i = 0; i < N_EDGE_ATTRIBUTES; i++)
    reader->edge[i] = agattr (reader->graph, AGEDGE, (char *)EDGE_ATTRIBUTES[i], NULL);
  reader->tail_port = agattr (reader->graph, AGEDGE, (char *)"tailport", NULL);
  reader->head_port = agattr (reader->graph, AGEDGE, (char *)"headport", NULL);
  reader->shape = agattr (reader->graph, AGNODE, (char *)"shape", NULL);
  reader->style = agattr (reader->graph, AGNODE, (char *)"style", NULL);
}

static int
compare_edges (gconstpointer a, gconstpointer b)
{
  Agedge_t *e = *(Agedge_t *const *)a, *f = *(Agedge_t *const *)b;
  return (AGSEQ (e) > AGSEQ (f)) - (AGSEQ (e) < AGSEQ (f));
}

/* The edges that leave node in the order of the file; cgraph hands them out in
 * the order of their heads. */
static void
collect_edges (Reader *reader, Agnode_t *node, GPtrArray *edges)
{
  g_ptr_array_set_size (edges, 0);
  for (Agedge_t *edge = agfstout (reader->graph, node); edge != NULL;
       edge = agnxtout (reader->graph, edge))
    g_ptr_array_add (edges, edge);
  g_ptr_array_sort (edges, compare_edges);
}

static void
read_edges (Reader *reader)
{
  g_autoptr (GArray) assign = g_array_new (FALSE, FALSE, sizeof (CoupletText));
  g_autoptr (GPtrArray) edges = g_ptr_array_new ();
  for (Agnode_t *node = agfstnode (reader->graph); node != NULL;
       node = agnxtnode (reader->graph, node)) {
    gboolean mark = is_mark (reader, node);
    collect_edges (reader, node, edges);
    for (guint i = 0; i < edges->len; i++)
      if (mark)
        set_initial (reader, aghead ((Agedge_t *)g_ptr_array_index (edges, i)));
      else
        read_edge (reader, g_ptr_array_index (edges, i), assign);
  }
}

static void
read_graph (Reader *reader)
{
  g_autoptr (GArray) noise = g_array_new (FALSE, FALSE, sizeof (CoupletNoiseSpec));
  find_symbols (reader);
  read_graph_attributes (reader);
  for (Agnode_t *node = agfstnode (reader->graph); node != NULL;
       node = agnxtnode (reader->graph, node))
    if (!is_mark (reader, node))
      read_node (reader, node, noise);
  read_edges (reader);
}

/* *graph: what cgraph made of source, for the caller to close; NULL = nothing. */
static gboolean
read_automaton (const CoupletSource *source, CoupletBuilder *builder,
                CoupletDiagnostics *diagnostics, Agraph_t **graph)
{
  Reader reader = {.builder = builder, .diagnostics = diagnostics};
  *graph = reader.graph = dot_parse (source, diagnostics);
  if (reader.graph == NULL)
    return FALSE;
  if (!agisdirected (reader.graph)) {
    report (&reader, "graph", "it is undirected; an automaton is a 'digraph'");
    return FALSE;
  }
  if (agisstrict (reader.graph)) {
    report (&reader, "graph",
            "it is strict, which drops all but one of parallel transitions; write 'digraph'");
    return FALSE;
  }
  const DotAttributes known = {GRAPH_ATTRIBUTES, NODE_ATTRIBUTES, EDGE_ATTRIBUTES};
  dot_check_attributes (reader.graph, &known, source, diagnostics);
  read_graph (&reader);
  return TRUE;
}

gboolean
dot_read_automaton (const CoupletSource *source, CoupletBuilder *builder,
                    CoupletDiagnostics *diagnostics)
{
  Agraph_t *graph;
  gboolean good = read_automaton (source, builder, diagnostics, &graph);
  if (graph != NULL)
    agclose (graph);
  return good;
}

gboolean
dot_read_automaton_apart (const CoupletSource *source, CoupletBuilder *builder,
                          CoupletDiagnostics *diagnostics)
{
  Agraph_t *graph;
  return read_automaton (source, builder, diagnostics, &graph);
}
