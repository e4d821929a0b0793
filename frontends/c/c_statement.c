/* SPDX-License-Identifier: Apache-2.0 */
#include "c_tree.h"

#include "routine_noise.h"

#include <couplet/rational.h>
#include <couplet/text.h>

typedef struct {
  RoutineStatement *first, *last;
} Statements;

static void read_into (CTree *tree, PyObject *node, Statements *list);

static void
append (Statements *list, RoutineStatement *statement)
{
  if (list->last != NULL)
    list->last->next = statement;
  else
    list->first = statement;
  list->last = statement;
}

static RoutineStatement *
add_at (CTree *tree, SvtPlace place, RoutineStatementKind kind, Statements *list)
{
  RoutineStatement *statement = routine_statement_new (tree->base.file, kind, place);
  append (list, statement);
  return statement;
}

static RoutineStatement *
add (CTree *tree, PyObject *node, RoutineStatementKind kind, Statements *list)
{
  return add_at (tree, python_place_of (&tree->base, node), kind, list);
}

static RoutineExpression *
make_name (CTree *tree, const char *name, SvtPlace place)
{
  RoutineExpression *expression = routine_expression_new (tree->base.file, ROUTINE_NAME, place);
  expression->text = name;
  return expression;
}

static RoutineExpression *
make_number (CTree *tree, const char *number, SvtPlace place)
{
  RoutineExpression *expression = routine_expression_new (tree->base.file, ROUTINE_NUMBER, place);
  expression->text = number;
  return expression;
}

/* ---- Types ------------------------------------------------------------------------------- */

typedef struct {
  CNumberKind kind;
  guint bits, longs;
} Words;

static void
add_word (PythonTree *tree G_GNUC_UNUSED, PyObject *word, gpointer data)
{
  Words *words = data;
  const char *text = PyUnicode_Check (word) ? PyUnicode_AsUTF8 (word) : NULL;
  CNumberKind kind = text != NULL ? c_kind_of_word (text) : C_NO_NUMBER;
  if (words->kind == C_NO_NUMBER || kind == C_NO_NUMBER)
    words->kind = C_NO_NUMBER;
  else if (kind != C_WHOLE)
    words->kind = kind; /* long double */
  words->bits = text != NULL ? MAX (words->bits, c_bits_of_word (text)) : words->bits;
  words->longs += g_strcmp0 (text, "long") == 0;
}

void
c_set_type (CTree *tree, PyObject *type, CNumberKind kind, CVariable *variable)
{
  g_autoptr (PyObject) inside = python_get (type, "type");
  Words words = {C_WHOLE, 0, 0};
  python_each (&tree->base, inside, "names", add_word, &words);
  variable->is_whole = kind != C_REAL;
  variable->is_truth = kind == C_TRUTH;
  variable->bits = words.bits != 0 ? words.bits : words.longs > 1 ? 63 : C_BITS_OF_INT;
}

CNumberKind
c_kind_of_type (CTree *tree, PyObject *type, gboolean *is_list)
{
  g_autoptr (PyObject) inside = python_get (type, "type");
  if (python_is (type, "PtrDecl") || python_is (type, "ArrayDecl")) {
    gboolean nested = *is_list;
    *is_list = TRUE;
    return nested ? C_NO_NUMBER : c_kind_of_type (tree, inside, is_list);
  }
  if (!python_is (type, "TypeDecl") || !python_is (inside, "IdentifierType"))
    return C_NO_NUMBER;
  Words words = {C_WHOLE, 0, 0};
  python_each (&tree->base, inside, "names", add_word, &words);
  return words.kind;
}

/* ---- Declarations --------------------------------------------------------------------------- */

