/* SPDX-License-Identifier: Apache-2.0 */
/* The tree of a program that reads values, compares them with thresholds and outputs
 * symbols (docs/language.md): what front ends of programs share. svt_build.h says how one
 * makes it. It lies in an arena; expressions and conditions lie in postfix order in arrays
 * of the file, so that no walk over them recurses. Blocks nest at most SVT_MAX_NESTING
 * deep.
 */
#ifndef SVT_AST_H
#define SVT_AST_H

#include "svt_message.h"

#include <couplet/internal/arena.h>
#include <couplet/internal/automaton.h>

/* Braces and parentheses, together. */
#define SVT_MAX_NESTING 200

/* What a name stands for in the mechanism being read; set by svt_check(). */
typedef enum { SVT_UNUSED, SVT_PARAMETER, SVT_THRESHOLD, SVT_READING, SVT_WHOLE } SvtRole;

/* A name, once per file. */
typedef struct {
  const char *text;
  SvtRole role;
  guint32 index;        /* of the parameter, threshold or whole-number variable */
  SvtPlace first;       /* where it got its role */
  gboolean is_compared; /* a threshold that some condition names */
  gboolean is_in_scope; /* a variable, where svt_check() is */
} SvtName;

/* ---- Expressions and conditions, in postfix order -------------------------------- */

typedef enum {
  SVT_NUMBER,
  SVT_VARIABLE,
  SVT_EPS,
  SVT_ADD,
  SVT_SUBTRACT,
  SVT_MULTIPLY,
  SVT_DIVIDE,
  SVT_NEGATE
} SvtTermKind;

typedef struct {
  SvtTermKind kind;
  SvtPlace place;
  SvtName *name;      /* SVT_VARIABLE */
  const char *number; /* SVT_NUMBER: for couplet_rational_parse() */
} SvtTerm;

/* n terms from SvtFile.terms[first] on. */
typedef struct {
  guint32 first, n;
  SvtPlace place;
} SvtExpression;

typedef enum { SVT_LITERAL, SVT_COMPARISON, SVT_AND, SVT_OR, SVT_NOT } SvtConditionKind;

typedef enum { SVT_LESS, SVT_AT_MOST, SVT_MORE, SVT_AT_LEAST, SVT_EQUAL, SVT_UNEQUAL } SvtRelation;

typedef struct {
  SvtConditionKind kind;
  SvtPlace place;
  /* both: of a value with a threshold (SVT_LITERAL), or of numbers (SVT_COMPARISON);
   * svt_check() tells them apart */
  SvtExpression left, right;
  SvtRelation relation;
  SvtPlace relation_place;
  SvtName *sample, *threshold;  /* left and right where they are names, else NULL */
  CoupletComparison comparison; /* SVT_LITERAL */
} SvtConditionTerm;

/* n terms from SvtFile.conditions[first] on. */
typedef struct {
  guint32 first, n;
  SvtPlace place;
} SvtCondition;

/* ---- Statements ------------------------------------------------------------------- */

/* What noise is called: `lap`. */
const char *svt_noise_call (CoupletNoiseKind noise);

/* One term of a draw: a constant (COUPLET_NOISELESS), or noise, whose scale is value. */
typedef struct SvtSummand SvtSummand;
struct SvtSummand {
  SvtSummand *next;
  CoupletNoiseKind noise;
  gboolean is_negative;
  SvtExpression value;
  SvtPlace place;
};

/* `private + 3 + lap(2/eps)`; a fresh one has no input of its own. */
typedef struct {
  CoupletInput input;
  SvtSummand *summands;
  SvtPlace place;
  /* set by svt_check(), for CoupletStateSpec */
  CoupletNoiseKind noise;
  const char *d;  /* `none` = without noise */
  const char *mu; /* NULL = 0 */
} SvtDraw;

typedef enum {
  SVT_READ,
  SVT_ASSIGN,
  SVT_DECLARE, /* a whole-number variable, with its first value */
  SVT_SET,     /* its next value */
  SVT_IF,
  SVT_LOOP,
  SVT_REPEAT,
  SVT_OUTPUT,
  SVT_BREAK,
  SVT_CONTINUE,
  SVT_HALT
} SvtStatementKind;

typedef enum {
  SVT_OUTPUT_SYMBOL, /* or a value: svt_check() tells them apart */
  SVT_OUTPUT_VALUE,
  SVT_OUTPUT_FRESH,
  SVT_OUTPUT_GAP, /* the value read less a threshold */
  /* these read answers of their own */
  SVT_OUTPUT_ARGMAX, /* the index of the largest of several answers */
  SVT_OUTPUT_SNAP    /* an answer, snapped */
} SvtOutputKind;

