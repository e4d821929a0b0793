/* SPDX-License-Identifier: Apache-2.0 */
#include "python_node.h"

#include <couplet/text.h>

#define LONGEST_DESCRIPTION 200

const char *
python_class (PyObject *node)
{
  const char *name = Py_TYPE (node)->tp_name, *dot = strrchr (name, '.');
  return dot != NULL ? dot + 1 : name;
}

gboolean
python_is (PyObject *node, const char *name)
{
  return g_str_equal (python_class (node), name);
}

PyObject *
python_get (PyObject *node, const char *attribute)
{
  PyObject *value = PyObject_GetAttrString (node, attribute);
  if (value != NULL)
    return value;
  PyErr_Clear ();
  Py_RETURN_NONE;
}

long
python_number (PyObject *object, const char *attribute)
{
  g_autoptr (PyObject) value = python_get (object, attribute);
  long number = PyLong_Check (value) ? PyLong_AsLong (value) : 0;
  PyErr_Clear ();
  return number;
}

void
python_each (PythonTree *tree, PyObject *node, const char *attribute, PythonItem use, gpointer data)
{
  g_autoptr (PyObject) list = python_get (node, attribute);
  for (Py_ssize_t i = 0; PyList_Check (list) && i < PyList_GET_SIZE (list); i++)
    use (tree, PyList_GET_ITEM (list, i), data);
}

guint
python_length (PyObject *node, const char *attribute)
{
  g_autoptr (PyObject) list = python_get (node, attribute);
  return PyList_Check (list) ? (guint)PyList_GET_SIZE (list) : 0;
}

const char *
python_keep_text (PythonTree *tree, PyObject *string)
{
  Py_ssize_t length = 0;
  const char *text = PyUnicode_Check (string) ? PyUnicode_AsUTF8AndSize (string, &length) : NULL;
  PyErr_Clear ();
  return text != NULL ? couplet_arena_strndup (tree->file->arena, text, (gsize)length) : NULL;
}

const char *
python_text_of (PythonTree *tree, PyObject *node, const char *attribute)
{
  g_autoptr (PyObject) string = python_get (node, attribute);
  return python_keep_text (tree, string);
}

char *
python_describe (PyObject *object)
{
  g_autoptr (PyObject) string = object != NULL ? PyObject_Str (object) : NULL;
  const char *text = string != NULL ? PyUnicode_AsUTF8 (string) : NULL;
  PyErr_Clear ();
  g_autofree char *visible = couplet_make_visible (text != NULL ? text : "no reason");
  return g_utf8_substring (visible, 0, MIN (LONGEST_DESCRIPTION, g_utf8_strlen (visible, -1)));
}

SvtPlace
python_place_of (const PythonTree *tree, PyObject *node)
{
  return tree->place_of (tree, node);
}

void
python_refuse (PythonTree *tree, PyObject *node, const char *what, const char *advice)
{
  tree->refused = TRUE;
  svt_error (tree->text->reporter, python_place_of (tree, node), "%s is not read; %s", what,
             advice);
}
