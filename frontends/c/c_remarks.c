/* SPDX-License-Identifier: Apache-2.0 */
#include "c_remarks.h"

#include "c_assumption.h"
#include "c_parse.h"

#include <couplet/text.h>

/* A piece of an annotation, and where it stands. */
typedef struct {
  const char *text;
  gsize length;
  SvtPlace place;
} Piece;

typedef struct {
  CoupletContext *context;
  CTree *tree;
  PyObject *parser;
  Routine *routine;
  guint n_types, n_claims;
} Reader;

static void refuse (Reader *reader, Piece piece, const char *format, ...) G_GNUC_PRINTF (3, 4);

static void
refuse (Reader *reader, Piece piece, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  reader->tree->base.refused = TRUE;
  svt_error (reader->tree->base.text->reporter, piece.place, "%s", text);
}

/* ---- Pieces ------------------------------------------------------------------------------ */

static Piece
cut (Piece whole, gsize from, gsize to)
{
  while (from < to && whole.text[from] == ' ')
    from++;
  while (to > from && whole.text[to - 1] == ' ')
    to--;
  whole.place.offset += (guint32)from;
  whole.place.column += (guint32)from;
  whole.place.length = (guint32)(to - from);
  return (Piece){whole.text + from, to - from, whole.place};
}

/* What stands before mark, which is taken off rest; all of it where there is no mark. */
static Piece
take (Piece *rest, char mark)
{
  const char *at = memchr (rest->text, mark, rest->length);
  gsize length = at != NULL ? (gsize)(at - rest->text) : rest->length;
  Piece first = cut (*rest, 0, length);
  *rest = cut (*rest, MIN (length + 1, rest->length), rest->length);
  return first;
}

static gboolean
piece_is (Piece piece, const char *word)
{
  return couplet_text_is ((CoupletText){piece.text, piece.length}, word);
}

/* ---- Expressions ----------------------------------------------------------------------------- */

/* Whether the name stands in piece as a word. */
static gboolean
piece_mentions (Piece piece, const char *name)
{
  gsize length = strlen (name);
  for (gsize i = 0; i + length <= piece.length; i++) {
    gboolean begins = i == 0 || !(g_ascii_isalnum (piece.text[i - 1]) || piece.text[i - 1] == '_');
    gsize end = i + length;
    gboolean ends =
        end == piece.length || !(g_ascii_isalnum (piece.text[end]) || piece.text[end] == '_');
    if (begins && ends && memcmp (piece.text + i, name, length) == 0)
      return TRUE;
  }
  return FALSE;
}

/* NULL with an error reported. */
static RoutineExpression *
read_expression (Reader *reader, Piece piece)
{
  CTree *tree = reader->tree;
  const char *private = reader->routine->private;
  if (private != NULL && piece_mentions (piece, private)) {
    refuse (
        reader, piece,
        "what is said here of the private answers is not read; remove it, or verify without it");
    return NULL;
  }
  g_autoptr (PyObject) node = c_parse_alone (reader->parser, piece.text, piece.length);
  if (node == NULL) {
    refuse (reader, piece, "this is no expression of C");
    return NULL;
  }
  gboolean before = tree->base.refused;
  tree->base.refused = FALSE;
  tree->origin = piece.place;
  RoutineExpression *expression = c_expression (tree, node);
  tree->origin.line = 0;
  gboolean good = !tree->base.refused;
  tree->base.refused |= before;
  return good ? expression : NULL;
}

/* ---- Types ---------------------------------------------------------------------------------- */

/* `<*, *>`, `<0, 0>`, with blanks anywhere. */
static gboolean
is_pair (Piece piece, char both)
{
  char found[6] = {0};
  guint n = 0;
  for (gsize i = 0; i < piece.length; i++)
    if (piece.text[i] != ' ' && n < sizeof found - 1)
      found[n++] = piece.text[i];
  const char wanted[] = {'<', both, ',', both, '>', '\0'};
  return g_str_equal (found, wanted);
}

static void
read_type (Reader *reader, Piece item)
{
  Piece type = item, name = take (&type, ':');
  g_autofree char *text = g_strndup (name.text, name.length);
  const CVariable *parameter = c_scope_find (&reader->tree->scope, text);
  g_autofree char *quoted = couplet_quote (text, -1);
  if (parameter == NULL)
    refuse (reader, item, "the function has no parameter %s", quoted);
  else if (is_pair (type, '*') && reader->routine->private != NULL)
    refuse (reader, item, "%s is private beside '%s'; one array of answers, or one answer, is read",
            quoted, reader->routine->private);
  else if (is_pair (type, '*')) {
    reader->routine->private = parameter->name;
    reader->routine->private_place = item.place;
  } else if (!is_pair (type, '0'))
    refuse (reader, item,
            "this distance is not read; write <0, 0> for what everyone knows, or <*, *> for the "
            "private answers");
}