void
c_declare (CTree *tree, const CVariable *variable)
{
  const CMacro *macro = c_text_find (tree->text, variable->name);
  const CVariable *outer = c_scope_find (&tree->scope, variable->name);
  g_autofree char *wrong = NULL;
  if (outer != NULL)
    wrong = g_strdup_printf ("is declared on line %u already; use another name", outer->place.line);
  else if (macro != NULL)
    wrong = g_strdup_printf ("is a macro of line %u; use another name", macro->place.line);
  else if (c_is_believed (variable->name) || c_is_keyword (variable->name))
    wrong = g_strdup ("has a meaning of its own; use another name");
  g_autofree char *quoted = couplet_quote (variable->name, -1);
  tree->base.refused |= wrong != NULL;
  if (wrong != NULL)
    svt_error (tree->base.text->reporter, variable->place, "%s %s", quoted, wrong);
  else
    c_scope_declare (&tree->scope, variable);
}

static guint
count_word (PyObject *node, const char *attribute, const char *word)
{
  guint n = 0;
  g_autoptr (PyObject) words = python_get (node, attribute);
  for (Py_ssize_t i = 0; PyList_Check (words) && i < PyList_GET_SIZE (words); i++) {
    PyObject *one = PyList_GET_ITEM (words, i);
    n += PyUnicode_Check (one) && g_strcmp0 (PyUnicode_AsUTF8 (one), word) == 0;
  }
  return n;
}

gboolean
c_is_among (PyObject *node, const char *attribute, const char *word)
{
  return count_word (node, attribute, word) > 0;
}

static gboolean
has_only (PyObject *node, const char *attribute, const char *word)
{
  return count_word (node, attribute, word) == python_length (node, attribute);
}

static void
note_rounded (CTree *tree, const CVariable *variable, SvtPlace place)
{
  if (tree->is_rounded)
    return;
  tree->is_rounded = TRUE;
  svt_warning (tree->base.text->reporter, place,
               "'%s' is a whole number in C and gets a real one here; whole numbers are read as "
               "real ones, as CheckDP does, and C would cut decimals off",
               variable->name);
}

/* Whether an answer or noise may be in value: a number of which only the order is asked for. */
static gboolean
is_noisy (const CTree *tree, const RoutineExpression *value)
{
  const CVariable *variable =
      value->kind == ROUTINE_NAME ? c_scope_find (&tree->scope, value->text) : NULL;
  gboolean noisy = value->kind == ROUTINE_CALL || value->kind == ROUTINE_ITEM ||
                   (variable != NULL && variable->is_noisy);
  for (const RoutineExpression *part = value->first; part != NULL && !noisy; part = part->next)
    noisy = is_noisy (tree, part);
  return noisy;
}

const char *
c_misfit (const CVariable *variable, const RoutineExpression *value)
{
  gboolean negative = value->kind == ROUTINE_NEGATE;
  const RoutineExpression *number = negative ? value->first : value;
  g_autoptr (GError) error = NULL;
  g_auto (CoupletRational) size;
  couplet_rational_init (&size);
  if (number->kind != ROUTINE_NUMBER ||
      !couplet_rational_parse (&size, number->text, strlen (number->text), &error))
    return NULL;
  if (mpz_cmp_ui (mpq_denref (size.value), 1) != 0)
    return "is a whole number and gets decimals, which C cuts off; declare it as 'float'";
  gboolean fits = mpz_sizeinbase (mpq_numref (size.value), 2) <= variable->bits;
  return fits ? NULL : "gets a number that is too large for its type; declare it as 'long long'";
}

/* Whether value is what a bool holds: a condition, 0, 1, or another bool. */
static gboolean
is_truth (const CTree *tree, const RoutineExpression *value)
{
  const CVariable *variable =
      value->kind == ROUTINE_NAME ? c_scope_find (&tree->scope, value->text) : NULL;
  return value->kind == ROUTINE_COMPARE || value->kind == ROUTINE_AND ||
         value->kind == ROUTINE_OR || value->kind == ROUTINE_NOT ||
         (variable != NULL && variable->is_truth) ||
         (value->kind == ROUTINE_NUMBER &&
          (g_str_equal (value->text, "0") || g_str_equal (value->text, "1")));
}

