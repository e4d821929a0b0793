/* SPDX-License-Identifier: Apache-2.0 */
#include "c_tree.h"

#include "routine_noise.h"

#include <couplet/text.h>

/* ---- Places ------------------------------------------------------------------------------ */

/* Letters and digits from offset on; at least one character. */
static guint32
length_of_word (const PythonText *text, guint32 offset)
{
  guint32 end = offset;
  while (end < text->reporter->length &&
         (g_ascii_isalnum (text->reporter->text[end]) || text->reporter->text[end] == '_'))
    end++;
  return MAX (end - offset, 1);
}

/* The operator of one operand stands before it; pycparser gives the operand's place. */
static void
move_to_operator (const PythonTree *tree, PyObject *node, SvtPlace *place)
{
  g_autoptr (PyObject) operator= python_get (node, "op");
  const char *sign = PyUnicode_Check (operator) ? PyUnicode_AsUTF8 (operator) : NULL;
  const char *text = tree->text->reporter->text;
  guint32 back = 1;
  if (sign == NULL || *sign == 'p' || *sign == 's')
    return; /* behind its operand, or sizeof */
  while (back < place->column && strchr (" (", text[place->offset - back]) != NULL)
    back++;
  if (back >= place->column || text[place->offset - back] != *sign)
    return;
  place->offset -= back;
  place->column -= back;
  place->length += back;
}

/* pycparser counts lines and columns from 1; c_declarations is its first line. */
SvtPlace
c_place_of_node (const PythonTree *tree, PyObject *node)
{
  const CTree *own = (const CTree *)tree;
  g_autoptr (PyObject) at = python_get (node, "coord");
  long line = python_number (at, "line") - 1, column = python_number (at, "column") - 1;
  if (own->origin.line > 0)
    return own->origin;
  SvtPlace place = python_place (tree->text, MAX (line, 1), MAX (column, 0), MAX (line, 1), 0);
  place.length =
      place.offset < tree->text->reporter->length ? length_of_word (tree->text, place.offset) : 0;
  if (python_is (node, "UnaryOp"))
    move_to_operator (tree, node, &place);
  return place;
}

/* ---- Parts ---------------------------------------------------------------------------------- */

gboolean
c_has (PyObject *node, const char *attribute, const char *text)
{
  g_autoptr (PyObject) value = python_get (node, attribute);
  const char *own = PyUnicode_Check (value) ? PyUnicode_AsUTF8 (value) : NULL;
  return g_strcmp0 (own, text) == 0;
}

static RoutineExpression *
read_part (CTree *tree, PyObject *node, const char *attribute)
{
  g_autoptr (PyObject) part = python_get (node, attribute);
  return c_expression (tree, part);
}

static RoutineExpression *
refuse (CTree *tree, PyObject *node, const char *what, const char *advice)
{
  python_refuse (&tree->base, node, what, advice);
  RoutineExpression *other =
      routine_expression_new (tree->base.file, ROUTINE_OTHER, python_place_of (&tree->base, node));
  other->text = what;
  return other;
}

void
c_refuse_named (CTree *tree, PyObject *node, const char *name, const char *what)
{
  g_autofree char *quoted = couplet_quote (name, -1);
  tree->base.refused = TRUE;
  svt_error (tree->base.text->reporter, python_place_of (&tree->base, node), "%s %s", quoted, what);
}

/* ---- Numbers and names ---------------------------------------------------------------------- */

static RoutineExpression *
make_number (CTree *tree, PyObject *node, const char *written)
{
  gboolean is_integer;
  const char *wrong;
  gboolean negative = *written == '-';
  g_autofree char *number = c_number_read (written + negative, &is_integer, &wrong);
  if (number == NULL)
    return refuse (tree, node, wrong, "write a decimal number");
  SvtPlace place = python_place_of (&tree->base, node);
  RoutineExpression *expression = routine_expression_new (tree->base.file, ROUTINE_NUMBER, place);
  expression->text = couplet_arena_strndup (tree->base.file->arena, number, strlen (number));
  if (!negative || g_str_equal (number, "0"))
    return expression;
  return routine_operation (tree->base.file, ROUTINE_NEGATE, place, expression, NULL);
}

