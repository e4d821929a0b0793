/* SPDX-License-Identifier: Apache-2.0 */
#include "python_says.h"

#include "python_bound.h"

#include <couplet/automaton.h>
#include <couplet/text.h>

#define MARK "couplet:"

typedef struct {
  PythonTree *tree;
  Routine *routine;
} Saying;

/* ---- Lines -------------------------------------------------------------------------------- */

/* A piece of the text, in one line. */
typedef struct {
  guint32 line, start, end; /* offsets */
} Piece;

static const char *
text_of (const PythonTree *tree)
{
  return tree->text->reporter->text;
}

/* The line without blanks on both sides. */
static Piece
line_of (const PythonTree *tree, guint32 line)
{
  const GArray *lines = tree->text->lines;
  guint32 start = g_array_index (lines, guint32, line - 1);
  guint32 end = line < lines->len ? g_array_index (lines, guint32, line)
                                  : (guint32)tree->text->reporter->length;
  while (end > start && g_ascii_isspace (text_of (tree)[end - 1]))
    end--;
  while (start < end && g_ascii_isspace (text_of (tree)[start]))
    start++;
  return (Piece){line, start, end};
}

static Piece
skip_blanks (const PythonTree *tree, Piece piece)
{
  while (piece.start < piece.end && g_ascii_isspace (text_of (tree)[piece.start]))
    piece.start++;
  return piece;
}

/* Takes the word that piece begins with, which ends before a blank, from it. */
static Piece
take_word (const PythonTree *tree, Piece *piece)
{
  Piece word = *piece;
  while (piece->start < piece->end && !g_ascii_isspace (text_of (tree)[piece->start]))
    piece->start++;
  word.end = piece->start;
  *piece = skip_blanks (tree, *piece);
  return word;
}

static gboolean
begins (const PythonTree *tree, Piece piece, const char *word)
{
  return piece.end - piece.start >= strlen (word) &&
         memcmp (text_of (tree) + piece.start, word, strlen (word)) == 0;
}

static gboolean
equals (const PythonTree *tree, Piece piece, const char *word)
{
  return piece.end - piece.start == strlen (word) && begins (tree, piece, word);
}

/* Whether piece is a comment for couplet; then it becomes what stands behind the mark. */
static gboolean
is_comment (const PythonTree *tree, Piece *piece)
{
  if (!begins (tree, *piece, "#"))
    return FALSE;
  Piece inside = {piece->line, piece->start + 1, piece->end};
  inside = skip_blanks (tree, inside);
  if (!begins (tree, inside, MARK))
    return FALSE;
  inside.start += (guint32)strlen (MARK);
  *piece = skip_blanks (tree, inside);
  return TRUE;
}

static SvtPlace
place_of (const PythonTree *tree, Piece piece)
{
  long start = (long)g_array_index (tree->text->lines, guint32, piece.line - 1);
  return python_place (tree->text, piece.line, piece.start - start, piece.line, piece.end - start);
}

static void
refuse (const Saying *saying, Piece piece, const char *what)
{
  saying->tree->refused = TRUE;
  svt_error (saying->tree->text->reporter, place_of (saying->tree, piece), "%s", what);
}

/* ---- What they say -------------------------------------------------------------------------- */

static void
say_claim (const Saying *saying, Piece value)
{
  g_autofree char *text = g_strndup (text_of (saying->tree) + value.start, value.end - value.start);
  SvtPlace place = place_of (saying->tree, value);
  g_autoptr (PyObject) parsed = python_parse_expression (saying->tree->text, text, place);
  if (parsed == NULL || value.start == value.end) {
    refuse (saying, value, "expected a multiple of epsilon, as in '# couplet: claim 2*epsilon'");
    return;
  }
  g_autoptr (PyObject) body = python_get (parsed, "body");
  saying->routine->claim = python_expression (saying->tree, body);
}

