/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_print.h"

#define INDENT 2

typedef struct {
  CoupletContext *context;
  const SvtProgram *program;
  GString *out;
  GPtrArray *notes;
  guint depth; /* of braces */
} Printer;

/* ---- Expressions ---------------------------------------------------------------------------- */

/* How strongly an expression binds. */
typedef enum { BINDS_SUM, BINDS_PRODUCT, BINDS_FACTOR } Binding;

typedef struct {
  GString *text;
  int binding;
} Operand;

static void
clear_operand (gpointer data)
{
  g_string_free (((Operand *)data)->text, TRUE);
}

static void
need_binding (Operand *operand, int binding)
{
  if (operand->binding >= binding)
    return;
  g_string_prepend_c (operand->text, '(');
  g_string_append_c (operand->text, ')');
}

static void
push_text (GArray *stack, const char *text, int binding)
{
  Operand operand = {g_string_new (text), binding};
  g_array_append_val (stack, operand);
}

/* A number may be a quotient, `1/3`, in the tree. */
static void
push_number (GArray *stack, const char *number)
{
  push_text (stack, number, strchr (number, '/') != NULL ? BINDS_PRODUCT : BINDS_FACTOR);
}

static Operand *
top_of (GArray *stack)
{
  return &g_array_index (stack, Operand, stack->len - 1);
}

static void
negate (GArray *stack)
{
  Operand *operand = top_of (stack);
  need_binding (operand, BINDS_FACTOR);
  g_string_prepend_c (operand->text, '-');
  operand->binding = BINDS_FACTOR;
}

/* Two operands, of which the right one binds stronger than the operator. */
static void
join (GArray *stack, const char *operator, int binding)
{
  Operand right = *top_of (stack);
  stack->len--; /* taken */
  Operand *left = top_of (stack);
  need_binding (left, binding);
  need_binding (&right, binding + 1);
  g_string_append (left->text, operator);
  g_string_append_len (left->text, right.text->str, (gssize)right.text->len);
  left->binding = binding;
  g_string_free (right.text, TRUE);
}

static void
push_term (GArray *stack, const SvtTerm *term)
{
  switch (term->kind) {
  case SVT_NUMBER:
    push_number (stack, term->number);
    break;
  case SVT_VARIABLE:
    push_text (stack, term->name->text, BINDS_FACTOR);
    break;
  case SVT_EPS:
    push_text (stack, "eps", BINDS_FACTOR);
    break;
  case SVT_NEGATE:
    negate (stack);
    break;
  case SVT_ADD:
    join (stack, " + ", BINDS_SUM);
    break;
  case SVT_SUBTRACT:
    join (stack, " - ", BINDS_SUM);
    break;
  case SVT_MULTIPLY:
    join (stack, "*", BINDS_PRODUCT);
    break;
  case SVT_DIVIDE:
    join (stack, "/", BINDS_PRODUCT);
    break;
  }
}

/* Appends expression, in parentheses where it binds less than binding. */
static void
print_expression (Printer *printer, const SvtExpression *expression, int binding)
{
  const SvtTerm *terms = svt_expression_terms (printer->program->file, expression);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Operand));
  for (guint32 i = 0; i < expression->n; i++)
    push_term (stack, &terms[i]);
  need_binding (top_of (stack), binding);
  g_string_append (printer->out, top_of (stack)->text->str);
  g_array_set_clear_func (stack, clear_operand);
}

/* ---- Conditions ----------------------------------------------------------------------------- */

typedef enum { BINDS_OR, BINDS_AND, BINDS_NOT } Connecting;

static void
push_comparison (Printer *printer, GArray *stack, const SvtConditionTerm *term)
{
  static const char *const signs[] = {
      [SVT_LESS] = " < ",      [SVT_AT_MOST] = " <= ", [SVT_MORE] = " > ",
      [SVT_AT_LEAST] = " >= ", [SVT_EQUAL] = " == ",   [SVT_UNEQUAL] = " != "};
  GString *out = printer->out;
  printer->out = g_string_new (NULL);
  print_expression (printer, &term->left, BINDS_SUM);
  g_string_append (printer->out, signs[term->relation]);
  print_expression (printer, &term->right, BINDS_SUM);
  Operand operand = {printer->out, BINDS_NOT};
  g_array_append_val (stack, operand);
  printer->out = out;
}