static RoutineExpression *
read_constant (CTree *tree, PyObject *node)
{
  const char *value = python_text_of (&tree->base, node, "value");
  if (c_has (node, "type", "string"))
    return refuse (tree, node, "a text", "write a number");
  return value != NULL ? make_number (tree, node, value)
                       : refuse (tree, node, "this constant", "write a number");
}

/* Names that nothing declares: macros, and those of C's own header files. */
static RoutineExpression *
read_known (CTree *tree, PyObject *node, const char *name)
{
  const CMacro *macro = c_text_find (tree->text, name);
  SvtPlace place = python_place_of (&tree->base, node);
  if (macro != NULL && macro->number != NULL && macro->place.offset < place.offset)
    return make_number (tree, node, macro->number);
  if (g_str_equal (name, "true") || g_str_equal (name, "false"))
    return make_number (tree, node, *name == 't' ? "1" : "0");
  if (g_str_equal (name, "INFINITY")) {
    RoutineExpression *infinity = routine_expression_new (tree->base.file, ROUTINE_MEMBER, place);
    infinity->text = "inf";
    return infinity;
  }
  c_refuse_named (tree, node, name,
                  "is not declared here; declare it in the function, as a parameter, or as "
                  "'const' or '#define' with a number before it");
  return routine_expression_new (tree->base.file, ROUTINE_OTHER, place);
}

static RoutineExpression *
read_name (CTree *tree, PyObject *node)
{
  const char *name = python_text_of (&tree->base, node, "name");
  const CVariable *variable = c_scope_find (&tree->scope, name);
  if (variable == NULL)
    return read_known (tree, node, name);
  if (variable->is_list)
    c_refuse_named (tree, node, name, "is an array that stands without an index; write NAME[i]");
  else if (!variable->has_value && !tree->scope.is_left)
    c_refuse_named (tree, node, name,
                    "has no value here on some way; give it one where it is declared");
  RoutineExpression *expression =
      routine_expression_new (tree->base.file, ROUTINE_NAME, python_place_of (&tree->base, node));
  expression->text = name;
  return expression;
}

static RoutineExpression *
read_item (CTree *tree, PyObject *node)
{
  g_autoptr (PyObject) list = python_get (node, "name");
  const char *name = python_is (list, "ID") ? python_text_of (&tree->base, list, "name") : NULL;
  const CVariable *variable = name != NULL ? c_scope_find (&tree->scope, name) : NULL;
  if (name == NULL)
    return refuse (tree, node, "an array of arrays", "use one array with one index");
  if (variable == NULL || !variable->is_list) {
    c_refuse_named (tree, list, name, "is no array among the parameters");
    return routine_expression_new (tree->base.file, ROUTINE_OTHER,
                                   python_place_of (&tree->base, node));
  }
  RoutineExpression *first =
      routine_expression_new (tree->base.file, ROUTINE_NAME, python_place_of (&tree->base, list));
  first->text = name;
  return routine_operation (tree->base.file, ROUTINE_ITEM, first->place, first,
                            read_part (tree, node, "subscript"));
}

/* ---- Operators ------------------------------------------------------------------------------ */

static const struct {
  const char *text;
  RoutineKind kind;
  SvtRelation relation;
} OPERATORS[] = {
    {"+", ROUTINE_ADD, 0},
    {"-", ROUTINE_SUBTRACT, 0},
    {"*", ROUTINE_MULTIPLY, 0},
    {"/", ROUTINE_DIVIDE, 0},
    {"&&", ROUTINE_AND, 0},
    {"||", ROUTINE_OR, 0},
    {"<", ROUTINE_COMPARE, SVT_LESS},
    {"<=", ROUTINE_COMPARE, SVT_AT_MOST},
    {">", ROUTINE_COMPARE, SVT_MORE},
    {">=", ROUTINE_COMPARE, SVT_AT_LEAST},
    {"==", ROUTINE_COMPARE, SVT_EQUAL},
    {"!=", ROUTINE_COMPARE, SVT_UNEQUAL},
};

