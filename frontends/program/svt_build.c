/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_build.h"

/* ---- Expressions ---------------------------------------------------------------------- */

static SvtExpression
add_term (SvtFile *file, SvtTerm term)
{
  SvtExpression leaf = {file->terms->len, 1, term.place};
  g_array_append_val (file->terms, term);
  return leaf;
}

SvtExpression
svt_build_number (SvtFile *file, CoupletText text, SvtPlace place)
{
  const char *number = couplet_arena_strndup (file->arena, text.text, text.length);
  return add_term (file, (SvtTerm){.kind = SVT_NUMBER, .place = place, .number = number});
}

SvtExpression
svt_build_name (SvtFile *file, SvtName *name, SvtPlace place)
{
  return add_term (file, (SvtTerm){.kind = SVT_VARIABLE, .place = place, .name = name});
}

SvtExpression
svt_build_eps (SvtFile *file, SvtPlace place)
{
  return add_term (file, (SvtTerm){.kind = SVT_EPS, .place = place});
}

SvtExpression
svt_build_operation (SvtFile *file, SvtTermKind kind, SvtExpression first, SvtPlace place)
{
  add_term (file, (SvtTerm){.kind = kind, .place = place});
  first.n = file->terms->len - first.first;
  first.place = place;
  return first;
}

/* ---- Conditions ----------------------------------------------------------------------- */

static SvtCondition
add_condition (SvtFile *file, SvtConditionTerm term)
{
  SvtCondition leaf = {file->conditions->len, 1, term.place};
  g_array_append_val (file->conditions, term);
  return leaf;
}

/* The name that an expression is, or NULL. */
static SvtName *
only_name (const SvtFile *file, const SvtExpression *sum)
{
  return sum->n == 1 ? svt_expression_terms (file, sum)->name : NULL;
}

SvtCondition
svt_build_comparison (SvtFile *file, SvtExpression left, SvtRelation relation,
                      SvtPlace relation_place, SvtExpression right, SvtPlace place)
{
  return add_condition (file, (SvtConditionTerm){.kind = SVT_COMPARISON,
                                                 .place = place,
                                                 .left = left,
                                                 .right = right,
                                                 .relation = relation,
                                                 .relation_place = relation_place,
                                                 .sample = only_name (file, &left),
                                                 .threshold = only_name (file, &right)});
}

SvtCondition
svt_build_connective (SvtFile *file, SvtConditionKind kind, SvtCondition first, SvtPlace place)
{
  add_condition (file, (SvtConditionTerm){.kind = kind, .place = place});
  first.n = file->conditions->len - first.first;
  first.place = place;
  return first;
}

/* ---- Draws ---------------------------------------------------------------------------- */

SvtDraw *
svt_build_draw (SvtFile *file, CoupletInput input, SvtPlace place)
{
  SvtDraw *draw = svt_file_new_node (file, SvtDraw);
  draw->input = input;
  draw->place = place;
  return draw;
}

void
svt_build_add (SvtFile *file, SvtDraw *draw, CoupletNoiseKind noise, SvtExpression value,
               gboolean is_negative, SvtPlace place)
{
  SvtSummand *summand = svt_file_new_node (file, SvtSummand);
  *summand = (SvtSummand){draw->summands, noise, is_negative, value, place};
  draw->summands = summand;
  draw->place = svt_place_span (draw->place, place);
}

/* ---- Statements ----------------------------------------------------------------------- */

static SvtStatement *
add_statement (SvtFile *file, SvtStatementKind kind, SvtPlace place)
{
  SvtStatement *statement = svt_file_new_node (file, SvtStatement);
  statement->kind = kind;
  statement->place = place;
  return statement;
}

static SvtStatement *
add_named (SvtFile *file, SvtStatementKind kind, SvtName *name, SvtPlace name_place, SvtPlace place)
{
  SvtStatement *statement = add_statement (file, kind, place);
  statement->name = name;
  statement->name_place = name_place;
  return statement;
}

SvtStatement *
svt_build_read (SvtFile *file, gboolean is_threshold, SvtName *name, SvtPlace name_place,
                SvtDraw *draw, SvtPlace place)
{
  SvtStatement *statement = add_named (file, SVT_READ, name, name_place, place);
  statement->is_threshold = is_threshold;
  statement->draw = draw;
  return statement;
}

SvtStatement *
svt_build_store (SvtFile *file, SvtName *threshold, SvtPlace threshold_place, SvtName *value,
                 SvtPlace value_place, SvtPlace place)
{
  SvtStatement *statement = add_named (file, SVT_ASSIGN, threshold, threshold_place, place);
  statement->source = value;
  statement->source_place = value_place;
  return statement;
}

