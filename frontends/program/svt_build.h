/* SPDX-License-Identifier: Apache-2.0 */
/* Making the tree of a program: how another front end builds one.
 *
 *   SvtReporter reporter = {diagnostics, text, length};
 *   SvtFile *file = svt_file_new ();
 *   SvtMechanism *m = svt_build_mechanism (file, svt_file_intern (file, "m", 1), place);
 *   SvtStatements body = {NULL, NULL};
 *   SvtDraw *draw = svt_build_draw (file, COUPLET_PUBLIC, place);
 *   svt_build_add (file, draw, COUPLET_LAPLACE, scale, FALSE, place);
 *   svt_build_append (&body, svt_build_read (file, TRUE, x, place, draw, place));
 *   m->body = (SvtBlock){body.first, place};
 *   svt_file_append (file, m);
 *   SvtProgram *program = svt_check (context, &reporter, file);   // svt_check.h
 *   good = program != NULL && svt_compile (context, program, builder);   // svt_compile.h
 *
 * Rules:
 * - Every place lies in the reporter's text, for messages show the line it begins on;
 *   line numbers are also the names of the automaton's states, so two readings that are
 *   to have different names stand at different places.
 * - Names are interned in the file; the checks give them their roles, so a name is one
 *   thing (value, threshold, parameter, whole number or symbol) in a whole mechanism.
 * - Expressions and conditions are in postfix order: all operands of an operator are
 *   built one directly after the other, nothing else in between, and then the operator,
 *   which is given the first operand.
 * - Blocks nest at most SVT_MAX_NESTING deep: the front end reports deeper ones, since
 *   walks along the tree recurse by blocks.
 * - svt_check() and svt_compile() report what is wrong with a program, in the words of
 *   docs/language.md; a front end of another language reports what that language has
 *   and the tree has not before it calls them.
 *
 * All nodes belong to the file. Nothing here reports errors.
 */
#ifndef SVT_BUILD_H
#define SVT_BUILD_H

#include "svt_ast.h"

/* ---- Expressions ---------------------------------------------------------------------- */

/* A number as couplet_rational_parse() reads it; the text is copied. */
SvtExpression svt_build_number (SvtFile *file, CoupletText text, SvtPlace place);
/* A parameter, whole number, or, in a condition, value or threshold. */
SvtExpression svt_build_name (SvtFile *file, SvtName *name, SvtPlace place);
SvtExpression svt_build_eps (SvtFile *file, SvtPlace place);
/* An operator after its operands, the first of which, or the only one, is given. */
SvtExpression svt_build_operation (SvtFile *file, SvtTermKind kind, SvtExpression first,
                                   SvtPlace place);

/* ---- Conditions ----------------------------------------------------------------------- */

/* left and right: of a value with a threshold, or of numbers. */
SvtCondition svt_build_comparison (SvtFile *file, SvtExpression left, SvtRelation relation,
                                   SvtPlace relation_place, SvtExpression right, SvtPlace place);
/* SVT_AND, SVT_OR or SVT_NOT after its operands, the first of which, or the only one, is
 * given. */
SvtCondition svt_build_connective (SvtFile *file, SvtConditionKind kind, SvtCondition first,
                                   SvtPlace place);

/* ---- Draws ---------------------------------------------------------------------------- */

/* A draw without summands yet; input is of no account for fresh ones. */
SvtDraw *svt_build_draw (SvtFile *file, CoupletInput input, SvtPlace place);
/* Adds a constant (noise COUPLET_NOISELESS), which may be negative, or noise of the scale
 * value, a multiple of 1/eps or 0. Their order does not matter; each draw has exactly one
 * noise. */
void svt_build_add (SvtFile *file, SvtDraw *draw, CoupletNoiseKind noise, SvtExpression value,
                    gboolean is_negative, SvtPlace place);

/* ---- Statements ----------------------------------------------------------------------- */

/* Reads into a value, or a threshold. */
SvtStatement *svt_build_read (SvtFile *file, gboolean is_threshold, SvtName *name,
                              SvtPlace name_place, SvtDraw *draw, SvtPlace place);
/* threshold := value. */
SvtStatement *svt_build_store (SvtFile *file, SvtName *threshold, SvtPlace threshold_place,
                               SvtName *value, SvtPlace value_place, SvtPlace place);
/* Declares a whole number (SVT_DECLARE), which lasts to the end of its block, or gives one
 * its next value (SVT_SET). */
SvtStatement *svt_build_set (SvtFile *file, SvtStatementKind kind, SvtName *name,
                             SvtPlace name_place, SvtPlace equals_place, SvtExpression value,
                             SvtPlace place);
/* A symbol, or the value read last where name is one. */
SvtStatement *svt_build_output (SvtFile *file, SvtName *name, SvtPlace name_place, SvtPlace place);
/* The value's copy for threshold (SVT_OUTPUT_VALUE), or the value less it (SVT_OUTPUT_GAP). */
SvtStatement *svt_build_output_of (SvtFile *file, SvtOutputKind kind, SvtName *name,
                                   SvtPlace name_place, SvtName *threshold,
                                   SvtPlace threshold_place, SvtPlace place);
/* The input read last with other noise. */
SvtStatement *svt_build_output_fresh (SvtFile *file, SvtDraw *draw, SvtPlace place);
/* The index of the largest of n answers, each drawn as draw says. */
SvtStatement *svt_build_output_argmax (SvtFile *file, SvtExpression n, SvtDraw *draw,
                                       SvtPlace place);
/* An answer of its own (fresh false), or the input read last with other noise, rounded to
 * multiples of grid and clamped to bound; is_floating: computed with doubles. */
SvtStatement *svt_build_output_snap (SvtFile *file, gboolean fresh, SvtDraw *draw,
                                     SvtExpression bound, SvtExpression grid, gboolean is_floating,
                                     SvtPlace place);
/* `if`, with a list of branches by next, of which only the last may lack a condition. */
SvtStatement *svt_build_if (SvtFile *file, SvtBranch *branches);
/* condition NULL: the `else`. */
SvtBranch *svt_build_branch (SvtFile *file, SvtPlace place, const SvtCondition *condition,
                             SvtBlock body);
SvtStatement *svt_build_loop (SvtFile *file, SvtBlock body, SvtPlace place);
SvtStatement *svt_build_repeat (SvtFile *file, SvtExpression times, SvtBlock body, SvtPlace place);
/* SVT_BREAK, SVT_CONTINUE or SVT_HALT. */
SvtStatement *svt_build_jump (SvtFile *file, SvtStatementKind kind, SvtPlace place);

/* A list of statements while it is built. */
typedef struct {
  SvtStatement *first, *last;
} SvtStatements;

/* Puts statement, or nothing for NULL, after the others. */
void svt_build_append (SvtStatements *list, SvtStatement *statement);

/* ---- Mechanisms ----------------------------------------------------------------------- */

/* A mechanism without parameters, header and body yet. */
SvtMechanism *svt_build_mechanism (SvtFile *file, SvtName *name, SvtPlace place);
/* value NULL: it has to be given one with -D. */
SvtParameter *svt_build_parameter (SvtFile *file, SvtName *name, SvtPlace place,
                                   const SvtExpression *value);
/* Puts mechanism after those that the file has. */
void svt_file_append (SvtFile *file, SvtMechanism *mechanism);

#endif
