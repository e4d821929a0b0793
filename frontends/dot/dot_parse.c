/* SPDX-License-Identifier: Apache-2.0 */
#include "dot_parse.h"

#include <couplet/internal/format.h>

#include <stdlib.h>
#include <string.h>

/* cgraph's parser keeps one state on its stack per open bracket. */
#define MAX_NESTING 1000
/* Its lexer takes time quadratic in the length of a word. */
#define LONGEST_TOKEN 65536
/* `{a; b} -> {c; d}` stands for four edges, which take time and memory without standing there. */
#define MOST_PRODUCT_EDGES 1000000

/* cgraph hands messages to a function without data: during a parse they are
 * collected here, per thread. (A variable of thread storage in a module that is
 * loaded later makes LeakSanitizer's tracer crash.) */
static GPrivate collecting = G_PRIVATE_INIT (NULL);

static guint32
line_in (const char *message)
{
  const char *line = strstr (message, "line ");
  return line != NULL ? (guint32)strtoul (line + strlen ("line "), NULL, 10) : 0;
}

/* `syntax error in line 3 near 'x'` without the line, which the place tells. */
static char *
tidy (const char *message)
{
  g_autofree char *text = g_strstrip (g_strdup (message));
  const char *where = strstr (text, " in line ");
  if (where == NULL)
    return g_steal_pointer (&text);
  const char *rest = where + strlen (" in line ");
  rest += strspn (rest, "0123456789");
  return g_strdup_printf ("%.*s%s", (int)(where - text), text, rest);
}

/* Called for each message, which comes in pieces: `Error`, `: `, the text. */
static int
collect (char *message)
{
  g_autofree char *text = tidy (message);
  g_strdelimit (text, "\n", ' ');
  g_autofree char *visible = couplet_make_visible (text);
  g_autofree char *part = g_utf8_substring (visible, 0, MIN (200, g_utf8_strlen (visible, -1)));
  gboolean lead = *part == '\0' || g_str_equal (part, ":") || g_str_equal (part, "Error") ||
                  g_str_equal (part, "Warning");
  CoupletDiagnostics *diagnostics = g_private_get (&collecting);
  if (diagnostics != NULL && !lead)
    couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_ERROR,
                             (CoupletPlace){line_in (message), 0}, "DOT: %s", part);
  return 0;
}

/* ---- Reading from memory ----------------------------------------------------- */

typedef struct {
  const char *at, *end;
} Channel;

/* cgraph reads line by line; longer ones come in pieces. */
static int
read_line (void *data, char *buffer, int size)
{
  Channel *channel = data;
  gsize left = (gsize)(channel->end - channel->at);
  gsize length = MIN (left, (gsize)size);
  const char *newline = memchr (channel->at, '\n', length);
  if (newline != NULL)
    length = (gsize)(newline - channel->at) + 1;
  memcpy (buffer, channel->at, length);
  channel->at += length;
  return (int)length;
}

/* ---- What cgraph must not see --------------------------------------------------- */

static CoupletPlace
place_at (const CoupletSource *source, const char *at)
{
  CoupletPlace place = {1, 1};
  for (const char *p = source->data; p < at; p++) {
    place.column = *p == '\n' ? 1 : place.column + 1;
    place.line += *p == '\n';
  }
  return place;
}

/* After a comment or quoted string that begins at at; at itself otherwise. */
static const char *
skip_opaque (const char *at, const char *end)
{
  const char *stop;
  if (*at == '"') {
    for (stop = at + 1; stop < end && *stop != '"'; stop++)
      if (*stop == '\\' && stop + 1 < end)
        stop++;
    return MIN (stop + 1, end);
  }
  if (*at == '/' && at + 1 < end && at[1] == '*') {
    stop = g_strstr_len (at + 2, end - at - 2, "*/");
    return stop != NULL ? stop + 2 : end;
  }
  if (*at == '/' && at + 1 < end && at[1] == '/') {
    stop = memchr (at, '\n', (gsize)(end - at));
    return stop != NULL ? stop : end;
  }
  return at;
}

