/* SPDX-License-Identifier: Apache-2.0 */
#include "python_tree.h"

#include <math.h>

#define DEEPEST SVT_MAX_NESTING

SvtPlace
python_place_of_node (const PythonTree *tree, PyObject *node)
{
  return python_place (tree->text, python_number (node, "lineno"),
                       python_number (node, "col_offset"), python_number (node, "end_lineno"),
                       python_number (node, "end_col_offset"));
}

void
python_lines_of (const PythonTree *tree, PyObject *node, guint32 *first, guint32 *last)
{
  long end = (long)tree->text->lines->len;
  *first = (guint32)CLAMP (python_number (node, "lineno"), 1, end);
  *last = (guint32)CLAMP (python_number (node, "end_lineno"), (long)*first, end);
}

/* ---- Expressions ------------------------------------------------------------------------- */

typedef struct {
  RoutineExpression *first, *last;
} Operands;

static void
append_operand (Operands *operands, RoutineExpression *operand)
{
  if (operands->last != NULL)
    operands->last->next = operand;
  else
    operands->first = operand;
  operands->last = operand;
}

static void
add_operand (PythonTree *tree, PyObject *node, gpointer operands)
{
  append_operand (operands, python_expression (tree, node));
}

static RoutineExpression *
read_part (PythonTree *tree, PyObject *node, const char *attribute)
{
  g_autoptr (PyObject) part = python_get (node, attribute);
  return python_expression (tree, part);
}

/* Appends what is right below node as operands, for the names in it. */
static void
add_parts (PythonTree *tree, PyObject *node, Operands *operands)
{
  g_autoptr (PyObject) fields = python_get (node, "_fields");
  for (Py_ssize_t i = 0; PyTuple_Check (fields) && i < PyTuple_GET_SIZE (fields); i++) {
    const char *name = PyUnicode_AsUTF8 (PyTuple_GET_ITEM (fields, i));
    g_autoptr (PyObject) part = python_get (node, name != NULL ? name : "");
    g_autoptr (PyObject) inside = python_get (part, "_fields");
    if (PyList_Check (part))
      python_each (tree, node, name, add_operand, operands);
    else if (PyTuple_Check (inside) && PyTuple_GET_SIZE (inside) > 0)
      add_operand (tree, part, operands);
  }
}

static RoutineExpression *
other (PythonTree *tree, PyObject *node, const char *what)
{
  RoutineExpression *expression =
      routine_expression_new (tree->file, ROUTINE_OTHER, python_place_of (tree, node));
  Operands operands = {NULL, NULL};
  expression->text = what;
  add_parts (tree, node, &operands);
  expression->first = operands.first;
  return expression;
}

static RoutineExpression *
tuple_of (PythonTree *tree, PyObject *node, const Operands *names)
{
  RoutineExpression *tuple =
      routine_expression_new (tree->file, ROUTINE_TUPLE, python_place_of (tree, node));
  tuple->first = names->first;
  return tuple;
}

/* A part of node with names of its own, and what stands outside, as one expression. */
static RoutineExpression *
scope (PythonTree *tree, PyObject *node, const char *what, Operands *outside, const Operands *names,
       const Operands *inside)
{
  RoutineExpression *inner =
      routine_expression_new (tree->file, ROUTINE_OTHER, python_place_of (tree, node));
  RoutineExpression *outer =
      routine_expression_new (tree->file, ROUTINE_OTHER, python_place_of (tree, node));
  inner->text = outer->text = what;
  inner->bound = tuple_of (tree, node, names);
  inner->first = inside->first;
  append_operand (outside, inner);
  outer->first = outside->first;
  return outer;
}

