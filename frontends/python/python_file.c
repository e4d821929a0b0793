/* SPDX-License-Identifier: Apache-2.0 */
#include "python_file.h"

#include "python_bound.h"
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
    python_push_children (top, stack);
    Py_DECREF (top);
  }
  return found;
}

/* ---- The top of the file -------------------------------------------------------------------- */

typedef struct {
  const char *wanted;
  PyObject *chosen; /* borrowed */
  GPtrArray *noisy; /* names of functions that draw noise */
  PyObject *first;  /* of them; borrowed */
  PyObject *class;  /* the first with noise in it; borrowed */
  RoutineArgument *constants, **constants_end;
  RoutineHelpers helpers;
  RoutineGlobal *globals;
  const char *module; /* that names are imported from; NULL = modules are */
  const PythonBound *bound;
} Top;

/* Noise under the name of other noise, own. FALSE with an error reported. */
static gboolean
check_named (PythonTree *tree, PyObject *node, const char *name, const char *own)
{
  if (own == NULL || routine_noise_is_same (name, own))
    return TRUE;
  g_autofree char *what =
      g_strdup_printf ("'%s' under the name '%s', which is other noise,", own, name);
  python_refuse (tree, node, what, "use its own name");
  return FALSE;
}

static void
add_helper (PythonTree *tree, PyObject *node, const char *name, gboolean is_numpy, int scale,
            Top *top)
{
  if (python_bound_count (top->bound, name) > 1)
    python_refuse (tree, node, "noise whose name gets another meaning in the file",
                   "use another name");
  RoutineHelper *helper =
      routine_helpers_add (&top->helpers, tree->file, name, python_place_of (tree, node));
  helper->is_numpy = is_numpy;
  helper->scale = scale;
}

static void
look_at_parameter (PythonTree *tree, PyObject *argument, gpointer data)
{
  routine_scale_note (data, python_text_of (tree, argument, "arg"));
}