void
c_check_value (CTree *tree, PyObject *node, const char *name, PyObject *given,
               const RoutineExpression *value)
{
  CVariable *variable = c_scope_find (&tree->scope, name);
  gboolean whole = variable != NULL && variable->is_whole && !variable->is_truth;
  gboolean noisy = is_noisy (tree, value), real = whole && !c_is_whole (tree, given);
  const char *wrong = whole ? c_misfit (variable, value) : NULL;
  if (wrong == NULL && real && !noisy && value->kind != ROUTINE_NUMBER)
    wrong = "is a whole number and gets a real one, whose decimals C cuts off; declare it as "
            "'float'";
  if (variable != NULL && variable->is_truth && !is_truth (tree, value))
    c_refuse_named (tree, node, name,
                    "is a bool and gets a number; give it a comparison, true or false");
  if (wrong != NULL)
    c_refuse_named (tree, node, name, wrong);
  else if (real)
    note_rounded (tree, variable, python_place_of (&tree->base, node));
  if (variable != NULL)
    variable->is_noisy |= noisy;
}

static void
set_value (CTree *tree, const char *name)
{
  CVariable *variable = c_scope_find (&tree->scope, name);
  if (variable != NULL)
    variable->has_value = TRUE;
}

static void
read_declaration (CTree *tree, PyObject *node, Statements *list)
{
  g_autoptr (PyObject) type = python_get (node, "type");
  g_autoptr (PyObject) value = python_get (node, "init");
  gboolean is_list = FALSE;
  CNumberKind kind = c_kind_of_type (tree, type, &is_list);
  const char *name = python_text_of (&tree->base, node, "name");
  if (kind == C_NO_NUMBER || is_list || name == NULL) {
    python_refuse (&tree->base, node, "a declaration of this type",
                   "use numbers: int, long, float, double or bool");
    return;
  }
  if (!has_only (node, "storage", "register") || !has_only (node, "quals", "const")) {
    python_refuse (&tree->base, node, "a variable that is static, extern or volatile",
                   "use a plain one");
    return;
  }
  CVariable variable = {.name = name,
                        .place = python_place_of (&tree->base, node),
                        .is_constant = c_is_among (node, "quals", "const")};
  c_set_type (tree, type, kind, &variable);
  c_declare (tree, &variable);
  if (value == Py_None)
    return;
  RoutineStatement *assignment =
      routine_statement_new (tree->base.file, ROUTINE_ASSIGN, variable.place);
  assignment->target = make_name (tree, name, variable.place);
  assignment->value = c_expression (tree, value);
  c_check_value (tree, node, name, value, assignment->value);
  set_value (tree, name);
  append (list, assignment);
}

/* ---- Assignments ---------------------------------------------------------------------------- */

/* The variable that node names and that may get a value, or updates its own; NULL with an error
 * reported. */
static const char *
read_target (CTree *tree, PyObject *node, gboolean updates)
{
  if (python_is (node, "ArrayRef")) {
    python_refuse (&tree->base, node, "an item of an array that gets a value",
                   "show values by " C_OUTPUT "(VALUE), and keep others in variables");
    return NULL;
  }
  if (!python_is (node, "ID")) {
    python_refuse (&tree->base, node, "what gets a value here", "use a variable");
    return NULL;
  }
  const char *name = python_text_of (&tree->base, node, "name");
  const CVariable *variable = c_scope_find (&tree->scope, name);
  const char *wrong = variable == NULL ? "is not declared here; declare it in the function"
                      : variable->is_list
                          ? "is an array that stands without an index; write NAME[i]"
                      : variable->is_truth && updates
                          ? "is a bool and gets a number; give it a comparison, true or false"
                      : variable->is_constant  ? "is constant and gets a value; remove 'const'"
                      : variable->is_parameter ? "is a parameter and gets another value; use a "
                                                 "variable of another name"
                                               : NULL;
  if (wrong != NULL)
    c_refuse_named (tree, node, name, wrong);
  return wrong == NULL ? name : NULL;
}

