/* SPDX-License-Identifier: Apache-2.0 */
/* What is told, apart from how it is printed: headings, paragraphs, items and
 * tables made of lines, and lines made of atoms (words, names, mathematics).
 * Built by the stories, read by the printers.
 */
#ifndef COUPLET_EXPLAIN_DOCUMENT_H
#define COUPLET_EXPLAIN_DOCUMENT_H

#include <couplet/model.h>

typedef enum {
  ATOM_TEXT,     /* words */
  ATOM_STRONG,   /* words that stand out */
  ATOM_CODE,     /* a name or notation of the input */
  ATOM_RULE,     /* a proof rule */
  ATOM_BAR,      /* part of whole, both multiples of one unit */
  ATOM_NOTE,     /* a footnote: a line of its own */
  ATOM_VARIABLE, /* from here on mathematics */
  ATOM_NUMBER,   /* lowest terms, not negative */
  ATOM_INDEX,    /* of the variable before it */
  ATOM_SIGN,
  ATOM_POWER /* an exponent: a line of its own */
} AtomKind;

typedef enum {
  SIGN_PLUS,
  SIGN_MINUS, /* between two terms */
  SIGN_NEGATIVE,
  SIGN_EQUAL,
  SIGN_TIMES,
  SIGN_AT_MOST,
  SIGN_AT_LEAST,
  SIGN_ARROW,
  SIGN_INFINITE,
  SIGN_EPSILON,
  SIGN_OPEN,
  SIGN_CLOSE,
  SIGN_MAGNITUDE, /* one side of |...| */
  SIGN_FIRST_RUN, /* <1> after a variable */
  SIGN_SECOND_RUN,
  N_SIGNS
} Sign;

typedef struct Line Line;

typedef struct {
  AtomKind kind;
  Sign sign;      /* SIGN */
  char *text;     /* the others but BAR, NOTE and POWER; valid UTF-8 without control characters */
  double part;    /* BAR: 0 .. 1, for the eye only */
  Line *exponent; /* POWER, NOTE */
} Atom;

struct Line {
  GArray *atoms; /* Atom */
};

typedef enum { BLOCK_HEADING, BLOCK_PARAGRAPH, BLOCK_ITEM, BLOCK_TABLE } BlockKind;

typedef struct {
  Line *title;
  gboolean right; /* flush right */
} Column;

/* cells: a Line per column. total: a rule is drawn above. */
typedef struct {
  GPtrArray *cells;
  gboolean total;
} Row;

typedef struct {
  GArray *columns; /* Column */
  GPtrArray *rows; /* Row */
} Table;

typedef struct {
  BlockKind kind;
  int level;    /* HEADING: 1, 2 */
  Line *line;   /* all but TABLE */
  Table *table; /* TABLE */
} Block;

typedef struct {
  GPtrArray *blocks; /* Block */
} Document;

Document *document_new (void);
void document_free (Document *document);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Document, document_free)

Line *line_new (void);
void line_free (Line *line);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Line, line_free)

/* Appends to line what format says: plain words; signs in braces, `{<=}` `{>=}`
 * `{=}` `{+}` `{-}` `{neg}` `{*}` `{->}` `{inf}` `{eps}` `{(}` `{)}` `{|}`
 * `{1}` `{2}`; and arguments, which the compiler checks as those of printf(), with what they are
 * in braces after them:
 *   %s words            %s{b} words that stand out   %s{c} a name of the input
 *   %s{r} a rule        %s{v} a variable             %u{i} an index
 *   %u words: a number  %d mathematics               %s{m} mathematics: digits
 *   %p{q} mathematics: a const CoupletRational *     %p{l} another line's atoms (const Line *)
 *   %p{p} an exponent (Line *, taken)          %p{n} a footnote (Line *, taken) */
void line_put (Line *line, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* A bar that shows part / whole. whole > 0. */
void line_put_bar (Line *line, const CoupletRational *part, const CoupletRational *whole);

/* Blocks at the end of document; the lines returned are filled by the caller. */
Line *document_heading (Document *document, int level);
Line *document_paragraph (Document *document);
Line *document_item (Document *document);
Table *document_table (Document *document);

/* Moves the blocks of other to the end of document. */
void document_take (Document *document, Document *other);

/* title may be NULL; the line returned goes on from it. */
Line *table_add_column (Table *table, const char *title, gboolean right);
/* A row of empty cells, one per column. */
Row *table_add_row (Table *table);
/* The row's cell in a column. */
Line *row_cell (const Row *row, guint column);

#endif