static void
print_condition (Printer *printer, const SvtCondition *condition)
{
  const SvtConditionTerm *terms = svt_condition_terms (printer->program->file, condition);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Operand));
  for (guint32 i = 0; i < condition->n; i++)
    switch (terms[i].kind) {
    case SVT_LITERAL:
    case SVT_COMPARISON:
      push_comparison (printer, stack, &terms[i]);
      break;
    case SVT_NOT:
      /* the language takes a comparison for its operand, too, but this is read with less thought */
      g_string_prepend (top_of (stack)->text, "not (");
      g_string_append_c (top_of (stack)->text, ')');
      top_of (stack)->binding = BINDS_NOT;
      break;
    case SVT_AND:
      join (stack, " and ", BINDS_AND);
      break;
    case SVT_OR:
      join (stack, " or ", BINDS_OR);
      break;
    }
  g_string_append (printer->out, top_of (stack)->text->str);
  g_array_set_clear_func (stack, clear_operand);
}

/* ---- Draws ---------------------------------------------------------------------------------- */

static void
print_summand (Printer *printer, const SvtSummand *summand)
{
  if (summand->noise == COUPLET_NOISELESS) {
    print_expression (printer, &summand->value, BINDS_PRODUCT);
    return;
  }
  g_string_append_printf (printer->out, "%s(", svt_noise_call (summand->noise));
  print_expression (printer, &summand->value, BINDS_SUM);
  g_string_append_c (printer->out, ')');
}

/* The noise of a fresh value, which may begin it, stands first. */
static void
print_draw (Printer *printer, const SvtDraw *draw, gboolean is_fresh)
{
  static const char *const inputs[] = {
      [COUPLET_PRIVATE] = "private", [COUPLET_PUBLIC] = "public", [COUPLET_AGAIN] = "again"};
  const SvtSummand *first = NULL;
  g_string_append (printer->out, is_fresh ? "fresh " : inputs[draw->input]);
  for (const SvtSummand *s = draw->summands; s != NULL && is_fresh && first == NULL; s = s->next)
    if (s->noise != COUPLET_NOISELESS)
      first = s;
  if (first != NULL)
    print_summand (printer, first);
  g_autoptr (GPtrArray) rest = g_ptr_array_new ();
  for (const SvtSummand *s = draw->summands; s != NULL; s = s->next)
    if (s != first)
      g_ptr_array_insert (rest, 0, (gpointer)s); /* the tree has the last first */
  for (guint i = 0; i < rest->len; i++) {
    const SvtSummand *s = rest->pdata[i];
    g_string_append (printer->out, s->is_negative ? " - " : " + ");
    print_summand (printer, s);
  }
}

/* ---- Statements ----------------------------------------------------------------------------- */

static void print_block (Printer *printer, const SvtBlock *block);

static void
begin_line (Printer *printer)
{
  g_string_append_printf (printer->out, "%*s", (int)(INDENT * printer->depth), "");
}

static void
print_snap (Printer *printer, const SvtStatement *s)
{
  g_string_append (printer->out, "snap(");
  print_draw (printer, s->draw, s->output == SVT_OUTPUT_FRESH);
  g_string_append (printer->out, ", ");
  print_expression (printer, &s->snap->bound, BINDS_SUM);
  g_string_append (printer->out, ", ");
  print_expression (printer, &s->snap->grid, BINDS_SUM);
  g_string_append (printer->out, s->snap->is_floating ? ", floating)" : ")");
}

static void
print_argmax (Printer *printer, const SvtStatement *s)
{
  g_string_append (printer->out, "argmax(");
  print_expression (printer, &s->value, BINDS_SUM);
  g_string_append (printer->out, ", ");
  print_draw (printer, s->draw, FALSE);
  g_string_append_c (printer->out, ')');
}

static void
print_output (Printer *printer, const SvtStatement *s)
{
  g_string_append (printer->out, "output ");
  if (s->snap != NULL)
    print_snap (printer, s);
  else if (s->output == SVT_OUTPUT_ARGMAX)
    print_argmax (printer, s);
  else if (s->output == SVT_OUTPUT_FRESH)
    print_draw (printer, s->draw, TRUE);
  else if (s->source == NULL)
    g_string_append (printer->out, s->name->text);
  else
    g_string_append_printf (printer->out, s->output == SVT_OUTPUT_GAP ? "%s - %s" : "%s(%s)",
                            s->name->text, s->source->text);
}

/* `NAME = `, with the word before that declares it. */
static void
print_target (Printer *printer, const char *declares, const SvtName *name, const char *sign)
{
  g_string_append_printf (printer->out, "%s%s %s ", declares, name->text, sign);
}

