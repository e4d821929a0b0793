/* SPDX-License-Identifier: Apache-2.0 */
#include "python_bound.h"

typedef struct {
  PythonBound *bound;
  PythonTree *tree;
} Search;

void
python_push_children (PyObject *node, GPtrArray *stack)
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

/* ---- Names ------------------------------------------------------------------------------- */

static void
note (const Search *search, const char *name)
{
  GHashTable *counts = search->bound->counts;
  if (name == NULL)
    return;
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, name));
  g_hash_table_insert (counts, (gpointer)name, GUINT_TO_POINTER (n + 1));
}

static void
note_names_of_global (const Search *search, PyObject *node)
{
  g_autoptr (PyObject) names = python_get (node, "names");
  for (Py_ssize_t i = 0; PyList_Check (names) && i < PyList_GET_SIZE (names); i++)
    note (search, python_keep_text (search->tree, PyList_GET_ITEM (names, i)));
}

/* `import module.part as name`. */
static void
note_alias (const Search *search, PyObject *alias)
{
  const char *own = python_text_of (search->tree, alias, "name");
  const char *name = python_text_of (search->tree, alias, "asname");
  if (g_strcmp0 (own, "*") == 0)
    search->bound->star = search->bound->star != NULL ? search->bound->star : alias;
  else if (name != NULL || own != NULL)
    note (search, name != NULL
                      ? name
                      : couplet_arena_strndup (search->tree->file->arena, own, strcspn (own, ".")));
}

static gboolean
is_read_only (PyObject *name)
{
  g_autoptr (PyObject) context = python_get (name, "ctx");
  return python_is (context, "Load");
}

/* Nodes whose name, of that attribute, gets a meaning. */
static const struct {
  const char *node, *attribute;
} NAMED[] = {{"FunctionDef", "name"},   {"AsyncFunctionDef", "name"}, {"ClassDef", "name"},
             {"ExceptHandler", "name"}, {"MatchAs", "name"},          {"MatchStar", "name"},
             {"MatchMapping", "rest"}};

static void
note_meaning (const Search *search, PyObject *node)
{
  if (python_is (node, "Name") && !is_read_only (node))
    note (search, python_text_of (search->tree, node, "id"));
  else if (python_is (node, "alias"))
    note_alias (search, node);
  for (guint i = 0; i < G_N_ELEMENTS (NAMED); i++)
    if (python_is (node, NAMED[i].node))
      note (search, python_text_of (search->tree, node, NAMED[i].attribute));
}

/* ---- Seeds --------------------------------------------------------------------------------- */

/* `np.random.seed(0)`, `default_rng(0)`: a call with a number. */
static gboolean
is_seed (const Search *search, PyObject *node)
{
  static const char *const words[] = {"seed",   "default_rng", "RandomState", "PCG64", "PCG64DXSM",
                                      "Philox", "MT19937",     "SFC64",       NULL};
  if (!python_is (node, "Call"))
    return FALSE;
  g_autoptr (PyObject) callee = python_get (node, "func");
  g_autoptr (PyObject) arguments = python_get (node, "args");
  const char *name =
      python_text_of (search->tree, callee, python_is (callee, "Name") ? "id" : "attr");
  if (name == NULL || !g_strv_contains (words, name) || PyList_GET_SIZE (arguments) == 0)
    return FALSE;
  g_autoptr (PyObject) value = python_get (PyList_GET_ITEM (arguments, 0), "value");
  return python_is (PyList_GET_ITEM (arguments, 0), "Constant") && value != Py_None;
}

/* `if __name__ == "__main__"`: what the file does as a program of its own. */
static gboolean
is_own_program (const Search *search, PyObject *node)
{
  g_autoptr (PyObject) test = python_get (node, "test");
  g_autoptr (PyObject) left = python_get (test, "left");
  return python_is (node, "If") && python_is (left, "Name") &&
         g_strcmp0 (python_text_of (search->tree, left, "id"), "__name__") == 0;
}

/* ---- All of it ------------------------------------------------------------------------------- */

static gboolean
has_names_of_its_own (PyObject *node)
{
  static const char *const kinds[] = {"FunctionDef", "AsyncFunctionDef", "ClassDef", "Lambda"};
  gboolean found = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (kinds) && !found; i++)
    found = python_is (node, kinds[i]);
  return found;
}

/* Walks, without recursion, over the nodes on stack: those of functions, or of the file's top,
 * which puts functions on inside. */
static void
walk (const Search *search, GPtrArray *stack, GPtrArray *inside)
{
  while (stack->len > 0) {
    PyObject *top = g_ptr_array_steal_index (stack, stack->len - 1);
    if (python_is (top, "Global"))
      note_names_of_global (search, top);
    if (inside != NULL)
      note_meaning (search, top);
    if (inside != NULL && search->bound->seed == NULL && is_seed (search, top))
      search->bound->seed = top;
    gboolean own = inside != NULL && (has_names_of_its_own (top) || is_own_program (search, top));
    python_push_children (top, own ? inside : stack);
    Py_DECREF (top);
  }
}

void
python_bound_init (PythonBound *bound, PythonTree *tree, PyObject *module)
{
  *bound = (PythonBound){g_hash_table_new (g_str_hash, g_str_equal), NULL, NULL};
  const Search search = {bound, tree};
  g_autoptr (GPtrArray) stack = g_ptr_array_new_with_free_func ((GDestroyNotify)Py_DecRef);
  g_autoptr (GPtrArray) inside = g_ptr_array_new_with_free_func ((GDestroyNotify)Py_DecRef);
  g_ptr_array_add (stack, Py_NewRef (module));
  walk (&search, stack, inside);
  walk (&search, inside, NULL);
}

void
python_bound_clear (PythonBound *bound)
{
  g_clear_pointer (&bound->counts, g_hash_table_unref);
}

guint
python_bound_count (const PythonBound *bound, const char *name)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (bound->counts, name));
}