/* A float as it stands in the text, since its decimals are meant and not the nearest double. */
static RoutineExpression *
read_float (PythonTree *tree, PyObject *node, double value)
{
  SvtPlace place = python_place_of (tree, node);
  RoutineExpression *number = routine_expression_new (tree->file, ROUTINE_NUMBER, place);
  g_autoptr (GString) digits = g_string_new (NULL);
  const char *text = tree->text->reporter->text + place.offset;
  for (guint32 i = 0; i < place.length; i++) {
    gboolean open = text[i] == '.' && (i + 1 == place.length || !g_ascii_isdigit (text[i + 1]));
    if (text[i] != '_')
      g_string_append_c (digits, text[i]);
    if (open)
      g_string_append_c (digits, '0');
  }
  number->text = couplet_arena_strndup (tree->file->arena, digits->str, digits->len);
  gboolean zero = strspn (digits->str, "0.") == strcspn (digits->str, "eE");
  gboolean kept = isfinite (value) && (value != 0) == !zero;
  return kept ? number : other (tree, node, "a number that Python cannot hold");
}

/* Whether a text is written like another constant, or like a word that stands for something else
 * among outputs: the number of a round, a round without output. */
static gboolean
is_like_constant (const char *text)
{
  static const char *const words[] = {"True", "False", "None", "none", "round", NULL};
  gboolean sign = *text == '-' || *text == '+';
  return g_ascii_isdigit (text[sign]) || text[sign] == '.' || g_strv_contains (words, text);
}

/* The letters of a text, between marks where it would be taken for something else. */
static const char *
keep_letters (PythonTree *tree, PyObject *value)
{
  const char *text = python_keep_text (tree, value);
  if (text == NULL || !is_like_constant (text))
    return text;
  g_autofree char *marked = g_strdup_printf ("'%s'", text);
  return couplet_arena_strndup (tree->file->arena, marked, strlen (marked));
}

static RoutineExpression *
read_constant (PythonTree *tree, PyObject *node)
{
  g_autoptr (PyObject) value = python_get (node, "value");
  gboolean number = PyLong_Check (value) && !PyBool_Check (value);
  if (PyFloat_Check (value))
    return read_float (tree, node, PyFloat_AsDouble (value));
  if (!number && !PyBool_Check (value) && value != Py_None && !PyUnicode_Check (value))
    return other (tree, node, "this constant");
  RoutineExpression *constant = routine_expression_new (
      tree->file, number ? ROUTINE_NUMBER : ROUTINE_SYMBOL, python_place_of (tree, node));
  g_autoptr (PyObject) text = PyObject_Str (value);
  constant->text = text == NULL              ? NULL
                   : PyUnicode_Check (value) ? keep_letters (tree, text)
                                             : python_keep_text (tree, text);
  PyErr_Clear ();
  return constant->text != NULL ? constant : other (tree, node, "a number of so many digits");
}

static RoutineExpression *
read_name (PythonTree *tree, PyObject *node)
{
  RoutineExpression *name =
      routine_expression_new (tree->file, ROUTINE_NAME, python_place_of (tree, node));
  name->text = python_text_of (tree, node, "id");
  return name;
}

static RoutineExpression *
read_member (PythonTree *tree, PyObject *node)
{
  RoutineExpression *member =
      routine_expression_new (tree->file, ROUTINE_MEMBER, python_place_of (tree, node));
  member->text = python_text_of (tree, node, "attr");
  member->first = read_part (tree, node, "value");
  return member;
}

static const struct {
  const char *name;
  RoutineKind kind;
} OPERATORS[] = {{"Add", ROUTINE_ADD},     {"Sub", ROUTINE_SUBTRACT}, {"Mult", ROUTINE_MULTIPLY},
                 {"Div", ROUTINE_DIVIDE},  {"And", ROUTINE_AND},      {"Or", ROUTINE_OR},
                 {"USub", ROUTINE_NEGATE}, {"Not", ROUTINE_NOT}};

/* FALSE for `//`, `%`, `**` and the like. */
static gboolean
find_operator (PyObject *node, RoutineKind *kind)
{
  g_autoptr (PyObject) operator= python_get (node, "op");
  for (guint i = 0; i < G_N_ELEMENTS (OPERATORS); i++)
    if (python_is (operator, OPERATORS[i].name)) {
      *kind = OPERATORS[i].kind;
      return TRUE;
    }
  return FALSE;
}