static gboolean
is_condition (const RoutineExpression *expression)
{
  return expression->kind == ROUTINE_COMPARE || expression->kind == ROUTINE_AND ||
         expression->kind == ROUTINE_OR || expression->kind == ROUTINE_NOT;
}

static gboolean
divides_whole (CTree *tree, PyObject *node)
{
  g_autoptr (PyObject) left = python_get (node, "left");
  g_autoptr (PyObject) right = python_get (node, "right");
  return c_is_whole (tree, left) && c_is_whole (tree, right);
}

static RoutineExpression *
read_binary (CTree *tree, PyObject *node)
{
  guint i = 0;
  while (i < G_N_ELEMENTS (OPERATORS) && !c_has (node, "op", OPERATORS[i].text))
    i++;
  if (i == G_N_ELEMENTS (OPERATORS)) {
    g_autofree char *what = g_strdup_printf ("'%s'", python_text_of (&tree->base, node, "op"));
    return refuse (tree, node, what, "use + - * / and comparisons");
  }
  if (OPERATORS[i].kind == ROUTINE_DIVIDE && divides_whole (tree, node))
    return refuse (tree, node, "the quotient of two whole numbers",
                   "C cuts its decimals off; write one of them as a real number, 2.0");
  RoutineExpression *left = read_part (tree, node, "left"),
                    *right = read_part (tree, node, "right");
  gboolean connective = OPERATORS[i].kind == ROUTINE_AND || OPERATORS[i].kind == ROUTINE_OR;
  if (!connective && (is_condition (left) || is_condition (right)))
    return refuse (tree, node, "a condition as a number", "write an 'if'");
  RoutineExpression *result = routine_operation (
      tree->base.file, OPERATORS[i].kind, svt_place_span (left->place, right->place), left, right);
  result->relation = OPERATORS[i].relation;
  return result;
}

static const struct {
  const char *operator, * what, *advice;
} SIDE_EFFECTS[] = {
    {"++", "'++' inside an expression", "write it as a statement of its own"},
    {"p++", "'++' inside an expression", "write it as a statement of its own"},
    {"--", "'--' inside an expression", "write it as a statement of its own"},
    {"p--", "'--' inside an expression", "write it as a statement of its own"},
    {"*", "a pointer", "use an array with an index"},
    {"&", "an address", "use the variable itself"},
    {"~", "'~'", "use + - * / and comparisons"},
    {"sizeof", "'sizeof'", "use a parameter for the number of answers"},
};

static RoutineExpression *
read_unary (CTree *tree, PyObject *node)
{
  for (guint i = 0; i < G_N_ELEMENTS (SIDE_EFFECTS); i++)
    if (c_has (node, "op", SIDE_EFFECTS[i].operator))
      return refuse (tree, node, SIDE_EFFECTS[i].what, SIDE_EFFECTS[i].advice);
  gboolean not = c_has (node, "op", "!"), minus = c_has (node, "op", "-");
  RoutineExpression *operand = read_part (tree, node, "expr");
  if (!not &&!minus && !c_has (node, "op", "+"))
    return refuse (tree, node, "this operator", "use + - * / and comparisons");
  if (!not &&is_condition (operand))
    return refuse (tree, node, "a condition as a number", "write an 'if'");
  gboolean zero = operand->kind == ROUTINE_NUMBER && g_str_equal (operand->text, "0");
  if (!not &&(!minus || zero))
    return operand;
  SvtPlace place = python_place_of (&tree->base, node);
  return routine_operation (tree->base.file, not ? ROUTINE_NOT : ROUTINE_NEGATE,
                            svt_place_span (place, operand->place), operand, NULL);
}