/* target = target OPERATOR value. */
static void
add_update (CTree *tree, PyObject *node, PyObject *target, RoutineKind kind,
            RoutineExpression *value, Statements *list)
{
  SvtPlace place = python_place_of (&tree->base, target);
  RoutineStatement *update = add (tree, node, ROUTINE_ASSIGN, list);
  update->is_update = TRUE;
  update->target = make_name (tree, python_text_of (&tree->base, target, "name"), place);
  update->value =
      routine_operation (tree->base.file, kind, place, c_expression (tree, target), value);
}

static void
read_step (CTree *tree, PyObject *node, Statements *list)
{
  g_autoptr (PyObject) target = python_get (node, "expr");
  gboolean up = c_has (node, "op", "++") || c_has (node, "op", "p++");
  gboolean down = c_has (node, "op", "--") || c_has (node, "op", "p--");
  if (!up && !down)
    python_refuse (&tree->base, node, "an expression that does nothing", "remove it");
  else if (read_target (tree, target, TRUE) != NULL)
    add_update (tree, node, target, up ? ROUTINE_ADD : ROUTINE_SUBTRACT,
                make_number (tree, "1", python_place_of (&tree->base, target)), list);
}

static void
read_update (CTree *tree, PyObject *node, PyObject *target, PyObject *given, Statements *list)
{
  static const struct {
    const char *operator;
    RoutineKind kind;
  } updates[] = {{"+=", ROUTINE_ADD},
                 {"-=", ROUTINE_SUBTRACT},
                 {"*=", ROUTINE_MULTIPLY},
                 {"/=", ROUTINE_DIVIDE}};
  for (guint i = 0; i < G_N_ELEMENTS (updates); i++) {
    if (!c_has (node, "op", updates[i].operator))
      continue;
    if (updates[i].kind == ROUTINE_DIVIDE && c_is_whole (tree, target) && c_is_whole (tree, given))
      python_refuse (&tree->base, node, "the quotient of two whole numbers",
                     "C cuts its decimals off; write one of them as a real number, 2.0");
    RoutineExpression *value = c_expression (tree, given);
    c_check_value (tree, target, python_text_of (&tree->base, target, "name"), given, value);
    add_update (tree, node, target, updates[i].kind, value, list);
    return;
  }
  python_refuse (&tree->base, node, "this assignment", "use = += -= *= /=");
}

static void
read_assignment (CTree *tree, PyObject *node, Statements *list)
{
  g_autoptr (PyObject) target = python_get (node, "lvalue");
  g_autoptr (PyObject) given = python_get (node, "rvalue");
  const char *name = read_target (tree, target, !c_has (node, "op", "="));
  if (name == NULL)
    return;
  if (!c_has (node, "op", "=")) {
    read_update (tree, node, target, given, list);
    return;
  }
  RoutineStatement *assignment = add (tree, node, ROUTINE_ASSIGN, list);
  assignment->target = make_name (tree, name, assignment->place);
  assignment->value = c_expression (tree, given);
  c_check_value (tree, target, name, given, assignment->value);
  set_value (tree, name);
}

/* ---- Outputs -------------------------------------------------------------------------------- */

static void
read_call (CTree *tree, PyObject *node, Statements *list)
{
  g_autoptr (PyObject) callee = python_get (node, "name");
  g_autoptr (PyObject) arguments = python_get (node, "args");
  g_autoptr (PyObject) values = python_get (arguments, "exprs");
  const char *name = python_is (callee, "ID") ? python_text_of (&tree->base, callee, "name") : NULL;
  if (g_strcmp0 (name, C_OUTPUT) != 0) {
    if (name != NULL && routine_noise_is_name (name))
      python_refuse (&tree->base, node, "noise that nothing gets", "remove it");
    else
      c_refuse_named (tree, node, name != NULL ? name : "this",
                      "is called, which is not read; values are shown by " C_OUTPUT "(VALUE)");
    return;
  }
  if (!PyList_Check (values) || PyList_GET_SIZE (values) != 1)
    python_refuse (&tree->base, node, "an output of several values, or none",
                   "write " C_OUTPUT "(VALUE) for each");
  else
    add (tree, node, ROUTINE_OUTPUT, list)->value =
        c_expression (tree, PyList_GET_ITEM (values, 0));
}