static void
say_adjacency (const Saying *saying, Piece value)
{
  CoupletAdjacency adjacency = COUPLET_ADJACENT_ANY;
  while (adjacency < COUPLET_ADJACENT_ONE &&
         !equals (saying->tree, value, couplet_adjacency_to_string (adjacency)))
    adjacency++;
  if (!equals (saying->tree, value, couplet_adjacency_to_string (adjacency)))
    refuse (saying, value,
            "expected any, monotonic or one, as in '# couplet: adjacency monotonic'");
  saying->routine->says_adjacency = TRUE;
  saying->routine->adjacency = adjacency;
}

static void
say_private (const Saying *saying, Piece value)
{
  gsize length = value.end - value.start;
  if (length == 0)
    refuse (saying, value, "expected the name of an argument, as in '# couplet: private queries'");
  saying->routine->private = couplet_arena_strndup (saying->tree->file->arena,
                                                    text_of (saying->tree) + value.start, length);
  saying->routine->private_place = place_of (saying->tree, value);
}

static const struct {
  const char *word;
  void (*say) (const Saying *saying, Piece value);
} WORDS[] = {{"claim", say_claim}, {"adjacency", say_adjacency}, {"private", say_private}};

static gboolean
is_said (const Routine *routine, guint word)
{
  return word == 0   ? routine->claim != NULL
         : word == 1 ? routine->says_adjacency
                     : routine->private != NULL;
}

static void
say (const Saying *saying, Piece comment)
{
  Piece word = take_word (saying->tree, &comment);
  for (guint i = 0; i < G_N_ELEMENTS (WORDS); i++) {
    if (!equals (saying->tree, word, WORDS[i].word))
      continue;
    if (is_said (saying->routine, i))
      refuse (saying, word, "this is said twice; remove one");
    else
      WORDS[i].say (saying, comment);
    return;
  }
  refuse (saying, word,
          "expected claim, adjacency or private behind '# couplet:', as in '# couplet: claim "
          "epsilon'");
}

/* A comment behind a statement is seen as easily, and read by no one. */
static void
look_behind (const Saying *saying, Piece line)
{
  for (; line.start < line.end; line.start++) {
    Piece comment = line;
    if (is_comment (saying->tree, &comment)) {
      refuse (saying, line, "a comment for couplet stands on a line of its own");
      return;
    }
  }
}

/* Adds the lines that begin inside a text of node, numbers of lines, to inside. */
static void
add_lines_of_texts (const PythonTree *tree, PyObject *node, GHashTable *inside)
{
  g_autoptr (GPtrArray) stack = g_ptr_array_new_with_free_func ((GDestroyNotify)Py_DecRef);
  g_ptr_array_add (stack, Py_NewRef (node));
  while (stack->len > 0) {
    PyObject *top = g_ptr_array_steal_index (stack, stack->len - 1);
    guint32 first, last;
    if (python_is (top, "Constant") || python_is (top, "JoinedStr")) {
      python_lines_of (tree, top, &first, &last);
      for (guint32 line = first + 1; line <= last; line++)
        g_hash_table_add (inside, GUINT_TO_POINTER (line));
    }
    python_push_children (top, stack);
    Py_DECREF (top);
  }
}

void
python_read_says (PythonTree *tree, PyObject *function, Routine *routine)
{
  const Saying saying = {tree, routine};
  guint32 first, last;
  g_autoptr (GHashTable) inside = g_hash_table_new (NULL, NULL);
  add_lines_of_texts (tree, function, inside);
  python_lines_of (tree, function, &first, &last);
  while (first > 1 && begins (tree, line_of (tree, first - 1), "#"))
    first--;
  for (; first <= last; first++) {
    Piece line = line_of (tree, first);
    if (g_hash_table_contains (inside, GUINT_TO_POINTER (first)))
      continue; /* what a text says is no comment */
    if (is_comment (tree, &line))
      say (&saying, line);
    else
      look_behind (&saying, line);
  }
}