static RoutineExpression *
read_binary (PythonTree *tree, PyObject *node)
{
  RoutineKind kind;
  if (!find_operator (node, &kind))
    return other (tree, node, "this operator");
  RoutineExpression *left = read_part (tree, node, "left");
  return routine_operation (tree->file, kind, python_place_of (tree, node), left,
                            read_part (tree, node, "right"));
}

static RoutineExpression *
read_unary (PythonTree *tree, PyObject *node)
{
  RoutineKind kind;
  g_autoptr (PyObject) operator= python_get (node, "op");
  if (python_is (operator, "UAdd"))
    return read_part (tree, node, "operand");
  if (!find_operator (node, &kind))
    return other (tree, node, "this operator");
  return routine_operation (tree->file, kind, python_place_of (tree, node),
                            read_part (tree, node, "operand"), NULL);
}

/* `a and b and c` by pairs. */
static RoutineExpression *
read_connective (PythonTree *tree, PyObject *node)
{
  RoutineKind kind = ROUTINE_AND;
  g_autoptr (PyObject) values = python_get (node, "values");
  find_operator (node, &kind);
  RoutineExpression *all = python_expression (tree, PyList_GET_ITEM (values, 0));
  for (Py_ssize_t i = 1; i < PyList_GET_SIZE (values); i++)
    all = routine_operation (tree->file, kind, python_place_of (tree, node), all,
                             python_expression (tree, PyList_GET_ITEM (values, i)));
  return all;
}

static const struct {
  const char *name;
  SvtRelation relation;
} RELATIONS[] = {{"Lt", SVT_LESS},      {"LtE", SVT_AT_MOST},  {"Gt", SVT_MORE},
                 {"GtE", SVT_AT_LEAST}, {"Eq", SVT_EQUAL},     {"NotEq", SVT_UNEQUAL},
                 {"Is", SVT_EQUAL},     {"IsNot", SVT_UNEQUAL}};

/* `a < b < c` as `a < b and b < c`. */
static RoutineExpression *
read_comparison (PythonTree *tree, PyObject *node)
{
  g_autoptr (PyObject) operators = python_get (node, "ops");
  g_autoptr (PyObject) rights = python_get (node, "comparators");
  g_autoptr (PyObject) first = python_get (node, "left");
  SvtPlace place = python_place_of (tree, node);
  PyObject *left = first;
  RoutineExpression *all = NULL;
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE (operators); i++) {
    guint r = 0;
    while (r < G_N_ELEMENTS (RELATIONS) &&
           !python_is (PyList_GET_ITEM (operators, i), RELATIONS[r].name))
      r++;
    if (r == G_N_ELEMENTS (RELATIONS))
      return other (tree, node, "'in'");
    RoutineExpression *a = python_expression (tree, left);
    left = PyList_GET_ITEM (rights, i);
    RoutineExpression *one =
        routine_operation (tree->file, ROUTINE_COMPARE, place, a, python_expression (tree, left));
    one->relation = RELATIONS[r].relation;
    all = all == NULL ? one : routine_operation (tree->file, ROUTINE_AND, place, all, one);
  }
  return all;
}

static void
add_keyword (PythonTree *tree, PyObject *node, gpointer operands)
{
  RoutineExpression *value = read_part (tree, node, "value");
  value->keyword = python_text_of (tree, node, "arg");
  if (value->keyword == NULL)
    value = other (tree, node, "'**'");
  append_operand (operands, value);
}

static RoutineExpression *
read_call (PythonTree *tree, PyObject *node)
{
  RoutineExpression *call =
      routine_expression_new (tree->file, ROUTINE_CALL, python_place_of (tree, node));
  Operands operands = {NULL, NULL};
  append_operand (&operands, read_part (tree, node, "func"));
  python_each (tree, node, "args", add_operand, &operands);
  python_each (tree, node, "keywords", add_keyword, &operands);
  call->first = operands.first;
  return call;
}