/* `(float)x`; a whole number of what may not be one is cut off. */
static RoutineExpression *
read_cast (CTree *tree, PyObject *node)
{
  g_autoptr (PyObject) type = python_get (node, "to_type");
  g_autoptr (PyObject) inside = python_get (node, "expr");
  g_autoptr (PyObject) declared = python_get (type, "type");
  gboolean is_list = FALSE;
  CNumberKind kind = c_kind_of_type (tree, declared, &is_list);
  if (is_list || kind == C_NO_NUMBER || kind == C_TRUTH)
    return refuse (tree, node, "a cast to this type", "write the value itself");
  if (kind == C_WHOLE && !c_is_whole (tree, inside))
    return refuse (tree, node, "a cast that cuts decimals off", "write the value itself");
  RoutineExpression *expression = c_expression (tree, inside);
  CVariable kept = {.name = NULL};
  c_set_type (tree, declared, kind, &kept);
  gboolean number = expression->kind == ROUTINE_NUMBER;
  if (kind == C_WHOLE &&
      (number ? c_misfit (&kept, expression) != NULL : kept.bits < C_BITS_OF_INT))
    return refuse (tree, node, "a cast that may change the number", "write the value itself");
  return is_condition (expression) ? refuse (tree, node, "a condition as a number", "write an 'if'")
                                   : expression;
}

static RoutineExpression *
read_choice (CTree *tree, PyObject *node)
{
  RoutineExpression *condition = read_part (tree, node, "cond");
  RoutineExpression *choice =
      routine_expression_new (tree->base.file, ROUTINE_CHOICE, condition->place);
  choice->first = condition;
  condition->next = read_part (tree, node, "iftrue");
  condition->next->next = read_part (tree, node, "iffalse");
  return choice;
}

/* ---- Calls ---------------------------------------------------------------------------------- */

static void
add_argument (PythonTree *tree, PyObject *node, gpointer data)
{
  RoutineExpression *last = data;
  while (last->next != NULL)
    last = last->next;
  last->next = c_expression ((CTree *)tree, node);
}

static RoutineExpression *
read_call (CTree *tree, PyObject *node)
{
  g_autoptr (PyObject) callee = python_get (node, "name");
  g_autoptr (PyObject) arguments = python_get (node, "args");
  const char *name = python_is (callee, "ID") ? python_text_of (&tree->base, callee, "name") : NULL;
  if (name == NULL || c_scope_find (&tree->scope, name) != NULL)
    return refuse (tree, node, "a call through a pointer", "call Lap(SCALE) by its name");
  RoutineExpression *call =
      routine_expression_new (tree->base.file, ROUTINE_CALL, python_place_of (&tree->base, node));
  if (!routine_noise_is_name (name)) {
    c_refuse_named (tree, node, name,
                    g_str_equal (name, C_OUTPUT)
                        ? "stands inside an expression; write it as a statement of its own"
                        : "is called, which is not read; write its statements here, or noise as "
                          "Lap(SCALE)");
    return call;
  }
  if (python_length (arguments, "exprs") < 1 || python_length (arguments, "exprs") > 2)
    return refuse (tree, node, "noise without a scale, or with more arguments", "write Lap(SCALE)");
  call->first = routine_expression_new (tree->base.file, ROUTINE_NAME, call->place);
  call->first->text = name;
  python_each (&tree->base, arguments, "exprs", add_argument, call->first);
  return call;
}

/* ---- Kinds of numbers ----------------------------------------------------------------------- */

/* Whether all those parts of node are whole, as far as it has them. */
static gboolean
are_whole (CTree *tree, PyObject *node, const char *const *parts)
{
  gboolean whole = TRUE;
  for (; *parts != NULL && whole; parts++) {
    g_autoptr (PyObject) part = python_get (node, *parts);
    whole = part == Py_None || c_is_whole (tree, part);
  }
  return whole;
}

static gboolean
is_whole_name (const CTree *tree, const char *name)
{
  const CVariable *variable = c_scope_find (&tree->scope, name);
  const CMacro *macro = variable == NULL ? c_text_find (tree->text, name) : NULL;
  if (macro != NULL && macro->number != NULL)
    return strpbrk (macro->number, ".eE") == NULL;
  return variable == NULL || variable->is_whole;
}