static void
read_return (CTree *tree, PyObject *node, Statements *list)
{
  g_autoptr (PyObject) value = python_get (node, "expr");
  RoutineStatement *statement = add (tree, node, ROUTINE_RETURN, list);
  statement->value = value != Py_None ? c_expression (tree, value) : NULL;
  tree->scope.is_left = TRUE;
}

/* A text that stands as a statement: c_remarks.h says what it is. */
static void
read_remark (CTree *tree, PyObject *node, Statements *list G_GNUC_UNUSED)
{
  if (!c_has (node, "type", "string")) {
    python_refuse (&tree->base, node, "an expression that does nothing", "remove it");
    return;
  }
  RoutineExpression *text =
      routine_expression_new (tree->base.file, ROUTINE_SYMBOL, python_place_of (&tree->base, node));
  text->text = python_text_of (&tree->base, node, "value");
  g_ptr_array_add (tree->remarks, text);
}

/* ---- Blocks --------------------------------------------------------------------------------- */

/* The statements of node's attribute, in a scope of their own. */
static RoutineBlock
read_block (CTree *tree, PyObject *node, const char *attribute)
{
  Statements list = {NULL, NULL};
  g_autoptr (PyObject) inside = python_get (node, attribute);
  c_scope_enter (&tree->scope);
  if (inside != Py_None)
    read_into (tree, inside, &list);
  c_scope_leave (&tree->scope);
  return (RoutineBlock){list.first};
}

static void
add_item (PythonTree *tree, PyObject *node, gpointer list)
{
  read_into ((CTree *)tree, node, list);
}

static void
read_compound (CTree *tree, PyObject *node, Statements *list)
{
  c_scope_enter (&tree->scope);
  python_each (&tree->base, node, "block_items", add_item, list);
  c_scope_leave (&tree->scope);
}

static RoutineExpression *
read_condition (CTree *tree, PyObject *node)
{
  g_autoptr (PyObject) condition = python_get (node, "cond");
  return c_expression (tree, condition);
}

static void
read_if (CTree *tree, PyObject *node, Statements *list)
{
  RoutineStatement *statement = add (tree, node, ROUTINE_IF, list);
  statement->value = read_condition (tree, node);
  g_autoptr (CWays) before = c_ways_new (&tree->scope);
  statement->body = read_block (tree, node, "iftrue");
  g_autoptr (CWays) then = c_ways_new (&tree->scope);
  c_ways_restore (before, &tree->scope);
  statement->otherwise = read_block (tree, node, "iffalse");
  c_ways_join (then, &tree->scope);
}

/* ---- Loops ---------------------------------------------------------------------------------- */

/* `while (1)`, `for (;;)`. */
static RoutineExpression *
read_loop_condition (CTree *tree, PyObject *node)
{
  g_autoptr (PyObject) condition = python_get (node, "cond");
  RoutineExpression *value = condition != Py_None ? c_expression (tree, condition) : NULL;
  if (value != NULL && (value->kind != ROUTINE_NUMBER || g_str_equal (value->text, "0")))
    return value;
  RoutineExpression *always =
      routine_expression_new (tree->base.file, ROUTINE_SYMBOL,
                              value != NULL ? value->place : python_place_of (&tree->base, node));
  always->text = "True";
  return always;
}