static RoutineExpression *
read_item (PythonTree *tree, PyObject *node)
{
  g_autoptr (PyObject) index = python_get (node, "slice");
  if (python_is (index, "Slice"))
    return other (tree, node, "a slice of a list");
  RoutineExpression *list = read_part (tree, node, "value");
  return routine_operation (tree->file, ROUTINE_ITEM, python_place_of (tree, node), list,
                            python_expression (tree, index));
}

static RoutineExpression *
read_sequence (PythonTree *tree, PyObject *node)
{
  RoutineKind kind = python_is (node, "List") ? ROUTINE_LIST : ROUTINE_TUPLE;
  RoutineExpression *list = routine_expression_new (tree->file, kind, python_place_of (tree, node));
  Operands operands = {NULL, NULL};
  python_each (tree, node, "elts", add_operand, &operands);
  list->first = operands.first;
  return list;
}

static RoutineExpression *
read_choice (PythonTree *tree, PyObject *node)
{
  RoutineExpression *choice =
      routine_expression_new (tree->file, ROUTINE_CHOICE, python_place_of (tree, node));
  choice->first = read_part (tree, node, "test");
  choice->first->next = read_part (tree, node, "body");
  choice->first->next->next = read_part (tree, node, "orelse");
  return choice;
}

/* All but what its first loop goes through, which is looked up outside, has its variables. */
static RoutineExpression *
read_any_comprehension (PythonTree *tree, PyObject *node, const char *what)
{
  static const char *const items[] = {"elt", "key", "value"};
  Operands outside = {NULL, NULL}, names = {NULL, NULL}, inside = {NULL, NULL};
  g_autoptr (PyObject) generators = python_get (node, "generators");
  for (guint i = 0; i < G_N_ELEMENTS (items); i++) {
    g_autoptr (PyObject) item = python_get (node, items[i]);
    if (item != Py_None)
      append_operand (&inside, python_expression (tree, item));
  }
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE (generators); i++) {
    PyObject *generator = PyList_GET_ITEM (generators, i);
    append_operand (&names, read_part (tree, generator, "target"));
    append_operand (i == 0 ? &outside : &inside, read_part (tree, generator, "iter"));
    python_each (tree, generator, "ifs", add_operand, &inside);
  }
  return scope (tree, node, what, &outside, &names, &inside);
}

static RoutineExpression *
read_dictionary_built (PythonTree *tree, PyObject *node)
{
  return read_any_comprehension (tree, node, "a dictionary comprehension");
}

static RoutineExpression *
read_set_built (PythonTree *tree, PyObject *node)
{
  return read_any_comprehension (tree, node, "a set comprehension");
}

static void
add_bound (PythonTree *tree, PyObject *argument, gpointer names)
{
  const char *text = python_text_of (tree, argument, "arg");
  RoutineExpression *name =
      routine_expression_new (tree->file, ROUTINE_NAME, python_place_of (tree, argument));
  name->text = text != NULL ? text : "";
  append_operand (names, name);
}

static RoutineExpression *
read_lambda (PythonTree *tree, PyObject *node)
{
  static const char *const lists[] = {"posonlyargs", "args", "kwonlyargs"};
  static const char *const rests[] = {"vararg", "kwarg"};
  Operands outside = {NULL, NULL}, names = {NULL, NULL}, inside = {NULL, NULL};
  g_autoptr (PyObject) arguments = python_get (node, "args");
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    python_each (tree, arguments, lists[i], add_bound, &names);
  for (guint i = 0; i < G_N_ELEMENTS (rests); i++) {
    g_autoptr (PyObject) rest = python_get (arguments, rests[i]);
    if (rest != Py_None)
      add_bound (tree, rest, &names);
  }
  python_each (tree, arguments, "defaults", add_operand, &outside);
  python_each (tree, arguments, "kw_defaults", add_operand, &outside);
  append_operand (&inside, read_part (tree, node, "body"));
  return scope (tree, node, "a lambda", &outside, &names, &inside);
}

