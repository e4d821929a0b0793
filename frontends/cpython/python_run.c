/* SPDX-License-Identifier: Apache-2.0 */
#include "python_run.h"

#include <string.h>

static PyStatus
add_folder (PyConfig *config, const char *folder)
{
  wchar_t *path = Py_DecodeLocale (folder, NULL);
  if (path == NULL)
    return PyStatus_NoMemory ();
  PyStatus status = PyWideStringList_Append (&config->module_search_paths, path);
  PyMem_RawFree (path);
  return status;
}

/* CPython's own modules are found first, so that no other folder gives them a meaning. */
static PyStatus
configure (PyConfig *config, const char *folder)
{
  config->site_import = 0;
  config->install_signal_handlers = 0;
  config->write_bytecode = 0;
  config->pathconfig_warnings = 0;
  config->module_search_paths_set = 1;
  PyStatus status = PyWideStringList_Append (&config->warnoptions, L"ignore");
  if (!PyStatus_Exception (status))
    status = add_folder (config, COUPLET_PYTHON_LIBRARY);
  if (!PyStatus_Exception (status) && folder != NULL)
    status = add_folder (config, folder);
  if (!PyStatus_Exception (status))
    status = PyConfig_SetString (config, &config->program_name, L"couplet");
  return PyStatus_Exception (status) ? status : Py_InitializeFromConfig (config);
}

/* FALSE with an error reported. */
static gboolean
start (const SvtReporter *reporter, const char *folder)
{
  PyConfig config;
  PyConfig_InitIsolatedConfig (&config);
  PyStatus status = configure (&config, folder);
  PyConfig_Clear (&config);
  if (PyStatus_Exception (status))
    couplet_diagnostics_add (reporter->diagnostics, COUPLET_SEVERITY_ERROR, (CoupletPlace){0, 0},
                             "CPython's library cannot be started: %s; its modules were looked for "
                             "in " COUPLET_PYTHON_LIBRARY,
                             status.err_msg != NULL ? status.err_msg : "no reason");
  return !PyStatus_Exception (status);
}

gboolean
python_run (const SvtReporter *reporter, const char *folder, gboolean keep, PythonUse use,
            gpointer data)
{
  gboolean runs = Py_IsInitialized () != 0;
  if (!runs && !start (reporter, folder))
    return FALSE;
  gboolean good = use (data);
  if (!keep && !runs)
    Py_FinalizeEx ();
  return good;
}

PyObject *
python_take_error (void)
{
  PyObject *type = NULL, *value = NULL, *trace = NULL;
  PyErr_Fetch (&type, &value, &trace);
  PyErr_NormalizeException (&type, &value, &trace);
  Py_XDECREF (type);
  Py_XDECREF (trace);
  return value;
}

char *
python_version (void)
{
  const char *version = Py_GetVersion (); /* `3.11.2 (main, ...) [GCC ...]` */
  return g_strndup (version, strcspn (version, " "));
}