/* Notes the names that condition compares with: they may be the number of answers. */
static void
note_ends (CTree *tree, const RoutineExpression *condition)
{
  const RoutineExpression *right =
      condition->kind == ROUTINE_COMPARE ? condition->first->next : NULL;
  if (right != NULL && right->kind == ROUTINE_NAME &&
      (condition->relation == SVT_LESS || condition->relation == SVT_UNEQUAL))
    g_ptr_array_add (tree->ends, (gpointer)right->text);
  if (condition->kind == ROUTINE_AND || condition->kind == ROUTINE_OR ||
      condition->kind == ROUTINE_NOT)
    for (const RoutineExpression *part = condition->first; part != NULL; part = part->next)
      note_ends (tree, part);
}

/* The body of a loop, after which no more is known than before. step: what `continue` does first;
 * NULL = nothing. */
static RoutineBlock
read_loop_body (CTree *tree, PyObject *node, PyObject *step)
{
  PyObject *outer = tree->step;
  g_autoptr (CWays) before = c_ways_new (&tree->scope);
  tree->step = step;
  RoutineBlock body = read_block (tree, node, "stmt");
  if (step != NULL) {
    Statements list = {body.first, body.first};
    while (list.last != NULL && list.last->next != NULL)
      list.last = list.last->next;
    tree->scope.is_left = FALSE;
    read_into (tree, step, &list);
    body.first = list.first;
  }
  tree->step = outer;
  c_ways_restore (before, &tree->scope);
  return body;
}

static void
read_while (CTree *tree, PyObject *node, Statements *list)
{
  RoutineStatement *loop = add (tree, node, ROUTINE_WHILE, list);
  loop->value = read_loop_condition (tree, node);
  note_ends (tree, loop->value);
  loop->body = read_loop_body (tree, node, NULL);
}

static void
read_jump (CTree *tree, PyObject *node, Statements *list)
{
  gboolean goes_on = python_is (node, "Continue");
  if (goes_on && tree->step != NULL)
    read_into (tree, tree->step, list);
  add (tree, node, goes_on ? ROUTINE_CONTINUE : ROUTINE_BREAK, list);
  tree->scope.is_left = TRUE;
}

/* ---- Loops that count ----------------------------------------------------------------------- */

/* `int i = 0` in a `for`: i, with its place; NULL = it is something else. */
static const char *
counter_of (CTree *tree, PyObject *node, SvtPlace *place)
{
  g_autoptr (PyObject) start = python_get (node, "init");
  g_autoptr (PyObject) all = python_get (start, "decls");
  if (!python_is (start, "DeclList") || !PyList_Check (all) || PyList_GET_SIZE (all) != 1)
    return NULL;
  PyObject *declaration = PyList_GET_ITEM (all, 0);
  g_autoptr (PyObject) value = python_get (declaration, "init");
  g_autoptr (PyObject) type = python_get (declaration, "type");
  gboolean is_list = FALSE;
  *place = python_place_of (&tree->base, declaration);
  gboolean good = python_is (value, "Constant") && c_has (value, "value", "0") &&
                  c_kind_of_type (tree, type, &is_list) == C_WHOLE && !is_list;
  return good ? python_text_of (&tree->base, declaration, "name") : NULL;
}

static gboolean
is_id (PyObject *node, const char *name)
{
  return python_is (node, "ID") && c_has (node, "name", name);
}

/* `i++`, `++i`, `i += 1`, `i = i + 1`. */
static gboolean
counts_up (PyObject *node, const char *name)
{
  g_autoptr (PyObject) operand = python_get (node, "expr");
  g_autoptr (PyObject) target = python_get (node, "lvalue");
  g_autoptr (PyObject) value = python_get (node, "rvalue");
  g_autoptr (PyObject) left = python_get (value, "left");
  g_autoptr (PyObject) right = python_get (value, "right");
  if (python_is (node, "UnaryOp"))
    return is_id (operand, name) && (c_has (node, "op", "++") || c_has (node, "op", "p++"));
  if (!python_is (node, "Assignment") || !is_id (target, name))
    return FALSE;
  if (c_has (node, "op", "+="))
    return python_is (value, "Constant") && c_has (value, "value", "1");
  return c_has (node, "op", "=") && python_is (value, "BinaryOp") && c_has (value, "op", "+") &&
         is_id (left, name) && python_is (right, "Constant") && c_has (right, "value", "1");
}

