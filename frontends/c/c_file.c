/* SPDX-License-Identifier: Apache-2.0 */
#include "c_file.h"

#include "routine_choice.h"
#include "routine_names.h"

#include <couplet/rational.h>
#include <couplet/text.h>

/* ---- Walks ------------------------------------------------------------------------------- */

static gboolean
is_noise (PyObject *node)
{
  if (!python_is (node, "FuncCall"))
    return FALSE;
  g_autoptr (PyObject) callee = python_get (node, "name");
  g_autoptr (PyObject) name = python_get (callee, "name");
  const char *text = PyUnicode_Check (name) ? PyUnicode_AsUTF8 (name) : NULL;
  return python_is (callee, "ID") && text != NULL && routine_noise_is_name (text);
}

/* Puts the nodes right below node, pairs of a name and a node, on stack, which owns them. */
static void
push_children (PyObject *node, GPtrArray *stack)
{
  g_autoptr (PyObject) pairs = PyObject_CallMethod (node, "children", NULL);
  for (Py_ssize_t i = 0; pairs != NULL && PyTuple_Check (pairs) && i < PyTuple_GET_SIZE (pairs);
       i++) {
    PyObject *pair = PyTuple_GET_ITEM (pairs, i);
    if (PyTuple_Check (pair) && PyTuple_GET_SIZE (pair) == 2)
      g_ptr_array_add (stack, Py_NewRef (PyTuple_GET_ITEM (pair, 1)));
  }
  PyErr_Clear ();
}

/* Whether noise is drawn anywhere in node: a walk that does not recurse. */
static gboolean
draws_noise (PyObject *node)
{
  gboolean found = FALSE;
  g_autoptr (GPtrArray) stack = g_ptr_array_new_with_free_func ((GDestroyNotify)Py_DecRef);
  g_ptr_array_add (stack, Py_NewRef (node));
  while (stack->len > 0 && !found) {
    PyObject *top = g_ptr_array_steal_index (stack, stack->len - 1);
    found = is_noise (top);
    push_children (top, stack);
    Py_DECREF (top);
  }
  return found;
}

/* ---- The top of the file ------------------------------------------------------------------- */

typedef struct {
  CoupletContext *context;
  const char *wanted;
  PyObject *chosen, *first; /* borrowed */
  guint n_chosen;
  GPtrArray *noisy; /* names of functions that draw noise */
  RoutineArgument *constants, **constants_end;
  RoutineHelpers helpers;
} Top;

static void
look_at_parameter (PythonTree *tree, PyObject *parameter, gpointer data)
{
  routine_scale_note (data, python_text_of (tree, parameter, "name"));
}

/* A function called like noise, with parameters in type; one that is declared and defined has the
 * same. */
static void
add_helper (CTree *tree, PyObject *node, const char *name, PyObject *type, Top *top)
{
  g_autoptr (PyObject) list = python_get (type, "args");
  RoutineScale parameters = {0, -1};
  python_each (&tree->base, list, "params", look_at_parameter, &parameters);
  int scale = parameters.scale < 0 && parameters.n == 1 ? 0 : parameters.scale;
  RoutineHelper *helper = routine_helpers_find (&top->helpers, name);
  if (helper == NULL) {
    helper = routine_helpers_add (&top->helpers, tree->base.file, name,
                                  python_place_of (&tree->base, node));
    helper->scale = scale;
  } else if (helper->scale >= 0 && scale >= 0 && helper->scale != scale)
    c_refuse_named (tree, node, name,
                    "has its scale elsewhere than where it is declared before; give both the same "
                    "parameters");
  else
    helper->scale = MAX (helper->scale, scale);
}

/* What -D gives a whole variable is whole, and 0 or 1 where it is a bool. */
static void
check_given (CTree *tree, PyObject *node, const CVariable *variable, CoupletContext *context)
{
  const char *given = variable->is_whole ? routine_given_value (context, variable->name) : NULL;
  g_autoptr (GError) error = NULL;
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (given == NULL || !couplet_rational_parse (&value, given, strlen (given), &error))
    return; /* what is no number is told where it is used */
  guint bits = variable->is_truth ? 1 : variable->bits;
  if (mpz_cmp_ui (mpq_denref (value.value), 1) == 0 &&
      mpz_sizeinbase (mpq_numref (value.value), 2) <= bits &&
      (!variable->is_truth || mpq_sgn (value.value) >= 0))
    return;
  g_autofree char *wrong =
      g_strdup_printf ("gets the value %s by -D, which its type does not hold; give it a %s", given,
                       variable->is_truth ? "0 or a 1" : "smaller, whole number");
  c_refuse_named (tree, node, variable->name, wrong);
}