static void
print_simple (Printer *printer, const SvtStatement *s)
{
  switch (s->kind) {
  case SVT_READ:
    print_target (printer, s->is_threshold ? "threshold " : "", s->name, "=");
    print_draw (printer, s->draw, FALSE);
    break;
  case SVT_ASSIGN:
    print_target (printer, "", s->name, ":=");
    g_string_append (printer->out, s->source->text);
    break;
  case SVT_DECLARE:
  case SVT_SET:
    print_target (printer, s->kind == SVT_DECLARE ? "int " : "", s->name, "=");
    print_expression (printer, &s->value, BINDS_SUM);
    break;
  case SVT_OUTPUT:
    print_output (printer, s);
    break;
  default:
    g_string_append (printer->out, s->kind == SVT_BREAK      ? "break"
                                   : s->kind == SVT_CONTINUE ? "continue"
                                                             : "halt");
  }
  g_string_append (printer->out, ";\n");
}

static void
print_if (Printer *printer, const SvtStatement *s)
{
  for (const SvtBranch *b = s->branches; b != NULL; b = b->next) {
    if (b != s->branches)
      g_string_append (printer->out, " else ");
    if (b->has_condition) {
      g_string_append (printer->out, "if ");
      print_condition (printer, &b->condition);
      g_string_append_c (printer->out, ' ');
    }
    print_block (printer, &b->body);
  }
  g_string_append_c (printer->out, '\n');
}

static void
print_statement (Printer *printer, const SvtStatement *s)
{
  begin_line (printer);
  switch (s->kind) {
  case SVT_IF:
    print_if (printer, s);
    break;
  case SVT_LOOP:
  case SVT_REPEAT:
    g_string_append (printer->out, s->kind == SVT_LOOP ? "loop " : "repeat ");
    if (s->kind == SVT_REPEAT) {
      print_expression (printer, &s->value, BINDS_SUM);
      g_string_append_c (printer->out, ' ');
    }
    print_block (printer, &s->body);
    g_string_append_c (printer->out, '\n');
    break;
  default:
    print_simple (printer, s);
  }
}

static void
print_statements (Printer *printer, const SvtBlock *block)
{
  printer->depth++;
  for (const SvtStatement *s = block->first; s != NULL; s = s->next)
    print_statement (printer, s);
  printer->depth--;
}

static void
print_block (Printer *printer, const SvtBlock *block)
{
  g_string_append (printer->out, block->first != NULL ? "{\n" : "{");
  print_statements (printer, block);
  if (block->first != NULL)
    begin_line (printer);
  g_string_append_c (printer->out, '}');
}

/* ---- The top -------------------------------------------------------------------------------- */

/* What -D gives; NULL = nothing. */
static const char *
given_value (const Printer *printer, const SvtName *parameter)
{
  const char *name, *value;
  for (guint i = 0; couplet_context_parameter (printer->context, i, &name, &value); i++)
    if (g_str_equal (name, parameter->text))
      return value;
  return NULL;
}

static void
print_parameters (Printer *printer)
{
  for (const SvtParameter *p = printer->program->mechanism->parameters; p != NULL; p = p->next) {
    const char *given = given_value (printer, p->name);
    g_string_append (printer->out, p->name->text);
    if (given != NULL) {
      g_string_append_printf (printer->out, " = %s", given);
      g_ptr_array_add (printer->notes,
                       g_strdup_printf ("%s = %s is what -D says", p->name->text, given));
    } else if (p->has_value) {
      g_string_append (printer->out, " = ");
      print_expression (printer, &p->value, BINDS_SUM);
    }
    if (p->next != NULL)
      g_string_append (printer->out, ", ");
  }
}

static void
print_header (Printer *printer)
{
  const SvtProgram *program = printer->program;
  if (program->says_sampling)
    g_string_append_printf (printer->out, "  sampling %s;\n",
                            program->sampling == COUPLET_SHARED ? "shared" : "independent");
  if (program->adjacency != COUPLET_ADJACENT_ANY)
    g_string_append_printf (printer->out, "  queries %s;\n",
                            couplet_adjacency_to_string (program->adjacency));
  if (program->sensitivity != NULL)
    g_string_append_printf (printer->out, "  sensitivity %s;\n", program->sensitivity);
  if (program->claim != NULL && g_str_equal (program->claim, "1"))
    g_string_append (printer->out, "  claim eps;\n");
  else if (program->claim != NULL)
    g_string_append_printf (printer->out, "  claim (%s)*eps;\n", program->claim);
}

void
svt_print (CoupletContext *context, const SvtProgram *program, GString *text, GPtrArray *notes)
{
  Printer printer = {context, program, text, notes, 0};
  g_string_append_printf (text, "mechanism %s(", program->mechanism->name->text);
  print_parameters (&printer);
  g_string_append (text, ") {\n");
  print_header (&printer);
  print_statements (&printer, &program->mechanism->body);
  g_string_append (text, "}\n");
}