/* The N of `i < N` among the conditions of and, which is taken out of them; NULL = there is none.
 */
static RoutineExpression *
take_end (CTree *tree, RoutineExpression **condition, const char *name)
{
  RoutineExpression *all = *condition, *first = all->first;
  if (all->kind == ROUTINE_COMPARE && all->relation == SVT_LESS && routine_is_name (first, name)) {
    RoutineExpression *end = first->next;
    const CVariable *variable =
        end->kind == ROUTINE_NAME ? c_scope_find (&tree->scope, end->text) : NULL;
    *condition = NULL;
    return end->kind == ROUTINE_NUMBER || (variable != NULL && variable->is_parameter) ? end : NULL;
  }
  if (all->kind != ROUTINE_AND)
    return NULL;
  RoutineExpression *left = first, *right = first->next;
  RoutineExpression *end = take_end (tree, &left, name);
  if (end == NULL) {
    left = first;
    end = take_end (tree, &right, name);
  }
  if (end == NULL)
    return NULL;
  *condition = left == NULL ? right
               : right == NULL
                   ? left
                   : routine_operation (tree->base.file, ROUTINE_AND, all->place, left, right);
  if (*condition != NULL && (left == NULL || right == NULL))
    (*condition)->next = NULL;
  return end;
}

typedef struct {
  const char *name;
  gboolean found;
} Change;

static void
look_for_change (RoutineStatement *s, gpointer data)
{
  Change *change = data;
  change->found |= s->kind == ROUTINE_ASSIGN && routine_is_name (s->target, change->name);
}

static RoutineExpression *
make_range (CTree *tree, RoutineExpression *end)
{
  RoutineExpression *range = routine_expression_new (tree->base.file, ROUTINE_CALL, end->place);
  range->first = make_name (tree, "range", end->place);
  range->first->next = end;
  end->next = NULL;
  return range;
}

/* `if (!condition) break;` before block. */
static void
leave_unless (CTree *tree, RoutineExpression *condition, RoutineBlock *block)
{
  RoutineStatement *test = routine_statement_new (tree->base.file, ROUTINE_IF, condition->place);
  test->value = routine_operation (tree->base.file, ROUTINE_NOT, condition->place, condition, NULL);
  test->body.first = routine_statement_new (tree->base.file, ROUTINE_BREAK, condition->place);
  test->next = block->first;
  block->first = test;
}

/* `for (int i = 0; i < N; i++)` whose body leaves i alone. FALSE: it is none. */
static gboolean
read_counting (CTree *tree, PyObject *node, Statements *list)
{
  g_autoptr (PyObject) condition = python_get (node, "cond");
  g_autoptr (PyObject) step = python_get (node, "next");
  SvtPlace place;
  const char *name = counter_of (tree, node, &place);
  if (name == NULL || condition == Py_None || !counts_up (step, name))
    return FALSE;
  CVariable counter = {
      .name = name, .place = place, .is_whole = TRUE, .bits = 63, .has_value = TRUE};
  c_declare (tree, &counter);
  RoutineExpression *rest = c_expression (tree, condition);
  note_ends (tree, rest);
  RoutineExpression *end = take_end (tree, &rest, name);
  if (end == NULL)
    return FALSE;
  RoutineStatement *loop = add (tree, node, ROUTINE_FOR, list);
  loop->target = make_name (tree, name, place);
  loop->value = make_range (tree, end);
  loop->body = read_loop_body (tree, node, NULL);
  if (rest != NULL)
    leave_unless (tree, rest, &loop->body);
  Change change = {name, FALSE};
  routine_visit (&loop->body, look_for_change, &change);
  if (change.found)
    c_refuse_named (tree, node, name,
                    "counts the rounds and gets another value in them; write a 'while'");
  return TRUE;
}