/* `const int N = 5;`. */
static void
add_constant (CTree *tree, PyObject *node, const char *name, PyObject *value, Top *top)
{
  g_autoptr (PyObject) type = python_get (node, "type");
  gboolean is_list = FALSE;
  CVariable variable = {.name = name,
                        .place = python_place_of (&tree->base, node),
                        .is_constant = TRUE,
                        .has_value = TRUE};
  CNumberKind kind = c_kind_of_type (tree, type, &is_list);
  if (kind == C_NO_NUMBER || kind == C_TRUTH || is_list || !python_is (value, "Constant"))
    return; /* told where it is used: it is not declared */
  c_set_type (tree, type, kind, &variable);
  RoutineArgument *constant = svt_file_new_node (tree->base.file, RoutineArgument);
  constant->name = name;
  constant->place = variable.place;
  constant->value = c_expression (tree, value);
  *top->constants_end = constant;
  top->constants_end = &constant->next;
  c_declare (tree, &variable);
  c_check_value (tree, node, name, value, constant->value);
  check_given (tree, node, &variable, top->context);
}

static void
look_at_declaration (CTree *tree, PyObject *node, Top *top)
{
  const char *name = python_text_of (&tree->base, node, "name");
  g_autoptr (PyObject) type = python_get (node, "type");
  g_autoptr (PyObject) value = python_get (node, "init");
  if (name == NULL)
    return;
  if (python_is (type, "FuncDecl")) {
    if (routine_noise_is_name (name))
      add_helper (tree, node, name, type, top);
  } else if (c_is_among (node, "quals", "const") && value != Py_None)
    add_constant (tree, node, name, value, top);
}

static void
look_at_function (CTree *tree, PyObject *node, Top *top)
{
  g_autoptr (PyObject) declaration = python_get (node, "decl");
  g_autoptr (PyObject) type = python_get (declaration, "type");
  const char *name = python_text_of (&tree->base, declaration, "name");
  if (name == NULL)
    return;
  if (g_str_equal (name, top->wanted)) {
    top->chosen = node;
    top->n_chosen++;
  }
  if (routine_noise_is_name (name)) {
    add_helper (tree, declaration, name, type, top);
    return;
  }
  if (!draws_noise (node))
    return;
  top->first = top->first != NULL ? top->first : node;
  g_ptr_array_add (top->noisy, (gpointer)name);
}

/* A type of the file under the name of a number's; those of header files stand in line 1. */
static void
look_at_type (CTree *tree, PyObject *node)
{
  g_autoptr (PyObject) at = python_get (node, "coord");
  const char *name = python_text_of (&tree->base, node, "name");
  CNumberKind kind = name != NULL ? c_kind_of_word (name) : C_NO_NUMBER;
  if (python_number (at, "line") > 1 && kind != C_NO_NUMBER && kind != C_TRUTH)
    c_refuse_named (tree, node, name, "is a type of C's and is declared again; use another name");
}

static void
look_at (PythonTree *tree, PyObject *node, gpointer data)
{
  if (python_is (node, "Typedef"))
    look_at_type ((CTree *)tree, node);
  else if (python_is (node, "FuncDef"))
    look_at_function ((CTree *)tree, node, data);
  else if (python_is (node, "Decl"))
    look_at_declaration ((CTree *)tree, node, data);
}

/* Macros with arguments for noise: their argument is the scale. */
static void
look_at_macros (CTree *tree, Top *top)
{
  for (guint i = 0; i < tree->text->macros->len; i++) {
    const CMacro *macro = &g_array_index (tree->text->macros, CMacro, i);
    if (macro->number != NULL || !routine_noise_is_name (macro->name))
      continue;
    if (routine_helpers_find (&top->helpers, macro->name) == NULL)
      routine_helpers_add (&top->helpers, tree->base.file, macro->name, macro->place);
  }
}

/* ---- The function ---------------------------------------------------------------------------- */

typedef struct {
  CoupletContext *context;
  RoutineArgument **end;
} Arguments;