/* What a caller sends may be anything, and what is sent is an output. */
static RoutineExpression *
read_yielded (PythonTree *tree, PyObject *node)
{
  python_refuse (tree, node, "'yield' inside an expression", "write 'yield VALUE' by itself");
  return routine_expression_new (tree->file, ROUTINE_OTHER, python_place_of (tree, node));
}

static RoutineExpression *
read_comprehension (PythonTree *tree, PyObject *node)
{
  g_autoptr (PyObject) generators = python_get (node, "generators");
  PyObject *only = PyList_GET_SIZE (generators) == 1 ? PyList_GET_ITEM (generators, 0) : NULL;
  if (only == NULL || python_length (only, "ifs") > 0)
    return read_any_comprehension (tree, node,
                                   "a comprehension of several loops, or with an 'if',");
  RoutineExpression *built =
      routine_expression_new (tree->file, ROUTINE_BUILT, python_place_of (tree, node));
  built->first = read_part (tree, node, "elt");
  built->first->next = read_part (tree, only, "target");
  built->first->next->next = read_part (tree, only, "iter");
  return built;
}

static const struct {
  const char *name;
  RoutineExpression *(*read) (PythonTree *tree, PyObject *node);
} READERS[] = {
    {"Constant", read_constant},      {"Name", read_name},
    {"Attribute", read_member},       {"BinOp", read_binary},
    {"UnaryOp", read_unary},          {"BoolOp", read_connective},
    {"Compare", read_comparison},     {"Call", read_call},
    {"Subscript", read_item},         {"List", read_sequence},
    {"Tuple", read_sequence},         {"IfExp", read_choice},
    {"ListComp", read_comprehension}, {"GeneratorExp", read_comprehension},
    {"SetComp", read_set_built},      {"DictComp", read_dictionary_built},
    {"Lambda", read_lambda},          {"Yield", read_yielded},
    {"YieldFrom", read_yielded},
};

static const struct {
  const char *name, *words;
} OTHERS[] = {{"Dict", "a dictionary"}, {"Set", "a set"},
              {"NamedExpr", "':='"},    {"JoinedStr", "a formatted string"},
              {"Await", "'await'"},     {"Starred", "'*'"}};

static RoutineExpression *
read_expression (PythonTree *tree, PyObject *node)
{
  for (guint i = 0; i < G_N_ELEMENTS (READERS); i++)
    if (python_is (node, READERS[i].name))
      return READERS[i].read (tree, node);
  for (guint i = 0; i < G_N_ELEMENTS (OTHERS); i++)
    if (python_is (node, OTHERS[i].name))
      return other (tree, node, OTHERS[i].words);
  return other (tree, node, "this expression");
}

RoutineExpression *
python_expression (PythonTree *tree, PyObject *node)
{
  if (tree->depth >= DEEPEST) {
    if (!tree->refused)
      python_refuse (tree, node, "code nested so deep", "write fewer levels");
    return routine_expression_new (tree->file, ROUTINE_OTHER, python_place_of (tree, node));
  }
  tree->depth++;
  RoutineExpression *expression = read_expression (tree, node);
  tree->depth--;
  return expression;
}

/* ---- Statements -------------------------------------------------------------------------- */

typedef struct {
  RoutineStatement *first, *last;
} Statements;

static RoutineStatement *
add_statement (PythonTree *tree, PyObject *node, RoutineStatementKind kind, Statements *list)
{
  RoutineStatement *statement =
      routine_statement_new (tree->file, kind, python_place_of (tree, node));
  if (list->last != NULL)
    list->last->next = statement;
  else
    list->first = statement;
  list->last = statement;
  return statement;
}

