/* SPDX-License-Identifier: Apache-2.0 */
#include "python_file.h"

#include "python_says.h"
#include "routine_choice.h"

#include <couplet/text.h>

/* ---- What draws noise ---------------------------------------------------------------------- */

static gboolean
is_noise (PythonTree *tree, PyObject *node)
{
  if (!python_is (node, "Call"))
    return FALSE;
  g_autoptr (PyObject) callee = python_get (node, "func");
  const char *name = python_text_of (tree, callee, python_is (callee, "Name") ? "id" : "attr");
  return name != NULL && routine_noise_is_name (name);
}

/* Puts the nodes right below node on stack, which owns them. */
static void
push_children (PyObject *node, GPtrArray *stack)
{
  g_autoptr (PyObject) fields = python_get (node, "_fields");
  for (Py_ssize_t i = 0; PyTuple_Check (fields) && i < PyTuple_GET_SIZE (fields); i++) {
    const char *name = PyUnicode_AsUTF8 (PyTuple_GET_ITEM (fields, i));
    PyObject *child = name != NULL ? python_get (node, name) : NULL;
    if (child != NULL && PyList_Check (child))
      for (Py_ssize_t j = 0; j < PyList_GET_SIZE (child); j++)
        g_ptr_array_add (stack, Py_NewRef (PyList_GET_ITEM (child, j)));
    if (child != NULL && PyObject_HasAttrString (child, "_fields"))
      g_ptr_array_add (stack, Py_NewRef (child));
    Py_XDECREF (child);
  }
}

/* Whether noise is drawn anywhere in node: a walk that does not recurse. */
static gboolean
draws_noise (PythonTree *tree, PyObject *node)
{
  gboolean found = FALSE;
  g_autoptr (GPtrArray) stack = g_ptr_array_new_with_free_func ((GDestroyNotify)Py_DecRef);
  g_ptr_array_add (stack, Py_NewRef (node));
  while (stack->len > 0 && !found) {
    PyObject *top = g_ptr_array_steal_index (stack, stack->len - 1);
    found = is_noise (tree, top);
    push_children (top, stack);
    Py_DECREF (top);
  }
  return found;
}

/* ---- The top of the file ----------------------------------------------------------------------
 */

typedef struct {
  const char *wanted;
  PyObject *chosen; /* borrowed */
  GPtrArray *noisy; /* names of functions that draw noise */
  PyObject *first;  /* of them; borrowed */
  PyObject *class;  /* the first with noise in it; borrowed */
  RoutineArgument *constants, **constants_end;
  RoutineHelper *helpers, **helpers_end;
  GHashTable *bound; /* names that the file gives a meaning to its own */
} Top;

static void
add_helper (PythonTree *tree, PyObject *node, const char *name, gboolean is_numpy, int scale,
            Top *top)
{
  RoutineHelper *helper = svt_file_new_node (tree->file, RoutineHelper);
  *helper = (RoutineHelper){
      .name = name, .place = python_place_of (tree, node), .is_numpy = is_numpy, .scale = scale};
  *top->helpers_end = helper;
  top->helpers_end = &helper->next;
}

typedef struct {
  int n, scale;
} Parameters;

static void
look_at_parameter (PythonTree *tree, PyObject *argument, gpointer data)
{
  Parameters *parameters = data;
  const char *name = python_text_of (tree, argument, "arg");
  if (name != NULL && parameters->scale < 0 && routine_noise_is_scale (name))
    parameters->scale = parameters->n;
  parameters->n++;
}

/* Where a helper has its scale: by its name, or as its only parameter without a default. */
static int
scale_of_helper (PythonTree *tree, PyObject *function)
{
  g_autoptr (PyObject) arguments = python_get (function, "args");
  Parameters parameters = {0, -1};
  python_each (tree, arguments, "args", look_at_parameter, &parameters);
  int required = parameters.n - (int)python_length (arguments, "defaults");
  return parameters.scale >= 0 ? parameters.scale : required == 1 ? 0 : -1;
}

static void
look_at_function (PythonTree *tree, PyObject *node, Top *top)
{
  const char *name = python_text_of (tree, node, "name");
  if (name == NULL)
    return;
  g_hash_table_add (top->bound, (gpointer)name);
  if (g_str_equal (name, top->wanted))
    top->chosen = node;
  if (routine_noise_is_name (name)) {
    add_helper (tree, node, name, FALSE, scale_of_helper (tree, node), top);
    return;
  }
  if (!draws_noise (tree, node))
    return;
  top->first = top->first != NULL ? top->first : node;
  g_ptr_array_add (top->noisy, (gpointer)name);
}

static void
look_at_import (PythonTree *tree, PyObject *alias, gpointer data)
{
  Top *top = data;
  const char *name = python_text_of (tree, alias, "asname");
  if (name == NULL)
    name = python_text_of (tree, alias, "name");
  if (name != NULL)
    g_hash_table_add (top->bound, (gpointer)name);
}