static gboolean
is_void (PyObject *node)
{
  g_autoptr (PyObject) type = python_get (node, "type");
  g_autoptr (PyObject) inside = python_get (type, "type");
  g_autoptr (PyObject) words = python_get (inside, "names");
  PyObject *only =
      PyList_Check (words) && PyList_GET_SIZE (words) == 1 ? PyList_GET_ITEM (words, 0) : NULL;
  const char *text = only != NULL && PyUnicode_Check (only) ? PyUnicode_AsUTF8 (only) : NULL;
  return python_is (node, "Typename") && python_is (type, "TypeDecl") &&
         g_strcmp0 (text, "void") == 0;
}

static void
add_argument (PythonTree *base, PyObject *node, gpointer data)
{
  CTree *tree = (CTree *)base;
  Arguments *arguments = data;
  g_autoptr (PyObject) type = python_get (node, "type");
  const char *name = python_is (node, "Decl") ? python_text_of (base, node, "name") : NULL;
  CVariable parameter = {
      .name = name, .place = python_place_of (base, node), .is_parameter = TRUE, .has_value = TRUE};
  CNumberKind kind = name != NULL ? c_kind_of_type (tree, type, &parameter.is_list) : C_NO_NUMBER;
  if (is_void (node))
    return;
  if (kind == C_NO_NUMBER) {
    python_refuse (base, node, "a parameter of this type",
                   "use numbers (int, long, float, double, bool) and arrays of them, with names");
    return;
  }
  if (!parameter.is_list)
    c_set_type (tree, type, kind, &parameter);
  parameter.is_whole = kind != C_REAL;
  c_declare (tree, &parameter);
  if (!parameter.is_list)
    check_given (tree, node, &parameter, arguments->context);
  RoutineArgument *argument = svt_file_new_node (base->file, RoutineArgument);
  argument->name = name;
  argument->place = parameter.place;
  *arguments->end = argument;
  arguments->end = &argument->next;
}

static Routine *
read_function (CoupletContext *context, CTree *tree, PyObject *parser, PyObject *function,
               const Top *top)
{
  Routine *routine = svt_file_new_node (tree->base.file, Routine);
  g_autoptr (PyObject) declaration = python_get (function, "decl");
  g_autoptr (PyObject) type = python_get (declaration, "type");
  g_autoptr (PyObject) arguments = python_get (type, "args");
  g_autoptr (PyObject) body = python_get (function, "body");
  Arguments parameters = {context, &routine->arguments};
  routine->name = python_text_of (&tree->base, declaration, "name");
  routine->place = python_place_of (&tree->base, declaration);
  routine->constants = top->constants;
  routine->helpers = top->helpers.first;
  if (python_length (function, "param_decls") > 0)
    python_refuse (&tree->base, declaration,
                   "a function whose parameters get their types behind it",
                   "write the types in the brackets");
  c_scope_enter (&tree->scope);
  python_each (&tree->base, arguments, "params", add_argument, &parameters);
  routine->body = c_body (tree, body);
  c_remarks_read (context, tree, parser, routine);
  c_scope_leave (&tree->scope);
  return tree->base.refused ? NULL : routine;
}

/* ---- All of it ------------------------------------------------------------------------------ */

Routine *
c_choose (CoupletContext *context, CTree *tree, PyObject *parser, PyObject *file, const char *name)
{
  g_autoptr (GPtrArray) noisy = g_ptr_array_new ();
  Top top = {.context = context, .wanted = name, .noisy = noisy};
  top.constants_end = &top.constants;
  python_each (&tree->base, file, "ext", look_at, &top);
  look_at_macros (tree, &top);
  PyObject *function = top.chosen != NULL                 ? top.chosen
                       : *name == '\0' && noisy->len == 1 ? top.first
                                                          : NULL;
  SvtPlace start = python_place (tree->base.text, 1, 0, 1, 0);
  if (top.n_chosen > 1)
    c_refuse_named (tree, top.chosen, name, "is defined twice; remove one");
  else if (function == NULL && *name == '\0' && noisy->len == 0)
    svt_error (tree->base.text->reporter, start,
               "no function draws noise; a mechanism calls Lap(SCALE) or the like");
  else if (function == NULL)
    routine_report_choice (tree->base.text->reporter, "c", name, noisy,
                           *name != '\0' ? start : python_place_of (&tree->base, top.first));
  return function != NULL && !tree->base.refused
             ? read_function (context, tree, parser, function, &top)
             : NULL;
}
