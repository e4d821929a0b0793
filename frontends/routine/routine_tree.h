/* SPDX-License-Identifier: Apache-2.0 */
/* A function of an ordinary programming language, as far as the front ends of such languages
 * read it: what they have in common, without the language's own words. A reader makes it;
 * routine_read.h makes a mechanism of it. What a reader meets that has no place here it
 * reports itself.
 *
 * All lies in the arena of the SvtFile that the mechanism becomes part of. Expressions and
 * statements nest at most SVT_MAX_NESTING deep, so that walks may recurse.
 */
#ifndef ROUTINE_TREE_H
#define ROUTINE_TREE_H

#include "svt_ast.h"

/* ---- Expressions ---------------------------------------------------------------------- */

typedef enum {
  ROUTINE_NUMBER, /* text: as couplet_rational_parse() reads it */
  ROUTINE_SYMBOL, /* text: True, False, None, or the letters of a string */
  ROUTINE_NAME,
  ROUTINE_MEMBER, /* text, of the object first; NULL = of the language itself */
  ROUTINE_CALL,   /* first: what is called; then the arguments, some with a keyword */
  ROUTINE_ITEM,   /* of the list first, at the index behind it */
  ROUTINE_ADD,
  ROUTINE_SUBTRACT,
  ROUTINE_MULTIPLY,
  ROUTINE_DIVIDE,
  ROUTINE_NEGATE,
  ROUTINE_COMPARE, /* relation */
  ROUTINE_AND,
  ROUTINE_OR,
  ROUTINE_NOT,
  ROUTINE_CHOICE, /* first: the condition, then the value if it holds, then the other */
  ROUTINE_LIST,   /* its items */
  ROUTINE_TUPLE,
  ROUTINE_BUILT, /* a list by a comprehension: the item, the variable, what it runs over */
  ROUTINE_OTHER  /* text: what it is called in messages, `a dictionary`; its parts, of any order */
} RoutineKind;

typedef struct RoutineExpression RoutineExpression;
struct RoutineExpression {
  RoutineKind kind;
  SvtPlace place;
  const char *text;
  const char *keyword; /* of an argument; NULL = by position */
  SvtRelation relation;
  RoutineExpression *first; /* operands, a list by next */
  RoutineExpression *bound; /* OTHER: names with a meaning of its own in all parts; NULL = none */
  RoutineExpression *next;
};

/* ---- Statements ----------------------------------------------------------------------- */

typedef enum {
  ROUTINE_ASSIGN, /* target = value */
  ROUTINE_DO,     /* value, a call, for what it does */
  ROUTINE_IF,     /* value; body and otherwise */
  ROUTINE_WHILE,  /* value; body */
  ROUTINE_FOR,    /* target, over value; body */
  ROUTINE_OUTPUT, /* value is shown to who watches (yield, CHECKDP_OUTPUT) */
  ROUTINE_RETURN, /* value, NULL = nothing */
  ROUTINE_BREAK,
  ROUTINE_CONTINUE
} RoutineStatementKind;

typedef struct RoutineStatement RoutineStatement;

typedef struct {
  RoutineStatement *first; /* a list by next */
} RoutineBlock;

struct RoutineStatement {
  RoutineStatement *next;
  RoutineStatementKind kind;
  SvtPlace place; /* its first line */
  RoutineExpression *target, *value;
  gboolean is_update; /* ASSIGN by `+=` and the like: value has the target in it */
  RoutineBlock body, otherwise;
  guint32 loop; /* FOR, WHILE: its number in the function, from 1; set by routine_program() */
};

/* ---- Functions ------------------------------------------------------------------------ */

typedef struct RoutineArgument RoutineArgument;
struct RoutineArgument {
  RoutineArgument *next;
  const char *name;
  SvtPlace place;
  RoutineExpression *value; /* the default; NULL = none */
};

/* A name that the file gives a meaning: path is `random.laplace` for `from random import laplace as
 * name`, and for `name = random.laplace`; NULL for what the file defines. */
typedef struct RoutineGlobal RoutineGlobal;
struct RoutineGlobal {
  RoutineGlobal *next;
  const char *name, *path;
};

typedef struct {
  const char *name;
  SvtPlace place; /* of the name */
  RoutineArgument *arguments;
  RoutineBlock body;
  /* `name = NUMBER` outside the function, as arguments with a default */
  RoutineArgument *constants;
  struct RoutineHelper *helpers; /* routine_noise.h */
  RoutineGlobal *globals;
  /* what the text says about it, in comments and the like; options win */
  RoutineExpression *claim; /* a multiple of epsilon; NULL = none */
  gboolean says_adjacency;
  CoupletAdjacency adjacency;
  const char *private; /* the private argument; NULL = not said */
  SvtPlace private_place;
} Routine;

/* Whether name, of a function that everyone knows, means another one in the file or the function.
 */
gboolean routine_is_own (const Routine *routine, const char *name);

/* Cleared nodes in file's arena. */
RoutineExpression *routine_expression_new (SvtFile *file, RoutineKind kind, SvtPlace place);
RoutineStatement *routine_statement_new (SvtFile *file, RoutineStatementKind kind, SvtPlace place);

/* An operator with one operand or two (b may be NULL). */
RoutineExpression *routine_operation (SvtFile *file, RoutineKind kind, SvtPlace place,
                                      RoutineExpression *a, RoutineExpression *b);

/* Whether it is the name text. */
gboolean routine_is_name (const RoutineExpression *expression, const char *text);

/* The last name of what is called: `laplace` of `numpy.random.laplace`; NULL = it has none. */
const char *routine_callee (const RoutineExpression *call);

/* The argument called keyword, or else the one at position (from 0; negative = none). */
const RoutineExpression *routine_argument (const RoutineExpression *call, const char *keyword,
                                           int position);

/* Whether expression has a name in it, wherever. */
gboolean routine_mentions (const RoutineExpression *expression, const char *name);

/* The item in `list.append(item)`, `list += [item]`, `list = list + [item]`, and list's name; NULL
 * = s is none of them. */
const RoutineExpression *routine_appended (const RoutineStatement *s, const char **list);

/* Whether expression is made of numbers, truth values and operands by the four operations;
 * is_operand tells of anything else whether it is one. */
typedef gboolean (*RoutineTest) (const RoutineExpression *expression, gconstpointer data);
gboolean routine_is_arithmetic (const RoutineExpression *expression, RoutineTest is_operand,
                                gconstpointer data);

/* Calls visit for each statement of block, and those inside, in the order of the text. */
typedef void (*RoutineVisit) (RoutineStatement *statement, gpointer data);
void routine_visit (const RoutineBlock *block, RoutineVisit visit, gpointer data);

/* The expression as text of one form, whatever its blanks were: equal texts mean equal values
 * where the names' values are equal. */
void routine_append_text (GString *text, const RoutineExpression *expression);

#endif