static gboolean
is_word_byte (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '.' || (guchar)c >= 0x80;
}

/* After the word, comment or quoted string that begins at at; at itself when
 * none does. */
static const char *
skip_token (const char *at, const char *end)
{
  const char *behind = at;
  while (behind < end && is_word_byte (*behind))
    behind++;
  return behind > at ? behind : skip_opaque (at, end);
}

/* The first place that cgraph would take too long or too deep for, with what is
 * wrong there; NULL when there is none. */
static const char *
find_excess (const CoupletSource *source, const char **wrong)
{
  const char *end = source->data + source->length;
  int depth = 0;
  for (const char *at = source->data; at < end;) {
    const char *behind = skip_token (at, end);
    *wrong = "a name, value or comment is longer than " G_STRINGIFY (LONGEST_TOKEN) " bytes";
    if (behind - at > LONGEST_TOKEN)
      return at;
    if (behind != at) {
      at = behind;
      continue;
    }
    if (*at == '{' || *at == '[' || *at == '<')
      depth++;
    else if (*at == '}' || *at == ']' || (*at == '>' && at > source->data && at[-1] != '-'))
      depth = MAX (depth - 1, 0);
    *wrong = "brackets are nested deeper than " G_STRINGIFY (MAX_NESTING);
    if (depth > MAX_NESTING)
      return at;
    at++;
  }
  return NULL;
}

/* ---- Edges between groups ---------------------------------------------------------------- */

/* A group of nodes that is being read: `{ ... }`. */
typedef struct {
  guint64 nodes;  /* at most */
  guint64 last;   /* of what an arrow may lead from */
  gboolean arrow; /* one stands after that */
} Group;

typedef struct {
  GArray *groups; /* Group: those that are open, the inner ones last */
  guint64 edges;  /* that groups stand for: at most */
  int brackets;   /* `[` that are open */
  gboolean named; /* the next word is not a node: a name of a group or a port */
} Products;

static Group *
inner_group (const Products *products)
{
  return &g_array_index (products->groups, Group, products->groups->len - 1);
}

/* One or more nodes, which the arrow before them, if there is one, leads to. */
static void
add_nodes (Products *products, guint64 n)
{
  Group *group = inner_group (products);
  group->nodes += n;
  if (group->arrow && (n > 1 || group->last > 1))
    products->edges = MIN (products->edges + n * group->last, G_MAXUINT32);
  group->arrow = FALSE;
  group->last = n;
}

static void
take_word (Products *products, const char *word, gsize length)
{
  static const char *const keywords[] = {"graph", "digraph", "subgraph", "strict", "node", "edge"};
  gboolean keyword = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    keyword |=
        strlen (keywords[i]) == length && g_ascii_strncasecmp (word, keywords[i], length) == 0;
  if (!keyword && !products->named && products->brackets == 0)
    add_nodes (products, 1);
  products->named = keyword;
}

static void
take_sign (Products *products, const char *at, const char *end)
{
  const Group none = {0};
  if (*at == '[')
    products->brackets++;
  else if (*at == ']')
    products->brackets--;
  else if (*at == '{')
    g_array_append_val (products->groups, none);
  else if (*at == '}' && products->groups->len > 1) {
    guint64 n = inner_group (products)->nodes;
    g_array_set_size (products->groups, products->groups->len - 1);
    add_nodes (products, n);
  } else if (*at == '-' && at + 1 < end && (at[1] == '>' || at[1] == '-'))
    inner_group (products)->arrow = TRUE;
  products->named = *at == ':' || (products->named && g_ascii_isspace (*at));
}

/* Where edges between groups become more than there may be; NULL = nowhere. */
static const char *
find_products (const CoupletSource *source)
{
  const char *end = source->data + source->length;
  const Group whole = {0};
  g_autoptr (GArray) groups = g_array_new (FALSE, FALSE, sizeof (Group));
  g_array_append_val (groups, whole);
  Products products = {.groups = groups};
  for (const char *at = source->data; at < end;) {
    const char *behind = skip_token (at, end);
    if (behind == at)
      take_sign (&products, at, end);
    else if (*at != '/')
      take_word (&products, at, (gsize)(behind - at));
    if (products.edges > MOST_PRODUCT_EDGES)
      return at;
    at = MAX (behind, at + 1);
  }
  return NULL;
}