/* How a value is rounded to a grid and clamped to a bound before it is output. */
typedef struct {
  SvtExpression bound, grid;
  gboolean is_floating;   /* computed with doubles */
  const char *bound_text; /* set by svt_check(), for CoupletStateSpec */
  const char *grid_text;
} SvtSnap;

typedef struct SvtStatement SvtStatement;
typedef struct SvtBranch SvtBranch;

typedef struct {
  SvtStatement *first; /* a list by next */
  SvtPlace place;      /* with the braces */
} SvtBlock;

/* `if C {...}`, `else if C {...}` or `else {...}`. */
struct SvtBranch {
  SvtBranch *next;
  SvtPlace place; /* of the `if` or the last `else` */
  gboolean has_condition;
  SvtCondition condition;
  SvtBlock body;
  gboolean reached;  /* by some run; set by svt_compile() */
  gboolean reported; /* an error about it: once is enough */
};

struct SvtStatement {
  SvtStatement *next;
  SvtStatementKind kind;
  SvtPlace place;        /* its first words; of READ all of it */
  gboolean is_threshold; /* READ */
  SvtName *name; /* READ, ASSIGN, DECLARE, SET: what gets the value; OUTPUT: symbol or value */
  SvtPlace name_place;
  /* ASSIGN: the value; OUTPUT: the threshold in parentheses, or after the minus sign, or NULL */
  SvtName *source;
  SvtPlace source_place;
  SvtOutputKind output;
  SvtDraw *draw;       /* READ, OUTPUT fresh, argmax and snap */
  SvtSnap *snap;       /* OUTPUT snap, or of a fresh value; else NULL */
  SvtExpression value; /* REPEAT: its rounds; DECLARE, SET; OUTPUT argmax: its answers */
  guint32 count;       /* REPEAT, OUTPUT argmax; set by svt_check() */
  SvtBranch *branches; /* IF */
  SvtBlock body;       /* LOOP, REPEAT */
  gboolean reached;    /* by some run; set by svt_compile() */
};

/* ---- Files -------------------------------------------------------------------------- */

typedef struct SvtParameter SvtParameter;
struct SvtParameter {
  SvtParameter *next;
  SvtName *name;
  SvtPlace place;
  gboolean has_value;
  SvtExpression value;
};

/* What may stand at the top, of a file or of a mechanism. */
typedef struct {
  gboolean has_sampling, has_adjacency, has_sensitivity, has_claim;
  CoupletSampling sampling;
  CoupletAdjacency adjacency;
  SvtExpression sensitivity;
  SvtExpression claim;
} SvtHeader;

typedef struct SvtMechanism SvtMechanism;
struct SvtMechanism {
  SvtMechanism *next;
  SvtName *name;
  SvtPlace place; /* of the name */
  SvtParameter *parameters;
  SvtHeader header;
  SvtBlock body;
};

typedef struct {
  CoupletArena *arena;
  GHashTable *names;  /* text to SvtName */
  GArray *terms;      /* SvtTerm */
  GArray *conditions; /* SvtConditionTerm */
  SvtHeader header;
  SvtMechanism *mechanisms;
} SvtFile;

/* An empty file. The caller frees it with svt_file_free(). */
SvtFile *svt_file_new (void);
void svt_file_free (SvtFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SvtFile, svt_file_free)

/* The one record for a name, whose text is copied. */
SvtName *svt_file_intern (SvtFile *file, const char *text, gsize length);

/* The name nearest to text among those with one of roles, bits 1 << SvtRole; NULL when none
 * is near. */
const char *svt_file_nearest (const SvtFile *file, const char *text, guint roles);

/* Allocates a cleared type in the file's arena. */
#define svt_file_new_node(file, type) ((type *)svt_file_alloc ((file), sizeof (type)))
gpointer svt_file_alloc (SvtFile *file, gsize size);

/* Whether a value is read by the statement itself: it is a state of the automaton. */
static inline gboolean
svt_reads (const SvtStatement *statement)
{
  return statement->kind == SVT_READ ||
         (statement->kind == SVT_OUTPUT && statement->output >= SVT_OUTPUT_ARGMAX);
}

static inline const SvtTerm *
svt_expression_terms (const SvtFile *file, const SvtExpression *expression)
{
  return &g_array_index (file->terms, SvtTerm, expression->first);
}

static inline const SvtConditionTerm *
svt_condition_terms (const SvtFile *file, const SvtCondition *condition)
{
  return &g_array_index (file->conditions, SvtConditionTerm, condition->first);
}

#endif