static void
add_assignment (PythonTree *tree, PyObject *node, PyObject *target, PyObject *value,
                Statements *list)
{
  if (python_is (target, "Attribute")) {
    python_refuse (tree, target, "an attribute that gets a value", "use a variable");
    return;
  }
  if (!python_is (target, "Name") && !python_is (target, "Subscript")) {
    python_refuse (tree, target, "an assignment to several names",
                   "write a statement for each name");
    return;
  }
  RoutineStatement *assignment = add_statement (tree, node, ROUTINE_ASSIGN, list);
  assignment->target = python_expression (tree, target);
  assignment->value = python_expression (tree, value);
}

/* `a, b = 0, 0` as two statements: the values must not depend on the names. */
static void
read_assignment (PythonTree *tree, PyObject *node, Statements *list)
{
  g_autoptr (PyObject) targets = python_get (node, "targets");
  g_autoptr (PyObject) value = python_get (node, "value");
  PyObject *target = PyList_GET_ITEM (targets, 0);
  if (PyList_GET_SIZE (targets) > 1) {
    python_refuse (tree, node, "an assignment to several names", "write a statement for each name");
    return;
  }
  guint n = python_length (target, "elts");
  if (!python_is (target, "Tuple") || !python_is (value, "Tuple") ||
      n != python_length (value, "elts")) {
    add_assignment (tree, node, target, value, list);
    return;
  }
  g_autoptr (PyObject) names = python_get (target, "elts");
  g_autoptr (PyObject) values = python_get (value, "elts");
  for (guint i = 0; i < n; i++) {
    PyObject *one = PyList_GET_ITEM (values, i);
    if (!python_is (one, "Constant") &&
        python_length (one, "elts") + python_is (one, "List") != 1) {
      python_refuse (tree, node, "an assignment to several names",
                     "write a statement for each name");
      return;
    }
    add_assignment (tree, node, PyList_GET_ITEM (names, i), one, list);
  }
}

static void
read_annotated (PythonTree *tree, PyObject *node, Statements *list)
{
  g_autoptr (PyObject) target = python_get (node, "target");
  g_autoptr (PyObject) value = python_get (node, "value");
  if (value != Py_None)
    add_assignment (tree, node, target, value, list);
}

static void
read_update (PythonTree *tree, PyObject *node, Statements *list)
{
  g_autoptr (PyObject) target = python_get (node, "target");
  RoutineKind kind;
  if (!python_is (target, "Name") || !find_operator (node, &kind)) {
    python_refuse (tree, node, "this statement", "write 'NAME = NAME + NUMBER'");
    return;
  }
  RoutineStatement *update = add_statement (tree, node, ROUTINE_ASSIGN, list);
  update->is_update = TRUE;
  update->target = python_expression (tree, target);
  RoutineExpression *before = python_expression (tree, target);
  update->value = routine_operation (tree->file, kind, python_place_of (tree, node), before,
                                     read_part (tree, node, "value"));
}

static void
read_call_or_yield (PythonTree *tree, PyObject *node, Statements *list)
{
  g_autoptr (PyObject) value = python_get (node, "value");
  if (python_is (value, "Constant"))
    return; /* a text that documents */
  if (python_is (value, "Yield"))
    add_statement (tree, node, ROUTINE_OUTPUT, list)->value = read_part (tree, value, "value");
  else if (python_is (value, "Call"))
    add_statement (tree, node, ROUTINE_DO, list)->value = python_expression (tree, value);
  else
    python_refuse (tree, node, "an expression that does nothing", "remove it");
}

static void
read_return (PythonTree *tree, PyObject *node, Statements *list)
{
  g_autoptr (PyObject) value = python_get (node, "value");
  RoutineStatement *statement = add_statement (tree, node, ROUTINE_RETURN, list);
  statement->value = value != Py_None ? python_expression (tree, value) : NULL;
}

static void
read_if (PythonTree *tree, PyObject *node, Statements *list)
{
  RoutineStatement *statement = add_statement (tree, node, ROUTINE_IF, list);
  statement->value = read_part (tree, node, "test");
  statement->body = python_block (tree, node, "body");
  statement->otherwise = python_block (tree, node, "orelse");
}