static gboolean
is_fit (const CoupletSource *source, CoupletDiagnostics *diagnostics)
{
  const char *nul = memchr (source->data, '\0', source->length), *invalid;
  const char *wrong = NULL, *at = NULL;
  if (nul != NULL) {
    wrong = "a NUL byte; this is not a text";
    at = nul;
  } else if (!g_utf8_validate_len (source->data, source->length, &invalid)) {
    wrong = "not valid UTF-8";
    at = invalid;
  } else if ((at = find_excess (source, &wrong)) == NULL) {
    wrong = "edges between groups of nodes are more than " G_STRINGIFY (MOST_PRODUCT_EDGES);
    at = find_products (source);
  }
  if (at != NULL)
    couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_ERROR, place_at (source, at), "%s",
                             wrong);
  return at == NULL;
}

/* ---- Where a word stands -------------------------------------------------------------- */

/* Whether the token from at to after is word, in quotes or without. */
static gboolean
is_word (const char *at, const char *behind, const char *word)
{
  gboolean quoted = *at == '"' && behind - at >= 2;
  gsize length = (gsize)(behind - at) - (quoted ? 2 : 0);
  return strlen (word) == length && memcmp (at + quoted, word, length) == 0;
}

CoupletPlace
dot_place_of_word (const CoupletSource *source, const char *name)
{
  const char *end = source->data + source->length, *behind, *next;
  for (const char *at = source->data; at < end; at = MAX (behind, at + 1)) {
    behind = next = skip_token (at, end);
    while (next < end && g_ascii_isspace (*next))
      next++;
    if (behind > at && is_word (at, behind, name) && next < end && *next == '=')
      return place_at (source, at);
  }
  return (CoupletPlace){0, 0};
}

/* ---- All of it -------------------------------------------------------------------- */

static guint
errors_in (const CoupletDiagnostics *diagnostics)
{
  return couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR);
}

/* Reads what is left of the file: cgraph would take it for the beginning of the next. */
static void
drain (Channel *channel, Agdisc_t *disc)
{
  g_private_set (&collecting, NULL);
  for (Agraph_t *rest; (rest = agread (channel, disc)) != NULL;)
    agclose (rest);
}

static Agraph_t *
read_only_graph (Channel *channel, Agdisc_t *disc, CoupletDiagnostics *diagnostics)
{
  guint before = errors_in (diagnostics);
  Agraph_t *graph = agread (channel, disc);
  if (graph == NULL) {
    if (errors_in (diagnostics) == before)
      couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_ERROR, (CoupletPlace){0, 0},
                               "there is no graph in the file");
    return NULL;
  }
  Agraph_t *second = errors_in (diagnostics) == before ? agread (channel, disc) : NULL;
  if (second != NULL) {
    couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_ERROR, (CoupletPlace){0, 0},
                             "there are several graphs in the file; expected one");
    agclose (second);
    drain (channel, disc);
  }
  if (errors_in (diagnostics) == before)
    return graph;
  agclose (graph);
  return NULL;
}

Agraph_t *
dot_parse (const CoupletSource *source, CoupletDiagnostics *diagnostics)
{
  if (!is_fit (source, diagnostics))
    return NULL;
  Agiodisc_t io = AgIoDisc;
  io.afread = read_line;
  Agdisc_t disc = {&AgMemDisc, &AgIdDisc, &io};
  Channel channel = {source->data + couplet_text_mark_length (source->data, source->length),
                     source->data + source->length};
  g_private_set (&collecting, diagnostics);
  agusererrf previous = agseterrf (collect);
  agsetfile (NULL); /* diagnostics name the file */
  agreadline (1);
  Agraph_t *graph = read_only_graph (&channel, &disc, diagnostics);
  agseterrf (previous);
  g_private_set (&collecting, NULL);
  return graph;
}