/* Whether an operator makes a condition of numbers. */
static gboolean
compares (PyObject *node)
{
  for (guint i = 0; i < G_N_ELEMENTS (OPERATORS); i++)
    if (c_has (node, "op", OPERATORS[i].text))
      return OPERATORS[i].kind == ROUTINE_COMPARE;
  return FALSE;
}

static gboolean
weigh (CTree *tree, PyObject *node)
{
  static const char *const parts[] = {"left", "right", "expr", "iftrue", "iffalse", NULL};
  gboolean is_list = FALSE;
  if (python_is (node, "Constant")) {
    g_autoptr (PyObject) type = python_get (node, "type");
    const char *text = PyUnicode_Check (type) ? PyUnicode_AsUTF8 (type) : NULL;
    return text != NULL && strstr (text, "int") != NULL;
  }
  if (python_is (node, "ID"))
    return is_whole_name (tree, python_text_of (&tree->base, node, "name"));
  if (python_is (node, "FuncCall"))
    return FALSE;
  if (python_is (node, "ArrayRef")) {
    g_autoptr (PyObject) list = python_get (node, "name");
    return weigh (tree, list);
  }
  if (python_is (node, "Cast")) {
    g_autoptr (PyObject) type = python_get (node, "to_type");
    g_autoptr (PyObject) declared = python_get (type, "type");
    return c_kind_of_type (tree, declared, &is_list) == C_WHOLE;
  }
  if (python_is (node, "BinaryOp") && compares (node))
    return TRUE;
  return are_whole (tree, node, parts);
}

gboolean
c_is_whole (CTree *tree, PyObject *node)
{
  if (tree->base.depth >= SVT_MAX_NESTING)
    return TRUE; /* told when it is read */
  tree->base.depth++;
  gboolean whole = weigh (tree, node);
  tree->base.depth--;
  return whole;
}

/* ---- All of it ------------------------------------------------------------------------------ */

static const struct {
  const char *name;
  RoutineExpression *(*read) (CTree *tree, PyObject *node);
} READERS[] = {
    {"Constant", read_constant}, {"ID", read_name},       {"ArrayRef", read_item},
    {"BinaryOp", read_binary},   {"UnaryOp", read_unary}, {"Cast", read_cast},
    {"TernaryOp", read_choice},  {"FuncCall", read_call},
};

static const struct {
  const char *name, *words, *advice;
} OTHERS[] = {
    {"Assignment", "an assignment inside an expression", "write it as a statement of its own"},
    {"ExprList", "','", "write a statement for each"},
    {"StructRef", "a member of a structure", "use numbers and one array"},
    {"CompoundLiteral", "a structure", "use numbers and one array"},
    {"InitList", "a list of values", "use numbers and one array"},
};

static RoutineExpression *
read_expression (CTree *tree, PyObject *node)
{
  for (guint i = 0; i < G_N_ELEMENTS (READERS); i++)
    if (python_is (node, READERS[i].name))
      return READERS[i].read (tree, node);
  for (guint i = 0; i < G_N_ELEMENTS (OTHERS); i++)
    if (python_is (node, OTHERS[i].name))
      return refuse (tree, node, OTHERS[i].words, OTHERS[i].advice);
  return refuse (tree, node, "this expression", "use + - * / and comparisons");
}

RoutineExpression *
c_expression (CTree *tree, PyObject *node)
{
  if (tree->base.depth >= SVT_MAX_NESTING) {
    if (!tree->base.refused)
      refuse (tree, node, "code nested so deep", "write fewer levels");
    return routine_expression_new (tree->base.file, ROUTINE_OTHER,
                                   python_place_of (&tree->base, node));
  }
  tree->base.depth++;
  RoutineExpression *expression = read_expression (tree, node);
  tree->base.depth--;
  return expression;
}