static void
look_at_imported (PythonTree *tree, PyObject *node, Top *top)
{
  const char *module = python_text_of (tree, node, "module");
  g_autoptr (PyObject) names = python_get (node, "names");
  python_each (tree, node, "names", look_at_import, top);
  for (Py_ssize_t i = 0; PyList_Check (names) && i < PyList_GET_SIZE (names); i++) {
    PyObject *alias = PyList_GET_ITEM (names, i);
    const char *name = python_text_of (tree, alias, "asname");
    if (name == NULL)
      name = python_text_of (tree, alias, "name");
    if (name != NULL && routine_noise_is_name (name) && g_strcmp0 (module, "numpy.random") == 0)
      add_helper (tree, node, name, TRUE, -1, top);
  }
}

/* `N = 5`, `lap = np.random.laplace`. */
static void
look_at_assignment (PythonTree *tree, PyObject *node, PyObject *target, Top *top)
{
  const char *name = python_is (target, "Name") ? python_text_of (tree, target, "id") : NULL;
  g_autoptr (PyObject) value = python_get (node, "value");
  if (name == NULL)
    return;
  gboolean again = !g_hash_table_add (top->bound, (gpointer)name);
  if (routine_noise_is_name (name))
    add_helper (tree, node, name,
                python_is (value, "Attribute") &&
                    g_strcmp0 (python_text_of (tree, value, "attr"), "laplace") == 0,
                -1, top);
  g_autoptr (PyObject) constant = python_get (value, "value");
  if (!python_is (value, "Constant") || again || PyUnicode_Check (constant))
    return;
  RoutineArgument *argument = svt_file_new_node (tree->file, RoutineArgument);
  argument->name = name;
  argument->place = python_place_of (tree, target);
  argument->value = python_expression (tree, value);
  *top->constants_end = argument;
  top->constants_end = &argument->next;
}

/* Whether node gives name a value, or lets a function do so. */
static gboolean
binds (PythonTree *tree, PyObject *node, const char *name)
{
  gboolean found = FALSE;
  if (python_is (node, "Name")) {
    g_autoptr (PyObject) context = python_get (node, "ctx");
    found =
        !python_is (context, "Load") && g_strcmp0 (python_text_of (tree, node, "id"), name) == 0;
  } else if (python_is (node, "Global")) {
    g_autoptr (PyObject) names = python_get (node, "names");
    for (Py_ssize_t i = 0; PyList_Check (names) && i < PyList_GET_SIZE (names); i++) {
      const char *one = PyUnicode_AsUTF8 (PyList_GET_ITEM (names, i));
      found |= g_strcmp0 (one, name) == 0;
    }
  }
  return found;
}

static guint
count_bindings (PythonTree *tree, PyObject *module, const char *name)
{
  guint n = 0;
  g_autoptr (GPtrArray) stack = g_ptr_array_new_with_free_func ((GDestroyNotify)Py_DecRef);
  g_ptr_array_add (stack, Py_NewRef (module));
  while (stack->len > 0) {
    PyObject *top = g_ptr_array_steal_index (stack, stack->len - 1);
    n += binds (tree, top, name);
    push_children (top, stack);
    Py_DECREF (top);
  }
  return n;
}

/* Leaves those constants that get their value once in the whole file. */
static void
keep_constants (PythonTree *tree, PyObject *module, Top *top)
{
  for (RoutineArgument **link = &top->constants; *link != NULL;)
    if (count_bindings (tree, module, (*link)->name) > 1)
      *link = (*link)->next;
    else
      link = &(*link)->next;
}

static void
look_at (PythonTree *tree, PyObject *node, gpointer data)
{
  Top *top = data;
  if (python_is (node, "FunctionDef"))
    look_at_function (tree, node, top);
  else if (python_is (node, "ClassDef") && top->class == NULL && draws_noise (tree, node))
    top->class = node;
  else if (python_is (node, "ImportFrom"))
    look_at_imported (tree, node, top);
  else if (python_is (node, "Import"))
    python_each (tree, node, "names", look_at_import, top);
  else if (python_is (node, "Assign")) {
    g_autoptr (PyObject) targets = python_get (node, "targets");
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE (targets); i++)
      look_at_assignment (tree, node, PyList_GET_ITEM (targets, i), top);
  }
}

/* ---- The function
 * --------------------------------------------------------------------------------- */

static void
add_argument (PythonTree *tree, PyObject *node, gpointer data)
{
  RoutineArgument **end = data;
  while (*end != NULL)
    end = &(*end)->next;
  *end = svt_file_new_node (tree->file, RoutineArgument);
  (*end)->name = python_text_of (tree, node, "arg");
  (*end)->place = python_place_of (tree, node);
}