static void
read_types (Reader *reader, Piece rest)
{
  if (reader->n_types++ > 0)
    refuse (reader, rest, "'TYPES:' is said twice; write it once");
  while (rest.length > 0) {
    Piece item = take (&rest, ';');
    if (item.length > 0)
      read_type (reader, item);
  }
}

/* ---- Preconditions -------------------------------------------------------------------------- */

static const struct {
  const char *word;
  CoupletAdjacency adjacency;
} ADJACENCIES[] = {{"ALL_DIFFER", COUPLET_ADJACENT_ANY},
                   {"ONE_DIFFER", COUPLET_ADJACENT_ONE},
                   {"INCREASING", COUPLET_ADJACENT_MONOTONIC},
                   {"DECREASING", COUPLET_ADJACENT_MONOTONIC}};

/* FALSE: it is no word for a way that answers differ. */
static gboolean
read_adjacency (Reader *reader, Piece item)
{
  Routine *routine = reader->routine;
  for (guint i = 0; i < G_N_ELEMENTS (ADJACENCIES); i++) {
    if (!piece_is (item, ADJACENCIES[i].word))
      continue;
    if (routine->says_adjacency)
      refuse (reader, item, "how answers differ is said twice; say it once");
    routine->says_adjacency = TRUE;
    routine->adjacency = ADJACENCIES[i].adjacency;
    return TRUE;
  }
  return FALSE;
}

static void
read_assumption (Reader *reader, Piece inside)
{
  RoutineExpression *condition = read_expression (reader, inside);
  const char *wrong = condition != NULL
                          ? c_assumption_check (reader->context, condition, reader->tree->ends)
                          : NULL;
  if (wrong != NULL)
    refuse (reader, inside, "%s", wrong);
}

static void
read_precondition (Reader *reader, Piece item)
{
  Piece rest = item, word = take (&rest, '(');
  if (read_adjacency (reader, item))
    return;
  if (piece_is (word, "ASSUME") && rest.length > 0 && rest.text[rest.length - 1] == ')')
    read_assumption (reader, cut (rest, 0, rest.length - 1));
  else
    refuse (
        reader, item,
        "this precondition is not read; write ALL_DIFFER, ONE_DIFFER, INCREASING, DECREASING or "
        "ASSUME(CONDITION)");
}

static void
read_preconditions (Reader *reader, Piece rest)
{
  while (rest.length > 0) {
    Piece item = take (&rest, ';');
    if (item.length > 0)
      read_precondition (reader, item);
  }
}

/* ---- All of it ------------------------------------------------------------------------------ */

static void
read_claim (Reader *reader, Piece rest)
{
  Piece claim = take (&rest, ';');
  if (reader->n_claims++ > 0 || rest.length > 0)
    refuse (reader, claim, "there are several claims; write one");
  else
    reader->routine->claim = read_expression (reader, claim);
}

static const struct {
  const char *word;
  void (*read) (Reader *reader, Piece rest);
} READERS[] = {{"TYPES", read_types}, {"PRECONDITION", read_preconditions}, {"CHECK", read_claim}};

/* Without its marks; of no length with an error reported. */
static Piece
piece_of (Reader *reader, const RoutineExpression *remark)
{
  const SvtReporter *reporter = reader->tree->base.text->reporter;
  SvtPlace place = remark->place;
  gsize length = remark->text != NULL ? strlen (remark->text) : 0;
  Piece whole = {reporter->text + place.offset, length, place};
  if (length >= 2 && place.offset + length <= reporter->length &&
      memcmp (whole.text, remark->text, length) == 0 && memchr (whole.text, '\\', length) == NULL)
    return cut (whole, 1, length - 1);
  refuse (reader, (Piece){"", 0, place},
          "an annotation in pieces or with '\\' is not read; write it as one text in one line");
  return (Piece){"", 0, place};
}

static gboolean
is_known (Piece word)
{
  gboolean known = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (READERS); i++)
    known |= piece_is (word, READERS[i].word);
  return known;
}

static void
read_remarks (Reader *reader, guint kind)
{
  GPtrArray *all = reader->tree->remarks;
  for (guint i = 0; i < all->len; i++) {
    Piece rest = piece_of (reader, all->pdata[i]), word = take (&rest, ':');
    if (piece_is (word, READERS[kind].word))
      READERS[kind].read (reader, rest);
    else if (kind == 0 && !is_known (word))
      refuse (reader, word,
              "a text that stands as a statement is read as an annotation; it begins with TYPES:, "
              "PRECONDITION: or CHECK:");
  }
}

void
c_remarks_read (CoupletContext *context, CTree *tree, PyObject *parser, Routine *routine)
{
  Reader reader = {.context = context, .tree = tree, .parser = parser, .routine = routine};
  for (guint kind = 0; kind < G_N_ELEMENTS (READERS); kind++)
    read_remarks (&reader, kind);
}