/* The statements of a `for` as those of a `while`. */
static void
read_other_for (CTree *tree, PyObject *node, Statements *list)
{
  g_autoptr (PyObject) start = python_get (node, "init");
  g_autoptr (PyObject) step = python_get (node, "next");
  if (python_is (start, "DeclList"))
    python_each (&tree->base, start, "decls", add_item, list);
  else if (start != Py_None)
    read_into (tree, start, list);
  RoutineStatement *loop = add (tree, node, ROUTINE_WHILE, list);
  loop->value = read_loop_condition (tree, node);
  note_ends (tree, loop->value);
  loop->body = read_loop_body (tree, node, step != Py_None ? step : NULL);
}

static void
read_for (CTree *tree, PyObject *node, Statements *list)
{
  c_scope_enter (&tree->scope);
  gboolean counts = read_counting (tree, node, list);
  c_scope_leave (&tree->scope);
  if (counts)
    return;
  c_scope_enter (&tree->scope);
  read_other_for (tree, node, list);
  c_scope_leave (&tree->scope);
}

/* ---- All of it ------------------------------------------------------------------------------ */

static void
read_nothing (CTree *tree G_GNUC_UNUSED, PyObject *node G_GNUC_UNUSED,
              Statements *list G_GNUC_UNUSED)
{
}

static const struct {
  const char *name;
  void (*read) (CTree *tree, PyObject *node, Statements *list);
} STATEMENTS[] = {
    {"Decl", read_declaration},
    {"Assignment", read_assignment},
    {"UnaryOp", read_step},
    {"FuncCall", read_call},
    {"Constant", read_remark},
    {"Compound", read_compound},
    {"If", read_if},
    {"While", read_while},
    {"For", read_for},
    {"Return", read_return},
    {"Break", read_jump},
    {"Continue", read_jump},
    {"EmptyStatement", read_nothing},
};

static const struct {
  const char *name, *words, *advice;
} REFUSED[] = {
    {"DoWhile", "'do'", "write a 'while'"},
    {"Switch", "'switch'", "write 'if' and 'else if'"},
    {"Goto", "'goto'", "write a loop"},
    {"Label", "a label", "write a loop"},
    {"Case", "'case'", "write 'if' and 'else if'"},
    {"Default", "'default'", "write 'if' and 'else'"},
    {"ExprList", "','", "write a statement for each"},
    {"Typedef", "'typedef'", "use int, long, float, double or bool"},
    {"ID", "an expression that does nothing", "remove it"},
    {"BinaryOp", "an expression that does nothing", "remove it"},
    {"Cast", "an expression that does nothing", "remove it"},
    {"StaticAssert", "'_Static_assert'", "remove it"},
};

static void
read_statement (CTree *tree, PyObject *node, Statements *list)
{
  for (guint i = 0; i < G_N_ELEMENTS (STATEMENTS); i++)
    if (python_is (node, STATEMENTS[i].name)) {
      STATEMENTS[i].read (tree, node, list);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (REFUSED); i++)
    if (python_is (node, REFUSED[i].name)) {
      python_refuse (&tree->base, node, REFUSED[i].words, REFUSED[i].advice);
      return;
    }
  python_refuse (&tree->base, node, "this statement", "write it otherwise");
}

static void
read_into (CTree *tree, PyObject *node, Statements *list)
{
  if (tree->base.depth >= SVT_MAX_NESTING) {
    if (!tree->base.refused)
      python_refuse (&tree->base, node, "code nested so deep", "write fewer levels");
    return;
  }
  tree->base.depth++;
  read_statement (tree, node, list);
  tree->base.depth--;
}

RoutineBlock
c_body (CTree *tree, PyObject *compound)
{
  Statements list = {NULL, NULL};
  read_into (tree, compound, &list);
  return (RoutineBlock){list.first};
}