static void
read_loop (PythonTree *tree, PyObject *node, Statements *list)
{
  gboolean is_for = python_is (node, "For");
  if (python_length (node, "orelse") > 0) {
    python_refuse (tree, node, "a loop with 'else'", "write what follows behind the loop");
    return;
  }
  RoutineStatement *statement =
      add_statement (tree, node, is_for ? ROUTINE_FOR : ROUTINE_WHILE, list);
  statement->value = read_part (tree, node, is_for ? "iter" : "test");
  statement->target = is_for ? read_part (tree, node, "target") : NULL;
  statement->body = python_block (tree, node, "body");
}

static void
read_break (PythonTree *tree, PyObject *node, Statements *list)
{
  add_statement (tree, node, ROUTINE_BREAK, list);
}

static void
read_continue (PythonTree *tree, PyObject *node, Statements *list)
{
  add_statement (tree, node, ROUTINE_CONTINUE, list);
}

static void
read_nothing (PythonTree *tree G_GNUC_UNUSED, PyObject *node G_GNUC_UNUSED,
              Statements *list G_GNUC_UNUSED)
{
}

static const struct {
  const char *name;
  void (*read) (PythonTree *tree, PyObject *node, Statements *list);
} STATEMENTS[] = {
    {"Assign", read_assignment},  {"AnnAssign", read_annotated}, {"AugAssign", read_update},
    {"Expr", read_call_or_yield}, {"Return", read_return},       {"If", read_if},
    {"For", read_loop},           {"While", read_loop},          {"Break", read_break},
    {"Continue", read_continue},  {"Pass", read_nothing},
};

/* What the subset has no statement for. */
static const struct {
  const char *name, *words, *advice;
} REFUSED[] = {
    {"FunctionDef", "a function inside a function", "write its statements where it is called"},
    {"AsyncFunctionDef", "a function inside a function", "write its statements where it is called"},
    {"ClassDef", "a class", "write the mechanism as a function"},
    {"Try", "'try'", "write its statements without it"},
    {"TryStar", "'try'", "write its statements without it"},
    {"With", "'with'", "write its statements without it"},
    {"AsyncWith", "'async'", "write a plain function"},
    {"AsyncFor", "'async'", "write a plain loop"},
    {"Raise", "'raise'", "return something instead, or remove it"},
    {"Assert", "'assert'", "check arguments outside the mechanism"},
    {"Delete", "'del'", "remove it"},
    {"Global", "'global'", "use a variable of the function"},
    {"Nonlocal", "'nonlocal'", "use a variable of the function"},
    {"Import", "'import' inside a function", "write it at the top of the file"},
    {"ImportFrom", "'import' inside a function", "write it at the top of the file"},
    {"Match", "'match'", "write 'if' and 'elif'"},
};

static void
add_to_block (PythonTree *tree, PyObject *node, gpointer list)
{
  for (guint i = 0; i < G_N_ELEMENTS (STATEMENTS); i++)
    if (python_is (node, STATEMENTS[i].name)) {
      STATEMENTS[i].read (tree, node, list);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (REFUSED); i++)
    if (python_is (node, REFUSED[i].name)) {
      python_refuse (tree, node, REFUSED[i].words, REFUSED[i].advice);
      return;
    }
  python_refuse (tree, node, "this statement", "write it otherwise");
}

RoutineBlock
python_block (PythonTree *tree, PyObject *node, const char *attribute)
{
  Statements list = {NULL, NULL};
  if (tree->depth >= DEEPEST) {
    if (!tree->refused)
      python_refuse (tree, node, "code nested so deep", "write fewer levels");
    return (RoutineBlock){NULL};
  }
  tree->depth++;
  python_each (tree, node, attribute, add_to_block, &list);
  tree->depth--;
  return (RoutineBlock){list.first};
}