/* Gives the last ones of arguments the values of the list attribute of node. */
static void
give_defaults (PythonTree *tree, PyObject *node, const char *attribute, RoutineArgument *arguments)
{
  guint n = 0, defaults = python_length (node, attribute);
  g_autoptr (PyObject) values = python_get (node, attribute);
  for (const RoutineArgument *a = arguments; a != NULL; a = a->next)
    n++;
  for (guint i = 0; arguments != NULL; arguments = arguments->next, i++) {
    PyObject *value =
        i + defaults >= n ? PyList_GET_ITEM (values, (Py_ssize_t)(i + defaults - n)) : Py_None;
    if (value != Py_None)
      arguments->value = python_expression (tree, value);
  }
}

static void
read_arguments (PythonTree *tree, PyObject *function, Routine *routine)
{
  g_autoptr (PyObject) arguments = python_get (function, "args");
  g_autoptr (PyObject) rest = python_get (arguments, "vararg");
  g_autoptr (PyObject) others = python_get (arguments, "kwarg");
  RoutineArgument *named = NULL, **end = &routine->arguments;
  if (rest != Py_None || others != Py_None)
    python_refuse (tree, rest != Py_None ? rest : others, "an open list of arguments",
                   "name each argument");
  python_each (tree, arguments, "posonlyargs", add_argument, &routine->arguments);
  python_each (tree, arguments, "args", add_argument, &routine->arguments);
  give_defaults (tree, arguments, "defaults", routine->arguments);
  python_each (tree, arguments, "kwonlyargs", add_argument, &named);
  give_defaults (tree, arguments, "kw_defaults", named);
  while (*end != NULL)
    end = &(*end)->next;
  *end = named;
}

/* The place of the name behind `def`. */
static SvtPlace
place_of_name (const PythonTree *tree, PyObject *function, const char *name)
{
  SvtPlace place = python_place_of (tree, function);
  const char *text = tree->text->reporter->text;
  guint32 length = (guint32)strlen (name);
  const char *at = g_strstr_len (text + place.offset, place.length, name);
  const char *end = g_strstr_len (text + place.offset, place.length, "\n");
  if (at != NULL && (end == NULL || at < end)) {
    place.column += (guint32)(at - text) - place.offset;
    place.offset = (guint32)(at - text);
  }
  place.length = length;
  return place;
}

static Routine *
read_function (PythonTree *tree, PyObject *function, const Top *top)
{
  Routine *routine = svt_file_new_node (tree->file, Routine);
  routine->name = python_text_of (tree, function, "name");
  routine->place = place_of_name (tree, function, routine->name);
  routine->constants = top->constants;
  routine->helpers = top->helpers;
  read_arguments (tree, function, routine);
  if (python_length (function, "decorator_list") > 0)
    python_refuse (tree, function, "a function with a decorator",
                   "remove the decorator, which may do anything");
  routine->body = python_block (tree, function, "body");
  python_read_says (tree, function, routine);
  return tree->refused ? NULL : routine;
}

/* ---- The choice
 * -------------------------------------------------------------------------------------- */

static PyObject *
choose (PythonTree *tree, const Top *top)
{
  const SvtReporter *reporter = tree->text->reporter;
  SvtPlace start = python_place (tree->text, 1, 0, 1, 0);
  if (top->chosen != NULL)
    return top->chosen;
  if (*top->wanted == '\0' && top->noisy->len == 1)
    return top->first;
  if (*top->wanted != '\0' || top->noisy->len > 1)
    routine_report_choice (reporter, "python", top->wanted, top->noisy,
                           *top->wanted != '\0' ? start : python_place_of (tree, top->first));
  else if (top->class != NULL)
    svt_error (reporter, python_place_of (tree, top->class),
               "noise is drawn in a class, which is not read; write the mechanism as a function");
  else
    svt_error (reporter, start,
               "no function draws noise; a mechanism calls laplace(scale=...) or the like");
  return NULL;
}

/* Functions of Python that have their meaning here must not get another. */
static gboolean
check_bound (PythonTree *tree, const Top *top)
{
  static const char *const words[] = {"len", "range", "enumerate", "zip", "float", "list"};
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_hash_table_contains (top->bound, words[i])) {
      svt_error (tree->text->reporter, python_place (tree->text, 1, 0, 1, 0),
                 "the file gives '%s' a meaning of its own; use another name", words[i]);
      return FALSE;
    }
  return TRUE;
}

Routine *
python_choose (PythonTree *tree, PyObject *module, const char *name)
{
  g_autoptr (GPtrArray) noisy = g_ptr_array_new ();
  g_autoptr (GHashTable) bound = g_hash_table_new (g_str_hash, g_str_equal);
  Top top = {.wanted = name, .noisy = noisy, .bound = bound};
  top.constants_end = &top.constants;
  top.helpers_end = &top.helpers;
  python_each (tree, module, "body", look_at, &top);
  keep_constants (tree, module, &top);
  PyObject *function = choose (tree, &top);
  return function != NULL && check_bound (tree, &top) ? read_function (tree, function, &top) : NULL;
}