SvtStatement *
svt_build_set (SvtFile *file, SvtStatementKind kind, SvtName *name, SvtPlace name_place,
               SvtPlace equals_place, SvtExpression value, SvtPlace place)
{
  SvtStatement *statement = add_named (file, kind, name, name_place, place);
  statement->source_place = equals_place;
  statement->value = value;
  return statement;
}

SvtStatement *
svt_build_output (SvtFile *file, SvtName *name, SvtPlace name_place, SvtPlace place)
{
  return add_named (file, SVT_OUTPUT, name, name_place, place);
}

SvtStatement *
svt_build_output_of (SvtFile *file, SvtOutputKind kind, SvtName *name, SvtPlace name_place,
                     SvtName *threshold, SvtPlace threshold_place, SvtPlace place)
{
  SvtStatement *statement = add_named (file, SVT_OUTPUT, name, name_place, place);
  statement->output = kind;
  statement->source = threshold;
  statement->source_place = threshold_place;
  return statement;
}

SvtStatement *
svt_build_output_fresh (SvtFile *file, SvtDraw *draw, SvtPlace place)
{
  SvtStatement *statement = add_statement (file, SVT_OUTPUT, place);
  statement->output = SVT_OUTPUT_FRESH;
  statement->draw = draw;
  return statement;
}

SvtStatement *
svt_build_output_argmax (SvtFile *file, SvtExpression n, SvtDraw *draw, SvtPlace place)
{
  SvtStatement *statement = add_statement (file, SVT_OUTPUT, place);
  statement->output = SVT_OUTPUT_ARGMAX;
  statement->value = n;
  statement->draw = draw;
  return statement;
}

SvtStatement *
svt_build_output_snap (SvtFile *file, gboolean fresh, SvtDraw *draw, SvtExpression bound,
                       SvtExpression grid, gboolean is_floating, SvtPlace place)
{
  SvtStatement *statement = add_statement (file, SVT_OUTPUT, place);
  statement->output = fresh ? SVT_OUTPUT_FRESH : SVT_OUTPUT_SNAP;
  statement->draw = draw;
  statement->snap = svt_file_new_node (file, SvtSnap);
  *statement->snap = (SvtSnap){.bound = bound, .grid = grid, .is_floating = is_floating};
  return statement;
}

SvtStatement *
svt_build_if (SvtFile *file, SvtBranch *branches)
{
  SvtStatement *statement = add_statement (file, SVT_IF, branches->place);
  statement->branches = branches;
  return statement;
}

SvtBranch *
svt_build_branch (SvtFile *file, SvtPlace place, const SvtCondition *condition, SvtBlock body)
{
  SvtBranch *branch = svt_file_new_node (file, SvtBranch);
  branch->place = place;
  branch->body = body;
  branch->has_condition = condition != NULL;
  if (condition != NULL)
    branch->condition = *condition;
  return branch;
}

SvtStatement *
svt_build_loop (SvtFile *file, SvtBlock body, SvtPlace place)
{
  SvtStatement *statement = add_statement (file, SVT_LOOP, place);
  statement->body = body;
  return statement;
}

SvtStatement *
svt_build_repeat (SvtFile *file, SvtExpression times, SvtBlock body, SvtPlace place)
{
  SvtStatement *statement = add_statement (file, SVT_REPEAT, place);
  statement->value = times;
  statement->body = body;
  return statement;
}

SvtStatement *
svt_build_jump (SvtFile *file, SvtStatementKind kind, SvtPlace place)
{
  return add_statement (file, kind, place);
}

void
svt_build_append (SvtStatements *list, SvtStatement *statement)
{
  if (statement == NULL)
    return;
  if (list->last != NULL)
    list->last->next = statement;
  else
    list->first = statement;
  list->last = statement;
}

/* ---- Mechanisms ----------------------------------------------------------------------- */

SvtMechanism *
svt_build_mechanism (SvtFile *file, SvtName *name, SvtPlace place)
{
  SvtMechanism *mechanism = svt_file_new_node (file, SvtMechanism);
  mechanism->name = name;
  mechanism->place = place;
  return mechanism;
}

SvtParameter *
svt_build_parameter (SvtFile *file, SvtName *name, SvtPlace place, const SvtExpression *value)
{
  SvtParameter *parameter = svt_file_new_node (file, SvtParameter);
  *parameter = (SvtParameter){.name = name, .place = place, .has_value = value != NULL};
  if (value != NULL)
    parameter->value = *value;
  return parameter;
}

void
svt_file_append (SvtFile *file, SvtMechanism *mechanism)
{
  SvtMechanism **end = &file->mechanisms;
  while (*end != NULL)
    end = &(*end)->next;
  *end = mechanism;
}