/* Where a helper has its scale: by its name, or as its only parameter without a default. */
static int
scale_of_helper (PythonTree *tree, PyObject *function)
{
  g_autoptr (PyObject) arguments = python_get (function, "args");
  RoutineScale parameters = {0, -1};
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

/* `module`, `module as name`, `name` of a module. */
static void
look_at_import (PythonTree *tree, PyObject *alias, gpointer data)
{
  Top *top = data;
  const char *own = python_text_of (tree, alias, "name");
  const char *name = python_text_of (tree, alias, "asname");
  if (own == NULL)
    return;
  RoutineGlobal *import = svt_file_new_node (tree->file, RoutineGlobal);
  g_autofree char *path =
      top->module != NULL ? g_strconcat (top->module, ".", own, NULL) : g_strdup (own);
  import->path = couplet_arena_strndup (tree->file->arena, path, strlen (path));
  import->name = name != NULL ? name
                 : top->module != NULL
                     ? own
                     : couplet_arena_strndup (tree->file->arena, own, strcspn (own, "."));
  import->next = top->globals;
  top->globals = import;
}

static void
look_at_imported (PythonTree *tree, PyObject *node, Top *top)
{
  const RoutineGlobal *before = top->globals;
  top->module = python_text_of (tree, node, "module");
  top->module = top->module != NULL ? top->module : "";
  python_each (tree, node, "names", look_at_import, top);
  gboolean numpy = g_str_equal (top->module, "numpy.random");
  for (const RoutineGlobal *i = top->globals; i != before; i = i->next)
    if (numpy && routine_noise_is_name (i->name) &&
        check_named (tree, node, i->name, strrchr (i->path, '.') + 1))
      add_helper (tree, node, i->name, TRUE, -1, top);
  top->module = NULL;
}

/* `np.random` of such a chain of members; NULL = value is none. The caller frees it. */
static char *
path_of (PythonTree *tree, PyObject *value)
{
  g_autoptr (GString) path = g_string_new (NULL);
  g_autoptr (PyObject) node = Py_NewRef (value);
  while (python_is (node, "Attribute")) {
    const char *member = python_text_of (tree, node, "attr");
    g_string_prepend (path, member != NULL ? member : "");
    g_string_prepend_c (path, '.');
    PyObject *object = python_get (node, "value");
    Py_DECREF (node);
    node = object;
  }
  const char *name = python_is (node, "Name") ? python_text_of (tree, node, "id") : NULL;
  return name != NULL ? g_strconcat (name, path->str, NULL) : NULL;
}

/* `other = np.random`: another name of the same. */
static void
note_other_name (PythonTree *tree, const char *name, PyObject *value, Top *top)
{
  g_autofree char *path = path_of (tree, value);
  if (path == NULL)
    return;
  RoutineGlobal *global = svt_file_new_node (tree->file, RoutineGlobal);
  *global = (RoutineGlobal){top->globals, name,
                            couplet_arena_strndup (tree->file->arena, path, strlen (path))};
  top->globals = global;
}

/* `N = 5`, `lap = np.random.laplace`. */
static void
look_at_assignment (PythonTree *tree, PyObject *node, PyObject *target, Top *top)
{
  const char *name = python_is (target, "Name") ? python_text_of (tree, target, "id") : NULL;
  g_autoptr (PyObject) value = python_get (node, "value");
  if (name == NULL)
    return;
  note_other_name (tree, name, value, top);
  if (routine_noise_is_name (name)) {
    const char *own = python_is (value, "Attribute") ? python_text_of (tree, value, "attr")
                      : python_is (value, "Name")    ? python_text_of (tree, value, "id")
                                                     : NULL;
    if (check_named (tree, node, name, own))
      add_helper (tree, node, name,
                  python_is (value, "Attribute") && g_strcmp0 (own, "laplace") == 0, -1, top);
  }
  g_autoptr (PyObject) constant = python_get (value, "value");
  if (!python_is (value, "Constant") || PyUnicode_Check (constant))
    return;
  RoutineArgument *argument = svt_file_new_node (tree->file, RoutineArgument);
  argument->name = name;
  argument->place = python_place_of (tree, target);
  argument->value = python_expression (tree, value);
  *top->constants_end = argument;
  top->constants_end = &argument->next;
}

/* Leaves those constants that get their value once in the whole file. */
static void
keep_constants (Top *top)
{
  for (RoutineArgument **link = &top->constants; *link != NULL;)
    if (python_bound_count (top->bound, (*link)->name) > 1)
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

/* ---- The function --------------------------------------------------------------------------- */

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
  routine->helpers = top->helpers.first;
  routine->globals = top->globals;
  read_arguments (tree, function, routine);
  if (python_length (function, "decorator_list") > 0)
    python_refuse (tree, function, "a function with a decorator",
                   "remove the decorator, which may do anything");
  routine->body = python_block (tree, function, "body");
  python_read_says (tree, function, routine);
  return tree->refused ? NULL : routine;
}

/* ---- The choice ----------------------------------------------------------------------------- */

/* Names that the file defines itself. */
static void
add_own_names (PythonTree *tree, Top *top)
{
  GHashTableIter iter;
  gpointer name;
  g_hash_table_iter_init (&iter, top->bound->counts);
  while (g_hash_table_iter_next (&iter, &name, NULL)) {
    const RoutineGlobal *global = top->globals;
    while (global != NULL && !g_str_equal (global->name, name))
      global = global->next;
    if (global != NULL)
      continue;
    RoutineGlobal *own = svt_file_new_node (tree->file, RoutineGlobal);
    *own = (RoutineGlobal){top->globals, name, NULL};
    top->globals = own;
  }
}

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
    if (python_bound_count (top->bound, words[i]) > 0) {
      svt_error (tree->text->reporter, python_place (tree->text, 1, 0, 1, 0),
                 "the file gives '%s' a meaning of its own; use another name", words[i]);
      return FALSE;
    }
  return TRUE;
}

/* What else in the file gives the function, or its noise, another meaning. */
static gboolean
check_file (PythonTree *tree, PyObject *function, const Top *top)
{
  const char *name = python_text_of (tree, function, "name");
  if (name != NULL && python_bound_count (top->bound, name) > 1)
    python_refuse (tree, function, "a function whose name gets another meaning in the file",
                   "use another name");
  if (top->bound->star != NULL)
    python_refuse (tree, top->bound->star, "'import *', which may give any name a meaning",
                   "import each name");
  if (top->bound->seed != NULL)
    svt_error (tree->text->reporter, python_place_of (tree, top->bound->seed),
               "a seed makes all noise known to those who know the seed; remove it");
  return !tree->refused && top->bound->seed == NULL;
}

Routine *
python_choose (PythonTree *tree, PyObject *module, const char *name)
{
  g_autoptr (GPtrArray) noisy = g_ptr_array_new ();
  g_auto (PythonBound) bound;
  python_bound_init (&bound, tree, module);
  Top top = {.wanted = name, .noisy = noisy, .bound = &bound};
  top.constants_end = &top.constants;
  python_each (tree, module, "body", look_at, &top);
  keep_constants (&top);
  add_own_names (tree, &top);
  PyObject *function = choose (tree, &top);
  return function != NULL && check_bound (tree, &top) && check_file (tree, function, &top)
             ? read_function (tree, function, &top)
             : NULL;
}
